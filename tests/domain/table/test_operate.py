import pytest

from domain.table.aggregate import CLOSED, FINISHED
from domain.table.messages import (
    OPERATOR_ACTOR,
    SERVER_ACTOR,
    CloseTable,
    GameFinished,
    HandSeat,
    PutOut,
    Resign,
    SeatCleared,
    SeatResigned,
    SecretRevealed,
    StopTable,
    TableClosed,
    TakeSeat,
)
from tests.domain.table.table_kit import SECRET, begun, given, opened, refused, when

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


@pytest.mark.rule("TB-CLOSE-04")
def test_who_is_banned_leaves_a_table_that_has_not_begun_and_closes_the_own():
    table = given(opened(), ("ann", TakeSeat()), ("bob", TakeSeat()), ("cy", TakeSeat()))
    assert when(table, OLGA, PutOut("bob")) == (SeatCleared(1, "OPERATOR"),)
    assert [each.account for each in given(table, (OLGA, PutOut("bob"))).occupants] == ["ann", "cy"]
    assert when(table, OLGA, PutOut("ann")) == (TableClosed("OPERATOR"),)
    assert when(given(opened(), ("bob", TakeSeat())), OLGA, PutOut("ann")) == (TableClosed("OPERATOR"),), "or the host"
    assert when(table, OLGA, PutOut("eve")) == ()


@pytest.mark.rule("TB-CLOSE-04", "TB-QUICK-03")
def test_a_quick_match_closes_when_its_only_player_is_banned():
    table = given(opened(host=SERVER_ACTOR), ("bob", TakeSeat()))
    assert when(table, OLGA, PutOut("bob")) == (SeatCleared(0, "OPERATOR"), TableClosed("EMPTY"))


@pytest.mark.rule("TB-CLOSE-04")
def test_who_is_banned_resigns_also_a_seat_that_a_bot_plays():
    game = begun("ann", "bob", "cy")
    for table in (game, given(game, ("bob", HandSeat()))):
        assert when(table, OLGA, PutOut("bob")) == (SeatResigned(1, "greedy", "OPERATOR"),)
    resigned = given(game, (OLGA, PutOut("bob")))
    assert resigned.resigned == (1,)
    assert when(resigned, OLGA, PutOut("bob")) == ()
    assert when(game, OLGA, PutOut("eve")) == ()


@pytest.mark.rule("TB-CLOSE-04", "TB-LEAVE-02")
def test_a_game_ends_with_the_ban_of_the_last_but_one():
    over = given(begun("ann", "bob"), (OLGA, PutOut("bob")))
    assert (over.status, over.outcome.reason) == (FINISHED, "RESIGNED")
    assert [(each.player, each.rank, each.won) for each in over.outcome.standings] == [(0, 1, True), (1, 2, False)]


@pytest.mark.rule("TB-CLOSE-04")
def test_nobody_is_put_out_of_what_is_over():
    assert refused(given(opened(), ("ann", CloseTable())), OLGA, PutOut("ann")) == "TABLE_CLOSED"
    assert refused(given(begun("ann", "bob"), (OLGA, StopTable())), OLGA, PutOut("ann")) == "GAME_OVER"
