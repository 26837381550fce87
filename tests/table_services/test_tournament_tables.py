"""The role that runs tournaments, step by step on a real store: whichever process leads, each table is opened once."""

from unittest.mock import AsyncMock
from uuid import uuid4

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain import stored
from domain.history.tournament_adjudicate import adjudicate
from domain.kernel.dice import Roll
from domain.kernel.simulation import random_bot
from domain.table.aggregate import RUNNING
from domain.table.messages import SERVER_ACTOR, Begin, CloseTable, Resign, StartGame, TakeSeat
from domain.tournament.messages import ARENA, SWISS, BeginWithRound, Enter, OpenTournament, Start, Terms, Withdraw
from services.application.game_service import GameService
from services.roles.beacon_rounds import Relays
from services.roles.tournament_runner import TournamentTables, game_of, no_signature, opening
from services.store import open_sql, open_store
from services.store.backends import urls_of
from services.store.interface import StoreUnavailable
from services.store.schema import migrate
from services.tournaments.tournament_service import Tournaments
from services.tournaments.tournament_storage import TournamentStorage
from tests.beacon import a_beacon, honest, relay, signed
from tests.domain.tournament.tournament_kit import started
from tests.stores import new_sqlite
from tests.table_services.services_kit import FakeClock

TERMS = Terms("Cup", SWISS, ("card_game",), 2, rounds=2, rated=False)
PLAYERS = ("ann", "bob", "cid", "dan")
GONE = "gone"
BEACON = a_beacon(lead_s=6)


async def seating(account):
    return None if account == GONE else TakeSeat()


class Server:
    """The private parts of one process."""

    def __init__(self, store, sql, clock=None, relays=None):
        clock, self.sql = clock or FakeClock(), sql
        self.games = GameService(store, stored.codec(), clock, beacon=BEACON if relays else None)
        self.tournaments = Tournaments(TournamentStorage(sql), clock, beacon=BEACON if relays else None)
        fetched = relays.signature if relays else no_signature
        self.role = TournamentTables(self.games, store, self.tournaments, seating, fetched, clock)

    async def started(self, *players, terms=TERMS):
        opened = await self.tournaments.open(OpenTournament(terms), actor="host", request_id=str(uuid4()))
        for player in players or PLAYERS:
            await self.execute(opened.tournament_id, player, Enter())
        await self.execute(opened.tournament_id, "host", Start())
        return opened.tournament_id

    async def execute(self, tournament_id, actor, command):
        await self.tournaments.execute(tournament_id, command, actor=actor, request_id=str(uuid4()))

    async def tournament(self, tournament_id):
        return (await self.tournaments.load(tournament_id)).tournament

    async def tables(self, tournament_id):
        """The games of the tables that are waited for, with the accounts that were drawn."""
        tournament = await self.tournament(tournament_id)
        found = {}
        for table in tournament.waits_for:
            game = (await self.games.load(game_of(tournament_id, table))).loaded
            seats = tournament.games[table].pairing.seats
            found[table] = (game, [tournament.entrants[entrant].account for entrant in seats])
        return found


@pytest.fixture
async def server(tmp_path):
    url = new_sqlite(tmp_path / "store.db")
    store, sql = open_store(url), open_sql(url)
    yield lambda clock=None, relays=None: Server(store, sql, clock, relays)
    await store.close()
    await sql.close()


@pytest.mark.rule("EV-TABLE-01")
async def test_every_table_is_opened_once_seated_as_drawn_and_begun_whoever_leads(server):
    first, next_leader = server(), server()
    tournament_id = await first.started()
    assert await first.role.step()
    tables = await first.tables(tournament_id)
    assert len(tables) == 2
    for game, drawn in tables.values():
        assert game.status == RUNNING
        assert [each.account for each in game.occupants] == drawn
        assert [each.colour for each in game.occupants] == ["red", "blue"]
        assert (game.opened.host, game.opened.private, game.opened.rated) == (SERVER_ACTOR, True, False)
    assert await next_leader.role.step()
    again = await next_leader.tables(tournament_id)
    assert [game.version for game, _ in again.values()] == [game.version for game, _ in tables.values()]


@pytest.mark.rule("EV-TABLE-02")
async def test_a_bot_sits_for_who_has_left_before_the_table_was_opened_or_whose_account_is_gone(server):
    one = server()
    tournament_id = await one.started("ann", "bob", "cid", GONE)
    await one.execute(tournament_id, "ann", Withdraw())
    await one.role.step()
    sitting = {}
    for game, drawn in (await one.tables(tournament_id)).values():
        assert game.status == RUNNING
        sitting |= dict(zip(drawn, [each.account for each in game.occupants], strict=True))
    assert sitting == {"ann": "", "bob": "bob", "cid": "cid", GONE: ""}


