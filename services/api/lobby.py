"""The lobby over the wire: each writing method is one command of docs/rules/table.md."""

from typing import Any
from uuid import UUID, uuid5

from msgspec import UNSET, UnsetType

from domain import catalogue
from domain.kernel.refused import Refused
from domain.table.devices import check_device_keys
from domain.table.lobby import invite_for
from domain.table.messages import (
    AddBot,
    ArrangeSeats,
    Begin,
    ChooseColour,
    ClearSeat,
    CloseTable,
    LeaveSeat,
    OpenTable,
    SetReady,
    StartGame,
    TableCommand,
    TakeSeat,
    Terms,
)
from projections.read.lists import TableLists
from services.accounts.account import is_account_id
from services.accounts.challenge_limits import ChallengeLimits
from services.accounts.sign_in import SignIn
from services.api.gate.api_errors import NotAllowed
from services.api.gate.gate import Call
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.messages.convert import MalformedMessage, whole_numbers
from services.api.messages.tables import Tables, status_name, terms
from services.application.game_service import GameService
from services.platform.history_quota import HistoryQuota
from services.roles.matchmaking import Matchmaking
from services.tables.budgets import Budgets
from services.tables.completion_rates import Reliable
from services.tables.members import Members
from services.tables.open_tables import TableQuota, is_open, own_table
from services.texts.lessons import lesson
from turnledger.v1 import common_pb2, lobby_pb2

ROUNDS_PER_S, ROUNDS = 1, 5
"""Rounds of a beacon that an account may hand in: each takes as long to prove as ten other commands."""


