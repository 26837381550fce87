"""A playable variant as a lobby sees it: its name, player counts, options and editions."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from domain.kernel.decider import AnyDecider
from domain.kernel.refused import Refused


class OptionSpec(Struct, frozen=True):
    """One choice of the host. `values[0]` is the default; an `open_ended` one also takes values that the variant
    checks itself (a list of regions, say)."""

    name: str
    values: tuple[str, ...]
    open_ended: bool = False


def chosen_values(specs: Sequence[OptionSpec], given: Mapping[str, str], rule: str) -> dict[str, str]:
    """The value of every option, its default where none is given. Refuses names that none of them has, and values that
    an option that is not open-ended does not have."""
    by_name = {spec.name: spec for spec in specs}
    for name, value in given.items():
        if name not in by_name:
            raise Refused("UNKNOWN_OPTION", rule, option=name, known=tuple(by_name))
        spec = by_name[name]
        if value not in spec.values and not spec.open_ended:
            raise Refused("UNKNOWN_OPTION_VALUE", rule, option=name, value=value, known=spec.values)
    return {name: given.get(name, spec.values[0]) for name, spec in by_name.items()}


class Edition(Struct, frozen=True):
    """Published data, immutable: an id and the SHA-256 of its bytes. `reconstructed`: parts not read off a print."""

    public = ("id", "sha256", "reconstructed")

    id: str
    sha256: str
    reconstructed: tuple[str, ...] = ()


class Variant(Protocol):
    """Light enough to list without loading the rules."""

    @property
    def name(self) -> str: ...
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

        Refuses `UNKNOWN_OPTION`, `UNKNOWN_OPTION_VALUE`, `PLAYER_COUNT_INVALID`, `UNKNOWN_EDITION`,
        `UNKNOWN_RULES_VERSION` and combinations that do not exist.
        The same arguments give the same object, so a decider may hold precomputed tables.
        """
        ...
