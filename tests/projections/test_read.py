"""The answers of the queries, over histories of the demo game folded into memory."""

import asyncio
from datetime import timedelta

import msgspec
import pytest

from domain.kernel.ids import Seat
from domain.table.aggregate import FINISHED, RUNNING
from domain.table.messages import CloseTable, HandSeat, TakeSeat, TakeSeatBack, Undo
from projections.read.games import NotShown
from projections.stores.memory_generation import MemoryGeneration
from support.histories import NOON, Game, league, played
from tests.projections.projection_kit import Service


@pytest.fixture
def service():
    return Service()


def open_game(log, game_id="g", *players, **fields):
    return Game(log, game_id).open("ann", **fields).seat(*(players or ("ann", "bob")))


def ids(page):
    return [table.game_id for table in page.items]


async def test_a_board_is_what_the_rules_show_this_viewer(service):
    open_game(service.log).start().choose(3)
    read = await service.catch_up()
    boards = [msgspec.json.decode((await read.games.board("g", viewer)).board) for viewer in (None, Seat(0), Seat(1))]
    assert [board["own"] for board in boards] == [None, 3, None]
    assert all(board["chose"] == [True, False] for board in boards)
    shown = await read.games.board("g")
    assert (shown.version, shown.status, shown.to_act) == (6, RUNNING, (Seat(1),))
    assert (shown.moment.round, shown.moment.phase) == (1, "choose")


async def test_before_the_start_the_board_is_null_and_nobody_has_options(service):
    open_game(service.log)
    read = await service.catch_up()
    board, options = await read.games.board("g"), await read.games.options("g", Seat(0))
    assert (board.version, board.status, board.board) == (3, "OPEN", b"null")
    assert (options.version, options.options) == (3, b"[]")


@pytest.mark.parametrize("of", ["board", "options"])
async def test_a_game_that_begins_between_two_reads_is_shown_as_begun(service, monkeypatch, of):
    game = open_game(service.log)
    read = await service.catch_up()
    table = read.games.table

    async def begin_first(*asked):
        monkeypatch.undo()
        game.start()
        await service.catch_up()
        return await table(*asked)

    monkeypatch.setattr(read.games, "table", begin_first)
    assert (await getattr(read.games, of)("g", Seat(1))).version == game.version


async def test_the_options_of_a_seat_end_with_the_game(service):
    game = open_game(service.log).start()
    read = await service.catch_up()
    assert msgspec.json.decode((await read.games.options("g", Seat(1))).options) == [
        {"type": "ChooseOption", "player": 1, "highest": 3}
    ]
    game.play()
    await service.catch_up()
    assert (await read.games.options("g", Seat(1))).options == b"[]"


async def test_a_feed_has_every_version_once_and_hides_what_the_viewer_may_not_know(service):
    open_game(service.log).start().choose(3)
    read = await service.catch_up()
    own, other, public = [await read.games.feed("g", viewer) for viewer in (Seat(0), Seat(1), None)]
    assert [item.version for item in public] == [1, 2, 3, 4, 5, 6]
    assert [item.topic for item in public][-2:] == ["DemoStarted", "NumberChosen"]
    assert [msgspec.json.decode(feed[-1].event)["number"] for feed in (own, other, public)] == [3, None, None]
    assert [item.version for item in await read.games.feed("g", None, after=2, limit=2)] == [3, 4]
    assert await read.games.feed("g", None, after=6) == ()


async def test_those_who_ask_for_a_page_of_a_feed_at_the_same_moment_share_its_reading(service, monkeypatch):
    open_game(service.log).start().choose(3)
    read, pages, slice_of = await service.catch_up(), [], MemoryGeneration.slice

    async def counted(generation, home, key, start, limit):
        pages.append(start)
        return await slice_of(generation, home, key, start, limit)

    monkeypatch.setattr(MemoryGeneration, "slice", counted)
    own, public, later = await asyncio.gather(
        read.games.feed("g", Seat(0)), read.games.feed("g", None), read.games.feed("g", None, after=4)
    )
    assert pages == [0, 4]
    assert [len(feed) for feed in (own, public, later)] == [6, 6, 2]
    assert own != public
    await read.games.feed("g")
    assert pages == [0, 4, 0]


