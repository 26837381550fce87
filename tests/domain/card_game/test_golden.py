"""Golden files: stored bytes of every event type, and whole games with what came of them."""

import msgspec
import pytest

from domain.kernel.decider import digest, topic
from tests.domain.card_game.golden import FOLDER, LINES, WAYS, Recorded, drawn_for, replayed
from tests.domain.card_game.tables import decider

RULES = decider()
TYPES = {topic(RULES.name, event_type): event_type for event_type in RULES.event_types}
STORED = LINES.read_bytes().splitlines()


def test_every_event_type_has_a_golden_line():
    assert set(TYPES) == {msgspec.json.decode(line)["topic"] for line in STORED}


@pytest.mark.parametrize("line", STORED, ids=lambda line: msgspec.json.decode(line)["topic"])
def test_stored_bytes_are_read_and_written_the_same(line):
    stored = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    event = msgspec.json.decode(stored["event"], type=TYPES[msgspec.json.decode(stored["topic"])])
    assert msgspec.json.encode(event, order="deterministic") == bytes(stored["event"])


@pytest.mark.parametrize("name", WAYS)
def test_a_recorded_game_is_replayed_to_its_recorded_end(name):
    game = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Recorded)
    events, state = replayed(game)
    assert state.ranking == game.ranking
    assert (digest(events), digest(state)) == (game.events, game.state)
    # The last-round card, which ends the game, came up in the way that the file stands for.
    assert drawn_for(events) == WAYS[name][3]
