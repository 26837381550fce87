"""Quick matches: players ask for a table again and again, from any process, and play where they are seated."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from typing import TYPE_CHECKING
from uuid import UUID

from domain import stored
from domain.history.record import EventRow
from domain.kernel.refused import Refused
from domain.table.clock import Clock
from domain.table.messages import LeaveSeat, OpenTable, PlayerSeated, Resign, SeatCleared, TakeSeat, Terms
from services.application.command_errors import Contended, ExpectedVersionMismatch, UnknownGame
from services.application.game_service import table_id
from services.roles.matchmaking import Matchmaking, _kind, _quick, _quick_table
from tests.simulation.checks import Log
from tests.simulation.players import TIMEOUT_S, UNCERTAIN, Table
from tests.simulation.postgres import Lost
from tests.simulation.process import Process
from tests.simulation.process_checks import READS_AHEAD
from tests.simulation.room import Room, Work

if TYPE_CHECKING:
    from tests.simulation.world import World

PLAYERS = 4
DOUBLED_PART, REPEATED_PART = 0.3, 0.2
"""Of the requests, those that arrive twice at the same moment, and those whose answer is lost."""
RESIGNED_PART, GONE_PART = 0.5, 0.2
"""Of the players, those that resign at once, and those that give up waiting."""
SEATED = ("table.PlayerSeated/", "table.BotSeated/")
GAP_MAX = 64


class MatchmakingRoom(Room):
    """PLAYERS look for a table of two or three."""

    name = "matchmaking"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._parts: dict[str, Matchmaking] = {}
        self._wanted = OpenTable("demo", 2 + (world.plan.seed % 4 == 2), terms=Terms(clock=Clock(move_s=20)))
        self._answers: dict[tuple[str, str], str] = {}
        self._asked = Counter[str]()
        self._reading: list[tuple[Process, asyncio.Task[None]]] = []
        self._lost: set[tuple[str, str]] = set()
        """Seats that a failover has lost: account and game."""

    def roles(self, process: Process) -> Sequence[Work]:
        meeting = self._parts[process.name] = Matchmaking(process.games, process.store, process.tables)
        return [meeting.read_ahead()]

    def clients(self) -> Sequence[Work]:
        return [self._play(f"quick-{number}") for number in range(PLAYERS)]

    def heal(self) -> None:
        """Let each process read what was stored since a failover has lost events."""
        self._reading = [(each, each.begin(self._parts[each.name].read_ahead())) for each in self.world.processes]

    async def lags(self) -> list[str]:
        """Return the processes that still read. Another room may have replaced one after it was asked to."""
        started = [(each, role) for each in self.world.processes for name, role in each.roles if name == READS_AHEAD]
        return [
            f"{each.name} does not know the waiting tables"
            for each, read in (*self._reading, *started)
            if not read.done() and not each.state.is_dead
        ]

    def forgive(self, lost: Lost) -> None:
        codec = stored.codec()
        for event, game_id in ((codec.read(EventRow(*row[1:])).event, row[1]) for row in lost.rows):
            if isinstance(event, PlayerSeated):
                self._lost.add((event.account, game_id))
                self.world.reach("the seat of a quick match was lost")

    async def _play(self, account: str) -> None:
        dice = Random(f"{account} {self.world.plan.seed}")
        while True:
            await asyncio.sleep(dice.uniform(0.0, 2.0))
            game_id = await self._match(dice, account)
            if game_id:
                table = Table(0, dice, self.world.network, self.world.answering, self.world.ledger)
                table.game_id = game_id
                if dice.random() < GONE_PART:
                    await asyncio.sleep(dice.uniform(0.0, 1.0))
                    with suppress(UnknownGame):
                        await table.lobby(account, LeaveSeat())
                    if not await table.has_seat(account):
                        continue
                elif dice.random() < RESIGNED_PART:
                    with suppress(UnknownGame):  # a failover has lost the table since
                        await table.lobby(account, Resign())
                await table.sit(account)
                self.world.reach("a quick match was over")

    async def _match(self, dice: Random, account: str) -> str:
        """Ask with the same id until it is answered; empty where it was refused."""
        request = str(UUID(bytes=dice.randbytes(16), version=4))
        self._asked[account] += 1
        for tries in range(1, 1_000):
            process = dice.choice(self.world.answering())
            meeting = self._parts[process.name]
            times = 1 + (dice.random() < DOUBLED_PART)
            try:
                game_id, *others = await self.world.network.call(
                    process, lambda _, at=meeting, times=times: self._ask(at, account, request, times)
                )
            except (*UNCERTAIN, UnknownGame, ExpectedVersionMismatch) as uncertain:
                self.world.reach(f"a quick match was uncertain: {type(uncertain).__name__}")
                if isinstance(uncertain, Contended) and not self.world.lost_rows:
                    self.world.faults.append(f"a quick match of {account} found no table: {uncertain}")
                await asyncio.sleep(dice.uniform(0, min(5.0, 0.2 * 2 ** min(tries, 8))))
            except Refused as refused:
                self.world.reach(f"a quick match was refused: {refused.code}")
                return ""
            else:
                if others not in ([], [game_id]) and (account, game_id) not in self._lost:
                    self.world.faults.append(f"{request} of {account} was answered by {game_id} and by {others}")
                self._check_seats(process)
                if tries == 1 and dice.random() < REPEATED_PART:
                    continue
                if tries > 1:
                    self.world.reach("a repeated quick match was answered")
                self._answers[account, game_id] = request
                return game_id
        return ""

    async def _ask(self, at: Matchmaking, account: str, request: str, times: int) -> list[str]:
        """Ask for a table so many times at the same moment."""
        calls = [
            at.quick_match(self._wanted, TakeSeat(), actor=account, request_id=request, timeout_s=TIMEOUT_S)
            for _ in range(times)
        ]
        return await asyncio.gather(*calls)

    def _check_seats(self, process: Process) -> None:
        """A process counts each seat of a table that waits once. It looks at the players with most company first."""
        meeting = self._parts[process.name]
        if self.world.lost_rows or len(meeting._positions) != 1:
            return
        streams, upto = self.world.cluster.primary.by_stream, meeting._positions[0]
        for game_id, table in meeting._waiting.items():
            topics = [topic for position, _, _, topic, _ in streams.get(game_id, ()) if position <= upto]
            seated = sum(topic.startswith(SEATED) for topic in topics) - sum(map(_is_cleared, topics))
            if table.seated != seated and not self.world.passes_over(game_id):
                self.world.faults.append(f"{process.name} counts {table.seated} seats of {game_id}, {seated} are taken")

    def _check_numbers(self, log: Log) -> None:
        """Tables are numbered without a gap, so that players who come at the same moment find the same next one."""
        name, games = partial(_quick, _kind(_quick_table(self._wanted))), log.by_stream
        first_free = next(number for number in count() if table_id(name(number)) not in games)
        beyond = [number for number in range(first_free, first_free + GAP_MAX) if table_id(name(number)) in games]
        if beyond and not self.world.lost_rows:
            self.world.faults.append(f"the quick matches {beyond} were opened, and {first_free} was not")

    def _check_waiting(self, log: Log) -> None:
        """Compare the tables that each process knows as waiting with the log. Where files of an archive may be missing,
        it may know others."""
        if "archive" in self.world.plan.rooms:
            return
        for process in self.world.processes:
            meeting = self._parts[process.name]
            if len(meeting._positions) != 1:
                continue
            wanted = Matchmaking(process.games, process.store, process.tables)
            for each in log.rows:
                if each.position <= meeting._positions[0]:
                    wanted._notice(each)
            self.world.reach("the waiting tables of a process were compared")
            if _seated(meeting) != _seated(wanted):
                self.world.faults.append(
                    f"{process.name} knows the waiting tables {_seated(meeting)}, they are {_seated(wanted)}"
                )

    async def check(self, log: Log) -> None:
        """Each request has one seat, and no account sits twice at a table."""
        self._check_waiting(log)
        self._check_numbers(log)
        codec, seats = stored.codec(), Counter[str]()
        for game_id, rows in log.by_stream.items():
            sitting, left = Counter[str](), Counter[str]()
            for record in map(codec.read, rows):
                if isinstance(record.event, PlayerSeated):
                    sitting[record.event.account] += 1
                elif isinstance(record.event, SeatCleared):
                    left[record.envelope.actor] += 1
            seats.update(sitting)
            sitting -= left
            if doubled := [account for account, number in sitting.items() if number > 1]:
                self.world.faults.append(f"{doubled} sit twice at {game_id}")
        self.world.faults += [
            f"{account} has {seats[account]} seats for {requests} requests"
            for account, requests in self._asked.items()
            if seats[account] > requests
        ]
        for (account, game_id), request in self._answers.items():
            if (account, game_id) in self._lost:
                continue
            events = [codec.read(row).event for row in log.by_stream.get(game_id, ())]
            if not any(isinstance(event, PlayerSeated) and event.account == account for event in events):
                self.world.faults.append(f"{request} of {account} was answered by {game_id}, where it has no seat")


def _is_cleared(topic: str) -> bool:
    return topic.startswith("table.SeatCleared/")


def _seated(meeting: Matchmaking) -> dict[str, int]:
    return {game_id: table.seated for game_id, table in meeting._waiting.items()}
