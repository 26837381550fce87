"""Domain values to messages of the contract and back, by one rule: equal field names, after the aliases of aliases.py
(of the name that msgspec writes, or the Struct's own where that name is invalid for a field).

A converter is compiled once a type from the Struct's annotations and the message's descriptor; a field that one side
lacks is an error at that moment, so the test that compiles everything holds the contract to the domain. Only what is
`given` next to a message may be missing in it: the seat of a command, which is that of the caller.

| Struct | message |
| --- | --- |
| int, bool, str, float, a Literal of words | the scalar |
| an int or a word (a card, a place) | string |
| X or None, X or UNSET | the field's presence |
| tuple[X, ...], tuple[X, X] | repeated X |
| tuple[X, Y] | a message with one field a place |
| dict[K, V] | a map, or repeated message: its first field the key, its second the value, in the order of keys |
| an int of seconds (`…_s`) | google.protobuf.Duration |
| an int of milliseconds | google.protobuf.Timestamp (0 is absent) or Duration |
| a word | a value of an enum, without its prefix; empty or unknown is UNSPECIFIED |
| a list or dict that may be absent, or stands in a list | a message whose only field it is |
| dict[str, Any] | google.protobuf.Struct |
| Struct | a message with the same fields |
| a union of Structs, a family | a message with one oneof, its fields named after the Structs |
"""

import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Generic, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from google.protobuf import json_format, struct_pb2
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from msgspec import UNSET, Struct, UnsetType

from services.api.messages.aliases import IN_CAPITALS, OLD_NAMES, wire_name

T = TypeVar("T", bound=Struct)
_SCALARS: dict[Any, tuple[int, ...]] = {
    int: (FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_INT64),
    bool: (FieldDescriptor.CPPTYPE_BOOL,),
    str: (FieldDescriptor.CPPTYPE_STRING,),
    float: (FieldDescriptor.CPPTYPE_DOUBLE,),
}

_ABSENT = (NoneType, UnsetType)
_NEVER: Any = object()
_MUST_BE_THERE: Any = object()
Given = Mapping[str, Any]
"""Values of a Struct's fields that its message does not have."""
_NOTHING_GIVEN: Given = {}


class MalformedMessage(Exception):
    """A message that no domain value can be made of. `field`: its path; `problem`: what is wrong with it."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(field, problem)
        self.field, self.problem = field, problem


class ContractGap(TypeError):
    """A Struct and its message do not fit together: a mistake of ours, found when the converter is compiled."""


class Pair(NamedTuple):
    """One value there and back. `to` gives what a message's constructor takes (of a message in it: its fields by name,
    which costs half of making it first), `back` what a Struct's does."""

    to: Callable[[Any], Any]
    back: Callable[[Any], Any]


class Converter(Generic[T]):
    """One Struct type and one message type. `given`: see Given; of the Structs in it, too."""

    def __init__(self, struct: type[T], message: type[Message], given: Given = _NOTHING_GIVEN) -> None:
        self._struct, self._message = struct, message
        fields = message.DESCRIPTOR.fields_by_name
        hints = get_type_hints(struct)
        names = field_names(struct, fields)
        self._given = {
            name: given[name] for name, known_as in names.items() if known_as not in fields and name in given
        }
        names = {name: known_as for name, known_as in names.items() if name not in self._given}
        self._old_names = OLD_NAMES.get(struct.__name__, {})
        current = set(fields) - set(self._old_names.values())
        if set(names.values()) != current:
            differ = set(names.values()) ^ current
            raise ContractGap(f"{struct.__qualname__} and {message.DESCRIPTOR.full_name} differ in {differ}")
        self._fields = [
            (name, known_as, _absent_as(hints[name], fields[known_as]), _field(struct, name, fields[known_as], given))
            for name, known_as in names.items()
        ]
        self._known_as = tuple(names.values())
        self._values = attrgetter(*names, "__class__") if names else _nothing  # of one name it would give no tuple
        self._conversions = [(known_as, pair.to) for _, known_as, _, pair in self._fields if pair.to is not _same]

    def to_message(self, value: T) -> Message:
        return self._message(**self.fields(value))

    def fields(self, value: T) -> dict[str, Any]:
        """Return the arguments of the message's constructor."""
        fields = dict(zip(self._known_as, self._values(value), strict=False))
        for known_as, old in self._old_names.items():
            fields[old] = fields[known_as]
        for known_as, to in self._conversions:
            fields[known_as] = to(fields[known_as])
        return fields

    def to_struct(self, message: Message) -> T:
        """Raises MalformedMessage."""
        values = dict(self._given)
        for name, known_as, absent_as, pair in self._fields:
            if known_as in self._old_names:
                values[name] = _under_either_name(message, known_as, self._old_names[known_as], pair)
            elif absent_as is _NEVER or message.HasField(known_as):
                values[name] = pair.back(getattr(message, known_as))
            elif absent_as is _MUST_BE_THERE:
                raise MalformedMessage(known_as, "must be there")
            else:
                values[name] = absent_as
        return self._struct(**values)


