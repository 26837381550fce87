import asyncio

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.history.record import LogRow
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.table.aggregate import CLOSED, FINISHED, OPEN, RUNNING
from domain.table.clock import Clock
from domain.table.messages import (
    AddBot,
    ClearSeat,
    CloseTable,
    LeastFinished,
    LeaveSeat,
    OpenTable,
    Resign,
    StartGame,
    TakeSeat,
    Terms,
)
from domain.table.reliability import check_reliable, is_reliable
from services.application.command_errors import Contended
from services.application.game_service import GameService
from services.roles.matchmaking import TRIES_MAX, Matchmaking
from services.store import log_reader
from services.store.interface import StoreUnavailable
from services.tables.unfinished import OpenTableIndex
from support import demo
from tests.beacon import a_beacon
from tests.table_services.services_kit import CODEC

DUEL = OpenTable("demo", 2)


@pytest.fixture
def process(store, clock, unfinished):
    """Each call is another process on the same store."""
    return lambda: Matchmaking(GameService(store, CODEC, clock), store, [unfinished])


@pytest.fixture
def meeting(process):
    return process()


async def quick(meeting, actor, request_id="r1", wanted=DUEL):
    return await meeting.quick_match(wanted, TakeSeat(), actor=actor, request_id=request_id)


@pytest.mark.rule("TB-QUICK-02")
async def test_two_who_want_the_same_game_meet_and_it_starts(meeting, process, tables):
    game_id = await quick(meeting, "ann")
    assert (await tables.aggregate(game_id)).status == OPEN
    assert await quick(process(), "bob") == game_id
    aggregate = await tables.aggregate(game_id)
    assert (aggregate.status, [each.account for each in aggregate.occupants]) == (RUNNING, ["ann", "bob"])


@pytest.mark.rule("TB-QUICK-02")
async def test_players_who_ask_at_the_same_moment_meet(process, tables):
    found = await asyncio.gather(*(quick(process(), name) for name in ("ann", "bob", "cy", "dan")))
    assert sorted(map(found.count, set(found))) == [2, 2]
    assert {(await tables.aggregate(game_id)).status for game_id in found} == {RUNNING}


@pytest.mark.rule("TB-QUICK-02")
@pytest.mark.parametrize(
    "other",
    [
        OpenTable("demo", 3),
        OpenTable("demo", 2, rated=False),
        OpenTable("demo", 2, terms=Terms(clock=Clock(move_s=60))),
    ],
)
async def test_who_wants_something_else_gets_another_table(meeting, other):
    assert await quick(meeting, "ann") != await quick(meeting, "bob", wanted=other)


@pytest.mark.rule("TB-QUICK-02", "TB-DRAW-01")
async def test_players_whose_draws_are_to_wait_meet_each_other(store, clock, unfinished):
    games = GameService(store, CODEC, clock, beacon=a_beacon())
    meeting = Matchmaking(games, store, [unfinished])
    as_usual = OpenTable("card_game", 2)
    waits = replace(as_usual, terms=Terms(draws="beacon"))
    game_id = await quick(meeting, "ann", wanted=waits)
    assert (await games.load(game_id)).loaded.terms.draws == "beacon"
    assert await quick(meeting, "bob", wanted=as_usual) != game_id
    assert await quick(meeting, "cid", wanted=waits) == game_id


@pytest.mark.rule("TB-QUICK-02")
async def test_private_tables_and_those_that_a_host_starts_are_not_joined(meeting, tables):
    shown = [await tables.open(), await tables.open(private=True, terms=Terms(starts_when_full=True))]
    assert await quick(meeting, "bob") not in shown


@pytest.mark.rule("TB-QUICK-02")
async def test_the_fullest_table_comes_first_then_the_oldest(meeting, tables):
    three = OpenTable("demo", 3, terms=Terms(starts_when_full=True))
    oldest, fuller = await tables.open(seats=3, terms=three.terms), await tables.open(seats=3, terms=three.terms)
    await tables.execute(fuller, "dan", TakeSeat())
    assert await quick(meeting, "ann", wanted=three) == fuller
    await tables.execute(fuller, "dan", LeaveSeat())
    await tables.execute(fuller, "ann", LeaveSeat())
    assert await quick(meeting, "bob", wanted=three) == oldest


