"""Published figures: the base game's tables and one file a map. A file never changes; a correction is a new file.

Every part of a file carries a provenance mark: `printed` (read off a rulebook) or `reconstructed` (from elsewhere).
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.refused import Refused
from domain.kernel.variant import Edition
from domain.power_grid.checks import problems
from domain.power_grid.figures import BaseEdition, MapEdition, Provenance

DATA = Path(__file__).parent / "data"
Figures = TypeVar("Figures", BaseEdition, MapEdition)


class Stored(Struct, frozen=True):
    """A data file in the form that is stored on disk."""

    edition: Edition
    kind: str
    map: str
    data: bytes


class EditionHead(Struct, frozen=True):
    id: str
    kind: str
    provenance: dict[str, Provenance]
    map: str = ""


@cache
def published() -> tuple[Stored, ...]:
    """Every edition in the data folder, oldest first within a kind."""
    return tuple(sorted((stored(path.read_bytes()) for path in DATA.glob("*.json")), key=serial))


def stored(data: bytes) -> Stored:
    head = msgspec.json.decode(data, type=EditionHead)
    reconstructed = tuple(part for part, origin in head.provenance.items() if origin.mark == "reconstructed")
    return Stored(Edition(head.id, sha256(data).hexdigest(), reconstructed), head.kind, head.map, data)


def serial(found: Stored) -> tuple[str, int]:
    name, _, number = found.edition.id.rpartition("/")
    return name, int(number)


def current(map_name: str) -> tuple[Edition, Edition]:
    """The base edition and the map's edition in force for new games."""
    bases = [found for found in published() if found.kind == "base"]
    maps = [found for found in published() if found.map == map_name]
    return bases[-1].edition, maps[-1].edition


def pinned(map_name: str, editions: tuple[Edition, ...]) -> tuple[BaseEdition, MapEdition]:
    """The figures of these editions, by id and hash."""
    by_id = {found.edition.id: found for found in published() if found.kind == "base" or found.map == map_name}
    chosen = [by_id.get(edition.id) for edition in editions]
    kinds = sorted(found.kind for found in chosen if found)
    hashes = [found.edition.sha256 for found in chosen if found]
    if kinds != ["base", "map"] or hashes != [edition.sha256 for edition in editions]:
        raise Refused("UNKNOWN_EDITION", "PG-SET-01", editions=tuple(edition.id for edition in editions))
    base, board = sorted((found for found in chosen if found), key=lambda found: found.kind)
    return load(base.data, BaseEdition), load(board.data, MapEdition)


@cache
def load(data: bytes, kind: type[Figures]) -> Figures:
    """The figures of a published file; a file with a mistake in it is never used."""
    found = problems(data)
    assert not found, f"{found[0].line}: {found[0].where}: {found[0].message}"
    return msgspec.json.decode(data, type=kind)


class GridEditions:
    """All editions of one game: the base editions and those of every map."""

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(found.edition.id for found in published())

    def edition(self, edition_id: str) -> Edition:
        return self._stored(edition_id).edition

    def content(self, edition_id: str) -> bytes:
        return self._stored(edition_id).data

    def problems(self, data: bytes) -> tuple[str, ...]:
        return tuple(map(str, problems(data)))

    def reconstructed(self, data: bytes) -> tuple[str, ...]:
        return stored(data).edition.reconstructed

    def takes(self, head: dict[str, Any]) -> bool:
        return "kind" in head

    def _stored(self, edition_id: str) -> Stored:
        for found in published():
            if found.edition.id == edition_id:
                return found
        raise Refused("UNKNOWN_EDITION", "PG-SET-01", edition=edition_id, known=self.ids)


EDITIONS = GridEditions()
