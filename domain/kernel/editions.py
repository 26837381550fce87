"""Published figures of a game: data files that are checked when they are read and never changed (docs/editions.md)."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.refused import Refused
from domain.kernel.variant import Edition

FiguresT = TypeVar("FiguresT", bound=Struct)
FILE_NAME = re.compile(r"[a-z0-9_]+-[1-9][0-9]*")
BYTES_MAX = 1_000_000
FIGURE_MAX = 1_000_000


class Editions(Protocol):
    """All published editions of one game. A game that began with an old edition keeps it."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Oldest first within a series."""
        ...

    def edition(self, edition_id: str) -> Edition:
        """Refuses UNKNOWN_EDITION and, for a file with a problem, EDITION_INVALID."""
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


def invalid(rule: str, name: str, problems: tuple[str, ...]) -> Refused:
    """Return the refusal of a file that is not a sound edition. `rule`: the rule by which an edition must exist."""
    return Refused("EDITION_INVALID", rule, edition=name, problems=problems)


def file_names(folder: Path, rule: str) -> tuple[str, ...]:
    """Return the names of all files of a folder, without their ending. Refuses EDITION_INVALID for another name than
    NAME-NUMBER.json."""
    names = tuple(sorted(path.stem for path in folder.glob("*.json")))
    for name in names:
        if not FILE_NAME.fullmatch(name):
            raise invalid(rule, name, ("file: must be called NAME-NUMBER.json",))
    return names


def misnamed(edition_id: str, name: str) -> tuple[str, ...]:
    """Return the problem of a file whose name does not follow from its id: `russia-2` of `power_grid/russia/2`."""
    wanted = "-".join(edition_id.split("/")[1:] or [edition_id])
    return () if name == wanted else (f"id: a file with the id {edition_id} must be called {wanted}.json",)


def oversized(data: bytes) -> tuple[str, ...]:
    return (f"file: has {len(data)} bytes, {BYTES_MAX} are the most",) if len(data) > BYTES_MAX else ()


def out_of_bounds(
    value: object, least: int, place: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the place of every number of a JSON value that is below `least` or above FIGURE_MAX."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from out_of_bounds(part, least, (*place, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from out_of_bounds(part, least, (*place, index))
    elif isinstance(value, int | float) and not least <= value <= FIGURE_MAX:
        yield place, f"{value} is not a number from {least} to {FIGURE_MAX}"


def bounds_problems(value: object, least: int) -> tuple[str, ...]:
    return tuple(f"{'.'.join(map(str, place))}: {message}" for place, message in out_of_bounds(value, least))


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
        """Return the data of an edition, read once. Refuses UNKNOWN_EDITION and EDITION_INVALID."""
        self.edition = lru_cache(maxsize=None)(self._edition)
        """Read once: every game that begins asks for it, and every one that is proven. Refuses as `figures` does."""

    @cached_property
    def ids(self) -> tuple[str, ...]:
        names = file_names(self._folder, self._rule)
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
        ids = tuple(each.id for each in editions)
        if len(editions) != 1:
            raise Refused("UNKNOWN_EDITION", self._rule, editions=ids)
        if self.edition(ids[0]).sha256 != editions[0].sha256:
            raise Refused("UNKNOWN_EDITION", self._rule, editions=ids, altered=ids)
        return ids[0]

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
            raise invalid(self._rule, edition_id, wrong)
        if wrong := misnamed(str(msgspec.json.decode(content)["id"]), edition_id):
            raise invalid(self._rule, edition_id, wrong)
        return self._decode(content)