def _under_either_name(message: Any, known_as: str, old: str, pair: Pair) -> Any:
    """Return the value of a field that has a deprecated name. Raises MalformedMessage where both are set and differ."""
    old_value = getattr(message, old)
    if not message.HasField(known_as):
        return old_value
    value = pair.back(getattr(message, known_as))
    if old_value and old_value != value:
        raise MalformedMessage(old, f"is the old name of {known_as}, and has another value")
    return value


class Family(Generic[T]):
    """A union of Struct types and the message with their oneof. `given`: see Given."""

    def __init__(self, message: type[Message], types: Iterable[type[T]], given: Given = _NOTHING_GIVEN) -> None:
        self._message = message
        fields = message.DESCRIPTOR.fields_by_name
        (self._oneof,) = (oneof.name for oneof in message.DESCRIPTOR.oneofs if len(oneof.fields) > 1)
        self._converters: dict[str, Converter[T]] = {}
        self._field_of: dict[type[T], str] = {}
        for struct in types:
            name = snake(struct.__name__)
            if name not in fields:
                raise ContractGap(f"{message.DESCRIPTOR.full_name} has no {name}")
            self._field_of[struct] = name
            self._converters[name] = Converter(struct, message_class(fields[name]), given)
        unknown = {field.name for field in message.DESCRIPTOR.oneofs_by_name[self._oneof].fields} - set(
            self._converters
        )
        if unknown:
            raise ContractGap(f"{message.DESCRIPTOR.full_name}: no type for {unknown}")

    def to_message(self, value: T) -> Message:
        return self._message(**self.fields(value))

    def fields(self, value: T) -> dict[str, Any]:
        """Return the arguments of the message's constructor."""
        name = self._field_of[type(value)]
        return {name: self._converters[name].fields(value)}

    def to_struct(self, message: Message) -> T:
        """Raises MalformedMessage."""
        name = message.WhichOneof(self._oneof)
        if name is None:
            raise MalformedMessage(self._oneof, "none is set, or one that this server does not know")
        return self._converters[name].to_struct(getattr(message, name))


def message_class(field: Any) -> type[Message]:
    """The type of the messages in a field (given by its descriptor)."""
    return GetMessageClass(field.message_type)


