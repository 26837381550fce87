"""Times are seconds after the start; deadlines are absolute milliseconds."""

import pytest

from domain.kernel.ids import Seat
from domain.table.clock import Clock, SeatClock
from domain.table.messages import (
    ClocksSet,
    GameFinished,
    HandSeat,
    SeatHanded,
    SeatResigned,
    TakeSeatBack,
    TakeVacation,
    Terms,
    TimeOut,
    TimeRanOut,
    VacationTaken,
)
from support import demo
from tests.domain.table.table_kit import SERVER, begun, choose, given, moment, opened, refused, when
from tests.kit import Refusal, refusing

MOVE = Terms(Clock(move_s=60))
BANK = Terms(Clock(bank_s=100, increment_s=10))
DAY_S = 86_400


def deadlines(aggregate):
    return tuple(each.deadline_ms and (each.deadline_ms - moment()) / 1000 for each in aggregate.clocks)


def banks(aggregate):
    return tuple(each.bank_ms / 1000 for each in aggregate.clocks)


@pytest.mark.rule("TB-CLOCK-01", "TB-OPEN-02")
@pytest.mark.parametrize(
    "clock",
    [
        Clock(),
        Clock(bank_s=600),  # default actions, and no time for any move after the bank is empty
        Clock(move_s=-1, bank_s=60, on_timeout="BOT"),
        Clock(move_s=30 * DAY_S + 1),
        Clock(move_s=60, vacation_days=61),
        Clock(move_s=60, on_timeout="LAUGH"),
    ],
)
def test_a_clock_that_cannot_be_is_refused(clock):
    with refusing(
        "CLOCK_INVALID", seconds_max=30 * DAY_S, vacation_days_max=60, on_timeout=("DEFAULT", "BOT", "FORFEIT")
    ):
        opened(Terms(clock))


@pytest.mark.rule("TB-CLOCK-01")
def test_a_bank_alone_is_a_clock_when_its_end_takes_the_seat():
    assert opened(Terms(Clock(bank_s=600, on_timeout="FORFEIT"))).terms.clock.bank_s == 600


@pytest.mark.rule("TB-CLOCK-02")
def test_all_who_must_act_are_on_the_clock_from_the_start_and_who_has_acted_is_not():
    game = begun("ann", "bob", terms=MOVE)
    assert deadlines(game) == (60, 60)
    events = when(game, "ann", choose(0, 3), 20)
    assert events[-1] == ClocksSet(moment(20), (SeatClock(0, 0), SeatClock(0, 0, 0, moment(60))))


@pytest.mark.rule("TB-CLOCK-02")
def test_a_command_that_ends_no_move_does_not_touch_the_clocks():
    game = given(begun("ann", "bob", terms=MOVE), ("ann", choose(0, 3), 20))
    assert when(game, "ann", choose(0, 2), 30) == (demo.NumberChosen(Seat(0), 2),)


@pytest.mark.rule("TB-CLOCK-02")
def test_with_the_next_phase_everybody_begins_another_move():
    game = given(begun("ann", "bob", terms=MOVE), ("ann", choose(0, 3), 20), ("bob", choose(1, 1), 50))
    assert deadlines(game) == (110, 110)


@pytest.mark.rule("TB-CLOCK-02")
def test_bots_are_never_on_the_clock():
    game = begun("ann", terms=MOVE, bots=1)
    assert deadlines(game) == (60, None)


@pytest.mark.rule("TB-CLOCK-03")
def test_the_bank_loses_the_time_of_the_move_and_gains_the_increment():
    game = begun("ann", "bob", terms=BANK)
    assert deadlines(game) == (100, 100)
    game = given(game, ("ann", choose(0, 3), 30), ("bob", choose(1, 1), 45))
    assert banks(game) == (80, 65)
    assert deadlines(game) == (125, 110)


@pytest.mark.rule("TB-CLOCK-03")
def test_the_moves_own_time_goes_before_the_bank():
    terms = Terms(Clock(move_s=20, bank_s=100))
    quick = given(begun("ann", "bob", terms=terms), ("ann", choose(0, 3), 15))
    assert banks(quick) == (100, 100)
    slow = given(begun("ann", "bob", terms=terms), ("ann", choose(0, 3), 50))
    assert banks(slow) == (70, 100)


