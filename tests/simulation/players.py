"""Players of one table: they sit down, choose, send a request again until it is answered, and decide again."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import datetime
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from domain.kernel.dice import Roll
from domain.kernel.ids import Seat, Viewer
from domain.kernel.messages import Command, Event
from domain.kernel.refused import Refused
from domain.kernel.simulation import random_bot
from domain.table.aggregate import FINISHED, RUNNING, Aggregate
from domain.table.clock import SECONDS_MAX, Clock
from domain.table.forced import only_command
from domain.table.messages import AddBot, OpenTable, StartGame, TakeSeat, Terms
from projections.read.games import NotShown
from projections.stores.interface import ViewUnavailable
from services.application.command_errors import Contended, ExpectedVersionMismatch, UnknownGame
from services.application.game_service import CommandResult
from services.store.interface import QueueFull, StoreUnavailable
from tests.simulation.faults import THINK_S
from tests.simulation.network import Network, NoAnswer
from tests.simulation.process import Process

TIMEOUT_S = 5.0
LOOKS_MAX = 40
"""So often a player looks at a game that does not run: a failover may have lost its opening or its start."""
FORCED_S = 600.0
"""The server does a forced move within this time, in which all faults of a slow plan but kills of all end."""
REFUSALS = (Refused, ExpectedVersionMismatch, UnknownGame)
UNCERTAIN = (StoreUnavailable, QueueFull, Contended, NoAnswer)


class Request(NamedTuple):
    """The identity of a request, for ever."""

    game_id: str
    actor: str
    request_id: str


class Acknowledged(NamedTuple):
    """An answer that a client has received: the versions of its events, and the events."""

    first_version: int
    version: int
    events: tuple[Any, ...]


class Sight(NamedTuple):
    """A viewer and a version of a game."""

    game_id: str
    viewer: Viewer
    version: int


class Ledger:
    """The answers that clients received, and the boards that watchers saw. `forgiven`: requests whose events a failover
    has lost. `sent`: the answers of the API. `shown`: events that the watches of a viewer gave, by their versions.
    `differing`: what watchers saw in two forms, or not in order. `arrived`: is called with the game and the version
    that a watcher waited for. `has_lost`: a failover has lost something. `watched`: of each watch the game, and the
    times of the events that it gave, from the first one on."""

    def __init__(self, reached: Callable[[str], None], arrived: Callable[[str, int], None]) -> None:
        self.answers: dict[Request, Acknowledged] = {}
        self.forgiven: set[Request] = set()
        self.boards: dict[Sight, bytes] = {}
        self.sent: dict[Request, Acknowledged] = {}
        self.shown: dict[Sight, Event | None] = {}
        self.differing: list[str] = []
        self.faults: list[str] = []
        self.has_lost = False
        self.watched: list[tuple[str, list[datetime]]] = []
        self.reached, self.arrived = reached, arrived

    def acknowledge(self, request: Request, result: CommandResult, tries: int) -> None:
        if request in self.forgiven:
            return
        answer = Acknowledged(result.first_version, result.version, result.events)
        if tries:
            self.reached("a repeated request was answered")
        if self.answers.setdefault(request, answer) != answer:
            self.faults.append(f"{request} was answered by {self.answers[request]} and by {answer}")

    def answer(self, request: Request, answer: Acknowledged) -> None:
        """Note an answer of the API, whose events are as the player may know them."""
        if request in self.forgiven:
            return
        if request in self.sent:
            self.reached("a request was answered twice")
        if self.sent.setdefault(request, answer) != answer:
            self.faults.append(f"{request} was answered by {self.sent[request]} and by {answer}")

    def watch(self, game_id: str) -> list[datetime]:
        """Note that a watch begins, and return the list of its event times, which the watcher fills."""
        self.watched.append((game_id, []))
        return self.watched[-1][1]

    def show(self, sight: Sight, event: Event | None) -> None:
        """Note an event that a watch gave; None for one that stays hidden."""
        if self.shown.setdefault(sight, event) != event:
            self.differing.append(f"{sight} was shown as {self.shown[sight]} and as {event}")

    def see(self, sight: Sight, board: bytes, wanted: int) -> None:
        """Note a board. `wanted`: the least version that the watcher had asked for."""
        self.reached("a watcher saw a board")
        if sight.version < wanted:
            self.differing.append(f"{sight} was shown where version {wanted} was asked for")
        if self.boards.setdefault(sight, board) != board:
            self.differing.append(f"{sight} was shown as {self.boards[sight]!r} and as {board!r}")

    def refused(self, reason: str) -> None:
        """Note a refusal by a limit. No client of a run needs more than its account may have."""
        if reason.startswith("TOO_MANY_") and not self.has_lost:
            self.faults.append(f"a client was refused: {reason}")

    def forgive(self, request: Request) -> None:
        self.forgiven.add(request)
        self.answers.pop(request, None)
        self.sent.pop(request, None)

    @property
    def commands(self) -> int:
        """Return how many requests were acknowledged."""
        return len(self.answers) + len(self.sent)


class Pace:
    """The time for which players think: at most `think_s` before each look at the game, until they are hurried."""

    def __init__(self, think_s: float = THINK_S) -> None:
        self.think_s = think_s
        self._hurried = asyncio.Event()

    @property
    def is_slow(self) -> bool:
        return self.think_s > THINK_S

    def clock(self, dice: Random) -> Clock:
        """Draw the clock of a game. Slow players exceed the shortest one now and then."""
        move_s = dice.choice((20, 60, 600))
        return Clock(move_s=min(SECONDS_MAX, int(move_s * self.think_s / 40)) if self.is_slow else move_s)

    async def think(self, dice: Random) -> None:
        wait_s = dice.uniform(0.1, self.think_s)
        if not self.is_slow:
            await asyncio.sleep(wait_s)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_s):
                await self._hurried.wait()

    def hurry(self) -> None:
        """Let the players of slow games move like the others from now on."""
        self.think_s = THINK_S
        self._hurried.set()


class Table:
    """A table of the game `variant` with people and bots. `processes`: those that answer calls. `watches`: watchers
    read the boards of the game from views."""

    def __init__(
        self,
        number: int,
        dice: Random,
        network: Network,
        processes: Callable[[], list[Process]],
        ledger: Ledger,
        *,
        watches: bool = False,
        pace: Pace | None = None,
    ) -> None:
        self._watches, self._pace = watches, pace or Pace()
        self._dice, self._network, self._processes, self._ledger = dice, network, processes, ledger
        self.number = number
        self.game_id = ""
        self.is_over = self.was_left = False
        """`was_left`: a player has seen the end, and does not come back if a failover loses it."""
        self.stuck_since_s: float | None = None
        self._seen_at = 0, 0.0
        """The newest version of the game that players have seen, and when they saw it first."""

    async def play(self, variant: str, seats: int, bots: int) -> None:
        """Play one game to its end."""
        host, *others = [f"account-{self.number}-{seat}" for seat in range(seats - bots)]
        terms = Terms(clock=self._pace.clock(self._dice), forced_moves=self._dice.random() < 0.3)
        opened = await self.certain(
            host,
            lambda process, number: process.games.open_table(
                OpenTable(variant, seats, terms=terms), actor=host, request_id=number, timeout_s=TIMEOUT_S
            ),
        )
        self.game_id = opened.game_id
        try:
            await self._fill(host, others, bots)
        except UnknownGame:
            self._ledger.reached("a game was given up")
            return
        watching = [asyncio.create_task(self._watch(viewer)) for viewer in (None, Seat(0)) if self._watches]
        try:
            await asyncio.gather(*(self.sit(account) for account in (host, *others)))
            if watching:
                await asyncio.wait(watching, timeout=10)
        finally:
            for each in watching:
                each.cancel()
        self.is_over = True
        self._ledger.reached("a game ended")

    async def _fill(self, host: str, others: list[str], bots: int) -> None:
        """Seat people and bots, and start. Raises UnknownGame if a failover has lost the table."""
        for account in (host, *others):
            await self.lobby(account, TakeSeat())
        for _ in range(bots):
            await self.lobby(host, AddBot("random"))
        await self.lobby(host, StartGame())

    async def lobby(self, account: str, command: Any) -> None:
        """Give a command at the open table, again where a process does not know the table yet. Raises UnknownGame."""
        for _ in range(LOOKS_MAX):
            with suppress(UnknownGame):
                return await self._give_once(account, command)
            await asyncio.sleep(0.5)
        raise UnknownGame(self.game_id)

    async def _give_once(self, account: str, command: Any) -> None:
        try:
            await self._give(account, command, None)
        except Refused as refused:
            self._ledger.reached(f"refused {refused.code}")

    async def has_seat(self, account: str) -> bool:
        """Return whether an account has a seat, as far as its player can see."""
        aggregate = await self._look()
        return aggregate is not None and aggregate.seat_of(account) is not None

    async def sit(self, account: str) -> None:
        looks = 0
        while looks < LOOKS_MAX:
            await self._pace.think(self._dice)
            aggregate = await self._look()
            if aggregate is None or aggregate.status != RUNNING:
                looks += 1
            if aggregate and aggregate.status == FINISHED:
                self.was_left = True
                return
            if aggregate and self._pace.is_slow:
                self._check_forced(aggregate)
            seat = aggregate.seat_of(account) if aggregate and aggregate.status == RUNNING else None
            if aggregate and seat is not None and seat in aggregate.to_act:
                await self._move(account, aggregate, seat)
        self._ledger.reached("a game was given up")

    def _check_forced(self, aggregate: Aggregate) -> None:
        """Expect the server to do what a seat cannot but do where the terms want it (TB-ORD-07)."""
        now_s = asyncio.get_running_loop().time()
        if aggregate.version != self._seen_at[0]:
            self._seen_at = aggregate.version, now_s
        elif now_s - self._seen_at[1] > FORCED_S and any(only_command(aggregate, seat) for seat in aggregate.to_act):
            self._ledger.faults.append(f"{self.game_id} waits at {aggregate.version} for a forced move")

    async def _watch(self, viewer: Viewer) -> None:
        """Wait for the next board, from one process or another, until the game is over."""
        seen, status = 0, ""
        while status != FINISHED:
            if self._pace.is_slow:
                await self._pace.think(self._dice)
            process, wanted = self._dice.choice(self._processes()), seen + (not self._pace.is_slow)
            try:
                board = await self._network.call(
                    process, lambda at, version=wanted: at.read_board(self.game_id, viewer, version)
                )
            except (*UNCERTAIN, ViewUnavailable, NotShown) as missing:
                self._ledger.reached(f"a watcher saw nothing: {type(missing).__name__}")
                await asyncio.sleep(0.5)
            else:
                self._ledger.see(Sight(self.game_id, viewer, board.version), msgspec.json.encode(board), wanted)
                if seen:
                    self._ledger.arrived(self.game_id, board.version)
                seen, status = board.version, board.status
        self._ledger.reached("a watcher saw the end of a game")

    async def _move(self, account: str, aggregate: Aggregate, seat: Seat) -> None:
        command = self._choose(aggregate, seat)
        try:
            await self._give(account, command, aggregate.version)
        except REFUSALS as refused:
            self._ledger.reached(f"a move was refused: {type(refused).__name__}")

    def _choose(self, aggregate: Aggregate, seat: Seat) -> Command:
        rules, play = aggregate.rules, aggregate.play
        assert rules, "the game runs"
        roll = Roll(self._dice.randbytes(16), "player")
        return random_bot(rules.view(play, seat), rules.options(play, seat), seat, roll)

    async def _look(self) -> Aggregate | None:
        process = self._dice.choice(self._processes())
        try:
            live = await self._network.call(process, lambda at: at.games.load(self.game_id, timeout_s=TIMEOUT_S))
        except (*UNCERTAIN, UnknownGame):
            return None
        return live.aggregate

    async def _give(self, account: str, command: Any, version: int | None) -> CommandResult:
        return await self.certain(
            account,
            lambda process, number: process.games.execute(
                self.game_id, command, actor=account, request_id=number, expected_version=version, timeout_s=TIMEOUT_S
            ),
        )

    def new_request(self, account: str) -> str:
        """Return an id for the next request of an account."""
        return str(UUID(bytes=self._dice.randbytes(16), version=4))

    async def certain(
        self, account: str, call: Callable[[Process, str], Coroutine[Any, Any, CommandResult]]
    ) -> CommandResult:
        """Send a request with the same id until its answer is certain, as turnledger/connection.py does."""
        number, tries = self.new_request(account), 0
        while True:
            process = self._dice.choice(self._processes())
            try:
                result = await self._network.call(process, lambda at: call(at, number))
            except UNCERTAIN as uncertain:
                self._ledger.reached(f"a call was uncertain: {type(uncertain).__name__}")
                tries += 1
                await asyncio.sleep(self._dice.uniform(0, min(5.0, 0.2 * 2 ** min(tries, 8))))
            else:
                self._ledger.acknowledge(Request(result.game_id, account, number), result, tries)
                return result
