"""Other readings of rules that the printed text leaves open, as options of the host; the first value is the default.

A game under the default reading records nothing about it, as games from before the option came."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from domain.kernel.variant import OptionSpec
from domain.power_grid.figures import MapEdition
from domain.power_grid.rules import AboveHousesPerPlayer, Ruleset, WhenFirstPlayerPasses

Change: TypeAlias = Callable[[Ruleset, MapEdition], Ruleset]


def spare_outgrown(rules: Ruleset, _board: MapEdition) -> Ruleset:
    assert isinstance(rules.stale_plants, WhenFirstPlayerPasses), "the map removes a plant for the first pass"
    return replace(rules, stale_plants=replace(rules.stale_plants, spares_outgrown=True))


def start_in_empty_cities(rules: Ruleset, _board: MapEdition) -> Ruleset:
    return replace(rules, networks=replace(rules.networks, empty_cities_only=True))


def build_freely_at_first(rules: Ruleset, _board: MapEdition) -> Ruleset:
    return replace(rules, networks=replace(rules.networks, first_round_starts_only=False))


def close_dear_cities(rules: Ruleset, board: MapEdition) -> Ruleset:
    dear = tuple(city.id for city in board.cities if city.slots and city.slots[0] > rules.city_slots[0])
    return replace(rules, closed_in_stage_1=dear)


def pay_in_full_finally(rules: Ruleset, _board: MapEdition) -> Ruleset:
    assert isinstance(rules.blackout, AboveHousesPerPlayer), "the map has blackouts"
    return replace(rules, blackout=replace(rules.blackout, in_full_finally=True))


def pay_twice_finally(rules: Ruleset, _board: MapEdition) -> Ruleset:
    assert isinstance(rules.blackout, AboveHousesPerPlayer), "the map has blackouts"
    return replace(rules, blackout=replace(rules.blackout, final_incomes=2))


FIRST_PASS = OptionSpec("first_pass", ("removes", "spares_outgrown"))
"""DEC-PG-02."""
FIRST_CITY = OptionSpec("first_city", ("any_free_place", "empty_city"))
"""DEC-PG-17."""
FIRST_ROUND = OptionSpec("first_round", ("starts_only", "free"))
"""DEC-PG-28."""
DEAR_CITIES = OptionSpec("dear_cities", ("open", "from_stage_2"))
"""DEC-PG-29."""
FINAL_BLACKOUT = OptionSpec("final_blackout", ("reduced", "full", "twice"))
"""DEC-PG-34."""
READINGS: tuple[tuple[OptionSpec, tuple[Change, ...]], ...] = (
    (FIRST_PASS, (spare_outgrown,)),
    (FIRST_CITY, (start_in_empty_cities,)),
    (FIRST_ROUND, (build_freely_at_first,)),
    (DEAR_CITIES, (close_dear_cities,)),
    (FINAL_BLACKOUT, (pay_in_full_finally, pay_twice_finally)),
)
"""Each option with a change of the rules for each value but the default."""


def applied(rules: Ruleset, board: MapEdition) -> Ruleset:
    """Return the rules under the readings that were chosen."""
    for option, changes in READINGS:
        for value, change in zip(option.values[1:], changes, strict=True):
            if rules.options.get(option.name) == value:
                rules = change(rules, board)
    return rules


def recorded(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options that a game records: readings only where they are not the default."""
    defaults = {option.name: option.values[0] for option, _ in READINGS}
    return {name: value for name, value in options.items() if defaults.get(name) != value}
