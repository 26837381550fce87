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
from turnledger.v1 import common_pb2, lobby_pb2, play_pb2

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


@pytest.mark.rule("TB-DRAW-02", "TB-DRAW-03", "TB-DRAW-04", "TB-DRAW-07")
async def test_a_draw_that_waits_is_shown_with_its_round_and_any_caller_hands_it_in(tmp_path):
    async with served(tmp_path) as ann:
        game, table = await started(ann, unrated=True, terms=common_pb2.Terms(draws="beacon"))
        await ann.lobby.begin_game(
            game_id=game.game_id, round=table.starting.round, signature=signed(table.starting.round)
        )
        async for board in game.boards():
            if board.HasField("draw"):
                break
            if board.seat in board.to_act and board.options.options:
                await game.submit(play_pb2.Choice(option=0, number=0), expected_version=board.version)
        number = board.draw.round
        assert (list(board.to_act), list(board.options.options)) == ([], [])
        assert board.draw.round_time.seconds == a_beacon(period_s=1).time_ms(number) // 1000
        shown = await game.table()
        assert (shown.draw.round, shown.terms.draws) == (number, "beacon")
        async with refused(Code.FAILED_PRECONDITION, "DRAW_AWAITED"):
            await game.undo()
        async with refused(Code.FAILED_PRECONDITION, "ROUND_NOT_OVERDUE"):
            await game.propose_no_rounds()
        begun = await ann.lobby.begin_game(game_id=game.game_id, round=number, signature=signed(number))
        assert not begun.table.HasField("draw")
        past = await game.board(version=board.version)
        assert (past.version, past.draw, list(past.to_act)) == (board.version, board.draw, [])
        awaited = made = None
        async for each in game.events(words=True):
            awaited = each if each.table.HasField("draw_awaited") else awaited
            if each.table.HasField("draw_made"):
                made = each
                break
        assert "the game waits for round" in awaited.says
        assert made.says == f"Round {number} of the beacon decides the draw."
        assert (made.table.draw_made.signature, made.table.draw_made.HasField("dealt")) == (signed(number), False)
        assert not awaited.table.draw_awaited.HasField("command")


@pytest.mark.rule("TB-DRAW-01")
async def test_only_a_server_with_a_beacon_offers_draws_that_wait(tmp_path):
    terms = common_pb2.Terms(draws="beacon")
    for name in ("with", "without"):
        (tmp_path / name).mkdir()
    async with served(tmp_path / "with") as ann:
        offered = {each.game for each in await ann.variants() if each.draws_may_wait}
        assert offered == {"power_grid", "card_game"}
        async with refused(Code.FAILED_PRECONDITION, "DRAWS_NOT_PUBLIC"):
            await ann.create_table("colony61", seats=2, terms=terms)
        async with refused(Code.FAILED_PRECONDITION, "DRAWS_NEED_BEACON"):
            await ann.create_table("card_game", seats=2, unrated=True, seed="known", terms=terms)
    async with running(settings(tmp_path / "without")) as told, sign_in(told.grpc, "Bob") as bob:
        assert not any(each.draws_may_wait for each in await bob.variants())
        async with refused(Code.FAILED_PRECONDITION, "DRAWS_NEED_BEACON"):
            await bob.create_table("card_game", seats=2, terms=terms)
