"""Long reads of a long game: none of them holds the loop, however many come at once, and each costs what it reads."""

import asyncio

import httpx
import pytest

from services.main.running import running
from tests.api.conftest import settings
from tests.loop_holds import loop_holds
from turnledger import sign_in
from turnledger.v1 import history_pb2, lobby_pb2

HELD_S = 0.05
pytestmark = pytest.mark.slow


READS = {
    "boards": ("Views/ListBoards", {"pageSize": 1_000}, True),
    "a late board": ("Views/GetBoard", {"version": 400}, True),
    "events in words": ("History/ListEvents", {"pageSize": 200, "words": True}, True),
    "figures": ("History/GetFigures", {}, True),
    "a proof": ("History/VerifyGame", {}, True),
    "knowledge": ("History/Knowledge", {"version": 1, "field": "secret"}, True),
    "a leaderboard": ("Views/GetLeaderboard", {"variant": "power_grid/russia"}, False),
    "a list of tables": ("Lobby/ListTables", {"status": "TABLE_STATUS_FINISHED"}, False),
}


@pytest.fixture
async def played(tmp_path, monkeypatch):
    """A server with a whole game of four bots, and a guest who may look as often as it likes."""
    monkeypatch.setattr("services.api.grpc_server.PAST_PER_S", 10_000)
    monkeypatch.setattr("services.api.grpc_server.PAST", 100_000)
    async with running(settings(tmp_path), "power_grid/russia") as server, sign_in(server.grpc, "Ann") as ann:
        game = ann.game(server.game_id)
        async with asyncio.timeout(240):
            async for _ in game.watch():
                if (await game.table()).status == lobby_pb2.TABLE_STATUS_FINISHED:
                    break
        yield server, ann, game


async def test_no_read_of_a_long_game_holds_the_loop(played, monkeypatch):
    server, ann, game = played
    headers, worst = dict(ann.connection.metadata()), {}
    async with httpx.AsyncClient(base_url=f"http://{server.http}", timeout=60) as client:
        for read, (method, asked, of_game) in READS.items():
            body = asked | ({"gameId": game.game_id} if of_game else {})
            answer = await client.post(
                f"/turnledger.v1.{method}", json=body, headers=headers
            )  # tables of types are made once a process
            assert answer.status_code == 200, (read, answer.content)
            with loop_holds(monkeypatch) as holds:
                await asyncio.gather(
                    *(client.post(f"/turnledger.v1.{method}", json=body, headers=headers) for _ in range(2))
                )
            worst[read] = holds
    request = history_pb2.ExportGameRequest(game_id=game.game_id)
    with loop_holds(monkeypatch) as worst["an export"]:
        async for _ in ann.connection.stream("History/ExportGame", request, history_pb2.ExportGameResponse):
            pass
    assert {read: holds.what for read, holds in worst.items() if holds.worst_s >= HELD_S} == {}
