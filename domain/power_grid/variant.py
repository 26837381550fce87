"""Power Grid in the catalogue: one variant a map, its options, and the rules they compose."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache

from msgspec import Struct

from domain.kernel.decider import AnyDecider
from domain.kernel.refused import Refused
from domain.kernel.title import Title
from domain.kernel.variant import Edition, OptionSpec, chosen_values
from domain.kernel.versions import known_version
from domain.power_grid import editions as published
from domain.power_grid import setup
from domain.power_grid.atlas import Atlas, legal_regions
from domain.power_grid.cards import plants
from domain.power_grid.figures import PLAYERS, BaseEdition, FuelFigures, MapEdition, Players
from domain.power_grid.game import PowerGrid
from domain.power_grid.maps import LAYERS
from domain.power_grid.messages import FUELS, Space
from domain.power_grid.modules import renovation
from domain.power_grid.modules.robot_tiles import cities_paid, in_their_places, price_of
from domain.power_grid.readings import DEAR_CITIES, FINAL_BLACKOUT, FIRST_CITY, FIRST_PASS, FIRST_ROUND, applied
from domain.power_grid.rules import Answers, Limits, Ruleset
from domain.power_grid.versions import VERSIONS

DRAWN = "drawn"
DRAFTED = "drafted"
REGIONS = OptionSpec("regions", (DRAWN, DRAFTED), open_ended=True)
FLOW_GENERATOR = OptionSpec("flow_generator", ("off", "on"))
RENOVATION = OptionSpec("renovation", ("off", "on"))
DECK = OptionSpec("deck", ("as_printed", "swapped"))


class GridVariant(Struct, frozen=True):
    """One map of Power Grid. `rules_from`: the version of the rules that was in force when it came; no game on it began
    under an older one."""

    map: str
    options: tuple[OptionSpec, ...]
    players_min: int = 2
    players_max: int = 6
    rules_from: int = 1

    @property
    def name(self) -> str:
        return f"power_grid/{self.map}"

    @property
    def rules_versions(self) -> tuple[int, ...]:
        return tuple(version for version in sorted(VERSIONS) if version >= self.rules_from)

    def editions(self) -> tuple[Edition, ...]:
        return published.current(self.map)

    def decider(
        self,
        options: Mapping[str, str],
        players: int,
        editions: tuple[Edition, ...] | None = None,
        rules_version: int | None = None,
    ) -> AnyDecider:
        """Return the same object for the same arguments. `regions`: `drawn`, `drafted`, or ids with commas between."""
        chosen = chosen_values(self.options, options, "PG-SET-01")
        if not self.players_min <= players <= self.players_max:
            raise Refused("PLAYER_COUNT_INVALID", "PG-CNT-01", players=players)
        version = known_version(self.rules_versions, rules_version, "power_grid")
        return compose(self.map, tuple(chosen.items()), players, editions or self.editions(), version)

    def legal_regions(self, players: int) -> tuple[tuple[str, ...], ...]:
        """The sets of regions that the host may choose from."""
        base, board = published.pinned(self.map, self.editions())
        return legal_regions(board, base.by_players.regions[PLAYERS[players - self.players_min]])


COMPOSED_MAX = 1_024
"""Rulesets remembered: hosts may write the regions in thousands of orders."""
EVERYWHERE = (REGIONS, FLOW_GENERATOR, RENOVATION)
VARIANTS = (
    GridVariant("russia", (*EVERYWHERE, DECK, FIRST_PASS, FIRST_CITY)),
    GridVariant("japan", (*EVERYWHERE, DECK, FIRST_ROUND, DEAR_CITIES)),
    GridVariant("india", (*EVERYWHERE, FIRST_CITY, FINAL_BLACKOUT)),
    GridVariant("australia", (*EVERYWHERE, FIRST_CITY)),
    GridVariant("germany", (*EVERYWHERE, FIRST_CITY), rules_from=3),
    GridVariant("usa", (*EVERYWHERE, FIRST_CITY), rules_from=3),
)


@lru_cache(COMPOSED_MAX)
def compose(
    map_name: str, options: tuple[tuple[str, str], ...], players: int, editions: tuple[Edition, ...], version: int
) -> PowerGrid:
    base, board = published.pinned(map_name, editions)
    rules = LAYERS[map_name](ruleset(base, board, dict(options), players, editions, VERSIONS[version]), board)
    rules = applied(rules, board)
    if base.robots and rules.answers.robots_draw_among is not None:
        rules = replace(
            rules, robots=base.robots, placed=in_their_places, plant_price=price_of, cities_paid=cities_paid
        )
    if rules.options["renovation"] == "on":
        rules = replace(
            rules,
            renovation_pile=base.renovation,
            on_closing=(*rules.on_closing, renovation.compensate),
            on_auction_end=(*rules.on_auction_end, renovation.remove_card),
        )
    if rules.regions:
        setup.check_regions(rules, rules.regions)
    return PowerGrid(rules, version)


@cache
def atlas(editions: tuple[Edition, ...], map_name: str) -> Atlas:
    """One for all rulesets of a map, so that distances are worked out once."""
    return Atlas(published.pinned(map_name, editions)[1])


def ruleset(
    base: BaseEdition,
    board: MapEdition,
    options: Mapping[str, str],
    players: int,
    editions: tuple[Edition, ...],
    answers: Answers,
) -> Ruleset:
    """The base game's rules on the figures of a map."""
    count = PLAYERS[players - 2]
    deck = board.deck_swapped if options.get("deck") == "swapped" else board.deck
    assert deck
    market = {fuel: starting_spaces(figures) for fuel, figures in board.fuels.items()}
    return Ruleset(
        name=f"power_grid/{board.map}",
        map=board.map,
        editions=editions,
        options=options,
        limits=limits(base, count),
        cards={
            card: plant
            for card, plant in plants(base, options["flow_generator"] == "on").items()
            if card not in deck.removed
        },
        deck=deck,
        offer_size=board.offer_size,
        atlas=atlas(editions, board.map),
        regions=None if options["regions"] in (DRAWN, DRAFTED) else in_map_order(board, options["regions"]),
        starting_money=base.starting_money,
        payments=base.payments,
        payment_beyond=base.payment_above_20,
        city_slots=base.city_slots,
        open_slots_by_stage=base.open_slots_by_stage,
        market=market,
        reserve={fuel: board.fuels[fuel].reserve if fuel in board.fuels else 0 for fuel in FUELS},
        capacities={fuel: tuple(most for _, most in figures.spaces) for fuel, figures in board.fuels.items()},
        resupply={fuel: stages[count] for fuel, stages in board.resupply.items()},
        answers=answers,
        drafts_regions=options["regions"] == DRAFTED,
    )


def limits(base: BaseEdition, count: Players) -> Limits:
    table = base.by_players
    return Limits(
        column=count,
        players=int(count),
        regions=table.regions[count],
        removed_blind=table.removed_blind[count],
        plants=table.plant_limit[count],
        stage_2_at=table.stage_2_at[count],
        ends_at=table.ends_at[count],
    )


def starting_spaces(figures: FuelFigures) -> tuple[Space, ...]:
    """The starting tokens lie on the dearest spaces."""
    left = figures.start
    spaces: list[Space] = []
    for price, most in reversed(figures.spaces):
        spaces.append(Space(price, min(most, left)))
        left -= spaces[-1].n
    return tuple(reversed(spaces))


def in_map_order(board: MapEdition, text: str) -> tuple[str, ...]:
    """The regions named, in the map's order, so that the same set is the same game; unknown ones last."""
    names = [region.id for region in board.regions]
    return tuple(sorted(text.split(","), key=lambda name: names.index(name) if name in names else len(names)))


TITLE = Title("power_grid", VARIANTS, published.EDITIONS)
