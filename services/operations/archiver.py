"""Moves finished games to the archive, one after the other. A game whose file is not proven stays in the store.

A game takes four steps: its file is made; stored; read back, opened and compared with the rows of the store, its chain
and its seal; and only then the rows are deleted, in one transaction that compares them with the file once more. A crash
between two steps leaves the store unchanged, and the next run begins with the same game.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import datetime

from msgspec import Struct

from domain.history.codec import UNREADABLE, Codec, UnknownTopic, read_envelope
from domain.history.file import MalformedFile, is_sealed
from domain.history.record import LogRow
from domain.kernel.refused import Refused
from services.application.command_errors import UnknownGame
from services.history.export import Exporter, is_finished
from services.history.keys import SigningKeys
from services.operations.doctor import broken_link
from services.platform.cancellation import stop_if_cancelled
from services.store.archive.archive import Archive
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.file import described, pack, unpack
from services.store.archive.read_through import HotStore

PAGE = 500


class KeptGame(Struct, frozen=True):
    """A game that stays in the store, and why."""

    game_id: str
    reason: str


class Gone(Struct, frozen=True):
    """A game whose events lie in the archive now."""

    game_id: str
    events: int
    bytes: int
    """The digest of its file."""


class Archiver:
    """`let_go`: see Backend.let_go. It needs the store's owner account: no other may delete."""

    def __init__(
        self,
        hot: HotStore,
        archive: Archive,
        codec: Codec,
        exporter: Exporter,
        keys: SigningKeys,
        let_go: Callable[[ArchivedGame, Sequence[LogRow]], bool],
    ) -> None:
        self._hot, self._archive, self._codec = hot, archive, codec
        self._exporter, self._keys, self._let_go = exporter, keys, let_go

    async def run(self, before: datetime, games_max: int | None = None) -> AsyncIterator[Gone | KeptGame]:
        """Archives what was over before that moment, oldest first. Raises StoreUnavailable: ArchiveUnavailable where
        it is that."""
        position, done = 0, 0
        while ends := await self._hot.finished(position, PAGE):
            position = ends[-1].position
            for end in ends:
                stop_if_cancelled()
                if games_max is not None and done >= games_max:
                    return
                try:
                    is_due = read_envelope(end.row).at < before
                except UNREADABLE as error:
                    yield KeptGame(end.row.stream_id, f"its last event cannot be read: {error!r:.200}")
                    continue
                if is_due:
                    yield await self.archive(end.row.stream_id)
                    done += 1

    async def archive(self, game_id: str) -> Gone | KeptGame:
        """One finished game. Raises StoreUnavailable."""
        rows = await self._hot.placed(game_id)
        try:
            history = await self._exporter.export(game_id)
        except UnknownGame:
            return KeptGame(game_id, "the store does not find it: a failover may have lost it, or its placement")
        except (*UNREADABLE, UnknownTopic, Refused, AssertionError, ValueError) as error:
            return KeptGame(game_id, f"it cannot be exported: {error!r:.200}")
        content = await asyncio.to_thread(pack, rows, history)
        game = described(rows, content)
        await asyncio.to_thread(self._archive.objects.put, game.object, content)
        proven = await asyncio.to_thread(self._read_back, game, rows)
        if isinstance(proven, str):
            return KeptGame(game_id, proven)
        if not await asyncio.to_thread(self._let_go, game, proven):
            return KeptGame(game_id, "the store has other rows than the file")
        return Gone(game_id, len(rows), len(content))

    def _read_back(self, game: ArchivedGame, rows: Sequence[LogRow]) -> Sequence[LogRow] | str:
        """The rows as the archive has them, or what is wrong with them. Raises ArchiveUnavailable."""
        found, history = unpack(self._archive.objects.get(game.object), game)
        if list(found) != list(rows):
            return "the archive gives other rows than the store has"
        if not is_finished([each.row for each in found]):
            return "it is not over"
        if problem := broken_link([each.row for each in found], self._codec):
            return f"its chain is broken at version {problem}: `turnledger audit --all`"
        try:
            sealed = is_sealed(history, self._keys.keys)
        except MalformedFile as error:
            return f"its file is malformed: {error}"
        return found if sealed else "its file has no seal of this installation"
