"""Answers of account calls that never arrive, over real gRPC."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from uuid import uuid4

import grpc
import pytest

from services.main import running
from tests.api.api_kit import call, refused
from tests.api.conftest import settings
from turnledger import ServiceError, sign_in
from turnledger.v1 import accounts_pb2

Code = grpc.StatusCode
PASSWORD, NEW = "correct horse", "battery staple"
pytestmark = pytest.mark.usefixtures("quick_passwords")


class Relay:
    """A proxy between clients and their server. It can hold answers back and cut connections."""

    def __init__(self, address):
        self._host, _, self._port = address.rpartition(":")
        self._open, self._flows = [], asyncio.Event()
        self._flows.set()

    @asynccontextmanager
    async def listening(self):
        async with await asyncio.start_server(self._serve, "127.0.0.1", 0) as server:
            yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
            self.cut()

    def hold_back(self):
        self._flows.clear()

    def cut(self):
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()
        self._flows.set()

    async def _serve(self, reader, writer):
        from_server, to_server = await asyncio.open_connection(self._host, self._port)
        self._open += [writer, to_server]
        await asyncio.gather(self._pump(reader, to_server, None), self._pump(from_server, writer, self._flows))

    async def _pump(self, reader, writer, flows):
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if flows:
                    await flows.wait()
                writer.write(data)
        writer.close()


@pytest.fixture
async def relayed(server):
    """Ann behind a relay, and the same Ann straight to the server."""
    relay, kept = Relay(server.grpc), []
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(relay.listening())
        ann = await stack.enter_async_context(sign_in(address, "Ann", keep=kept.append))
        straight = await stack.enter_async_context(sign_in(server.grpc, tokens=kept[-1]))
        yield relay, ann, straight


async def until(client, done):
    """The server has done what it was asked, as another client of the account can see."""
    async with asyncio.timeout(30):
        while not await done(client):
            pass


async def is_signed_out(client):
    try:
        await client.accounts.get_me()
    except ServiceError as error:
        return error.reason == "TOKEN_REVOKED"
    return False


async def is_named(client):
    with suppress(ServiceError):  # it may ask faster than it may
        return not (await client.accounts.get_me()).account.guest
    return False


@pytest.mark.parametrize("method", ["revoke_tokens", "change_password"])
async def test_a_guest_whose_answer_is_lost_on_the_way_keeps_the_account(relayed, method):
    relay, ann, straight = relayed
    fields = {}
    if method == "change_password":
        await ann.accounts.upgrade_me(display_name="Ann", password=PASSWORD)
        fields = {"current_password": PASSWORD, "password": NEW}
    relay.hold_back()
    asking = asyncio.create_task(getattr(ann.accounts, method)(**fields))
    await until(straight, is_signed_out)
    relay.cut()
    await asking
    assert (await ann.accounts.get_me()).account.account_id == ann.account.account_id
    await ann.connection.refresh()
    assert len((await ann.accounts.list_devices()).devices) == 1


async def test_an_upgrade_whose_answer_is_lost_on_the_way_is_not_refused(relayed):
    relay, ann, straight = relayed
    relay.hold_back()
    asking = asyncio.create_task(ann.accounts.upgrade_me(display_name="Ann", password=PASSWORD))
    await until(straight, is_named)
    relay.cut()
    assert not (await asking).account.guest


async def test_a_program_that_was_restarted_asks_again_with_the_request_id_and_the_tokens_it_kept(server):
    kept = []
    async with sign_in(server.grpc, "Ann", keep=kept.append) as ann:
        before, request_id = kept[-1], str(uuid4())
        lost = await ann.accounts.revoke_tokens(request_id=request_id)
    async with sign_in(server.grpc, "Bob") as bob:
        bob.connection.use(before)
        again = await bob.accounts.revoke_tokens(request_id=request_id)
        assert again == lost
        assert (await bob.accounts.get_me()).account == ann.account


@pytest.mark.parametrize("name", ["RevokeTokens", "ChangePassword"])
async def test_a_request_without_an_id_is_none(player, name):
    ann = await player("Ann")
    request = getattr(accounts_pb2, f"{name}Request")()
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await call(ann, f"Accounts/{name}", request, getattr(accounts_pb2, f"{name}Response"))


async def test_a_worthless_token_gets_in_nowhere_else_and_is_counted_as_wrong(tmp_path, monkeypatch):
    monkeypatch.setattr("services.api.gate.gate.WRONG", 3)
    monkeypatch.setattr("services.api.gate.gate.WRONG_PER_S", 0.001)
    async with running(settings(tmp_path, proxies=("127.0.0.1",))) as server, sign_in(server.grpc, "Ann") as ann:
        worthless = dict(ann.connection.metadata())["authorization"]
        await ann.accounts.revoke_tokens()

        async def ask(name):
            path, request = f"/turnledger.v1.Accounts/{name}", getattr(accounts_pb2, f"{name}Request")()
            if name != "GetMe":
                request.request_id = str(uuid4())
            metadata = (("authorization", worthless), ("x-forwarded-for", "192.0.2.66"))
            async with grpc.aio.insecure_channel(server.grpc) as channel:
                with pytest.raises(grpc.aio.AioRpcError) as caught:
                    await channel.unary_unary(path)(request.SerializeToString(), metadata=metadata, timeout=60)
            return caught.value.code()

        names = ("GetMe", "RevokeTokens", "ChangePassword", "RevokeTokens")
        assert [await ask(name) for name in names] == [Code.UNAUTHENTICATED] * 3 + [Code.RESOURCE_EXHAUSTED]
