"""The watchdog of an event loop that is really held: a computation that ends once its stack was logged."""

import asyncio
import threading
import time

import pytest
import structlog
from prometheus_client import REGISTRY

from services.main.running import running
from services.observe.loop_watchdog import HELD_S, LoopWatchdog
from services.settings import Settings
from tests.api.conftest import settings

LIMIT_S = 60


@pytest.fixture
def logged():
    """The lines of all loggers, also of those that have written before."""
    with structlog.testing.capture_logs() as lines:
        yield lines


def log_lines(lines, event):
    return [line for line in lines if line["event"] == event]


def hold_the_loop(lines, times=1):
    """Compute until the stack of this was logged so often."""
    end_s = time.monotonic() + LIMIT_S
    while len(log_lines(lines, "event loop is held")) < times and time.monotonic() < end_s:
        pass


def held_seconds():
    return REGISTRY.get_sample_value("turnledger_loop_held_seconds_total")


async def let_it_beat(lines):
    async with asyncio.timeout(LIMIT_S):
        while not log_lines(lines, "event loop was held"):
            await asyncio.sleep(0.01)


async def test_what_holds_the_loop_is_logged_while_it_does_and_measured_after(logged):
    before = held_seconds()
    watching = asyncio.create_task(LoopWatchdog().run())
    await asyncio.sleep(0)
    hold_the_loop(logged, times=3)
    await let_it_beat(logged)
    watching.cancel()
    held, after = log_lines(logged, "event loop is held"), log_lines(logged, "event loop was held")
    assert [any("hold_the_loop" in frame for frame in line["frames"]) for line in held[:3]] == [True] * 3
    assert [line["late_s"] >= HELD_S * 2**n for n, line in enumerate(held[:3])] == [True] * 3
    assert after[0]["lag_s"] >= 4 * HELD_S
    assert 0 < after[0]["cpu_s"] <= after[0]["lag_s"] + 1
    assert held_seconds() - before >= 4 * HELD_S


@pytest.mark.servers
@pytest.mark.parametrize("roles", [("api",), ("follower", "bots"), Settings().roles], ids=["api", "roles", "all"])
async def test_every_process_has_a_watchdog(tmp_path, redis_url, logged, roles):
    async with running(settings(tmp_path, views=redis_url, roles=roles)):
        await asyncio.sleep(0)
        logged.clear()
        hold_the_loop(logged)
        await let_it_beat(logged)
    assert any("hold_the_loop" in frame for frame in log_lines(logged, "event loop is held")[0]["frames"])


async def test_the_thread_of_a_watchdog_ends_with_it():
    before = set(threading.enumerate())
    watching = asyncio.create_task(LoopWatchdog().run())
    await asyncio.sleep(0)
    (thread,) = set(threading.enumerate()) - before
    watching.cancel()
    await asyncio.wait({watching})
    thread.join(LIMIT_S)
    assert not thread.is_alive()
