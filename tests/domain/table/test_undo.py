import pytest

from domain.kernel.ids import Seat
from domain.table.aggregate import UNDO_MAX, fold
from domain.table.clock import Clock
from domain.table.messages import (
    ClocksSet,
    CommandsUndone,
    HandSeat,
    ProposeUndo,
    Resign,
    TakeVacation,
    Terms,
    TimeOut,
    Undo,
    UndoProposed,
    Vote,
    VoteGiven,
)
from support import demo
from tests.domain.table.table_kit import SERVER, begun, choose, given, moment, refused, when
from tests.kit import Refusal

GAME = begun("ann", "bob")
VERSION = GAME.version
CHOSEN = given(GAME, ("ann", choose(0, 3)))
BOTH_CHANGED = given(CHOSEN, ("ann", choose(0, 2)))


@pytest.mark.rule("TB-UNDO-01")
def test_a_player_takes_back_the_own_last_command_and_the_history_keeps_both():
    assert when(CHOSEN, "ann", Undo()) == (CommandsUndone(0, VERSION),)
    undone = given(CHOSEN, ("ann", Undo()))
    assert undone.play == GAME.play
    assert undone.version == VERSION + 2
    assert given(undone, ("ann", choose(0, 1))).play.chosen == (1, None)


@pytest.mark.rule("TB-UNDO-01")
def test_several_own_commands_are_taken_back_at_once_or_one_after_the_other():
    assert given(BOTH_CHANGED, ("ann", Undo(2))).play == GAME.play
    once = given(BOTH_CHANGED, ("ann", Undo()))
    assert once.play == CHOSEN.play
    assert given(once, ("ann", Undo())).play == GAME.play


@pytest.mark.rule("TB-UNDO-01")
def test_what_others_did_or_what_was_revealed_is_not_taken_back_alone():
    other = given(CHOSEN, ("bob", choose(1, 1)))  # both are in: the numbers are revealed
    assert refused(other, "ann", Undo()) == Refusal("UNDO_NEEDS_CONSENT", commands=1)
    assert refused(other, "bob", Undo()) == Refusal("UNDO_NEEDS_CONSENT", commands=1)
    three = given(begun("ann", "bob", "cy"), ("ann", choose(0, 3)), ("bob", choose(1, 1)))
    assert refused(three, "ann", Undo(2)) == Refusal("UNDO_NEEDS_CONSENT", commands=2)
    assert refused(three, "ann", Undo()) == Refusal("UNDO_NEEDS_CONSENT", commands=1)
    assert given(three, ("bob", Undo())).play.chosen == (3, None, None)


@pytest.mark.rule("TB-UNDO-01")
@pytest.mark.parametrize("act", [Resign(), HandSeat(), TakeVacation(1)])
def test_anything_another_player_did_since_needs_consent(act):
    game = given(begun("ann", "bob", "cy", terms=Terms(Clock(move_s=60, vacation_days=2))), ("ann", choose(0, 3)))
    assert refused(given(game, ("bob", act)), "ann", Undo()) == Refusal("UNDO_NEEDS_CONSENT", commands=1)


@pytest.mark.rule("TB-UNDO-01")
def test_there_must_be_something_to_take_back():
    assert refused(GAME, "ann", Undo()) == Refusal("UNDO_TOO_FAR", commands=1, commands_max=0)
    assert refused(CHOSEN, "ann", Undo(2)) == Refusal("UNDO_TOO_FAR", commands=2, commands_max=1)
    assert refused(CHOSEN, "ann", Undo(0)) == Refusal("UNDO_TOO_FAR", commands=0, commands_max=1)
    assert refused(CHOSEN, "eve", Undo()) == "NOT_A_PLAYER"


@pytest.mark.rule("TB-UNDO-01", "TB-CLOCK-03")
def test_the_clock_runs_as_if_the_command_had_never_been_given():
    game = begun("ann", "bob", terms=Terms(Clock(bank_s=100, increment_s=10)))
    chosen = given(game, ("ann", choose(0, 3), 30))
    assert when(chosen, "ann", Undo(), 50)[1] == ClocksSet(moment(50), game.clocks)
    assert refused(chosen, "ann", Undo(), 100) == Refusal("UNDO_TOO_LATE", deadline_ms=1700000100000)


@pytest.mark.rule("TB-UNDO-01", "TB-CLOCK-04")
def test_a_default_action_is_not_the_players_own_command():
    game = given(begun("ann", "bob", terms=Terms(Clock(move_s=60))), (SERVER, TimeOut(0), 60))
    assert refused(game, "ann", Undo(), 61) == Refusal("UNDO_NEEDS_CONSENT", commands=1)


