import asyncio
from contextlib import suppress

import pytest
from structlog.testing import capture_logs

from domain.kernel.ids import Seat
from domain.table.aggregate import CLOSED, FINISHED, OPEN, RUNNING
from domain.table.clock import Clock
from domain.table.messages import HandSeat, TableClosed, TakeSeat, TakeSeatBack, Terms, TimeRanOut
from services.application.command_errors import UnknownGame
from services.application.game_service import GameService
from services.roles.deadlines import EXPIRY_S, GRACE_S, Deadlines
from support import demo
from tests.table_services.services_kit import CODEC

DAY_S = 86_400
MINUTE = Terms(Clock(move_s=60))


@pytest.fixture
def leader(store, unfinished, clock):
    """Each call is another process that begins to lead: it knows only what is stored."""

    async def leader():
        deadlines = Deadlines(GameService(store, CODEC, clock), store, unfinished, clock)
        await deadlines.begin()
        return deadlines

    return leader


async def time_outs(store, game_id):
    events = [CODEC.read(row).event for row in await store.load(game_id)]
    return [event.place for event in events if isinstance(event, TimeRanOut)]


@pytest.mark.rule("TB-CLOCK-04")
async def test_time_is_up_at_the_deadline_and_not_before(leader, tables, store, clock):
    game_id = await tables.begun("ann", "bob", terms=MINUTE)
    deadlines = await leader()
    clock.pass_s(59)
    await deadlines.step()
    assert await time_outs(store, game_id) == []
    clock.pass_s(1)
    await deadlines.step()
    assert await time_outs(store, game_id) == [0, 1]
    assert (await tables.aggregate(game_id)).play.round == 2


@pytest.mark.rule("TB-CLOCK-04")
async def test_deadlines_hold_when_those_of_earlier_moves_are_dropped(leader, tables, store, clock, monkeypatch):
    monkeypatch.setattr("services.roles.deadlines.HEAP_SPARE", -100)
    game_id = await tables.begun("ann", "bob", terms=MINUTE)
    deadlines = await leader()
    clock.pass_s(60)
    await deadlines.step()
    assert await time_outs(store, game_id) == [0, 1]


@pytest.mark.rule("TB-CLOCK-04")
async def test_who_was_faster_is_not_timed_out(leader, tables, store, clock):
    game_id = await tables.begun("ann", "bob", terms=MINUTE)
    deadlines = await leader()
    await deadlines.step()
    clock.pass_s(60)
    await tables.execute(game_id, "ann", demo.Choose(Seat(0), 3))
    await deadlines.step()
    assert await time_outs(store, game_id) == [1]
    assert (await tables.aggregate(game_id)).play.totals == (3, 1)


@pytest.mark.rule("TB-CLOCK-04")
async def test_two_processes_say_it_once(leader, tables, store, clock):
    game_id = await tables.begun("ann", "bob", terms=MINUTE)
    both = [await leader(), await leader()]
    for deadlines in both:
        await deadlines.step()
    clock.pass_s(60)
    await asyncio.gather(*(deadlines.step() for deadlines in both))
    assert await time_outs(store, game_id) == [0, 1]


@pytest.mark.rule("TB-CLOCK-04")
async def test_a_game_that_breaks_keeps_no_other_from_its_deadline(tables, store, clock, unfinished):
    broken = await tables.begun("ann", "bob", terms=MINUTE)
    game_id = await tables.begun("cy", "dan", terms=MINUTE)

    class Breaking(GameService):
        async def execute(self, given, *args, **fields):
            if given == broken:
                raise RuntimeError
            return await super().execute(given, *args, **fields)

    deadlines = Deadlines(Breaking(store, CODEC, clock), store, unfinished, clock)
    await deadlines.begin()
    clock.pass_s(60)
    await deadlines.step()
    assert await time_outs(store, game_id) == [0, 1]


@pytest.mark.rule("TB-CLOCK-04")
async def test_a_game_that_cannot_be_read_keeps_no_other_from_its_deadline(tables, store, clock, unfinished):
    broken = await tables.begun("ann", "bob", terms=MINUTE)
    game_id = await tables.begun("cy", "dan", terms=MINUTE)

    class Breaking(GameService):
        async def load(self, given, **fields):
            if given == broken:
                raise RuntimeError
            return await super().load(given, **fields)

    deadlines = Deadlines(Breaking(store, CODEC, clock), store, unfinished, clock)
    await deadlines.begin()
    clock.pass_s(60)
    await deadlines.step()
    assert await time_outs(store, game_id) == [0, 1]


async def test_a_game_that_a_failover_lost_has_no_deadline_any_more(tables, store, clock, unfinished):
    lost = await tables.begun("ann", "bob", terms=MINUTE)
    asked = []

    class Lost(GameService):
        async def execute(self, given, *args, **fields):
            asked.append(given)
            raise UnknownGame(given)

    deadlines = Deadlines(Lost(store, CODEC, clock), store, unfinished, clock)
    await deadlines.begin()
    with capture_logs() as lines:
        for _ in range(3):
            clock.pass_s(60)
            await deadlines.step()
    assert set(asked) == {lost}
    assert len(asked) <= 2, "once a seat"
    assert [line["log_level"] for line in lines] == ["warning"] * len(asked)


