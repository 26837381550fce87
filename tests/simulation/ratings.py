"""Ratings: the leaderboards of every view are those of a second computation, from exported histories alone."""

import asyncio
from collections.abc import Sequence
from math import isclose
from random import Random
from typing import TYPE_CHECKING, Any

from domain import stored
from domain.history.codec import read_envelope
from domain.history.file import export
from domain.kernel.ids import Seat
from domain.table.aggregate import Aggregate
from domain.table.messages import Resign
from projections.folds.leaders import Leaders
from projections.folds.player_records import Leaderboard, read_record, record_key
from services.history.keys import SigningKeys
from tests.projections.second_ratings import ratings
from tests.simulation.checks import TAKEN_UP, Log
from tests.simulation.odd_tables import odd_tables
from tests.simulation.players import Table
from tests.simulation.room import Room, Work

if TYPE_CHECKING:
    from projections.stores.interface import Generation

ABOUT = 0.0005
LEAVER, NUMBER = 2, 301
"""The seat that resigns, and the number of its table."""


class LeftTable(Table):
    """A table of three players, of whom the last one resigns after a move: the place depends on the board then."""

    def _choose(self, aggregate: Aggregate, seat: Seat) -> Any:
        if seat == LEAVER and seat in aggregate.moved:
            self._ledger.reached("a player resigned")
            return Resign()
        return super()._choose(aggregate, seat)


class RatingRoom(Room):
    """Views that took up a game late count it as of that moment (decision 78)."""

    name = "ratings"

    def clients(self) -> Sequence[Work]:
        return [self._play(), *odd_tables(self.world, NUMBER + 1)]

    async def _play(self) -> None:
        dice, world = Random(f"ratings {self.world.plan.seed}"), self.world
        while True:
            table = LeftTable(NUMBER, dice, world.network, world.answering, world.ledger)
            await table.play("demo", LEAVER + 1, 0)

    async def check(self, log: Log) -> None:
        if self.world.reached[TAKEN_UP]:
            return
        signer, codec = SigningKeys.from_secrets("simulated").signer, stored.codec()
        ends = [each.row for each in log.rows if each.row.topic.startswith("table.SecretRevealed/")]
        moments = [read_envelope(row).at for row in ends]
        if moments != sorted(moments):
            return  # clocks differ, and the second computation goes by them
        over = [log.by_stream[row.stream_id] for row in ends]
        counted = await asyncio.to_thread(ratings, [export(rows, codec, signer) for rows in over])
        for owner, projection, view, _ in self.world.views():
            if projection.name == Leaders.name:
                await self._compare(owner, await view.live(), counted)

    async def _compare(self, owner: str, generation: "Generation", counted: dict) -> None:
        for (bots, slow, variant, season), players in counted.items():
            board = Leaderboard(variant, season, bots, not slow)
            for player, games in players.items():
                (held,) = await generation.get("", record_key(board, player))
                record = read_record(held)
                self.world.reach("a rating was compared")
                right = (*games[-1], len(games))
                found = (record.rating.mean, record.rating.doubt, record.games)
                if not all(isclose(one, other, abs_tol=ABOUT) for one, other in zip(found, right, strict=True)):
                    self.world.faults.append(f"{owner} rates {player} as {found} on {board}, counted are {right}")
