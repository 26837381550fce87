"""The players of the house. They see their seat's board and options only."""

from collections.abc import Mapping

from domain.kernel.decider import Bot, OnlyFromTheStart
from domain.kernel.search import Expert, Rules
from domain.kernel.simulation import random_bot
from domain.power_grid.expert import TRIES, Search
from domain.power_grid.greedy import Greedy
from domain.power_grid.modules.robot_tiles import NAME as ROBOT
from domain.power_grid.planner import Planner
from domain.power_grid.rules import Ruleset
from domain.power_grid.weights import EXPERTS

TRY_MS = 40
"""The cost of one try of `expert` (bench/tries.py)."""


def bots(rules: Ruleset, game: Rules) -> Mapping[str, Bot]:
    """The bots; the last one stands in where the table names no other (TB-OPEN-02)."""
    greedy, planner = Greedy(rules), Planner(rules)
    prior = Planner(rules, EXPERTS)
    expert = Expert(lambda: Search(rules, game, prior, greedy), TRIES, TRY_MS)
    robot: Mapping[str, Bot] = {ROBOT: Robot(rules)} if rules.robots else {}
    return {"random": random_bot, "planner": planner, "expert": expert, **robot, "greedy": greedy}


class Robot(Greedy, OnlyFromTheStart):
    """A robot: its seat plays by tiles, which the rules carry out (RB-01). A seat without tiles, in a game that
    continues from a position, plays as `greedy`."""


def numbers(rules: Ruleset) -> Mapping[str, int]:
    """Return the number of each bot's behaviour on a map: games without mines keep the numbers of before."""
    has_mines = any(plant.is_mine for plant in rules.cards.values())
    return {**NUMBERS, **(WITH_MINES if has_mines else {})}


NUMBERS: Mapping[str, int] = {"random": 1, "planner": 1, "expert": 2, ROBOT: 1, "greedy": 1}
WITH_MINES: Mapping[str, int] = {"expert": 3}
