"""The verifier in the page looks at rounds of the beacon itself, and finds what ours finds."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from py_arkworks_bls12381 import Scalar

from domain.history.file import export
from domain.history.verify import verify
from domain.kernel.beacon import QUICKNET, is_signed
from domain.table.aggregate import fold
from domain.table.decide import Ruling, decide
from domain.table.lobby import Pinned, begin
from domain.table.messages import Begin, OpenTable
from tests.beacon import CHAIN, a_beacon, signed
from tests.domain.history.book import CODEC, RING, STARTED, Book, chosen
from tests.domain.history.test_beacon import OPENING, cheat, known_round, played
from tests.web.second import of_file
from tests.web.test_second_verifier import ask

pytestmark = pytest.mark.slow
__all__ = ["ask"]
OURS = RING.published()
ROUND_1000 = (
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"  # drand's own
)
INFINITY = "c0" + "00" * 47
FIELD = int(
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", 16
)  # of BLS12-381


class In2023(Book):
    """A history whose start names round 1000 of quicknet."""

    @property
    def now(self):
        of_round = datetime.fromtimestamp(QUICKNET.genesis_s + 999 * QUICKNET.period_s, UTC)
        return of_round - timedelta(seconds=QUICKNET.lead_s + (0.5 if len(self.rows) < 4 else -60 - len(self.rows)))


def forged(aggregate, command, actor, now_ms, pinned=None):
    """A server that takes any signature."""
    events = begin(replace(aggregate, signature=command.signature), Pinned(aggregate.starting.editions, 1))
    return Ruling(events, fold(events, aggregate, actor))


def with_signature(signature, beacon=None):
    book = Book(OpenTable("demo", 2, beacon=beacon or a_beacon())).execute(*STARTED)
    book.decide, number = forged, book.aggregate.starting.round
    book.execute(("server", Begin(number, signature(number) if callable(signature) else signature)))
    book.decide = decide
    return book.execute(*chosen(3, 1), *chosen(2, 1))


def filed(book):
    return export(book.rows, CODEC, RING.signer)


def test_a_round_of_quicknet_is_proven_by_both(ask):
    book = In2023(OpenTable("demo", 2, beacon=QUICKNET)).execute(*STARTED)
    assert book.aggregate.starting.round == 1000
    book.execute(("eve", Begin(1000, ROUND_1000)), *chosen(3, 1), *chosen(2, 1))
    verdict = verify(filed(book), CODEC, RING.keys)
    (found,) = ask([of_file(filed(book), OURS)])
    assert (verdict.fault, "beacon" in verdict.proven) == (None, True)
    assert (found["fault"], found["proven"][-2:], found["notes"]) == (None, ["beacon", "signature"], [])
    assert found["beacon"] == {"chain": QUICKNET.chain, "round": 1000, "signature": ROUND_1000}
    assert found["seed"] == book.aggregate.dice.seed.hex()


def test_of_another_chain_it_is_said_who_could_choose(ask):
    verdict = verify(filed(played()), CODEC, RING.keys)
    (found,) = ask([of_file(filed(played()), OURS)])
    assert (found["right"], "beacon" in verdict.proven, "beacon" in found["proven"]) == (True, False, False)
    assert [f"{note}; from then on the server knew the draws" for note in found["notes"]] == [verdict.chance]
    assert CHAIN in verdict.chance


@pytest.mark.parametrize(
    "signature",
    [
        lambda number: signed(number - 1),
        lambda number: signed(number, key=Scalar(5)),
        lambda number: signed(number).upper(),
        INFINITY,
        "00" * 48,
        "ff" * 48,
        "8" + "0" * 95,
    ],
    ids=["of another round", "of another key", "in another spelling", "infinity", "zero", "no number", "no point"],
)
def test_a_forged_signature_is_refused_with_the_same_code_at_the_same_event(ask, signature):
    content = filed(with_signature(signature))
    fault = verify(content, CODEC, RING.keys).fault
    (found,) = ask([of_file(content, OURS)])
    assert fault.code == "REFUSED"
    assert (found["fault"]["code"], found["fault"]["version"]) == (fault.code, fault.version)


def test_the_same_signatures_are_taken_under_the_same_keys(ask):
    """Bytes at the edge of the field and of the group, as keys and as signatures."""
    beacon, infinity = a_beacon(), "c0" + "00" * 95
    number = next(number for number in range(1, 1_000) if beyond(signed(number)))
    keys = [beacon.public_key, infinity, "00" * 96, "ff" * 96, "a0" + "00" * 95]
    signatures = [signed(number), beyond(signed(number)), signed(number + 1), INFINITY, "a0" + "00" * 47, "80" * 47]
    cases = [(replace(beacon, public_key=key), one) for key in keys for one in signatures]
    asked = [{"what": "round", "beacon": to_builtins(chain), "round": number, "signature": one} for chain, one in cases]
    assert ask(asked) == [is_signed(chain, number, one) for chain, one in cases]
    assert [is_signed(chain, number, one) for chain, one in cases] == [True] + [False] * (len(cases) - 1)


def beyond(signature):
    """The same point with the prime added to its x; empty where that has too many digits."""
    flags, x = int(signature[:2], 16) & 0xE0, int(signature, 16) & (1 << 381) - 1
    return f"{(flags << 376) + x + FIELD:096x}" if x + FIELD < 1 << 381 else ""


def test_a_round_that_was_known_at_the_start_is_found_by_both(ask):
    book = Book(OPENING, decide=cheat(known_round)).execute(*STARTED)
    book.decide, number = forged, book.aggregate.starting.round
    content = filed(book.execute(("eve", Begin(number, signed(number)))))
    fault = verify(content, CODEC, RING.keys).fault
    (found,) = ask([of_file(content, OURS)])
    assert (fault.code, fault.version) == (found["fault"]["code"], found["fault"]["version"]) == ("EVENT", 4)
