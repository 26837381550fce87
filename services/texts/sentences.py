"""Turns a text and an event into a sentence.

A text names fields of the event in braces. Seats become players' names, amounts `2 × coal`, money `5 $`, hidden fields
a dash, and words of the game (fuels, phases, reasons) are looked up among the game's words. After a colon a text may
give the form of each element of a list: `{laid:player: cards.card}`. Names of fields in it are replaced by their values
(`a.b` for all `b` of the elements in `a`); amounts have the fields `name` and `amount`. A part in square brackets is
left out if a field in it is hidden or empty, or replaced by the part after a bar: `takes [fuel: {cards}|no fuel]`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, NamedTuple, TypeAlias, get_args, get_type_hints

from msgspec import UNSET, Struct

from domain.kernel.ids import Seat

HIDDEN = "—"
_OPTIONAL = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]*))?\]")
_LEFT = (
    (re.compile(r" ?\(\)"), ""),
    (re.compile(r"([(:])[;,] ?"), r"\1 "),
    (re.compile(r"\( "), "("),
    (re.compile(r":\."), "."),
)
"""Corrections after parts were left out: empty brackets, separators of a list that lost its beginning."""
_PATH = re.compile(r"([a-z]\w*)(?:\.([a-z]\w*))? ?", re.ASCII)
"""A field in what follows the colon, with the space after it, which goes where the field says nothing."""


class Amount(Struct, frozen=True):
    """An entry of a mapping as a piece."""

    name: str
    amount: Any


Word = Callable[[str], str]
"""Return the name of a field's word."""


def filled(event: Struct, text: str, word: Word, name_of: Callable[[Seat], str]) -> str:
    """The text with what the event holds."""
    seats = _seat_fields(type(event))

    def format_value(value: Any, is_seat: bool = False) -> str:
        return _format_value(value, is_seat, word, name_of)

    def format_field(name: str, how: str) -> str:
        value = getattr(event, name)
        if how and value:
            return "; ".join(_format_piece(how, piece, format_value) for piece in _pieces(value))
        return format_value(value, name in seats)

    def told_all(fields: _Fields) -> str:
        return "".join(before + (format_field(name, how) if name else "") for before, name, how in fields)

    def has_fields(part: _Part) -> bool:
        return not any(is_empty(getattr(event, name)) for _, name, _ in part.fields if name)

    parts = _parsed(text)
    if len(parts) == 1 or all(has_fields(part) for part in parts if part.optional):
        return "".join(told_all(part.fields) for part in parts)
    left = [part.fields if not part.optional or has_fields(part) else part.other for part in parts]
    return _mended("".join(map(told_all, left)))


def is_empty(value: Any) -> bool:
    """Hidden, absent or nothing; an amount of nothing, and a list of nothing but that."""
    if isinstance(value, Mapping):
        return all(amount == 0 or is_empty(amount) for amount in value.values())
    if isinstance(value, tuple):
        return all(map(is_empty, value))
    return value is None or value is UNSET or value == ""


_Fields: TypeAlias = tuple[tuple[str, str, str], ...]
"""The text before each field, the field, and its form."""


class _Part(NamedTuple):
    fields: _Fields
    optional: bool = False
    other: _Fields = ()
    """The replacement if a field is empty."""


@cache
def _parsed(text: str) -> tuple[_Part, ...]:
    parts, end = list[_Part](), 0
    for found in _OPTIONAL.finditer(text):
        parts += [_Part(_fields(text[end : found.start()])), _Part(_fields(found[1]), True, _fields(found[2] or ""))]
        end = found.end()
    return (*parts, _Part(_fields(text[end:])))


def _fields(text: str) -> _Fields:
    return tuple((before, name or "", how or "") for before, name, how, _ in Formatter().parse(text))


def _mended(sentence: str) -> str:
    for wrong, right in _LEFT:
        sentence = wrong.sub(right, sentence)
    return sentence


def _pieces(value: Any) -> Sequence[Struct]:
    return [Amount(name, amount) for name, amount in value.items()] if isinstance(value, Mapping) else value


def _format_piece(how: str, piece: Struct, shown: Callable[[Any, bool], str]) -> str:
    seats = _seat_fields(type(piece))

    def field(path: re.Match[str]) -> str:
        name, inner = path.groups()
        if name not in piece.__struct_fields__:
            return path[0]
        value = getattr(piece, name)
        if value is None or value is False:
            return ""
        if value is True:
            value = name
        if inner:
            value = tuple(getattr(each, inner) for each in value)
        return shown(value, name in seats) + " " * path[0].endswith(" ")

    return _PATH.sub(field, how).strip()


@cache
def _seat_fields(event_type: type[Struct]) -> frozenset[str]:
    """Fields that hold a seat or several."""
    return frozenset(name for name, hint in get_type_hints(event_type).items() if _is_seat(hint))


def _is_seat(hint: Any) -> bool:
    return hint is Seat or any(_is_seat(part) for part in get_args(hint))


def _format_value(value: Any, is_seat: bool, word: Word, name_of: Callable[[Seat], str]) -> str:
    def again(part: Any, is_seat: bool = is_seat) -> str:
        return _format_value(part, is_seat, word, name_of)

    if is_empty(value):
        return HIDDEN
    if isinstance(value, bool):
        return word("yes" if value else "no")
    if is_seat and isinstance(value, int):
        return name_of(Seat(value))
    if isinstance(value, str):
        return word(value)
    if isinstance(value, Mapping):
        amounts = ((name, amount) for name, amount in value.items() if amount != 0 and not is_empty(amount))
        return ", ".join(f"{again(amount)} × {again(name)}" for name, amount in amounts) or HIDDEN
    if isinstance(value, Sequence):
        return ", ".join(again(part) for part in value if not is_empty(part)) or HIDDEN
    if isinstance(value, Struct):
        return _piece(value, again)
    return str(value)


def _piece(value: Struct, shown: Callable[[Any, bool], str]) -> str:
    """A piece of an event: what it is worth, if it is money; else its first field, and the others in brackets."""
    worth = getattr(value, "value", None)
    if worth is not None:
        return f"{worth} $"
    seats = _seat_fields(type(value))
    fields = {name: shown(getattr(value, name), name in seats) for name in value.__struct_fields__}
    if any(isinstance(getattr(value, name), tuple) for name in fields.keys() - seats):
        return "; ".join(f"{shown(name, False)}: {text}" for name, text in fields.items())
    first, *others = fields.values()
    return f"{first} ({', '.join(others)})" if others else first
