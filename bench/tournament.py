"""A whole tournament through the service: `python -m bench.tournament VARIANT…` prints JSON and a table.

Players enter a Swiss tournament on SQLite; the role opens the tables, seats the entrants, takes the results and pairs
the next round, as in a server. Each seat's commands are given by its account, through `Games`, and chosen by a strategy
that sees what the seat may see. Left out are the wire and the views.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path
from time import perf_counter
from uuid import uuid4

import structlog
import uvloop

from bench import report, under
from domain import catalogue, stored
from domain.kernel.dice import Roll
from domain.table.aggregate import RUNNING
from domain.table.messages import TakeSeat
from domain.tournament.messages import SWISS, Enter, OpenTournament, Start, Terms
from domain.tournament.why import before
from services.application.game_service import GameService
from services.roles.tournament_runner import TournamentTables, game_of
from services.store import open_sql, open_store
from services.store.schema import migrate
from services.tournaments.tournament_service import Tournaments
from services.tournaments.tournament_storage import TournamentStorage

HOST = "host"
AT_ONCE = 8
WANTED_S = 600


async def _seating(_: str) -> TakeSeat:
    return TakeSeat()


async def _play(games: GameService, game_id: str, strategy: str, places: asyncio.Semaphore) -> int:
    """Play to the end, and return the number of commands."""
    given, roll = 0, Roll(game_id.encode(), "bots")
    async with places:
        while (table := (await games.load(game_id)).loaded).status == RUNNING:
            rules = table.rules
            assert rules
            seat = table.to_act[0]
            view, options = rules.view(table.play, seat), rules.options(table.play, seat)
            command = rules.bots[strategy](view, options, seat, roll)
            await games.execute(game_id, command, actor=table.occupants[seat].account, request_id=str(uuid4()))
            given += 1
    return given


async def _measured(variant: str, players: int, rounds: int, strategy: str, url: str) -> dict[str, float]:
    store, sql = open_store(url), open_sql(url)
    games, tournaments = GameService(store, stored.codec()), Tournaments(TournamentStorage(sql))
    role = TournamentTables(games, store, tournaments, _seating)
    seats = min(4, catalogue.find(variant).players_max)
    terms = Terms("Bench", SWISS, (variant,), seats, rounds=rounds)
    began, commands, carrying_s = perf_counter(), 0, 0.0
    tournament_id = (await tournaments.open(OpenTournament(terms), actor=HOST, request_id=str(uuid4()))).tournament_id
    for number in range(players):
        await tournaments.execute(tournament_id, Enter(), actor=f"p{number}", request_id=str(uuid4()))
    await tournaments.execute(tournament_id, Start(), actor=HOST, request_id=str(uuid4()))
    places = asyncio.Semaphore(AT_ONCE)
    while True:
        at = perf_counter()
        await role.step()  # takes results, which pairs the next round
        await role.step()  # opens its tables
        carrying_s += perf_counter() - at
        tournament = (await tournaments.load(tournament_id)).tournament
        if not tournament.waits_for:
            break
        tables = [game_of(tournament_id, table) for table in tournament.waits_for]
        commands += sum(await asyncio.gather(*(_play(games, each, strategy, places) for each in tables)))
    met = before(tournament, rounds + 1).meetings
    assert len(tournament.games) == rounds * -(-players // seats), "every table was played"
    await sql.close()
    await store.close()
    return {
        "games": len(tournament.games),
        "commands": commands,
        "seconds": perf_counter() - began,
        "carrying_on_s": carrying_s,
        "pairs_that_met_twice": sum(often > 1 for often in met.values()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", nargs="*", default=sorted(catalogue.VARIANTS))
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--strategy", default="greedy")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    found: dict[str, float] = {}
    for variant in given.variant:
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite:///{Path(folder) / 'events.db'}"
            migrate(url)
            figures = uvloop.run(_measured(variant, given.players, given.rounds, given.strategy, url))
        found |= {f"{variant}: {name}": figure for name, figure in figures.items()}
    report(found, {f"{variant}: seconds": under(WANTED_S) for variant in given.variant})


if __name__ == "__main__":
    main()
