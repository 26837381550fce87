"""The Operators service. Every change is logged with its operator."""

import structlog

from domain import catalogue
from domain.history.record import milliseconds
from domain.table.messages import OPERATOR_ACTOR, StopTable
from projections.read.lists import TableLists
from services.accounts.sign_in import SignIn
from services.api.account_operations import AccountOperations, StaffGrants
from services.api.fair_play import FairPlay
from services.api.gate.gate import Call
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.messages.chat_messages import message_of, report_of
from services.api.messages.tables import Tables
from services.api.report_facts import report_facts
from services.application.game_service import GameService
from services.chat.chat import TableChat, table_of
from services.notify.news import REPORT_ANSWERED, told_by
from services.notify.notice_storage import NoticeStorage
from services.platform.clock import process_clock
from turnledger.v1 import operators_pb2

log = structlog.get_logger(__name__)


class Operators:
    """The gate checks the caller's grant before each method. Grants and actions on accounts and on the service are in
    services/api/account_operations.py."""

    def __init__(
        self,
        games: GameService,
        lists: TableLists,
        sign_in: SignIn,
        chat: TableChat,
        notices: NoticeStorage,
        keepers: AccountOperations,
        fair_play: FairPlay,
        grants: StaffGrants,
    ) -> None:
        self._fair_play = fair_play
        self._notices = notices
        self.rename_account, self.ban_account, self.lift_ban = (
            keepers.rename_account,
            keepers.ban_account,
            keepers.lift_ban,
        )
        self._account_actions = keepers.list_account_actions
        self.set_maintenance, self.clear_maintenance = keepers.set_maintenance, keepers.clear_maintenance
        self.give_grant, self.take_grant = grants.give_grant, grants.take_grant
        self.list_grants, self.list_operator_actions = grants.list_grants, grants.list_operator_actions
        self._games, self._lists, self._sign_in, self._chat = games, lists, sign_in, chat
        self._tables = Tables(sign_in)

    async def stop_table(self, request: operators_pb2.StopTableRequest, call: Call) -> operators_pb2.StopTableResponse:
        operator = call.account
        await self._games.execute(
            request.game_id,
            StopTable(),
            actor=OPERATOR_ACTOR + operator,
            request_id=request.request_id,
            timeout_s=call.timeout_s,
        )
        log.info("an operator stopped a table", operator=operator, game_id=request.game_id)
        live = await self._games.load_cached(request.game_id, timeout_s=call.timeout_s)
        return operators_pb2.StopTableResponse(table=await self._tables.of_game(live))

    async def list_account_tables(
        self, request: operators_pb2.ListAccountTablesRequest, call: Call
    ) -> operators_pb2.ListAccountTablesResponse:
        account = await self._sign_in.account(request.account_id)
        tokens = PageTokens("ListAccountTables", account.account_id)
        after, size = tokens.place(request.page_token), page_size(request.page_size)
        page = await self._lists.my_games(account.account_id, after, size)
        tables = [await self._tables.of_view(view) for view in page.items]
        return operators_pb2.ListAccountTablesResponse(tables=tables, next_page_token=tokens.issue(page.next))

    async def list_account_actions(
        self, request: operators_pb2.ListAccountActionsRequest, call: Call
    ) -> operators_pb2.ListAccountActionsResponse:
        found = await self._account_actions(request, call)
        found.muted = await self._chat.is_muted_for_all(request.account_id)
        return found

    async def compare_with_expert(
        self, request: operators_pb2.CompareWithExpertRequest, call: Call
    ) -> operators_pb2.CompareWithExpertResponse:
        operator, account = call.account, await self._sign_in.account(request.account_id)
        variant = catalogue.find(request.variant).name
        log.info("an operator compared an account with expert", operator=operator, account=account.account_id)
        return await self._fair_play.of(account.account_id, variant)

    async def list_table_messages(
        self, request: operators_pb2.ListTableMessagesRequest, call: Call
    ) -> operators_pb2.ListTableMessagesResponse:
        tokens = PageTokens("ListTableMessages", request.game_id, request.watching)
        after, size = tokens.position(request.page_token), page_size(request.page_size)
        found = await self._chat.read_all(request.game_id, after, size + 1, watching=request.watching)
        return operators_pb2.ListTableMessagesResponse(
            messages=[await message_of(each, self._sign_in) for each in found[:size]],
            next_page_token=tokens.behind(found, size, lambda each: each.number),
        )

    async def mute_account(
        self, request: operators_pb2.MuteAccountRequest, call: Call
    ) -> operators_pb2.MuteAccountResponse:
        operator, account = call.account, await self._sign_in.account(request.account_id)
        await self._chat.mute_for_all(account.account_id)
        log.info("an operator muted an account", operator=operator, account=account.account_id)
        return operators_pb2.MuteAccountResponse()

    async def unmute_account(
        self, request: operators_pb2.UnmuteAccountRequest, call: Call
    ) -> operators_pb2.UnmuteAccountResponse:
        operator = call.account
        await self._chat.unmute_for_all(request.account_id)
        log.info("an operator unmuted an account", operator=operator, account=request.account_id)
        return operators_pb2.UnmuteAccountResponse()

    async def list_reports(
        self, request: operators_pb2.ListReportsRequest, call: Call
    ) -> operators_pb2.ListReportsResponse:
        tokens, size = PageTokens("ListReports"), page_size(request.page_size)
        found = await self._chat.reports(tokens.position(request.page_token), size + 1)
        reports = [await report_of(report, message, self._sign_in) for report, message in found[:size]]
        for told, (report, _) in zip(reports, found, strict=False):
            told.facts.CopyFrom(await report_facts(report, self._games, self._lists, call.timeout_s))
        return operators_pb2.ListReportsResponse(
            reports=reports,
            next_page_token=tokens.behind(found, size, lambda each: each[0].number),
        )

    async def settle_report(
        self, request: operators_pb2.SettleReportRequest, call: Call
    ) -> operators_pb2.SettleReportResponse:
        operator = call.account
        report = await self._chat.settle(request.number, operator, request.text)
        if report:
            game_id, at_ms = table_of(report.game_id)[0], milliseconds(process_clock())
            table = (await self._games.load(game_id, timeout_s=call.timeout_s)).loaded
            await self._notices.tell(told_by(REPORT_ANSWERED, report.account, game_id, table, report.number, at_ms))
        log.info("an operator settled a report", operator=operator, report=request.number)
        return operators_pb2.SettleReportResponse()
