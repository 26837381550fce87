import pytest

from domain.table.aggregate import OPEN, RUNNING, redact
from domain.table.invite import invite_code
from domain.table.messages import (
    SERVER_ACTOR,
    AddBot,
    ArrangeSeats,
    ChooseColour,
    ClearSeat,
    ColourChosen,
    ExpireTable,
    GameBegan,
    LeaveSeat,
    PlayerSeated,
    ReadinessChanged,
    SeatsArranged,
    SetReady,
    StartGame,
    TableClosed,
    TakeSeat,
    Terms,
)
from tests.domain.table.table_kit import SECRET, given, opened, refused, when
from tests.kit import Refusal

ANN_BOB = (("ann", TakeSeat()), ("bob", TakeSeat()))
CODE = "74PMRN5R56N3ONUW"
"""HMAC-SHA256(32 bytes 07, "turnledger/invite/1") in base 32, first sixteen letters, by openssl and base32."""


@pytest.mark.rule("TB-OPEN-02")
def test_a_stand_in_must_be_a_bot_of_the_game():
    with pytest.raises(Exception, match="UNKNOWN_BOT"):
        opened(Terms(stand_in="genius"))
    assert opened(Terms(stand_in="random")).terms.stand_in == "random"


@pytest.mark.rule("TB-INVITE-01")
def test_at_a_private_table_sit_the_host_the_invited_and_who_knows_the_code():
    table = opened(Terms(invited=("cy",)), private=True)
    assert invite_code(SECRET) == CODE
    assert refused(table, "bob", TakeSeat()) == "INVITE_NEEDED"
    assert refused(table, "bob", TakeSeat(invite="AAAAAAAAAAAAAAAA")) == "INVITE_NEEDED"
    assert refused(table, "bob", TakeSeat(invite="é")) == "INVITE_NEEDED"
    for actor, invite in (("ann", ""), ("cy", ""), ("bob", CODE)):
        assert when(table, actor, TakeSeat(invite=invite)) == (PlayerSeated(0, actor, "red"),)


@pytest.mark.rule("TB-INVITE-01")
def test_who_is_invited_is_not_shown():
    table = opened(Terms(invited=("cy",), ready_check=True), private=True)
    assert redact(table, table.opened, None).terms == Terms(ready_check=True)


@pytest.mark.rule("TB-SEAT-04")
def test_whom_the_host_asked_to_go_does_not_sit_down_at_that_table_again():
    table = given(opened(Terms(invited=("bob",)), private=True), ("bob", TakeSeat()), ("ann", ClearSeat(0)))
    assert refused(table, "bob", TakeSeat()) == "REMOVED_BY_HOST"
    assert refused(table, "bob", TakeSeat(invite=CODE)) == "REMOVED_BY_HOST"
    assert given(table, ("cy", TakeSeat(invite=CODE))).seat_of("cy") == 0


@pytest.mark.rule("TB-SEAT-04")
def test_who_left_unasked_bots_and_the_host_may_sit_down_again():
    table = given(opened(), *ANN_BOB, ("ann", AddBot("greedy")), ("bob", LeaveSeat()), ("bob", TakeSeat()))
    table = given(table, ("ann", ClearSeat(1)), ("ann", AddBot("greedy")), ("ann", ClearSeat(0)), ("ann", TakeSeat()))
    assert [each.actor for each in table.occupants] == ["bob", "bot:greedy", "ann"]


@pytest.mark.rule("TB-SEAT-05")
def test_the_host_arranges_the_seats():
    table = given(opened(), *ANN_BOB)
    assert when(table, "ann", ArrangeSeats((1, 0))) == (SeatsArranged((1, 0)),)
    assert [each.account for each in given(table, ("ann", ArrangeSeats((1, 0)))).occupants] == ["bob", "ann"]
    assert when(table, "ann", ArrangeSeats((0, 1))) == ()
    assert refused(table, "bob", ArrangeSeats((1, 0))) == "NOT_THE_HOST"
    for order in ((0,), (0, 0), (0, 2), (0, 1, 2)):
        assert refused(table, "ann", ArrangeSeats(order)) == Refusal("MALFORMED_COMMAND", field="order", seated=2)


