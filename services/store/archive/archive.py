"""The archive as one process reads it: files that prove themselves, the last ones kept open."""

from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from domain.history.record import LogRow
from services.observe.metrics import ARCHIVE_READS
from services.store.archive.archived_games import CACHE_MB, ArchivedGame
from services.store.archive.file import unpack
from services.store.archive.objects import ArchiveUnavailable, FolderObjects, Objects

S3 = "s3://"
_HITS, _MISSES = ARCHIVE_READS.labels("hit"), ARCHIVE_READS.labels("miss")


class Archive:
    """Any thread may ask. `cache_bytes`: of histories that are held in memory, whose rows take about twice that."""

    def __init__(self, objects: Objects, cache_bytes: int) -> None:
        self.objects, self._cache_bytes = objects, cache_bytes
        self._open: OrderedDict[str, tuple[Sequence[LogRow], int]] = OrderedDict()
        self._held, self._lock = 0, Lock()

    def rows(self, game: ArchivedGame) -> Sequence[LogRow]:
        """Return all rows of a game. Raises NotInArchive, Damaged, ArchiveUnavailable."""
        if (found := self.open_rows(game)) is not None:
            _HITS.inc()
            return found
        _MISSES.inc()
        rows, history = unpack(self.objects.get(game.object), game)
        with self._lock:
            if game.object not in self._open:
                self._held += len(history)
            self._open[game.object] = (rows, len(history))
            while self._held > self._cache_bytes and self._open:
                _, (_, size) = self._open.popitem(last=False)
                self._held -= size
        return rows

    def prove(self, game: ArchivedGame) -> None:
        """Reads the file, whatever is held in memory. Raises NotInArchive, Damaged, ArchiveUnavailable."""
        unpack(self.objects.get(game.object), game)

    def open_rows(self, game: ArchivedGame) -> Sequence[LogRow] | None:
        """The same where no file has to be read for it."""
        with self._lock:
            found = self._open.get(game.object)
            if found is None:
                return None
            self._open.move_to_end(game.object)
            return found[0]


def open_archive(place: str, cache_mb: int = CACHE_MB) -> Archive:
    """`place`: a folder or `s3://BUCKET/PREFIX`; of an empty one every file is away. Nothing is opened before it is
    asked for."""
    return Archive(_objects(place), cache_mb * 2**20)


def _objects(place: str) -> Objects:
    if place.startswith(S3):
        from services.store.archive.s3 import S3Objects  # most installations have no S3, and no library for it

        return S3Objects(place)
    return FolderObjects(Path(place)) if place else _Nowhere()


class _Nowhere:
    def put(self, name: str, content: bytes) -> None:
        raise ArchiveUnavailable("there is no archive: TURNLEDGER_ARCHIVE names it")

    def get(self, name: str) -> bytes:
        raise ArchiveUnavailable("the game lies in the archive, which TURNLEDGER_ARCHIVE does not name here")
