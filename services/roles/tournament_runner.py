"""Runs tournaments: opens the tables of pairings, seats all players as drawn, begins the games, and records results, so
that the next round is paired.

One process at a time does this for the whole store. It stores nothing of its own: the id of a table follows from
tournament and number, its missing steps follow from its players, and a table has one result, however often it is
recorded. While no tournament is running nothing of the log is read.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from uuid import UUID, uuid5

import structlog

from domain.history.record import LogRow, StreamUnreadable, milliseconds
from domain.kernel.beacon import Beacon
from domain.kernel.refused import Refused
from domain.table.aggregate import CLOSED, FINISHED, OPEN, RUNNING, STARTING, Aggregate
from domain.table.messages import (
    SERVER_ACTOR,
    AddBot,
    ArrangeSeats,
    OpenTable,
    Resign,
    StartGame,
    TableCommand,
    TakeSeat,
    Terms,
)
from domain.tournament.messages import BeginWithRound, CloseArena, RecordResult
from domain.tournament.seating import drawn_order
from domain.tournament.state import STARTING as AWAITING_ROUND
from domain.tournament.state import Tournament, table_terms
from services.application.command_errors import Contended, ExpectedVersionMismatch, UnknownGame
from services.application.game_service import GameService, table_id
from services.application.loaded_game import LoadedGame
from services.platform.clock import ClockTrust, process_clock
from services.platform.jitter import pause
from services.roles.leader_election import BROKEN_AGAIN_S, keep_leading
from services.store.interface import EventStore, QueueFull, StoreUnavailable
from services.store.log_reader import read_on
from services.tournaments.tournament_service import Tournaments

log = structlog.get_logger(__name__)

IDLE_S, LINGER_S = 1.0, 0.2
"""Interval of the search for tournaments while none is running, and for finished games while one is."""
VISIT_S = 30.0
"""With several logs, tables are visited again this often: the log of a game may lose its end while the home keeps the
lead. With one log a failover ends the lead, and the next leader visits all tables."""
AT_ONCE = 16
"""Tables that are opened or recorded at the same moment."""
STEPS_MAX = 64
"""Commands per visit of a table: one or two per seat, and those in which another process was faster."""
_OVER = ("table.GameFinished/", "table.TableClosed/")
ROUND_AGAIN_MAX_S = 60.0
"""A round that no relay has is asked for at least this often."""
_REQUESTS = UUID("5d8a4f9c-2f8e-5b0b-8a57-3c1d9be0c0f2")

Seating = Callable[[str], Awaitable[TakeSeat | None]]
"""Returns the data that an account brings to a seat; None for a deleted one."""
Signature = Callable[[Beacon, int], Awaitable[str | None]]
"""Returns the signature of a round; None if no relay has it yet."""


async def no_signature(_: Beacon, __: int) -> None:
    return None


def game_of(tournament_id: str, table: int) -> str:
    """Return the id of a table's game, whichever process opens it."""
    return table_id(_name(tournament_id, table))


def _name(tournament_id: str, table: int) -> str:
    return f"tournament/{tournament_id}/{table}"


class UnreadableTable(Exception):
    """The game of a table cannot be read. It keeps its tournament waiting, and no other."""


