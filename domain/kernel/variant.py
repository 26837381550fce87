"""A playable variant as a lobby sees it: its name, player counts, options and editions."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from domain.kernel.decider import AnyDecider


class OptionSpec(Struct, frozen=True):
    """One choice of the host. `values[0]` is the default; an `open_ended` one also takes values that the variant
    checks itself (a list of regions, say). Names by language code (`en`, `ru`)."""

    name: str
    values: tuple[str, ...]
    names: dict[str, str]
    open_ended: bool = False


class Edition(Struct, frozen=True):
    """Published data, immutable: an id and the SHA-256 of its bytes. `reconstructed`: parts not read off a print."""

    public = ("id", "sha256", "reconstructed")

    id: str
    sha256: str
    reconstructed: tuple[str, ...] = ()


def editions_in(folder: Path) -> tuple[str, ...]:
    """The names of a game's data files by the number at their end; the last is in force for new games."""
    return tuple(sorted((path.stem for path in folder.glob("*.json")), key=lambda name: int(name.rpartition("-")[2])))


class Variant(Protocol):
    """Light enough to list without loading the rules."""

    @property
    def name(self) -> str: ...
    @property
    def names(self) -> Mapping[str, str]: ...
    @property
    def players_min(self) -> int: ...
    @property
    def players_max(self) -> int: ...
    @property
    def options(self) -> tuple[OptionSpec, ...]: ...
    @property
    def rules_versions(self) -> tuple[int, ...]:
        """Those that can be played, ascending: the last is in force for new games, every other for games that began
        under it."""
        ...

    def editions(self) -> tuple[Edition, ...]:
        """The data in force for new games."""
        ...

    def decider(
        self,
        options: Mapping[str, str],
        players: int,
        editions: tuple[Edition, ...] | None = None,
        rules_version: int | None = None,
    ) -> AnyDecider:
        """The rules under these options (defaults where not named), on the current or on the pinned editions, of the
        newest or of the pinned version.

        Refuses `UNKNOWN_OPTION`, `PLAYER_COUNT_INVALID`, `UNKNOWN_EDITION`, `UNKNOWN_RULES_VERSION` and combinations
        that do not exist.
        The same arguments give the same object, so a decider may hold precomputed tables.
        """
        ...
