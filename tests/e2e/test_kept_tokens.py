"""Programs that share the tokens that are kept: none signs the other out."""

import asyncio
import json
import os
import sys
from contextlib import AsyncExitStack

import pytest

from services.cli.credentials import StoredCredentials
from services.main import running
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.connection import Connection
from turnledger.services import Services

pytestmark = [pytest.mark.servers, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


async def two_of(server, stack):
    """Two connections of one account, each with the same tokens, which are kept in one file."""
    async with sign_in(server.grpc, "Ann", keep=StoredCredentials(server.grpc, "Ann").keep):
        pass
    both = []
    for _ in range(2):
        kept = StoredCredentials(server.grpc, "Ann")
        both.append(Connection(server.grpc, kept.tokens(), kept.keep, alone=kept.alone))
        stack.push_async_callback(both[-1].close)
    return both


async def signed_in_still(connection):
    return (await Services(connection).accounts.get_me()).account.display_name == "Ann"


async def test_who_refreshes_later_takes_the_tokens_that_another_program_has_kept(tmp_path):
    async with running(settings(tmp_path)) as server, AsyncExitStack() as stack:
        first, second = await two_of(server, stack)
        for _ in range(3):  # a token of three generations ago signs the device out
            assert await first.refresh()
        assert not await second.refresh(), "nothing is exchanged"
        assert await second.refresh(), "now it is this one's turn"
        assert await signed_in_still(second)
        await first.refresh()
        assert await signed_in_still(first)
        assert StoredCredentials(server.grpc, "Ann").tokens().refresh_token


async def test_programs_that_refresh_at_the_same_moment_exchange_one_after_the_other(tmp_path):
    async with running(settings(tmp_path)) as server, AsyncExitStack() as stack:
        both = await two_of(server, stack)
        for _ in range(5):
            await asyncio.gather(*(connection.refresh() for connection in both))
        assert [await signed_in_still(connection) for connection in both] == [True, True]


PROGRAM = """
import asyncio, sys
from services.cli.credentials import StoredCredentials
from turnledger.connection import Connection
from turnledger.services import Services

async def main(server):
    kept = StoredCredentials(server, "Ann")
    connection = Connection(server, kept.tokens(), kept.keep, alone=kept.alone)
    print("begun", flush=True)
    sys.stdin.readline()
    for _ in range(20):
        await connection.refresh()
    print((await Services(connection).accounts.get_me()).account.display_name)
    await connection.close()

asyncio.run(main(sys.argv[1]))
"""


async def test_two_processes_that_share_what_is_kept_both_stay_signed_in(tmp_path):
    async with running(settings(tmp_path)) as server:
        async with sign_in(server.grpc, "Ann", keep=StoredCredentials(server.grpc, "Ann").keep):
            pass
        pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
        both = [
            await asyncio.create_subprocess_exec(sys.executable, "-c", PROGRAM, server.grpc, env=os.environ, **pipes)
            for _ in range(2)
        ]
        for process in both:
            assert await process.stdout.readline() == b"begun\n"
        said = await asyncio.gather(*(process.communicate(b"go\n") for process in both))
    assert [(process.returncode, out) for process, (out, _) in zip(both, said, strict=True)] == [(0, b"Ann\n")] * 2
    (file,) = (tmp_path / "config/turnledger").glob("*.json")
    assert json.loads(file.read_bytes())["last"] == "Ann"
