"""The public stream over real stores: what it shows, in which order, from every position."""

import asyncio
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest
from prometheus_client import REGISTRY

from domain.kernel.ids import Seat
from domain.table.messages import CloseTable, GameOpened, LeaveSeat, OpenTable, Resign, StartGame, TakeSeat, Terms
from domain.tournament.messages import SWISS, Enter, OpenTournament, Start
from domain.tournament.messages import Terms as TournamentTerms
from projections.folds.leaders import Leaders
from projections.folds.ratings import points
from projections.read.leaders import Leaderboards
from projections.stores.memory_view import MemoryView
from services.application.game_service import GameService
from services.history.imports import Imports
from services.public_stream import stream as stream_module
from services.public_stream.items import (
    Place,
    RoundPaired,
    TableClosed,
    TableEnded,
    TableOpened,
    TableStarted,
    TournamentOpened,
    TournamentStarted,
)
from services.public_stream.stream import LogLost, PublicStream
from services.store import open_sql, open_store
from services.store.backends import urls_of
from services.store.schema import migrate
from services.tournaments.tournament_service import Tournaments
from services.tournaments.tournament_storage import TournamentStorage
from support.demo import Choose
from tests.projections.projection_kit import caught_up
from tests.stores import new_sqlite
from tests.table_services.services_kit import CODEC, FakeClock, Tables

START = Place(0, 0)
OF_TABLES = (TableOpened, TableStarted, TableEnded, TableClosed)
CUP = TournamentTerms("Cup", SWISS, ("card_game",), 2, rounds=1, rated=False)


class World:
    """A store with games and tournaments, and the stream of what is public in it. `secret`: of its tables."""

    def __init__(self, store, sql, secret=b"s" * 32):
        self.store, self.sql, self.clock, self.leaders = store, sql, FakeClock(), MemoryView("leaders")
        self.tables = Tables(GameService(store, CODEC, self.clock, lambda: secret))
        self.tournaments = Tournaments(TournamentStorage(sql), self.clock)
        self.stream = self.opened_stream()

    def opened_stream(self):
        """The stream as another process has it, which remembers nothing."""
        return PublicStream(self.store, self.tournaments, Leaderboards(self.leaders, None), Imports(self.sql).among)

    async def rate(self):
        await caught_up(self.store, [(Leaders(), await self.leaders.live())], codec=CODEC)

    async def open(self, host="ann", request_id="", **fields):
        command = OpenTable(**({"variant": "demo", "seats": 2} | fields))
        found = await self.tables.games.open_table(command, actor=host, request_id=request_id or str(uuid4()))
        return found.game_id

    async def play(self, *players, request_id="", nonces=("", ""), **fields):
        """A whole game, which the last player resigns."""
        game_id = await self.open(players[0], request_id, **fields)
        for player, nonce in zip(players, nonces, strict=True):
            await self.tables.execute(game_id, player, TakeSeat(nonce=nonce))
        await self.tables.execute(game_id, players[0], StartGame())
        for seat, player in enumerate(players):
            await self.tables.execute(game_id, player, Choose(Seat(seat), 1))
        await self.tables.execute(game_id, players[-1], Resign())
        return game_id

    async def cup(self, players=4):
        request_id = str(uuid4())
        cup = (await self.tournaments.open(OpenTournament(CUP), actor="host", request_id=request_id)).tournament_id
        for number in range(players):
            await self.organise(cup, f"p{number}", Enter())
        await self.organise(cup, "host", Start())
        return cup

    async def organise(self, cup, actor, command):
        await self.tournaments.execute(cup, command, actor=actor, request_id=str(uuid4()))


@asynccontextmanager
async def world_at(url, **more):
    migrate(url)
    store, sql = open_store(url), open_sql(url)
    try:
        yield World(store, sql, **more)
    finally:
        await sql.close()
        await store.close()


@pytest.fixture(params=["sqlite", pytest.param("logs", marks=pytest.mark.servers)])
def url(request, tmp_path):
    return new_sqlite(tmp_path / "store.db") if request.param == "sqlite" else request.getfixturevalue("logs_url")


