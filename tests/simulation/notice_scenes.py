"""Accounts whose notices are known in advance: invitations, muted games, lost seats, and receivers that are gone.

One host invites several accounts to tables that stay open, and three small games are played. Which notices follow from
the log is counted a second time here.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from domain import stored
from domain.history.record import EventRow, Recorded, milliseconds
from domain.history.replay import advance
from domain.kernel.ids import Seat
from domain.table.aggregate import RUNNING, Aggregate
from domain.table.clock import BOT_TAKES_SEAT, Clock
from domain.table.messages import GameBegan, GameFinished, OpenTable, Resign, SeatHanded, StartGame, TakeSeat, Terms
from services.accounts.people import BLOCK, People
from services.application.command_errors import UnknownGame
from services.notify.news import GAME_OVER, INVITED, RECOVERY, SEAT_LOST, TEST, TIME_IS_SHORT, YOUR_TURN, Notice
from services.notify.notice_storage import NoticeStorage
from services.notify.posting import Delivery
from services.notify.targets import ALL_KINDS, FCM, MAIL, SLACK, WEBHOOK, Target
from support.demo import Choose, NumbersRevealed
from tests.simulation.players import TIMEOUT_S, Table
from tests.simulation.process import BEGAN
from tests.simulation.process_checks import NOT_OPEN

if TYPE_CHECKING:
    from tests.simulation.checks import Log
    from tests.simulation.notices import NoticeRoom

HOST = "scene-host"
GUEST, BLOCKER, MAILED, PHONE, WEAK_PHONE, SLOW_TO_HEAR, GONE = (
    f"scene-{name}" for name in ("guest", "blocker", "mailed", "phone", "weak phone", "slow", "gone")
)
"""The accounts that are invited: by webhook, by webhook although it blocks the host, by a channel of people, on a phone
without the app, on one that is away at first, by a service that fails at first, by a webhook that is given up."""
INVITED_ONES = (GUEST, BLOCKER, MAILED, PHONE, WEAK_PHONE, SLOW_TO_HEAR, GONE)
RENEWED, AGED, MUTED, OFF = "scene-renewed", "scene-aged", "scene-muted", "scene-off"
"""Webhooks with a second secret, one of which is valid no more; an account that mutes its game; a target that its owner
has switched off."""
SLEEPER, WAKER, PATIENT = "scene-sleeper", "scene-waker", "scene-patient"
PHONES = (PHONE, WEAK_PHONE)
AT_ONCE = (YOUR_TURN, GAME_OVER, SEAT_LOST)
HEARING = (HOST, BLOCKER, RENEWED, AGED, MUTED, SLEEPER, WAKER, PATIENT)
"""The players of the games, by webhook."""
INVITATIONS, PAUSE_S, TURN_S = 3, 2.0, 3.0
SLEEPER_S, LONG_S = 4, 700
SHORT_FROM_MS = 600_000
SECRET, OLD_SECRET, OLD_UNTIL = b"secret", b"older", BEGAN + timedelta(days=1)
SENT_S = 5.0
"""The end of a game is sent within this time, also by a process that has just been started."""
STALE_S, CALL_S = 1.0, 0.05
"""A notice of a turn that was over for so long is not sent."""


class Heard(NamedTuple):
    """A notice: its account, its kind, and the game, the version and the seat that it is about."""

    account: str
    kind: str
    game_id: str
    version: int
    seat: int


class PeopleChannel:
    """A channel on which people read, in place of Slack, mail and phones. It notes what it was sent."""

    def __init__(self, room: "NoticeRoom") -> None:
        self._room, self.sent = room, Counter[str]()
        self._first: dict[str, Delivery] = {
            PHONE: Delivery(404, gone=True),
            WEAK_PHONE: Delivery(503),
            SLOW_TO_HEAR: Delivery(503, blameless=True),
        }

    async def send(self, target: Target, notices: Sequence[Notice], now_ms: int) -> Delivery:
        world = self._room.world
        await asyncio.sleep(CALL_S)
        if not notices:
            world.faults.append(f"{target.account} was sent a message without a notice")
        kinds = {each.kind for each in notices}
        if kinds & {TEST, RECOVERY} and len(notices) > 1:
            world.faults.append(f"{target.account} was sent {kinds} in one message")
        if target.off and kinds != {RECOVERY}:
            world.faults.append(f"{target.account} has switched its target off and was sent {kinds}")
        self.sent[target.account] += 1
        if self.sent[target.account] == 1 and target.account in self._first:
            return self._first[target.account]
        for each in notices:
            self._room.scenes.hear(_heard(each))
        return Delivery(200)

    async def challenge(self, target: Target, notice: Notice, now_ms: int) -> Delivery:
        raise AssertionError("all targets are proven")

    def waits_for_answer(self) -> bool:
        return False


class NoticeScenes:
    """Plays the scenes, and compares what was heard."""

    def __init__(self, room: "NoticeRoom") -> None:
        self._world, self._dice = room.world, Random(f"scenes {room.world.plan.seed}")
        self.heard = Counter[Heard]()
        self._tables, self._muted = list[str](), ""
        self._has_played = False

    def hear(self, heard: Heard) -> None:
        """Note a notice that arrived. Without faults none is sent of a turn that was over before."""
        self.heard[heard] += 1
        if heard.kind not in AT_ONCE or not self._world.calm.is_calm:
            return
        now_s, over_s = self._world.loop.time(), None
        for aggregate, record in _states(self._stream(heard.game_id)):
            if record.version == heard.version:
                self._world.calm.note("a notice", now_s - (record.envelope.at - BEGAN).total_seconds())
            if heard.kind != YOUR_TURN:
                continue
            if record.version >= heard.version and heard.seat not in aggregate.thinking:
                over_s = over_s or (record.envelope.at - BEGAN).total_seconds()
            elif record.version >= heard.version:
                over_s = None
        if over_s is not None and now_s - over_s > STALE_S:
            self._world.faults.append(f"{heard} came {now_s - over_s:.1f} s after that turn was over")

    def _stream(self, game_id: str) -> list[EventRow]:
        return [EventRow(*row[1:]) for each in self._world.clusters for row in each.primary.by_stream.get(game_id, ())]

    async def play(self) -> None:
        """Set the targets, invite, and play."""
        storage = NoticeStorage(self._world.sql)
        await People(self._world.sql).add(BLOCKER, BLOCK, HOST)
        for account, channel in (
            *((each, WEBHOOK) for each in (HOST, GUEST, BLOCKER, MUTED, SLEEPER, WAKER, PATIENT, GONE)),
            *((each, SLACK) for each in (MAILED, SLOW_TO_HEAR)),
            *((each, FCM) for each in PHONES),
        ):
            await storage.set(_target(account, channel))
        for account, until in ((RENEWED, OLD_UNTIL), (AGED, BEGAN)):
            await storage.set(replace(_target(account, WEBHOOK), secret=OLD_SECRET))
            await storage.set(replace(_target(account, WEBHOOK), old_until_ms=milliseconds(until)))
        off = await storage.set(replace(_target(OFF, MAIL), off=True))
        while await storage.outbox.position() is None:
            await asyncio.sleep(0.1)
        (mailed,) = await storage.of(MAILED)
        now_ms = milliseconds(BEGAN) + int(1000 * self._world.loop.time())
        assert off, "an account has few targets"
        for target, kind in ((off, RECOVERY), (off, TEST), (mailed, TEST)):
            await storage.outbox.ask(kind, target, now_ms)
        await asyncio.gather(self._invite(), self._resign(), self._lose_seat(), self._have_time())
        self._has_played = True

    def _table(self) -> Table:
        return Table(0, self._dice, self._world.network, self._world.answering, self._world.ledger)

    async def _open(self, table: Table, host: str, wanted: OpenTable) -> str:
        opened = await table.certain(
            host,
            lambda process, number: process.games.open_table(
                wanted, actor=host, request_id=number, timeout_s=TIMEOUT_S
            ),
        )
        table.game_id = opened.game_id
        return opened.game_id

    async def _begin(self, table: Table, host: str, accounts: Sequence[str], terms: Terms) -> None:
        """Open a table for the accounts, seat them, and start."""
        await self._open(table, host, OpenTable("demo", len(accounts), terms=terms))
        for each in accounts:
            await table.lobby(each, TakeSeat())
        if MUTED in accounts:
            self._muted = table.game_id
            await NoticeStorage(self._world.sql).quiet_game(MUTED, table.game_id, quiet=True)
        await table.lobby(host, StartGame())

    async def _invite(self) -> None:
        for _ in range(INVITATIONS):
            self._tables.append(
                await self._open(self._table(), HOST, OpenTable("demo", 2, terms=Terms(invited=(HOST, *INVITED_ONES))))
            )
            await asyncio.sleep(PAUSE_S)

    async def _resign(self) -> None:
        """Play without clocks, and resign after a while. One player has muted the game, another one blocks its host."""
        table = self._table()
        with suppress(UnknownGame):  # a failover has lost the table
            await self._begin(table, HOST, (RENEWED, MUTED, BLOCKER), Terms())
            await asyncio.sleep(TURN_S + 1)
            for each in (RENEWED, MUTED):
                await table.lobby(each, Resign())
                await asyncio.sleep(PAUSE_S)

    async def _lose_seat(self) -> None:
        """One player moves, the other one's time runs out."""
        table, clock = self._table(), Clock(move_s=SLEEPER_S, on_timeout=BOT_TAKES_SEAT)
        with suppress(UnknownGame):
            await self._begin(table, SLEEPER, (SLEEPER, WAKER), Terms(clock=clock, stand_in="random"))
            await table.lobby(WAKER, Choose(Seat(1), 1))

    async def _have_time(self) -> None:
        """Play with so much time that there will be a notice that it is short."""
        table = self._table()
        with suppress(UnknownGame):
            await self._begin(table, PATIENT, (PATIENT, AGED), Terms(clock=Clock(move_s=LONG_S)))
            await asyncio.sleep(1)
            await table.lobby(AGED, Choose(Seat(1), 1))

    def check(self, log: "Log") -> None:
        """Compare what was heard with what follows from the log."""
        if self._world.has_lost or not self._has_played:
            return
        codec = stored.codec()
        wanted = {
            each: lasted_s
            for rows in log.by_stream.values()
            for each, lasted_s in _notices([codec.read(row) for row in rows], self._world.stopped_s)
        }
        self._world.reach("notices were counted a second time")
        faults = [f"{each} was heard and follows from no event" for each in self.heard if _is_made_up(each, wanted)]
        faults += [f"{each} was not heard" for each, lasted_s in wanted.items() if self._is_missing(each, lasted_s)]
        invited = [each.game_id for each in self.heard if each.account == GUEST and each.kind == INVITED]
        missing = set(self._tables) - set(invited) if self._world.calm.is_calm else set()
        if missing or len(set(invited)) < len(invited) or not set(invited) <= set(self._tables):
            faults.append(f"{GUEST} was invited to {invited}, opened were {self._tables}")
        self._world.faults += [*faults, *self._wrong_targets(), *self._wrong_outbox(wanted)]

    def _is_missing(self, notice: Heard, lasted_s: float) -> bool:
        """Return whether a notice for one of these accounts had to arrive until the processes stopped. Those that are
        true for a while alone do so without faults."""
        if notice in self.heard or notice.account not in HEARING:
            return False
        if notice.account == MUTED and notice.game_id == self._muted:
            return False
        is_for_long = self._world.calm.is_calm and lasted_s >= TURN_S
        is_due = notice.kind == GAME_OVER and lasted_s >= SENT_S
        return is_due or (notice.kind in (YOUR_TURN, SEAT_LOST) and is_for_long)

    def _wrong_targets(self) -> Iterator[str]:
        """Yield what is wrong with the targets, and with what the accounts wanted to hear."""
        found = dict(self._run("SELECT account_id, is_off FROM notice_targets WHERE account_id LIKE 'scene-%'"))
        off = {each for each, is_off in found.items() if is_off}
        if PHONE in found or not {WEAK_PHONE, SLOW_TO_HEAR, GONE} <= found.keys() or off != {GONE, OFF}:
            yield f"these have targets: {found}; {PHONE} has lost its app, {GONE} and {OFF} are off"
        if self._run("SELECT 1 FROM quiet_games WHERE account_id = ?", MUTED):
            yield f"the game {self._muted} is muted after its end"
        if any(each.account == MUTED and each.game_id == self._muted for each in self.heard):
            yield f"{MUTED} heard of the muted {self._muted}"
        if any(each.account in (HOST, BLOCKER) and each.kind == INVITED for each in self.heard):
            yield f"{HOST} has invited itself, or was heard by {BLOCKER}, which blocks it"
        if not any(each.account == OFF and each.kind == RECOVERY for each in self.heard):
            yield f"{OFF} was not sent how to come back"
        invitations = Counter(each.account for each in self.heard if each.kind == INVITED)
        missing = {MAILED, WEAK_PHONE, SLOW_TO_HEAR} - invitations.keys()
        if invitations[MAILED] > 1 or (missing and self._world.calm.is_calm):
            yield f"{MAILED} was invited by {HOST} more than once a day, or {missing} were not: {invitations}"

    def waiting(self, games: Collection[str]) -> list[str]:
        """Return the notices of ends of these games that are still to be sent."""
        return [f"{each} waits" for each in self._outbox() if each.kind == GAME_OVER and each.game_id in games]

    def _outbox(self) -> set[Heard]:
        rows = self._run("SELECT body FROM outbox WHERE account_id LIKE 'scene-%'")
        return {_heard(msgspec.json.decode(body, type=Notice)) for (body,) in rows}

    def _wrong_outbox(self, wanted: Mapping[Heard, float]) -> Iterator[str]:
        """Yield which notices wait and should not, and which should and do not."""
        waiting = self._outbox()
        for account in (MAILED, WEAK_PHONE, SLOW_TO_HEAR):
            known = {
                each.game_id for each in (*waiting, *self.heard) if (each.account, each.kind) == (account, INVITED)
            }
            closed = {row[1] for row in self._world.rows() if row[3].startswith(NOT_OPEN)}
            if not set(self._tables) - closed <= known <= set(self._tables):
                yield f"of the invitations of {account} to {self._tables} these were sent or wait: {known}"
        short = {(each.account, each.game_id): each for each in wanted if each.kind == TIME_IS_SHORT}
        right = {each for each in short.values() if each.account in HEARING}
        if {each for each in waiting if each.kind == TIME_IS_SHORT} != right:
            yield f"these notices of a time that is short wait: {waiting}, right are {right}"
        others = {
            each
            for each in waiting
            if each.kind not in (TIME_IS_SHORT, INVITED)
            and not (each.kind == GAME_OVER and wanted.get(each, SENT_S) < SENT_S)
        }
        if {(each.account, each.kind) for each in others} != {(OFF, TEST)}:
            yield f"these notices wait: {others}"

    def _run(self, statement: str, *values: str) -> list[Any]:
        return self._world.cluster.primary.tables.run(statement, values)


