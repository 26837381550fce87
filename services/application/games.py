"""The way of a command: load, check the request, decide, append, answer. The only place where rules and store meet."""

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

from domain.history.codec import Codec, link_of
from domain.history.record import Recorded, Row, milliseconds
from domain.history.replay import advance
from domain.kernel.beacon import Beacon
from domain.kernel.decider import Command, Event
from domain.kernel.dice import SEED_BYTES
from domain.kernel.refused import Refused
from domain.table.aggregate import OPEN, RUNNING, Aggregate
from domain.table.decide import Ruling, decide, open_table
from domain.table.devices import check_signed
from domain.table.lobby import IN_FORCE, Pinned
from domain.table.messages import SERVER_ACTOR, GameFinished, OpenTable, TableCommand
from domain.table.pace import check_idle
from services.application.aggregate_snapshots import EVERY, AggregateSnapshots, LoadedSnapshot
from services.application.errors import Contended, RequestReused, StaleVersion, UnknownGame, UnknownVersion
from services.application.given import Device, Given, Still, binding, given
from services.application.live import Live
from services.application.observed import Observed
from services.application.requests import DIGITS, Span
from services.application.waiting import Held, until
from services.observe.metrics import CACHE_READS
from services.observe.traces import span
from services.platform.clock import process_clock
from services.store.interface import EventStore, Request, VersionTaken

GAMES_MAX = 10_000
TRIES_MAX = 8
"""How often a command is decided again because another process was faster."""
TIMEOUT_S = 10.0
"""For callers that name no deadline."""
PAGE = EVERY + 50
"""Rows that are read at once where a game may be longer; most are not."""
VERSION_MAX = 2**31 - 1
_HITS, _MISSES = CACHE_READS.labels("hit"), CACHE_READS.labels("miss")
log = structlog.get_logger(__name__)
_GAME_IDS = UUID("6f1d3b0e-3b0a-5c58-9d63-0a4ff0a5c1de")


class Answer(Struct, frozen=True):
    """What a command made happen: the events with versions `first_version` … `version`, none if it was so already."""

    game_id: str
    first_version: int
    version: int
    events: tuple[Event, ...]
    before: str = ""
    """Of a trial: the link of the event before, which a device has to sign."""

    @property
    def is_end(self) -> bool:
        """Whether the game was over after it, and everything is known: no command is heard later."""
        return any(isinstance(event, GameFinished) for event in self.events)


def table_id(name: str) -> str:
    return str(uuid5(_GAME_IDS, name))


