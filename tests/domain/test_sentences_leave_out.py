"""Sentences leave out what is empty or hidden, whatever field of whatever event that is."""

import json
import re
from itertools import combinations
from pathlib import Path
from types import NoneType
from typing import get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decider import topic
from domain.table.messages import TABLE_EVENTS, SecretRevealed
from services.texts.telling import sentence

GOLDEN = Path(__file__).parents[1] / "golden"
SPOILT = re.compile(r"—|\(\)|\( |  |:[.;,)]|;[.;)]|[,;] ?\.|\(;|\(,|^[,;:.]| [.,;:]")
"""What is left of a sentence whose figures are gone."""
LETTERS = {"ru": {"StandingDefaultsSet"}}
"""Sentences with a dash of their own."""

GAMES = [catalogue.find(name).decider({}, 2) for name in ("power_grid/russia", "card_game", "colony61")]
KINDS = [*TABLE_EVENTS, *(kind for rules in GAMES for kind in rules.event_types)]


def golden_events():
    types = {topic(kind.__module__.split(".")[1], kind): kind for kind in KINDS}
    for path in sorted(GOLDEN.glob("*/events.jsonl")):
        for line in map(json.loads, path.read_text().splitlines()):
            if line["topic"] in types:
                yield msgspec.convert(line["event"], types[line["topic"]], strict=False)


EVENTS = list(golden_events())


def nothings(event):
    """Field by field, what it holds where there is nothing."""
    for name, hint in get_type_hints(type(event)).items():
        if name not in event.__struct_fields__:
            continue
        kinds = get_args(hint) if NoneType in get_args(hint) or UnsetType in get_args(hint) else (hint,)
        for kind in kinds:
            if kind in (NoneType, UnsetType):
                yield name, None if kind is NoneType else UNSET
            elif get_origin(kind) in (tuple, dict):
                yield name, get_origin(kind)()


def emptied(event):
    """The event with each of its fields emptied, with each two, and with all."""
    found = list(nothings(event))
    for some in (*combinations(found, 1), *combinations(found, 2), tuple(found)):
        yield replace(event, **dict(some))


def test_there_is_an_event_of_every_type():
    assert {type(event) for event in EVENTS} == set(KINDS)


def test_nonces_that_nobody_gave_are_none():
    assert sentence(SecretRevealed("5a", ("", "", "")), "en", str) == "The server reveals its secret 5a."
    told = sentence(SecretRevealed("5a", ("", "b7", "")), "en", str)
    assert told == "The server reveals its secret 5a and the nonces b7."


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_a_sentence_leaves_out_what_its_event_does_not_hold(event, language):
    told = [sentence(each, language, lambda seat: f"P{seat}") for each in (event, *emptied(event))]
    allowed = "—" if type(event).__name__ in LETTERS.get(language, ()) else ""
    assert [said for said in told if any(found != allowed for found in SPOILT.findall(said))] == []
