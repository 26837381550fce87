"""Games that the view of boards lacks: folded from the store as the follower folds them, the last ones kept. These are
games that are over and have left the view, and all games while the view is filled."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial

from msgspec import Struct

from domain.history.record import Recorded
from domain.history.replay import advance
from domain.table.aggregate import Aggregate
from projections.folds.boards import OVER, Boards
from projections.folds.transitions import Transition
from projections.stores.interface import Append, Changes, Put
from projections.stores.memory_generation import MemoryGeneration
from services.application.command_errors import UnknownGame
from services.application.game_service import GameService
from services.application.loaded_game import LoadedGame

KEPT_BYTES = 32 * 2**20
"""Memory for boards, options and feeds of one process; a game has some 200 KB."""
FOLDS = 2
"""Games that are folded at once, in threads; further callers wait."""


class _Folded(Struct, frozen=True):
    generation: MemoryGeneration
    version: int
    is_over: bool


async def never_behind(_game_id: str) -> bool:
    return False


class EvictedGames:
    """Returns a finished game by id, and a running one while the view is behind; None for any other game. Raises
    StoreUnavailable. `is_behind`: whether the view may lack a running game; asked only for games that it lacks."""

    def __init__(
        self,
        games: GameService,
        kept_bytes: int = KEPT_BYTES,
        is_behind: Callable[[str], Awaitable[bool]] = never_behind,
    ) -> None:
        self._games, self._kept_bytes, self._is_behind = games, kept_bytes, is_behind
        self._kept: OrderedDict[str, tuple[_Folded, int]] = OrderedDict()
        self._held = 0
        self._folding: dict[str, asyncio.Task[_Folded]] = {}
        self._places = asyncio.Semaphore(FOLDS)

    async def __call__(self, game_id: str) -> MemoryGeneration | None:
        wanted = await self._wanted_version(game_id)
        kept = self._kept.get(game_id)  # perhaps meanwhile
        if kept and kept[0].version >= wanted:
            self._kept.move_to_end(game_id)
            return kept[0].generation
        folding = self._folding.get(game_id)
        if folding is None:
            if not wanted:
                return None
            folding = self._folding[game_id] = asyncio.create_task(self._fold(game_id))
            folding.add_done_callback(partial(self._was_folded, game_id))
        return (await asyncio.shield(folding)).generation

    async def is_to_fold(self, game_id: str) -> bool:
        """Return whether it is over and has to be folded, which costs as much as reading a past state. A running game
        costs its players nothing. Raises StoreUnavailable."""
        live = await self._unfolded(game_id)
        return live is not None and live.loaded.status in OVER

    async def _wanted_version(self, game_id: str) -> int:
        """Return the version to fold; 0 if there is nothing to fold."""
        live = await self._unfolded(game_id)
        if live is None:
            return 0
        if live.loaded.status in OVER or await self._is_behind(game_id):
            return live.version
        self._forget(game_id)
        return 0

    async def _unfolded(self, game_id: str) -> LoadedGame | None:
        """Return the game, unless it is unknown, folded for good, or being folded."""
        kept = self._kept.get(game_id)
        if game_id in self._folding or (kept and kept[0].is_over):
            return None
        try:
            return await self._games.load(game_id)
        except UnknownGame:
            return None

    def _forget(self, game_id: str) -> None:
        """Drop a running game that has moved, or that the view has by now."""
        if kept := self._kept.pop(game_id, None):
            self._held -= kept[1]

    async def _fold(self, game_id: str) -> _Folded:
        async with self._places:
            records = [each async for part in self._games.records(game_id) for each in part]
            changes, is_over = await asyncio.to_thread(_folded, records)
        generation = MemoryGeneration(0)
        await generation.write(0, 1, changes)
        folded = _Folded(generation, records[-1].version, is_over)
        self._keep(game_id, folded, _size(changes))
        return folded

    def _keep(self, game_id: str, folded: _Folded, size: int) -> None:
        self._forget(game_id)
        self._kept[game_id] = folded, size
        self._held += size
        while self._held > self._kept_bytes:
            _, (_, gone) = self._kept.popitem(last=False)
            self._held -= gone

    def _was_folded(self, game_id: str, folding: asyncio.Task[_Folded]) -> None:
        """Looks at an error, too: all who asked may have gone."""
        del self._folding[game_id]
        if not folding.cancelled():
            folding.exception()


def _folded(records: list[Recorded]) -> tuple[Changes, bool]:
    """Return what the view would have, and whether the game is over."""
    aggregate: Aggregate | None = None
    transitions = list[Transition]()
    for record in records:
        before, aggregate = aggregate, advance(aggregate, record)
        transitions.append(Transition(0, record, records[0].envelope.at, before, aggregate))
    return Boards().fold(transitions, {}), transitions[-1].aggregate.status in OVER


def _size(changes: Changes) -> int:
    """Bytes."""
    size = 0
    for change in (each for of_home in changes.values() for each in of_home):
        if isinstance(change, Put):
            size += len(change.value)
        elif isinstance(change, Append):
            size += sum(map(len, change.values))
    return size
