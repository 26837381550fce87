"""Published figures of a game: data files that are checked when they are read and never changed (docs/editions.md)."""

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.refused import Refused
from domain.kernel.variant import Edition

FiguresT = TypeVar("FiguresT", bound=Struct)


class Editions(Protocol):
    """All published editions of one game. A game that began with an old edition keeps it."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Oldest first within a series."""
        ...

    def edition(self, edition_id: str) -> Edition:
        """Refuses UNKNOWN_EDITION."""
        ...

    def content(self, edition_id: str) -> bytes:
        """The bytes of the file. Refuses UNKNOWN_EDITION."""
        ...

    def problems(self, data: bytes) -> tuple[str, ...]:
        """Return all mistakes of a file, each with its place; empty for a valid one."""
        ...

    def reconstructed(self, data: bytes) -> tuple[str, ...]:
        """Return the values of a valid file that were not read off a print."""
        ...

    def takes(self, head: dict[str, Any]) -> bool:
        """Return whether this JSON object looks like an edition file of the game."""
        ...


class BadEdition(Exception):
    """An edition that cannot be played with; `problems` names each one and where it is."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class EditionFiles(Generic[FiguresT]):
    """The editions of a game of which each is one file, called like the edition. The number at the end of the name
    orders them: the last is in force for new games. `rule`: of the catalogue, that an edition must exist."""

    def __init__(
        self,
        folder: Path,
        figures: type[FiguresT],
        *,
        rule: str,
        check: Callable[[bytes], Iterable[str]],
        reconstructed: Callable[[FiguresT], Iterable[str]],
    ) -> None:
        self._folder, self._rule, self._check, self._reconstructed = folder, rule, check, reconstructed
        self._decode = msgspec.json.Decoder(figures).decode
        self.figures = lru_cache(maxsize=None)(self._figures)
        """Return the data of an edition, read once. Raises Refused with UNKNOWN_EDITION, and BadEdition for an invalid
        file."""
        self.edition = lru_cache(maxsize=None)(self._edition)
        """Read once: every game that begins asks for it, and every one that is proven. Refuses as `figures` does."""

    @cached_property
    def ids(self) -> tuple[str, ...]:
        names = (path.stem for path in self._folder.glob("*.json"))
        return tuple(sorted(names, key=lambda name: int(name.rpartition("-")[2])))

    @property
    def current(self) -> str:
        return self.ids[-1]

    def content(self, edition_id: str) -> bytes:
        if edition_id not in self.ids:
            raise Refused("UNKNOWN_EDITION", self._rule, edition=edition_id, known=self.ids)
        return (self._folder / f"{edition_id}.json").read_bytes()

    def _edition(self, edition_id: str) -> Edition:
        digest = sha256(self.content(edition_id)).hexdigest()
        return Edition(edition_id, digest, tuple(self._reconstructed(self.figures(edition_id))))

    def pinned(self, editions: tuple[Edition, ...] | None) -> str:
        """The id of the edition to play with: the current one, or the one named, if its bytes are still the same."""
        if editions is None:
            return self.current
        if len(editions) != 1 or self.edition(editions[0].id).sha256 != editions[0].sha256:
            raise Refused("UNKNOWN_EDITION", self._rule, editions=tuple(each.id for each in editions))
        return editions[0].id

    def problems(self, data: bytes) -> tuple[str, ...]:
        return tuple(self._check(data))

    def reconstructed(self, data: bytes) -> tuple[str, ...]:
        return tuple(self._reconstructed(self._decode(data)))

    def takes(self, head: dict[str, Any]) -> bool:
        series = {name.rpartition("-")[0] for name in self.ids}
        return str(head.get("id")).rpartition("-")[0] in series

    def _figures(self, edition_id: str) -> FiguresT:
        content = self.content(edition_id)
        if wrong := self.problems(content):
            raise BadEdition(wrong)
        return self._decode(content)
