"""Properties of every variant of the catalogue, whatever its rules."""

from itertools import islice
from typing import Union

import msgspec
import pytest

from domain import catalogue
from domain.kernel.decider import Table, decide, digest, fold
from domain.kernel.dice import Dice, Roll
from domain.kernel.simulation import play

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
            assert decide(rules, before, turn.command) == list(turn.events)
            assert digest(fold(rules, turn.events, before)) == digest(turn.state)
        before = turn.state


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.VARIANTS)
def test_an_option_stands_for_the_same_commands_in_the_same_order_once_a_view_has_kept_it(name):
    """Views keep options as JSON with sorted keys; a choice names a command by its number."""
    variant = catalogue.find(name)
    rules = variant.decider({}, variant.players_min)
    setup = rules.draw_setup(Table(COLOURS[: variant.players_min]), Dice.from_text("kept"))
    keep = msgspec.json.Encoder(order="deterministic").encode
    read = msgspec.json.Decoder(tuple[Union[rules.option_types], ...]).decode  # noqa: UP007
    bots = [rules.bots["greedy"], rules.bots["random"]] * variant.players_min
    for turn in islice(play(rules, setup, bots[: variant.players_min], Roll(b"", "kept")), 400):
        for seat in rules.to_act(turn.state):
            options = rules.options(turn.state, seat)
            for mine, kept in zip(options, read(keep(options)), strict=True):
                numbers = range(min(mine.count(), 20))
                assert [mine.nth(n) for n in numbers] == [kept.nth(n) for n in numbers]


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.VARIANTS)
def test_a_board_is_the_same_for_all_exactly_where_its_game_says_so(name):
    variant = catalogue.find(name)
    rules = variant.decider({}, variant.players_min)
    setup = rules.draw_setup(Table(COLOURS[: variant.players_min]), Dice.from_text("same"))
    differ = 0
    for turn in play(rules, setup, [rules.bots["random"]] * variant.players_min, Roll(b"", "same")):
        boards = [rules.view(turn.state, viewer) for viewer in (None, *range(variant.players_min))]
        differ += any(board != boards[0] for board in boards)
    assert (differ == 0) == rules.board_type.same_for_all