@pytest.mark.rule("TB-QUICK-02")
async def test_a_repeated_request_sits_down_once_also_after_the_game_began_and_in_another_process(meeting, process):
    game_id = await quick(meeting, "ann", "r1")
    await quick(meeting, "bob", "r2")
    assert await quick(meeting, "ann", "r1") == game_id
    assert await quick(process(), "ann", "r1") == game_id
    assert await quick(meeting, "ann", "r3") != game_id


@pytest.mark.rule("TB-QUICK-02")
@pytest.mark.parametrize(("wanted", "players_who_leave"), [(DUEL, []), (OpenTable("demo", 3), ["ann", "bob"])])
async def test_a_repeated_request_finds_its_seat_where_another_player_was_refused_meanwhile(
    process, tables, store, clock, unfinished, wanted, players_who_leave
):
    """The process that answers leads another player to the table, which has begun or was closed since it read of it."""

    async def until_bob_has_a_seat(_):
        if "bob" not in found:
            found["bob"] = await quick(process(), "bob", wanted=wanted)
            for each in players_who_leave:
                await tables.execute(found["bob"], each, LeaveSeat())
        return frozenset()

    found = {"ann": await quick(process(), "ann", wanted=wanted)}
    meeting = Matchmaking(GameService(store, CODEC, clock), store, [unfinished], apart=until_bob_has_a_seat)
    assert await quick(meeting, "cid", wanted=wanted) != found["ann"]
    assert await quick(meeting, "bob", wanted=wanted) == found["bob"] == found["ann"]


@pytest.mark.rule("TB-QUICK-02")
async def test_a_table_whose_start_cannot_be_read_is_offered_once(meeting, process, store, monkeypatch):
    """Its start is in an archived file that is missing."""
    read = store.read_tables

    async def without_starts(after, limit):
        return [each for each in await read(after, limit) if not each.row.topic.startswith("table.GameBegan/")]

    monkeypatch.setattr(store, "read_tables", without_starts)
    begun = await quick(meeting, "ann")
    assert await quick(process(), "bob") == begun
    assert await quick(meeting, "cid") not in (begun, None)


@pytest.mark.rule("TB-QUICK-02")
async def test_a_process_that_knows_lost_events_meets_players_of_the_ones_in_their_places(
    process, tables, store, sql, clock, monkeypatch
):
    meeting = Matchmaking(GameService(store, CODEC, clock), store, [OpenTableIndex(store, sql, clock)])
    lost = 50

    def further_on(read):
        async def rows(after, limit):
            return [LogRow(each.position + lost, each.row) for each in await read(max(0, after - lost), limit)]

        return rows

    await tables.open()
    with monkeypatch.context() as before_the_failover:
        for name in ("read_tables", "read_log"):
            before_the_failover.setattr(store, name, further_on(getattr(store, name)))
        await quick(meeting, "dan")
    waits = await quick(process(), "ann", wanted=OpenTable("demo", 3))
    assert await quick(meeting, "bob", wanted=OpenTable("demo", 3)) == waits


@pytest.mark.rule("TB-QUICK-02")
async def test_a_quick_match_is_refused_while_the_store_loses_events_again_and_again(
    meeting, tables, store, monkeypatch
):
    await tables.open()

    async def nothing(after, limit):
        return []

    with monkeypatch.context() as losing:
        losing.setattr(store, "read_log", nothing)
        with pytest.raises(StoreUnavailable):
            await quick(meeting, "bob")
    assert await quick(meeting, "bob")


@pytest.mark.rule("TB-QUICK-02", "TB-SEAT-04")
async def test_whom_a_host_asked_to_go_is_not_led_back_to_that_table(meeting, process, tables):
    three = OpenTable("demo", 3, terms=Terms(starts_when_full=True))
    hosted = await tables.open(seats=3, terms=three.terms)
    assert await quick(meeting, "bob", wanted=three) == hosted
    await tables.execute(hosted, "ann", ClearSeat(0))
    other = await quick(meeting, "bob", "r2", wanted=three)
    assert other != hosted
    assert await quick(process(), "bob", "r3", wanted=three) == other
    assert [each.account for each in (await tables.aggregate(hosted)).occupants] == []
    assert await quick(meeting, "cy", wanted=three) == other, "the fullest, as ever"


