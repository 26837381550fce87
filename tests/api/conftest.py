"""A whole server in the test's own loop, on free ports, and players who call it over gRPC."""

from contextlib import AsyncExitStack

import pytest

from services.main import running
from services.settings import Settings
from tests.stores import new_sqlite
from turnledger import sign_in


def settings(folder, **more):
    """Everything in one folder; ports of the system's choice."""
    here = {"store": new_sqlite(folder / "store.db"), "keys": folder / "keys"}
    return Settings(
        **(here | {"listen": "127.0.0.1:0", "http": "127.0.0.1:0", "metrics": "", "fixed_setups": True} | more)
    )


@pytest.fixture
async def server(tmp_path):
    async with running(settings(tmp_path)) as started:
        yield started


@pytest.fixture
async def player(server):
    """Signs players in: `ann = await player("Ann")`."""
    async with AsyncExitStack() as stack:

        async def enter(name):
            return await stack.enter_async_context(sign_in(server.grpc, name))

        yield enter
