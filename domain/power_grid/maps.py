"""The changes of each map: data of its edition, and a few different answers to the questions of `rules`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from msgspec.structs import replace as with_fields

from domain.power_grid.cards import MINE, Plant
from domain.power_grid.figures import MapEdition
from domain.power_grid.messages import CarbonTaxIntroduced, Space
from domain.power_grid.modules.robot_tiles import in_their_places
from domain.power_grid.modules.uranium_market import UraniumSale
from domain.power_grid.rules import (
    AboveHousesPerPlayer,
    AsManyAsPossible,
    AtMost,
    Buying,
    ConnectionCost,
    Decision,
    Hook,
    Networks,
    Ruleset,
)  # fmt: skip

Layer: TypeAlias = Callable[[Ruleset, MapEdition], Ruleset]


def base_game(rules: Ruleset, board: MapEdition) -> Ruleset:
    """Keep the base game's answers: Germany and the USA (DE-01 to DE-03, US-01 to US-03)."""
    return rules


def russia(rules: Ruleset, board: MapEdition) -> Ruleset:
    return replace(rules, stale_plants=rules.answers.first_pass)


def japan(rules: Ruleset, board: MapEdition) -> Ruleset:
    networks = Networks(board.networks_max, board.start_cities, first_round_starts_only=True)
    return replace(rules, networks=networks)


def india(rules: Ruleset, board: MapEdition) -> Ruleset:
    """One token at a time under a price cap, hungrier garbage plants, blackouts, forced powering (IN-04 to IN-12)."""
    assert board.price_cap_by_stage
    assert board.blackout
    return replace(
        rules,
        cards={card: hungrier(plant, board.garbage_extra) for card, plant in rules.cards.items()},
        buying=Buying(tokens_most=1, price_caps=board.price_cap_by_stage),
        powering=AsManyAsPossible(),
        blackout=AboveHousesPerPlayer(board.blackout.houses_per_player, board.blackout.penalty_per_city),
    )


def hungrier(plant: Plant, extra: int) -> Plant:
    """IN-06: burns more, stores no more."""
    return with_fields(plant, burns=plant.burns + extra) if plant.kind == "garbage" else plant


def australia(rules: Ruleset, board: MapEdition) -> Ruleset:
    """Mines and their market, a tax in stage 3, connections of at most a flat rate (AU-03 to AU-12)."""
    assert board.flat_connection_cost is not None
    assert board.uranium_export
    return replace(
        rules,
        cards={card: mine(plant) if card in board.mines else plant for card, plant in rules.cards.items()},
        connection_price=AtMost(board.flat_connection_cost, rules.connection_price),
        buying=Buying(not_for_sale=("uranium",)),
        sale=UraniumSale(board.uranium_export[rules.limits.column]),
        uranium_track=tuple(Space(price, 1) for price in board.uranium_track),
        on_stage=(*rules.on_stage, carbon_tax(board.carbon_tax)),
        placed=in_their_places if board.robots else rules.placed,
        robots=board.robots,
        robot_connection=ConnectionCost(board.flat_connection_cost, (), flat=True),
    )


def mine(plant: Plant) -> Plant:
    """AU-05, AU-07: what it would power it produces as uranium; it stores and burns nothing."""
    return with_fields(plant, kind=MINE, fuels=(), burns=0, stores=0, powers=0, units=plant.powers)


def carbon_tax(tax: int) -> Hook:
    """In stage 3 every space costs more; the tokens on it stay (AU-08)."""

    def introduce(decision: Decision) -> None:
        if decision.state.stage == 3:
            taxed = {f: tuple(Space(s.price + tax, s.n) for s in spaces) for f, spaces in decision.state.market.items()}
            decision.record(CarbonTaxIntroduced(taxed))

    return introduce


LAYERS: Mapping[str, Layer] = {
    "russia": russia,
    "japan": japan,
    "india": india,
    "australia": australia,
    "germany": base_game,
    "usa": base_game,
}