@pytest.mark.rule("TB-QUICK-02", "TB-SEAT-04")
async def test_nobody_is_kept_from_a_quick_match_by_many_tables_that_ask_to_go(meeting, tables):
    three = OpenTable("demo", 3, terms=Terms(starts_when_full=True))
    for _ in range(TRIES_MAX + 1):
        game_id = await tables.open(seats=3, terms=three.terms)
        await tables.execute(game_id, "bob", TakeSeat())
        await tables.execute(game_id, "ann", ClearSeat(0))
    with pytest.raises(Contended):
        await quick(meeting, "bob", wanted=three)
    found = await quick(meeting, "bob", wanted=three)
    assert (await tables.aggregate(found)).seat_of("bob") == 0


@pytest.mark.rule("TB-QUICK-03")
@pytest.mark.parametrize("command", [StartGame(), AddBot("greedy"), ClearSeat(1), CloseTable()])
async def test_nobody_is_the_host_of_a_quick_match(meeting, tables, command):
    three = OpenTable("demo", 3)
    game_id = await quick(meeting, "ann", wanted=three)
    assert await quick(meeting, "bob", wanted=three) == game_id
    with pytest.raises(Refused, match="NOT_THE_HOST"):
        await tables.execute(game_id, "ann", command)


@pytest.mark.rule("TB-QUICK-03")
async def test_a_quick_match_closes_when_the_last_player_leaves(meeting, tables):
    three = OpenTable("demo", 3)
    game_id = await quick(meeting, "ann", wanted=three)
    await quick(meeting, "bob", wanted=three)
    await tables.execute(game_id, "ann", LeaveSeat())
    assert (await tables.aggregate(game_id)).status == OPEN
    await tables.execute(game_id, "bob", LeaveSeat())
    assert (await tables.aggregate(game_id)).status == CLOSED
    assert await quick(meeting, "cy", wanted=three) != game_id


async def test_a_quick_match_that_cannot_be_sat_down_at_opens_no_table(meeting, store):
    before = await store.log_head()
    with pytest.raises(Refused, match="MALFORMED_COMMAND"):
        await meeting.quick_match(DUEL, TakeSeat(nonce="no digits"), actor="ann", request_id="r1")
    assert await store.log_head() == before


@pytest.mark.rule("TB-QUICK-02")
async def test_a_reading_of_the_log_that_was_cut_short_goes_on_where_it_stopped(process, tables, store, monkeypatch):
    monkeypatch.setattr(log_reader, "BATCH_MAX", 2)
    meeting, read, asked = process(), store.read_tables, []
    await meeting.read_ahead()
    waiting = await quick(process(), "ann")

    async def goes_away(position, limit):
        asked.append(position)
        if len(asked) == 2:
            raise StoreUnavailable("in the middle")
        return await read(position, limit)

    monkeypatch.setattr(store, "read_tables", goes_away)
    with pytest.raises(StoreUnavailable):
        await quick(meeting, "bob")
    assert await quick(meeting, "bob") == waiting
    assert asked[:3] == [0, 2, 2]


async def test_the_log_is_read_before_anybody_asks(process, store, monkeypatch):
    waiting, meeting = await quick(process(), "ann"), process()
    await meeting.read_ahead()
    asked, read = [], store.read_tables

    async def noted(position, limit):
        asked.append(position)
        return await read(position, limit)

    monkeypatch.setattr(store, "read_tables", noted)
    assert await quick(meeting, "bob") == waiting
    assert 0 not in asked


