"""Entry after the start of Swiss rounds."""

import pytest
from msgspec import UNSET

from domain.tournament.messages import KNOCKOUT, LEAGUE, Enter, PlayerJoined, Start, Withdraw
from domain.tournament.standings import standings
from tests.domain.tournament.tournament_kit import (
    HOST,
    entered,
    given,
    of_round,
    refused,
    refused_opening,
    started,
    terms,
    when,
    with_round_played,
)
from tests.kit import Refusal


@pytest.mark.rule("EV-LATE-01", "EV-LATE-02")
def test_who_enters_late_is_paired_from_the_next_round_on_and_begins_without_points():
    tournament = started(8, late_rounds=1)
    assert when(tournament, "zoe", Enter("ab", 1500)) == (PlayerJoined(8, "zoe", 1500),)
    late = given(tournament, *((name, Enter()) for name in ("w", "x", "y", "z")))
    assert not any(entrant > 7 for seats in of_round(late, 1) for entrant in seats)
    (row,) = [row for row in standings(late) if row.entrant == 8]
    assert (row.points, row.played, row.byes) == (0, 0, 0)
    second = with_round_played(late)
    assert sorted(entrant for seats in of_round(second, 2) for entrant in seats) == list(range(12))


@pytest.mark.rule("EV-LATE-01")
def test_late_entry_ends_with_the_round_that_the_terms_name():
    tournament = with_round_played(started(8, late_rounds=1))
    assert tournament.round == 2
    assert refused(tournament, "zoe", Enter()) == Refusal("LATE_ENTRY_OVER", rounds=1)


@pytest.mark.rule("EV-LATE-01")
@pytest.mark.parametrize(
    ("others", "at_most"),
    [
        ({"rounds": 3, "late_rounds": 3}, 2),
        ({"rounds": 3, "late_rounds": 0}, 2),
        ({"rounds": 1, "late_rounds": 1}, 0),
        ({"form": LEAGUE, "late_rounds": 1}, 0),
        ({"form": KNOCKOUT, "late_rounds": 1}, 0),
    ],
)
def test_no_other_form_takes_late_entrants_and_one_round_at_least_is_left_for_them(others, at_most):
    assert refused_opening(**others) == Refusal("LATE_ROUNDS_INVALID", rounds=others["late_rounds"], at_most=at_most)
    assert terms().late_rounds is UNSET


@pytest.mark.rule("EV-LATE-02")
def test_who_enters_late_needs_a_place_that_nobody_waits_for():
    full = given(entered(9, players_max=8, late_rounds=1), (HOST, Start()))
    assert refused(full, "zoe", Enter()) == Refusal("EVENT_FULL", at_most=8)
    waited_for = given(full, ("p3", Withdraw()))
    assert refused(waited_for, "zoe", Enter()) == Refusal("EVENT_FULL", at_most=8)
    assert when(given(waited_for, ("p8", Withdraw())), "zoe", Enter()) == (PlayerJoined(9, "zoe", None),)


@pytest.mark.rule("EV-LATE-02", "EV-ENTER-01", "EV-ENTER-02", "EV-ENTER-03")
def test_what_holds_of_entry_holds_of_late_entry():
    assert refused(started(4, late_rounds=1), "p1", Enter()) == Refusal("ALREADY_ENTERED")
    invited = started(4, late_rounds=1, invited=("p0", "p1", "p2", "p3", "ann"))
    assert refused(invited, "zoe", Enter()) == Refusal("NOT_INVITED")
    assert when(invited, "ann", Enter()) == (PlayerJoined(4, "ann", None),)


@pytest.mark.rule("EV-REPLACE-04")
def test_who_enters_late_has_no_part_in_the_dice():
    tournament = started(8, late_rounds=1)
    one, other = (given(tournament, ("zoe", Enter(nonce))) for nonce in ("", "ff"))
    assert one == other
    assert one.nonces == ("",) * 8
