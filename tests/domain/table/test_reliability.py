"""Tables whose host requires a share of finished games."""

import pytest

from domain.kernel.refused import Refused
from domain.table.messages import LeastFinished, TakeSeat, Terms
from domain.table.reliability import asked_of, check_reliable, is_reliable
from tests.domain.table.table_kit import given, opened
from tests.kit import Refusal

ASKED = LeastFinished(percent=80, games=5)
pytestmark = pytest.mark.rule("TB-REL-01")


@pytest.mark.parametrize(
    ("asked", "games", "finished", "may"),
    [
        (ASKED, 5, 4, True),
        (ASKED, 5, 3, False),
        (ASKED, 4, 4, False),
        (ASKED, 20, 16, True),
        (ASKED, 20, 15, False),
        (LeastFinished(percent=100), 0, 0, True),
        (LeastFinished(percent=67, games=3), 3, 2, False),
        (LeastFinished(percent=66, games=3), 3, 2, True),
    ],
)
def test_so_many_per_cent_of_at_least_so_many_games(asked, games, finished, may):
    assert is_reliable(asked, games, finished) is may


def test_who_is_under_it_is_told_both_figures():
    with pytest.raises(Refused) as error:
        check_reliable(ASKED, 10, 7)
    assert Refusal.of(error.value) == Refusal("TOO_FEW_FINISHED", games=10, finished=7, games_min=5, percent_min=80)
    check_reliable(ASKED, 10, 8)


def test_nothing_is_asked_of_the_host_of_who_is_invited_by_name_and_of_who_sits_there():
    table = given(opened(Terms(least_finished=ASKED, invited=("cy",))), ("dan", TakeSeat()))
    assert {name: asked_of(table, name) for name in ("ann", "bob", "cy", "dan")} == {
        "ann": None, "bob": ASKED, "cy": None, "dan": None,
    }  # fmt: skip
    assert asked_of(opened(), "bob") is None


@pytest.mark.parametrize("asked", [(0, 5), (101, 5), (80, -1), (80, 21), (-1, 0)])
def test_a_share_is_one_to_a_hundred_per_cent_of_up_to_twenty_games(asked):
    with pytest.raises(Refused) as error:
        opened(Terms(least_finished=LeastFinished(*asked)))
    assert Refusal.of(error.value) == Refusal(
        "MALFORMED_COMMAND", field="least_finished", percent_max=100, games_max=20
    )
    for possible in ((1, 0), (100, 20)):
        assert opened(Terms(least_finished=LeastFinished(*possible)))
