"""Histories for tests of views: tables of the demo game, played by bots, as a log that is only a list."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Self

from msgspec import UNSET

from domain.history.chain import first_link
from domain.history.codec import Codec, canonical_command
from domain.history.record import LogRow, milliseconds
from domain.kernel.dice import Dice
from domain.kernel.simulation import random_bot
from domain.table.decide import decide, open_table
from domain.table.invite import invite_code
from domain.table.messages import BOT_ACTOR, TABLE_EVENTS, AddBot, LeaveSeat, OpenTable, StartGame, TakeSeat
from support import demo

demo.register()
CODEC = Codec({"table": TABLE_EVENTS, "demo": demo.Demo.event_types})
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class ListLog:
    """The log of a store, in memory."""

    label = ""

    def __init__(self):
        self.rows = []
        self.streams = {}
        self._grown = asyncio.Event()

    def append(self, rows):
        for row in rows:
            self.rows.append(LogRow(len(self.rows) + 1, row))
            self.streams.setdefault(row.stream_id, []).append(row)
        self._grown.set()

    @property
    def logs(self):
        return (self,)

    async def read_log(self, after, limit):
        return self.rows[after : after + limit]

    async def hides(self, position):
        return False

    async def left_out(self, after, upto):
        return ()

    async def appended_head(self):
        return await self.log_head()

    async def log_head(self):
        return len(self.rows)

    async def load(self, game_id, after=0):
        return self.streams.get(game_id, [])[after:]

    async def wait(self, after, timeout_s):
        self._grown.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while len(self.rows) <= after:
                    await self._grown.wait()
                    self._grown.clear()
        return len(self.rows) > after


class Game:
    """One game on its way into a log: gives commands as the service does."""

    def __init__(
        self, log: Any, game_id: str, at: datetime = NOON, secret: bytes | None = None, codec: Codec = CODEC
    ) -> None:
        self.log, self.game_id, self.at, self.codec = log, game_id, at, codec
        self.secret = secret or sha256(game_id.encode()).digest()
        self.aggregate: Any = None
        self.version, self.chain, self.given = 0, "", 0

    def open(self, host: str = "ann", **fields: Any) -> Self:
        command = OpenTable(**({"variant": "demo", "seats": 2} | fields))
        return self._store(open_table(command, host, self.game_id, self.secret), command, host)

    def execute(self, command, actor):
        now = self.at + timedelta(seconds=self.given + 1)
        return self._store(decide(self.aggregate, command, actor, milliseconds(now)), command, actor)

    def seat(self, *players: str, guests: Sequence[str] = (), programs: Sequence[str] = ()) -> Self:
        for player in players:
            if player.startswith(BOT_ACTOR):
                self.execute(AddBot(player.removeprefix(BOT_ACTOR)), self.aggregate.opened.host)
            else:
                code, guest, program = invite_code(self.secret), player in guests, player in programs
                self.execute(TakeSeat(invite=code, guest=guest or UNSET, program=program or UNSET), player)
        return self

    def leave(self, player):
        return self.execute(LeaveSeat(), player)

    def start(self) -> Self:
        return self.execute(StartGame(), self.aggregate.opened.host)

    def play(self, commands: int = 1_000, seed: str = "luck") -> Self:
        """Let random bots decide for all seats."""
        roll = Dice.from_text(seed).roll(self.game_id)
        for _ in range(commands):
            if not self.aggregate.to_act:
                break
            seat = self.aggregate.to_act[0]
            rules, play = self.aggregate.rules, self.aggregate.play
            self.move(seat, random_bot(rules.view(play, seat), rules.options(play, seat), seat, roll))
        return self

    def choose(self, *numbers):
        """The demo game's choices of all seats, round by round."""
        for number in numbers:
            seat = self.aggregate.to_act[0]
            self.move(seat, demo.Choose(seat, number))
        return self

    def move(self, seat, command):
        self.execute(command, self.aggregate.occupants[seat].actor)

    def _store(self, decision, command, actor):
        self.given += 1
        rows, self.chain = self.codec.seal(
            self.game_id,
            self.version + 1,
            decision.events,
            at=self.at + timedelta(seconds=self.given),
            actor=actor,
            request_id=f"{self.game_id}/{self.given}",
            command=canonical_command(command),
            secret=self.secret,
            chain=self.chain or first_link(self.game_id, decision.aggregate.opened.commitment),
            rules_version=decision.aggregate.rules_version,
        )
        self.aggregate = decision.aggregate
        self.version += len(rows)
        self.log.append(rows)
        return self


def played(log, game_id, *players, at=NOON, **fields):
    """A whole game."""
    return Game(log, game_id, at).open(players[0], **({"seats": len(players)} | fields)).seat(*players).start().play()


def league(log, *players, programs=(), **fields):
    """All players meet once, in rounds in which each plays; the player named earlier is host, and wins."""
    for number, pair in enumerate(rounds(players)):
        game = Game(log, f"league-{number}").open(pair[0], **fields)
        game.seat(*pair, programs=programs).start().choose(3, 1, 3, 1)


def rounds(players):
    """The pairs of a league, each in the order in which the players are named (the circle method)."""
    circle = [*players, *[None] * (len(players) % 2)]
    for _ in circle[1:]:
        for one, other in zip(circle[: len(circle) // 2], reversed(circle), strict=False):
            if one is not None and other is not None:
                yield tuple(sorted((one, other), key=players.index))
        circle[1:] = [circle[-1], *circle[1:-1]]


def a_busy_evening(log, games=12):
    """Games of all kinds, their commands interleaved; some finished, some not, one table closed."""
    players = ("ann", "bob", "cy", "bot:greedy", "bot:random")
    tables = []
    for number in range(games):
        sitters = [players[(number + place) % len(players)] for place in range(2 + number % 2)]
        host = next((player for player in sitters if not player.startswith(BOT_ACTOR)), "ann")
        game = Game(log, f"game-{number:03d}", NOON + timedelta(days=3 * number))
        game.open(host, seats=3, rated=number % 5 != 4, private=number % 7 == 6).seat(*sitters)
        if number % 4 != 3:
            game.start()
        tables.append(game)
    for turn in range(40):
        for number, game in enumerate(tables):
            if turn < 4 * number and game.aggregate.rules:
                game.play(commands=1)
    return tables