@pytest.fixture
async def world(url):
    async with world_at(url) as opened:
        yield opened


async def read(stream, after=START):
    found = []
    while True:
        page = await stream.page(after)
        found += page.items
        if not (page.items or page.more):
            return found
        after = page.place


def kinds(found):
    return [type(each.what) for each in found]


async def test_a_public_table_appears_from_its_opening_to_its_result_with_ratings(world):
    game_id = await world.play("ann", "bob")
    await world.rate()
    opened, started, ended = await read(world.stream)
    assert opened.what == TableOpened(game_id, "demo", {}, 2, True, "ann", "")
    assert opened.item_id == f"{game_id}/1"
    assert [(each.account, each.bot) for each in started.what.seats] == [("ann", ""), ("bob", "")]
    assert (type(started.what), type(ended.what)) == (TableStarted, TableEnded)
    assert (ended.what.reason, ended.what.seats) == ("RESIGNED", started.what.seats)
    assert [(each.player, each.rank) for each in ended.what.standings] == [(0, 1), (1, 2)]
    (last,) = (await Leaderboards(world.leaders, None).history("ann", "demo")).games
    ratings = {(each.account, each.variant): each.rating for each in ended.what.ratings}
    assert ratings.keys() == {("ann", ""), ("ann", "demo"), ("bob", ""), ("bob", "demo")}
    assert ratings["ann", "demo"] == points(last.rating)


def apart(found):
    """Return items of tables, and items of tournaments. A cut of several logs has events of other moments, so an item
    of the one may come before or after an item of the other."""
    of_tables = [each for each in found if isinstance(each.what, OF_TABLES)]
    organised = [each for each in found if not isinstance(each.what, OF_TABLES)]
    return [[(each.item_id, each.what) for each in some] for some in (of_tables, organised)]


async def test_another_process_reads_the_same_from_every_position(world, monkeypatch):
    for number in range(3):
        await world.play("ann", "bob")
        await world.cup()
        closed = await world.open("cid")
        await world.tables.execute(closed, "cid", TakeSeat())
        await world.open("dan", private=True)
        world.clock.pass_s(number)
    await world.rate()
    whole = await read(world.stream)
    assert kinds(whole).count(TableEnded) == kinds(whole).count(RoundPaired) == 3
    assert len({each.item_id for each in whole}) == len(whole) == 3 * 7
    monkeypatch.setattr(stream_module, "ROWS", 3)
    monkeypatch.setattr(stream_module, "PAGE", 2)
    for cut, item in enumerate(whole, 1):
        rest = await read(world.opened_stream(), item.place)
        assert apart(rest) == apart(whole[cut:])


async def test_tables_are_in_the_order_of_the_log_and_tournaments_in_theirs(world):
    games = [await world.open("ann") for _ in range(4)]
    cups = [await world.cup() for _ in range(2)]
    found = await read(world.stream)
    positions = [each.place.log for each in found if isinstance(each.what, TableOpened)]
    assert positions == sorted(positions)
    assert {each.what.game_id for each in found if isinstance(each.what, TableOpened)} == set(games)
    organised = [each for each in found if not isinstance(each.what, TableOpened)]
    assert [each.what.tournament_id for each in organised] == [cup for cup in cups for _ in range(3)]
    assert kinds(organised) == [TournamentOpened, TournamentStarted, RoundPaired] * 2


async def test_an_end_waits_until_its_ratings_are_known_and_nothing_is_left_out_or_repeated(world):
    await world.play("ann", "bob")
    await world.open("cid")
    first = await read(world.stream)
    assert TableEnded not in kinds(first)
    assert TableStarted in kinds(first)
    await world.rate()
    rest = await read(world.stream, first[-1].place)
    assert [each.item_id for each in (*first, *rest)] == [each.item_id for each in await read(world.stream)]
    assert sorted(each.__name__ for each in kinds(first + rest)) == [
        *("TableEnded", "TableOpened", "TableOpened", "TableStarted")
    ]


