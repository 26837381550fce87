"""The figures that a pairing was made from: points and meetings before its round."""

import pytest
from msgspec.structs import replace

from domain.tournament.why import before
from tests.domain.tournament.tournament_kit import started


@pytest.mark.parametrize(("round_number", "points"), [(1, {}), (2, {4: 60}), (3, {4: 60, 3: 60}), (4, {4: 120, 3: 60})])
def test_a_bye_counts_before_the_rounds_that_follow_it_and_no_earlier(round_number, points):
    tournament = replace(started(5), games={}, byes=((4,), (3,), (4,)))
    assert before(tournament, round_number).points == points
