"""Commands that do not carry a game on: an account has so many of them, and no game is longer than so many events."""

import pytest

from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.table.aggregate import FINISHED, RUNNING, replace
from domain.table.decide import decide
from domain.table.messages import (
    AddBot,
    ArrangeSeats,
    ChooseColour,
    ClearSeat,
    GameFinished,
    HandSeat,
    LeaveSeat,
    ProposeAbandon,
    ProposeUndo,
    Resign,
    SecretRevealed,
    SetReady,
    StartGame,
    TakeSeat,
    TakeSeatBack,
    Undo,
    Vote,
)
from domain.table.pace import check_idle
from tests.domain.table.table_kit import begun, choose, given, moment, opened, refused, when
from tests.kit import Refusal

MOST, BEFORE_THE_START, LONGEST = 200, 1_000, 10_000
GAME = begun("ann", "bob", "cy")


def used_up(aggregate, account, less=0):
    return replace(aggregate, detours={**aggregate.detours, account: MOST - less})


def figures(aggregate, actor, command):
    with pytest.raises(Refused) as error:
        decide(aggregate, command, actor, moment())
    return error.value.code, error.value.rule, error.value.facts


@pytest.mark.rule("TB-PACE-01", "TB-UNDO-01")
def test_who_takes_back_and_plays_again_may_do_so_two_hundred_times_in_a_game():
    game, turn = GAME, (("ann", choose(0, 3)), ("ann", Undo()))
    for _ in range(MOST):
        game = given(game, *turn)
    again = given(game, turn[0])
    assert figures(again, "ann", Undo()) == (
        "DETOURS_USED_UP",
        "TB-PACE-01",
        {"used": MOST, "asked": 1, "detours_max": MOST},
    )
    assert given(again, ("bob", choose(1, 1)), ("bob", Undo())).play == again.play
    assert given(again, ("bob", choose(1, 1)), ("cy", choose(2, 1))).play.round == 2


@pytest.mark.rule("TB-PACE-01")
def test_each_command_that_is_taken_back_counts():
    twice = given(GAME, ("ann", choose(0, 3)), ("ann", choose(0, 2)))
    assert twice.detours == {"ann": 1}  # the second choice
    assert given(twice, ("ann", Undo(2))).detours == {"ann": 3}
    assert given(twice, ("bob", ProposeUndo(2))).detours == {"ann": 1, "bob": 2}
    assert figures(used_up(twice, "ann", 1), "ann", Undo(2)) == (
        "DETOURS_USED_UP",
        "TB-PACE-01",
        {"used": MOST - 1, "asked": 2, "detours_max": MOST},
    )
    assert given(used_up(twice, "ann", 1), ("ann", Undo())).detours == {"ann": MOST}


@pytest.mark.rule("TB-PACE-01")
def test_what_all_agree_to_take_back_is_counted_with_who_proposed_it():
    asked = given(GAME, ("ann", choose(0, 3)), ("bob", ProposeUndo()))
    assert given(asked, ("ann", Vote(True)), ("cy", Vote(True))).detours == {"bob": 1}
    assert given(asked, ("ann", Vote(False))).detours == {"bob": 1}


@pytest.mark.rule("TB-PACE-01", "TB-UNDO-02", "TB-LEAVE-01", "TB-LEAVE-03")
@pytest.mark.parametrize("command", [ProposeUndo(), ProposeAbandon(), HandSeat(), choose(0, 1), Undo()])
def test_who_has_used_them_up_proposes_hands_over_chooses_anew_and_takes_back_no_more(command):
    game = given(GAME, ("ann", choose(0, 3)))
    assert decide(used_up(game, "ann", 1), command, "ann", moment()).aggregate.detours == {"ann": MOST}
    assert refused(used_up(game, "ann"), "ann", command) == Refusal(
        "DETOURS_USED_UP", used=MOST, asked=1, detours_max=MOST
    )


@pytest.mark.rule("TB-PACE-01")
def test_who_has_used_them_up_still_plays_votes_takes_the_seat_back_and_resigns():
    game = used_up(GAME, "ann")
    assert given(game, ("ann", choose(0, 3))).play.chosen == (3, None, None)
    assert given(game, ("bob", ProposeAbandon()), ("ann", Vote(False))).proposal is None
    away = used_up(given(GAME, ("ann", HandSeat())), "ann")
    assert given(away, ("ann", TakeSeatBack())).occupants[0].bot == ""
    assert given(game, ("ann", Resign())).resigned == (Seat(0),)


@pytest.mark.rule("TB-PACE-01", "TB-SEAT-01", "TB-SEAT-03", "TB-SEAT-05", "TB-SEAT-06", "TB-READY-01")
@pytest.mark.parametrize(
    "command", [SetReady(), ArrangeSeats((1, 0)), ChooseColour(0, "purple"), AddBot("random"), TakeSeat()]
)
def test_before_the_start_everything_counts_but_to_leave_to_ask_to_go_and_to_start(command):
    table = given(opened(), ("ann", TakeSeat()), ("bob", TakeSeat()))
    assert table.detours == {"ann": 1, "bob": 1}
    if isinstance(command, TakeSeat):
        table = given(table, ("ann", LeaveSeat()))
    assert decide(used_up(table, "ann", 1), command, "ann", moment()).aggregate.detours["ann"] == MOST
    assert refused(used_up(table, "ann"), "ann", command) == Refusal(
        "DETOURS_USED_UP", used=MOST, asked=1, detours_max=MOST
    )
    assert given(used_up(table, "ann"), ("ann", ClearSeat(0))).version == table.version + 1
    assert given(used_up(table, "bob"), ("bob", LeaveSeat())).version == table.version + 1


@pytest.mark.rule("TB-PACE-01")
def test_a_table_that_a_thousand_events_did_not_start_only_starts_or_empties():
    table = given(opened(), ("ann", TakeSeat()), ("bob", TakeSeat()))
    worn = replace(table, version=BEFORE_THE_START)
    assert figures(worn, "cy", TakeSeat()) == (
        "DETOURS_USED_UP",
        "TB-PACE-01",
        {"used": BEFORE_THE_START, "asked": 1, "detours_max": BEFORE_THE_START},
    )
    assert given(worn, ("bob", LeaveSeat())).version == BEFORE_THE_START + 1
    assert given(worn, ("ann", StartGame())).status == RUNNING


@pytest.mark.rule("TB-PACE-02")
def test_a_game_of_ten_thousand_events_ends_without_a_result():
    nearly = replace(GAME, version=LONGEST - 2)
    assert given(nearly, ("ann", choose(0, 3))).status == RUNNING
    last = when(replace(GAME, version=LONGEST - 1), "ann", choose(0, 3))
    assert last[1] == GameFinished("TOO_LONG", ())
    assert isinstance(last[2], SecretRevealed)
    ended = given(replace(GAME, version=LONGEST - 1), ("ann", choose(0, 3)))
    assert (ended.status, ended.outcome.reason) == (FINISHED, "TOO_LONG")


@pytest.mark.rule("TB-PACE-02")
def test_a_game_that_has_a_result_by_then_keeps_it():
    two = begun("ann", "bob")
    ended = given(replace(two, version=LONGEST - 1), ("ann", Resign()))
    assert ended.outcome.reason == "RESIGNED"


@pytest.mark.rule("TB-PACE-03")
def test_the_two_hundredth_command_that_changes_nothing_is_taken_and_no_other():
    check_idle(MOST - 1)
    with pytest.raises(Refused) as error:
        check_idle(MOST)
    assert (error.value.code, error.value.facts) == ("NOTHING_CHANGES", {"answered_max": MOST})