@pytest.mark.rule("TB-REMATCH-01")
async def test_the_players_of_a_finished_game_meet_again_with_the_same_bots(meeting, process, tables):
    game_id = await tables.open("ann", seats=3, terms=Terms(clock=Clock(move_s=60)))
    for actor, command in (("ann", TakeSeat()), ("bob", TakeSeat()), ("ann", AddBot("greedy")), ("ann", StartGame())):
        await tables.execute(game_id, actor, command)
    with pytest.raises(Refused, match="GAME_NOT_OVER"):
        await meeting.rematch(game_id, TakeSeat(), actor="bob", request_id="r1")
    await tables.execute(game_id, "ann", Resign())
    await tables.execute(game_id, "bob", Resign())
    assert (await tables.aggregate(game_id)).status == FINISHED
    with pytest.raises(Refused, match="NOT_A_PLAYER"):
        await meeting.rematch(game_id, TakeSeat(), actor="eve", request_id="r1")

    again = await meeting.rematch(game_id, TakeSeat(), actor="bob", request_id="r1")
    table = await tables.aggregate(again)
    assert (table.opened.host, table.opened.private, table.terms.rematch_of) == ("bob", True, game_id)
    assert table.terms.clock == Clock(move_s=60)
    assert [each.actor for each in table.occupants] == ["bob", "bot:greedy"]
    with pytest.raises(Refused, match="INVITE_NEEDED"):
        await tables.execute(again, "eve", TakeSeat())
    assert await meeting.rematch(game_id, TakeSeat(), actor="bob", request_id="r1") == again
    assert await process().rematch(game_id, TakeSeat(), actor="ann", request_id="r2") == again
    table = await tables.aggregate(again)
    assert (table.status, {each.actor for each in table.occupants}) == (RUNNING, {"ann", "bob", "bot:greedy"})
    assert table.play.chosen == (None, None, None)
    await tables.execute(again, "bob", demo.Choose(Seat(0), 3))


async def with_a_bot(tables):
    """A finished game of Ann, Bob and a bot."""
    game_id = await tables.open("ann", seats=3)
    for actor, command in (("ann", TakeSeat()), ("bob", TakeSeat()), ("ann", AddBot("greedy")), ("ann", StartGame())):
        await tables.execute(game_id, actor, command)
    await tables.execute(game_id, "ann", Resign())
    await tables.execute(game_id, "bob", Resign())
    return game_id


@pytest.mark.rule("TB-REMATCH-01")
async def test_who_asks_for_a_rematch_twice_does_not_seat_the_bots_twice(meeting, tables):
    game_id = await with_a_bot(tables)
    again = await meeting.rematch(game_id, TakeSeat(), actor="ann", request_id="r1")
    assert await meeting.rematch(game_id, TakeSeat(), actor="ann", request_id="r2") == again
    assert [each.actor for each in (await tables.aggregate(again)).occupants] == ["ann", "bot:greedy"]
    assert await meeting.rematch(game_id, TakeSeat(), actor="bob", request_id="r3") == again
    assert (await tables.aggregate(again)).status == RUNNING
    assert await meeting.rematch(game_id, TakeSeat(), actor="bob", request_id="r4") == again


@pytest.mark.rule("TB-REMATCH-01")
async def test_a_rematch_is_possible_after_its_table_was_closed(meeting, process, tables):
    game_id = await with_a_bot(tables)
    closed = await meeting.rematch(game_id, TakeSeat(), actor="ann", request_id="r1")
    await tables.execute(closed, "ann", CloseTable())
    again = await meeting.rematch(game_id, TakeSeat(), actor="bob", request_id="r2")
    assert again != closed
    assert (await tables.aggregate(again)).opened.host == "bob"
    assert await process().rematch(game_id, TakeSeat(), actor="ann", request_id="r3") == again
    assert (await tables.aggregate(again)).status == RUNNING


@pytest.mark.rule("TB-REMATCH-01")
async def test_a_rematch_looks_at_one_table_however_many_were_closed(process, games, tables, monkeypatch):
    game_id = await with_a_bot(tables)
    for number in range(2 * TRIES_MAX):
        closed = await process().rematch(game_id, TakeSeat(), actor="ann", request_id=f"r{number}")
        await tables.execute(closed, "ann", CloseTable())
    asked, execute = [], GameService.execute

    async def noted(self, there, command, **fields):
        asked.append(there)
        return await execute(self, there, command, **fields)

    monkeypatch.setattr(GameService, "execute", noted)
    again = await process().rematch(game_id, TakeSeat(), actor="bob", request_id="r1")
    assert set(asked) == {again}
    assert (await tables.aggregate(again)).status == OPEN


