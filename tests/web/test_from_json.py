"""Requests that are read without the library are what it would make of them, and so is every refusal."""

import json
from random import Random

import pytest
from google.protobuf.message_factory import GetMessageClass

from services.api.messages.convert import MalformedMessage
from services.web import from_json as module
from services.web.from_json import from_json
from tests.api.methods import METHODS
from turnledger.v1 import play_pb2

ODD = (None, True, 0, -1, 2**31, 2**63, 2**64, 1.0, 1.5, "", "5", "\ud800", "no word", [], [None], {}, {"": {}})
TEXTS = ("", "Москва", "a\0b", "OPEN", "2026-11-28T00:00:00Z")
DEEPEST = 5


def value_of(field, random, deep):
    if random.random() < 0.03:
        return random.choice(ODD)
    if field.message_type and field.message_type.GetOptions().map_entry:
        _, value = field.message_type.fields
        return {random.choice(TEXTS): one_of(value, random, deep) for _ in range(random.randrange(3))}
    if field.is_repeated:
        return [one_of(field, random, deep) for _ in range(random.randrange(3))]
    return one_of(field, random, deep)


def one_of(field, random, deep):
    if field.message_type:
        return filled(field.message_type, random, deep + 1)
    if field.enum_type:
        return random.choice([*field.enum_type.values_by_name, 1])
    return random.choice({str: TEXTS, bool: (True, False), int: (0, 1, -1, 2**31 - 1, 2**31)}[kind_of(field)])


def kind_of(field):
    return {field.CPPTYPE_STRING: str, field.CPPTYPE_BOOL: bool}.get(field.cpp_type, int)


def filled(kind, random, deep=0):
    """With some of its fields, under either name, at times two of a oneof, and names that it does not know."""
    fields = [] if deep > DEEPEST else random.sample(list(kind.fields), random.randrange(min(len(kind.fields), 4) + 1))
    given = {random.choice((each.json_name, each.name)): value_of(each, random, deep) for each in fields}
    if random.random() < 0.05:
        given[random.choice(("of_tomorrow", "[turnledger.v1.more]"))] = [1]
    if fields and random.random() < 0.05:
        given[fields[0].name] = value_of(fields[0], random, deep)
    return given


def outcome_of(data, kind):
    try:
        return from_json(data, kind)
    except MalformedMessage as refused:
        return refused.args


def test_requests_are_read_as_the_library_reads_them(monkeypatch):
    random = Random(42)
    kinds = [GetMessageClass(method.input_type) for method in METHODS.values()]
    requests = [(json.dumps(filled(kind.DESCRIPTOR, random)).encode(), kind) for kind in kinds for _ in range(40)]
    ours = [outcome_of(*request) for request in requests]
    monkeypatch.setattr(module, "_usual", lambda given, kind: None)
    for (data, kind), outcome in zip(requests, ours, strict=True):
        assert outcome_of(data, kind) == outcome, data


def test_usual_requests_do_not_need_the_library(monkeypatch):
    monkeypatch.setattr(module, "by_library", lambda given, kind: pytest.fail(f"{given} is a usual request"))
    for request in (
        {"gameId": "a", "expectedVersion": 5, "choice": {"option": 1, "number": 0}, "parts": {"board": True}},
        {"game_id": "a", "command": {"powerGrid": {"placeBid": {"amount": 6}}}, "of_tomorrow": {"a": [1]}},
        {"command": {"powerGrid": {"runPlants": {"runs": [{"plant": "05", "fuel": {"coal": 2}}]}}}},
    ):
        from_json(json.dumps(request).encode(), play_pb2.SubmitRequest)
