"""Small words for tests over gRPC."""

from contextlib import asynccontextmanager
from uuid import uuid4

import grpc
import pytest

from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.store import open_sql
from services.store.schema import migrate
from turnledger import ServiceError
from turnledger.v1 import accounts_pb2, play_pb2

RUSSIA = "power_grid/russia"


async def accounts_made(folder, number):
    """Ids and tokens of new accounts, made as `turnledger token` makes them: before there is a server."""
    url = f"sqlite:///{folder / 'store.db'}"
    migrate(url)
    sql = open_sql(url)
    sign_in = SignIn(AccountStorage(sql), Issuer(KeyRing(folder / "keys")))
    made = [await sign_in.as_guest("") for _ in range(number)]
    await sql.close()
    return [
        (account.account_id, accounts_pb2.Tokens(access_token=tokens.access, refresh_token=tokens.refresh))
        for account, tokens in made
    ]


@asynccontextmanager
async def refused(code, reason):
    """The block must fail with this status and reason; what it yields is a list that then holds the error."""
    found = []
    with pytest.raises(ServiceError) as caught:
        yield found
    found.append(caught.value)
    assert (caught.value.code, caught.value.reason) == (code, reason)


async def call(client, method, request, response):
    """One attempt, without the client library's patience."""
    return await client.connection.call(method, request, response, patience_s=0)


async def two_at_a_table(ann, bob, variant=RUSSIA, **more):
    """A started, unrated game of the two with the seed of the test; its boards show that it has begun."""
    game = await ann.create_table(variant, seats=2, join=True, unrated=True, seed="a test", **more)
    await bob.game(game.game_id).join()
    await game.start()
    await game.board(min_version=(await game.table()).version)
    return game, bob.game(game.game_id)


async def next_to_act(*games):
    """The game of the player whose turn it is, and the options."""
    for game in games:
        options = await game.options()
        if options.seat in options.to_act:
            return game, options
    raise AssertionError("nobody is to act")


def choice(option=0, number=0):
    return play_pb2.Choice(option=option, number=number)


def submission(game_id, **fields):
    return play_pb2.SubmitRequest(game_id=game_id, request_id=str(uuid4()), **fields)


async def raw(address, method, data, metadata=()):
    """Sends any bytes; the status code that comes back."""
    async with grpc.aio.insecure_channel(address) as channel:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await channel.unary_unary(f"/turnledger.v1.{method}")(data, metadata=metadata, timeout=60)
    return caught.value
