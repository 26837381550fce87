import pytest

from domain.table.aggregate import CLOSED, FINISHED
from domain.table.messages import (
    OPERATOR_ACTOR,
    CloseTable,
    GameFinished,
    Resign,
    SecretRevealed,
    StopTable,
    TableClosed,
    TakeSeat,
)
from tests.domain.table.kit import SECRET, begun, given, opened, refused, when

OLGA = OPERATOR_ACTOR + "olga"


@pytest.mark.rule("TB-CLOSE-03")
def test_an_operator_closes_a_table_that_has_not_begun():
    table = given(opened(), ("ann", TakeSeat()))
    assert when(table, OLGA, StopTable()) == (TableClosed("OPERATOR"),)
    assert given(table, (OLGA, StopTable())).status == CLOSED


@pytest.mark.rule("TB-CLOSE-03")
def test_a_game_that_an_operator_stops_has_no_results_and_reveals_its_secret():
    game = begun("ann", "bob", "cy")
    assert when(game, OLGA, StopTable()) == (GameFinished("STOPPED", ()), SecretRevealed(SECRET.hex(), ("", "", "")))
    assert given(game, (OLGA, StopTable())).status == FINISHED


@pytest.mark.rule("TB-CLOSE-03")
def test_nobody_stops_a_game_that_is_the_own():
    for table in (given(opened(), ("ann", TakeSeat()), ("olga", TakeSeat())), begun("ann", "olga")):
        assert refused(table, OLGA, StopTable()) == "OPERATOR_SITS_HERE"
    resigned = given(begun("ann", "bob", "olga"), ("olga", Resign()))
    assert refused(resigned, OLGA, StopTable()) == "OPERATOR_SITS_HERE"


@pytest.mark.rule("TB-CLOSE-03")
def test_what_is_over_cannot_be_stopped():
    closed = given(opened(), ("ann", CloseTable()))
    assert refused(closed, OLGA, StopTable()) == "TABLE_CLOSED"
    over = given(begun("ann", "bob"), (OLGA, StopTable()))
    assert refused(over, OLGA, StopTable()) == "GAME_OVER"
