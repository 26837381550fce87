"""Operators' actions on accounts and on the service as a whole, and grants of staff. Each is written to the audit and
to the log."""

import structlog

from domain.history.record import milliseconds
from services.accounts.operator_actions import GRANT_GIVEN, GRANT_TAKEN, OperatorActions, OperatorRequest
from services.accounts.sign_in import SignIn
from services.accounts.staff import LIFETIME_MAX_S, SETTING, Staff, StaffGrant
from services.api.gate.api_errors import NotAllowed, NotPossible
from services.api.gate.gate import Call
from services.api.gate.grants import given_word, grant_from_word
from services.api.gate.operator_request import action_message, operator_request
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.messages.convert import MalformedMessage
from services.api.messages.players import player
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
    """The gate checks the caller's grant before each method."""

    def __init__(
        self,
        sign_in: SignIn,
        actions: OperatorActions,
        maintenance: MaintenanceNotices,
        staff: Staff,
        farewell: AccountOffboarding,
        tournaments: Tournaments,
        clubs: Clubs,
    ) -> None:
        self._sign_in, self._actions, self._maintenance, self._staff = sign_in, actions, maintenance, staff
        self._farewell, self._tournaments, self._clubs = farewell, tournaments, clubs

    async def rename_account(
        self, request: operators_pb2.RenameAccountRequest, call: Call
    ) -> operators_pb2.RenameAccountResponse:
        asked, account = operator_request(request, call), await self._subject(request.account_id, call)
        await self._actions.rename(account, request.display_name, asked)
        self._sign_in.forget_seen(account)
        log.info("an operator renamed an account", operator=asked.operator, account=account)
        return operators_pb2.RenameAccountResponse()

    async def ban_account(
        self, request: operators_pb2.BanAccountRequest, call: Call
    ) -> operators_pb2.BanAccountResponse:
        asked, account = operator_request(request, call), await self._subject(request.account_id, call)
        await self._actions.ban(account, asked)
        self._sign_in.forget_seen(account)
        await self._sign_in.forget_programs(account)
        log.info("an operator banned an account", operator=asked.operator, account=account)
        await self._farewell.put_out(account, asked.operator, asked.request_id)
        await self._tournaments.leave(account)
        await self._clubs.leave(account)
        return operators_pb2.BanAccountResponse()

    async def lift_ban(self, request: operators_pb2.LiftBanRequest, call: Call) -> operators_pb2.LiftBanResponse:
        asked, account = operator_request(request, call), await self._subject(request.account_id, call)
        await self._actions.lift_ban(account, asked)
        log.info("an operator lifted a ban", operator=asked.operator, account=account)
        return operators_pb2.LiftBanResponse()

    async def list_account_actions(
        self, request: operators_pb2.ListAccountActionsRequest, call: Call
    ) -> operators_pb2.ListAccountActionsResponse:
        account = await self._sign_in.account(request.account_id)
        tokens, size = PageTokens("ListAccountActions", account.account_id), page_size(request.page_size)
        found = await self._actions.of(account.account_id, tokens.position(request.page_token), size + 1)
        return operators_pb2.ListAccountActionsResponse(
            actions=map(action_message, found[:size]),
            next_page_token=tokens.behind(found, size, lambda each: each.number),
            banned=account.banned,
        )

    async def set_maintenance(
        self, request: operators_pb2.SetMaintenanceRequest, call: Call
    ) -> operators_pb2.SetMaintenanceResponse:
        operator, wanted = call.account, request.maintenance
        texts, now = dict(wanted.texts), process_clock()
        start_s, end_s = wanted.start_time.seconds, wanted.end_time.seconds
        if not 0 <= start_s < end_s <= TIME_MAX_S or end_s <= now.timestamp():
            raise MalformedMessage("maintenance.end_time", "must be after the start, and in the future")
        _check_texts(texts)
        asked = OperatorRequest(operator, request.request_id, milliseconds(now), texts[ENGLISH], call.allowed_by)
        await self._maintenance.set(start_s, end_s, texts, asked)
        log.info("an operator tells of works", operator=operator, start_s=start_s, end_s=end_s)
        return operators_pb2.SetMaintenanceResponse()

    async def clear_maintenance(
        self, request: operators_pb2.ClearMaintenanceRequest, call: Call
    ) -> operators_pb2.ClearMaintenanceResponse:
        operator, now_ms = call.account, milliseconds(process_clock())
        await self._maintenance.clear(OperatorRequest(operator, request.request_id, now_ms, "", call.allowed_by))
        log.info("an operator tells of no works any more", operator=operator)
        return operators_pb2.ClearMaintenanceResponse()

    async def _subject(self, account_id: str, call: Call) -> str:
        """Return the account that the action is about. Operators cannot ban each other: an account that the setting
        names is never banned, and those accounts alone ban accounts that hold grants."""
        if self._staff.is_named(account_id):
            raise NotAllowed("ACCOUNT_OF_OPERATOR", "TURNLEDGER_OPERATORS names this account: take it out there first")
        if call.allowed_by != SETTING and await self._staff.grants_of(account_id):
            raise NotAllowed("ACCOUNT_OF_OPERATOR", "the account holds a grant: have that taken first")
        return (await self._sign_in.account(account_id)).account_id


