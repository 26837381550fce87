"""The rules of the games, for programs: the public import path, the same in a checkout and installed.

`catalogue.find("power_grid/russia").decider(…)` gives the rules of a variant; `decide` and `fold` apply them.
"""

from domain import catalogue
from domain.kernel.decider import Table, decide, fold
from domain.kernel.dice import Dice, Roll
from domain.kernel.refused import Refused
from domain.kernel.simulation import play

__all__ = ["Dice", "Refused", "Roll", "Table", "catalogue", "decide", "fold", "play"]
