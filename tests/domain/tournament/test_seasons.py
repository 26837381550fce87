"""Leagues one after the other: divisions with promotion and relegation."""

import pytest

from domain.tournament.messages import LEAGUE, Enter, Start, Withdraw
from domain.tournament.seasons import next_ladder
from tests.domain.tournament.tournament_kit import HOST, given, opened, refused_opening, started, whole
from tests.kit import Refusal, refusing


def season(accounts, number, **others):
    """A league of these accounts, played to its end."""
    tournament = given(opened(form=LEAGUE, **others), *((account, Enter()) for account in accounts), (HOST, Start()))
    return whole(tournament, f"season {number}")


def by_division(tournament):
    """The accounts of each division, best first."""
    found = [[] for _ in tournament.divisions]
    for row in tournament.final:
        found[row.division].append(tournament.entrants[row.entrant].account)
    return found


@pytest.mark.rule("EV-SEASON-01", "EV-SEED-02")
def test_seven_divisions_of_seven_over_three_seasons_one_up_and_one_down():
    accounts = [f"p{number}" for number in range(49)]
    first = season(accounts, 1)
    for number in (2, 3):
        before = by_division(first)
        second = season(reversed(accounts), number, ladder=next_ladder(first, 1))
        after = [{second.entrants[entrant].account for entrant in division} for division in second.divisions]
        for place, division in enumerate(before):
            up = {division[0]} if place else set()
            down = {division[-1]} if place < 6 else set()
            stay = set(division) - up - down
            assert stay <= after[place]
            assert up <= after[place - 1]
            assert not down or down <= after[place + 1]
        assert {row.played for row in second.final} == {4}
        first = second


@pytest.mark.rule("EV-SEASON-01")
def test_a_ladder_goes_division_by_division_with_those_who_moved_at_the_border():
    ended = season([f"p{number}" for number in range(14)], 1)
    above, below = by_division(ended)
    assert next_ladder(ended, 0) == (*above, *below)
    assert next_ladder(ended, 2) == (*above[:5], *below[:2], *above[5:], *below[2:])
    with refusing("MOVING_INVALID", moving=4, at_most=3):
        next_ladder(ended, 4)


@pytest.mark.rule("EV-SEASON-01")
def test_only_a_league_that_was_played_to_its_end_has_a_next_season():
    for other in (started(7, form=LEAGUE), whole(started(4))):
        with refusing("NO_SEASON"):
            next_ladder(other, 1)


@pytest.mark.rule("EV-SEED-02", "EV-SEASON-01")
def test_newcomers_come_after_the_ladder_and_who_stays_away_leaves_the_place():
    ladder = tuple(f"p{number}" for number in range(14))
    entrants = ["new", *reversed(ladder)]
    tournament = opened(form=LEAGUE, ladder=ladder)
    tournament = given(tournament, *((account, Enter()) for account in entrants), ("p3", Withdraw()), (HOST, Start()))
    upper = {tournament.entrants[entrant].account for entrant in tournament.divisions[0]}
    assert upper == {f"p{number}" for number in (0, 1, 2, 4, 5, 6, 7)}
    assert tournament.entrants[tournament.divisions[1][-1]].account == "new"


@pytest.mark.rule("EV-SEED-02")
def test_a_ladder_names_everybody_once():
    assert refused_opening(ladder=("p0", "p0")) == Refusal("TERMS_INVALID", field="ladder", at_most=4096)
    assert refused_opening(ladder=tuple(f"p{number}" for number in range(4097))) == Refusal(
        "TERMS_INVALID", field="ladder", at_most=4096
    )