@pytest.mark.rule("TB-UNDO-02")
def test_anything_is_taken_back_when_everybody_agrees():
    game = given(CHOSEN, ("bob", choose(1, 1)))
    assert when(game, "bob", ProposeUndo(2)) == (UndoProposed(1, VERSION),)
    asked = given(game, ("bob", ProposeUndo(2)))
    assert when(asked, "ann", Vote(True)) == (VoteGiven(0, True), CommandsUndone(1, VERSION))
    agreed = given(asked, ("ann", Vote(True)))
    assert agreed.play == GAME.play
    assert agreed.proposal is None
    assert given(agreed, ("ann", choose(0, 1))).play.chosen == (1, None)


@pytest.mark.rule("TB-UNDO-02")
def test_one_no_ends_the_proposal_and_so_does_the_next_move():
    game = given(begun("ann", "bob", "cy"), ("ann", choose(0, 3)), ("bob", choose(1, 1)), ("ann", ProposeUndo(2)))
    assert refused(game, "bob", ProposeUndo()) == "PROPOSAL_PENDING"
    no = given(game, ("bob", Vote(True)), ("cy", Vote(False)))
    assert no.proposal is None
    assert refused(no, "bob", Vote(True)) == "NO_PROPOSAL"
    moved = given(game, ("bob", choose(1, 2)))
    assert refused(moved, "cy", Vote(True)) == "NO_PROPOSAL"


@pytest.mark.rule("TB-UNDO-02")
def test_bots_and_handed_seats_have_no_vote():
    game = given(begun("ann", "bob", bots=1, rated=False), ("bot:greedy", choose(2, 3)), ("bob", HandSeat()))
    assert when(game, "ann", ProposeUndo())[-1] == CommandsUndone(0, game.undo_points[-1].version)
    assert refused(given(game, ("ann", ProposeUndo())), "bob", Vote(True)) == Refusal("SEAT_IS_HANDED", player=1)


@pytest.mark.rule("TB-UNDO-02")
def test_who_hands_over_the_seat_no_longer_has_to_agree_and_takes_the_own_proposal_along():
    game = begun("ann", "bob", "cy", rated=False)
    game = given(game, ("ann", choose(0, 3)), ("bob", ProposeUndo()), ("ann", Vote(True)))
    assert when(game, "cy", HandSeat())[-1] == CommandsUndone(1, game.undo_points[0].version)
    assert given(game, ("bob", HandSeat())).proposal is None


@pytest.mark.rule("TB-UNDO-02")
def test_as_many_commands_as_are_remembered_can_be_taken_back():
    game = GAME
    for number in range(UNDO_MAX + 1):
        game = given(game, ("ann", choose(0, 1 + number % 3)))
    assert refused(game, "ann", Undo(UNDO_MAX + 1)) == Refusal("UNDO_TOO_FAR", commands=17, commands_max=16)
    assert given(game, ("ann", Undo(UNDO_MAX))).play.chosen == (1, None)


@pytest.mark.rule("TB-UNDO-02", "TB-CLOCK-02")
def test_after_an_agreed_undo_the_banks_are_those_of_then_and_the_moves_begin_anew():
    game = begun("ann", "bob", terms=Terms(Clock(bank_s=100, increment_s=10)))
    game = given(game, ("ann", choose(0, 3), 30), ("bob", choose(1, 1), 40), ("ann", ProposeUndo(2), 60))
    clocks = when(game, "bob", Vote(True), 70)[-1]
    assert [each.bank_ms for each in clocks.seats] == [100_000, 100_000]
    assert [each.deadline_ms for each in clocks.seats] == [moment(170), moment(170)]


@pytest.mark.rule("TB-UNDO-01")
def test_a_stream_with_an_undo_is_folded_to_the_same_game():
    replayed = aggregate = GAME
    for actor, command in (("ann", choose(0, 3)), ("ann", Undo()), ("ann", choose(0, 1)), ("bob", choose(1, 2))):
        events = when(aggregate, actor, command)
        aggregate, replayed = given(aggregate, (actor, command)), fold(events, replayed, actor)
        assert replayed == aggregate
    assert aggregate.play.totals == (1, 2)
    assert demo.NumberChosen(Seat(0), 1) in when(given(CHOSEN, ("ann", Undo())), "ann", choose(0, 1))