@pytest.mark.rule("TB-CLOCK-03")
def test_a_clock_that_is_set_back_gives_nobody_more_bank_and_time_never_runs_back():
    game = given(begun("ann", "bob", terms=BANK), ("ann", choose(0, 3), 30), ("bob", choose(1, 1), -5000))
    assert banks(game) == (80, 80), "for the second player the first 30 seconds have passed"
    assert deadlines(game) == (110, 110), "the second moves begin at second 30, not 5000 before the start"


@pytest.mark.rule("TB-CLOCK-04")
def test_time_is_up_only_after_the_deadline_only_by_the_server_and_once():
    game = begun("ann", "bob", terms=MOVE)
    assert refused(game, SERVER, TimeOut(0), 59.999) == Refusal("TIME_NOT_UP", place=0, deadline_ms=1700000060000)
    assert refused(game, "bob", TimeOut(0), 60) == "NOT_THE_SERVER"
    assert refused(game, SERVER, TimeOut(7), 60) == Refusal("TIME_NOT_UP", place=7)
    late = given(game, ("ann", choose(0, 3), 61))
    assert refused(late, SERVER, TimeOut(0), 62) == Refusal("TIME_NOT_UP", place=0, deadline_ms=None)
    assert refused(begun("ann", "bob"), SERVER, TimeOut(0), 62) == Refusal("TIME_NOT_UP", place=0)
    out = given(game, (SERVER, TimeOut(0), 60))
    assert refused(out, SERVER, TimeOut(0), 60) == Refusal("TIME_NOT_UP", place=0, deadline_ms=None)


@pytest.mark.rule("TB-CLOCK-04")
def test_the_default_actions_end_the_move():
    game = begun("ann", "bob", terms=MOVE)
    assert when(game, SERVER, TimeOut(0), 60) == (
        TimeRanOut(0, "DEFAULT"),
        demo.NumberChosen(Seat(0), 1),
        ClocksSet(moment(60), (SeatClock(0, 0), SeatClock(0, 0, 0, moment(60)))),
    )
    both = given(game, (SERVER, TimeOut(0), 60), (SERVER, TimeOut(1), 60.5))
    assert deadlines(both) == (120.5, 120.5)


@pytest.mark.rule("TB-CLOCK-04")
def test_the_default_actions_may_end_the_game():
    game = begun("ann", "bob", terms=MOVE)
    for after_s in (60, 120):
        game = given(game, (SERVER, TimeOut(0), after_s), (SERVER, TimeOut(1), after_s))
    assert game.play.over
    assert refused(game, SERVER, TimeOut(0), 500) == "GAME_OVER"


@pytest.mark.rule("TB-CLOCK-04", "TB-LEAVE-01")
def test_the_stand_in_takes_the_seat_until_its_owner_takes_it_back():
    terms = Terms(Clock(bank_s=100, on_timeout="BOT"), stand_in="random")
    game = begun("ann", "bob", terms=terms)
    ran_out, handed, clocks = when(game, SERVER, TimeOut(1), 100)
    assert (ran_out, handed) == (TimeRanOut(1, "BOT"), SeatHanded(1, "random", "TIME"))
    assert clocks.seats[1] == SeatClock(0, 0, 0, moment(100))
    game = given(game, (SERVER, TimeOut(1), 100))
    assert refused(game, "bob", choose(1, 2)) == Refusal("SEAT_IS_HANDED", player=1)
    assert when(game, "bot:random", choose(1, 2))[0] == demo.NumberChosen(Seat(1), 2)
    assert deadlines(given(game, ("bob", TakeSeatBack(), 90))) == (100, 100.001), "time never runs back"


@pytest.mark.rule("TB-CLOCK-04", "TB-LEAVE-02")
def test_the_seat_resigns_when_the_table_says_forfeit():
    game = given(
        begun("ann", "bob", "cy", terms=Terms(Clock(move_s=60, on_timeout="FORFEIT"))), ("ann", choose(0, 3), 50)
    )
    assert when(game, SERVER, TimeOut(2), 60)[:2] == (TimeRanOut(2, "FORFEIT"), SeatResigned(2, "greedy", "TIME"))


