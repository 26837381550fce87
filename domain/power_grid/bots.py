"""The players of the house. They see their seat's board and options only."""

from collections.abc import Mapping

from domain.kernel.decider import Bot
from domain.kernel.play import random_bot
from domain.kernel.search import Expert, Rules
from domain.power_grid.expert import TRIES, Search
from domain.power_grid.greedy import Greedy
from domain.power_grid.planner import Planner
from domain.power_grid.rules import Ruleset


def bots(rules: Ruleset, game: Rules) -> Mapping[str, Bot]:
    """The last one stands in where nobody has named another (TB-OPEN-02)."""
    greedy, planner = Greedy(rules), Planner(rules)
    return {
        "random": random_bot,
        "planner": planner,
        "expert": Expert(lambda: Search(rules, game, planner, greedy), TRIES),
        "greedy": greedy,
    }


NUMBERS: Mapping[str, int] = {"random": 1, "planner": 1, "expert": 1, "greedy": 1}
