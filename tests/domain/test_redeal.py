"""A position with its secrets drawn again: the viewer sees the same, nothing of the old secrets is left in it."""

from random import Random

import msgspec
import pytest

from domain import catalogue
from domain.kernel.decider import Table, decide
from domain.kernel.dice import Dice, Roll
from domain.kernel.simulation import play, random_bot
from support import demo

demo.register()
COLOURS = ("red", "blue", "green", "yellow", "purple", "black")
GAMES = [
    (name, players)
    for name, variant in catalogue.VARIANTS.items()
    for players in dict.fromkeys((variant.players_min, variant.players_max))
]
OTHERS_CHOICES = {"waiting", "owes", "has_chosen", "chose"}
"""What a board says about secret choices of others: they are taken back, so it may change."""


def states(name, players, seed, count):
    """Some moments of a game of random bots, with its decider."""
    rules = catalogue.find(name).decider({}, players)
    setup = rules.draw_setup(Table(COLOURS[:players]), Dice.from_text(seed))
    turns = list(play(rules, setup, (random_bot,) * players, Roll(b"b" * 32, seed)))[:-1]
    return rules, [turn.state for turn in Random(seed).sample(turns, min(count, len(turns)))]


def plain_board(board):
    return without_choices(msgspec.to_builtins(board, str_keys=True))


def without_choices(value):
    if isinstance(value, dict):
        return {name: without_choices(part) for name, part in value.items() if name not in OTHERS_CHOICES}
    if isinstance(value, list | tuple):
        return [without_choices(part) for part in value]
    return value


@pytest.mark.rule("TB-BRANCH-01")
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_viewer_sees_the_same_and_the_old_secrets_are_gone(name, players):
    rules, moments = states(name, players, "anew", 12)
    for state in moments:
        for viewer in (None, 0, players - 1):
            dealt = rules.redeal(state, viewer, Dice.from_text("one"))
            other = rules.redeal(state, viewer, Dice.from_text("two"))
            assert rules.broken_invariants(dealt) == ()
            assert plain_board(rules.view(dealt, viewer)) == plain_board(rules.view(state, viewer))
            again = [rules.redeal(each, viewer, Dice.from_text("three")) for each in (dealt, other)]
            assert again[0] == again[1], "what comes out depends on what the viewer knows alone"


@pytest.mark.rule("TB-BRANCH-01")
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_game_can_be_played_on_to_its_end_from_there(name, players):
    rules, moments = states(name, players, "on", 2)
    for state in moments:
        state = rules.redeal(state, 0, Dice.from_text("one"))
        roll = Roll(b"c" * 32, name)
        while waiting := rules.to_act(state):
            options = rules.options(state, waiting[0])
            events = decide(rules, state, random_bot(None, options, waiting[0], roll))
            for event in events:
                state = rules.evolve(state, event)
        assert rules.outcome(state)
        assert rules.broken_invariants(state) == ()
