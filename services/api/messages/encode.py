"""Domain values to the contract's bytes and JSON in one step, by the rule of convert.py, with no message between.

An encoder is compiled once a type from the Struct's annotations and the message's descriptor. convert.py makes the same
message object by object, and is the reference: tests/api/test_encode.py compares both for whole games of all variants.
A `Piece` is one value with its encoder, written at most once in each form, and shared by all who get it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from struct import pack
from types import NoneType, UnionType
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from google.protobuf import json_format, struct_pb2
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from msgspec import UNSET, Struct, UnsetType

from services.api.messages.aliases import IN_CAPITALS, OLD_NAMES
from services.api.messages.convert import ContractGap, Given, field_names, message_class, snake
from services.api.messages.to_json import to_json

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)
StructT = TypeVar("StructT", bound=Struct)
_VARINT, _EIGHT_BYTES, _SIZED = 0, 1, 2
"""Wire types (https://protobuf.dev/programming-guides/encoding/)."""
_ABSENT = (NoneType, UnsetType)
_NOTHING_GIVEN: Given = {}
_ITEMS_KEPT, _TEXTS_KEPT = 256, 4096
_json = msgspec.json.Encoder().encode


class Encoder(Protocol[T_contra]):
    """Writes the whole content of a message."""

    def binary(self, value: T_contra, /) -> bytes: ...

    def json(self, value: T_contra, /) -> bytes: ...


class Piece(Generic[T]):
    """A message of the contract that is known and not written yet. Takes the place of a message in an answer."""

    __slots__ = ("_binary", "_encoder", "_json", "_value")

    def __init__(self, encoder: Encoder[T], value: T) -> None:
        self._encoder, self._value = encoder, value
        self._binary: bytes | None = None
        self._json: bytes | None = None

    def SerializeToString(self) -> bytes:  # noqa: N802 - as messages call it
        if self._binary is None:
            self._binary = self._encoder.binary(self._value)
        return self._binary

    def json(self) -> bytes:
        if self._json is None:
            self._json = self._encoder.json(self._value)
        return self._json


class _MessageEncoder:
    """Writes messages as the library has them."""

    def binary(self, message: Message) -> bytes:
        return message.SerializeToString()

    def json(self, message: Message) -> bytes:
        return to_json(message)


def message_piece(message: Message) -> Piece[Message]:
    return Piece(_MESSAGE_ENCODER, message)


_MESSAGE_ENCODER = _MessageEncoder()


class Writer(NamedTuple):
    """Writes one field. `binary`: the field with its tag, empty where it is left out. `json`: its value, None where it
    is left out."""

    binary: Callable[[Any], bytes]
    json: Callable[[Any], bytes | None]


class StructEncoder(Generic[StructT]):
    """One Struct type and one message type. `given`: see Given. `partial`: the message has fields more, which stay
    empty."""

    def __init__(
        self, struct: type[StructT], message: type[Message], given: Given = _NOTHING_GIVEN, *, partial: bool = False
    ) -> None:
        fields, hints = message.DESCRIPTOR.fields_by_name, get_type_hints(struct)
        named = field_names(struct, fields)
        rows = [(fields[known_as], name) for name, known_as in named.items() if known_as in fields or name not in given]
        old_names = OLD_NAMES.get(struct.__name__, {})
        rows += [(fields[old_names[known_as]], name) for name, known_as in named.items() if known_as in old_names]
        rows.sort(key=lambda row: row[0].number)
        if not partial and len(rows) != len(fields):
            raise ContractGap(f"{struct.__qualname__} and {message.DESCRIPTOR.full_name} differ")
        capitals = IN_CAPITALS.get(f"{struct.__module__.split('.')[1]}.{struct.__name__}", ())
        writers = [
            _seconds(field)
            if name.endswith("_s") and field.message_type is not None
            else _field(hints[name], field, given, upper=name in capitals)
            for field, name in rows
        ]
        names = [name for _, name in rows] or ["__class__"]
        self.values: Callable[[StructT], tuple[Any, ...]] = attrgetter(*names, "__class__")  # of one: no tuple
        self.binary_writers = [writer.binary for writer in writers]
        self.json_writers = [
            _member(_key(field), writer.json) for (field, _), writer in zip(rows, writers, strict=True)
        ]

    def binary(self, value: StructT) -> bytes:
        return b"".join([write(each) for write, each in zip(self.binary_writers, self.values(value), strict=False)])

    def json(self, value: StructT) -> bytes:
        written = [write(each) for write, each in zip(self.json_writers, self.values(value), strict=False)]
        return b"{%b}" % b",".join([member for member in written if member])


class LastWritten(Generic[StructT]):
    """Writes values of one type that follow each other, as the boards of a game do: a field that is as it was keeps its
    bytes."""

    def __init__(self, encoder: StructEncoder[StructT]) -> None:
        self._encoder = encoder
        self._binary: _Parts | None = None
        self._json: _Parts | None = None

    def binary(self, value: StructT) -> bytes:
        self._binary = _changed(self._encoder.values(value), self._encoder.binary_writers, self._binary)
        return b"".join(self._binary.parts)

    def json(self, value: StructT) -> bytes:
        self._json = _changed(self._encoder.values(value), self._encoder.json_writers, self._json)
        return b"{%b}" % b",".join([part for part in self._json.parts if part])


class _Parts(NamedTuple):
    """`parts`: each value of `values` as it was written."""

    values: tuple[Any, ...]
    parts: list[bytes]


def _changed(values: tuple[Any, ...], writers: Sequence[Callable[[Any], bytes]], last: _Parts | None) -> _Parts:
    if last is None:
        return _Parts(values, [write(value) for write, value in zip(writers, values, strict=False)])
    parts = [
        part if value is was or value == was else write(value)
        for write, value, was, part in zip(writers, values, last.values, last.parts, strict=False)
    ]
    return _Parts(values, parts)


class FamilyEncoder(Generic[StructT]):
    """A union of Struct types and the message with their oneof."""

    def __init__(self, types: Iterable[type[StructT]], message: type[Message], given: Given = _NOTHING_GIVEN) -> None:
        self._of: dict[type[StructT], tuple[bytes, bytes, StructEncoder[StructT]]] = {}
        for struct in types:
            field = message.DESCRIPTOR.fields_by_name[snake(struct.__name__)]
            self._of[struct] = _tag(field, _SIZED), _key(field), StructEncoder(struct, _message(field), given)

    def binary(self, value: StructT) -> bytes:
        tag, _, encoder = self._of[type(value)]
        return _sized(tag, encoder.binary(value))

    def json(self, value: StructT) -> bytes:
        _, key, encoder = self._of[type(value)]
        return b"{%b%b}" % (key, encoder.json(value))


class CaseEncoder(Generic[T]):
    """A message in which one field is set, always the same one."""

    def __init__(self, holder: type[Message], case: str, encoder: Encoder[T]) -> None:
        field = holder.DESCRIPTOR.fields_by_name[case]
        self._encoder, self._tag, self._key = encoder, _tag(field, _SIZED), _key(field)

    def binary(self, value: T) -> bytes:
        return _sized(self._tag, self._encoder.binary(value))

    def json(self, value: T) -> bytes:
        return b"{%b%b}" % (self._key, self._encoder.json(value))


class ListEncoder(Generic[T]):
    """A message whose only field is repeated."""

    def __init__(self, holder: type[Message], field: str, encoder: Encoder[T]) -> None:
        self._each: CaseEncoder[T] = CaseEncoder(holder, field, encoder)
        self._encoder, self._key = encoder, _key(holder.DESCRIPTOR.fields_by_name[field])

    def binary(self, values: Iterable[T]) -> bytes:
        return b"".join([self._each.binary(value) for value in values])

    def json(self, values: Iterable[T]) -> bytes:
        return b"{%b[%b]}" % (self._key, b",".join([self._encoder.json(value) for value in values]))


class FreeFormEncoder(Generic[T]):
    """A google.protobuf.Struct. `fields`: the members of a value."""

    def __init__(self, fields: Callable[[T], dict[str, Any]]) -> None:
        self._fields = fields

    def binary(self, value: T) -> bytes:
        return json_format.ParseDict(self._fields(value), struct_pb2.Struct()).SerializeToString()

    def json(self, value: T) -> bytes:
        return _json(json_format.MessageToDict(json_format.ParseDict(self._fields(value), struct_pb2.Struct())))


def _field(hint: Any, field: Any, given: Given, *, upper: bool = False) -> Writer:
    writer = _writer(hint, field, given, always=field.has_presence)
    if not upper:
        return writer
    return Writer(lambda value: writer.binary(value.upper()), lambda value: writer.json(value.upper()))


def _writer(hint: Any, field: Any, given: Given, *, always: bool) -> Writer:
    """Compile one value, or a whole repeated field. `always`: zero is written too."""
    hint = getattr(hint, "__supertype__", hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Piece or origin is Piece:
        return _piece(field)
    if field.enum_type is not None:
        return _enum(field, always=always)
    if field.message_type is not None and hint in _TIMES:
        return _time(field, _TIMES[hint])
    if hint in _SCALARS or origin is Literal:
        return _scalar(field, always=always)
    if origin in (Union, UnionType):
        return _union(arguments, field, given, always=always)
    if origin is tuple:
        return _tuple(arguments, field, given)
    if origin in (dict, Mapping):
        return _dict(arguments, field, given)
    return _embedded(StructEncoder(hint, _message(field), given), field)


def _piece(field: Any) -> Writer:
    tag = _tag(field, _SIZED)
    return Writer(lambda piece: _sized(tag, piece.SerializeToString()), lambda piece: piece.json())


def _embedded(encoder: Encoder[Any], field: Any) -> Writer:
    tag, binary = _tag(field, _SIZED), encoder.binary
    return Writer(lambda value: _sized(tag, binary(value)), encoder.json)


def _scalar(field: Any, *, always: bool) -> Writer:
    return _SCALARS_OF[field.cpp_type](field, always)


def _bool(field: Any, always: bool) -> Writer:
    tag = _tag(field, _VARINT)
    yes, no = tag + b"\1", tag + b"\0" if always else b""
    return Writer(lambda value: yes if value else no, lambda value: b"true" if value else b"false")


def _int(field: Any, always: bool) -> Writer:
    tag = _tag(field, _VARINT)
    zero = tag + b"\0" if always else b""
    in_json = b'"%d"' if field.cpp_type == FieldDescriptor.CPPTYPE_INT64 else b"%d"
    return Writer(lambda value: tag + _varint(value) if value else zero, lambda value: in_json % value)


def _float(field: Any, always: bool) -> Writer:
    tag = _tag(field, _EIGHT_BYTES)

    def binary(value: float) -> bytes:
        packed = pack("<d", value)
        return tag + packed if always or packed != bytes(8) else b""

    return Writer(binary, lambda value: _json(float(value)))


def _text(field: Any, always: bool) -> Writer:
    tag = _tag(field, _SIZED)
    empty = tag + b"\0" if always else b""
    return Writer(lambda value: tag + _sized_text(value) if value else empty, _text_in_json)


def _enum(field: Any, *, always: bool) -> Writer:
    """A closed set of words."""
    values = field.enum_type.values
    prefix = field.enum_type.values_by_number[0].name.removesuffix("UNSPECIFIED")
    numbers = {each.name.removeprefix(prefix): each.number for each in values if each.number}
    names = {word: b'"%b%b"' % (prefix.encode(), word.encode()) for word in numbers}
    unspecified, number = b'"%bUNSPECIFIED"' % prefix.encode(), _int(field, always).binary
    return Writer(lambda word: number(numbers.get(word, 0)), lambda word: names.get(word, unspecified))


def _time(field: Any, made: Callable[[Any, Any], Any]) -> Writer:
    """Milliseconds or a moment."""
    tag, is_duration = _tag(field, _SIZED), _message(field).DESCRIPTOR.full_name == Duration.DESCRIPTOR.full_name

    @lru_cache(_ITEMS_KEPT)
    def written(value: Any) -> tuple[bytes, bytes | None]:
        if not value and not is_duration:
            return b"", None
        message = made(Duration() if is_duration else Timestamp(), value)
        return _sized(tag, message.SerializeToString()), b'"%b"' % message.ToJsonString().encode()

    return Writer(lambda value: written(value)[0], lambda value: written(value)[1])


def _seconds(field: Any) -> Writer:
    """Whole seconds of a duration."""
    return _time(field, _from_seconds)


def _from_seconds(message: Any, value: int) -> Any:
    message.seconds = value
    return message


def _from_milliseconds(message: Any, value: int) -> Any:
    message.seconds, message.nanos = value // 1000, value % 1000 * 1_000_000
    return message


def _from_datetime(message: Any, value: datetime) -> Any:
    message.FromDatetime(value)
    return message


def _union(arguments: tuple[Any, ...], field: Any, given: Given, *, always: bool) -> Writer:
    kinds = [kind for kind in arguments if kind not in _ABSENT]
    plain = {str if get_origin(kind) is Literal else getattr(kind, "__supertype__", kind) for kind in kinds}
    if plain == {int, str}:
        text = _text(field, always)
        inner = Writer(lambda value: text.binary(str(value)), lambda value: text.json(str(value)))
    elif len(kinds) == 1:
        inner = _optional(kinds[0], field, given)
    else:
        inner = _embedded(FamilyEncoder(kinds, _message(field), given), field)
    if len(kinds) == len(arguments):
        return inner
    return Writer(
        lambda value: b"" if value is None or value is UNSET else inner.binary(value),
        lambda value: None if value is None or value is UNSET else inner.json(value),
    )


def _optional(kind: Any, field: Any, given: Given) -> Writer:
    """Something repeated that may be absent stands in a message of its own, as its only field."""
    if get_origin(kind) not in (tuple, dict, Mapping) or get_args(kind)[1:] == (Any,):
        return _writer(kind, field, given, always=True)
    (only,) = _message(field).DESCRIPTOR.fields
    inner, tag, key = _field(kind, only, given), _tag(field, _SIZED), _key(only)
    return Writer(
        lambda value: _sized(tag, inner.binary(value)),
        lambda value: b"{%b%b}" % (key, inner.json(value) or b"null"),
    )


def _tuple(arguments: tuple[Any, ...], field: Any, given: Given) -> Writer:
    if arguments[1:] != (...,) and not field.is_repeated:
        return _record(arguments, field, given)
    hint = getattr(arguments[0], "__supertype__", arguments[0])
    if hint in (int, bool):
        return _packed(field)
    binary, json = _item(hint, field, given)
    if _is_plain(hint):
        binary, json = lru_cache(_ITEMS_KEPT)(binary), lru_cache(_ITEMS_KEPT)(json)
    return Writer(
        lambda values: b"".join([binary(value) for value in values]) if values else b"",
        lambda values: b"[%b]" % b",".join([json(value) or b"null" for value in values]),
    )


def _packed(field: Any) -> Writer:
    tag, in_json = _tag(field, _SIZED), _scalar(field, always=True).json
    return Writer(
        lambda values: _sized(tag, b"".join([_varint(value) for value in values])) if values else b"",
        lambda values: b"[%b]" % b",".join([in_json(value) or b"" for value in values]),
    )


def _item(hint: Any, field: Any, given: Given) -> Writer:
    """One item of a repeated field. A list in a list stands in a message of its own, as its only field."""
    if get_origin(hint) is tuple and get_args(hint)[1:] != (...,):
        return _record(get_args(hint), field, given)
    if get_origin(hint) in (dict, Mapping, tuple):
        return _optional(hint, field, given)
    return _writer(hint, field, given, always=True)


def _member(key: bytes, write: Callable[[Any], bytes | None]) -> Callable[[Any], bytes]:
    """Write a member of an object in JSON; empty where it is left out."""

    def member(value: Any) -> bytes:
        written = write(value)
        return b"" if written is None else key + written

    return member


def _record(arguments: tuple[Any, ...], field: Any, given: Given) -> Writer:
    """A message with one field a place."""
    places = sorted(_message(field).DESCRIPTOR.fields, key=lambda each: each.number)
    writers, tag = [_field(kind, at, given) for kind, at in zip(arguments, places, strict=True)], _tag(field, _SIZED)
    binary_writers = [writer.binary for writer in writers]
    json_writers = [_member(_key(at), writer.json) for at, writer in zip(places, writers, strict=True)]

    def binary(values: Any) -> bytes:
        return _sized(tag, b"".join([write(value) for write, value in zip(binary_writers, values, strict=False)]))

    def json(values: Any) -> bytes:
        written = [write(value) for write, value in zip(json_writers, values, strict=False)]
        return b"{%b}" % b",".join([member for member in written if member])

    return Writer(binary, json)


def _dict(arguments: tuple[Any, ...], field: Any, given: Given) -> Writer:
    """A map, a list of pairs, or an object of any form."""
    if arguments[1] is Any:
        return _embedded(FreeFormEncoder(dict), field)
    pair = _record(arguments, field, given)

    def binary(mapping: Mapping[Any, Any]) -> bytes:
        return b"".join([pair.binary(each) for each in sorted(mapping.items())])

    if not _message(field).DESCRIPTOR.GetOptions().map_entry:
        return Writer(
            binary, lambda mapping: b"[%b]" % b",".join([pair.json(each) or b"" for each in sorted(mapping.items())])
        )
    in_json = _field(arguments[1], _message(field).DESCRIPTOR.fields_by_name["value"], given).json

    def json(mapping: Mapping[Any, Any]) -> bytes:
        members = [_text_in_json(str(key)) + b":" + (in_json(mapping[key]) or b"null") for key in sorted(mapping)]
        return b"{%b}" % b",".join(members)

    return Writer(binary, json)


def _is_plain(hint: Any) -> bool:
    """Return whether values have a hash: then what is written of the last ones is kept, for cards and cities repeat
    themselves from move to move."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return all(map(_is_plain, get_type_hints(hint).values()))
    origin = get_origin(hint)
    if origin is Literal:
        return True
    return hint is not Piece and origin not in (Piece, dict, Mapping) and all(map(_is_plain, get_args(hint)))


def _message(field: Any) -> type[Message]:
    if field.message_type is None:
        raise ContractGap(f"{field.full_name} is no message")
    return message_class(field)


def _tag(field: Any, wire_type: int) -> bytes:
    return _varint(field.number << 3 | wire_type)


def _key(field: Any) -> bytes:
    return b'"%b":' % field.json_name.encode()


def _sized(tag: bytes, content: bytes) -> bytes:
    return tag + _varint(len(content)) + content


def _varint(number: int) -> bytes:
    if 0 <= number < len(_VARINTS):
        return _VARINTS[number]
    return _long_varint(number & (1 << 64) - 1)  # a negative number as 64 bits


def _long_varint(number: int) -> bytes:
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)
    return bytes(written)


_VARINTS = [_long_varint(number) for number in range(4096)]


@lru_cache(_TEXTS_KEPT)
def _sized_text(text: str) -> bytes:
    return _sized(b"", text.encode())


@lru_cache(_TEXTS_KEPT)
def _text_in_json(text: str) -> bytes:
    return _json(text)


_TIMES: Mapping[Any, Callable[[Any, Any], Any]] = {int: _from_milliseconds, datetime: _from_datetime}
_SCALARS = (int, bool, str, float)
_SCALARS_OF: Mapping[int, Callable[[Any, bool], Writer]] = {
    FieldDescriptor.CPPTYPE_INT32: _int,
    FieldDescriptor.CPPTYPE_INT64: _int,
    FieldDescriptor.CPPTYPE_BOOL: _bool,
    FieldDescriptor.CPPTYPE_STRING: _text,
    FieldDescriptor.CPPTYPE_DOUBLE: _float,
}
