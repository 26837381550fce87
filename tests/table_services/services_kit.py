"""Games on a real store with a clock that the test turns."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from domain.history.codec import Codec
from domain.table.messages import TABLE_EVENTS, OpenTable, StartGame, TakeSeat
from support import demo

demo.register()
CODEC = Codec({"table": TABLE_EVENTS, "demo": demo.Demo.event_types})
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class FakeClock:
    def __init__(self):
        self.now, self.passed_s = NOON, 0.0

    def __call__(self):
        return self.now

    def monotonic_s(self):
        return self.passed_s

    def pass_s(self, seconds):
        self.passed_s += seconds
        self.jump_s(seconds)

    def jump_s(self, seconds):
        self.now += timedelta(seconds=seconds)


class Tables:
    """Gives commands the short way."""

    def __init__(self, games):
        self.games = games

    async def open(self, host="ann", **fields):
        command = OpenTable(**({"variant": "demo", "seats": 2} | fields))
        return (await self.games.open_table(command, actor=host, request_id=str(uuid4()))).game_id

    async def execute(self, game_id, actor, command):
        return await self.games.execute(game_id, command, actor=actor, request_id=str(uuid4()))

    async def begun(self, *players, **fields):
        game_id = await self.open(players[0], **fields)
        for player in players:
            await self.execute(game_id, player, TakeSeat())
        await self.execute(game_id, players[0], StartGame())
        return game_id

    async def aggregate(self, game_id):
        return (await self.games.load(game_id)).aggregate
