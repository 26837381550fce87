"""The value that the expert of Colony-61 gives a state: winning and margin, nothing while it lasts or in a defeat."""

from msgspec.structs import replace

from domain.colony61.expert import DEFEAT
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
