"""Ways to a table that take more than one command: a rematch, a quick match.

Both bring players who ask at the same moment to the same table: its id follows from their request, so one of them opens
it and the others find it. Each step has a request id that follows from the caller's, so a repeated call continues where
the first one stopped.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from uuid import UUID, uuid5

import structlog
from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from domain import catalogue
from domain.history.codec import canonical_command, read_envelope
from domain.history.record import EventRow, LogRow, milliseconds
from domain.kernel.refused import Refused
from domain.table.aggregate import CLOSED, Aggregate
from domain.table.lobby import check_nonce, rematch
from domain.table.messages import SERVER_ACTOR, AddBot, GameOpened, LeastFinished, OpenTable, TakeSeat, Terms
from domain.table.reliability import asks_as_much, check_least_finished
from services.application.command_errors import Contended, ExpectedVersionMismatch
from services.application.game_service import TIMEOUT_S, GameService, table_id
from services.platform.clock import countdown
from services.platform.jitter import pause
from services.roles.leader_election import RETRY_S
from services.store.interface import EventStore, StoreUnavailable
from services.store.log_reader import read_on, still_has
from services.tables.numbered_tables import next_number
from services.tables.open_tables import TableQuota, always_room
from services.tables.unfinished import OpenTableIndex

log = structlog.get_logger(__name__)

TRIES_MAX = 8
REQUESTS_MAX = 10_000
"""Requests whose table is remembered, so that a repeated one does not sit down a second time."""
_REQUESTS = UUID("b0a6c3de-6c0f-5d15-8b6c-0d8f2f2f7a11")
_MOVED_ON = ("TABLE_FULL", "GAME_ALREADY_STARTED", "TABLE_CLOSED")
_OPENED, _GONE = "table.GameOpened/", ("table.GameStarting/", "table.GameBegan/", "table.TableClosed/")
_SEATED, _CLEARED = ("table.PlayerSeated/", "table.BotSeated/"), "table.SeatCleared/"


Apart = Callable[[str], Awaitable[frozenset[str]]]


async def nobody(_: str) -> frozenset[str]:
    return frozenset()


Meets = Callable[[str, LeastFinished], Awaitable[bool]]


async def everybody(_: str, _asked: LeastFinished) -> bool:
    return True


IsProgram = Callable[[str], Awaitable[bool]]


async def no_program(_: str) -> bool:
    return False


Demands = Callable[[str, LeastFinished], Awaitable[None]]


async def nothing(_: str, _asked: LeastFinished) -> None: ...


class _Waiting(Struct):
    """An open table of a quick match. `since`: when it was opened, in milliseconds, and its position in the log.
    `turned_away`: accounts that asked and may not take a seat there. `asked`: its completion requirement (TB-REL-01).
    """

    since: tuple[int, int]
    host: str
    kind: str
    asked: LeastFinished | UnsetType = UNSET
    seated: int = 0
    turned_away: set[str] = field(default_factory=set)


class Matchmaking:
    """`tables`: of each log. `apart`: whom no quick match brings together with an account. `meets`: whether an account
    has ended its games as a table asks; `demands` refuses where it has not. `is_program`: whether a program plays under
    an account: its tables are for players who choose them (TB-PROG-01)."""

    def __init__(
        self,
        games: GameService,
        store: EventStore,
        tables: Sequence[OpenTableIndex],
        room: TableQuota = always_room,
        apart: Apart = nobody,
        meets: Meets = everybody,
        demands: Demands = nothing,
        is_program: IsProgram = no_program,
    ) -> None:
        self._games, self._store, self._tables, self._room, self._apart = games, store, tables, room, apart
        self._meets, self._demands, self._is_program = meets, demands, is_program
        self._positions: list[int] = []
        """The position in each log; none before the first reading has ended."""
        self._reading = asyncio.Lock()
        self._numbers: dict[str, int] = {}
        """For each kind a number; the next table's number is at least that."""
        self._forget()

    def _forget(self) -> None:
        self._last: dict[int, LogRow] = {}
        """The last row read of each log."""
        self._waiting: dict[str, _Waiting] = {}
        self._seated_by: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._not_offered: set[str] = set()
        """Tables whose requests are remembered until their start or end is read: those of rematches, and those that
        refused a player because they have begun or were closed."""

    async def rematch(
        self, game_id: str, seat: TakeSeat, *, actor: str, request_id: str, timeout_s: float = TIMEOUT_S
    ) -> str:
        """TB-REMATCH-01. The id of the table, at which the actor sits. Raises TooMany and what GameService.execute
        raises."""
        left_s = countdown(timeout_s)
        check_nonce(seat.nonce)  # checked before a table is opened that no player could use
        aggregate = (await self._games.load(game_id, timeout_s=left_s())).loaded
        command, request = rematch(aggregate, actor), _derived(actor, request_id, f"seat/{game_id}")
        for _ in range(TRIES_MAX):
            await self._read()
            name = await self._rematch_name(game_id, left_s)
            there = self._seated_by.get((actor, request)) or table_id(name)
            await self._room(actor, there)
            if there == table_id(name):
                await self._open(command, actor, _derived(actor, request_id, "open"), name, left_s())
            try:
                await self._sit_down(there, seat, actor, request, left_s())
            except Refused as refused:
                if refused.code == "TABLE_CLOSED":
                    continue
                if refused.code == "GAME_ALREADY_STARTED" and await self._sits(there, actor, left_s()):
                    return there
                raise
            await self._seat_bots(there, aggregate, actor, left_s)
            return there
        raise Contended(game_id, TRIES_MAX)

    async def quick_match(
        self, wanted: OpenTable, seat: TakeSeat, *, actor: str, request_id: str, timeout_s: float = TIMEOUT_S
    ) -> str:
        """TB-QUICK-02, TB-QUICK-03, TB-QUICK-04. The id of a table like `wanted`, at which the actor sits. Raises
        TooMany, what GameService.execute raises and what asking for the reliability of an account raises."""
        left_s = countdown(timeout_s)
        check_nonce(seat.nonce)  # checked before a table is opened that no player could use
        wanted = _quick_table(wanted)
        kind, request = _kind(wanted), _derived(actor, request_id, "seat")
        for _ in range(TRIES_MAX):
            number = self._numbers[kind] = await next_number(
                self._store, partial(_quick, kind), self._numbers.get(kind, 0)
            )
            await (
                self._read()
            )  # after the number was seen free: a player who has taken it meanwhile becomes an opponent
            if (actor, request) in self._seated_by:
                return self._seated_by[actor, request]
            await self._meets_too(actor, wanted)
            name = _quick(kind, number)
            apart = await self._apart(actor)
            waiting = await self._best(wanted, actor, apart)
            found = waiting or table_id(name)
            await self._room(actor, found)
            if not waiting:
                await self._open(wanted, SERVER_ACTOR, _derived(actor, request_id, "open"), name, left_s())
            try:
                await self._sit_down(found, seat, actor, request, left_s(), await self._free_of(apart, found))
            except ExpectedVersionMismatch:  # another player came at the same moment, or had a seat already
                continue
            except Refused as refused:
                if refused.code == "REMOVED_BY_HOST" and found in self._waiting:
                    self._waiting[found].turned_away.add(actor)
                elif refused.code not in _MOVED_ON:
                    raise
                elif refused.code != "TABLE_FULL":  # its seats are never free again, whatever was read of it
                    self._stop_offering(found)
            else:
                return found
        raise Contended(kind, TRIES_MAX)

    def _stop_offering(self, game_id: str) -> None:
        """Repeated requests still find their seats there, also those that are not read yet."""
        if self._waiting.pop(game_id, None):
            self._not_offered.add(game_id)

    async def _meets_too(self, actor: str, wanted: OpenTable) -> None:
        """A player who requires something of others must meet it too."""
        if wanted.terms and wanted.terms.least_finished:
            await self._demands(actor, wanted.terms.least_finished)

    async def read_ahead(self) -> None:
        """Read the state of tables in advance: on a busy server it takes longer than a caller waits."""
        while True:
            with suppress(StoreUnavailable):
                return await self._read()
            await pause(RETRY_S)

    async def _read(self) -> None:
        """Read to the end of the log, from where the last reading came to, however it ended. The first one begins
        again, as does one that finds that the store has lost events. Raises StoreUnavailable where it loses some again
        meanwhile."""
        async with self._reading:
            if await self._read_on():
                return
            log.critical("the store has lost events: waiting tables are read again")
            self._positions.clear()
            if not await self._read_on():
                self._positions.clear()
                raise StoreUnavailable("the store loses events while waiting tables are read")

    async def _read_on(self) -> bool:
        """Return False where a log has another event in the place of the last one that was read: a server that took
        over has lost it, and what it has stored since may be in positions that were read."""
        if not self._positions:
            self._forget()
            shown = enumerate(self._tables)
            self._positions = [await each.show(partial(self._notice_shown, number)) for number, each in shown]
        for number, each in enumerate(self._tables):
            last = self._last.get(number)
            await read_on(each.store.read_tables, self._positions[number], partial(self._notice_next, number))
            if last and not await still_has(each.store, last):
                return False
        return True

    async def _rematch_name(self, game_id: str, left_s: Callable[[], float]) -> str:
        """Return the number of the newest table, unless it was closed; else of the next one."""
        name = partial(_rematch, game_id)
        number = await next_number(self._store, name)
        if number:
            last = (await self._games.load(table_id(name(number - 1)), timeout_s=left_s())).loaded
            return name(number - 1) if last.status != CLOSED else name(number)
        return name(number)

    async def _sits(self, game_id: str, actor: str, timeout_s: float) -> bool:
        return (await self._games.load(game_id, timeout_s=timeout_s)).loaded.seat_of(actor) is not None

    async def _seat_bots(self, there: str, finished: Aggregate, actor: str, left_s: Callable[[], float]) -> None:
        """Seat bots for the host of the table; each bot is seated once, however often the host asks."""
        table = (await self._games.load(there, timeout_s=left_s())).loaded
        if table.opened.host != actor:
            return
        for number, occupant in enumerate(finished.occupants):
            if not occupant.account:
                request = _derived(actor, there, f"bot/{number}")
                bot = AddBot(occupant.bot)
                await self._games.execute(there, bot, actor=actor, request_id=request, timeout_s=left_s())

    async def _best(self, wanted: OpenTable, actor: str, apart: Collection[str]) -> str | None:
        kind, asked = _apart_from_asked(wanted)
        tables = [
            (game_id, table)
            for game_id, table in self._waiting.items()
            if table.kind == kind and actor not in table.turned_away and asks_as_much(table.asked, asked)
        ]
        tables.sort(key=lambda each: (-each[1].seated, each[1].since))
        for game_id, table in tables:
            if table.asked and not await self._meets(actor, table.asked):
                continue
            if table.host != SERVER_ACTOR and await self._is_program(table.host):
                continue
            with suppress(ExpectedVersionMismatch):
                await self._free_of(apart, game_id)
                return game_id
        return None

    async def _free_of(self, apart: Collection[str], game_id: str) -> int | None:
        """Return the version of the table at which none of the avoided players has a seat; None without players to
        avoid. Raises ExpectedVersionMismatch if one of them has a seat: no version is right then."""
        if not apart:
            return None
        table = (await self._games.load(game_id)).loaded
        if any(each.account in apart for each in table.occupants):
            raise ExpectedVersionMismatch(game_id, 0, table.version)
        return table.version

    async def _open(self, command: OpenTable, host: str, request_id: str, name: str, timeout_s: float) -> None:
        try:
            await self._games.open_table(command, actor=host, request_id=request_id, name=name, timeout_s=timeout_s)
        except Refused as refused:
            if refused.code != "TABLE_EXISTS":
                raise

    async def _sit_down(
        self, game_id: str, seat: TakeSeat, actor: str, request: str, timeout_s: float, seen: int | None = None
    ) -> None:
        try:
            await self._games.execute(
                game_id, seat, actor=actor, request_id=request, expected_version=seen, timeout_s=timeout_s
            )
        except Refused as refused:
            if refused.code != "ALREADY_SEATED":
                raise

    def _notice_next(self, number: int, each: LogRow) -> None:
        self._positions[number] = each.position
        self._notice_shown(number, each)

    def _notice_shown(self, number: int, each: LogRow) -> None:
        self._last[number] = each
        self._notice(each)

    def _notice(self, each: LogRow) -> None:
        row = each.row
        if row.topic.startswith(_OPENED):
            event = self._games.codec.read(row).event
            assert isinstance(event, GameOpened)
            self._notice_opened((milliseconds(read_envelope(row).at), each.position), event)
        elif row.stream_id in self._not_offered:
            if row.topic.startswith(_SEATED):
                self._notice_request(row)
            elif row.topic.startswith(_GONE):
                self._not_offered.discard(row.stream_id)
        elif row.stream_id in self._waiting:
            if row.topic.startswith(_SEATED):
                self._waiting[row.stream_id].seated += 1
                self._notice_request(row)
            elif row.topic.startswith(_CLEARED):
                self._waiting[row.stream_id].seated -= 1
            elif row.topic.startswith(_GONE):
                del self._waiting[row.stream_id]

    def _notice_request(self, row: EventRow) -> None:
        envelope = read_envelope(row)
        self._seated_by[envelope.actor, envelope.request_id] = row.stream_id
        if len(self._seated_by) > REQUESTS_MAX:
            self._seated_by.popitem(last=False)

    def _notice_opened(self, since: tuple[int, int], opened: GameOpened) -> None:
        if opened.terms and opened.terms.rematch_of:
            self._not_offered.add(opened.game_id)
        if opened.private or not opened.terms or not opened.terms.starts_when_full:
            return
        like = OpenTable(opened.variant, opened.seats, opened.options, rated=opened.rated, terms=opened.terms)
        self._waiting[opened.game_id] = _Waiting(since, opened.host, *_apart_from_asked(like))