async def test_tables_that_the_store_loses_while_they_are_filled_are_opened_again(server):
    one = server()
    tournament_id = await one.started()

    async def losing(_):
        one.role._seating = seating
        await one.sql.run("DELETE FROM stored_events")
        return TakeSeat()

    one.role._seating = losing
    with pytest.raises(StoreUnavailable):  # the role begins to lead again
        await one.role.step()
    await server().role.step()
    assert [game.status for game, _ in (await one.tables(tournament_id)).values()] == [RUNNING] * 2


@pytest.mark.servers
async def test_tables_that_one_of_several_logs_loses_are_opened_again_by_the_same_leader(logs_url, monkeypatch):
    """The lead is kept in the home, so no other process visits the tables."""
    monkeypatch.setattr("services.roles.tournament_runner.VISIT_S", 0)
    store, sqls = open_store(logs_url), [open_sql(url) for url in urls_of(logs_url)]
    one = Server(store, sqls[0])
    tournament_id = await one.started()
    await one.role.step()
    for sql in sqls:
        await sql.run("DELETE FROM stored_events")
    await one.role.step()
    assert [game.status for game, _ in (await one.tables(tournament_id)).values()] == [RUNNING] * 2
    await store.close()
    for sql in sqls:
        await sql.close()


async def test_the_result_of_an_end_that_the_store_loses_is_not_recorded(store_url):
    migrate(store_url)
    store, sql = open_store(store_url), open_sql(store_url)
    one = Server(store, sql)
    tournament_id = await one.started("ann", "bob")
    await one.role.step()
    execute, game_id = one.tournaments.execute, game_of(tournament_id, 1)
    version = (await one.games.load(game_id)).version
    await lost_by_the_second_seat(one, tournament_id, 1)

    async def losing(*command, **fields):
        await sql.run(
            "DELETE FROM stored_events WHERE originator_id = ? AND originator_version > ?", (game_id, version)
        )
        return await execute(*command, **fields)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(one.tournaments, "execute", losing)
        with pytest.raises(StoreUnavailable):  # the role begins to lead again
            await one.role.step()
    again = Server(store, sql)
    assert (await again.tournament(tournament_id)).games[1].status == "OPEN"
    await lost_by_the_second_seat(again, tournament_id, 1)
    await again.role.step()
    assert (await again.tournament(tournament_id)).games[1].status == "PLAYED"
    await store.close()
    await sql.close()


async def test_a_game_with_other_seats_than_its_pairing_has_no_result(server):
    """A failover of the home of several logs has lost the pairing for which another log has the game, and the round was
    paired again."""
    one = server()
    tournament_id = await one.started("ann", "bob")
    tournament, game_id = await one.tournament(tournament_id), game_of(tournament_id, 1)
    name = f"tournament/{tournament_id}/1"
    await one.games.open_table(opening(tournament, 1), actor=SERVER_ACTOR, request_id=str(uuid4()), name=name)
    drawn = [tournament.entrants[entrant].account for entrant in tournament.games[1].pairing.seats]
    seated = [(account, TakeSeat()) for account in reversed(drawn)]
    for actor, command in (*seated, (SERVER_ACTOR, StartGame()), (drawn[0], Resign())):
        await one.games.execute(game_id, command, actor=actor, request_id=str(uuid4()))
    await one.role.step()
    game = (await one.tournament(tournament_id)).games[1]
    assert (game.status, game.standings) == ("PLAYED", ())


@pytest.mark.rule("EV-TABLE-02")
async def test_who_leaves_later_resigns_there(server):
    one = server()
    tournament_id = await one.started()
    await one.role.step()
    await one.execute(tournament_id, "ann", Withdraw())
    await one.role.step()
    for table, game in (await one.tournament(tournament_id)).games.items():
        aggregate = (await one.games.load(game_of(tournament_id, table))).loaded
        accounts = [each.account for each in aggregate.occupants]
        assert aggregate.resigned == ((accounts.index("ann"),) if "ann" in accounts else ())
        assert game.status in ("OPEN", "PLAYED")


