"""The role that runs tournaments opens the tables that an organiser gave, and each one at its time."""

from uuid import uuid4

import pytest

from domain import stored
from domain.history.tournament_adjudicate import adjudicate
from domain.table.aggregate import RUNNING
from domain.table.clock import Clock
from domain.tournament.messages import GIVEN, AnnulGame, ClosePairing, GivenTable, GiveTables, TableTerms, Terms
from services.roles.tournament_runner import game_of
from services.store import open_sql, open_store
from tests.stores import new_sqlite
from tests.table_services.services_kit import FakeClock
from tests.table_services.test_tournament_tables import Server, lost_by_the_second_seat

NIGHT = Terms("League night", GIVEN, ("card_game",), 2, rated=False)
HOUR_S = 3_600


@pytest.fixture
async def server(tmp_path):
    url = new_sqlite(tmp_path / "store.db")
    store, sql = open_store(url), open_sql(url)
    yield lambda clock: Server(store, sql, clock)
    await store.close()
    await sql.close()


@pytest.mark.rule("EV-GIVEN-02", "EV-GIVEN-06", "EV-GIVEN-07", "EV-PAIR-01")
async def test_given_tables_are_opened_at_their_time_and_proven_as_given(server):
    """Every step is done by a process that knows nothing, as after a kill."""
    clock = FakeClock()
    first = server(clock)
    tournament_id = await first.started(terms=NIGHT)
    starts_ms = int(clock.now.timestamp() * 1000) + HOUR_S * 1000
    tables = (
        GivenTable("Window", ("bob", "ann"), terms=TableTerms({"renovation": "on"}, Clock(move_s=60))),
        GivenTable("Door", ("cid", "dan"), starts_ms=starts_ms),
        GivenTable("Cellar", ("ann", "cid"), starts_ms=starts_ms),
    )
    await first.execute(tournament_id, "host", GiveTables(tables))
    await first.execute(tournament_id, "host", AnnulGame(3, "too many tables"))
    await first.role.step()
    stands = first.tournaments.storage.standing
    games = [game_of(tournament_id, table) for table in (1, 2, 3)]
    assert set(await stands(games)) == {games[0]}
    game = (await first.games.load(games[0])).loaded
    assert (game.status, [each.account for each in game.occupants]) == (RUNNING, ["bob", "ann"])
    assert (game.opened.options, game.terms.clock) == ({"renovation": "on"}, Clock(move_s=60))
    clock.pass_s(HOUR_S)
    await first.role.step()
    assert set(await stands(games)) == {games[0], games[1]}, "annulled before its time, the third is never opened"
    await first.execute(tournament_id, "host", ClosePairing())
    for table in (1, 2):
        await lost_by_the_second_seat(server(clock), tournament_id, table)
        await server(clock).role.step()
    ended = await first.tournament(tournament_id)
    points = {ended.entrants[row.entrant].account: row.points for row in ended.final}
    assert (ended.status, points) == ("ENDED", {"bob": 120, "ann": 0, "cid": 120, "dan": 0})
    rows = await first.tournaments.storage.load(tournament_id)
    given = [row for row in rows if row.topic == "event.TablesGiven/1"]
    assert len(given) == 1
    assert adjudicate(rows, stored.tournament_codec()).tournament == ended


async def test_a_repeated_request_gives_no_second_tables(server):
    one = server(FakeClock())
    tournament_id, request_id = await one.started(terms=NIGHT), str(uuid4())
    command = GiveTables((GivenTable("Window", ("bob", "ann")),))
    answers = [
        await one.tournaments.execute(tournament_id, command, actor="host", request_id=request_id) for _ in range(2)
    ]
    assert answers[0].events == answers[1].events
    assert len((await one.tournament(tournament_id)).games) == 1