@pytest.mark.rule("TB-CLOCK-04", "TB-LEAVE-03")
def test_nobody_wins_by_being_called_last_when_the_time_of_all_has_passed():
    game = begun("ann", "bob", terms=Terms(Clock(move_s=60, on_timeout="FORFEIT")))
    ran_out, finished, _ = when(game, SERVER, TimeOut(0), 60)
    assert (ran_out, finished) == (TimeRanOut(0, "FORFEIT"), GameFinished("ABANDONED", ()))
    one_played = given(game, ("bob", choose(1, 1), 59))
    assert given(one_played, (SERVER, TimeOut(0), 60)).outcome.reason == "RESIGNED"


@pytest.mark.rule("TB-CLOCK-05")
def test_vacation_moves_the_deadline_and_the_begin_of_a_move_that_would_fall_into_it():
    game = begun("ann", "bob", terms=Terms(Clock(move_s=DAY_S, vacation_days=3)))
    assert when(game, "ann", TakeVacation(2), 100)[0] == VacationTaken(0, 2)
    away = given(game, ("ann", TakeVacation(2), 100))
    assert deadlines(away) == (3 * DAY_S, DAY_S)
    assert [each.vacation_days for each in away.clocks] == [1, 3]
    assert refused(away, "ann", TakeVacation(2), 200) == Refusal("VACATION_USED_UP", days=2, left=1)
    assert refused(away, "ann", TakeVacation(0), 200) == Refusal("VACATION_USED_UP", days=0, left=1)
    second = given(away, ("ann", choose(0, 3), 1000), ("bob", choose(1, 3), 2000))
    assert deadlines(second) == (2 * DAY_S + 100 + DAY_S, 2000 + DAY_S)


@pytest.mark.rule("TB-CLOCK-05")
def test_without_a_clock_there_is_no_vacation():
    assert refused(begun("ann", "bob"), "ann", TakeVacation(1)) == Refusal("VACATION_USED_UP", days=1, left=0)
    assert refused(begun("ann", "bob"), "eve", TakeVacation(1)) == "NOT_A_PLAYER"


@pytest.mark.rule("TB-CLOCK-06", "TB-LEAVE-01")
def test_who_hands_the_seat_to_a_bot_and_takes_it_back_before_it_moved_gains_no_time():
    game = given(begun("ann", "bob", terms=BANK), ("ann", HandSeat(), 40))
    for after_s in (50, 60):
        game = given(game, ("ann", TakeSeatBack(), after_s), ("ann", HandSeat(), after_s + 1))
    assert banks(game) == (100, 100)
    assert deadlines(game) == (100, 100)
    game = given(game, ("ann", TakeSeatBack(), 70), ("ann", choose(0, 3), 90))
    assert banks(game) == (20, 100)


@pytest.mark.rule("TB-CLOCK-06", "TB-CLOCK-03")
def test_the_bot_ends_the_move_that_the_player_began_and_begins_none_on_the_clock():
    game = given(begun("ann", "bob", terms=BANK), ("ann", HandSeat(), 40), ("bot:greedy", choose(0, 3), 41))
    assert banks(game) == (69, 100)
    game = given(game, ("bob", choose(1, 1), 50))
    assert deadlines(game) == (None, 110)
    assert deadlines(given(game, ("ann", TakeSeatBack(), 60))) == (129, 110), "a move that begins now"


@pytest.mark.rule("TB-CLOCK-06", "TB-CLOCK-04")
def test_who_takes_the_seat_back_after_the_deadline_has_no_time_left():
    terms = Terms(Clock(move_s=60, on_timeout="BOT"))
    out = given(begun("ann", "bob", terms=terms), (SERVER, TimeOut(0), 60))
    assert refused(out, "ann", choose(0, 3)) == Refusal("SEAT_IS_HANDED", player=0)
    assert when(out, SERVER, TimeOut(0), 61) == (), "a bot has the seat already"
    back = given(out, ("ann", TakeSeatBack(), 80))
    assert deadlines(back) == (80, 60)
    assert when(back, SERVER, TimeOut(0), 80)[0] == TimeRanOut(0, "BOT")
    at_once = given(out, ("ann", TakeSeatBack(), 60))
    assert deadlines(at_once) == (60.001, 60), "another deadline than the one that was said"