def snake(name: str) -> str:
    """`Stage3CardDrawn` -> `stage3_card_drawn`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def field_names(struct: type[Struct], fields: Mapping[str, Any]) -> dict[str, str]:
    """Return the name of each field in the message."""
    names: dict[str, str] = {}
    for name, written in zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True):
        known_as = wire_name(struct.__name__, written)
        names[name] = known_as if known_as in fields else wire_name(struct.__name__, name)
    return names


def _absent_as(hint: Any, field: Any) -> Any:
    """The value of a Struct for an absent field: None, UNSET, _NEVER for a field that is never absent, or
    _MUST_BE_THERE for a scalar that the contract makes optional and the domain does not: an absent value is not taken
    for zero."""
    if NoneType in get_args(hint):
        return None
    if UnsetType in get_args(hint):
        return UNSET
    return _MUST_BE_THERE if field.has_presence and field.message_type is None else _NEVER


def _pair(hint: Any, field: Any, given: Given) -> Pair:
    hint = getattr(hint, "__supertype__", hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if field.enum_type is not None:
        return _enum(field)
    if hint is int and field.message_type is not None:
        return _time(field)
    if hint in _SCALARS:
        return _scalar(hint, field)
    if origin is Literal:
        return Pair(_same, _one_of(field.name, arguments))
    if origin in (Union, UnionType):
        return _union(arguments, field, given)
    if field.message_type is None and origin is not tuple:
        raise ContractGap(f"{field.full_name} is no message, but the domain has {hint}")
    return _compound(hint, field, given)


def _scalar(hint: Any, field: Any) -> Pair:
    if field.cpp_type not in _SCALARS[hint] or field.is_repeated:
        raise ContractGap(f"{field.full_name} is not a {hint.__name__}")
    return Pair(_same, _same)


def _compound(hint: Any, field: Any, given: Given) -> Pair:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _tuple(arguments, field, given)
    if origin in (dict, Mapping):
        return _any_dict(field) if arguments[1] is Any else _dict(arguments, field, given)
    if isinstance(hint, type) and issubclass(hint, Struct):
        converter = Converter(hint, message_class(field), given)
        return Pair(converter.fields, converter.to_struct)
    raise ContractGap(f"{field.full_name}: no rule for {hint}")


def _field(struct: type[Struct], name: str, field: Any, given: Given) -> Pair:
    pair = _pair(get_type_hints(struct)[name], field, given)
    if name in IN_CAPITALS.get(f"{struct.__module__.split('.')[1]}.{struct.__name__}", ()):
        return Pair(str.upper, str.lower)
    if name.endswith("_s") and field.message_type is not None:
        return _seconds(field)
    return pair


def _nothing(_: Any) -> tuple[Any, ...]:
    return ()


def _same(value: Any) -> Any:
    return value


def _one_of(name: str, words: tuple[str, ...]) -> Callable[[str], str]:
    def back(value: str) -> str:
        if value not in words:
            raise MalformedMessage(name, f"must be one of {', '.join(words)}")
        return value

    return back


def _union(arguments: tuple[Any, ...], field: Any, given: Given) -> Pair:
    kinds = [kind for kind in arguments if kind not in _ABSENT]
    if _is_int_or_word(kinds):
        inner = Pair(str, _card)
    elif len(kinds) == 1:
        inner = _optional(kinds[0], field, given)
    else:
        family: Family[Any] = Family(message_class(field), kinds, given)
        inner = Pair(family.fields, family.to_struct)
    if len(kinds) == len(arguments):
        return inner
    if not field.has_presence:
        raise ContractGap(f"{field.full_name} cannot be absent")
    return Pair(lambda value: None if value is None or value is UNSET else inner.to(value), inner.back)


def _is_int_or_word(kinds: list[Any]) -> bool:
    plain = {str if get_origin(kind) is Literal else getattr(kind, "__supertype__", kind) for kind in kinds}
    return plain == {int, str}


def _optional(kind: Any, field: Any, given: Given) -> Pair:
    """Something repeated that may be absent stands in a message of its own, as its only field."""
    if get_origin(kind) not in (tuple, dict, Mapping) or get_args(kind)[1:] == (Any,):
        return _pair(kind, field, given)
    (only,) = field.message_type.fields
    inner = _pair(kind, only, given)
    return Pair(lambda value: {only.name: inner.to(value)}, lambda message: inner.back(getattr(message, only.name)))


def _card(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def _tuple(arguments: tuple[Any, ...], field: Any, given: Given) -> Pair:
    if arguments[1:] != (...,) and not field.is_repeated:
        return _record(arguments, field, given)
    if not field.is_repeated or len(set(arguments) - {...}) > 1:
        raise ContractGap(f"{field.full_name} is not repeated")
    item = getattr(arguments[0], "__supertype__", arguments[0])
    if item in _SCALARS:
        return Pair(_same, tuple)
    inner = _item(item, field, given)
    return Pair(lambda values: [inner.to(value) for value in values], lambda messages: tuple(map(inner.back, messages)))


def _item(hint: Any, field: Any, given: Given) -> Pair:
    """One item of a repeated field. A list in a list stands in a message of its own, as its only field."""
    if get_origin(hint) is tuple and get_args(hint)[1:] != (...,):
        return _record(get_args(hint), field, given)
    if get_origin(hint) in (dict, Mapping, tuple):
        return _optional(hint, field, given)
    return _pair(hint, field, given)


def _record(arguments: tuple[Any, ...], field: Any, given: Given) -> Pair:
    names, pairs = _places(field.message_type, arguments, given)
    return Pair(
        lambda values: {name: pair.to(value) for name, pair, value in zip(names, pairs, values, strict=True)},
        lambda found: tuple(pair.back(getattr(found, name)) for name, pair in zip(names, pairs, strict=True)),
    )


def _enum(field: Any) -> Pair:
    """A closed set of words."""
    unspecified = field.enum_type.values_by_number[0].name
    prefix = unspecified.removesuffix("UNSPECIFIED")
    numbers = {each.name.removeprefix(prefix): each.number for each in field.enum_type.values if each.number}
    words = {number: word for word, number in numbers.items()} | {0: ""}

    def back(number: int) -> str:
        if number not in words:
            raise MalformedMessage(field.name, "no such value")
        return str(words[number])

    return Pair(lambda word: numbers.get(word, 0), back)


def _seconds(field: Any) -> Pair:
    """Whole seconds of a duration."""

    def back(message: Any) -> int:
        if message.nanos:
            raise MalformedMessage(field.name, "must be whole seconds")
        return int(message.seconds)

    return Pair(lambda seconds: {"seconds": seconds}, back)


def _time(field: Any) -> Pair:
    """Milliseconds: since 1970 UTC, where 0 is never, or of a duration."""

    def to(milliseconds: int) -> dict[str, int]:
        return {"seconds": milliseconds // 1000, "nanos": milliseconds % 1000 * 1_000_000}

    def back(message: Any) -> int:
        return int(message.ToMilliseconds())

    if field.message_type.full_name == "google.protobuf.Duration":
        return Pair(to, back)
    if field.message_type.full_name != "google.protobuf.Timestamp":
        raise ContractGap(f"{field.full_name} is not a time")
    return Pair(lambda milliseconds: to(milliseconds) if milliseconds else None, back)


def _map(arguments: tuple[Any, ...], field: Any, given: Given) -> Pair:
    key, value = (_pair(kind, at, given) for kind, at in zip(arguments, field.message_type.fields, strict=True))
    return Pair(
        lambda mapping: {key.to(k): value.to(v) for k, v in sorted(mapping.items())},
        lambda found: {key.back(k): value.back(found[k]) for k in sorted(found)},
    )


def _dict(arguments: tuple[Any, ...], field: Any, given: Given) -> Pair:
    if field.message_type.GetOptions().map_entry:
        return _map(arguments, field, given)
    names, pairs = _places(field.message_type, arguments, given)
    (key_name, value_name), (key, value) = names, pairs

    def back(entries: Iterable[Message]) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for entry in entries:
            name = key.back(getattr(entry, key_name))
            if name in found:
                raise MalformedMessage(field.name, f"{name!r} is named twice")
            found[name] = value.back(getattr(entry, value_name))
        return found

    return Pair(
        lambda mapping: [{key_name: key.to(k), value_name: value.to(v)} for k, v in sorted(mapping.items())],
        back,
    )


def _places(message: Any, arguments: tuple[Any, ...], given: Given) -> tuple[list[str], list[Pair]]:
    fields = sorted(message.fields, key=lambda field: field.number)
    if len(fields) != len(arguments):
        raise ContractGap(f"{message.full_name} needs {len(arguments)} fields")
    pairs = [_pair(kind, at, given) for kind, at in zip(arguments, fields, strict=True)]
    return [field.name for field in fields], pairs


def _any_dict(field: Any) -> Pair:
    if field.message_type.full_name != "google.protobuf.Struct":
        raise ContractGap(f"{field.full_name} is not a google.protobuf.Struct")
    return Pair(lambda value: json_format.ParseDict(value, struct_pb2.Struct()), whole_numbers)


def whole_numbers(message: struct_pb2.Struct) -> dict[str, Any]:
    """A google.protobuf.Struct as plain values; its numbers, all doubles, are whole again where they can be."""
    found = _plain(json_format.MessageToDict(message))
    assert isinstance(found, dict)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value