@pytest.mark.rule("TB-REMATCH-01")
async def test_a_repeated_request_for_a_rematch_has_the_first_answer_also_after_its_table_was_closed(
    meeting, store, sql, clock, tables
):
    def process():
        return Matchmaking(GameService(store, CODEC, clock), store, [OpenTableIndex(store, sql, clock, step=1)])

    game_id = await with_a_bot(tables)
    closed = await meeting.rematch(game_id, TakeSeat(), actor="ann", request_id="r1")
    await tables.execute(closed, "ann", CloseTable())
    assert await meeting.rematch(game_id, TakeSeat(), actor="ann", request_id="r1") == closed
    assert await process().rematch(game_id, TakeSeat(), actor="ann", request_id="r1") == closed
    assert await meeting.rematch(game_id, TakeSeat(), actor="ann", request_id="r2") != closed


async def test_a_request_id_that_was_used_for_something_else_leads_to_no_other_table(meeting, tables):
    one, other = await with_a_bot(tables), await with_a_bot(tables)
    found = [await meeting.rematch(game_id, TakeSeat(), actor="ann", request_id="r1") for game_id in (one, other)]
    found.append(await quick(meeting, "ann", "r1"))
    assert [(await tables.aggregate(game_id)).terms.rematch_of for game_id in found] == [one, other, ""]


async def test_a_table_that_is_there_is_not_opened_again(games, tables):
    await games.open_table(DUEL, actor="ann", request_id="r1", name="there")
    with pytest.raises(Refused, match="TABLE_EXISTS"):
        await games.open_table(DUEL, actor="bob", request_id="r1", name="there")


def keeping_apart(store, clock, unfinished, *pairs):
    """A process that knows who has blocked whom."""

    async def apart(account):
        return frozenset(other for pair in pairs if account in pair for other in pair if other != account)

    return Matchmaking(GameService(store, CODEC, clock), store, [unfinished], apart=apart)


@pytest.mark.rule("TB-QUICK-02")
@pytest.mark.parametrize(("first", "second"), [("ann", "bob"), ("bob", "ann")])
async def test_who_has_blocked_somebody_or_was_blocked_meets_others(store, clock, unfinished, tables, first, second):
    meeting = keeping_apart(store, clock, unfinished, ("ann", "bob"))
    alone = await quick(meeting, first)
    elsewhere = await quick(meeting, second)
    assert alone != elsewhere
    assert await quick(meeting, second) == elsewhere, "asked again"
    assert await quick(meeting, "cy") == alone
    assert await quick(meeting, "dan") == elsewhere
    assert (await tables.aggregate(elsewhere)).status == RUNNING


@pytest.mark.rule("TB-QUICK-02")
async def test_who_is_kept_apart_does_not_meet_by_asking_at_the_same_moment(store, clock, unfinished, tables):
    processes = [keeping_apart(store, clock, unfinished, ("ann", "bob")) for _ in range(2)]
    for number in range(5):
        request = f"r{number}"
        found = await asyncio.gather(
            *(quick(each, name, request) for each, name in zip(processes, ("ann", "bob"), strict=True))
        )
        together = {each.account for game_id in found for each in (await tables.aggregate(game_id)).occupants}
        assert len(set(found)) == 2 or not {"ann", "bob"} <= together


@pytest.mark.rule("TB-REL-01", "TB-QUICK-02")
async def test_a_quick_match_passes_by_a_table_whose_host_asks_for_more_than_somebody_has_finished(
    store, clock, unfinished
):
    async def meets(account, asked):
        assert asked == LeastFinished(80, 5)
        return account == "cy"

    games = GameService(store, CODEC, clock)
    meeting = Matchmaking(games, store, [unfinished], meets=meets)
    terms = Terms(starts_when_full=True, least_finished=LeastFinished(80, 5))
    picky = (await games.open_table(replace(DUEL, terms=terms), actor="host", request_id="r0")).game_id
    assert await quick(meeting, "bob") != picky
    assert await quick(meeting, "dan") != picky
    assert await quick(meeting, "cy") == picky


