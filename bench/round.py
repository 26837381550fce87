"""The progress of a tournament of a thousand: a round with a notice for each player, and standings after a game.

`python -m bench.round [PLAYERS]`: Swiss rounds at tables of two on SQLite, through `Tournaments` and the role; each
player has one webhook that hears everything. The rows of the notices are stored, nothing is sent. Standings: from the
command that ends a game to their new count by a reader that polls twice a second, as watches do.
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
from domain import stored
from domain.kernel.decider import Standing
from domain.kernel.ids import Seat
from domain.table.messages import SERVER_ACTOR, Resign, TakeSeat
from domain.tournament.messages import SWISS, Enter, OpenTournament, RecordResult, Start, Terms, TournamentCommand
from domain.tournament.standings import standings
from domain.tournament.state import PLAYED
from services.api.tournaments import WATCH_S
from services.application.game_service import GameService
from services.notify.news import KINDS
from services.notify.notice_storage import NoticeStorage
from services.notify.targets import WEBHOOK, Target
from services.notify.tournament_notices import TournamentNews
from services.roles.tournament_runner import TournamentTables, game_of
from services.store import open_sql, open_store
from services.store.schema import migrate
from services.tournaments.tournament_service import Tournaments
from services.tournaments.tournament_storage import TournamentStorage

HOST = "host"
SAMPLES = 10
TERMS = Terms("Bench", SWISS, ("card_game",), 2, rounds=3, rated=False)
RESULT = (Standing(Seat(0), 1, True, 20), Standing(Seat(1), 2, False, 10))


async def _seating(_: str) -> TakeSeat:
    return TakeSeat()


class _Measured:
    def __init__(self, tournaments: Tournaments, tournament_id: str) -> None:
        self._tournaments, self.tournament_id = tournaments, tournament_id

    async def execute(self, command: TournamentCommand, actor: str) -> float:
        """Seconds."""
        began = perf_counter()
        await self._tournaments.execute(self.tournament_id, command, actor=actor, request_id=str(uuid4()))
        return perf_counter() - began

    async def moved(self, games: GameService, table: int) -> float:
        """Seconds from the command that ends a game to standings that count it."""
        game_id = game_of(self.tournament_id, table)
        loser = (await games.load(game_id)).loaded.occupants[0].account
        began = perf_counter()
        await games.execute(game_id, Resign(), actor=loser, request_id=str(uuid4()))
        while True:
            tournament = (await self._tournaments.load(self.tournament_id)).tournament
            if tournament.games[table].status == PLAYED:
                await asyncio.to_thread(standings, tournament)
                return perf_counter() - began
            await asyncio.sleep(WATCH_S)


async def _measured(players: int, url: str) -> dict[str, float]:
    store, sql = open_store(url), open_sql(url)
    notices = NoticeStorage(sql)
    games, tournaments = (
        GameService(store, stored.codec()),
        Tournaments(TournamentStorage(sql), news=TournamentNews(notices)),
    )
    role = TournamentTables(games, store, tournaments, _seating)
    tournament_id = (await tournaments.open(OpenTournament(TERMS), actor=HOST, request_id=str(uuid4()))).tournament_id
    measured, entering_s = _Measured(tournaments, tournament_id), 0.0
    for number in range(players):
        await notices.set(
            Target(f"p{number}", WEBHOOK, address="https://example.org", secret=bytes(32), kinds=KINDS, proven=True)
        )
        entering_s = max(entering_s, await measured.execute(Enter(), f"p{number}"))
    started_s = await measured.execute(Start(), HOST)
    *others, last = (await tournaments.load(tournament_id)).tournament.waits_for
    for table in others:
        await measured.execute(RecordResult(table, "PLAYED", RESULT), SERVER_ACTOR)
    paired_s = await measured.execute(RecordResult(last, "PLAYED", RESULT), SERVER_ACTOR)
    began = perf_counter()
    await role.step()  # opens all tables of the second round
    opened_s = perf_counter() - began
    leading = asyncio.create_task(role.run())
    waits_for = (await tournaments.load(tournament_id)).tournament.waits_for
    moved = [await measured.moved(games, table) for table in waits_for[:SAMPLES]]
    leading.cancel()
    await asyncio.wait([leading])
    stored_notices = (await sql.run("SELECT count(*) FROM outbox"))[0][0]
    await sql.close()
    await store.close()
    assert stored_notices >= players, "everybody was told of the last round"
    return {
        "s, an entry at most": entering_s,
        "s, start with its notices": started_s,
        "s, result that pairs a round, with its notices": paired_s,
        "s, all tables of the round stand": opened_s,
        "s, standings after a game's end, at most": max(moved),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="?", default=1_000)
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'events.db'}"
        migrate(url)
        figures = uvloop.run(_measured(given.players, url))
    report(
        figures,
        {
            "s, result that pairs a round, with its notices": under(10),
            "s, standings after a game's end, at most": under(1),
        },
    )


if __name__ == "__main__":
    main()
