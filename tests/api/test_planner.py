"""The planner over the wire: at a seat of the server's, at one that was handed to it, and as a client."""

import asyncio

import pytest

from domain.kernel.dice import Roll
from services.cli.remote import play_as
from turnledger.v1 import lobby_pb2

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("variant", ["power_grid/japan", "card_game", "colony61"])
async def test_it_plays_for_the_server_for_a_player_who_went_and_through_the_client_library(player, variant):
    ann, bob = await player("Ann"), await player("Bob")
    game = await ann.create_table(variant, seats=3, join=True, unrated=True, bots=["planner"])
    await bob.game(game.game_id).join()
    await game.start()
    await bob.game(game.game_id).hand_seat("planner")
    answers = []
    async with asyncio.timeout(250):
        await play_as("planner", game, Roll(b"chance", "ann"), answers.append)
    table = await game.table()
    assert table.status == lobby_pb2.TABLE_STATUS_FINISHED
    assert [each.bot for each in table.occupants] == ["", "planner", "planner"]
    assert len(answers) > 20