class TournamentTables:
    def __init__(
        self,
        games: GameService,
        store: EventStore,
        tournaments: Tournaments,
        seating: Seating,
        signature: Signature = no_signature,
        clock: Callable[[], datetime] = process_clock,
        trust: ClockTrust | None = None,
    ) -> None:
        """`signature`: fetches a round of a beacon. `trust`: an arena does not end by a clock that may be wrong."""
        self._games, self._store, self._tournaments, self._seating = games, store, tournaments, seating
        self._signature, self._clock, self._trust = signature, clock, trust or ClockTrust()
        self._forget()

    async def run(self) -> None:
        """Run until cancelled."""
        await keep_leading(self._store, "tournaments", self._lead, self._trust.wait)

    async def _lead(self) -> None:
        self._forget()
        while self._trust.agrees:
            pause_s = LINGER_S if await self.step() else IDLE_S
            await pause(pause_s)

    def _forget(self) -> None:
        self._seen: dict[str, int] = {}
        """The versions of the tournaments that are under way, as they were last carried on."""
        self._looked: dict[str, dict[int, frozenset[int]]] = {}
        """For each tournament the tables visited, with their entrants that had left by then."""
        self._tables: dict[str, tuple[str, int]] = {}
        self._ends_ms: dict[str, int] = {}
        """End times of arenas whose end is not recorded yet."""
        self._starts_ms: dict[str, int] = {}
        """When the next given table of a tournament is opened, if it has a start time that is to come."""
        self._tries: dict[str, int] = {}
        """How often no relay had the round that a tournament waits for."""
        self._broken: dict[str, float] = {}
        """Tournaments that nothing can be done for, until that moment in the loop's time."""
        self._visit_at = 0.0
        """With several logs, when the tables of all tournaments are visited again, in the loop's time."""

    async def step(self) -> bool:
        """Does what there is to do; whether any tournament is under way. Raises StoreUnavailable."""
        running = await self._tournaments.storage.running()
        if not running:
            self._forget()
            return False
        now = asyncio.get_running_loop().time()
        if not self._seen:
            self._position = await self._store.log_head()  # before tables are looked at: none ends in between
            self._visit_at = now + VISIT_S
        elif len(self._store.logs) > 1 and self._visit_at <= now:
            self._visit_again()
            self._visit_at = now + VISIT_S
        self._position = await read_on(self._store.read_tables, self._position, self._notice)
        for tournament_id in self._seen.keys() - running.keys():
            self._drop(tournament_id)
        await self._end_spans()
        self._begin_due_tables()
        for tournament_id, version in running.items():
            if self._seen.get(tournament_id) != version and self._broken.get(tournament_id, now) <= now:
                await self._carry_on(tournament_id)
        return True

    def _visit_again(self) -> None:
        for tournament_id in self._seen:
            self._seen[tournament_id] = 0
            self._looked.get(tournament_id, {}).clear()

    def _notice(self, each: LogRow) -> None:
        if each.row.topic.startswith(_OVER) and each.row.stream_id in self._tables:
            tournament_id, table = self._tables[each.row.stream_id]
            self._looked[tournament_id].pop(table, None)
            self._seen[tournament_id] = 0

    async def _end_spans(self) -> None:
        """EV-ARENA-05."""
        now_ms = milliseconds(self._clock())
        for tournament_id in [each for each, ends_ms in self._ends_ms.items() if ends_ms <= now_ms]:
            with suppress(Refused):  # it has ended meanwhile
                request = _request(tournament_id, "span")
                await self._tournaments.execute(tournament_id, CloseArena(), actor=SERVER_ACTOR, request_id=request)
            del self._ends_ms[tournament_id]

    def _begin_due_tables(self) -> None:
        """EV-GIVEN-07."""
        now_ms = milliseconds(self._clock())
        for tournament_id in [each for each, starts_ms in self._starts_ms.items() if starts_ms <= now_ms]:
            del self._starts_ms[tournament_id]
            self._seen[tournament_id] = 0

    def _drop(self, tournament_id: str) -> None:
        del self._seen[tournament_id]
        self._ends_ms.pop(tournament_id, None)
        self._starts_ms.pop(tournament_id, None)
        self._tries.pop(tournament_id, None)
        for table in self._looked.pop(tournament_id, {}):
            self._tables.pop(game_of(tournament_id, table), None)

    async def _carry_on(self, tournament_id: str) -> None:
        try:
            held = await self._tournaments.load(tournament_id)
            self._seen[tournament_id] = held.version
            tournament, places = held.tournament, asyncio.Semaphore(AT_ONCE)
            if tournament.status == AWAITING_ROUND:
                await self._begin_with_round(tournament)
                return
            if tournament.ends_ms and not tournament.closed:
                self._ends_ms[tournament_id] = tournament.ends_ms
            looked = self._looked.setdefault(tournament_id, {})
            due = self._due(tournament, looked)
            found = await asyncio.gather(
                *(self._look(tournament, table, places) for table in due), return_exceptions=True
            )
            for error in found:
                if isinstance(error, StreamUnreadable):
                    raise UnreadableTable(str(error)) from error
                if isinstance(error, BaseException):
                    raise error
            if not all(found):
                self._seen[tournament_id] = 0
        except (StoreUnavailable, OSError):
            raise
        except (QueueFull, Contended, UnknownGame) as busy:  # unknown: the store has just lost the game of a table
            raise StoreUnavailable("a tournament could not be carried on") from busy
        except Exception:  # of this tournament alone
            log.exception("a tournament cannot be carried on", tournament_id=tournament_id)
            self._seen[tournament_id] = 0
            self._broken[tournament_id] = asyncio.get_running_loop().time() + BROKEN_AGAIN_S

    def _due(self, tournament: Tournament, looked: dict[int, frozenset[int]]) -> list[int]:
        """The tables that may have a next step. Those with a start time that is to come are noted for it."""
        tournament_id, later = tournament.opened.tournament_id, _to_come(tournament, milliseconds(self._clock()))
        self._starts_ms.pop(tournament_id, None)
        if later:
            self._starts_ms[tournament_id] = min(later.values())
        return [
            table
            for table in tournament.waits_for
            if table not in later and looked.get(table) != _gone(tournament, table)
        ]

    async def _begin_with_round(self, tournament: Tournament) -> None:
        """Ask for the round once its time has come, at growing intervals while no relay has it (EV-BEACON-03)."""
        tournament_id, beacon, awaited = tournament.opened.tournament_id, tournament.opened.beacon, tournament.awaited
        assert beacon, "only who has a beacon waits for a round"
        self._seen[tournament_id] = 0
        if beacon.time_ms(awaited) > milliseconds(self._clock()):
            return
        if signature := await self._signature(beacon, awaited):
            command = BeginWithRound(awaited, signature)
            with suppress(Refused):  # it was cancelled meanwhile
                request = _request(tournament_id, f"round {awaited}")
                await self._tournaments.execute(tournament_id, command, actor=SERVER_ACTOR, request_id=request)
            self._tries.pop(tournament_id, None)
            return
        tries = self._tries[tournament_id] = self._tries.get(tournament_id, 0) + 1
        self._broken[tournament_id] = asyncio.get_running_loop().time() + min(ROUND_AGAIN_MAX_S, tries)
        log.warning("no relay has the round yet", round=awaited, tournament_id=tournament_id)

    async def _look(self, tournament: Tournament, table: int, places: asyncio.Semaphore) -> bool:
        """False where a start waits for the round of its beacon: it is looked at again."""
        tournament_id = tournament.opened.tournament_id
        async with places:
            self._tables[game_of(tournament_id, table)] = (tournament_id, table)
            live = await self._opened(tournament, table)
            for _ in range(STEPS_MAX):
                if live.loaded.status == STARTING:
                    return False
                if not await self._one_step(tournament, table, live):
                    self._looked[tournament_id][table] = _gone(tournament, table)
                    return True
                live = await self._games.load(live.game_id)
            raise Contended(live.game_id, STEPS_MAX)

    async def _opened(self, tournament: Tournament, table: int) -> LoadedGame:
        """The table of a pairing: opened, or found again."""
        tournament_id = tournament.opened.tournament_id
        with suppress(UnknownGame):
            return await self._games.load(game_of(tournament_id, table))
        name = _name(tournament_id, table)
        await self._games.open_table(
            opening(tournament, table), actor=SERVER_ACTOR, request_id=_request(name, "open"), name=name
        )
        return await self._games.load(game_of(tournament_id, table))

    async def _one_step(self, tournament: Tournament, table: int, live: LoadedGame) -> bool:
        """Return whether another step may follow."""
        aggregate = live.loaded
        if aggregate.status in (FINISHED, CLOSED):
            await self._record(tournament, table, live)
            return False
        if aggregate.status == OPEN:
            await self._give(live, *await self._before_the_start(tournament, table, aggregate))
            return True
        leaver = _leaver(tournament, table, aggregate) if aggregate.status == RUNNING else ""
        if leaver:
            await self._give(live, Resign(), leaver)
        return bool(leaver)

    async def _before_the_start(
        self, tournament: Tournament, table: int, aggregate: Aggregate
    ) -> tuple[TableCommand, str]:
        """Return the missing step and its actor: the next player to take a seat, another order of seats, the start."""
        pairing = tournament.games[table].pairing
        there = [each.account for each in aggregate.occupants]
        if len(there) == len(pairing.seats):
            order = drawn_order([tournament.entrants[entrant].account for entrant in pairing.seats], there)
            return (StartGame() if order == tuple(sorted(order)) else ArrangeSeats(order)), SERVER_ACTOR
        bots = there.count("")
        for entrant in pairing.seats:
            account = tournament.entrants[entrant].account
            if account not in there:
                seat = await self._seating(account) if tournament.is_in(entrant) else None
                if seat and account not in aggregate.removed:
                    return seat, account
                if not bots:
                    break
                bots -= 1
        return AddBot(tournament.terms.stand_in), SERVER_ACTOR

    async def _give(self, live: LoadedGame, command: TableCommand, actor: str) -> None:
        """Act on the table in its current state; if it changes, it is visited again. A bot takes the seat of a player
        who may not."""
        decided_on = live.version
        request = _request(live.game_id, f"{type(command).__name__} {actor} {decided_on}")
        try:
            await self._games.execute(
                live.game_id, command, actor=actor, request_id=request, expected_version=decided_on
            )
        except ExpectedVersionMismatch:
            return
        except Refused as refused:
            if (await self._games.load(live.game_id)).version != decided_on:
                return  # it was refused because the game has begun or ended meanwhile
            if not isinstance(command, TakeSeat):
                raise
            log.warning("a bot sits for an entrant", game_id=live.game_id, account=actor, refused=str(refused))
            await self._give(live, AddBot(live.loaded.terms.stand_in), SERVER_ACTOR)

    async def _record(self, tournament: Tournament, table: int, live: LoadedGame) -> None:
        """EV-RES-01; a table that was closed before the start has no result. Nor has a game of other seats: a failover
        has lost the pairing that it was opened for, and the round was paired again."""
        tournament_id, outcome = tournament.opened.tournament_id, live.loaded.outcome
        result = RecordResult(table, "TABLE_CLOSED", ())
        if outcome and not _sit_as_paired(tournament, table, live.loaded):
            log.warning("a game of other seats than its pairing has no result", game_id=live.game_id, table=table)
        elif outcome:
            result = RecordResult(table, outcome.reason, outcome.standings, live.game_id, live.chain)
        request = _request(tournament_id, f"result {table}")
        with suppress(Refused):  # the tournament has ended meanwhile
            await self._tournaments.execute(tournament_id, result, actor=SERVER_ACTOR, request_id=request)


