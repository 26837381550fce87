"""Holds every entry of a log that is about a game to the file of that game: opening, start, marks and end."""

from collections.abc import Sequence

from msgspec import Struct

from domain.history.codec import link_of
from domain.history.file import File
from domain.table.aggregate import FINISHED
from services.tlog.leaves import Leaf, game_digest, read_leaf

CONTRADICTIONS_MAX = 1_000


class Contradiction(Struct, frozen=True):
    """An entry of the log that the file of its game does not have. `index`: -1 if the log has no entry of the game."""

    file: str
    index: int
    entry: str


class HeldFiles:
    """Files by the game that they are of. The caller verifies the files themselves."""

    def __init__(self) -> None:
        self._files: dict[str, list[tuple[str, tuple[str, ...], bool]]] = {}
        self._logged: set[str] = set()
        self._contradictions: list[Contradiction] = []

    def add(self, name: str, file: File) -> None:
        links, ended = tuple(link_of(row) for row in file.rows), file.header.status == FINISHED
        self._files.setdefault(game_digest(file.header.game), []).append((name, links, ended))

    def hold(self, index: int, line: str) -> None:
        """Compare an entry of the log with the files of its game."""
        leaf = read_leaf(line)
        if leaf is None or leaf.game not in self._files:
            return
        self._logged.add(leaf.game)
        for name, links, ended in self._files[leaf.game]:
            if contradicts(leaf, links, ended=ended) and len(self._contradictions) < CONTRADICTIONS_MAX:
                self._contradictions.append(Contradiction(name, index, line))

    @property
    def contradictions(self) -> tuple[Contradiction, ...]:
        """All that was found, games without any entry included. Read it at the end of the log."""
        absent = [
            Contradiction(name, -1, "")
            for game, files in self._files.items()
            if game not in self._logged
            for name, _, _ in files
        ]
        return (*self._contradictions, *absent)


def contradicts(leaf: Leaf, links: Sequence[str], *, ended: bool) -> bool:
    """Return whether a file with these links by version does not have the entry. A file of a game that has not `ended`
    may be older than the entry."""
    return links[leaf.version - 1] != leaf.link if leaf.version <= len(links) else ended
