"""Players that see their seat's board and options only."""

from collections.abc import Mapping

from domain.kernel.decider import Bot
from domain.kernel.play import random_bot
from domain.power_grid.rules import Ruleset


def bots(rules: Ruleset) -> Mapping[str, Bot]:
    return {"random": random_bot}
