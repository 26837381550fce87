"""Golden files: stored bytes of every event type, and whole games with what came of them."""

import msgspec
import pytest

from domain.kernel.decider import digest
from tests.domain.colony61.golden import FOLDER, LINES, Recorded, replayed, way_of, ways
from tests.domain.colony61.positions import RULES
from tests.stored_lines import digest_as_written, event_bytes, topic_of, topics, written_again

STORED = LINES.read_bytes().splitlines()


def test_every_event_type_has_a_golden_line():
    assert topics(RULES.name, RULES.event_types) == {topic_of(line) for line in STORED}


@pytest.mark.parametrize("line", STORED, ids=topic_of)
def test_stored_bytes_are_read_and_written_the_same(line):
    assert written_again(line) == event_bytes(line)


@pytest.mark.rule("C61-GEN-04", "C61-END-03", "C61-END-04", "C61-SCO-05")
@pytest.mark.parametrize("name", ways())
def test_a_recorded_game_is_replayed_to_its_recorded_end(name):
    """Each colony card with each end it has: an end condition of its own, the turn track, a defeat; and one balance."""
    game = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Recorded)
    events, state = replayed(game)
    assert (digest_as_written(events, 1), digest(state)) == (game.events, game.state)
    assert (state.result.reason, state.result.ranking, state.result.winners) == (
        game.reason, game.ranking, game.winners,
    )  # fmt: skip
    assert way_of(events) == name.rsplit("-", 1)[1]