async def test_a_game_that_ends_before_a_player_who_left_resigns_holds_nothing_up(server, monkeypatch):
    one, other = server(), server()
    tournament_id = await one.started("ann", "bob")
    await one.role.step()
    await one.execute(tournament_id, "ann", Withdraw())
    execute = one.games.execute

    async def too_late(game_id, command, **fields):
        await other.games.execute(game_id, Resign(), actor="bob", request_id=str(uuid4()))
        return await execute(game_id, command, **fields)

    with monkeypatch.context() as patch:
        patch.setattr(one.games, "execute", too_late)
        await one.role.step()
    await one.role.step()
    assert (await one.tournament(tournament_id)).games[1].status == "PLAYED"


@pytest.mark.rule("EV-TABLE-03")
async def test_a_table_that_was_closed_before_its_start_has_no_result_and_holds_nobody_up(server):
    one = server()
    tournament_id = await one.started()
    tournament = await one.tournament(tournament_id)
    live = await one.role._opened(tournament, 1)
    await one.games.execute(live.game_id, CloseTable(), actor=SERVER_ACTOR, request_id=str(uuid4()))
    await one.role.step()
    game = (await one.tournament(tournament_id)).games[1]
    assert (game.status, game.standings) == ("PLAYED", ())


async def test_a_result_is_recorded_once_by_two_who_believe_to_lead_and_the_next_round_is_paired(server):
    one, other = server(), server()
    tournament_id = await one.started()
    await one.role.step()
    await other.role.step()
    for game, drawn in (await one.tables(tournament_id)).values():
        await one.games.execute(game.opened.game_id, Resign(), actor=drawn[0], request_id=str(uuid4()))
    await one.role.step()
    await other.role.step()
    found = await one.tournament(tournament_id)
    assert (found.round, [game.status for game in found.games.values()]) == (2, ["PLAYED", "PLAYED", "OPEN", "OPEN"])
    results = [row for row in await one.tournaments.storage.load(tournament_id) if "ResultRecorded" in row.topic]
    assert len(results) == 2


async def test_while_no_tournament_is_under_way_nothing_of_the_log_is_read(server, monkeypatch):
    one, reads = server(), AsyncMock()
    monkeypatch.setattr(one.role._store, "read_tables", reads)
    assert not await one.role.step()
    reads.assert_not_called()


@pytest.mark.rule("CL-EVENT-01")
@pytest.mark.parametrize("terms", [{"club": "club-1"}, {}])
def test_the_tables_of_a_clubs_tournament_are_the_clubs(terms):
    assert opening(started(8, **terms), 1).terms.club == terms.get("club", UNSET)


@pytest.mark.rule("EV-TABLE-01", "TB-DRAW-01")
def test_tables_have_the_draws_of_their_tournament():
    tournament = started(8)
    assert opening(tournament, 1).terms.draws is UNSET
    waits = replace(tournament.opened, terms=replace(tournament.terms, draws="beacon"))
    assert opening(replace(tournament, opened=waits), 1).terms.draws == "beacon"


async def lost_by_the_second_seat(server, tournament_id, table):
    game_id = game_of(tournament_id, table)
    loser = (await server.games.load(game_id)).loaded.occupants[1].account
    await server.games.execute(game_id, Resign(), actor=loser, request_id=str(uuid4()))


@pytest.mark.rule("EV-ARENA-03", "EV-ARENA-04", "EV-ARENA-05", "EV-RES-01")
async def test_an_arena_goes_on_and_ends_by_the_clock_whichever_process_leads(server):
    """Every step is done by a process that knows nothing, as after a kill."""
    clock = FakeClock()
    arena = Terms("Arena", ARENA, ("card_game",), 2, rated=False, minutes=30)
    tournament_id = await server(clock).started(terms=arena)
    await server(clock).role.step()
    for table in (1, 2):
        await lost_by_the_second_seat(server(clock), tournament_id, table)
        await server(clock).role.step()
    now = server(clock)
    met = {frozenset((await now.tournament(tournament_id)).games[table].pairing.seats) for table in (1, 2)}
    second = (await now.tournament(tournament_id)).waits_for
    assert second == (3, 4)
    assert not met & {frozenset((await now.tournament(tournament_id)).games[table].pairing.seats) for table in second}
    await server(clock).role.step()
    clock.pass_s(30 * 60)
    late = server(clock)
    await late.role.step()  # learns when it ends
    await late.role.step()
    closed = await late.tournament(tournament_id)
    assert (closed.closed, closed.status, closed.waits_for) == (True, "RUNNING", (3, 4))
    for table in (3, 4):
        await lost_by_the_second_seat(server(clock), tournament_id, table)
    await server(clock).role.step()
    ended = await late.tournament(tournament_id)
    assert (ended.status, len(ended.games)) == ("ENDED", 4)
    assert sum(row.points for row in ended.final) == 4 * 120
    rows = await late.tournaments.storage.load(tournament_id)
    recorded = [event.table for event in map(event_of, rows) if type(event).__name__ == "ResultRecorded"]
    assert sorted(recorded) == [1, 2, 3, 4], "nothing is scored twice"
    adjudicate(rows, stored.tournament_codec())


