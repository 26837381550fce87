"""`turnledger serve --workers`: real processes on one pair of ports."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from support.servers import free_port

pytestmark = [pytest.mark.servers]


def children(pid):
    """Processes that the process has started (Linux)."""
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@asynccontextmanager
async def workers(tmp_path, count):
    http = f"127.0.0.1:{free_port()}"
    settings = {
        "TURNLEDGER_STORE": f"sqlite:///{tmp_path}/events.db",
        "TURNLEDGER_KEYS": f"{tmp_path}/keys",
        "TURNLEDGER_LISTEN": f"127.0.0.1:{free_port()}",
        "TURNLEDGER_HTTP": http,
        "TURNLEDGER_METRICS": "",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "turnledger_server", "serve", "--workers", str(count),
        env=os.environ | settings, stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process, f"http://{http}/readyz"
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.communicate()


async def until(condition):
    """Wait for a condition of other processes, which do not report when they are ready."""
    async with asyncio.timeout(120):
        while not await condition():
            await asyncio.sleep(0.1)


async def answers(url):
    with suppress(httpx.TransportError):
        async with httpx.AsyncClient(verify=False, timeout=60) as client:
            return (await client.get(url)).text == "ok"
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="lists child processes by /proc")
async def test_a_killed_worker_is_started_again_and_all_end_with_their_parent(tmp_path):
    async with workers(tmp_path, 2) as (process, url):
        await until(lambda: answers(url))
        before = children(process.pid)
        assert len(before) == 2
        os.kill(before[0], signal.SIGKILL)

        async def replaced():
            now = children(process.pid)
            return len(now) == 2 and before[0] not in now

        await until(replaced)
        await until(lambda: answers(url))
        now = children(process.pid)
        process.terminate()
        assert await process.wait() == 0
        assert [pid for pid in now if Path(f"/proc/{pid}").exists()] == []


@pytest.mark.skipif(sys.platform != "linux", reason="lists child processes by /proc")
async def test_workers_whose_parent_is_killed_end_too_and_leave_the_ports(tmp_path):
    async with workers(tmp_path, 2) as (process, url):
        await until(lambda: answers(url))
        left = children(process.pid)
        process.kill()

        async def gone():
            return not [pid for pid in left if Path(f"/proc/{pid}").exists()]

        await until(gone)
        assert not await answers(url)
