"""The loop under a seed: equal seeds run equally, and processes die and freeze between any two callbacks."""

import asyncio
import gc
from contextvars import copy_context
from random import Random
from typing import Any
from weakref import finalize

import pytest

from tests.simulation.loop import PROCESS, ProcessState, SimulatedLoop


class Ended:
    """An object whose end is noticed."""


async def five_that_sleep(seen: list[str]) -> None:
    async def one(name: str) -> None:
        for turn in range(3):
            await asyncio.sleep(1)
            seen.append(f"{name}{turn}")

    await asyncio.gather(*(one(name) for name in "abcde"))


def order(seed: int) -> tuple[str, float]:
    loop, seen = SimulatedLoop(seed), list[str]()
    loop.run_until_complete(five_that_sleep(seen))
    return " ".join(seen), loop.time()


def test_equal_seeds_give_equal_orders_and_other_seeds_give_others():
    assert order(1) == order(1)
    assert len({order(seed)[0] for seed in range(10)}) > 5


def test_equal_seeds_give_equal_traces_of_callbacks():
    def trace(seed: int) -> list[float]:
        seen = list[float]()
        loop = SimulatedLoop(seed, seen.append)
        dice = Random(seed)

        async def work() -> None:
            for _ in range(20):
                await asyncio.sleep(dice.random())

        async def both() -> None:
            await asyncio.gather(work(), work())

        loop.run_until_complete(both())
        return seen

    assert trace(3) == trace(3) != trace(4)


def test_tasks_in_a_set_have_an_order_that_does_not_follow_from_their_addresses():
    def names() -> list[str]:
        loop = SimulatedLoop(0)

        async def pick() -> list[str]:
            tasks, between = list[asyncio.Task[None]](), list[bytes]()
            for number in range(30):
                tasks.append(asyncio.create_task(asyncio.sleep(0), name=f"{number}"))
                between += [bytes(size) for size in range(number % 7 * 50)]
                del between[:: 1 + number % 3]
            done, _ = await asyncio.wait(tasks)
            return [each.get_name() for each in done]

        return loop.run_until_complete(pick())

    assert names() == [str(number) for number in range(30)]


def test_the_collector_runs_at_the_same_turns_whatever_else_is_allocated():
    def ended_at(junk: int) -> list[int]:
        loop, ended = SimulatedLoop(0), list[int]()

        async def leave_cycles() -> list[int]:
            for _ in range(1000):
                cycle: list[Any] = []
                finalize(loop_end := Ended(), lambda: ended.append(loop.turns))
                cycle += [cycle, loop_end]
                _ = [[] for _ in range(junk)]
                await asyncio.sleep(0)
            return [*ended]

        return loop.run_until_complete(leave_cycles())

    assert ended_at(0) == ended_at(1000) != []
    assert gc.isenabled()


def test_an_hour_of_sleep_takes_no_time():
    loop = SimulatedLoop(0)
    loop.run_until_complete(asyncio.sleep(3600))
    assert loop.time() == 3600


def process_of(name: str):
    process, context = ProcessState(name), copy_context()
    context.run(PROCESS.set, process)
    return process, context


def test_skipped_time_ends_before_the_next_timer_outside_and_keeps_the_distance_of_those_of_processes():
    loop, seen = SimulatedLoop(0), list[str]()
    _, context = process_of("p")
    loop.call_at(0.25, lambda: seen.append(f"process {loop.time():.1f}"), context=context)
    loop.call_at(100.0, lambda: seen.append(f"outside {loop.time():.1f}"))

    async def both() -> None:
        assert loop.skip(60.0) == 60.0
        assert 39.9 < loop.skip(60.0) < 40.0
        await asyncio.sleep(1)

    loop.run_until_complete(both())
    assert seen == ["outside 100.0", "process 100.2"]
    loop.close()


def test_killed_process_runs_nothing_more_not_even_its_finally_blocks():
    loop, seen = SimulatedLoop(0), list[str]()
    process, context = process_of("a")

    async def work() -> None:
        try:
            seen.append("begins")
            await asyncio.sleep(2)
            seen.append("goes on")
        finally:
            seen.append("tidies up")

    task = loop.create_task(work(), context=context)
    loop.call_later(1, setattr, process, "is_dead", True)
    loop.run_until_complete(asyncio.sleep(5))
    assert seen == ["begins"]
    assert not task.done()


def test_frozen_process_continues_when_it_is_thawed():
    loop, seen = SimulatedLoop(0), list[float]()
    process, context = process_of("a")

    async def work() -> None:
        await asyncio.sleep(2)
        seen.append(loop.time())

    task = loop.create_task(work(), context=context)
    loop.call_later(1, setattr, process, "is_frozen", True)
    loop.call_later(9, loop.thaw, process)
    loop.run_until_complete(asyncio.sleep(10))
    assert seen == [9]
    assert task.done()


def test_program_that_waits_for_ever_is_noticed():
    loop = SimulatedLoop(0)
    with pytest.raises(AssertionError, match="waits for ever"):
        loop.run_until_complete(asyncio.Event().wait())