def event_of(row):
    return stored.tournament_codec().read(row).event


def only_lately(number, late):
    """A relay that has the round only once it is asked again."""
    late.append(number)
    return honest(number) if len(late) > 1 else (404, {})


@pytest.mark.rule("EV-BEACON-02", "EV-BEACON-03", "EV-BEACON-04")
async def test_a_tournament_waits_for_the_round_of_its_beacon_whichever_process_leads(server, monkeypatch):
    monkeypatch.setattr("services.roles.beacon_rounds.RELAY_S", 60)  # a busy machine does not mean an unavailable relay
    clock, late = FakeClock(), []
    with relay(lambda number: only_lately(number, late)) as (url, asked):
        relays = Relays((url,))
        first = server(clock, relays)
        tournament_id = await first.started()
        awaited = (await first.tournament(tournament_id)).awaited
        assert await first.role.step()
        assert ((await first.tournament(tournament_id)).status, asked) == ("STARTING", [])
        with pytest.raises(StoreUnavailable):
            await first.tournaments.leave("ann")
        clock.pass_s(9)
        await server(clock, relays).role.step()  # no relay has it yet, and this process is killed
        assert (await first.tournament(tournament_id)).status == "STARTING"
        await server(clock, relays).role.step()
        await relays.close()
    assert asked == [awaited, awaited]
    begun = await first.tournament(tournament_id)
    assert (begun.status, begun.signature, len(begun.waits_for)) == ("RUNNING", signed(awaited), 2)
    adjudicate(await first.tournaments.storage.load(tournament_id), stored.tournament_codec())


async def draws(games, game_id):
    """Moves at random until the game waits for a draw, and the round that it waits for."""
    roll = Roll(b"b" * 32, game_id)
    while not (table := (await games.load(game_id)).loaded).awaited:
        seat = table.to_act[0]
        command = random_bot(None, table.rules.options(table.play, seat), seat, roll)
        await games.execute(game_id, command, actor=table.occupants[seat].actor, request_id=str(uuid4()))
    return table.awaited.asked.round


@pytest.mark.rule("TB-DRAW-04", "EV-TABLE-02", "EV-RES-01")
async def test_tables_of_a_tournament_wait_for_their_draws_and_players_may_leave_meanwhile(server):
    clock = FakeClock()
    one = server(clock, Relays(()))
    tournament_id = await one.started("ann", "bob", terms=replace(TERMS, draws="beacon"))
    number = (await one.tournament(tournament_id)).awaited
    clock.pass_s(9)
    await one.execute(tournament_id, SERVER_ACTOR, BeginWithRound(number, signed(number)))
    await one.role.step()
    ((game, _),) = (await one.tables(tournament_id)).values()
    game_id = game.opened.game_id
    clock.pass_s(9)
    number = game.starting.round
    await one.games.execute(game_id, Begin(number, signed(number)), actor=SERVER_ACTOR, request_id=str(uuid4()))
    await draws(one.games, game_id)
    before = (await one.games.load(game_id)).version
    await one.role.step()
    ((waits, _),) = (await one.tables(tournament_id)).values()
    assert (waits.version, waits.status, waits.to_act) == (before, RUNNING, ())
    await one.execute(tournament_id, "ann", Withdraw())
    await one.role.step()
    await one.role.step()
    (played,) = [each for each in (await one.tournament(tournament_id)).games.values() if each.status == "PLAYED"]
    assert played.standings
    adjudicate(await one.tournaments.storage.load(tournament_id), stored.tournament_codec())


async def test_a_tournament_with_a_given_seed_has_no_beacon(server):
    one = server(FakeClock(), Relays(()))
    terms = replace(TERMS, name="Seeded")
    opened = await one.tournaments.open(OpenTournament(terms, "seed"), actor="host", request_id=str(uuid4()))
    assert (await one.tournament(opened.tournament_id)).opened.beacon is UNSET