class StaffGrants:
    """The gate checks the caller's own grant before each method."""

    def __init__(self, staff: Staff, actions: OperatorActions, sign_in: SignIn) -> None:
        self._staff, self._actions, self._sign_in = staff, actions, sign_in

    async def give_grant(self, request: operators_pb2.GiveGrantRequest, call: Call) -> operators_pb2.GiveGrantResponse:
        asked, name = operator_request(request, call), given_word(request.grant)
        left_s = request.end_time.seconds - process_clock().timestamp()
        if not 0 < left_s <= LIFETIME_MAX_S:
            raise MalformedMessage("end_time", "must be in the future, and at most 366 days from now")
        account = await self._sign_in.account(request.account_id)
        if account.guest or account.program:
            raise NotPossible("NAME_NEEDED", "only an account with a name that is not a program's can hold a grant")
        until_ms = request.end_time.seconds * 1000
        await self._actions.do(GRANT_GIVEN, account.account_id, [], asked, granted=name, until_ms=until_ms)
        log.info("a grant was given", operator=asked.operator, account=account.account_id, grant=name)
        return operators_pb2.GiveGrantResponse()

    async def take_grant(self, request: operators_pb2.TakeGrantRequest, call: Call) -> operators_pb2.TakeGrantResponse:
        asked, name = operator_request(request, call), given_word(request.grant)
        account = (await self._sign_in.account(request.account_id)).account_id
        await self._actions.do(GRANT_TAKEN, account, [], asked, granted=name)
        log.info("a grant was taken", operator=asked.operator, account=account, grant=name)
        return operators_pb2.TakeGrantResponse()

    async def list_grants(
        self, request: operators_pb2.ListGrantsRequest, call: Call
    ) -> operators_pb2.ListGrantsResponse:
        tokens, size = PageTokens("ListGrants"), page_size(request.page_size)
        found = await self._staff.page(tokens.position(request.page_token), size + 1)
        return operators_pb2.ListGrantsResponse(
            grants=[await self._message(each) for each in found[:size]],
            next_page_token=tokens.behind(found, size, lambda each: each.number),
        )

    async def list_operator_actions(
        self, request: operators_pb2.ListOperatorActionsRequest, call: Call
    ) -> operators_pb2.ListOperatorActionsResponse:
        tokens, size = PageTokens("ListOperatorActions"), page_size(request.page_size)
        found = await self._actions.page(tokens.position(request.page_token), size + 1)
        return operators_pb2.ListOperatorActionsResponse(
            actions=map(action_message, found[:size]),
            next_page_token=tokens.behind(found, size, lambda each: each.number),
        )

    async def _message(self, held: StaffGrant) -> operators_pb2.StaffGrant:
        told = operators_pb2.StaffGrant(
            number=held.number,
            holder=await player(held.account, self._sign_in),
            grant=grant_from_word(held.name),
            giver_id=held.giver,
            text=held.reason,
        )
        told.create_time.FromMilliseconds(held.at_ms)
        told.end_time.FromMilliseconds(held.until_ms)
        return told


def _check_texts(texts: dict[str, str]) -> None:
    """Their length is looked at for every request (services/api/gate/request_checks.py)."""
    languages = all(each.isascii() and each.replace("-", "").isalpha() and len(each) <= LANGUAGE_MAX for each in texts)
    if ENGLISH not in texts or not languages or len(texts) > LANGUAGES_MAX:
        raise MalformedMessage("maintenance.texts", f"by language code, with {ENGLISH}, at most {LANGUAGES_MAX}")
    if not all(text.strip() for text in texts.values()):
        raise MalformedMessage("maintenance.texts", "must say something")
