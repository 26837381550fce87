"""Files exported once and kept for ever: every later version must prove them and write them the same."""

import json
from functools import partial
from pathlib import Path

import pytest
from msgspec import UNSET

from domain import stored
from domain.history.file import export, take_apart
from domain.history.verify import verify
from domain.table.decide import decide
from domain.table.lobby import Pinned
from services.history.keys import published_keys
from tests.domain.history.book import RING, finished
from tests.domain.history.golden import BOARDS, shown_of, signed

FOLDER = Path(__file__).parents[2] / "golden/history"
KEYS = published_keys(json.loads((FOLDER / "keys.json").read_text()))
FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_an_earlier_day_is_proven(path):
    verdict = verify(path.read_bytes(), stored.codec(), KEYS)
    assert (verdict.fault, verdict.status) == (None, "FINISHED")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_rows_are_exported_to_the_same_bytes_today(path):
    content = path.read_bytes()
    assert export(take_apart(content).rows, stored.codec(), RING.signer) == content


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_was_shown_of_it_is_shown_the_same_today_or_has_another_schema_number(path):
    """A file of a running game holds the digest of its board: under the same number another board makes it wrong."""
    name, shown = shown_of(path)
    assert json.loads(BOARDS.read_text())[name] == shown


def test_the_game_of_the_first_day_is_played_the_same_today():
    before_numbers = Pinned(bots=UNSET)
    assert (
        export(finished(decide=partial(decide, pinned=before_numbers)).rows, stored.codec(), RING.signer)
        == (FOLDER / "demo.jsonl").read_bytes()
    )


def test_the_first_game_that_was_signed_is_played_and_signed_the_same_today():
    assert export(signed().rows, stored.codec(), RING.signer) == (FOLDER / "signed.jsonl").read_bytes()
