"""Field visibility: which viewers may know which fields of an event. Each type declares every field, and one function
redacts.

`public` names the fields that all viewers may know, `own` the fields for the seat in the event's `player` alone, and
`hidden` the fields that no viewer may know before the end of the game. Declarations of base classes apply too. A piece
(a Struct in one of the fields) declares as well, `public` and `hidden` only. No field is public by accident: a field
with no declaration, or with two, prevents the registration of its type, and its events are not shown.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.kernel.ids import Seat, Viewer

WHO = ("public", "own", "hidden")
StructT = TypeVar("StructT", bound=Struct)


class Undeclared(TypeError):
    """An event type, or a piece of one, does not say of every field who may know it."""


class Privacy(Struct, frozen=True, gc=False):
    """The compiled declaration of a type. `to_all` and `to_others`: the values that replace fields that no viewer, or
    no other seat, may know. `pieces`: fields that may contain hidden values."""

    to_all: Mapping[str, Any]
    to_others: Mapping[str, Any]
    pieces: tuple[str, ...]


_ALL_PUBLIC = Privacy({}, {}, ())


def redact(event: StructT, viewer: Viewer) -> StructT:
    """Return the event as the viewer may know it before the game is over: the same type, with the other fields
    emptied."""
    privacy = privacy_of(type(event))
    if privacy is _ALL_PUBLIC:
        return event
    emptied = privacy.to_all
    if privacy.to_others is not emptied and (viewer is None or event.player != viewer):  # type: ignore[attr-defined]
        emptied = privacy.to_others
    if privacy.pieces:
        emptied = {
            **emptied,
            **{name: _redacted(getattr(event, name)) for name in privacy.pieces if name not in emptied},
        }
    return replace(event, **emptied)


def shows(event: Struct, field: str, viewer: Viewer) -> bool:
    """Return whether the viewer may know the whole field before the game is over. This follows from the declaration
    alone, whatever the value: that a hidden field is empty is hidden too."""
    privacy = privacy_of(type(event))
    if field in privacy.to_others and (field in privacy.to_all or viewer is None or event.player != viewer):  # type: ignore[attr-defined]
        return False
    return not (field in privacy.pieces and _keeps_back(getattr(event, field)))


@cache
def privacy_of(kind: type[Struct]) -> Privacy:
    """Return the type's declaration. Raises Undeclared with the names of the fields."""
    hints = get_type_hints(kind)
    public, own, hidden = (_declared(kind, who) for who in WHO)
    if not any(hasattr(kind, who) for who in WHO):
        raise Undeclared(f"{kind.__qualname__} declares nothing: {', '.join(WHO)}")
    named, fields = [*public, *own, *hidden], kind.__struct_fields__
    wrong = [name for name in (*fields, *named) if named.count(name) != 1 or name not in fields]
    if wrong:
        raise Undeclared(f"{kind.__qualname__} says not, or not once, who may know: {', '.join(dict.fromkeys(wrong))}")
    if own and ("player" not in public or hints["player"] is not Seat):
        raise Undeclared(f"{kind.__qualname__} has own fields ({', '.join(own)}) of no seat: no public `player`")
    to_all = {name: _nothing(kind, name, hints[name]) for name in hidden}
    to_others = to_all | {name: _nothing(kind, name, hints[name]) for name in own}
    pieces = [name for name in (*public, *own) if True in [_hides(piece) for piece in _pieces(kind, hints[name])]]
    return Privacy(to_all, to_others if own else to_all, tuple(pieces)) if to_others or pieces else _ALL_PUBLIC


def _declared(kind: type, who: str) -> tuple[str, ...]:
    return tuple(name for base in kind.__mro__ for name in vars(base).get(who, ()))


def _hides(piece: type[Struct]) -> bool:
    return privacy_of(piece) is not _ALL_PUBLIC


def _pieces(kind: type, hint: Any) -> Iterator[type[Struct]]:
    """Every Struct type that a field may hold."""
    if hint is Any:
        raise Undeclared(f"{kind.__qualname__} tells a field that may hold anything")
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for part in get_args(hint):
        yield from _pieces(kind, part)


def _nothing(kind: type, name: str, hint: Any) -> Any:
    """Return the value that replaces a hidden field."""
    choices = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    origins = [get_origin(choice) or choice for choice in choices]
    for origin, nothing in _NOTHING:
        if origin in origins:
            return nothing
    raise Undeclared(f"{kind.__qualname__}.{name} has no value for what is not told")


_NOTHING: Sequence[tuple[Any, Any]] = ((NoneType, None), (UnsetType, UNSET), (str, ""), (tuple, ()), (dict, {}))


def _keeps_back(value: Any) -> bool:
    """Return whether a piece of the value hides something."""
    if isinstance(value, Struct):
        privacy = privacy_of(type(value))
        return bool(privacy.to_others) or any(_keeps_back(getattr(value, name)) for name in privacy.pieces)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return any(map(_keeps_back, parts))


def _redacted(value: Any) -> Any:
    if isinstance(value, Struct):
        return redact(value, None)
    if isinstance(value, tuple):
        return tuple([_redacted(part) for part in value])
    if isinstance(value, dict):
        return {name: _redacted(part) for name, part in value.items()}
    return value
