"""Tables with a beacon over real gRPC: the wait is shown everywhere, and ends with the round, whichever caller hands it
in."""

import asyncio
import json
from contextlib import asynccontextmanager

import grpc
import pytest

from domain.kernel.beacon import QUICKNET
from services.main import running
from services.main.new_tables import SCHEME, beacon_of
from services.settings import BadSettings, Settings, from_environment
from tests.api.api_kit import refused
from tests.api.conftest import settings
from tests.beacon import CHAIN, a_beacon, relay, signed
from turnledger import sign_in
from turnledger.v1 import lobby_pb2

Code = grpc.StatusCode


def chain_file(folder):
    """A relay's description of our chain, for the setting."""
    beacon, path = a_beacon(), folder / "chain.json"
    info = {"public_key": beacon.public_key, "period": 1, "genesis_time": beacon.genesis_s, "hash": CHAIN}
    path.write_text(json.dumps(info | {"schemeID": SCHEME, "groupHash": "", "metadata": {"beaconID": "tests"}}))
    return str(path)


@asynccontextmanager
async def served(folder, *relays):
    here = {"beacon": chain_file(folder), "beacon_relays": relays, "beacon_lead_s": 1}
    async with running(settings(folder, **here)) as told, sign_in(told.grpc, "Ann") as ann:
        yield ann


async def started(ann, **more):
    """A table of Ann and a bot; its start names a round."""
    game = await ann.create_table("card_game", seats=2, join=True, nonce="aa", bots=["greedy"], **more)
    return game, await game.start()


@pytest.mark.slow
async def test_a_table_waits_for_its_round_says_so_and_then_the_game_is_played(tmp_path):
    with relay() as (url, asked):
        async with served(tmp_path, url) as ann:
            game, table = await started(ann)
            assert table.status == lobby_pb2.TABLE_STATUS_STARTING
            assert (table.beacon.chain, table.beacon.lead_s) == (CHAIN, 1)
            assert table.starting.round_time.seconds >= table.beacon.genesis_s + table.starting.round - 1
            async for turn in game.my_turns():
                await turn.submit(turn.options[0].first)
            table = await game.table()
            assert table.status == lobby_pb2.TABLE_STATUS_FINISHED
            assert set(asked) == {table.starting.round}
            events = [each.table async for each in game.events()]
            (began,) = [each.game_began for each in events if each.HasField("game_began")]
            assert began.signature == signed(table.starting.round)
            assert (await game.verify()).right


@pytest.mark.slow
async def test_who_waits_sees_it_in_lists_watches_and_the_board(tmp_path):
    async with served(tmp_path) as ann:
        game, table = await started(ann)
        version, number = table.version, table.starting.round
        board = await game.board(min_version=version)
        assert (board.status, board.HasField("board")) == (lobby_pb2.TABLE_STATUS_STARTING, False)
        (listed,) = [each async for each in ann.tables(status=lobby_pb2.TABLE_STATUS_STARTING)]
        assert (listed.starting.round, listed.beacon.chain) == (number, CHAIN)
        assert [each async for each in ann.tables()] == []
        async with refused(Code.FAILED_PRECONDITION, "GAME_ALREADY_STARTED"):
            await game.close()
        seen = []
        async for message in game.watch(words=True):
            seen += [each.says for each in message.events]
            if message.version >= version:
                break
        assert seen[-1] == f"All seats and nonces are fixed; the game waits for round {number} of the beacon."
        begun = await ann.lobby.begin_game(game_id=game.game_id, round=number, signature=signed(number))
        assert begun.table.status == lobby_pb2.TABLE_STATUS_RUNNING
        assert (await game.board(min_version=begun.table.version)).HasField("board")


async def test_a_round_that_is_none_begins_no_game_and_is_not_tried_at_will(tmp_path):
    async with served(tmp_path) as ann:
        game, table = await started(ann)
        number, hand_in = table.starting.round, ann.lobby.begin_game
        async with refused(Code.FAILED_PRECONDITION, "WRONG_ROUND"):
            await hand_in(game_id=game.game_id, round=number - 1, signature=signed(number - 1))
        async with refused(Code.FAILED_PRECONDITION, "ROUND_NOT_SIGNED"):
            await hand_in(game_id=game.game_id, round=number, signature=signed(number - 1))
        request = lobby_pb2.BeginGameRequest(game_id=game.game_id, round=number, signature="00" * 48)
        calls = [_code(ann, request) for _ in range(20)]
        assert Code.RESOURCE_EXHAUSTED in await asyncio.gather(*calls)


async def _code(ann, request):
    request = lobby_pb2.BeginGameRequest.FromString(request.SerializeToString())
    request.request_id = "6f1d3b0e-3b0a-5c58-9d63-0a4ff0a5c1de"
    try:
        await ann.connection.call("Lobby/BeginGame", request, lobby_pb2.BeginGameResponse, patience_s=0)
    except Exception as error:
        return error.code
    return None


async def test_a_seed_that_everybody_knows_needs_no_beacon(tmp_path):
    async with served(tmp_path) as ann:
        _, table = await started(ann, seed="known", unrated=True)
        assert (table.status, table.HasField("beacon")) == (lobby_pb2.TABLE_STATUS_RUNNING, False)


def test_quicknet_is_named_in_the_environment_and_its_lead_is_chosen():
    found = beacon_of(from_environment({"TURNLEDGER_BEACON": "quicknet", "TURNLEDGER_BEACON_LEAD_S": "15"}))
    assert found.same_chain(QUICKNET)
    assert found.lead_s == 15
    assert beacon_of(Settings()) is None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "neither quicknet nor a file that describes a chain"),
        ('{"public_key": "00"}', "neither quicknet nor a file that describes a chain"),
        (
            '{"public_key": "00", "period": 3, "genesis_time": 1, "hash": "aa", "schemeID": "pedersen-bls-chained"}',
            "this program knows bls-unchained-g1-rfc9380",
        ),
        (
            f'{{"public_key": "00", "period": 3, "genesis_time": 1, "hash": "{CHAIN}", "schemeID": "{SCHEME}"}}',
            "public_key is not what a chain of drand has",
        ),
    ],
)
def test_a_chain_that_cannot_be_is_said_before_the_server_starts(tmp_path, content, said):
    path = tmp_path / "chain.json"
    path.write_text(content)
    with pytest.raises(BadSettings, match=said):
        beacon_of(Settings(beacon=str(path)))
