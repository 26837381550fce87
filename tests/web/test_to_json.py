"""Answers in JSON are what the library would write, for every message of the contract."""

import json
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from google.protobuf import any_pb2, duration_pb2, field_mask_pb2, struct_pb2, timestamp_pb2
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.json_format import MessageToDict, Parse
from google.protobuf.message_factory import GetMessageClass

from services.api.messages.to_json import to_json
from turnledger.v1 import play_pb2

DEEPEST = 6
CONTRACT = Path(__file__).parents[2] / "proto/turnledger/v1"
VALUES = {
    FieldDescriptor.CPPTYPE_STRING: ("", "Москва", 'a "quoted"\nline', "</script>"),
    FieldDescriptor.CPPTYPE_BOOL: (True, False),
    FieldDescriptor.CPPTYPE_INT32: (0, 1, -1, -(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 1, 2**32 - 1),
    FieldDescriptor.CPPTYPE_INT64: (0, 1, -(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, 1, 2**64 - 1),
    FieldDescriptor.CPPTYPE_DOUBLE: (0.0, 0.1, -2.5, 1e300),
}
OF_THE_LIBRARY = {
    "google.protobuf.Timestamp": timestamp_pb2.Timestamp(seconds=1_700_000_000, nanos=5_000_000),
    "google.protobuf.Duration": duration_pb2.Duration(seconds=61, nanos=500_000_000),
    "google.protobuf.Any": any_pb2.Any(type_url="type.googleapis.com/google.protobuf.Duration", value=b"\x08\x3d"),
    "google.protobuf.FieldMask": field_mask_pb2.FieldMask(paths=["game_id"]),
    "google.protobuf.Struct": struct_pb2.Struct(fields={"seed": struct_pb2.Value(string_value="ä")}),
}


def messages():
    files = [import_module(f"turnledger.v1.{path.stem}_pb2") for path in sorted(CONTRACT.glob("*.proto"))]
    waiting = [each for file in files for each in file.DESCRIPTOR.message_types_by_name.values()]
    while waiting:
        kind = waiting.pop()
        if not kind.GetOptions().map_entry:
            yield kind
        waiting += kind.nested_types


def value_of(field, random, deep):
    if field.enum_type:
        return random.choice([each.number for each in field.enum_type.values] + [9_999])
    if field.type == FieldDescriptor.TYPE_BYTES:
        return random.randbytes(random.randrange(5))
    if field.message_type:
        return filled(field.message_type, random, deep + 1)
    return random.choice(VALUES[field.cpp_type])


def filled(kind, random, deep=0):
    """With about half of its fields, whatever they hold, its zeros among them."""
    if kind.full_name in OF_THE_LIBRARY:
        return OF_THE_LIBRARY[kind.full_name]
    message = GetMessageClass(kind)()
    for field in kind.fields if deep < DEEPEST else ():
        if random.random() < 0.5:
            continue
        if field.message_type and field.message_type.GetOptions().map_entry:
            key, value = (field.message_type.fields_by_name[each] for each in ("key", "value"))
            told = getattr(message, field.name)
            for _ in range(random.randrange(3)):
                made = value_of(value, random, deep)
                if value.message_type:
                    told[value_of(key, random, deep)].CopyFrom(made)
                else:
                    told[value_of(key, random, deep)] = made
        elif field.is_repeated:
            getattr(message, field.name).extend(value_of(field, random, deep) for _ in range(random.randrange(3)))
        elif field.message_type:
            getattr(message, field.name).CopyFrom(value_of(field, random, deep))
        else:
            setattr(message, field.name, value_of(field, random, deep))
    return message


@pytest.mark.parametrize("kind", list(messages()), ids=lambda kind: kind.full_name.removeprefix("turnledger.v1."))
def test_every_message_is_written_as_the_library_writes_it_and_can_be_read_back(kind):
    random = Random(kind.full_name)
    for message in (GetMessageClass(kind)(), *(filled(kind, random) for _ in range(3))):
        written = to_json(message)
        assert json.loads(written) == MessageToDict(message, always_print_fields_with_no_presence=True)
        assert Parse(written, GetMessageClass(kind)()) == message


def test_an_answer_is_one_line_with_its_zeros():
    assert (
        to_json(play_pb2.SubmitResponse(game_id="a\nb"))
        == b'{"gameId":"a\\nb","firstVersion":0,"version":0,"events":[]}'
    )
