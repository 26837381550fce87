"""The way of a command through Games, on a real store, with any number of processes' worth of Games on it."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from uuid import uuid4

import pytest

from domain.history.chain import first_link, next_link
from domain.history.codec import Codec, UnknownTopic, read_envelope, sealed_bytes
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.table.messages import (
    TABLE_EVENTS,
    HandSeat,
    LeaveSeat,
    OpenTable,
    SeatTakenBack,
    SetReady,
    StartGame,
    StopTable,
    TakeSeat,
    TakeSeatBack,
)
from services.application.command_errors import ExpectedVersionMismatch, RequestReused, UnknownGame
from services.application.game_service import GameService
from services.operations.doctor import broken_link
from services.platform.clock import process_clock
from services.store import open_store
from support import demo
from tests.stores import new_sqlite

demo.register()
CODEC = Codec({"table": TABLE_EVENTS, "demo": demo.Demo.event_types})
OPEN = OpenTable("demo", seats=2)


@pytest.fixture
async def store(tmp_path):
    opened = open_store(new_sqlite(tmp_path / "events.db"))
    yield opened
    await opened.close()


@pytest.fixture
def process(store):
    """Each call is another process on the same store: it knows only what is stored."""
    return lambda clock=process_clock: GameService(store, CODEC, clock)


@pytest.fixture
def games(process):
    return process()


def request():
    return str(uuid4())


async def begun(games):
    """The id of a game that ann (seat 0) and bob (seat 1) have begun."""
    game_id = (await games.open_table(OPEN, actor="ann", request_id=request())).game_id
    for actor, command in (("ann", TakeSeat()), ("bob", TakeSeat()), ("ann", StartGame())):
        await games.execute(game_id, command, actor=actor, request_id=request())
    return game_id


def choose(seat, number):
    return demo.Choose(Seat(seat), number)


async def test_a_command_is_answered_with_its_events_and_they_are_stored(games, store):
    game_id = await begun(games)
    answer = await games.execute(game_id, choose(0, 3), actor="ann", request_id=request())
    assert (answer.first_version, answer.version) == (6, 6)
    assert answer.events == (demo.NumberChosen(Seat(0), 3),)
    rows = await store.load(game_id)
    assert [row.version for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[-1].topic == "demo.NumberChosen/1"


@pytest.mark.rule("TB-CLOCK-03")
async def test_time_never_runs_back_in_a_history_though_the_clocks_of_two_processes_are_minutes_apart(process, store):
    noon = datetime(2027, 1, 1, 12, tzinfo=UTC)
    ahead, behind = process(lambda: noon + timedelta(minutes=3)), process(lambda: noon)
    game_id = await begun(behind)
    await ahead.execute(game_id, choose(0, 3), actor="ann", request_id=request())
    await behind.execute(game_id, choose(1, 1), actor="bob", request_id=request())
    await process(lambda: noon + timedelta(minutes=4)).execute(
        game_id, StopTable(), actor="operator:eve", request_id=request()
    )
    minutes = [(read_envelope(row).at - noon) // timedelta(minutes=1) for row in await store.load(game_id)]
    assert minutes == sorted(minutes)
    assert set(minutes) == {0, 3, 4}


async def test_a_repeated_request_gets_the_first_answer_here_and_in_another_process(games, process, store):
    game_id, request_id = await begun(games), request()
    first = await games.execute(game_id, choose(0, 3), actor="ann", request_id=request_id)
    await games.execute(game_id, choose(1, 1), actor="bob", request_id=request())
    for other in (games, process()):
        assert await other.execute(game_id, choose(0, 3), actor="ann", request_id=request_id) == first
    assert len(await store.load(game_id)) == 8


class OlderCodec:
    """The codec of a release that does not know an event in the middle of a command."""

    seal = CODEC.seal

    def read(self, row):
        if row.topic.startswith("demo.NumbersRevealed/"):
            raise UnknownTopic(row.topic)
        return CODEC.read(row)


async def test_a_process_that_cannot_read_all_events_of_a_request_does_not_answer_it_with_some(games, store):
    game_id, request_id, older = await begun(games), request(), GameService(store, OlderCodec())
    await games.execute(game_id, choose(0, 3), actor="ann", request_id=request())
    await older.load(game_id)
    await games.execute(game_id, choose(1, 1), actor="bob", request_id=request_id)
    for _ in range(2):
        with pytest.raises(UnknownTopic):
            await older.execute(game_id, choose(1, 1), actor="bob", request_id=request_id)


async def test_the_same_request_at_once_has_one_effect(process, store):
    game_id, request_id = await begun(process()), request()
    both = [process(), process()]
    answers = await asyncio.gather(
        *(games.execute(game_id, choose(0, 3), actor="ann", request_id=request_id) for games in both * 5)
    )
    assert len({answer.version for answer in answers}) == 1
    assert len(await store.load(game_id)) == 6


async def test_a_request_id_cannot_be_used_for_another_command(games, process):
    game_id, request_id = await begun(games), request()
    await games.execute(game_id, choose(0, 3), actor="ann", request_id=request_id)
    for other in (games, process()):
        with pytest.raises(RequestReused):
            await other.execute(game_id, choose(0, 2), actor="ann", request_id=request_id)


async def test_nobody_is_answered_with_what_another_player_asked(games):
    game_id, request_id = await begun(games), request()
    await games.execute(game_id, choose(0, 3), actor="ann", request_id=request_id)
    with pytest.raises(Refused, match="NOT_A_PLAYER"):
        await games.execute(game_id, choose(0, 3), actor="eve", request_id=request_id)


async def test_opening_twice_with_one_request_is_one_table(games, process):
    request_id = request()
    first = await games.open_table(OPEN, actor="ann", request_id=request_id)
    assert await process().open_table(OPEN, actor="ann", request_id=request_id) == first
    other = await games.open_table(OPEN, actor="bob", request_id=request_id)
    assert other.game_id != first.game_id


async def seated(games):
    """The id of an open table at which ann sits."""
    game_id = (await games.open_table(OPEN, actor="ann", request_id=request())).game_id
    await games.execute(game_id, TakeSeat(), actor="ann", request_id=request())
    return game_id


async def test_a_request_that_made_nothing_happen_makes_nothing_happen_later_here_and_in_another_process(
    games, process, store
):
    game_id, again = await seated(games), request()
    execute = partial(games.execute, game_id, actor="ann")
    await execute(SetReady(), request_id=request())
    first = await execute(SetReady(), request_id=again)
    assert (first.first_version, first.version, first.events) == (4, 3, ())
    await execute(SetReady(False), request_id=request())
    for other in (games, process()):
        for expected in (None, 3):
            told = await other.execute(game_id, SetReady(), actor="ann", request_id=again, expected_version=expected)
            assert told == first
        assert (await other.load(game_id)).loaded.ready == ()
        with pytest.raises(RequestReused):
            await other.execute(game_id, SetReady(False), actor="ann", request_id=again)
    assert len(await store.load(game_id)) == 4


async def test_a_process_that_does_not_know_what_another_acknowledged_asks_before_it_stores(process):
    """It decides on the current game, but does not know that the request was answered."""
    here, there, again = process(), process(), request()
    game_id = await seated(here)
    await here.execute(game_id, SetReady(), actor="ann", request_id=request())
    first = await here.execute(game_id, SetReady(), actor="ann", request_id=again)
    await there.execute(game_id, SetReady(False), actor="ann", request_id=request())
    told = await asyncio.gather(
        *(there.execute(game_id, SetReady(), actor="ann", request_id=again) for _ in range(3)),
    )
    assert told == [first] * 3
    assert (await there.load(game_id)).version == 4


async def test_what_made_nothing_happen_is_answered_the_same_when_the_rules_would_refuse_it(games, process):
    game_id, again = await seated(games), request()
    await games.execute(game_id, SetReady(), actor="ann", request_id=request())
    first = await games.execute(game_id, SetReady(), actor="ann", request_id=again)
    await games.execute(game_id, LeaveSeat(), actor="ann", request_id=request())
    for other in (games, process()):
        assert await other.execute(game_id, SetReady(), actor="ann", request_id=again) == first
        with pytest.raises(Refused, match="NOT_SEATED"):
            await other.execute(game_id, SetReady(), actor="ann", request_id=request())


async def test_what_was_only_tried_is_not_remembered(games):
    game_id, tried = await seated(games), request()
    await games.execute(game_id, SetReady(False), actor="ann", request_id=tried, validate_only=True)
    assert (await games.execute(game_id, SetReady(), actor="ann", request_id=tried)).version == 3


@pytest.mark.rule("TB-PACE-03")
async def test_what_makes_nothing_happen_is_remembered_two_hundred_times_and_then_refused(games):
    game_id, first = await seated(games), request()
    execute = partial(games.execute, game_id, SetReady(False), actor="ann")
    told = await execute(request_id=first)
    for _ in range(199):
        await execute(request_id=request())
    with pytest.raises(Refused) as refused:
        await execute(request_id=request())
    assert (refused.value.code, refused.value.facts) == ("NOTHING_CHANGES", {"answered_max": 200})
    assert await execute(request_id=first) == told
    assert (await games.execute(game_id, SetReady(), actor="ann", request_id=request())).version == 3


async def test_a_stale_version_is_told_the_current_one_and_changes_nothing(games, store):
    game_id = await begun(games)
    with pytest.raises(ExpectedVersionMismatch) as stale:
        await games.execute(game_id, choose(0, 3), actor="ann", request_id=request(), expected_version=4)
    assert stale.value.current == 5
    assert len(await store.load(game_id)) == 5


async def test_a_version_that_another_process_stored_is_not_stale(process):
    here, there = process(), process()
    game_id = await begun(here)
    answer = await there.execute(game_id, choose(1, 1), actor="bob", request_id=request())
    after = await here.execute(
        game_id, choose(0, 3), actor="ann", request_id=request(), expected_version=answer.version
    )
    assert after.first_version == answer.version + 1


async def test_who_is_refused_on_an_old_state_is_heard_on_the_new_one(process):
    here, there = process(), process()
    opened = await here.open_table(OPEN, actor="ann", request_id=request())
    for actor, command in (("ann", TakeSeat()), ("bob", TakeSeat()), ("ann", StartGame())):
        await there.execute(opened.game_id, command, actor=actor, request_id=request())
    answer = await here.execute(opened.game_id, choose(0, 2), actor="ann", request_id=request())
    assert answer.version == 6


async def test_what_was_so_already_on_an_old_state_is_done_on_the_new_one(process):
    here, there = process(), process()
    game_id = await begun(here)
    await there.load(game_id)
    await here.execute(game_id, HandSeat(), actor="bob", request_id=request())
    back = await there.execute(game_id, TakeSeatBack(), actor="bob", request_id=request())
    assert back.events == (SeatTakenBack(1),)
    assert (await there.execute(game_id, TakeSeatBack(), actor="bob", request_id=request())).events == ()


async def test_what_would_happen_is_said_of_the_table_as_it_is_not_as_this_process_last_knew_it(process):
    here, there = process(), process()
    game_id = await begun(here)
    await there.load(game_id)
    await here.execute(game_id, choose(0, 3), actor="ann", request_id=request())
    tried = await there.execute(game_id, choose(1, 1), actor="bob", request_id=request(), validate_only=True)
    assert demo.NumbersRevealed((3, 1), (3, 1)) in tried.events


async def test_validating_says_what_would_happen_and_stores_nothing(games, store):
    game_id = await begun(games)
    answer = await games.execute(game_id, choose(0, 3), actor="ann", request_id=request(), validate_only=True)
    assert answer.events == (demo.NumberChosen(Seat(0), 3),)
    assert len(await store.load(game_id)) == 5


async def test_an_unknown_game_is_named(games):
    with pytest.raises(UnknownGame):
        await games.execute("no-such-game", choose(0, 3), actor="ann", request_id=request())
    with pytest.raises(UnknownGame):
        await games.load("no-such-game")


async def test_a_refused_command_changes_nothing(games, store):
    game_id = await begun(games)
    with pytest.raises(Refused, match="NUMBER_OUT_OF_RANGE"):
        await games.execute(game_id, choose(0, 9), actor="ann", request_id=request())
    assert len(await store.load(game_id)) == 5


async def test_processes_that_write_the_same_game_at_once_lose_nothing(process, store):
    game_id = await begun(process())
    here, there = process(), process()
    first = [here.execute(game_id, choose(0, n), actor="ann", request_id=request()) for n in (1, 2, 3)]
    second = [there.execute(game_id, choose(0, n), actor="ann", request_id=request()) for n in (1, 2, 3)]
    answers = await asyncio.gather(*first, *second)
    assert sorted(answer.version for answer in answers) == [6, 7, 8, 9, 10, 11]
    stored = [CODEC.read(row).event.number for row in (await store.load(game_id))[5:]]
    assert stored == [answer.events[0].number for answer in sorted(answers, key=lambda answer: answer.version)]


async def test_the_chain_runs_on_through_restarts(process, store):
    game_id = await begun(process())
    await process().execute(game_id, choose(0, 3), actor="ann", request_id=request())
    aggregate = (await process().load(game_id)).aggregate
    link = first_link(game_id, aggregate.opened.commitment)
    for row in await store.load(game_id):
        link = next_link(link, aggregate.secret, row.version, sealed_bytes(row))
        assert CODEC.read(row).envelope.chain == link


async def lose_after(tmp_path, version):
    """Delete the events after a version, as a server does that takes over without the last commits."""
    with closing(sqlite3.connect(tmp_path / "events.db")) as file:
        file.execute("DELETE FROM stored_events WHERE originator_version > ?", (version,))
        file.commit()


async def test_a_game_that_knows_more_than_the_store_is_read_anew_and_goes_on(games, store, tmp_path):
    game_id, lost = await begun(games), request()
    await games.execute(game_id, choose(0, 3), actor="ann", request_id=lost)
    await lose_after(tmp_path, 5)
    answer = await games.execute(game_id, choose(1, 2), actor="bob", request_id=request())
    assert (answer.first_version, answer.version) == (6, 6)
    again = await games.execute(game_id, choose(0, 3), actor="ann", request_id=lost)
    assert again.first_version == 7
    assert broken_link(await store.load(game_id), CODEC) == 0


async def test_what_the_store_has_lost_is_not_answered_as_stored(games, tmp_path):
    game_id, lost = await begun(games), request()
    await games.execute(game_id, choose(0, 3), actor="ann", request_id=request())
    first = await games.execute(game_id, choose(1, 2), actor="bob", request_id=lost)
    assert first.version == 8
    await lose_after(tmp_path, 6)
    assert (await games.load(game_id)).version == 6
    assert await games.execute(game_id, choose(1, 2), actor="bob", request_id=lost) == first
    assert (await games.load(game_id)).version == 8


@pytest.mark.parametrize("is_repeated", [True, False])
async def test_a_table_that_the_store_has_lost_is_opened_again(games, store, tmp_path, is_repeated):
    opening = request()
    lost = await games.open_table(OPEN, actor="ann", request_id=opening, name="the table")
    await lose_after(tmp_path, 0)
    again = await games.open_table(
        OPEN, actor="ann", request_id=opening if is_repeated else request(), name="the table"
    )
    assert (again.game_id, again.first_version, again.version) == (lost.game_id, 1, 1)
    assert [row.version for row in await store.load(lost.game_id)] == [1]


async def test_a_game_that_went_on_otherwise_in_another_process_is_read_anew(games, process, store, tmp_path):
    game_id = await begun(games)
    await games.execute(game_id, choose(0, 3), actor="ann", request_id=request())
    await lose_after(tmp_path, 5)
    other = process()
    await other.execute(game_id, choose(0, 1), actor="ann", request_id=request())
    await other.execute(game_id, choose(1, 1), actor="bob", request_id=request())
    await games.execute(game_id, choose(1, 2), actor="bob", request_id=request())
    seen, stored = (await games.load(game_id)).loaded, (await process().load(game_id)).loaded
    assert seen.play == stored.play
    assert broken_link(await store.load(game_id), CODEC) == 0


async def test_of_more_games_than_a_process_may_hold_it_forgets_the_one_unused_for_longest_and_reads_it_again(store):
    games = GameService(store, CODEC, games_max=2)
    first, second = await begun(games), await begun(games)
    version = (await games.load(first)).version
    third = await begun(games)
    assert [games.cached_at(each, version) is not None for each in (first, second, third)] == [True, False, True]
    answer = await games.execute(second, choose(0, 3), actor="ann", request_id=request())
    assert answer.first_version == version + 1
    assert [games.cached_at(each, version) is not None for each in (first, third)] == [False, True]
