"""The planner of each game: it plays every table to the end, sees what its seat sees, and is stronger than greedy."""

from itertools import islice, product

import pytest

from bench import strength
from domain import catalogue
from domain.kernel.decider import Table
from domain.kernel.dice import Dice, Roll
from domain.kernel.simulation import play
from tests.kit import COLOURS, decider, variants_with, whole_game

VARIANTS = variants_with("planner")
LONGEST = 2_000


def tables(name):
    """Every number of players, and with the fewest and the most of them every value of every option that lists them."""
    variant = catalogue.find(name)
    ends = (variant.players_min, variant.players_max)
    for players in range(ends[0], ends[1] + 1):
        values = {each.name: each.values if players in ends else each.values[-1:] for each in variant.options}
        for chosen in product(*values.values()):
            yield players, dict(zip(values, chosen, strict=True))


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", VARIANTS)
def test_it_plays_every_table_to_its_end(name):
    for players, options in tables(name):
        rules = decider(name, players, options)
        dice = Dice.from_text(f"planner/{name}/{players}/{options}")
        setup = rules.draw_setup(Table(COLOURS[:players], options), dice)
        turns = list(islice(play(rules, setup, [rules.bots["planner"]] * players, dice.roll("bots")), LONGEST))
        outcome = rules.outcome(turns[-1].state)
        assert outcome, (players, options)
        assert len(outcome.standings) == players
        assert all(rules.broken_invariants(turn.state) == () for turn in turns[::20])


@pytest.mark.parametrize("name", VARIANTS)
def test_two_games_that_differ_in_what_a_seat_cannot_know_get_the_same_moves(name):
    rules, differing = decider(name, 3), 0
    for number, turn in enumerate(whole_game(rules, 3, "planner", f"worlds/{name}")):
        if number % 9:
            continue
        for seat in rules.to_act(turn.state):
            one, other = (rules.redeal(turn.state, seat, Dice.from_text(text)) for text in ("one", "other"))
            differing += one != other
            moves = [
                rules.bots["planner"](rules.view(world, seat), rules.options(world, seat), seat, Roll(b"chance", "bot"))
                for world in (one, other)
            ]
            assert moves[0] == moves[1]
    assert differing > 5


@pytest.mark.parametrize("name", VARIANTS)
def test_who_names_no_stand_in_has_the_one_that_earlier_games_had(name):
    """Their histories hold commands that leave it out, and are proven by the same rules."""
    assert list(decider(name, 2).bots)[-1] == "greedy"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", VARIANTS)
def test_it_wins_more_than_its_share_against_greedy_ones(name):
    """In docs/bots.md over more games; here on a few fixed ones, far above the fourth that chance gives."""
    assert strength.measured(name, 4, "planner", "greedy", 16).share >= 0.4


def test_a_rating_is_what_explains_the_share_of_wins():
    assert strength.rating(0.25, 100, 4)[0] == 0
    above, deviation = strength.rating(0.5, 100, 2)
    assert (above, round(deviation)) == (0, 35)
    assert round(strength.rating(10 / 13, 100, 4)[0]) == 400
    assert strength.rating(1.0, 100, 4) == (None, None)