class Lobby:
    """`fixed_setups`: whether the operator allows tables with a given seed or set-up."""

    def __init__(
        self,
        games: GameService,
        meeting: Matchmaking,
        lists: TableLists,
        sign_in: SignIn,
        room: TableQuota,
        challenges: ChallengeLimits,
        members: Members,
        budgets: Budgets,
        *,
        fixed_setups: bool,
    ) -> None:
        self._games, self._meeting, self._lists, self._tables = games, meeting, lists, Tables(sign_in)
        self._sign_in = sign_in
        self._room, self._challenges, self._fixed_setups = room, challenges, fixed_setups
        self._reliable, self._members = Reliable(games, lists), members
        self._rounds, self._budgets = HistoryQuota(ROUNDS_PER_S, ROUNDS), budgets

    async def create_table(self, request: lobby_pb2.CreateTableRequest, call: Call) -> lobby_pb2.CreateTableResponse:
        command = self._opening(request)
        _check_bots(request, command.seats)
        own, stated = own_table(call.account, request.request_id), command.terms or Terms()
        await self._budgets.opens(own, command.variant, stated, call.account, call.caller)
        seat = await self._seat(call, request.colour, request.nonce) if request.join else None
        if seat:
            check_device_keys(seat.device_keys, needed=bool(command.terms and command.terms.signed))
        await self._members.opens(call.account, command.terms.club or "" if command.terms else "")
        await self._room(call.account, own)
        follow = _at_once(request, seat)
        self._games.check_opening(command, [then for _, then in follow], call.account)
        if stated.invited and not await is_open(self._games, own):
            await self._challenges.take(call.account, stated.invited, own)
        answer = await self._games.open_table(
            command, actor=call.account, request_id=request.request_id, timeout_s=call.timeout_s
        )
        for name, then in follow:
            await self._give(answer.game_id, then, call, str(uuid5(UUID(request.request_id), name)))
        return lobby_pb2.CreateTableResponse(table=await self._table(answer.game_id, call))

    async def get_table(self, request: lobby_pb2.GetTableRequest, call: Call) -> lobby_pb2.GetTableResponse:
        live = await self._games.load(request.game_id, timeout_s=call.timeout_s)
        return lobby_pb2.GetTableResponse(table=await self._tables.of_game(live))

    async def list_tables(self, request: lobby_pb2.ListTablesRequest, call: Call) -> lobby_pb2.ListTablesResponse:
        name, tokens = status_name(request.status), PageTokens("ListTables", request.status, request.variant)
        after, size = tokens.place(request.page_token), page_size(request.page_size)
        page = await self._lists.lobby(name, request.variant, after, size)
        tables = [await self._tables.of_view(view) for view in page.items]
        return lobby_pb2.ListTablesResponse(tables=tables, next_page_token=tokens.issue(page.next))

    async def join_table(self, request: lobby_pb2.JoinTableRequest, call: Call) -> lobby_pb2.JoinTableResponse:
        await self._room(call.account, request.game_id)
        await self._reliable.check(call.account, request.game_id, call.timeout_s)
        await self._members.sits_down(call.account, request.game_id, call.timeout_s)
        invite = request.invite.strip().upper() or UNSET  # people type these codes, which are in capitals
        seat = await self._seat(call, request.colour, request.nonce, invite)
        table = await self._change(request, seat, call)
        places = (place for place, occupant in enumerate(table.occupants) if occupant.account_id == call.account)
        return lobby_pb2.JoinTableResponse(table=table, seat=next(places, None))

    async def leave_table(self, request: lobby_pb2.LeaveTableRequest, call: Call) -> lobby_pb2.LeaveTableResponse:
        return lobby_pb2.LeaveTableResponse(table=await self._change(request, LeaveSeat(), call))

    async def add_bot(self, request: lobby_pb2.AddBotRequest, call: Call) -> lobby_pb2.AddBotResponse:
        return lobby_pb2.AddBotResponse(table=await self._change(request, AddBot(request.bot, request.colour), call))

    async def clear_seat(self, request: lobby_pb2.ClearSeatRequest, call: Call) -> lobby_pb2.ClearSeatResponse:
        table = await self._change(request, ClearSeat(request.seat), call, _seen(request))
        return lobby_pb2.ClearSeatResponse(table=table)

    async def start_game(self, request: lobby_pb2.StartGameRequest, call: Call) -> lobby_pb2.StartGameResponse:
        return lobby_pb2.StartGameResponse(table=await self._change(request, StartGame(), call, _seen(request)))

    async def begin_game(self, request: lobby_pb2.BeginGameRequest, call: Call) -> lobby_pb2.BeginGameResponse:
        self._rounds.take(call.account, call.caller, request.game_id)
        table = await self._change(request, Begin(request.round, request.signature), call)
        return lobby_pb2.BeginGameResponse(table=table)

    async def close_table(self, request: lobby_pb2.CloseTableRequest, call: Call) -> lobby_pb2.CloseTableResponse:
        return lobby_pb2.CloseTableResponse(table=await self._change(request, CloseTable(), call))

    async def arrange_seats(self, request: lobby_pb2.ArrangeSeatsRequest, call: Call) -> lobby_pb2.ArrangeSeatsResponse:
        command = ArrangeSeats(tuple(request.order))
        return lobby_pb2.ArrangeSeatsResponse(table=await self._change(request, command, call, _seen(request)))

    async def choose_colour(self, request: lobby_pb2.ChooseColourRequest, call: Call) -> lobby_pb2.ChooseColourResponse:
        command = ChooseColour(request.seat, request.colour)
        return lobby_pb2.ChooseColourResponse(table=await self._change(request, command, call, _seen(request)))

    async def set_ready(self, request: lobby_pb2.SetReadyRequest, call: Call) -> lobby_pb2.SetReadyResponse:
        return lobby_pb2.SetReadyResponse(table=await self._change(request, SetReady(request.ready), call))

    async def get_invite(self, request: lobby_pb2.GetInviteRequest, call: Call) -> lobby_pb2.GetInviteResponse:
        live = await self._games.load_cached(request.game_id, timeout_s=call.timeout_s)
        return lobby_pb2.GetInviteResponse(invite=invite_for(live.loaded, call.account))

    async def quick_match(self, request: lobby_pb2.QuickMatchRequest, call: Call) -> lobby_pb2.QuickMatchResponse:
        wanted = OpenTable(
            variant=request.variant,
            seats=request.seats,
            options=dict(request.options),
            rated=not request.unrated,
            terms=terms(
                common_pb2.Terms(
                    clock=request.clock if request.HasField("clock") else None,
                    least_finished=request.least_finished if request.HasField("least_finished") else None,
                )
            ),
        )
        if await self._sign_in.is_program(call.account):
            raise Refused("PROGRAM_NOT_INVITED", "TB-PROG-01")
        game_id = await self._meeting.quick_match(
            wanted,
            await self._seat(call, nonce=request.nonce),
            actor=call.account,
            request_id=request.request_id,
            timeout_s=call.timeout_s,
        )
        return lobby_pb2.QuickMatchResponse(table=await self._table(game_id, call))

    async def rematch(self, request: lobby_pb2.RematchRequest, call: Call) -> lobby_pb2.RematchResponse:
        await self._members.plays_again(call.account, request.game_id, call.timeout_s)
        await self._budgets.plays_again(request.game_id, call.account, call.caller, call.timeout_s)
        game_id = await self._meeting.rematch(
            request.game_id,
            await self._seat(call, nonce=request.nonce),
            actor=call.account,
            request_id=request.request_id,
            timeout_s=call.timeout_s,
        )
        return lobby_pb2.RematchResponse(table=await self._table(game_id, call))

    def _opening(self, request: lobby_pb2.CreateTableRequest) -> OpenTable:
        if request.WhichOneof("fixed") and not (self._fixed_setups or _is_lesson(request)):
            raise NotAllowed("FIXED_SETUP_NOT_ALLOWED", "this server opens no tables with a given seed or set-up")
        return OpenTable(
            variant=request.variant,
            seats=request.seats or catalogue.find(request.variant).players_max,
            options=dict(request.options),
            private=request.private,
            rated=not request.unrated,
            seed=request.seed,
            setup=whole_numbers(request.setup) if request.HasField("setup") else None,
            terms=_terms(request) if request.HasField("terms") else UNSET,
        )

    async def _seat(self, call: Call, colour: str = "", nonce: str = "", invite: str | UnsetType = UNSET) -> TakeSeat:
        """Return the data about the caller's account that the table needs (TB-RATE-07, TB-SIGN-01)."""
        if await self._sign_in.is_guest(call.account):
            return TakeSeat(colour, nonce, invite, guest=True)
        if await self._sign_in.is_program(call.account):
            return TakeSeat(colour, nonce, invite, program=True)
        keys = tuple(each.key for each in await self._sign_in.device_keys(call.account))
        return TakeSeat(colour, nonce, invite, device_keys=keys or UNSET)

    async def _change(
        self, request: Any, command: TableCommand, call: Call, seen: int | None = None
    ) -> lobby_pb2.Table:
        await self._give(request.game_id, command, call, request.request_id, seen)
        return await self._table(request.game_id, call)

    async def _give(
        self, game_id: str, command: TableCommand, call: Call, request_id: str, seen: int | None = None
    ) -> None:
        """`seen`: the version of the table that the caller meant, if any."""
        await self._games.execute(
            game_id,
            command,
            actor=call.account,
            request_id=request_id,
            expected_version=seen,
            timeout_s=call.timeout_s,
        )

    async def _table(self, game_id: str, call: Call) -> lobby_pb2.Table:
        return await self._tables.of_game(await self._games.load_cached(game_id, timeout_s=call.timeout_s))


