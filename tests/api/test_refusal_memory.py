"""A refused call leaves nothing behind: no cycle keeps its request, its frames and what it had read."""

import gc

import grpc
import pytest

from services.api.gate.gate import Call
from tests.api.api_kit import raw
from turnledger.errors import ServiceError
from turnledger.v1 import views_pb2

NO_GAME = views_pb2.WatchGameRequest(game_id="5b5b4d3e-5a73-4e52-9b60-9d4f2a0f6a11")
MALFORMED = b"\xff\xff\xff"


@pytest.fixture
def no_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def calls_alive():
    return sum(type(each) is Call for each in gc.get_objects())


async def test_refused_calls_are_freed_without_a_look_for_garbage(server, no_collector):
    before = calls_alive()
    for _ in range(20):
        error = await raw(server.grpc, "Accounts/SignInAsGuest", MALFORMED)
        assert error.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert calls_alive() - before <= 1


async def test_refused_streams_are_freed_without_a_look_for_garbage(server, player, no_collector):
    ann = await player("Ann")
    before = calls_alive()
    for _ in range(20):
        stream = ann.connection.stream("Views/WatchGame", NO_GAME, views_pb2.WatchGameResponse)
        with pytest.raises(ServiceError, match="UNKNOWN_GAME"):
            await anext(stream)
        await stream.aclose()
    assert calls_alive() - before <= 1
