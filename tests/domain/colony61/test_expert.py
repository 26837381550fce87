"""The expert of Colony-61: the value that it gives a state, and what its weights count."""

import pytest
from msgspec.structs import replace

from domain.colony61.expert import DEFEAT
from domain.colony61.planner import Plan, choice
from domain.colony61.weights import Weights
from tests.kit import decider, whole_game


def test_chances_are_highest_for_the_winner_and_zero_in_a_defeat_and_before_the_end():
    rules = decider("colony61", 3)
    expert = rules.bots["expert"].game()
    turns = list(whole_game(rules, 3, "greedy", "chances"))
    over = turns[-1].state
    if over.result.reason == DEFEAT:
        over = replace(over, result=replace(over.result, reason="END_CONDITION", winners=(1,)))
    won = expert.chances(over)
    assert {won[seat] for seat in over.result.winners} == {max(won)} != {0.0}
    defeat = replace(over, result=replace(over.result, reason=DEFEAT))
    assert expert.chances(defeat) == expert.chances(turns[-3].state) == (0.0, 0.0, 0.0)


def test_weights_count_what_a_module_shows_until_the_end_and_correct_its_kind():
    rules = decider("colony61", 3)
    expert = rules.bots["expert"].game()
    turn = next(each for each in whole_game(rules, 3, "greedy", "weights") if each.state.step == "LAY")
    board, figures = rules.view(turn.state, 0), expert.rules[turn.state.colony]
    radar, mine = figures.kinds["radar_station"], figures.kinds["mine"]

    def worth(kind, **weights):
        return Plan(figures, board, 0, Weights(**weights)).worth([kind])

    left = Plan(figures, board, 0, Weights()).incomes_left
    assert (radar.view, mine.view) == (2, 0)
    assert left > 3
    assert worth(radar, view=0.5) - worth(radar) == pytest.approx(left)
    assert worth(mine, view=0.5) == worth(mine)
    assert worth(mine, kinds={"mine": -1.5}) - worth(mine) == pytest.approx(-1.5)


def test_choosy_player_swaps_more_cards():
    rules = decider("colony61", 3)
    expert = rules.bots["expert"].game()
    given = dict.fromkeys((0.0, 99.0), 0)
    for turn in whole_game(rules, 3, "greedy", "choosy"):
        for seat in rules.to_act(turn.state) if turn.state.step == "SWAP" else ():
            board, options = rules.view(turn.state, seat), rules.options(turn.state, seat)
            for choosy in given:
                plan = Plan(expert.rules[board.colony], board, seat, Weights(choosy=choosy))
                given[choosy] += len(choice(plan, options).cards)
    assert given[99.0] > given[0.0] > 0
