"""Compares a stored command (JSON) with a message of the contract, without knowing any game.

Both have the same values under the same names, with few exceptions: a seat is `player` in the stored form and absent in
a message; a name that is a keyword of languages (`from`) is longer in the contract; and nested JSON (lists of lists,
pairs, maps) has messages of its own. Any other difference makes it another command.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

TYPE = "type"
OTHERWISE = {"place": "seat", "from": "source", "to": "target", "1": "ones", "5": "fives", "10": "tens"}
"""Stored names that may differ in the contract, with the contract's names."""


def says_the_same(stored: str, sent: Message, seat: int | None) -> bool:
    """`sent`: a game's command, or an ActRequest of which the action counts. `seat`: who gives it; None where the
    command names none."""
    try:
        said = json.loads(stored, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return False
    if not isinstance(said, dict) or json.dumps(said, ensure_ascii=False, separators=(",", ":")) != stored:
        return False
    if seat is not None and said.pop("player", None) != seat:
        return False
    if sent.DESCRIPTOR.full_name == "google.protobuf.Struct":
        told = _whole(MessageToDict(sent))
        told.pop("game", None)
        return bool(told == said)
    return _is_one_of(said, sent)


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name} is there twice")
        found[name] = value
    return found


def _is_one_of(said: dict[str, Any], sent: Message) -> bool:
    """A value with its kind: the one case of a oneof that is set."""
    oneof = next((each for each in sent.DESCRIPTOR.oneofs if len(each.fields) > 1), None)
    case = sent.WhichOneof(oneof.name) if oneof else None
    if case is None or _snake(str(said.get(TYPE))) != case:
        return False
    return _is_struct({name: value for name, value in said.items() if name != TYPE}, getattr(sent, case))


def _is_struct(said: dict[str, Any], sent: Message) -> bool:
    left = dict(said)
    for field in sent.DESCRIPTOR.fields:
        exactly = field.name if field.name in left else None
        name = exactly or next((name for name in left if _is_called(name, field.name)), None)
        if name is None and field.has_presence and not sent.HasField(field.name):
            continue
        if name is None or not _is_field(left.pop(name), sent, field):
            return False
    return not left


def _is_called(stored: str, known_as: str) -> bool:
    return stored == known_as or known_as.startswith(f"{stored}_") or OTHERWISE.get(stored) == known_as


def _is_field(said: Any, sent: Message, field: Any) -> bool:
    value = getattr(sent, field.name)
    if field.is_repeated:
        return _is_map(said, value) if _is_a_map(field) else _is_list(said, value, field)
    if said is None:
        return field.has_presence and not sent.HasField(field.name)
    if field.has_presence and not sent.HasField(field.name):
        return False
    return _is_value(said, value, field)


def _is_value(said: Any, value: Any, field: Any) -> bool:
    if field.message_type:
        return _is_message(said, value)
    if field.enum_type:
        word = field.enum_type.values_by_number[value].name
        return isinstance(said, str) and word.endswith(f"_{said}")
    if field.type == FieldDescriptor.TYPE_STRING:  # a card or place may be a number
        return isinstance(said, (str, int)) and not isinstance(said, bool) and str(said) == value
    return type(said) is type(value) and bool(said == value)


def _is_message(said: Any, value: Message) -> bool:
    fields = value.DESCRIPTOR.fields
    if isinstance(said, dict) and TYPE in said:
        return _is_one_of(said, value)
    wrapped = len(fields) == 1 and fields[0].is_repeated
    if isinstance(said, dict) and not (wrapped and not _is_called_any(said, fields[0].name)):
        return _is_struct(said, value)
    if wrapped:
        return _is_field(said, value, fields[0])
    if isinstance(said, list) and len(said) == len(fields):
        return all(_is_field(each, value, field) for each, field in zip(said, fields, strict=True))
    return False


def _is_called_any(said: dict[str, Any], known_as: str) -> bool:
    return len(said) == 1 and any(_is_called(name, known_as) for name in said)


def _is_list(said: Any, values: Any, field: Any) -> bool:
    if isinstance(said, dict):
        return _is_entries(said, values, field)
    if not isinstance(said, list) or len(said) != len(values):
        return False
    return all(_is_value(each, value, field) for each, value in zip(said, values, strict=True))


def _is_entries(said: dict[str, Any], values: Any, field: Any) -> bool:
    """A map as a list of messages: the first field is the key, the second the value."""
    if not field.message_type or len(field.message_type.fields) != 2 or len(said) != len(values):
        return False
    key, value = field.message_type.fields
    found = {str(getattr(each, key.name)): each for each in values}
    return found.keys() == said.keys() and all(_is_field(said[name], each, value) for name, each in found.items())


def _is_a_map(field: Any) -> bool:
    return bool(field.message_type and field.message_type.GetOptions().map_entry)


def _is_map(said: Any, value: Any) -> bool:
    return isinstance(said, dict) and {str(name): value[name] for name in value} == said


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _whole(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_whole(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _snake(name: str) -> str:
    """`PlaceBid` -> `place_bid`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