async def test_a_closed_table_says_why(world):
    game_id = await world.open("ann", terms=Terms(starts_when_full=True))
    await world.tables.execute(game_id, "ann", TakeSeat())
    await world.tables.execute(game_id, "ann", CloseTable())
    assert (await read(world.stream))[-1].what == TableClosed(game_id, "HOST")


async def test_a_position_that_the_log_does_not_reach_is_refused(world):
    await world.open("ann")
    head = await world.stream.head()
    for place in (Place(head.log + 1, 0), Place(head.log, head.tournaments + 1)):
        with pytest.raises(LogLost):
            await world.stream.page(place)


async def test_imported_games_are_no_news(world):
    game_id = await world.open("ann")
    await Imports(world.sql).keep(game_id, "key")
    assert await read(world.stream) == []


async def test_an_event_that_cannot_be_read_is_passed_over(world, monkeypatch):
    await world.open("ann")
    seen = await world.open("bob")
    row = (await world.store.read_tables(0, 1))[0]
    await world.store.append([type(row.row)("bad", 1, row.row.topic, b"{")], 10.0)
    last = await world.open("cid")
    before = REGISTRY.get_sample_value("turnledger_unreadable_events_total")
    found = {each.what.game_id for each in await read(world.stream)}
    assert {seen, last} <= found
    assert "bad" not in found
    assert REGISTRY.get_sample_value("turnledger_unreadable_events_total") > before


@pytest.mark.parametrize("private", [False, True])
async def test_two_worlds_that_differ_in_what_is_hidden_have_one_stream(tmp_path, private):
    """The other world has other secrets, nonces and invitations, and a private table with a whole game."""
    found = []
    for number, secret in enumerate((b"a" * 32, b"b" * 32)):
        async with world_at(new_sqlite(tmp_path / f"{number}.db"), secret=secret) as world:
            terms = Terms(invited=("eve", "fay")[number : number + 1])
            if private and number:
                hidden = await world.open("cid", private=True, terms=Terms(invited=("dan",)))
                for player in ("cid", "dan"):
                    await world.tables.execute(hidden, player, TakeSeat())
                await world.tables.execute(hidden, "cid", StartGame())
            await world.play("ann", "bob", request_id="r", nonces=("0" * 63 + str(number), "ab"), terms=terms)
            if private and number:
                await world.tables.execute(hidden, "dan", Resign())
            left = await world.open("ann", "s", terms=terms)
            await world.tables.execute(left, "bob", TakeSeat(nonce="0" * 63 + str(number)))
            await world.tables.execute(left, "bob", LeaveSeat())
            await world.rate()
            found.append([(each.item_id, each.at, public_part(each.what)) for each in await read(world.stream)])
    assert len(found[0]) == 4
    assert found[0] == found[1]


def public_part(what):
    """Return the fields of an item that its message has: a seat has more."""
    if not hasattr(what, "seats") or isinstance(what.seats, int):
        return what
    seats = [(each.colour, each.account, each.bot) for each in what.seats]
    return type(what).__name__, seats, getattr(what, "ratings", ()), getattr(what, "standings", ())


async def test_only_declared_public_fields_of_a_table_are_in_its_item(world):
    await world.open("ann")
    (item,) = await read(world.stream)
    fields = set(item.what.__struct_fields__) - {"club"}
    assert fields <= set(GameOpened.public)


@pytest.mark.parametrize("count", [8])
async def test_tournaments_of_many_processes_get_positions_without_gaps(store_url, count):
    migrate(store_url)
    sqls = [open_sql(url) for url in urls_of(store_url) for _ in range(count)]
    try:
        processes = [Tournaments(TournamentStorage(sql), FakeClock()) for sql in sqls]
        await asyncio.gather(
            *(
                each.open(OpenTournament(CUP), actor=f"host{number}", request_id=str(uuid4()))
                for number, each in enumerate(processes)
            )
        )
        found = await processes[0].storage.public(0, 100)
        assert [position for position, _ in found] == list(range(1, count + 1))
        assert await processes[0].storage.public_head() == count
        assert [position for position, _ in await processes[0].storage.public(3, 2)] == [4, 5]
    finally:
        for sql in sqls:
            await sql.close()
