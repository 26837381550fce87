"""Files that differ from right ones are refused, and those that do not are not: some thousands by both verifiers.
`python -m tests.mutations` does as many as one likes (docs/history-format.md)."""

import pytest

from domain.history.adjudicate import Fault
from domain.history.file import export
from domain.history.verify import verify
from tests.domain.history.book import CODEC, RING, finished
from tests.mutations import Mutant, Source, mutants, run, signed, sources, wrong
from tests.web.second import disagreement, of_file, second_verifier

COUNT = 3_000
SEED = 20
FILE = export(finished().rows, CODEC, RING.signer)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_no_mutant_passes_none_of_ours_is_refused_and_both_verifiers_agree():
    with second_verifier() as ask:
        came_to, found = run(COUNT, SEED, sources(), ask)
        if ask is None:
            pytest.skip("NEITHER NODE 20 NOR CHROMIUM: the mutants were shown to ours alone")
    assert found == []
    assert sum(came_to.values()) == COUNT
    assert {way.partition(":")[0] for way in came_to} == {"anybody", "key", "all", "honest"}


def test_the_test_sees_what_is_wrong():
    right, other = FILE, FILE.replace(b"NumberChosen", b"NumberMissed")
    passed, refused = verify(right, CODEC, RING.keys), verify(other, CODEC, RING.keys)
    assert wrong(Mutant("all: spaced", other, Source(right, b"")), passed) == "passes"
    assert wrong(Mutant("all: spaced", other, Source(right, b"")), refused) == ""
    assert wrong(Mutant("honest", other, Source(right, b""), passes=True), refused).startswith("refused")
    fault, missed = Fault("TIME", "format", "", 3), {"right": True, "fault": None}
    assert disagreement(fault, missed) == "('TIME', 3), and None"
    assert disagreement(None, {"right": False, "fault": {"code": "TIME", "version": 3}}) == "right, and ('TIME', 3)"
    assert disagreement(Fault("REFUSED", "DEMO-01", "", 3), missed) == ""


def test_a_board_of_another_schema_passes_only_as_unproven():
    old, new = b'"board":{"schema":1,', b'"board":{"schema":10,'
    mutant = Mutant("key: put_in", resigned(old, new), Source(FILE, b""))
    verdict = verify(mutant.content, CODEC, RING.keys)
    assert (verdict.fault, "board" in verdict.unproven, wrong(mutant, verdict)) == (None, True, "")
    assert wrong(mutant, verify(FILE, CODEC, RING.keys)) == "passes"
    also = Mutant("key: put_in", resigned(old + b'"sha256":"', new + b'"sha256":"0'), Source(FILE, b""))
    assert wrong(also, verdict) == "passes"


@pytest.mark.slow
def test_a_board_without_a_schema_is_refused_by_both():
    content = resigned(b'"board":{"schema":1,', b'"board":{"schema":0,')
    fault = verify(content, CODEC, RING.keys).fault
    with second_verifier() as ask:
        if ask is None:
            pytest.skip("NEITHER NODE 20 NOR CHROMIUM: the file was shown to ours alone")
        (theirs,) = ask([of_file(content, RING.published())])
    assert (fault.code, theirs["fault"]["code"]) == ("MALFORMED", "MALFORMED")


def resigned(old, new):
    """The file with other bytes, signed again by the holder of the key."""
    assert old in FILE
    return signed(FILE[: FILE.rindex(b',"signature"')].replace(old, new))


def test_the_same_seed_gives_the_same_mutants():
    given = sources()[:2]
    one, other = mutants(SEED, given), mutants(SEED, given)
    assert [next(one).content for _ in range(20)] == [next(other).content for _ in range(20)]
