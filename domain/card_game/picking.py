"""Shared parts of the bots: picking options, and estimates of fuel and time."""

from collections.abc import Iterable
from typing import Final, TypeVar

from domain.card_game.fuel import Plan
from domain.card_game.options import Production
from domain.kernel.messages import Command, Option

OptionT = TypeVar("OptionT", bound=Option)

UNIT_COST: Final = {"coal": 1.3, "gas": 1.5, "oil": 1.6, "uranium": 2.5, "hybrid": 1.4, "eco": 0.0}
"""E for a unit of fuel, about: the mean card price over the mean amount of a card."""
CARDS_DRAWN_A_ROUND: Final = {2: 4, 3: 5, 4: 6, 5: 7, 6: 8}
"""Estimated plants drawn per round, by players: sales, the token plant, the update of phase 3."""


def of_type(options: Iterable[Option], kind: type[OptionT]) -> tuple[OptionT, ...]:
    return tuple(option for option in options if isinstance(option, kind))


def only(options: Iterable[Option], kind: type[OptionT]) -> OptionT:
    (option,) = of_type(options, kind)
    return option


def best_plan(production: Production) -> Command:
    """Most profit, then least fuel."""

    def worth(plan: Plan) -> tuple[int, int]:
        return plan.profit, -sum(units for run in plan.runs for units in run.fuel.values())

    return production.by_plan(max(production.plans, key=worth))
