"""Commands to games: the only place where the rules of games and the store meet."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from uuid import UUID, uuid5

import structlog
from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.history.codec import Codec, link_of, read_envelope
from domain.history.record import EventRow, Recorded, milliseconds
from domain.history.replay import advance
from domain.kernel.beacon import Beacon
from domain.kernel.dice import SEED_BYTES
from domain.kernel.messages import Command, Event
from domain.kernel.refused import Refused
from domain.table.aggregate import OPEN, RUNNING, Aggregate
from domain.table.decide import Ruling, decide, open_table
from domain.table.devices import check_signed
from domain.table.lobby import IN_FORCE, Pinned
from domain.table.messages import SERVER_ACTOR, GameFinished, OpenTable, TableCommand
from domain.table.pace import check_idle
from services.application.aggregate_snapshots import EVERY, AggregateSnapshots, LoadedSnapshot
from services.application.command_errors import (
    Contended,
    ExpectedVersionMismatch,
    RequestReused,
    UnknownGame,
    UnknownVersion,
)
from services.application.loaded_game import GameLock, LoadedGame, until
from services.application.requests import (
    DIGITS,
    CommandRequest,
    ConflictResolver,
    Device,
    command_request,
    fail_on_conflict,
)
from services.application.streams import TRIES_MAX, CommandPipeline
from services.observe.metrics import CACHE_READS
from services.observe.traces import CommandInstrumentation, span
from services.platform.clock import process_clock
from services.platform.slices import Slices
from services.store.interface import EventStore, RecordedRequest, Request, VersionConflict

GAMES_MAX = 10_000
TIMEOUT_S = 10.0
"""For callers without a deadline."""
PAGE = EVERY + 50
"""Rows that are read at once where a game may be longer; most are not."""
VERSION_MAX = 2**31 - 1
_HITS, _MISSES = CACHE_READS.labels("hit"), CACHE_READS.labels("miss")
log = structlog.get_logger(__name__)
_GAME_IDS = UUID("6f1d3b0e-3b0a-5c58-9d63-0a4ff0a5c1de")


class CommandResult(Struct, frozen=True):
    """The result of a command: its events with versions `first_version` … `version`, none if the state was already
    so."""

    game_id: str
    first_version: int
    version: int
    events: tuple[Event, ...]
    before: str = ""
    """For a trial: the link of the event before, which a device has to sign."""

    @property
    def is_end(self) -> bool:
        """Return whether the game is over after it. Then everything is public, and no later command is accepted."""
        return any(isinstance(event, GameFinished) for event in self.events)


class StoredMove(Struct, frozen=True):
    """A command that this process has stored: its events from `first_version` on, and the game after them. `before_at`:
    the time of the event before them."""

    game_id: str
    first_version: int
    events: tuple[Event, ...]
    at: datetime
    before_at: datetime
    aggregate: Aggregate

    @property
    def version(self) -> int:
        return self.first_version + len(self.events) - 1


def table_id(name: str) -> str:
    return str(uuid5(_GAME_IDS, name))


class GameService(CommandPipeline[LoadedGame, CommandRequest, Ruling, CommandResult]):
    """The command handler for all games of one store, as one process sees them. Any number of processes may serve the
    same store.

    `begin_under`: versions of variants whose games begin with older ones than those in force. `beacon`: its rounds take
    part in the draws of the tables that are opened here. `games_max`: the most games in memory; the least recently used
    goes first.
    """

    def __init__(
        self,
        store: EventStore,
        codec: Codec,
        clock: Callable[[], datetime] = process_clock,
        draw_secret: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
        begin_under: Mapping[str, Pinned] = MappingProxyType({}),
        snapshots: AggregateSnapshots | None = None,
        beacon: Beacon | None = None,
        games_max: int = GAMES_MAX,
    ) -> None:
        self._store, self.codec, self._clock, self._draw_secret = store, codec, clock, draw_secret
        self._begin_under, self._snapshots, self._beacon = begin_under, snapshots, beacon
        self._cache: OrderedDict[str, LoadedGame] = OrderedDict()
        self._games_max = games_max
        self.on_stored: list[Callable[[StoredMove], None]] = []
        """Called after every stored command of this process, in the turn of the loop in which its commit is known."""

    @property
    def has_beacon(self) -> bool:
        """Return whether tables that are opened here wait for a round of a beacon."""
        return self._beacon is not None

    async def open_table(
        self, command: OpenTable, *, actor: str, request_id: str, name: str = "", timeout_s: float = TIMEOUT_S
    ) -> CommandResult:
        """Opens a table. Its id follows from actor and request, so that a repeated request finds the same table; or
        from a name that callers agree on: then the first of them opens it, and the others are refused TABLE_EXISTS."""
        game_id = table_id(name or f"{actor}/{request_id}")
        with CommandInstrumentation("OpenTable", game_id, request_id):
            asked = command_request(self._with_beacon(command), actor, request_id, _deadline(timeout_s))
            return await self._command(game_id, asked)

    def check_opening(self, command: OpenTable, then: Sequence[TableCommand], actor: str) -> None:
        """Raise Refused where the table cannot be opened, or where one of the commands right after that would be
        refused."""
        now_ms, pinned = milliseconds(self._clock()), self._begin_under.get(command.variant, IN_FORCE)
        aggregate = open_table(self._with_beacon(command), actor, "", bytes(SEED_BYTES)).aggregate
        for each in then:
            aggregate = decide(aggregate, each, actor, now_ms, pinned).aggregate

    def _with_beacon(self, command: OpenTable) -> OpenTable:
        """Add the beacon where something is drawn: not where seed, set-up or position are given."""
        drawn = not command.seed and command.setup is None and command.position is UNSET
        return replace(command, beacon=self._beacon) if self._beacon and drawn else command

    async def execute(
        self,
        game_id: str,
        command: TableCommand | Command,
        *,
        actor: str,
        request_id: str,
        expected_version: int | None = None,
        still: ConflictResolver = fail_on_conflict,
        validate_only: bool = False,
        device: Device | None = None,
        timeout_s: float = TIMEOUT_S,
        counted_as: str = "",
    ) -> CommandResult:
        """Execute a command and return once its events are stored (with `validate_only`, the events that it would make,
        whether or not it is signed). `device`: the signature that came with it. `counted_as`: the kind in metrics,
        where the type of the command would tell who has a standing order.

        `expected_version`: the version that the caller decided on. If the game has moved on since, `still` decides
        under the game's lock whether the command is valid: no other command comes between its answer and the decision.

        A repeated `request_id` gets the first answer again. Raises Refused, UnknownGame, ExpectedVersionMismatch,
        RequestReused, Contended, StoreUnavailable (within `timeout_s`, whatever happens) or QueueFull.
        """
        assert not isinstance(command, OpenTable), "a table is opened by open_table"
        with CommandInstrumentation(counted_as or type(command).__name__, game_id, request_id):
            asked = command_request(
                command, actor, request_id, _deadline(timeout_s), expected_version, still, validate_only, device
            )
            return await self._command(game_id, asked)

    async def reject_request(self, game_id: str, *, actor: str, request_id: str, timeout_s: float = TIMEOUT_S) -> bool:
        """Reject a request before it is made: a later command with it is refused RequestReused. Return False if it has
        made an event already. Raises UnknownGame, StoreUnavailable, Contended."""
        live, request = self._live(game_id), Request(actor, request_id, b"")
        deadline = _deadline(timeout_s)
        async with GameLock(live, deadline):
            for _ in range(TRIES_MAX):
                await self._catch_up(live, deadline)
                if live.answered((actor, request_id)):
                    return False
                try:
                    await self._store.record_request(game_id, live.version, request, _seconds_left(deadline))
                except VersionConflict:
                    async with until(deadline):
                        known = await self._store.recorded_requests(game_id, actor)
                    if request_id in known:
                        return True
                else:
                    return True
        raise Contended(game_id, TRIES_MAX)

    async def load(self, game_id: str, *, timeout_s: float = TIMEOUT_S) -> LoadedGame:
        """The game as the store has it now. Do not change it. Raises UnknownGame, StoreUnavailable."""
        live = self._live(game_id)
        deadline = _deadline(timeout_s)
        async with GameLock(live, deadline):
            await self._catch_up(live, deadline)
        return live

    async def load_cached(self, game_id: str, *, timeout_s: float = TIMEOUT_S) -> LoadedGame:
        """Return the game as this process last knew it, for facts that never change: the holder of each seat once the
        game is running. The store is read only if this process does not know the game. Raises UnknownGame,
        StoreUnavailable."""
        live = self._live(game_id)
        return live if live.version else await self.load(game_id, timeout_s=timeout_s)

    def cached(self, game_id: str) -> Aggregate | None:
        """Return the game as this process last knew it, None if it does not."""
        live = self._cache.get(game_id)
        return live.aggregate if live else None

    def cached_at(self, game_id: str, version: int, event_time: datetime | None = None) -> Aggregate | None:
        """Return the game if it is at this version as far as this process knows, with a last event of this time if one
        is given."""
        live = self._cache.get(game_id)
        if live is None or live.version != version or event_time not in (None, live.at):
            return None
        return live.aggregate

    async def event_time(self, game_id: str, version: int, *, timeout_s: float = TIMEOUT_S) -> datetime:
        """Return the time of an event. Raises UnknownGame, UnknownVersion, StoreUnavailable."""
        live = await self.load(game_id, timeout_s=timeout_s)
        if version == live.version:
            return live.at
        async with until(_deadline(timeout_s)):
            rows = await self._store.load(game_id, version - 1, 1) if 0 < version < live.version else ()
        if not rows:
            raise UnknownVersion(game_id, version, live.version)
        return read_envelope(rows[0]).at

    async def load_at_version(self, game_id: str, version: int, *, timeout_s: float = TIMEOUT_S) -> Aggregate:
        """Return the game at a version, from 1: after the whole command that made the version, because no viewer ever
        sees half of one. Raises UnknownGame, UnknownVersion, StoreUnavailable."""
        if version < 1:
            raise UnknownVersion(game_id, version, (await self.load(game_id, timeout_s=timeout_s)).version)
        async with until(_deadline(timeout_s)):
            near = await self._snapshots.near(game_id, version) if self._snapshots and version >= EVERY else None
            aggregate = await self._past(game_id, version, near) if near else None
            aggregate = aggregate or await self._past(game_id, version, None)
        if aggregate is None:
            raise UnknownGame(game_id)
        return aggregate

    async def records(
        self, game_id: str, after: int = 0, *, timeout_s: float = TIMEOUT_S
    ) -> AsyncGenerator[list[Recorded], None]:
        """The history after a version, in parts. Raises StoreUnavailable."""
        slices = Slices()
        while True:
            async with until(_deadline(timeout_s)):
                rows = await self._store.load(game_id, after, PAGE)
            if rows:
                yield [await self._read_row(row, slices) for row in rows]
            after += len(rows)
            if len(rows) < PAGE:
                return

    async def _read_row(self, row: EventRow, slices: Slices) -> Recorded:
        await slices.rest()
        return self.codec.read(row)

    async def _past(self, game_id: str, version: int, near: LoadedSnapshot | None) -> Aggregate | None:
        """Folded from `near`, if it fits the stream. None where there is no such game. Raises UnknownVersion."""
        aggregate, at = (near.aggregate, near.aggregate.version) if near else (None, 0)
        slices = Slices()
        if near:
            rows = await self._store.load(game_id, at - 1, 1)
            if not rows or link_of(rows[0]) != near.chain:
                return None
        while True:
            rows = await self._store.load(game_id, at, PAGE)
            for row in rows:
                record = await self._read_row(row, slices)
                if record.version > version and record.envelope.command:
                    return aggregate
                aggregate = advance(aggregate, record)
            at += len(rows)
            if len(rows) < PAGE:
                break
        if aggregate and version > at:
            raise UnknownVersion(game_id, version, at)
        return aggregate

    async def _command(self, game_id: str, asked: CommandRequest) -> CommandResult:
        live = self._live(game_id)
        async with GameLock(live, asked.deadline):
            return await self._run(game_id, live, asked)

    async def _load(self, target: LoadedGame, request: CommandRequest) -> None:
        if target.version == 0:
            await self._read_on(target, request)

    async def _find_repeated(self, target: LoadedGame, request: CommandRequest) -> CommandResult | None:
        """Return None, too, if the store has lost the first answer: then the game is read again."""
        span = target.answered((request.request.actor, request.request.request_id))
        if span is None:
            return None
        if span.digest != request.request.digest[:DIGITS]:
            raise RequestReused(target.game_id, request.request.request_id)
        number = span.last - span.first + 1
        async with until(request.deadline):
            rows = await self._store.load(target.game_id, span.first - 1, number)
        records = [self.codec.read(row) for row in rows]
        if [record.envelope.request_id for record in records] != [request.request.request_id] * number:
            await self._read_on(target, request)
            return None
        return CommandResult(target.game_id, span.first, span.last, tuple(record.event for record in records))

    async def _decide(self, target: LoadedGame, request: CommandRequest, at: datetime) -> Ruling:
        command, expected = request.command, request.expected_version
        if isinstance(command, OpenTable):
            if target.aggregate:
                raise Refused("TABLE_EXISTS", "TB-OPEN-01")
            return open_table(command, request.request.actor, target.game_id, self._draw_secret())
        assert target.aggregate, "loaded"
        if (
            expected is not None
            and expected != target.version
            and target.aggregate.status in (OPEN, RUNNING)  # a finished game is reported as finished at any version
            and (expected > target.version or not request.still(target.aggregate))
        ):
            raise ExpectedVersionMismatch(target.game_id, expected, target.version)
        if not request.validate_only:
            self._check_signed(target, target.aggregate, request)
        pinned = self._begin_under.get(target.aggregate.opened.variant, IN_FORCE)
        return decide(target.aggregate, command, request.request.actor, milliseconds(at), pinned)

    async def _read_on(self, target: LoadedGame, request: CommandRequest) -> bool:
        """See CommandPipeline. A table that is opened need not exist. Raises UnknownGame."""
        return await self._catch_up(target, request.deadline, must_exist=not isinstance(request.command, OpenTable))

    async def _find_recorded(self, target: LoadedGame, request: CommandRequest) -> CommandResult | None:
        """Return the recorded answer to a request that made no event. Raises RequestReused."""
        async with until(request.deadline):
            known = await self._store.recorded_requests(target.game_id, request.request.actor)
        return _recorded_result(target, request, known)

    async def _save(
        self, target: LoadedGame, request: CommandRequest, decision: Ruling, at: datetime
    ) -> CommandResult | None:
        """Store the events of the command, or that it has none; or nothing, for a trial. If another process was faster,
        its answer to this very request is returned."""
        if request.validate_only or (not decision.events and request.request.actor == SERVER_ACTOR):
            if await self._read_on(target, request):
                return None  # it was decided on an old state
            return _answer(target, decision.events, before=target.chain)
        if decision.events:
            if await self._append(target, decision, request, at):
                return _answer(target, decision.events, stored=True)
        elif answer := await self._record_without_events(target, request):
            return answer
        await self._read_on(target, request)
        return await self._find_recorded(target, request)

    async def _record_without_events(self, live: LoadedGame, asked: CommandRequest) -> CommandResult | None:
        """Record a request that makes nothing happen; return None after a conflict. Raises Refused for too many."""
        async with until(asked.deadline):
            known = await self._store.recorded_requests(live.game_id, asked.request.actor)
        if before := _recorded_result(live, asked, known):
            return before
        check_idle(len(known))
        try:
            await self._store.record_request(live.game_id, live.version, asked.request, _seconds_left(asked.deadline))
        except VersionConflict:
            return None
        return _answer(live, ())

    def _check_signed(self, live: LoadedGame, aggregate: Aggregate, asked: CommandRequest) -> None:
        """Check the device signature (TB-SIGN). A device that signed the link of another version must decide again.
        Raises Refused, ExpectedVersionMismatch."""
        device = asked.device
        if device and device.version != live.version and aggregate.status == RUNNING:
            raise ExpectedVersionMismatch(live.game_id, device.version, live.version)
        signed = asked.signed(live.game_id, live.version, live.chain)
        check_signed(aggregate, asked.command, asked.request.actor, signed)

    async def _append(self, live: LoadedGame, decision: Ruling, asked: CommandRequest, at: datetime) -> bool:
        aggregate = decision.aggregate
        rows, chain = self.codec.seal(
            live.game_id,
            live.version + 1,
            decision.events,
            at=at,
            actor=asked.request.actor,
            request_id=asked.request.request_id,
            command=asked.bytes,
            secret=aggregate.secret,
            chain=live.last_link(aggregate),
            rules_version=aggregate.rules_version,
            device=asked.device.by if asked.device else UNSET,
        )
        try:
            with span("append", asked.request.request_id, game_id=live.game_id, rows=len(rows)):
                await self._store.append(rows, _seconds_left(asked.deadline), asked.request, live.chain)
        except VersionConflict:
            return False
        before_at = live.at
        live.stored(aggregate, rows, at, chain, asked.request)
        self._hand_over(live)
        if self.on_stored:
            first = live.version - len(rows) + 1
            move = StoredMove(live.game_id, first, decision.events, at, before_at, aggregate)
            for listener in self.on_stored:
                listener(move)
        return True

    async def _catch_up(self, live: LoadedGame, deadline: float, *, must_exist: bool = True) -> bool:
        """Return whether the store had other events than this process knew: more of them, or different ones, because a
        server that took over may have lost the last commits of its predecessor. Then the game is read again."""
        lost = False
        async with until(deadline):
            if live.version == 0:
                rows = await self._from_the_start(live)
            else:
                rows = await self._store.load(live.game_id, live.version - 1)
                lost = not (rows and link_of(rows[0]) == live.chain)
                rows = rows[1:]
        if lost:
            log.critical("the store has lost events: the game is read again", game_id=live.game_id, had=live.version)
            live.forget()
            await self._catch_up(live, deadline, must_exist=must_exist)
            return True
        live.read(rows, self.codec)
        self._hand_over(live)
        if must_exist and live.version == 0:
            self._cache.pop(live.game_id, None)
            raise UnknownGame(live.game_id)
        return bool(rows)

    async def _from_the_start(self, live: LoadedGame) -> Sequence[EventRow]:
        """The rows to read: all, or those after a snapshot that the game begins with then."""
        rows = await self._store.load(live.game_id, 0, PAGE)
        if len(rows) < PAGE:
            return rows
        near = await self._snapshots.near(live.game_id, VERSION_MAX) if self._snapshots else None
        if near and self._snapshots:
            asked = await self._snapshots.packed_requests(live.game_id, near.aggregate.version)
            found = await self._store.load(live.game_id, near.aggregate.version - 1)
            if asked is not None and found and link_of(found[0]) == near.chain:
                live.begin_near(near, asked, found[0])
                return found[1:]
        return [*rows, *await self._store.load(live.game_id, len(rows))]

    def _hand_over(self, live: LoadedGame) -> None:
        if live.due and self._snapshots:
            self._snapshots.put(live.due)
        live.due.clear()

    def _live(self, game_id: str) -> LoadedGame:
        live = self._cache.get(game_id)
        if live is None:
            _MISSES.inc()
            live = self._cache[game_id] = LoadedGame(game_id)
            self._forget_some()
        else:
            _HITS.inc()
            self._cache.move_to_end(game_id)
        return live

    def _forget_some(self) -> None:
        while len(self._cache) > self._games_max:
            self._cache.popitem(last=False)


def _deadline(timeout_s: float) -> float:
    """Return when a caller's patience ends, in the loop's time."""
    return asyncio.get_running_loop().time() + timeout_s


def _seconds_left(deadline: float) -> float:
    return deadline - asyncio.get_running_loop().time()


def _recorded_result(
    live: LoadedGame, asked: CommandRequest, recorded: Mapping[str, RecordedRequest]
) -> CommandResult | None:
    """Return the result of a request that made no event, if it is among those recorded. Raises RequestReused."""
    before = recorded.get(asked.request.request_id)
    if before is None:
        return None
    if before.digest != asked.request.digest:
        raise RequestReused(live.game_id, asked.request.request_id)
    return CommandResult(live.game_id, before.version + 1, before.version, ())


def _answer(live: LoadedGame, events: tuple[Event, ...], *, stored: bool = False, before: str = "") -> CommandResult:
    first = live.version - len(events) + 1 if stored else live.version + 1
    return CommandResult(live.game_id, first, first + len(events) - 1, events, before)