class Games:
    """All games of one store, as one process sees them. Any number of processes may serve the same store.

    `begin_under`: of variants whose games shall not begin with what is in force, what they begin with. `beacon`: whose
    rounds take part in the draws of the tables that are opened here. `games_max`: held in memory; the one unused for
    longest goes first.
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
        self._cache: OrderedDict[str, Live] = OrderedDict()
        self._games_max = games_max
        self.on_change: list[Callable[[Live], None]] = []
        """Called after every stored command of this process, with the game as it stands."""

    async def open_table(
        self, command: OpenTable, *, actor: str, request_id: str, name: str = "", timeout_s: float = TIMEOUT_S
    ) -> Answer:
        """Opens a table. Its id follows from actor and request, so that a repeated request finds the same table; or
        from a name that callers agree on: then the first of them opens it, and the others are refused TABLE_EXISTS."""
        game_id = table_id(name or f"{actor}/{request_id}")
        with Observed("OpenTable", game_id, request_id):
            asked = given(self._with_beacon(command), actor, request_id)
            return await self._command(game_id, asked, timeout_s)

    def _with_beacon(self, command: OpenTable) -> OpenTable:
        """Where something is drawn: not where seed, set-up or position are given."""
        drawn = not command.seed and command.setup is None and command.position is UNSET
        return replace(command, beacon=self._beacon) if self._beacon and drawn else command

    async def give(
        self,
        game_id: str,
        command: TableCommand | Command,
        *,
        actor: str,
        request_id: str,
        expected_version: int | None = None,
        still: Still = binding,
        validate_only: bool = False,
        device: Device | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> Answer:
        """Gives a command and returns once its events are stored (with `validate_only`, what they would be, whoever has
        to sign it). `device`: the signature that came with it.

        `expected_version`: what the caller decided on. `still` is asked where the game has gone on since, under the
        game's lock: nobody comes between its answer and the decision.

        A repeated `request_id` gets the first answer again. Raises Refused, UnknownGame, StaleVersion, RequestReused,
        Contended, StoreAway (within `timeout_s`, whatever happens) or QueueFull.
        """
        assert not isinstance(command, OpenTable), "a table is opened by open_table"
        with Observed(type(command).__name__, game_id, request_id):
            asked = given(command, actor, request_id, expected_version, still, validate_only, device)
            return await self._command(game_id, asked, timeout_s)

    async def forestall(self, game_id: str, *, actor: str, request_id: str, timeout_s: float = TIMEOUT_S) -> bool:
        """Answers a request before it is made: whoever gives a command with it from now on is refused RequestReused.
        False where it has made something happen already. Raises UnknownGame, StoreAway, Contended."""
        live, request = self._live(game_id), Request(actor, request_id, b"")
        deadline = asyncio.get_running_loop().time() + timeout_s
        async with Held(live, deadline):
            for _ in range(TRIES_MAX):
                await self._catch_up(live, deadline)
                if live.answered((actor, request_id)):
                    return False
                try:
                    left = deadline - asyncio.get_running_loop().time()
                    await self._store.acknowledge(game_id, live.version, request, left)
                except VersionTaken:
                    async with until(deadline):
                        known = await self._store.acknowledged(game_id, actor)
                    if request_id in known:
                        return True
                else:
                    return True
        raise Contended(game_id, TRIES_MAX)

    async def load(self, game_id: str, *, timeout_s: float = TIMEOUT_S) -> Live:
        """The game as the store has it now. Do not change it. Raises UnknownGame, StoreAway."""
        live = self._live(game_id)
        deadline = asyncio.get_running_loop().time() + timeout_s
        async with Held(live, deadline):
            await self._catch_up(live, deadline)
        return live

    async def recall(self, game_id: str, *, timeout_s: float = TIMEOUT_S) -> Live:
        """The game as this process last knew it, for what never changes: who sits where once the game is on. Read from
        the store only where this process knows nothing. Raises UnknownGame, StoreAway."""
        live = self._live(game_id)
        return live if live.version else await self.load(game_id, timeout_s=timeout_s)

    def held_at(self, game_id: str, version: int) -> Aggregate | None:
        """The game, if it stands at this version as far as this process knows."""
        live = self._cache.get(game_id)
        return live.aggregate if live and live.version == version else None

    async def past(self, game_id: str, version: int, *, timeout_s: float = TIMEOUT_S) -> Aggregate:
        """The game as it stood at a version, from 1: after the whole command that made it (nobody ever sees
        half of one). Raises UnknownGame, UnknownVersion, StoreAway."""
        if version < 1:
            raise UnknownVersion(game_id, version, (await self.load(game_id, timeout_s=timeout_s)).version)
        async with until(asyncio.get_running_loop().time() + timeout_s):
            near = await self._snapshots.near(game_id, version) if self._snapshots and version >= EVERY else None
            aggregate = await self._past(game_id, version, near) if near else None
            aggregate = aggregate or await self._past(game_id, version, None)
        if aggregate is None:
            raise UnknownGame(game_id)
        return aggregate

    async def records(
        self, game_id: str, after: int = 0, *, timeout_s: float = TIMEOUT_S
    ) -> AsyncGenerator[list[Recorded], None]:
        """The history after a version, in parts. Raises StoreAway."""
        while True:
            async with until(asyncio.get_running_loop().time() + timeout_s):
                rows = await self._store.load(game_id, after, PAGE)
            if rows:
                yield [self.codec.read(row) for row in rows]
            after += len(rows)
            if len(rows) < PAGE:
                return

    async def _past(self, game_id: str, version: int, near: LoadedSnapshot | None) -> Aggregate | None:
        """Folded from `near`, if it fits the stream. None where there is no such game. Raises UnknownVersion."""
        aggregate, at = (near.aggregate, near.aggregate.version) if near else (None, 0)
        if near:
            rows = await self._store.load(game_id, at - 1, 1)
            if not rows or link_of(rows[0]) != near.chain:
                return None
        while True:
            rows = await self._store.load(game_id, at, PAGE)
            for record in map(self.codec.read, rows):
                if record.version > version and record.envelope.command:
                    return aggregate
                aggregate = advance(aggregate, record)
            at += len(rows)
            if len(rows) < PAGE:
                break
        if aggregate and version > at:
            raise UnknownVersion(game_id, version, at)
        return aggregate

    async def _command(self, game_id: str, asked: Given, timeout_s: float) -> Answer:
        live = self._live(game_id)
        deadline = asyncio.get_running_loop().time() + timeout_s
        async with Held(live, deadline):
            if live.version == 0:
                await self._catch_up(live, deadline, must_exist=not isinstance(asked.command, OpenTable))
            for _ in range(TRIES_MAX):
                span = live.answered((asked.request.actor, asked.request.request_id))
                if span and (first := await self._first_answer(live, span, asked, deadline)):
                    return first
                at = max(self._clock(), live.at)  # of two processes' clocks one is behind
                try:
                    decision = self._decide(live, asked, at)
                except (Refused, StaleVersion):
                    if await self._catch_up(live, deadline, must_exist=live.version > 0):
                        continue  # decided on an old state: another process was here
                    if before := await self._acknowledged(live, asked, deadline):
                        return before
                    raise
                if asked.validate_only or (not decision.events and asked.request.actor == SERVER_ACTOR):
                    if await self._catch_up(live, deadline):
                        continue  # so it was on an old state
                    return _answer(live, decision.events, before=live.chain)
                if answer := await self._keep(live, decision, asked, at, deadline):
                    return answer
        raise Contended(game_id, TRIES_MAX)

    async def _keep(self, live: Live, decision: Ruling, asked: Given, at: datetime, deadline: float) -> Answer | None:
        """Stores what the command made happen, or that it made nothing happen. None where another process was faster,
        unless that answered this very request."""
        left = deadline - asyncio.get_running_loop().time()
        if decision.events:
            if await self._append(live, decision, asked, at, left):
                return _answer(live, decision.events, stored=True)
        else:
            if before := await self._acknowledged(live, asked, deadline, one_more=True):
                return before
            try:
                await self._store.acknowledge(live.game_id, live.version, asked.request, left)
            except VersionTaken:
                pass
            else:
                return _answer(live, ())
        await self._catch_up(live, deadline)
        return await self._acknowledged(live, asked, deadline)

    async def _acknowledged(
        self, live: Live, asked: Given, deadline: float, *, one_more: bool = False
    ) -> Answer | None:
        """What the request was answered, if it made nothing happen. `one_more`: it is about to be remembered. Raises
        RequestReused, and Refused where the actor has asked for nothing too often."""
        async with until(deadline):
            known = await self._store.acknowledged(live.game_id, asked.request.actor)
        before = known.get(asked.request.request_id)
        if before is None:
            if one_more:
                check_idle(len(known))
            return None
        if before.digest != asked.request.digest:
            raise RequestReused(live.game_id, asked.request.request_id)
        return Answer(live.game_id, before.version + 1, before.version, ())

    def _decide(self, live: Live, asked: Given, at: datetime) -> Ruling:
        command, expected = asked.command, asked.expected_version
        if isinstance(command, OpenTable):
            if live.aggregate:
                raise Refused("TABLE_EXISTS", "TB-OPEN-01")
            return open_table(command, asked.request.actor, live.game_id, self._draw_secret())
        assert live.aggregate, "loaded"
        if (
            expected is not None
            and expected != live.version
            and live.aggregate.status in (OPEN, RUNNING)  # what is over is over at any version, and is told so
            and (expected > live.version or not asked.still(live.aggregate))
        ):
            raise StaleVersion(live.game_id, expected, live.version)
        if not asked.validate_only:
            self._check_signed(live, live.aggregate, asked)
        pinned = self._begin_under.get(live.aggregate.opened.variant, IN_FORCE)
        return decide(live.aggregate, command, asked.request.actor, milliseconds(at), pinned)

    def _check_signed(self, live: Live, aggregate: Aggregate, asked: Given) -> None:
        """TB-SIGN. Who signed the link of another version decides again. Raises Refused, StaleVersion."""
        device = asked.device
        if device and device.version != live.version and aggregate.status == RUNNING:
            raise StaleVersion(live.game_id, device.version, live.version)
        signed = asked.signed(live.game_id, live.version, live.chain)
        check_signed(aggregate, asked.command, asked.request.actor, signed)

    async def _append(self, live: Live, decision: Ruling, asked: Given, at: datetime, timeout_s: float) -> bool:
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
                await self._store.append(rows, timeout_s, asked.request)
        except VersionTaken:
            return False
        live.stored(aggregate, rows, at, chain, asked.request)
        self._hand_over(live)
        for listener in self.on_change:
            listener(live)
        return True

    async def _first_answer(self, live: Live, span: Span, asked: Given, deadline: float) -> Answer | None:
        """None where the store has lost it: then the game is as the store has it."""
        if span.digest != asked.request.digest[:DIGITS]:
            raise RequestReused(live.game_id, asked.request.request_id)
        async with until(deadline):
            rows = await self._store.load(live.game_id, span.first - 1, span.last - span.first + 1)
        records = [self.codec.read(row) for row in rows]
        if [record.envelope.request_id for record in records] != [asked.request.request_id] * (
            span.last - span.first + 1
        ):
            await self._catch_up(live, deadline)
            return None
        return Answer(live.game_id, span.first, span.last, tuple(record.event for record in records))

    async def _catch_up(self, live: Live, deadline: float, *, must_exist: bool = True) -> bool:
        """Whether the store had more than this process knew, or something else: a server that took over from another
        may have lost the last commits of that one. Then the game is read again."""
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

    async def _from_the_start(self, live: Live) -> Sequence[Row]:
        """The rows to read: all, or those after a snapshot that the game begins with then."""
        rows = await self._store.load(live.game_id, 0, PAGE)
        if len(rows) < PAGE:
            return rows
        near = await self._snapshots.near(live.game_id, VERSION_MAX) if self._snapshots else None
        if near and self._snapshots:
            asked = await self._snapshots.asked(live.game_id, near.aggregate.version)
            found = await self._store.load(live.game_id, near.aggregate.version - 1)
            if asked is not None and found and link_of(found[0]) == near.chain:
                live.begin_near(near, asked, found[0])
                return found[1:]
        return [*rows, *await self._store.load(live.game_id, len(rows))]

    def _hand_over(self, live: Live) -> None:
        if live.due and self._snapshots:
            self._snapshots.put(live.due)
        live.due.clear()

    def _live(self, game_id: str) -> Live:
        live = self._cache.get(game_id)
        if live is None:
            _MISSES.inc()
            live = self._cache[game_id] = Live(game_id)
            self._forget_some()
        else:
            _HITS.inc()
            self._cache.move_to_end(game_id)
        return live

    def _forget_some(self) -> None:
        while len(self._cache) > self._games_max:
            self._cache.popitem(last=False)


def _answer(live: Live, events: tuple[Event, ...], *, stored: bool = False, before: str = "") -> Answer:
    first = live.version - len(events) + 1 if stored else live.version + 1
    return Answer(live.game_id, first, first + len(events) - 1, events, before)
