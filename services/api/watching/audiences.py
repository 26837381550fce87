"""The watchers of each game in this process wait here for the events after their version.

A move that this process has stored reaches them in the same turn of the loop, with its events; a move of another
process when the views show it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from domain.table.aggregate import OPEN, STARTING
from projections.read.games import BoardQueries, NotShown
from projections.stores.interface import Generation, ViewUnavailable
from services.api.gate.api_errors import Draining
from services.api.gate.stopping import Stopped, Stopping
from services.api.watching.shared_poll import WAIT_S
from services.application.game_service import StoredMove
from services.platform.jitter import jittered
from services.store.interface import StoreUnavailable

MOVES_MAX = 16
"""Moves of one game that are kept while it is watched; who is further behind reads the feed."""
CheckEvent = Callable[[str, int, datetime | None], Coroutine[Any, Any, None]]


class Position(NamedTuple):
    """The last event that a watcher has: its version, and its time (None at version 0). After a failover that lost
    events the same version may come again; the new event has another time, unless clocks are behind the time of the
    event before both."""

    version: int
    event_time: datetime | None


class Audience:
    """The watchers of one game. `reached`: the last version that this process has stored or the views have shown."""

    def __init__(self, game_id: str, shown: BoardQueries, stopping: Stopping, check_event: CheckEvent) -> None:
        self.game_id, self.watchers, self.reached = game_id, 0, 0
        self._shown, self._stopping, self._check_event = shown, stopping, check_event
        self._moves: deque[StoredMove] = deque(maxlen=MOVES_MAX)
        self._waiting: dict[asyncio.Future[None], Position] = {}
        self._following: asyncio.Task[None] | None = None
        self._compared: tuple[Position, Generation] | None = None
        self._checked: tuple[Position, Position, Generation] | None = None

    async def news(self, position: Position, within_s: float) -> bool:
        """Return whether there is something after the position, as soon as there is, False after so long. Suspends at
        least once, because callers loop. Raises ViewUnavailable, UnknownVersion, Draining."""
        if self.reached > position.version:
            await asyncio.sleep(0)
            return True
        waiter = asyncio.get_running_loop().create_future()
        self._waiting[waiter] = position
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow(), name="audience")
        try:
            async with asyncio.timeout(within_s):
                await waiter
        except TimeoutError:
            return False
        finally:
            del self._waiting[waiter]
            if waiter.done() and not waiter.cancelled():
                waiter.exception()  # looked at, should the watcher leave in this very turn
        return True

    async def compare(self, position: Position) -> None:
        """Raise UnknownVersion where the store has lost the event of a watcher that has heard of nothing else. The
        event is looked at once for each generation of the views, because these are built again after such a loss, and
        once after a move that the views did not have when its watchers heard of it."""
        try:
            generation = await self._shown.generation(self.game_id)
            if self._compared == (position, generation):
                return
            shown = await self._shown_position()
            if shown == position:
                self._compared = position, generation
            elif shown.version <= position.version and self._checked != (position, shown, generation):
                await self._check_event(self.game_id, *position)
                self._checked = position, shown, generation
        except (ViewUnavailable, StoreUnavailable):  # the next heartbeat looks again
            return

    async def _shown_position(self) -> Position:
        try:
            table = await self._shown.table(self.game_id)
        except NotShown:
            return Position(0, None)
        return Position(table.version, table.changed_at)

    def after(self, position: Position) -> Sequence[StoredMove]:
        """Return the moves that continue at the position, up to the last one; none if they do not."""
        moves = [move for move in self._moves if move.first_version > position.version]
        continues = moves and (moves[0].first_version - 1, moves[0].before_at) == position
        return moves if continues else ()

    def stored(self, move: StoredMove) -> None:
        if self._moves and (self._moves[-1].version, self._moves[-1].at) != (move.first_version - 1, move.before_at):
            self._moves.clear()
        self._moves.append(move)
        self._reach(move.version)

    def went_back(self, version: int) -> None:
        """The views do not have what comes after the version, as those that are built again do not: look again."""
        self.reached = min(self.reached, version)
        self.leave()

    def leave(self) -> None:
        """Stop following the views until the next watcher waits."""
        if self._following:
            self._following.cancel()
            self._following = None

    async def _follow(self) -> None:
        """Goes with the views while there are watchers."""
        try:
            while True:
                wanted = self.reached + 1
                shown = await self._stopping.unless(self._shown.wait_for(self.game_id, wanted, jittered(WAIT_S)))
                if shown >= wanted:
                    self._reach(shown)
                else:
                    await self._check(shown)
        except Stopped as stopped:
            for waiter, position in self._due(lambda _: True):
                draining = Draining(position.version)
                draining.__cause__ = stopped
                waiter.set_exception(draining)
        except Exception as error:  # each watcher hears it, and the next one that waits looks again
            self._fail(error, lambda _: True)

    async def _check(self, shown: int) -> None:
        """The views are at this version for a while. A watcher of a later one would wait in vain if the store has lost
        it."""
        for position in dict.fromkeys(self._waiting.values()):
            if position.version > shown:
                try:
                    await self._check_event(self.game_id, *position)
                except Exception as error:
                    self._fail(error, lambda seen, position=position: seen == position)  # type: ignore[misc]

    def _reach(self, version: int) -> None:
        self.reached = max(self.reached, version)
        for waiter, _ in self._due(lambda seen: seen.version < self.reached):
            waiter.set_result(None)

    def _fail(self, error: Exception, concerns: Callable[[Position], bool]) -> None:
        for waiter, _ in self._due(concerns):
            waiter.set_exception(error)

    def _due(self, concerns: Callable[[Position], bool]) -> list[tuple["asyncio.Future[None]", Position]]:
        return [(waiter, seen) for waiter, seen in self._waiting.items() if concerns(seen) and not waiter.done()]


class Audiences:
    """The audiences of all games that are watched in this process. `check_event`: see FactsCache."""

    def __init__(self, shown: BoardQueries, stopping: Stopping, check_event: CheckEvent) -> None:
        self._shown, self._stopping, self._check_event = shown, stopping, check_event
        self._of: dict[str, Audience] = {}

    def stored(self, move: StoredMove) -> None:
        """Tell the watchers of a move that this process has stored. Before the start, seats change: then they wait for
        the views."""
        audience = self._of.get(move.game_id)
        if audience and move.aggregate.status not in (OPEN, STARTING):
            audience.stored(move)

    @contextmanager
    def joined(self, game_id: str) -> Iterator[Audience]:
        """The audience of a game with one watcher more."""
        audience = self._of.get(game_id)
        if audience is None:
            audience = self._of[game_id] = Audience(game_id, self._shown, self._stopping, self._check_event)
        audience.watchers += 1
        try:
            yield audience
        finally:
            audience.watchers -= 1
            if not audience.watchers:
                audience.leave()
                del self._of[game_id]