@pytest.mark.rule("TB-SEAT-06")
def test_a_player_changes_the_own_colour_and_the_host_anybodys():
    table = given(opened(), *ANN_BOB)
    assert when(table, "bob", ChooseColour(1, "green")) == (ColourChosen(1, "green"),)
    assert given(table, ("ann", ChooseColour(1, "black"))).occupants[1].colour == "black"
    assert when(table, "bob", ChooseColour(1, "blue")) == ()
    assert refused(table, "bob", ChooseColour(0, "green")) == "NOT_THE_HOST"
    assert refused(table, "bob", ChooseColour(1, "red")) == Refusal("COLOUR_TAKEN", colour="red")
    assert refused(table, "bob", ChooseColour(1, "pink")) == Refusal(
        "UNKNOWN_COLOUR", colour="pink", known=("red", "blue", "green", "yellow", "black", "purple")
    )
    assert refused(table, "ann", ChooseColour(2, "green")) == Refusal("PLACE_EMPTY", place=2, seated=2)


@pytest.mark.rule("TB-READY-01")
def test_a_table_that_asks_for_it_starts_only_when_every_player_is_ready():
    table = given(opened(Terms(ready_check=True)), *ANN_BOB, ("ann", AddBot("greedy")))
    assert when(table, "bob", SetReady()) == (ReadinessChanged(1, True),)
    table = given(table, ("bob", SetReady()))
    assert when(table, "bob", SetReady()) == ()
    assert refused(table, "ann", StartGame()) == Refusal("NOT_ALL_READY", waits_for=(0,))
    assert isinstance(when(given(table, ("ann", SetReady())), "ann", StartGame())[0], GameBegan)
    assert refused(table, "eve", SetReady()) == "NOT_SEATED"


@pytest.mark.rule("TB-READY-01")
def test_who_takes_it_back_or_leaves_is_no_longer_ready():
    ready = given(opened(Terms(ready_check=True)), *ANN_BOB, ("ann", SetReady()), ("bob", SetReady()))
    assert refused(given(ready, ("bob", SetReady(False))), "ann", StartGame()) == Refusal(
        "NOT_ALL_READY", waits_for=(1,)
    )
    back = given(ready, ("bob", LeaveSeat()), ("bob", TakeSeat()))
    assert refused(back, "ann", StartGame()) == Refusal("NOT_ALL_READY", waits_for=(1,))


@pytest.mark.rule("TB-QUICK-01")
def test_a_table_may_start_by_itself_with_its_last_seat():
    table = given(opened(Terms(starts_when_full=True), seats=2), ("ann", TakeSeat()))
    seated, began, *_ = when(table, "bob", TakeSeat())
    assert isinstance(seated, PlayerSeated)
    assert [each.account for each in began.seats] == ["ann", "bob"]
    assert given(table, ("bob", TakeSeat())).status == RUNNING
    assert given(table, ("ann", AddBot("random"))).status == RUNNING


@pytest.mark.rule("TB-QUICK-01")
@pytest.mark.rule("TB-READY-01")
def test_a_table_that_starts_by_itself_waits_for_its_ready_check():
    terms = Terms(starts_when_full=True, ready_check=True)
    table = given(opened(terms, seats=3), *ANN_BOB, ("bob", SetReady()), ("ann", AddBot("random")))
    assert table.status == OPEN
    readiness, began, *_ = when(table, "ann", SetReady())
    assert readiness == ReadinessChanged(0, True)
    assert [each.actor for each in began.seats] == ["ann", "bob", "bot:random"]


@pytest.mark.rule("TB-CLOSE-02")
def test_only_the_server_lets_a_table_expire():
    table = given(opened(), *ANN_BOB)
    assert when(table, SERVER_ACTOR, ExpireTable()) == (TableClosed("EXPIRED"),)
    assert refused(table, "ann", ExpireTable()) == "NOT_THE_SERVER"
    assert refused(given(table, ("ann", StartGame())), SERVER_ACTOR, ExpireTable()) == "GAME_ALREADY_STARTED"
