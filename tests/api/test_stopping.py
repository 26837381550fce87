import asyncio
from pathlib import Path

import pytest

from services.api.gate.stopping import Stopped, Stopping
from services.main import running
from tests.api.conftest import settings


@pytest.fixture
def stopping():
    return Stopping()


async def waiting_for_ever(stopping):
    """A task that waits, and what it answers once it is stopped, when it still can wait for something."""
    begun = asyncio.Event()

    async def work():
        begun.set()
        await asyncio.Event().wait()

    async def wait():
        try:
            await stopping.unless(work())
        except Stopped:
            await asyncio.sleep(0)
            return "stopped"

    task = asyncio.create_task(wait())
    await begun.wait()
    return task


async def test_what_is_done_in_time_is_answered(stopping):
    assert await stopping.unless(asyncio.sleep(0, "done")) == "done"


async def test_who_waits_is_told_that_the_process_stops_and_goes_on(stopping):
    task = await waiting_for_ever(stopping)
    stopping.stop()
    assert await task == "stopped"
    assert task.cancelling() == 0


async def test_after_the_stop_nobody_begins_to_wait(stopping):
    stopping.stop()
    with pytest.raises(Stopped):
        await stopping.unless(asyncio.sleep(60))


@pytest.mark.parametrize("stops_too", [False, True])
async def test_a_caller_that_is_gone_is_a_cancellation_also_when_the_process_stops(stopping, stops_too):
    task = await waiting_for_ever(stopping)
    if stops_too:
        stopping.stop()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def open_files(folder):
    links = [each for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    return {each.readlink().name for each in links if each.readlink().is_relative_to(folder)}


async def test_a_server_that_has_ended_holds_no_file_open(tmp_path):
    async with running(settings(tmp_path)):
        assert "store.db" in open_files(tmp_path)
    assert open_files(tmp_path) == set()