@pytest.mark.rule("CL-TABLE-02", "TB-QUICK-02")
async def test_a_quick_match_leads_to_no_table_of_a_club(store, clock, unfinished):
    games = GameService(store, CODEC, clock)
    terms = Terms(starts_when_full=True, club="club-1")
    of_club = (await games.open_table(replace(DUEL, terms=terms), actor="host", request_id="r0")).game_id
    assert await quick(Matchmaking(games, store, [unfinished]), "bob") != of_club


FINISHED_OF_FIVE = {"ann": 5, "bob": 5, "cy": 4, "dan": 2}
"""Over the last five games of each."""


async def asking(meeting, actor, percent=0, request_id="r1"):
    asked = LeastFinished(percent, 5) if percent else UNSET
    return await quick(meeting, actor, request_id, replace(DUEL, terms=Terms(least_finished=asked)))


@pytest.fixture
def choosy(store, clock, unfinished):
    """A process that knows how all players end games."""

    async def meets(account, asked):
        return is_reliable(asked, 5, FINISHED_OF_FIVE[account])

    async def demands(account, asked):
        check_reliable(asked, 5, FINISHED_OF_FIVE[account])

    return lambda: Matchmaking(GameService(store, CODEC, clock), store, [unfinished], meets=meets, demands=demands)


@pytest.mark.rule("TB-QUICK-04")
async def test_who_asks_for_players_that_finish_waits_for_them_and_who_finishes_less_plays_elsewhere(choosy, tables):
    table = await asking(choosy(), "ann", 90)
    assert (await tables.aggregate(table)).terms.least_finished == LeastFinished(90, 5)
    assert await asking(choosy(), "cy") != table
    assert await asking(choosy(), "bob") == table, "asks for nothing, and has finished all"
    assert (await tables.aggregate(table)).status == RUNNING


@pytest.mark.rule("TB-QUICK-04")
async def test_who_asks_for_less_sits_down_where_more_is_asked_and_never_the_other_way_round(choosy):
    table = await asking(choosy(), "ann", 80)
    other = await asking(choosy(), "bob", 90)
    assert other != table
    assert await asking(choosy(), "cy", 60) == table
    nobody_asked = await asking(choosy(), "dan", 0)
    assert await asking(choosy(), "cy", 80, "r2") not in (nobody_asked, other)


@pytest.mark.rule("TB-QUICK-04")
async def test_nobody_asks_of_others_what_it_does_not_meet_itself(choosy, tables, store):
    before = await store.log_head()
    with pytest.raises(Refused) as refused:
        await asking(choosy(), "dan", 80)
    assert refused.value.code == "TOO_FEW_FINISHED"
    assert refused.value.facts == {"games": 5, "finished": 2, "games_min": 5, "percent_min": 80}
    with pytest.raises(Refused) as refused:
        await asking(choosy(), "ann", 101)
    assert refused.value.code == "MALFORMED_COMMAND"
    assert await store.log_head() == before


@pytest.mark.rule("TB-QUICK-04")
async def test_a_quick_match_asked_for_again_is_answered_whatever_was_left_since(choosy, monkeypatch):
    table = await asking(choosy(), "bob", 90)
    monkeypatch.setitem(FINISHED_OF_FIVE, "bob", 0)
    assert await asking(choosy(), "bob", 90) == table


@pytest.mark.rule("TB-QUICK-02", "TB-QUICK-04")
async def test_two_who_ask_for_different_things_at_the_same_moment_each_have_what_they_asked_for(choosy, tables):
    for number in range(3):
        request = f"r{number}"
        found = await asyncio.gather(
            asking(choosy(), "ann", 90, request),
            asking(choosy(), "dan", 0, request),
            asking(choosy(), "bob", 80, request),
        )
        dan = await tables.aggregate(found[1])
        assert not dan.terms.least_finished, "dan has finished too little for any other"
        least = [(await tables.aggregate(each)).terms.least_finished.percent for each in (found[0], found[2])]
        assert least[0] >= 90
        assert least[1] >= 80
