"""The event store as it was before games left it for the archive. See EventStore for all that it does."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol

from domain.history.record import EventRow, LogRow
from services.platform.jitter import pause
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.merging import PAGE, Across, Answer, Following, Question, is_whole, merged
from services.store.archive.objects import ArchiveUnavailable
from services.store.archive.unreadable import UnreadableGames
from services.store.interface import EventStore, RecordedRequest, Request, StoreUnavailable

if TYPE_CHECKING:  # it reads histories, which not every command does
    from services.store.archive.archive import Archive

TRIES_S = 10.0
"""Unreadable files are tried again after this time, also when no role comes to their games."""
THREADS = 4
"""The most files that one process reads at once; further readers wait."""


class HotStore(EventStore, Protocol):
    """An event store that says which of its games lie elsewhere. All of these but the last event is gone from it."""

    async def archived(self, game_id: str) -> ArchivedGame | None: ...

    async def archived_upto(self) -> int:
        """Return the last position of any archived game; 0 for an empty archive."""
        ...

    async def archived_across(self, position: int) -> Sequence[ArchivedGame]:
        """Those with events at or before a position, and after it."""
        ...

    async def archived_after(self, position: int, limit: int) -> Sequence[ArchivedGame]:
        """Those that began after a position, in order."""
        ...

    async def archived_last(self, games_max: int) -> Sequence[ArchivedGame]:
        """Those that ended last; all, with 0."""
        ...

    async def placed(self, game_id: str) -> Sequence[LogRow]:
        """Return the rows that the store still has of a game, with positions."""
        ...

    async def finished(self, after: int, limit: int) -> Sequence[LogRow]:
        """The last events of finished games that are not archived, at positions above `after`, in order."""
        ...


class ReadThroughStore:
    """A store that reads archived games through the archive. Active games pay nothing for it: their rows begin at
    version 1 in the store. `label`: see EventStore."""

    def __init__(self, hot: HotStore, archive: "Archive", label: str = "") -> None:
        self.hot, self.archive, self.label = hot, archive, label
        self.append = hot.append
        self.logs = (self,)
        self._threads = ThreadPoolExecutor(THREADS, "archive")
        self._reading: dict[str, asyncio.Task[Sequence[LogRow]]] = {}
        self.unreadable = UnreadableGames(label, lambda: asyncio.get_running_loop().time())
        self._trying: asyncio.Task[None] | None = None

    async def log_of(self, game_id: str) -> "ReadThroughStore":
        return self

    async def load(self, game_id: str, after: int = 0, limit: int | None = None) -> Sequence[EventRow]:
        rows = await self.hot.load(game_id, after, limit)
        if not rows or rows[0].version == after + 1:
            return rows
        game = await self.hot.archived(game_id)
        if game is None:
            return rows
        found = await self._rows(game)
        return [each.row for each in found[after : None if limit is None else after + limit]]

    async def exists(self, game_id: str) -> bool:
        return await self.hot.exists(game_id)

    async def read_log(self, after: int, limit: int) -> Sequence[LogRow]:
        return await self._whole(await self.hot.read_log(after, limit), after, limit, lambda _: True)

    async def read_tables(self, after: int, limit: int) -> Sequence[LogRow]:
        return await self._whole(await self.hot.read_tables(after, limit), after, limit, _of_tables)

    async def rows_at(self, positions: Sequence[int]) -> Sequence[LogRow]:
        found = {each.position: each for each in await self.hot.rows_at(positions)}
        for position in sorted(set(positions) - found.keys()):
            if position in found:  # of a game that was opened for another one
                continue
            for game in await self.hot.archived_across(position - 1):
                found |= {each.position: each for each in await self._readable(game) if each.position in positions}
            for game in await self.hot.archived_after(position - 1, 1):
                found |= {each.position: each for each in await self._readable(game) if each.position in positions}
        return [found[position] for position in sorted(found)]

    async def hides(self, position: int) -> bool:
        games = [*await self.hot.archived_across(position - 1), *await self.hot.archived_after(position - 1, 1)]
        return any([not await self._readable(game) for game in games if game.first_position <= position])

    async def left_out(self, after: int, upto: int) -> Collection[str]:
        if not self.unreadable.left_out_any():
            return ()
        games, begun = list(await self.hot.archived_across(after)), after
        while begun <= upto and (found := await self.hot.archived_after(begun, PAGE)):
            begun = found[-1].first_position
            games += [game for game in found if game.first_position <= upto]
        return [game.game_id for game in games if self.unreadable.left_out(game.game_id)]

    async def log_head(self) -> int:
        return await self.hot.log_head()

    async def appended_head(self) -> int:
        return await self.hot.appended_head()

    async def wait(self, after: int, timeout_s: float) -> bool:
        return await self.hot.wait(after, timeout_s)

    def lead(self, name: str) -> AbstractAsyncContextManager[None]:
        return self.hot.lead(name)

    async def record_request(self, game_id: str, version: int, request: Request, timeout_s: float) -> None:
        await self.hot.record_request(game_id, version, request, timeout_s)

    async def recorded_requests(self, game_id: str, actor: str) -> Mapping[str, RecordedRequest]:
        return await self.hot.recorded_requests(game_id, actor)

    async def close(self) -> None:
        if self._trying:
            self._trying.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        await self.hot.close()

    async def _whole(
        self, hot: Sequence[LogRow], after: int, limit: int, wanted: Callable[[LogRow], bool]
    ) -> Sequence[LogRow]:
        if is_whole(hot, limit) or await self.hot.archived_upto() <= after:
            return hot
        asking = merged(hot, after, limit, wanted)
        answer: Answer | None = None
        while True:
            try:
                asked = asking.send(answer)  # type: ignore[arg-type]  # None to begin with
            except StopIteration as stopped:
                rows: list[LogRow] = stopped.value
                return rows
            answer = await self._answer(asked)

    async def _answer(self, asked: Question) -> Answer:
        match asked:
            case Across(position):
                return await self.hot.archived_across(position)
            case Following(position):
                return await self.hot.archived_after(position, PAGE)
            case _:
                return await self._readable(asked)

    async def _readable(self, game: ArchivedGame) -> Sequence[LogRow]:
        """Return the rows of a game; none if its file cannot be read, so that the log continues without them."""
        if self.unreadable.is_known(game):
            return ()
        try:
            return await self._rows(game)
        except ArchiveUnavailable:
            return ()

    async def _rows(self, game: ArchivedGame) -> Sequence[LogRow]:
        """Read once for all who ask at the same moment."""
        held = self.archive.open_rows(game)
        if held is not None:
            return held
        reading = self._reading.get(game.object)
        if reading is None:
            reading = self._reading[game.object] = asyncio.create_task(self._read(game))
            reading.add_done_callback(partial(self._was_read, game.object))
        return await asyncio.shield(reading)

    async def _read(self, game: ArchivedGame) -> Sequence[LogRow]:
        try:
            rows = await asyncio.get_running_loop().run_in_executor(self._threads, self.archive.rows, game)
        except ArchiveUnavailable as error:
            self.unreadable.add(game, error)
            if self._trying is None or self._trying.done():
                self._trying = asyncio.create_task(self._try_again())
            raise
        self.unreadable.remove(game.game_id)
        return rows

    async def _try_again(self) -> None:
        """Read unreadable files until they are back: perhaps no role comes to these games again."""
        while games := self.unreadable.oldest():
            await pause(TRIES_S)
            with suppress(StoreUnavailable):
                for game_id in games:
                    game = await self.hot.archived(game_id)
                    if game:
                        await self._readable(game)
                    else:  # a failover has lost that the game left the store
                        self.unreadable.remove(game_id)

    def _was_read(self, name: str, reading: "asyncio.Task[Sequence[LogRow]]") -> None:
        """Looks at an error, too: all who asked may have gone."""
        del self._reading[name]
        if not reading.cancelled():
            reading.exception()


def _of_tables(row: LogRow) -> bool:
    """Choose rows as the stores' `read_tables` do."""
    topic = row.row.topic
    return topic.startswith("table.") and not topic.startswith("table.ClocksSet/")
