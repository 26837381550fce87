"""Whole games: they end, keep what must be kept, and count what they always counted."""

import msgspec
import pytest

from domain.kernel.decider import digest, fold
from domain.kernel.ids import Seat
from tests.domain.colony61.positions import RULES, Place, begun, cubes, decider, position
from tests.kit import sequences, whole_game

COMMANDS_A_SEAT_AND_TURN_MAX = 5 + 3
"""LAY, DECIDE, INCOME, SWAP, KEEP, and now and then a change of standing defaults."""


@pytest.mark.slow
@pytest.mark.rule("C61-GEN-03", "C61-GEN-05", "C61-SIM-07")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_games_end_in_bounded_time_and_keep_cards_and_cubes_together(players, bots):
    rules = decider(players=players)
    for number in range(8):
        turns = list(whole_game(rules, players, bots, f"games/{bots}/{players}/{number}"))
        for turn in turns:
            assert rules.broken_invariants(turn.state) == ()
            assert (rules.outcome(turn.state) is None) == bool(rules.to_act(turn.state))
        last = turns[-1].state
        assert last.turn <= rules.rules[last.colony].colony.turn_track
        assert len(turns) <= players * (1 + COMMANDS_A_SEAT_AND_TURN_MAX * last.turn)


def test_a_game_is_the_same_from_its_stored_events_and_from_its_json():
    turns = list(whole_game(decider(players=3), 3, "random", "round trip"))
    events = [event for turn in turns for event in turn.events]
    again = [msgspec.json.decode(msgspec.json.encode(event), type=type(event)) for event in events]
    assert again == events
    last = turns[-1].state
    assert fold(RULES, again) == last
    for turn in turns:
        assert msgspec.json.decode(msgspec.json.encode(turn.state), type=RULES.state_type) == turn.state
    assert digest(fold(RULES, again)) == digest(last)


def test_greedy_players_beat_random_ones():
    won = 0
    for number in range(12):
        turns = list(whole_game(decider(players=3), 3, ("greedy", "random", "random"), f"skill/{number}"))
        outcome = RULES.outcome(turns[-1].state)
        won += any(standing.won and standing.player == 0 for standing in outcome.standings)
    assert won >= 9


@pytest.mark.rule("C61-GEN-05", "C61-GEN-03")
def test_states_that_cannot_be_are_named():
    state = position(Place(hand="mine", storage=cubes(tens=1)), Place(hand="mine"))
    first = state.corporations[0]
    put = lambda corporation: msgspec.structs.replace(state, corporations=(corporation, state.corporations[1]))  # noqa: E731
    doubled = put(msgspec.structs.replace(first, hand=("mine-2",)))
    assert RULES.broken_invariants(doubled) == ("mine-1 is in 0 places", "mine-2 is in 2 places")
    made_up = put(msgspec.structs.replace(first, hand=("mine-1", "palace-1")))
    assert RULES.broken_invariants(made_up) == ("palace-1 is no card of the edition",)
    rich = put(msgspec.structs.replace(first, storage=cubes(tens=8)))
    assert len(RULES.broken_invariants(rich)) == 2  # eight cubes in seven cells, and the bank does not know
    astray = msgspec.structs.replace(state, markers=state.markers | {"water": 13})
    assert RULES.broken_invariants(astray) == ("water stands at 13, off its track",)
    stuck = msgspec.structs.replace(state, waiting=())
    assert RULES.broken_invariants(stuck) == ("a step is open that nobody owes",)


# ---- how many sequences of commands there are --------------------------------------------------------------------


def test_two_start_choices_have_the_counted_number_of_sequences():
    """30 $ fit seven cells in four ways, 3 of 6 cards are 20: 80 choices, the default and four settings a seat.

    After a choice the other seat has 85 commands, after a setting both have: 2 x (81 x 85 + 4 x 170).
    """
    state = begun(2)
    assert sequences(RULES, state, 1) == 2 * 85
    assert sequences(RULES, state, 2) == 2 * (81 * 85 + 4 * 170)


@pytest.mark.parametrize(("depth", "count"), [(1, 13), (2, 136), (3, 1384), (4, 14104)])
def test_a_small_turn_has_as_many_sequences_as_ever(depth, count):
    """Counted by hand: a card of two or of one, the default and four settings are 7 + 6; then 3 x 6 + 2 x 7 + 8 x
    13."""
    state = position(Place(hand="mine greenhouse", storage=cubes(fives=1)), Place(hand="mine", storage=cubes(fives=1)))
    assert sequences(RULES, state, depth) == count


def test_who_waits_is_who_owes():
    state = begun(5)
    assert RULES.to_act(state) == tuple(Seat(seat) for seat in range(5))
