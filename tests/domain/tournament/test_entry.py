import pytest
from msgspec.structs import replace

from domain.tournament.messages import (
    LEAGUE,
    CheckIn,
    Enter,
    PlayerAdmitted,
    PlayerCheckedIn,
    PlayerEntered,
    PlayerWithdrawn,
    RoundPaired,
    Start,
    TournamentStarted,
    Withdraw,
)
from domain.tournament.state import Entrant
from tests.domain.tournament.tournament_kit import HOST, entered, given, opened, refused, started, when
from tests.kit import Refusal, names


@pytest.mark.rule("EV-ENTER-01")
def test_entrants_are_numbered_as_they_come_and_come_once():
    tournament = given(opened(), ("ann", Enter("ab")), ("bob", Enter()))
    assert when(tournament, "cid", Enter("cd", 1500)) == (PlayerEntered(2, "cid", "cd", 1500, False),)
    assert refused(tournament, "ann", Enter()) == Refusal("ALREADY_ENTERED")
    gone = given(tournament, ("ann", Withdraw()))
    assert refused(gone, "ann", Enter()) == Refusal("ALREADY_ENTERED")


@pytest.mark.rule("EV-DICE-02")
def test_a_nonce_is_checked_as_at_a_table():
    assert refused(opened(), "ann", Enter("xyz")) == Refusal("MALFORMED_COMMAND", field="nonce", digits_max=64)


@pytest.mark.rule("EV-ENTER-02")
def test_where_accounts_are_invited_nobody_else_enters():
    tournament = opened(invited=("ann",))
    assert refused(tournament, "bob", Enter()) == Refusal("NOT_INVITED")
    assert names(when(tournament, "ann", Enter())) == ["PlayerEntered"]


@pytest.mark.rule("EV-ENTER-03")
@pytest.mark.parametrize(("rating", "fits"), [(999, False), (1000, True), (2000, True), (2001, False), (None, False)])
def test_a_range_of_ratings_holds_both_its_ends(rating, fits):
    tournament = opened(rating_min=1000, rating_max=2000)
    if fits:
        assert names(when(tournament, "ann", Enter(rating=rating))) == ["PlayerEntered"]
    else:
        told = Refusal("RATING_OUTSIDE", rating=rating, rating_min=1000, rating_max=2000)
        assert refused(tournament, "ann", Enter(rating=rating)) == told
    assert names(when(opened(), "ann", Enter(rating=rating))) == ["PlayerEntered"]


@pytest.mark.rule("EV-ENTER-04", "EV-LEAVE-01")
def test_who_comes_late_waits_and_moves_up():
    tournament = entered(6, players_max=4)
    assert [each.status for each in tournament.entrants] == ["IN"] * 4 + ["WAITING"] * 2
    assert when(tournament, "p1", Withdraw()) == (PlayerWithdrawn(1, "LEFT"), PlayerAdmitted(4))
    assert when(tournament, "p4", Withdraw()) == (PlayerWithdrawn(4, "LEFT"),)


@pytest.mark.rule("EV-ENTER-04")
def test_the_list_of_all_who_ever_entered_ends_somewhere():
    tournament = opened()
    crowd = replace(tournament, entrants=(Entrant("", "", None, "OUT"),) * 8192)
    assert refused(crowd, "ann", Enter()) == Refusal("EVENT_FULL", at_most=8192)


@pytest.mark.rule("EV-LEAVE-01")
def test_only_who_takes_part_withdraws_and_once():
    tournament = entered(4)
    assert refused(tournament, "zoe", Withdraw()) == Refusal("NOT_ENTERED")
    assert refused(given(tournament, ("p0", Withdraw())), "p0", Withdraw()) == Refusal("NOT_ENTERED")


@pytest.mark.rule("EV-CHECK-01")
def test_who_has_not_checked_in_is_out_and_those_who_wait_and_are_there_move_up():
    tournament = entered(6, players_max=4, check_in=True)
    assert when(tournament, "p0", CheckIn()) == (PlayerCheckedIn(0),)
    assert refused(tournament, "zoe", CheckIn()) == Refusal("NOT_ENTERED")
    there = given(tournament, *((f"p{number}", CheckIn()) for number in (0, 1, 2, 5)))
    assert when(there, "p0", CheckIn()) == ()
    events = when(there, HOST, Start())
    assert events[:3] == (PlayerWithdrawn(3, "NOT_CHECKED_IN"), PlayerWithdrawn(4, "NOT_CHECKED_IN"), PlayerAdmitted(5))
    assert sorted(events[3].divisions[0]) == [0, 1, 2, 5]


@pytest.mark.rule("EV-CHECK-01")
def test_without_the_term_nobody_checks_in():
    assert refused(entered(4), "p0", CheckIn()) == Refusal("NO_CHECK_IN")


@pytest.mark.rule("EV-START-01")
def test_an_official_starts_it_once_enough_are_there():
    assert refused(entered(4), "p0", Start()) == Refusal("NOT_AN_OFFICIAL")
    assert refused(entered(2), HOST, Start()) == Refusal("TOO_FEW_ENTRANTS", entered=2, needed=3)
    assert refused(entered(6, form=LEAGUE), HOST, Start()) == Refusal("TOO_FEW_ENTRANTS", entered=6, needed=7)
    assert names(when(entered(4), HOST, Start())) == ["TournamentStarted", "RoundPaired"]
    named = entered(4, officials=("eve",))
    assert names(when(named, "eve", Start())) == names(when(named, "operator:zed", Start()))


@pytest.mark.rule("EV-START-02")
def test_after_the_start_nobody_enters_checks_in_or_starts_again():
    tournament = started(4)
    assert refused(tournament, "zoe", Enter()) == Refusal("EVENT_STARTED")
    assert refused(tournament, "p0", CheckIn()) == Refusal("EVENT_STARTED")
    assert refused(tournament, HOST, Start()) == Refusal("EVENT_STARTED")


@pytest.mark.rule("EV-SEED-01")
def test_seeds_are_drawn_or_go_by_rating_the_highest_first():
    drawn = started(40).divisions[0]
    assert sorted(drawn) == list(range(40))
    assert drawn != tuple(range(40))
    tournament = opened(seeding="RATING")
    ratings = {"ann": 1500, "bob": None, "cid": 1800, "dan": -5, "eve": 1500}
    tournament = given(tournament, *((name, Enter(rating=rating)) for name, rating in ratings.items()))
    (started_event, *_) = [each for each in when(tournament, HOST, Start()) if isinstance(each, TournamentStarted)]
    seeds = [tournament.entrants[number].account for number in started_event.divisions[0]]
    assert seeds[0] == "cid"
    assert sorted(seeds[1:3]) == ["ann", "eve"]
    assert seeds[3:] == ["dan", "bob"]


@pytest.mark.rule("EV-LEAGUE-02")
def test_for_whom_no_whole_division_is_left_is_out():
    events = when(entered(16, form=LEAGUE), HOST, Start())
    assert events[:2] == (PlayerWithdrawn(14, "LEFT_OVER"), PlayerWithdrawn(15, "LEFT_OVER"))
    assert [len(division) for division in events[2].divisions] == [7, 7]
    assert isinstance(events[3], RoundPaired)
