from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from services.main import running
from support.servers import free_port
from tests.api.conftest import settings
from tests.apps.kit import AppOfTest, documents
from turnledger import sign_in

ISSUER = "http://localhost:8080"


class House:
    def __init__(self, server, ann, app, other):
        self.server, self.ann, self.app, self.other = server, ann, app, other


@pytest.fixture
async def house(tmp_path, monkeypatch):
    """A server, Ann, who is signed in to it, and two apps of others."""
    monkeypatch.setattr("services.apps.apps.ASKED", 1_000)  # an attack tries many requests
    async with open_house(settings(tmp_path, public_url=ISSUER, webhooks_private=True)) as house:
        yield house


@pytest.fixture
async def reachable(tmp_path):
    """The same, with a server whose public URL leads to it, as the libraries of apps want it."""
    address = f"127.0.0.1:{free_port()}"
    async with open_house(
        settings(tmp_path, http=address, public_url=f"http://{address}", webhooks_private=True)
    ) as house:
        yield house


@asynccontextmanager
async def open_house(here):
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(here))
        ann = await stack.enter_async_context(sign_in(server.grpc, "Ann"))
        address = await stack.enter_async_context(documents())
        apps = [AppOfTest(f"http://{server.http}", f"{address}/{name}") for name in ("app", "other")]
        yield House(server, ann, *apps)
        for app in apps:
            await app.http.aclose()
