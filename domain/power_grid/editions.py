"""Published figures: the base game's tables and one file a map. A file never changes; a correction is a new file.

Every part of a file carries a provenance mark: `printed` (read off a rulebook) or `reconstructed` (from elsewhere).
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.editions import file_names, invalid, misnamed
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition
from domain.power_grid.checks import missing_plants, problems
from domain.power_grid.figures import BaseEdition, MapEdition, Provenance

DATA = Path(__file__).parent / "data"
RULE = "PG-SET-01"
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
    """Every edition in the data folder, oldest first within a kind. Refuses EDITION_INVALID."""
    return tuple(
        sorted([sound(name, (DATA / f"{name}.json").read_bytes()) for name in file_names(DATA, RULE)], key=serial)
    )


def sound(name: str, data: bytes) -> Stored:
    """Return a file without a problem. Refuses EDITION_INVALID."""
    if wrong := tuple(map(str, problems(data))):
        raise invalid(RULE, name, wrong)
    found = stored(data)
    if wrong := misnamed(found.edition.id, name):
        raise invalid(RULE, name, wrong)
    return found


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
    ids = tuple([edition.id for edition in editions])
    chosen = sorted([by_id[name] for name in ids if name in by_id], key=lambda found: found.kind)
    if len(ids) != len(chosen) or [found.kind for found in chosen] != ["base", "map"]:
        raise Refused("UNKNOWN_EDITION", "PG-SET-01", editions=ids)
    if altered := tuple([each.id for each in editions if by_id[each.id].edition.sha256 != each.sha256]):
        raise Refused("UNKNOWN_EDITION", "PG-SET-01", editions=ids, altered=altered)
    base, board = load(chosen[0].data, BaseEdition), load(chosen[1].data, MapEdition)
    if wrong := missing_plants(base, board):
        raise invalid(RULE, board.id, wrong)
    return base, board


@cache
def load(data: bytes, kind: type[Figures]) -> Figures:
    """Return the figures of a published file, which has been checked."""
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
