"""Tournaments: players enter, the role opens and seats their tables, they play, and the standings are counted again.

The second count is that of tests/domain/tournament, from the events alone. Every result is compared with its game.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from domain import stored
from domain.history.adjudicate import Wrong
from domain.history.codec import link_of, read_envelope
from domain.history.record import EventRow
from domain.history.replay import aggregate_after
from domain.history.tournament_adjudicate import adjudicate
from domain.kernel.dice import SEED_BYTES
from domain.kernel.refused import Refused
from domain.table.clock import Clock
from domain.table.messages import GameFinished, TableClosed, TakeSeat
from domain.tournament.messages import (
    KNOCKOUT,
    LEAGUE,
    SWISS,
    Enter,
    OpenTournament,
    ResultRecorded,
    RoundPaired,
    Start,
    Terms,
    Withdraw,
)
from domain.tournament.state import ENDED, Tournament
from services.roles.tournament_runner import TournamentTables, game_of
from services.store.sql import Statement
from services.tournaments.tournament_errors import UnknownTournament
from services.tournaments.tournament_service import Answer, Happened, Tournaments
from services.tournaments.tournament_storage import TournamentStorage
from tests.domain.tournament.second_count import Count
from tests.simulation.checks import Log
from tests.simulation.players import UNCERTAIN, Table
from tests.simulation.postgres import Lost
from tests.simulation.process import Process
from tests.simulation.room import Room, Work

if TYPE_CHECKING:
    from tests.simulation.world import World

T = TypeVar("T")
AT_ONCE = 1
LOOK_S = 1.0
WITHDRAWN = "event.PlayerWithdrawn/"
PAIRED = "event.RoundPaired/"
LEFT_PART = 0.8
"""Of the tournaments, those that a player leaves while it plays."""


async def seating(_: str) -> TakeSeat:
    return TakeSeat()


class TournamentRoom(Room):
    """Tournaments one after the other, AT_ONCE at a time."""

    name = "tournaments"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self.dice = Random(f"tournaments {world.plan.seed}")
        self._parts: dict[str, Tournaments] = {}
        self._opened: list[str] = []
        self._answers: dict[tuple[str, str], Answer] = {}
        self._forgiven: set[tuple[str, str]] = set()
        """Requests that a failover has lost: account and id."""
        self._set_back: set[str] = set()
        """Tournaments whose opening or start a failover has lost: their organisers hold others."""
        self._behind: set[str] = set()
        """Games that a log has lost events of, and the home has not: their results may be lost games'."""
        self._lost_withdrawals: set[tuple[str, str]] = set()
        """Withdrawals that the home has lost: the tournament and the account. A game in another log may still lack the
        player who had left."""
        self._lost_pairings: set[str] = set()
        """Tournaments of which the home has lost a pairing. A game in another log may have the seats of that one."""
        self._is_closing = False
        self._paired_by: dict[str, str] = {}

    def roles(self, process: Process) -> Sequence[Work]:
        storage = TournamentStorage(process.sql)

        async def notice(happened: Happened) -> Sequence[Statement]:
            self._notice(happened, process.name)
            return ()

        tournaments = Tournaments(storage, process.clock, lambda: process.dice.randbytes(SEED_BYTES), notice)
        self._parts[process.name] = tournaments
        role = TournamentTables(process.games, process.store, tournaments, seating, clock=process.clock)
        return [role.run()]

    def _notice(self, happened: Happened, name: str) -> None:
        if any(isinstance(event, RoundPaired) for event in happened.events):
            if self._paired_by.setdefault(happened.tournament_id, name) != name:
                self.world.reach("a round was paired by a process that took over")
            self._paired_by[happened.tournament_id] = name

    def clients(self) -> Sequence[Work]:
        return [self._organise(number) for number in range(AT_ONCE)]

    def forgive(self, lost: Lost) -> None:
        if lost.after is not self.world.cluster.primary:
            self._behind |= {row[1] for row in lost.rows}
        for tournament_id, version, topic, body in lost.difference("SELECT * FROM tournament_events"):
            envelope = read_envelope(EventRow(tournament_id, version, topic, body))
            self._forgiven.add((envelope.actor, envelope.request_id))
            self.world.reach("an event of a tournament was lost")
            if topic.startswith(WITHDRAWN):
                self._lost_withdrawals.add((tournament_id, envelope.actor))
            if topic.startswith(PAIRED):
                self._lost_pairings.add(tournament_id)
        gone = {each for (each,) in lost.difference("SELECT event_id FROM tournaments")}
        started = "SELECT event_id FROM tournaments WHERE status IN ('STARTING', 'RUNNING', 'ENDED')"
        self._set_back |= gone | {each for (each,) in lost.difference(started)}

    def heal(self) -> None:
        """No more tournaments are opened: those under way have to end."""
        self._is_closing = True

    async def lags(self) -> list[str]:
        found = dict(await self.world.sql.run("SELECT event_id, status FROM tournaments"))
        return [f"the tournament {each} has not ended" for each in self._to_end() if found.get(each) != ENDED]

    def _to_end(self) -> list[str]:
        """Return the tournaments that were started, and have to end."""
        return [each for each in self._opened if each not in self._set_back]

    async def _organise(self, number: int) -> None:
        dice = Random(f"organiser {self.world.plan.seed} {number}")
        while not self._is_closing:
            await self._hold(dice, f"organiser-{number}")
            await asyncio.sleep(LOOK_S)

    async def _hold(self, dice: Random, organiser: str) -> None:
        """Hold one tournament, from its opening to its end."""
        form, seats = dice.choice(((SWISS, 2), (SWISS, 3), (SWISS, 3), (KNOCKOUT, 2), (LEAGUE, 2)))
        terms = Terms(
            "Cup", form, ("demo",), seats, rounds=2 if form == SWISS else 0, advance=int(form == KNOCKOUT),
            rated=False, clock=Clock(move_s=20), stand_in="random",
        )  # fmt: skip
        opened = await self._certain(
            dice, organiser, lambda at, number: at.open(OpenTournament(terms), actor=organiser, request_id=number)
        )
        if opened is None:
            return
        tournament_id = opened.tournament_id
        accounts = [f"{tournament_id}-{place}" for place in range(dice.randrange(4, 6))]
        first, *others = accounts
        await self._give(dice, tournament_id, first, Enter())
        process = dice.choice(self.world.answering())
        await asyncio.gather(*(self._give(dice, tournament_id, each, Enter(), process) for each in others))
        if dice.random() < 0.3:
            await self._give(dice, tournament_id, accounts.pop(), Withdraw())
        if await self._give(dice, tournament_id, organiser, Start()) is None:
            return
        self._opened.append(tournament_id)
        await self._play(dice, tournament_id)
        if tournament_id not in self._set_back:
            self.world.reach("a tournament ended")

    async def _play(self, dice: Random, tournament_id: str) -> None:
        """Play the games of all entrants until the tournament has ended."""
        sitting = dict[tuple[int, str], asyncio.Task[None]]()
        leaves = dice.random() < LEFT_PART
        try:
            while (tournament := await self._look(dice, tournament_id)) is None or tournament.status != ENDED:
                if tournament_id in self._set_back:
                    return
                for table in tournament.waits_for if tournament else ():
                    game = Table(0, dice, self.world.network, self.world.answering, self.world.ledger)
                    game.game_id = game_of(tournament_id, table)
                    for entrant in tournament.games[table].pairing.seats if tournament else ():
                        account = tournament.entrants[entrant].account if tournament else ""
                        if (table, account) not in sitting or sitting[table, account].done():
                            sitting[table, account] = asyncio.create_task(game.sit(account))
                if leaves and tournament and tournament.waits_for and dice.random() < 0.5:
                    leaves = False
                    leaver = tournament.entrants[tournament.games[tournament.waits_for[0]].pairing.seats[0]].account
                    await self._give(dice, tournament_id, leaver, Withdraw())
                await asyncio.sleep(LOOK_S)
        finally:
            for each in sitting.values():
                each.cancel()
            if sitting:
                await asyncio.wait(sitting.values())

    async def _look(self, dice: Random, tournament_id: str) -> Tournament | None:
        process = dice.choice(self.world.answering())
        tournaments = self._parts[process.name]
        try:
            loaded, _ = await asyncio.gather(
                *(self.world.network.call(process, lambda _: tournaments.load(tournament_id)) for _ in range(2))
            )
        except (*UNCERTAIN, UnknownTournament):
            return None
        return loaded.tournament

    async def _give(
        self, dice: Random, tournament_id: str, account: str, command: Any, first: Process | None = None
    ) -> Answer | None:
        return await self._certain(
            dice,
            account,
            lambda at, number: at.execute(tournament_id, command, actor=account, request_id=number),
            first,
        )

    async def _certain(
        self,
        dice: Random,
        account: str,
        call: Callable[[Tournaments, str], Coroutine[Any, Any, Answer]],
        first: Process | None = None,
    ) -> Answer | None:
        """Send a request with the same id until it is answered, to the first process at first. None: it was refused."""
        request, tries = str(UUID(bytes=dice.randbytes(16), version=4)), 0
        while True:
            process = first if first and not tries else dice.choice(self.world.answering())
            tournaments = self._parts[process.name]
            try:
                answer = await self.world.network.call(process, lambda _, at=tournaments: call(at, request))
            except UNCERTAIN as uncertain:
                self.world.reach(f"a request to a tournament was uncertain: {type(uncertain).__name__}")
                tries += 1
                await asyncio.sleep(dice.uniform(0, min(5.0, 0.2 * 2 ** min(tries, 8))))
            except Refused as refused:
                self.world.reach(f"a tournament refused {refused.code}")
                return None
            except UnknownTournament as unknown:
                if unknown.tournament_id not in self._set_back:
                    self.world.faults.append(f"the tournament {unknown.tournament_id} is unknown to {process.name}")
                return None
            else:
                self._answers[account, request] = answer
                return answer

    async def check(self, log: Log) -> None:
        """Each tournament follows from its commands, and its standings from its games."""
        codec = stored.tournament_codec()
        for tournament_id in self._to_end():
            rows = await TournamentStorage(self.world.sql).load(tournament_id)
            try:
                tournament = adjudicate(rows, codec).tournament
            except Wrong as wrong:
                self.world.faults.append(f"the tournament {tournament_id} does not verify: {wrong}")
                continue
            events = [codec.read(row).event for row in rows]
            self._check_pairings(tournament_id, events)
            self._check_standings(tournament_id, tournament, events)
            self._check_games(tournament_id, tournament, events, log)
        await self._check_answers()

    async def _check_answers(self) -> None:
        codec, found = stored.tournament_codec(), dict[tuple[str, str, str], list[Any]]()
        for tournament_id in dict.fromkeys(each.tournament_id for each in self._answers.values()):
            key = ("", "", "")
            for row in await TournamentStorage(self.world.sql).load(tournament_id):
                record = codec.read(row)
                if record.envelope.command:
                    key = tournament_id, record.envelope.actor, record.envelope.request_id
                    if key in found:
                        self.world.faults.append(f"{tournament_id} has the request {key} twice")
                found.setdefault(key, []).append(record.event)
        for (account, request), answer in self._answers.items():
            if (account, request) in self._forgiven:
                continue
            events = found.get((answer.tournament_id, account, request), [])
            if list(answer.events) != events:
                self.world.faults.append(f"{request} of {account} was acknowledged as {answer.events}, it is {events}")

    def _check_pairings(self, tournament_id: str, events: Sequence[Any]) -> None:
        """Each round is paired once, with each entrant once."""
        paired = [event for event in events if isinstance(event, RoundPaired)]
        if [event.round for event in paired] != list(range(1, len(paired) + 1)):
            self.world.faults.append(f"{tournament_id} has the rounds {[event.round for event in paired]}")
        tables = [pairing.table for event in paired for pairing in event.pairings]
        if tables != list(range(1, len(tables) + 1)):
            self.world.faults.append(f"{tournament_id} has the tables {tables}")
        for event in paired:
            seats = [seat for pairing in event.pairings for seat in pairing.seats]
            is_league = len({pairing.seats for pairing in event.pairings}) == len(event.pairings) > 2
            if len(set(seats)) < len(seats) and not is_league:
                self.world.faults.append(f"{tournament_id} pairs an entrant twice in round {event.round}")

    def _check_standings(self, tournament_id: str, tournament: Tournament, events: Sequence[Any]) -> None:
        """The standings are those of the second count."""
        if tournament.status != ENDED:
            self.world.faults.append(f"the tournament {tournament_id} has not ended")
            return
        count = Count(events)
        for division in tournament.divisions:
            ranks = {row.entrant: row.rank for row in tournament.final if row.entrant in division}
            points = {row.entrant: row.points for row in tournament.final if row.entrant in division}
            if ranks != count.ranks(division) or points != {each: count.points(each) * 120 for each in division}:
                self.world.faults.append(f"{tournament_id} has the ranks {ranks}, counted are {count.ranks(division)}")

    def _check_games(self, tournament_id: str, tournament: Tournament, events: Sequence[Any], log: Log) -> None:
        """Each result is that of its game, at which those sat who were paired."""
        codec = stored.codec()
        for event in (event for event in events if isinstance(event, ResultRecorded)):
            game_id = game_of(tournament_id, event.table)
            if game_id in self._behind:
                self.world.reach("a log lost a game whose result the home has")
                continue
            rows = log.by_stream.get(game_id, [])
            if not rows and self.world.lost_rows:  # the condition of a result cannot tell it from a game of another log
                self.world.reach("a failover lost a whole game whose result was recorded")
                continue
            if not event.chain and any(isinstance(codec.read(row).event, TableClosed) for row in rows):
                self.world.reach("a table of a tournament was closed")
                continue
            if not event.chain and tournament_id in self._lost_pairings and self._is_elsewhere(game_id):
                self.world.reach("a game has other seats than its pairing")
                continue
            ends = [row for row in rows if isinstance(codec.read(row).event, GameFinished)]
            if [codec.read(row).event.standings for row in ends] != [event.standings]:
                self.world.faults.append(f"{tournament_id} has a result for table {event.table} that is not its game's")
            elif not _is_link(rows, event.chain):
                self.world.faults.append(f"{tournament_id} names a link that game {event.table} does not have")
            table = aggregate_after(map(codec.read, rows))
            seated = [each.account for each in table.occupants]
            pairing = tournament.games[event.table].pairing
            drawn = [tournament.entrants[each].account for each in pairing.seats]
            left = [
                not tournament.is_in(each) or self._had_left(tournament_id, game_id, account)
                for each, account in zip(pairing.seats, drawn, strict=True)
            ]
            if any(not left[seat] for seat in table.resigned):
                self.world.faults.append(f"{table.resigned} are resigned at table {event.table} of {tournament_id}")
            if any(sat != due and not (gone and not sat) for sat, due, gone in zip(seated, drawn, left, strict=True)):
                self.world.faults.append(f"{seated} sat at table {event.table} of {tournament_id}, drawn were {drawn}")

    def _is_elsewhere(self, game_id: str) -> bool:
        return game_id not in self.world.cluster.primary.by_stream

    def _had_left(self, tournament_id: str, game_id: str, account: str) -> bool:
        """Return whether a game of another log may know of a withdrawal that the home has lost."""
        if had_left := self._is_elsewhere(game_id) and (tournament_id, account) in self._lost_withdrawals:
            self.world.reach("a game of another log has a withdrawal that the home has lost")
        return had_left


def _is_link(rows: Sequence[EventRow], chain: str) -> bool:
    return any(link_of(row) == chain for row in rows)