def _heard(notice: Notice) -> Heard:
    return Heard(notice.account, notice.kind, notice.game_id, notice.version, notice.seat)


def _target(account: str, channel: str) -> Target:
    return Target(account, channel, address(account), SECRET, (ALL_KINDS,), proven=True)


def address(account: str) -> str:
    """Return the address of the target of an account."""
    return f"https://receiver.example/{account}"


def _is_made_up(heard: Heard, wanted: Mapping[Heard, float]) -> bool:
    return heard.kind not in (INVITED, TEST, RECOVERY) and heard not in wanted


def _states(rows: Iterable[EventRow]) -> Iterator[tuple[Aggregate, Recorded]]:
    """Yield each event of a game with the state after it."""
    codec, aggregate = stored.codec(), None
    for row in rows:
        record = codec.read(row)
        aggregate = advance(aggregate, record)
        yield aggregate, record


def _notices(records: Sequence[Recorded], now_s: float) -> Iterator[tuple[Heard, float]]:
    """Yield the notices that follow from the events of a game of two rounds, each with the seconds for which it was
    true."""
    aggregate, commands = None, list[tuple[Aggregate, list[Recorded]]]()
    for record in records:
        aggregate = advance(aggregate, record)
        some = [] if record.envelope.command or not commands else commands.pop()[1]
        commands.append((aggregate, [*some, record]))
    known_ms: dict[int, int] = {}
    for number, (after, some) in enumerate(commands):
        for seat, occupant in enumerate(after.occupants):
            for kind in _kinds(after, some, seat, known_ms) if occupant.account else ():
                heard = Heard(occupant.account, kind, some[-1].stream_id, some[-1].version, seat)
                yield heard, _lasted_s(heard, commands[number:], now_s)


