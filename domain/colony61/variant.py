"""Colony-61 as a lobby sees it."""

from collections.abc import Mapping
from functools import cache

from domain.colony61.editions import EDITIONS
from domain.colony61.game import DRAWN, Colony61
from domain.colony61.readings import READINGS, Readings
from domain.colony61.start import PLAYERS_MAX, PLAYERS_MIN
from domain.colony61.versions import VERSIONS
from domain.kernel.decider import AnyDecider
from domain.kernel.refused import Refused
from domain.kernel.title import Title
from domain.kernel.variant import Edition, OptionSpec, chosen_values
from domain.kernel.versions import known_version

COLONY = "colony"


class Colony61Variant:
    name = "colony61"
    players_min, players_max = PLAYERS_MIN, PLAYERS_MAX
    rules_versions = VERSIONS

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        return options_of(EDITIONS.current)

    def editions(self) -> tuple[Edition, ...]:
        return (EDITIONS.edition(EDITIONS.current),)

    def decider(
        self,
        options: Mapping[str, str],
        players: int,
        editions: tuple[Edition, ...] | None = None,
        rules_version: int | None = None,
    ) -> AnyDecider:
        edition_id = EDITIONS.pinned(editions)
        chosen = chosen_values(options_of(edition_id), options, "C61-SET-01")
        if not PLAYERS_MIN <= players <= PLAYERS_MAX:
            raise Refused("PLAYER_COUNT_INVALID", "C61-SET-01", players=players, least=PLAYERS_MIN, most=PLAYERS_MAX)
        version = known_version(VERSIONS, rules_version, "colony61")
        return decider(edition_id, chosen[COLONY], players, version, Readings.of(chosen))


@cache
def options_of(edition_id: str) -> tuple[OptionSpec, ...]:
    """A game keeps the colonies of the edition it began with."""
    colonies = tuple(card.id for card in EDITIONS.figures(edition_id).colonies)
    return (OptionSpec(COLONY, (DRAWN, *colonies)), *READINGS)


@cache
def decider(edition_id: str, colony: str, players: int, version: int, readings: Readings) -> AnyDecider:
    return Colony61(edition_id, colony, players, version, readings)


VARIANT = Colony61Variant()
TITLE = Title("colony61", (VARIANT,), EDITIONS)
