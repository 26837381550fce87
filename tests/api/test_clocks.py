"""Clocks as a client sees them, on a whole server and by the real time."""

import asyncio
from contextlib import aclosing
from uuid import uuid4

import pytest

from tests.api.api_kit import call
from turnledger.v1 import common_pb2, lobby_pb2, play_pb2, views_pb2


@pytest.mark.slow
@pytest.mark.rule("TB-CLOCK-02", "TB-CLOCK-04")
async def test_who_does_not_move_in_time_is_played_for_and_sees_it(player):
    ann, bob = await player("Ann"), await player("Bob")
    for client in (ann, bob):
        clock = common_pb2.Clock(move_s=1, on_timeout="TIMEOUT_ACTION_BOT")
        request = lobby_pb2.QuickMatchRequest(request_id=str(uuid4()), variant="card_game", seats=2, clock=clock)
        table = (await call(client, "Lobby/QuickMatch", request, lobby_pb2.QuickMatchResponse)).table
    assert table.status == lobby_pb2.TABLE_STATUS_RUNNING
    (seat,) = table.to_act
    assert table.clocks[seat].HasField("deadline_time")
    slow = ann if table.occupants[seat].account_id == ann.account.account_id else bob
    async with asyncio.timeout(30):
        handed = await first_seat_handed(slow, table)
    assert (handed.seat, handed.cause) == (seat, "TIME")
    request = play_pb2.ActRequest(request_id=str(uuid4()), game_id=table.game_id, take_seat_back={})
    await call(slow, "Play/Act", request, play_pb2.ActResponse)


async def first_seat_handed(client, table):
    request = views_pb2.WatchGameRequest(game_id=table.game_id, after_version=table.version)
    async with aclosing(client.connection.stream("Views/WatchGame", request, views_pb2.WatchGameResponse)) as stream:
        async for message in stream:
            for event in message.events:
                if event.table.HasField("seat_handed"):
                    return event.table.seat_handed
    raise AssertionError("the stream ended")