def _kinds(after: Aggregate, some: Sequence[Recorded], seat: int, known_ms: dict[int, int]) -> Iterator[str]:
    """Yield the kinds of the notices of a command for a player. In this game a turn begins with the game and when all
    numbers of a round are shown. `known_ms`: until when each seat has time."""
    events = [each.event for each in some]
    if any(isinstance(event, GameFinished) for event in events):
        yield GAME_OVER
        return
    if any(isinstance(event, SeatHanded) and event.place == seat and event.cause == "TIME" for event in events):
        yield SEAT_LOST
    waits = seat in after.to_act and not after.occupants[seat].bot
    is_shown = any(isinstance(event, NumbersRevealed) for event in events)
    is_own = after.occupants[seat].account == some[0].envelope.actor
    if waits and (any(isinstance(event, GameBegan) for event in events) or (is_shown and not is_own)):
        yield YOUR_TURN
    due_ms = (waits and after.clocks and after.clocks[seat].deadline_ms) or 0
    if due_ms != known_ms.get(seat) and due_ms - milliseconds(some[-1].envelope.at) >= SHORT_FROM_MS:
        yield TIME_IS_SHORT
    known_ms[seat] = due_ms


def _lasted_s(heard: Heard, commands: Sequence[tuple[Aggregate, list[Recorded]]], now_s: float) -> float:
    """Return for how long a notice was true from the first command on; the end of a game stays so."""
    at_s = [(some[0].envelope.at - BEGAN).total_seconds() for _, some in commands]
    for each, (state, _) in zip(at_s, commands, strict=True):
        is_over = state.status != RUNNING and heard.kind != GAME_OVER
        if is_over or (heard.kind == YOUR_TURN and heard.seat not in state.thinking):
            return each - at_s[0]
    return now_s - at_s[0]
