import asyncio
from contextlib import suppress

import pytest

from services.api.gate.gate import TimeLimits, Waiting


def now():
    return asyncio.get_running_loop().time()


async def forever():
    await asyncio.Event().wait()


async def test_work_that_is_done_in_time_gives_its_answer():
    async def work():
        await asyncio.sleep(0)
        return "answer"

    assert await TimeLimits().within(now() + 60, work()) == "answer"


async def test_work_that_waits_beyond_its_deadline_is_ended_and_its_neighbours_are_not():
    limits, done = TimeLimits(), asyncio.Event()
    neighbour = asyncio.create_task(limits.within(now() + 60, done.wait()))
    with pytest.raises(TimeoutError):
        await limits.within(now(), forever())
    done.set()
    assert await neighbour is True


async def test_who_gives_up_is_not_told_that_it_took_too_long():
    waiting = asyncio.create_task(TimeLimits().within(now() + 60, forever()))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_who_gives_up_after_the_deadline_has_given_up():
    limits, late = TimeLimits(), asyncio.Event()

    async def work():
        try:
            await forever()
        finally:
            late.set()
            await asyncio.sleep(0)

    waiting = asyncio.create_task(limits.within(now(), work()))
    await late.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_a_task_whose_call_took_too_long_goes_on_as_if_it_had_never_been_cancelled():
    with pytest.raises(TimeoutError):
        await TimeLimits().within(now(), forever())
    task = asyncio.current_task()
    assert task
    assert task.cancelling() == 0
    async with asyncio.timeout(60):
        await asyncio.sleep(0)


def accepted_calls(waiting, *lefts_s):
    """Return which calls are done, of those accepted with so much time left."""
    done = []
    for left_s in lefts_s:
        with suppress(TimeoutError):
            waiting.check(left_s)
            done.append(left_s)
    return done


def test_who_has_little_time_is_served_while_nobody_waits():
    assert accepted_calls(Waiting(lambda: 0.0), 0.5, 0.05, None, 30.0) == [0.5, 0.05, None, 30.0]


def test_once_calls_are_taken_when_their_time_is_over_those_that_have_too_little_make_room():
    waiting = Waiting(lambda: 0.0)
    assert accepted_calls(waiting, 0.01, 0.02, 0.5, 0.9, 1.0, 9.0, None) == [0.01, 1.0, 9.0, None]


def test_a_second_later_who_has_little_time_is_served_again():
    now = [0.0]
    waiting = Waiting(lambda: now[0])
    assert accepted_calls(waiting, 0.01, 0.5) == [0.01]
    now[0] = 1.0
    assert accepted_calls(waiting, 0.5) == [0.5]


def test_it_goes_on_for_as_long_as_calls_come_so_late():
    now = [0.0]
    waiting = Waiting(lambda: now[0])
    accepted_calls(waiting, 0.01)
    now[0] = 0.9
    accepted_calls(waiting, 0.01)
    now[0] = 1.8
    assert accepted_calls(waiting, 0.5) == []
