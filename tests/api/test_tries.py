"""The tries that a table states for `expert`, over real gRPC: who sees them, what is allowed, what they cost."""

from uuid import uuid4

from grpc import StatusCode

from services.main import running
from tests.api.api_kit import RUSSIA, call, refused
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.v1 import common_pb2, lobby_pb2

MOST = 300
CHARGED = 4
"""Tables with the most tries that an account opens at once; a thousand tries beyond the usual are used up then."""


def opening(tries, **more):
    terms = common_pb2.Terms(tries=tries)
    return lobby_pb2.CreateTableRequest(request_id=str(uuid4()), variant=RUSSIA, seats=2, terms=terms, **more)


async def opened(client, request):
    return (await call(client, "Lobby/CreateTable", request, lobby_pb2.CreateTableResponse)).table


async def test_who_looks_at_a_table_sees_how_many_tries_it_states(tmp_path):
    async with (
        running(settings(tmp_path, expert_tries=MOST)) as server,
        sign_in(server.grpc, "Ann") as ann,
        sign_in(server.grpc, "Bob") as bob,
    ):
        variants = {each.name: each for each in (await ann.catalogue.list_variants()).variants}
        cost = variants[RUSSIA].expert
        assert cost.tries_max == MOST
        assert 0 < cost.tries < MOST
        table = await opened(ann, opening(8, bots=["expert"]))
        assert [each.bot for each in table.occupants] == ["expert"]
        assert (await bob.game(table.game_id).table()).terms.tries == 8
        silent = await opened(ann, lobby_pb2.CreateTableRequest(request_id=str(uuid4()), variant=RUSSIA))
        assert not silent.terms.HasField("tries")
        async with refused(StatusCode.FAILED_PRECONDITION, "TOO_MANY_TRIES") as told:
            await opened(ann, opening(MOST + 1))
        assert {"tries": "301", "tries_max": "300"}.items() <= told[0].facts.items()
        async with refused(StatusCode.INVALID_ARGUMENT, "MALFORMED_COMMAND"):
            await opened(ann, opening(1))


async def test_tables_with_many_tries_are_charged_and_others_are_not(tmp_path):
    async with running(settings(tmp_path, expert_tries=MOST)) as server, sign_in(server.grpc, "Ann") as ann:
        dear = [opening(MOST) for _ in range(CHARGED)]
        first, *_ = [await opened(ann, each) for each in dear]
        async with refused(StatusCode.RESOURCE_EXHAUSTED, "TOO_FAST") as told:
            await opened(ann, opening(MOST))
        assert told[0].retry_after_s > 0
        assert (await opened(ann, dear[0])).game_id == first.game_id, "a repeated request is answered as before"
        assert (await opened(ann, opening(8))).terms.tries == 8