async def test_an_unknown_game_is_not_shown(service):
    read = await service.catch_up()
    for asked in (read.games.board("x"), read.games.options("x", Seat(0)), read.games.table("x"), read.games.feed("x")):
        with pytest.raises(NotShown) as told:
            await asked
        assert told.value.reached == 0


async def test_a_version_that_has_not_arrived_is_not_shown(service):
    open_game(service.log)
    read = await service.catch_up()
    with pytest.raises(NotShown) as told:
        await read.games.board("g", min_version=4, timeout_s=0.01)
    assert (told.value.version, told.value.reached) == (4, 3)


async def test_the_table_shows_who_sits_and_no_secret(service):
    game = open_game(service.log, "g", "bot:greedy", seed="deck", rated=False)
    game.execute(TakeSeat(colour="black", nonce="abcd"), "bob")
    read = await service.catch_up()
    table = await read.games.table("g")
    assert [(each.colour, each.account, each.bot) for each in table.sitters] == [
        ("red", "", "greedy"),
        ("black", "bob", ""),
    ]
    assert (table.host, table.places, table.rated, table.given) == ("ann", 2, False, True)
    written = msgspec.json.encode(table)
    assert not any(hidden in written for hidden in (b"deck", b"abcd", game.secret.hex().encode()))


async def test_the_lobby_lists_public_tables_newest_first_in_pages(service):
    for number in range(5):
        Game(service.log, f"g{number}", NOON + timedelta(minutes=number)).open("ann")
    Game(service.log, "secret", NOON).open("ann", private=True)
    read = await service.catch_up()
    first = await read.lists.lobby(limit=2)
    assert ids(first) == ["g4", "g3"]
    second = await read.lists.lobby(limit=2, after=first.next)
    assert ids(second) == ["g2", "g1"]
    last = await read.lists.lobby(limit=2, after=second.next)
    assert (ids(last), last.next) == (["g0"], "")


async def test_a_table_moves_from_list_to_list_as_it_starts_ends_or_closes(service):
    running, finished, closed = (open_game(service.log, name) for name in "rfc")
    read = await service.catch_up()
    assert len((await read.lists.lobby()).items) == 3
    running.start()
    finished.start().play()
    closed.execute(CloseTable(), "ann")
    await service.catch_up()
    for variant in ("", "demo"):
        assert ids(await read.lists.lobby(variant=variant)) == []
        assert ids(await read.lists.lobby(RUNNING, variant)) == ["r"]
        assert ids(await read.lists.lobby(FINISHED, variant)) == ["f"]
    assert ids(await read.lists.lobby(RUNNING, "other")) == []


async def test_my_games_are_those_i_sit_at_and_my_turns_those_that_wait_for_me(service):
    game = open_game(service.log)
    read = await service.catch_up()
    assert ids(await read.lists.my_games("ann")) == ids(await read.lists.my_games("bob")) == ["g"]
    assert ids(await read.lists.my_turns("ann")) == []
    game.start().choose(2)
    await service.catch_up()
    assert ids(await read.lists.my_turns("ann")) == []
    assert ids(await read.lists.my_turns("bob")) == ["g"]
    game.play()
    await service.catch_up()
    assert ids(await read.lists.my_games("bob")) == ids(await read.lists.my_turns("bob")) == []
    assert ids(await read.lists.played("bob")) == ["g"]


async def test_a_seat_that_a_bot_plays_waits_for_nobody_but_stays_its_owners(service):
    game = open_game(service.log).start()
    game.execute(HandSeat("random"), "bob")
    read = await service.catch_up()
    assert ids(await read.lists.my_turns("bob")) == []
    assert ids(await read.lists.my_games("bob")) == ["g"]
    game.execute(TakeSeatBack(), "bob")
    await service.catch_up()
    assert ids(await read.lists.my_turns("bob")) == ["g"]