def opening(tournament: Tournament, table: int) -> OpenTable:
    """EV-TABLE-01."""
    pairing = tournament.games[table].pairing
    terms = table_terms(tournament.terms, pairing.terms)
    accounts = tuple(tournament.entrants[entrant].account for entrant in pairing.seats)
    return OpenTable(
        pairing.variant,
        len(pairing.seats),
        terms.options,
        private=True,
        rated=terms.rated,
        terms=Terms(clock=terms.clock, stand_in=terms.stand_in, invited=accounts, club=terms.club, draws=terms.draws),
    )


def _gone(tournament: Tournament, table: int) -> frozenset[int]:
    return frozenset(entrant for entrant in tournament.games[table].pairing.seats if not tournament.is_in(entrant))


def _to_come(tournament: Tournament, now_ms: int) -> dict[int, int]:
    """The tables that are not opened yet because of their start time (EV-GIVEN-07)."""
    starts = {table: tournament.games[table].pairing.starts_ms or 0 for table in tournament.waits_for}
    return {table: starts_ms for table, starts_ms in starts.items() if starts_ms > now_ms}


def _sit_as_paired(tournament: Tournament, table: int, aggregate: Aggregate) -> bool:
    """Return whether each seat has the account of its entrant, or a bot."""
    paired = [tournament.entrants[entrant].account for entrant in tournament.games[table].pairing.seats]
    there = [each.account for each in aggregate.occupants]
    return len(there) == len(paired) and all(account in ("", mine) for account, mine in zip(there, paired, strict=True))


def _leaver(tournament: Tournament, table: int, aggregate: Aggregate) -> str:
    """Return an account that has left the tournament and still has a seat, or "" (EV-LEAVE-02)."""
    accounts = {tournament.entrants[entrant].account for entrant in _gone(tournament, table)}
    playing = (
        each.account for seat, each in enumerate(aggregate.occupants) if each.account and seat not in aggregate.resigned
    )
    return next((account for account in playing if account in accounts), "")


def _request(of: str, step: str) -> str:
    return str(uuid5(_REQUESTS, f"{of}/{step}"))
