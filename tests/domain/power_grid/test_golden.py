"""Golden files: stored bytes of every event type, and recorded games with what came of them."""

import pytest

from tests.domain.power_grid.golden import FOLDER, LINES, WAYS, read, replayed, way_of
from tests.domain.power_grid.positions import MAPS
from tests.kit import decider
from tests.stored_lines import event_bytes, topic_of, topics, written_again

RULES = decider("power_grid/russia", 2)
STORED = LINES.read_bytes().splitlines()


def test_every_event_type_has_a_golden_line():
    assert topics(RULES.name, RULES.event_types) == {topic_of(line) for line in STORED}


@pytest.mark.parametrize("line", STORED, ids=topic_of)
def test_stored_bytes_are_read_and_written_the_same(line):
    assert written_again(line) == event_bytes(line)


def test_every_map_has_a_game_for_each_phase_that_stage_3_can_come_from():
    expected = {f"{name}-{phase}" for name in MAPS for phase in ("auction", "building", "bureaucracy")}
    assert expected <= set(WAYS)
    assert {path.stem for path in FOLDER.glob("*-*.jsonl")} == set(WAYS)


@pytest.mark.rule("PG-END-05", "PG-STG-05", "PG-GEN-04")
@pytest.mark.parametrize("name", WAYS)
def test_a_recorded_game_is_replayed_to_its_recorded_end(name):
    opening, commands, result = read(FOLDER / f"{name}.jsonl")
    events, found = replayed(opening, commands)
    assert found == result
    assert way_of(events) == name.partition("-")[2]
    assert result.reason == "NETWORK_SIZE_REACHED"
