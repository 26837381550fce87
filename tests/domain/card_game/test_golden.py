"""Golden files: stored bytes of every event type, and whole games with what came of them."""

import msgspec
import pytest

from domain.kernel.decider import digest
from tests.domain.card_game.golden import FOLDER, LINES, WAYS, Recorded, drawn_for, replayed
from tests.domain.card_game.tables import decider
from tests.stored_lines import digest_as_written, event_bytes, topic_of, topics, written_again

RULES = decider()
STORED = LINES.read_bytes().splitlines()


def test_every_event_type_has_a_golden_line():
    assert topics(RULES.name, RULES.event_types) == {topic_of(line) for line in STORED}


@pytest.mark.parametrize("line", STORED, ids=topic_of)
def test_stored_bytes_are_read_and_written_the_same(line):
    assert written_again(line) == event_bytes(line)


@pytest.mark.parametrize("name", WAYS)
def test_a_recorded_game_is_replayed_to_its_recorded_end(name):
    game = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Recorded)
    events, state = replayed(game)
    assert state.ranking == game.ranking
    assert (digest_as_written(events, 1), digest(state)) == (game.events, game.state)
    # The last-round card, which ends the game, came up in the way that the file stands for.
    assert drawn_for(events) == WAYS[name][3]
