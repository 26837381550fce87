"""Forecasts a card game player until the last round, alone and from public information.

Of the other players it uses only their expected share of the fuel and the number of cards drawn per round.
"""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Final, NamedTuple

from domain.card_game.figures import BURNS, FUELS
from domain.card_game.picking import UNIT_COST
from domain.card_game.view import CardGameBoard, Owner, PlantFace
from domain.card_game.weights import PLANNERS, Weights

PLANTS_MAX: Final = 3
DRAWN_A_ROUND: Final = {2: 3.6, 3: 2.7, 4: 3.0, 5: 3.1, 6: 3.4}
"""Cards that leave the plant deck, by players: measured in games of planners."""


class Line(NamedTuple):
    """A plant as the forecast sees it. Money of a run."""

    profit: float
    fuel: float


def rounds_left(board: CardGameBoard, weights: Weights) -> int:
    """The rounds with income, including this one; the last round has none."""
    if board.last_round:
        return 0
    above = board.deck_size - len(board.under_last_round_card)
    return max(1, round(above / DRAWN_A_ROUND[len(board.players)] + weights.rounds_more))


def worth(board: CardGameBoard, me: Owner, cash: float, faces: Sequence[PlantFace], weights: Weights) -> float:
    """Points at the end, times ten, of the player with that money after this round's auction and these plants."""
    plants = sorted(fed_lines(board, me, faces, weights))
    offer = [offered.plant.number for offered in board.offer]
    now = sum(offer) / len(offer) + weights.above_mean if offer else weights.number_most
    rounds = rounds_left(board, weights)
    stocked = fsum([me.fuel[fuel] * UNIT_COST[fuel] for fuel in FUELS])
    for ahead in range(rounds):
        cash, stocked = _run(plants, cash, stocked, weights)
        number = min(weights.number_most, now + weights.dearer_a_round * (ahead + 1))
        plants, cash = _bought(plants, cash, number, rounds - ahead - 1, weights)
    for plant in plants:
        if plant.fuel <= cash or not plant.fuel:
            cash += weights.elektro_a_point * plant.profit - plant.fuel
    return cash


def fed_lines(board: CardGameBoard, me: Owner, faces: Sequence[PlantFace], weights: Weights = PLANNERS) -> list[Line]:
    """The plants with as much of their profit as there will be fuel for, of those that burn the same."""
    needs = needs_of(faces)
    lies = dict.fromkeys(FUELS, 0.0)
    for column in board.columns:
        for card in column.cards:
            lies[card.fuel] += card.units
    place = board.row.index(me.seat)
    for other in board.players:
        if other.seat != me.seat:
            share = weights.first_take if board.row.index(other.seat) > place else weights.later_take
            for fuel, need in needs_of(other.plants).items():
                lies[fuel] -= share * max(0.0, need - other.fuel[fuel])
    there = {fuel: max(0.0, lies[fuel]) + me.fuel[fuel] for fuel in FUELS}
    fed = {fuel: min(1.0, there[fuel] / need) if need else 1.0 for fuel, need in needs.items()}
    return [fed_line(plant, fed) for plant in faces]


def needs_of(faces: Sequence[PlantFace]) -> dict[str, float]:
    """Units of each fuel that a run of all burns; of hybrids half each."""
    needs = dict.fromkeys(FUELS, 0.0)
    for plant in faces:
        burnt = BURNS[plant.fuel]
        for fuel in burnt:
            needs[fuel] += plant.need / len(burnt)
    return needs


def fed_line(plant: PlantFace, fed: Mapping[str, float]) -> Line:
    share = max([fed[fuel] for fuel in BURNS[plant.fuel]], default=1.0)
    return Line(plant.profit * share, plant.need * UNIT_COST[plant.fuel] * share)


def _run(plants: list[Line], cash: float, stocked: float, weights: Weights) -> tuple[float, float]:
    """The forecast after a production of the plants that can be supplied, the cheapest first. `stocked`: the value of
    the fuel in storage."""
    earned = 0.0
    for plant in sorted(plants, key=fuel_of):
        need = weights.fuel_margin * max(0.0, plant.fuel - stocked)
        if need > cash:
            break
        stocked = max(0.0, stocked - plant.fuel)
        cash -= need
        earned += plant.profit
    return cash + (earned or 1), stocked


def fuel_of(plant: Line) -> float:
    return plant.fuel


def _bought(plants: list[Line], cash: float, number: float, rounds: int, weights: Weights) -> tuple[list[Line], float]:
    """The forecast after a round's auction: the plant of that number is bought if it earns more than it costs until the
    end."""
    new = Line(weights.profit_at_0 + weights.profit_a_number * number, weights.fuel_a_plant)
    price = number + weights.premium
    kept = plants[1:] if len(plants) == PLANTS_MAX else plants
    fuel = new.fuel + fsum([plant.fuel for plant in kept])
    out = plants[0] if len(kept) < len(plants) else Line(0, 0)
    points = (new.profit - out.profit) * weights.elektro_a_point
    gain = (new.profit - new.fuel - out.profit + out.fuel) * rounds + points
    if price + fuel > cash or gain <= price:
        return plants, cash
    return sorted([*kept, new]), cash - price


def with_plant(board: CardGameBoard, me: Owner, plant: PlantFace, price: float, weights: Weights) -> float:
    if len(me.plants) < PLANTS_MAX:
        return worth(board, me, me.cash - price, [*me.plants, plant], weights)
    left = [[*me.plants[:out], *me.plants[out + 1 :], plant] for out in range(len(me.plants))]
    return max(worth(board, me, me.cash - price, kept, weights) for kept in left)


def without_plant(board: CardGameBoard, me: Owner, weights: Weights) -> float:
    return worth(board, me, me.cash, me.plants, weights)
