"""The expert of each game: of its view alone it makes states that could be, and tries its moves out in them."""

from itertools import islice

import pytest

from domain import catalogue
from domain.kernel.decider import Table
from domain.kernel.dice import Dice, Roll
from domain.kernel.search import Expert, Tried, against_best, chosen, of_winners, weighed
from domain.kernel.simulation import play
from tests.domain.test_redeal import plain_board
from tests.kit import COLOURS, decider, variants_with

VARIANTS = variants_with("expert")
TRIES = 6


def thinking(rules, tries=TRIES):
    """The expert with fewer tries than it has in games."""
    return Expert(rules.bots["expert"].game, tries)


def positions(name, players, text, every, options=None):
    """Some moments of a game of greedy ones at which a seat has something to weigh."""
    rules = decider(name, players, options)
    setup = rules.draw_setup(Table(COLOURS[:players], options or {}), Dice.from_text(text))
    turns = play(rules, setup, [rules.bots["greedy"]] * players, Dice.from_text(text).roll("bots"))
    for number, turn in enumerate(turns):
        for seat in rules.to_act(turn.state) if number % every == 0 else ():
            view, options = rules.view(turn.state, seat), rules.options(turn.state, seat)
            if len(rules.bots["expert"].game().moves(view, options, seat, Roll(b"chance", "bot"))) > 1:
                yield rules, turn.state, seat, view, options


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("most", [False, True])
def test_what_it_assumes_could_be_and_looks_the_same_to_it(name, most):
    variant = catalogue.find(name)
    players = variant.players_max if most else variant.players_min
    chosen_options = {each.name: each.values[-1] for each in variant.options}
    seen = 0
    for rules, _, seat, view, options in islice(positions(name, players, "assumed", 5, chosen_options), 60):
        assumed = rules.bots["expert"].game().assumed(view, seat, Dice.from_text("one"))
        assert rules.broken_invariants(assumed) == ()
        assert plain_board(rules.view(assumed, seat)) == plain_board(view)
        assert rules.options(assumed, seat) == options
        seen += 1
    assert seen > 3


@pytest.mark.parametrize("name", VARIANTS)
def test_two_games_that_differ_in_what_a_seat_cannot_know_get_the_same_moves(name):
    tried = 0
    for rules, state, seat, _, _ in islice(positions(name, 3, f"worlds/{name}", 13), 4, None, 4):
        one, other = (rules.redeal(state, seat, Dice.from_text(text)) for text in ("one", "other"))
        if one == other:
            continue
        found = [
            weighed(
                rules.bots["expert"].game(),
                *(rules.view(world, seat), rules.options(world, seat), seat, Roll(b"chance", "bot"), TRIES),
            )
            for world in (one, other)
        ]
        assert found[0] == found[1]
        tried += found[0][0].tries
        if tried:
            return
    raise AssertionError("nothing was tried")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", VARIANTS)
def test_its_moves_are_legal_at_tables_of_any_size(name):
    """In games of greedy ones: few, for every one of them is tried out."""
    variant = catalogue.find(name)
    for players in (variant.players_min, variant.players_max):
        options = {each.name: each.values[players % len(each.values)] for each in variant.options}
        moments = positions(name, players, f"legal/{players}", 31, options)
        for rules, state, seat, view, offered in islice(moments, 1, 2):
            assert rules.judge(state, thinking(rules)(view, offered, seat, Roll(b"chance", "bot")))[0]


class Pick:
    """A game of one move: 0 loses, 1 wins half of the worlds, 2 always wins, 3 wins and is a try not asked for."""

    def __init__(self, winning=(0.0, 0.5, 1.0), late=True):
        self.winning, self.late, self.judged = winning, late, 0

    def moves(self, _board, _options, _seat, _roll):
        return [0, 1, 2]

    def tells(self, _board):
        return self.late

    def assumed(self, _board, _seat, dice):
        return dice.roll("world").below(2)

    def judge(self, world, command):
        self.judged += 1
        return (), (world, command)

    def to_act(self, _state):
        return ()

    def chances(self, state):
        world, command = state
        return (float(self.winning[command]) if self.winning[command] != 0.5 else float(world),)


def test_the_move_that_wins_is_found_within_the_tries():
    game = Pick()
    found = weighed(game, None, (), 0, Roll(b"chance", "bot"), 30)
    assert chosen(found).command == 2
    assert game.judged == sum(each.tries for each in found) <= 30
    assert (found[0].chance, found[2].chance) == (0.0, 1.0)


def test_where_no_move_looks_surely_better_the_first_one_is_made():
    first, other = Tried(0, 0.4, 0.0, 9), Tried(1, 0.6, 0.3, 9)
    assert chosen([first, other]) == first
    assert chosen([first, Tried(1, 0.6, 0.05, 9)]).command == 1


def test_moves_that_come_to_the_same_are_soon_left():
    game = Pick((0.3, 0.3, 0.3))
    assert chosen(weighed(game, None, (), 0, Roll(b"chance", "bot"), 300)).command == 0
    assert game.judged < 20


def test_far_from_the_end_the_first_move_is_made_without_a_try():
    early, late = Pick(late=False), Pick()
    assert Expert(lambda: early, 30)(None, (), 0, Roll(b"chance", "bot")) == 0
    assert early.judged == 0
    assert Expert(lambda: late, 30)(None, (), 0, Roll(b"chance", "bot")) == 2


def test_with_fewer_tries_than_moves_none_is_tried():
    game = Pick()
    assert chosen(weighed(game, None, (), 0, Roll(b"chance", "bot"), 2)).command == 0
    assert game.judged == 0


def test_a_lead_over_the_best_of_the_others_is_a_chance():
    assert against_best((30.0, 20.0, 10.0), 10.0) == pytest.approx((0.75, 0.25, 1 / 6))
    assert of_winners((0, 2), 3) == (0.5, 0.0, 0.5)
