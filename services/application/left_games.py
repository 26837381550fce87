"""Games that are over and have left the view of boards: folded from the store as the follower folds them, the last ones
kept."""

import asyncio
from collections import OrderedDict
from functools import partial

from domain.history.record import Recorded
from domain.history.replay import advance
from domain.table.aggregate import Aggregate
from projections.folds.boards import OVER, Boards
from projections.folds.transitions import Transition
from projections.stores.interface import Append, Changes, Put
from projections.stores.memory_generation import MemoryGeneration
from services.application.errors import UnknownGame
from services.application.games import Games

KEPT_BYTES = 32 * 2**20
"""Of boards, options and feeds that one process keeps; a game has some 200 KB."""
FOLDS = 2
"""Games that are folded at once, in threads; whoever asks for another waits."""


class LeftGames:
    """Asked by game id. None for a game that goes on, or that there is none of. Raises StoreAway."""

    def __init__(self, games: Games, kept_bytes: int = KEPT_BYTES) -> None:
        self._games, self._kept_bytes = games, kept_bytes
        self._kept: OrderedDict[str, tuple[MemoryGeneration, int]] = OrderedDict()
        self._held = 0
        self._folding: dict[str, asyncio.Task[MemoryGeneration]] = {}
        self._places = asyncio.Semaphore(FOLDS)

    async def __call__(self, game_id: str) -> MemoryGeneration | None:
        to_fold = await self.is_to_fold(game_id)
        kept = self._kept.get(game_id)  # perhaps meanwhile
        if kept:
            self._kept.move_to_end(game_id)
            return kept[0]
        folding = self._folding.get(game_id)
        if folding is None:
            if not to_fold:
                return None
            folding = self._folding[game_id] = asyncio.create_task(self._fold(game_id))
            folding.add_done_callback(partial(self._was_folded, game_id))
        return await asyncio.shield(folding)

    async def is_to_fold(self, game_id: str) -> bool:
        """Whether it is over, and whoever asks has it folded, as dear as a look into the past. Raises StoreAway."""
        if game_id in self._kept or game_id in self._folding:
            return False
        try:
            return (await self._games.load(game_id)).loaded.status in OVER
        except UnknownGame:
            return False

    async def _fold(self, game_id: str) -> MemoryGeneration:
        async with self._places:
            records = [each async for part in self._games.records(game_id) for each in part]
            changes = await asyncio.to_thread(_folded, records)
        generation = MemoryGeneration(0)
        await generation.write(0, 1, changes)
        self._keep(game_id, generation, _size(changes))
        return generation

    def _keep(self, game_id: str, generation: MemoryGeneration, size: int) -> None:
        self._kept[game_id] = generation, size
        self._held += size
        while self._held > self._kept_bytes:
            _, (_, gone) = self._kept.popitem(last=False)
            self._held -= gone

    def _was_folded(self, game_id: str, folding: asyncio.Task[MemoryGeneration]) -> None:
        """Looks at an error, too: all who asked may have gone."""
        del self._folding[game_id]
        if not folding.cancelled():
            folding.exception()


def _folded(records: list[Recorded]) -> Changes:
    aggregate: Aggregate | None = None
    transitions = list[Transition]()
    for record in records:
        before, aggregate = aggregate, advance(aggregate, record)
        transitions.append(Transition(0, record, records[0].envelope.at, before, aggregate))
    return Boards().fold(transitions, {})


def _size(changes: Changes) -> int:
    """Bytes."""
    size = 0
    for change in (each for of_home in changes.values() for each in of_home):
        if isinstance(change, Put):
            size += len(change.value)
        elif isinstance(change, Append):
            size += sum(map(len, change.values))
    return size
