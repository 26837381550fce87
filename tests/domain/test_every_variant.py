"""What holds for every variant of the catalogue, whatever its rules."""

import pytest

from domain import catalogue
from domain.kernel.decider import Table, digest, fold
from domain.kernel.dice import Dice, Roll
from domain.kernel.play import play

COLOURS = ("red", "blue", "green", "yellow", "black", "purple")


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.VARIANTS)
def test_judging_is_deciding_and_folding(name):
    variant = catalogue.find(name)
    rules = variant.decider({}, variant.players_min)
    setup = rules.draw_setup(Table(COLOURS[: variant.players_min]), Dice.from_text("judge"))
    before = None
    for turn in play(rules, setup, [rules.bots["random"]] * variant.players_min, Roll(b"", "judge")):
        if turn.command:
            assert rules.decide(before, turn.command) == list(turn.events)
            assert digest(fold(rules, turn.events, before)) == digest(turn.state)
        before = turn.state
