"""Pictures of fixed positions are drawn as they were when they were looked at.

`python -m tests.web.test_picture_goldens FOLDER` writes the pictures as SVG, for people to look at, and records their
digests in tests/golden/pictures.json.
"""

import json
import sys
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.kernel.simulation import play
from services.web.pictures import picture_of
from services.web.pictures.canvas import Frame, SeatLook
from tests.kit import COLOURS, decider

GOLDEN = Path(__file__).parents[1] / "golden/pictures.json"
GAMES = {
    "power_grid/russia": 3, "power_grid/japan": 4, "power_grid/india": 2, "power_grid/australia": 3,
    "power_grid/germany": 5, "power_grid/usa": 6, "card_game": 2, "colony61": 5,
}  # fmt: skip
"""The number of seats of each."""
POSITIONS = [
    (variant, seats, number, language)
    for variant, seats in GAMES.items()
    for number, language in ((1, "ru"), (80, "en"), (10_000, "en"))
]


def name_of(variant, seats, number, language):
    return f"{variant} {seats} seats, position {number}, {language}"


def picture(variant, seats, number, language):
    """Draw a position of a game of greedy bots: the first is that before any move, the last that of the end."""
    rules, dice = decider(variant, seats), Dice.from_text(f"picture {variant}")
    setup = rules.draw_setup(Table(COLOURS[:seats]), dice)
    *_, last = islice(play(rules, setup, [rules.bots["greedy"]] * seats, dice.roll("bots")), number)
    looks = tuple(SeatLook(f"Player {seat}", COLOURS[seat], acts=seat == 1, place=seat % 2) for seat in range(seats))
    frame = Frame("A title that is too long to fit into the head of a picture of this size", "Round", looks, language)
    return picture_of(variant.partition("/")[0], msgspec.json.encode(rules.view(last.state, None)), frame)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: name_of(*position))
def test_picture_is_drawn_as_it_was_recorded(position):
    recorded = json.loads(GOLDEN.read_text())[name_of(*position)]
    assert sha256(picture(*position).encode()).hexdigest() == recorded


def main(folder):
    digests = {}
    for position in POSITIONS:
        drawn = picture(*position)
        name = name_of(*position)
        (folder / f"{name.replace('/', ' ')}.svg").write_text(drawn)
        digests[name] = sha256(drawn.encode()).hexdigest()
    GOLDEN.write_text(json.dumps(digests, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
