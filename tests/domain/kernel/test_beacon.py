"""Rounds of a public beacon: drand's own published vector, and chains of which the test has the key."""

import pytest
from msgspec.structs import replace
from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from domain.kernel.beacon import QUICKNET, is_signed, what_is_wrong
from tests.beacon import GENESIS_S, a_beacon, signed

# https://api.drand.sh/52db9ba7…/public/1000
ROUND_1000 = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
FIELD = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
IDENTITY = G1Point.identity().to_compressed_bytes().hex()


@pytest.mark.rule("TB-BEACON-03")
def test_a_published_round_is_signed_by_its_chain_and_by_no_other():
    assert is_signed(QUICKNET, 1000, ROUND_1000)
    assert not is_signed(QUICKNET, 1001, ROUND_1000)
    assert not is_signed(a_beacon(), 1000, ROUND_1000)
    assert is_signed(a_beacon(), 1000, signed(1000))


@pytest.mark.rule("TB-BEACON-03")
@pytest.mark.parametrize(
    "signature",
    [
        "",
        ROUND_1000.upper(),
        ROUND_1000 + "00",
        ROUND_1000[:-2],
        f"{int(ROUND_1000, 16) ^ (1 << 381):096x}",  # the point's mirror image
        IDENTITY,
        "z" * 96,
        "00" * 48,
        signed(1000),
    ],
)
def test_no_other_bytes_are_a_signature_of_the_round(signature):
    assert not is_signed(QUICKNET, 1000, signature)


@pytest.mark.rule("TB-BEACON-03")
def test_a_point_is_taken_in_one_spelling_only():
    """x and x + p are the same point, and would be two seeds."""
    for number in range(1, 100):
        written = int(signed(number), 16)
        x = written & ((1 << 381) - 1)
        if x + FIELD < 1 << 381:
            assert is_signed(a_beacon(), number, f"{written:096x}")
            assert not is_signed(a_beacon(), number, f"{written + FIELD:096x}")
            return
    raise AssertionError("one in five has room for it")


def test_under_no_key_is_the_point_of_nothing_a_signature():
    nobody = replace(QUICKNET, public_key=G2Point.identity().to_compressed_bytes().hex())
    assert not is_signed(nobody, 1000, IDENTITY)
    assert what_is_wrong(nobody) == "public_key"
    assert not is_signed(a_beacon(key=Scalar(7)), 0, signed(0, Scalar(7)))


@pytest.mark.rule("TB-BEACON-02")
@pytest.mark.parametrize(
    ("now_s", "number", "comes_s"),
    [
        (0, 3, 6),  # lead 6 s: round 3 comes at that very moment
        (0.001, 4, 9),
        (2.999, 4, 9),
        (3, 4, 9),
        (-100, 1, 0),  # the chain has not begun
    ],
)
def test_the_round_is_the_first_at_or_after_the_lead(now_s, number, comes_s):
    beacon = a_beacon(lead_s=6, period_s=3)
    assert beacon.round_after(GENESIS_S * 1000 + round(now_s * 1000)) == number
    assert beacon.time_ms(number) == (GENESIS_S + comes_s) * 1000


def test_the_published_moment_of_a_round_of_quicknet():
    assert QUICKNET.time_ms(1000) == (1_692_803_367 + 999 * 3) * 1000


@pytest.mark.rule("TB-BEACON-01")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("chain", "52"),
        ("chain", "Z" * 64),
        ("public_key", "00" * 96),
        ("public_key", QUICKNET.public_key[:-2]),
        ("genesis_s", -1),
        ("period_s", 0),
        ("lead_s", 0),
        ("lead_s", 3_601),
    ],
)
def test_a_beacon_that_cannot_be_says_which_field_is_wrong(field, value):
    assert what_is_wrong(QUICKNET) == ""
    assert what_is_wrong(replace(QUICKNET, **{field: value})) == field
