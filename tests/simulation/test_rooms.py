"""A fixed plan for each room, and the rare states that it reaches."""

import pytest

from tests.simulation.faults import ROOM_KINDS, Fault, Plan
from tests.simulation.rooms import ROOMS
from tests.simulation.world import run

KILL, MISSING = "archive: kill a pass", "archive: files missing"
PLANS = {
    "archive": (
        Plan(
            3,
            40.0,
            2,
            1,
            (Fault(8.0, KILL, 1), Fault(12.0, KILL, 0), Fault(20.0, MISSING, 8), Fault(25.0, "kill", 5)),
            rooms=("archive",),
        ),
        (
            "an archived game was read in a run",
            "an archive pass was killed before the events left the store",
            "archived game is unreadable and is passed over",
            "the view %s takes up game %s, which it had passed over",
        ),
    ),
}
"""Plans, and the states that each reaches."""


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_a_fixed_plan_of_a_room_heals_and_reaches_its_rare_states(room):
    plan, states = PLANS[room]
    outcome = run(plan)
    assert outcome.faults == []
    assert not [state for state in states if not outcome.reached[state]]


def test_each_room_can_be_drawn():
    assert ROOM_KINDS.keys() == ROOMS.keys()


@pytest.mark.slow
def test_an_event_that_the_archive_hides_is_noticed(monkeypatch):
    """The checks can fail: a store that reads the log without archived games."""
    monkeypatch.setattr("services.store.archive.read_through.is_whole", lambda hot, limit: True)
    outcome = run(Plan(3, 25.0, 1, 1, (), rooms=("archive",)))
    assert any("through the archive" in wrong for wrong in outcome.faults)
