"""The keys that a seat may sign with, and tables that demand signatures (TB-SIGN)."""

import pytest
from msgspec import UNSET

from domain.kernel.device_keys import Signed
from domain.kernel.refused import Refused
from domain.table.devices import check_signed
from domain.table.lobby import rematch
from domain.table.messages import (
    AddBot,
    CloseTable,
    GameBegan,
    HandSeat,
    PlayerSeated,
    Resign,
    StartGame,
    StopTable,
    TakeSeat,
    TakeSeatBack,
    Terms,
    TimeOut,
    Vote,
)  # fmt: skip
from tests.devices import Device
from tests.domain.table.table_kit import SERVER, choose, given, opened, refused, when
from tests.kit import Refusal

ANN, OTHER = (
    Device("ann"),
    Device("another of ann"),
)
SIGNED = Terms(signed=True)
SMALL_ORDER = "01" + "00" * 31
KEYS = (ANN.key, OTHER.key)


def begun(terms=SIGNED, keys=KEYS):
    seated = given(
        opened(terms), ("ann", TakeSeat(device_keys=keys)), ("bob", TakeSeat(device_keys=(Device("bob").key,)))
    )
    return given(seated, ("ann", AddBot("greedy")), ("ann", StartGame()))


def refusal_of(aggregate, actor, command, by=None, message=b"what was said"):
    """Return the refusal of the check; None where the command may be decided."""
    signed = Signed(by.signed(b"what was said"), message) if by else None
    try:
        check_signed(aggregate, command, actor, signed)
    except Refused as error:
        return Refusal.of(error)
    return None


@pytest.mark.rule("TB-SIGN-01")
def test_the_keys_of_an_account_are_pinned_when_it_sits_down_and_when_the_game_begins():
    table = opened(Terms())
    seated = PlayerSeated(0, "ann", "red", device_keys=KEYS)
    assert when(table, "ann", TakeSeat(device_keys=KEYS)) == (seated,)
    table = given(table, ("ann", TakeSeat(device_keys=KEYS)), ("bob", TakeSeat()))
    (began,) = [each for each in when(table, "ann", StartGame()) if isinstance(each, GameBegan)]
    assert [seat.device_keys for seat in began.seats] == [KEYS, UNSET]


@pytest.mark.rule("TB-SIGN-01")
@pytest.mark.parametrize(
    "keys",
    [(), (ANN.key, ANN.key), (SMALL_ORDER,), ("ee" + "ff" * 30 + "7f",), (ANN.key.upper(),), (ANN.key[2:],), ("",),
     tuple(Device(str(number)).key for number in range(6))],
)  # fmt: skip
def test_keys_that_prove_nothing_are_refused(keys):
    malformed = Refusal("MALFORMED_COMMAND", field="device_keys", keys_max=5)
    assert refused(opened(Terms()), "ann", TakeSeat(device_keys=keys)) == malformed


@pytest.mark.rule("TB-SIGN-01", "TB-SIGN-03")
def test_who_has_no_key_does_not_sit_down_where_the_table_demands_signatures():
    assert refused(opened(SIGNED), "ann", TakeSeat()) == "DEVICE_KEY_NEEDED"
    assert when(opened(SIGNED), "ann", TakeSeat(device_keys=KEYS))
    assert when(given(opened(SIGNED), ("ann", TakeSeat(device_keys=KEYS))), "ann", AddBot("greedy"))


@pytest.mark.rule("TB-SIGN-03")
@pytest.mark.parametrize("command", [choose(0, 1), Vote(True), Resign(), HandSeat(), TakeSeatBack()])
def test_where_the_table_demands_it_a_player_s_unsigned_command_is_refused(command):
    assert refusal_of(begun(), "ann", command) == Refusal("DEVICE_NEEDED", player=0)
    assert refusal_of(begun(), "ann", command, by=OTHER, message=b"what was said") is None
    assert refusal_of(begun(Terms()), "ann", command) is None


@pytest.mark.rule("TB-SIGN-03")
def test_bots_clocks_and_operators_are_no_players_and_sign_nothing():
    for actor, command in (("bot:greedy", choose(2, 1)), (SERVER, TimeOut(0)), ("operator:eve", StopTable())):
        assert refusal_of(begun(), actor, command) is None


@pytest.mark.rule("TB-SIGN-02")
def test_a_signature_has_to_be_of_a_key_of_that_very_seat_over_that_very_message():
    table = begun(Terms())
    assert refusal_of(table, "ann", choose(0, 1), by=ANN) is None
    assert refusal_of(table, "ann", choose(0, 1), by=ANN, message=b"something else") == "DEVICE_SIGNATURE_WRONG"
    assert refusal_of(table, "ann", choose(0, 1), by=Device("bob")) == Refusal("DEVICE_UNKNOWN", keys=2)
    assert refusal_of(table, "carol", choose(0, 1), by=ANN) == Refusal("DEVICE_UNKNOWN", keys=0)


@pytest.mark.rule("TB-SIGN-02")
def test_what_is_no_player_s_in_a_running_game_is_signed_by_nobody():
    assert refusal_of(opened(Terms()), "ann", CloseTable(), by=ANN) == "DEVICE_SIGNATURE_WRONG"
    assert refusal_of(begun(), SERVER, TimeOut(0), by=ANN) == "DEVICE_SIGNATURE_WRONG"


@pytest.mark.rule("TB-SIGN-03")
def test_players_who_meet_again_do_so_under_the_same_terms():
    table = given(begun(), ("ann", choose(0, 3)), ("bob", choose(1, 1)), ("bot:greedy", choose(2, 1)))
    table = given(table, ("ann", choose(0, 3)), ("bob", choose(1, 1)), ("bot:greedy", choose(2, 1)))
    assert rematch(table, "bob").terms.signed is True