def _quick_table(wanted: OpenTable) -> OpenTable:
    """The terms of the table that a quick match opens: of the wanted terms the clock, the requirement and the draws."""
    given = wanted.terms or Terms()
    if given.least_finished:
        check_least_finished(given.least_finished)
    terms = Terms(clock=given.clock, starts_when_full=True, least_finished=given.least_finished, draws=given.draws)
    return OpenTable(wanted.variant, wanted.seats, wanted.options, rated=wanted.rated, terms=terms)


def _quick(kind: str, number: int) -> str:
    return f"quick/{kind}/{number}"


def _rematch(game_id: str, number: int) -> str:
    return f"rematch/{game_id}/{number}" if number else f"rematch/{game_id}"


def _kind(table: OpenTable) -> str:
    """The same for tables that fit each other: options count as chosen where they are left at their defaults."""
    options = {spec.name: spec.values[0] for spec in catalogue.find(table.variant).options} | table.options
    return sha256(canonical_command(replace(table, options=options))).hexdigest()


def _apart_from_asked(table: OpenTable) -> tuple[str, LeastFinished | UnsetType]:
    """Return the kind of a table without its completion requirement, and the requirement."""
    assert table.terms
    plain = replace(table, terms=replace(table.terms, least_finished=UNSET))
    return _kind(plain), table.terms.least_finished


def _derived(actor: str, request_id: str, step: str) -> str:
    return str(uuid5(_REQUESTS, f"{actor}/{request_id}/{step}"))