def _check_bots(request: lobby_pb2.CreateTableRequest, seats: int) -> None:
    """Checks before a table exists. Raises MalformedMessage."""
    found = catalogue.find(request.variant)
    known = found.decider({}, found.players_min).bots
    if (request.colour or request.nonce) and not request.join:
        raise MalformedMessage("join", "must be there with a colour or a nonce")
    if len(request.bots) + request.join > seats:
        raise MalformedMessage("bots", f"the table has {seats} seats")
    for number, bot in enumerate(request.bots):
        if bot not in known:
            raise MalformedMessage(f"bots[{number}]", f"must be one of {', '.join(known)}")


def _at_once(request: lobby_pb2.CreateTableRequest, seat: TakeSeat | None) -> list[tuple[str, TableCommand]]:
    """Commands that follow the opening, each under a name from which its request id is made."""
    commands: list[tuple[str, TableCommand]] = []
    if seat:
        commands.append(("join", seat))
    commands += [(f"bot {number}", AddBot(bot)) for number, bot in enumerate(request.bots)]
    return [*commands, ("start", StartGame())] if request.start else commands


def _is_lesson(request: lobby_pb2.CreateTableRequest) -> bool:
    """A lesson's seed is public and its table has no second player, so that no operator has to allow it."""
    found = lesson(request.variant)
    if found is None:
        return False
    return request.seed == found.seed and request.private and len(request.bots) == request.seats - 1


def _terms(request: lobby_pb2.CreateTableRequest) -> Terms:
    if request.terms.rematch_of_game_id:
        raise MalformedMessage("terms.rematch_of_game_id", "is set by Rematch only")
    for number, account in enumerate(request.terms.invited_account_ids):
        if not is_account_id(account):
            raise MalformedMessage(f"terms.invited_account_ids[{number}]", "is no account's id")
    return terms(request.terms)


def _seen(request: Any) -> int | None:
    return request.expected_version if request.HasField("expected_version") else None
