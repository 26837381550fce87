"""Files that differ from right ones are refused, and those that do not are not: some thousands by both verifiers.
`python -m tests.mutations` does as many as one likes (docs/history-format.md)."""

import pytest

from domain.history.adjudicate import Fault
from tests.mutations import Mutant, Source, mutants, run, sources, wrong
from tests.web.second import disagreement, second_verifier

COUNT = 3_000
SEED = 20


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_mutant_passes_none_of_ours_is_refused_and_both_verifiers_agree():
    with second_verifier() as ask:
        came_to, found = run(COUNT, SEED, sources(), ask)
        if ask is None:
            pytest.skip("NEITHER NODE 20 NOR CHROMIUM: the mutants were shown to ours alone")
    assert found == []
    assert sum(came_to.values()) == COUNT
    assert {way.partition(":")[0] for way in came_to} == {"anybody", "key", "all", "honest"}


def test_the_test_sees_what_is_wrong():
    right = Source(b"right", b"")
    assert wrong(Mutant("all: spaced", b"other", right), None) == "passes"
    assert wrong(Mutant("all: spaced", b"other", right), Fault("WHITE_SPACE", "format", "")) == ""
    assert wrong(Mutant("honest", b"other", right, passes=True), Fault("TIME", "format", "")).startswith("refused")
    fault, missed = Fault("TIME", "format", "", 3), {"right": True, "fault": None}
    assert disagreement(fault, missed) == "('TIME', 3), and None"
    assert disagreement(None, {"right": False, "fault": {"code": "TIME", "version": 3}}) == "right, and ('TIME', 3)"
    assert disagreement(Fault("REFUSED", "DEMO-01", "", 3), missed) == ""


def test_the_same_seed_gives_the_same_mutants():
    given = sources()[:2]
    one, other = mutants(SEED, given), mutants(SEED, given)
    assert [next(one).content for _ in range(20)] == [next(other).content for _ in range(20)]
