"""Operators' actions on accounts and on the service as a whole. Each is written to the audit and to the log."""

import structlog

from domain.history.record import milliseconds
from services.accounts.operator_actions import OperatorAction, OperatorActions, OperatorRequest
from services.accounts.sign_in import SignIn
from services.api.gate.api_errors import NotAllowed
from services.api.gate.gate import Call
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.messages.convert import MalformedMessage
from services.clubs.club_service import Clubs
from services.notify.maintenance import MaintenanceNotices
from services.platform.clock import process_clock
from services.tables.farewell import AccountOffboarding
from services.tournaments.tournament_service import Tournaments
from turnledger.v1 import operators_pb2

log = structlog.get_logger(__name__)

LANGUAGES_MAX = 20
LANGUAGE_MAX = 12
ENGLISH = "en"
TIME_MAX_S = 253402300799
"""The last second of the year 9999: no timestamp says more (google/protobuf/timestamp.proto)."""


class AccountOperations:
    """`accounts`: the ids of the operators. Every method raises NotAllowed for all other callers."""

    def __init__(
        self,
        sign_in: SignIn,
        actions: OperatorActions,
        maintenance: MaintenanceNotices,
        accounts: frozenset[str],
        farewell: AccountOffboarding,
        tournaments: Tournaments,
        clubs: Clubs,
    ) -> None:
        self._sign_in, self._actions, self._maintenance, self._accounts = sign_in, actions, maintenance, accounts
        self._farewell, self._tournaments, self._clubs = farewell, tournaments, clubs

    def operator(self, call: Call) -> str:
        """The account, if it is one."""
        if call.account not in self._accounts:
            raise NotAllowed("NOT_AN_OPERATOR", "only accounts that TURNLEDGER_OPERATORS names may do that")
        return call.account

    async def rename_account(
        self, request: operators_pb2.RenameAccountRequest, call: Call
    ) -> operators_pb2.RenameAccountResponse:
        asked, account = self._operator_request(request, call), await self._no_operator(request.account_id)
        await self._actions.rename(account, request.display_name, asked)
        self._sign_in.forget_seen(account)
        log.info("an operator renamed an account", operator=asked.operator, account=account)
        return operators_pb2.RenameAccountResponse()

    async def ban_account(
        self, request: operators_pb2.BanAccountRequest, call: Call
    ) -> operators_pb2.BanAccountResponse:
        asked, account = self._operator_request(request, call), await self._no_operator(request.account_id)
        await self._actions.ban(account, asked)
        self._sign_in.forget_seen(account)
        await self._sign_in.forget_programs(account)
        log.info("an operator banned an account", operator=asked.operator, account=account)
        await self._farewell.put_out(account, asked.operator, asked.request_id)
        await self._tournaments.leave(account)
        await self._clubs.leave(account)
        return operators_pb2.BanAccountResponse()

    async def lift_ban(self, request: operators_pb2.LiftBanRequest, call: Call) -> operators_pb2.LiftBanResponse:
        asked, account = self._operator_request(request, call), await self._no_operator(request.account_id)
        await self._actions.lift_ban(account, asked)
        log.info("an operator lifted a ban", operator=asked.operator, account=account)
        return operators_pb2.LiftBanResponse()

    async def list_account_actions(
        self, request: operators_pb2.ListAccountActionsRequest, call: Call
    ) -> operators_pb2.ListAccountActionsResponse:
        self.operator(call)
        account = await self._sign_in.account(request.account_id)
        tokens, size = PageTokens("ListAccountActions", account.account_id), page_size(request.page_size)
        found = await self._actions.of(account.account_id, tokens.position(request.page_token), size + 1)
        return operators_pb2.ListAccountActionsResponse(
            actions=map(_action, found[:size]),
            next_page_token=tokens.issue(str(found[size - 1].number)) if len(found) > size else "",
            banned=account.banned,
        )

    async def set_maintenance(
        self, request: operators_pb2.SetMaintenanceRequest, call: Call
    ) -> operators_pb2.SetMaintenanceResponse:
        operator, wanted = self.operator(call), request.maintenance
        texts, now = dict(wanted.texts), process_clock()
        start_s, end_s = wanted.start_time.seconds, wanted.end_time.seconds
        if not 0 <= start_s < end_s <= TIME_MAX_S or end_s <= now.timestamp():
            raise MalformedMessage("maintenance.end_time", "must be after the start, and in the future")
        _check_texts(texts)
        asked = OperatorRequest(operator, request.request_id, milliseconds(now), texts[ENGLISH])
        await self._maintenance.set(start_s, end_s, texts, asked)
        log.info("an operator tells of works", operator=operator, start_s=start_s, end_s=end_s)
        return operators_pb2.SetMaintenanceResponse()

    async def clear_maintenance(
        self, request: operators_pb2.ClearMaintenanceRequest, call: Call
    ) -> operators_pb2.ClearMaintenanceResponse:
        operator = self.operator(call)
        await self._maintenance.clear(OperatorRequest(operator, request.request_id, milliseconds(process_clock()), ""))
        log.info("an operator tells of no works any more", operator=operator)
        return operators_pb2.ClearMaintenanceResponse()

    def _operator_request(self, request: "_Wanted", call: Call) -> OperatorRequest:
        operator = self.operator(call)
        if not request.text.strip():
            raise MalformedMessage("text", "why is it done?")
        return OperatorRequest(operator, request.request_id, milliseconds(process_clock()), request.text.strip())

    async def _no_operator(self, account_id: str) -> str:
        """Return the account. It may not be an operator's: operators cannot ban each other."""
        if account_id in self._accounts:
            raise NotAllowed("ACCOUNT_OF_OPERATOR", "TURNLEDGER_OPERATORS names this account: take it out there first")
        return (await self._sign_in.account(account_id)).account_id


_Wanted = operators_pb2.RenameAccountRequest | operators_pb2.BanAccountRequest | operators_pb2.LiftBanRequest


def _check_texts(texts: dict[str, str]) -> None:
    """Their length is looked at for every request (services/api/gate/request_checks.py)."""
    languages = all(each.isascii() and each.replace("-", "").isalpha() and len(each) <= LANGUAGE_MAX for each in texts)
    if ENGLISH not in texts or not languages or len(texts) > LANGUAGES_MAX:
        raise MalformedMessage("maintenance.texts", f"by language code, with {ENGLISH}, at most {LANGUAGES_MAX}")
    if not all(text.strip() for text in texts.values()):
        raise MalformedMessage("maintenance.texts", "must say something")


def _action(action: OperatorAction) -> operators_pb2.AccountAction:
    told = operators_pb2.AccountAction(
        number=action.number, operator_id=action.operator, action=action.action, text=action.reason
    )
    told.create_time.FromMilliseconds(action.at_ms)
    return told