async def test_a_game_that_is_found_nowhere_at_the_start_is_no_error_of_its_clocks(tables, store, clock, unfinished):
    """A failover has lost it since its table was read, or the placement of it in several logs."""
    await tables.begun("ann", "bob", terms=MINUTE)

    class Lost(GameService):
        async def load(self, given, **fields):
            raise UnknownGame(given)

    deadlines = Deadlines(Lost(store, CODEC, clock), store, unfinished, clock)
    with capture_logs() as lines:
        await deadlines.begin()
    assert [line["log_level"] for line in lines] == ["warning"]


async def test_a_new_leader_reads_no_moves_of_the_past(leader, tables, store, clock, monkeypatch):
    await tables.begun("ann", "bob", terms=MINUTE)
    head, read, asked = await store.log_head(), store.read_log, []

    async def noted(after, limit):
        asked.append(after)
        return await read(after, limit)

    monkeypatch.setattr(store, "read_log", noted)
    deadlines = await leader()
    await deadlines.step()
    assert asked == [head]


@pytest.mark.rule("TB-CLOCK-04")
async def test_a_deadline_survives_a_restart(leader, tables, store, clock):
    game_id = await tables.begun("ann", "bob", terms=MINUTE)
    await (await leader()).step()
    clock.pass_s(50)
    restarted = await leader()
    await restarted.step()
    clock.pass_s(10)
    await restarted.step()
    assert await time_outs(store, game_id) == [0, 1]


@pytest.mark.rule("TB-CLOCK-04")
async def test_what_passed_while_nobody_led_is_called_after_a_grace_and_holds_nothing_else_up(
    leader, tables, store, clock
):
    passed = await tables.begun("ann", "bob", terms=MINUTE)
    clock.pass_s(3600)
    running = await tables.begun("ann", "bob", terms=Terms(Clock(move_s=10)))
    restarted = await leader()
    clock.pass_s(10)
    await restarted.step()
    assert (await time_outs(store, passed), await time_outs(store, running)) == ([], [0, 1])
    clock.pass_s(GRACE_S - 10)
    await restarted.step()
    assert await time_outs(store, passed) == [0, 1]


@pytest.mark.rule("TB-CLOCK-04", "TB-CLOCK-06")
async def test_a_deadline_that_passed_while_a_bot_held_the_seat_still_stands_when_it_is_taken_back_by_a_clock_set_back(
    leader, tables, store, clock
):
    game_id = await tables.begun("ann", "bob", terms=Terms(Clock(move_s=60, on_timeout="BOT")))
    await tables.execute(game_id, "bob", demo.Choose(Seat(1), 3))
    await tables.execute(game_id, "ann", HandSeat())  # no bot plays in this test
    deadlines = await leader()
    clock.pass_s(60)
    await deadlines.step()
    clock.jump_s(-30)
    await tables.execute(game_id, "ann", TakeSeatBack())
    await deadlines.step()
    assert await time_outs(store, game_id) == []
    clock.pass_s(40)
    await deadlines.step()
    assert await time_outs(store, game_id) == [0]


@pytest.mark.rule("TB-CLOCK-04", "TB-CLOCK-06")
async def test_time_is_up_again_for_who_took_the_seat_back_in_another_process(leader, tables, store, clock):
    game_id = await tables.begun("ann", "bob", terms=Terms(Clock(move_s=60, on_timeout="BOT")))
    deadlines = await leader()
    await tables.execute(game_id, "bob", demo.Choose(Seat(1), 3))
    clock.pass_s(60)
    await deadlines.step()
    assert await time_outs(store, game_id) == [0]
    await tables.execute(game_id, "bot:greedy", demo.Choose(Seat(0), 3))
    await tables.execute(game_id, "ann", TakeSeatBack())
    clock.pass_s(60)
    await deadlines.step()
    assert await time_outs(store, game_id) == [0, 0, 1]


@pytest.mark.rule("TB-CLOSE-02")
async def test_a_table_at_which_nothing_happens_for_a_day_expires(leader, tables, store, clock):
    silent, visited = await tables.open(), await tables.open()
    begun = await tables.begun("ann", "bob")
    deadlines = await leader()
    await deadlines.step()
    clock.pass_s(EXPIRY_S / 2)
    await tables.execute(visited, "bob", TakeSeat())
    clock.pass_s(EXPIRY_S / 2)
    await deadlines.step()
    assert CODEC.read((await store.load(silent))[-1]).event == TableClosed("EXPIRED")
    assert [(await tables.aggregate(game_id)).status for game_id in (silent, visited, begun)] == [CLOSED, OPEN, RUNNING]


@pytest.mark.rule("TB-CLOSE-02")
async def test_a_table_that_somebody_joins_at_the_last_moment_stays(leader, tables, store, clock):
    game_id = await tables.open()
    deadlines = await leader()
    await deadlines.step()
    clock.pass_s(EXPIRY_S)
    read_log, rows = store.read_log, []

    async def joined_meanwhile(after, limit):
        found = await read_log(after, limit)
        if not rows:
            rows.append(await tables.execute(game_id, "bob", TakeSeat()))
        return found

    store.read_log = joined_meanwhile
    await deadlines.step()
    assert (await tables.aggregate(game_id)).status == OPEN


async def test_it_runs_by_itself_until_the_game_is_over(store, tables, games, clock, unfinished):
    game_id = await tables.begun("ann", "bob", terms=MINUTE)
    task = asyncio.create_task(Deadlines(games, store, unfinished, clock, grace_s=0).run())
    async with asyncio.timeout(60):
        while (await tables.aggregate(game_id)).status != FINISHED:
            clock.pass_s(60)
            await store.wait(await store.log_head(), 0.05)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert await time_outs(store, game_id) == [0, 1, 0, 1]