async def test_a_move_taken_back_is_off_the_board_and_stays_in_the_feed(service):
    game = open_game(service.log).start().choose(3)
    game.execute(Undo(), "ann")
    read = await service.catch_up()
    board = await read.games.board("g", Seat(0))
    assert (msgspec.json.decode(board.board)["own"], board.version, board.to_act) == (None, 7, (0, 1))
    assert [item.topic for item in await read.games.feed("g")][-2:] == ["NumberChosen", "CommandsUndone"]


@pytest.mark.parametrize("at_once", [True, False])
async def test_who_leaves_a_table_has_the_game_no_more(service, at_once):
    game = open_game(service.log)
    if not at_once:
        await service.catch_up()
    game.leave("ann").seat("cy")
    read = await service.catch_up()
    assert ids(await read.lists.my_games("ann")) == []
    assert ids(await read.lists.my_games("cy")) == ids(await read.lists.my_games("bob")) == ["g"]


@pytest.mark.parametrize("at_once", [True, False])
async def test_open_tables_are_those_that_an_account_hosts_or_sits_at_until_they_are_over(service, at_once):
    async def counted(*accounts):
        return [await service.read.lists.open_tables(account) for account in accounts]

    async def step():
        if not at_once:
            await service.catch_up()

    game = Game(service.log, "g").open("ann")  # hosts, and does not sit
    closed = Game(service.log, "c").open("ann").seat("ann", "bob")
    await step()
    game.seat("bob", "cy")
    await service.catch_up()
    assert await counted("ann", "bob", "cy") == [2, 2, 1]
    game.leave("cy").seat("dan")
    closed.leave("ann")
    await service.catch_up()
    assert await counted("ann", "bob", "cy", "dan") == [2, 2, 0, 1]
    closed.execute(CloseTable(), "ann")
    game.start()
    await step()
    game.choose(3)
    await service.catch_up()
    assert await counted("ann", "bob", "dan") == [1, 1, 1]
    game.play()
    await service.catch_up()
    assert await counted("ann", "bob", "dan") == [0, 0, 0]


async def test_a_profile_tells_games_in_play_and_records_by_variant(service):
    played(service.log, "g1", "ann", "bob")
    played(service.log, "secret", "ann", "bob", private=True, rated=False)
    open_game(service.log, "g2").start()
    read = await service.catch_up()
    profile = await read.leaders.player("ann")
    assert profile.playing == 1
    assert [table.game_id for table in profile.recent] == ["g1"]
    assert [(board.variant, board.bots, record.games) for board, record in profile.records] == [
        ("", False, 1), ("demo", False, 1),
    ]  # fmt: skip
    assert (await read.leaders.player("zoe")).records == ()


async def test_a_leaderboard_shows_a_player_among_the_neighbours(service):
    league(service.log, *(f"p{number:02}" for number in range(13)))
    played(service.log, "first", "eve", "p00")
    read = await service.catch_up()
    lines = await read.leaders.leaderboard()
    assert [line.player for line in lines[:4]] == ["p00", "p01", "p02", "p03"]
    assert [(line.place, line.index) for line in lines[:4]] == [(1, 0), (2, 1), (3, 2), (4, 3)]
    assert await read.leaders.rank("p02", around=1) == lines[1:4]
    assert await read.leaders.leaderboard(start=1, limit=2) == lines[1:3]
    assert await read.leaders.rank("eve") == await read.leaders.rank("zoe") == ()  # one game, and none


async def test_a_rank_shows_at_most_half_a_page_of_neighbours_on_each_side(service, monkeypatch):
    league(service.log, *(f"p{number:02}" for number in range(13)))
    read = await service.catch_up()
    lines = await read.leaders.leaderboard()
    monkeypatch.setattr("projections.read.leaders.PAGE_MAX", 4)
    assert await read.leaders.rank("p05", around=200) == lines[3:8]
    assert await read.leaders.rank("p01", around=200) == lines[0:4]
