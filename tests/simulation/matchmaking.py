"""Quick matches: players ask for a table again and again, from any process, and play where they are seated."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING
from uuid import UUID

from domain import stored
from domain.history.record import EventRow
from domain.kernel.refused import Refused
from domain.table.clock import Clock
from domain.table.messages import OpenTable, PlayerSeated, Resign, TakeSeat, Terms
from services.application.command_errors import Contended, ExpectedVersionMismatch, UnknownGame
from services.roles.matchmaking import Matchmaking
from tests.simulation.checks import Log
from tests.simulation.players import TIMEOUT_S, UNCERTAIN, Table
from tests.simulation.postgres import Lost
from tests.simulation.process import Process
from tests.simulation.room import Room, Work

if TYPE_CHECKING:
    from tests.simulation.world import World

PLAYERS = 4
DOUBLED_PART, RESIGNED_PART = 0.3, 0.5
"""Of the requests, those that arrive twice at the same moment; of the players, those that resign at once."""
WANTED = OpenTable("demo", 2, terms=Terms(clock=Clock(move_s=20)))


class MatchmakingRoom(Room):
    """PLAYERS look for a table of two."""

    name = "matchmaking"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._parts: dict[str, Matchmaking] = {}
        self._answers: dict[tuple[str, str], str] = {}
        self._asked = Counter[str]()
        self._lost: set[tuple[str, str]] = set()
        """Seats that a failover has lost: account and game."""

    def roles(self, process: Process) -> Sequence[Work]:
        meeting = self._parts[process.name] = Matchmaking(process.games, process.store, process.tables)
        return [meeting.read_ahead()]

    def clients(self) -> Sequence[Work]:
        return [self._play(f"quick-{number}") for number in range(PLAYERS)]

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
                if dice.random() < RESIGNED_PART:
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
                game_id, *others = await asyncio.gather(
                    *(
                        self.world.network.call(
                            process,
                            lambda _, at=meeting: at.quick_match(
                                WANTED, TakeSeat(), actor=account, request_id=request, timeout_s=TIMEOUT_S
                            ),
                        )
                        for _ in range(times)
                    )
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
                if others not in ([], [game_id]):
                    self.world.faults.append(f"{request} of {account} was answered by {game_id} and by {others}")
                if tries > 1:
                    self.world.reach("a repeated quick match was answered")
                self._answers[account, game_id] = request
                return game_id
        return ""

    def _check_waiting(self, log: Log) -> None:
        """Compare the tables that each process knows as waiting with the log. Where files of an archive may be missing,
        it may know others."""
        if "archive" in self.world.plan.rooms:
            return
        for process in self.world.processes:
            meeting = self._parts[process.name]
            if self.world.lost_rows or len(meeting._positions) != 1:
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
        codec, seats = stored.codec(), Counter[str]()
        for game_id, rows in log.by_stream.items():
            sitting = Counter[str]()
            for event in (codec.read(row).event for row in rows):
                if isinstance(event, PlayerSeated):
                    sitting[event.account] += 1
            seats.update(sitting)
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


def _seated(meeting: Matchmaking) -> dict[str, int]:
    return {game_id: table.seated for game_id, table in meeting._waiting.items()}
