"""Reads settings from flags and environment, and says where each came from."""

import difflib
import os
from collections.abc import Mapping
from typing import Any, Literal, get_type_hints

import msgspec
from msgspec import Struct

from services.settings.fields import PREFIX, Settings
from services.settings.kinds import HIDDEN, BadSettings, Kind

PAGE = "docs/reference/settings.md"
Origin = Literal["flag", "environment", "default"]


class Field(Struct, frozen=True):
    """A setting: the name of its field, its kind, its meaning and its default."""

    name: str
    kind: Kind
    meaning: str
    default: Any

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


class Effective(Struct, frozen=True):
    """A setting as a process has it, without passwords."""

    variable: str
    value: str
    origin: Origin


def _fields() -> Mapping[str, Field]:
    hints = get_type_hints(Settings, include_extras=True)
    return {
        each.name: Field(each.name, *_kind_and_meaning(hints[each.name]), each.default)
        for each in msgspec.structs.fields(Settings)
    }


def _kind_and_meaning(hint: Any) -> tuple[Kind, str]:
    kind, meaning = hint.__metadata__
    return kind, meaning


FIELDS = _fields()


def from_environment(environment: Mapping[str, str] = os.environ, /, **flags: object) -> Settings:
    """The settings of the environment; flags that are not None win. Raises BadSettings, which names each variable that
    is wrong, its value and what is allowed."""
    read, wrong = dict[str, Any](), list[str]()
    for name, (label, text) in _texts(environment, flags).items():
        field = FIELDS.get(name)
        if field is None:
            wrong.append(_unknown(label))
            continue
        try:
            read[name] = field.kind.read(text)
        except ValueError:  # also BadSettings
            value = HIDDEN if field.kind.secret else repr(text)
            wrong.append(f"{label} is {value}; allowed: {field.kind.allowed}")
    if wrong:
        raise BadSettings("\n  ".join(wrong))
    return Settings(**read)


def effective(environment: Mapping[str, str] = os.environ, /, **flags: object) -> list[Effective]:
    """Return all settings with their origin. Raises BadSettings."""
    settings, texts = from_environment(environment, **flags), _texts(environment, flags)
    found = []
    for field in FIELDS.values():
        label, _ = texts.get(field.name, ("", ""))
        origin: Origin = "default" if not label else "environment" if label == field.variable else "flag"
        found.append(Effective(field.variable, field.kind.printable(getattr(settings, field.name)), origin))
    return found


def as_environment(flags: Mapping[str, object]) -> dict[str, str]:
    """Return the variables with the meaning of the flags, to start other processes with."""
    return {PREFIX + name.upper(): str(value) for name, value in flags.items() if value is not None}


def _texts(environment: Mapping[str, str], flags: Mapping[str, object]) -> dict[str, tuple[str, str]]:
    """Return the label and text of each setting, by name of the field."""
    found = {
        variable.removeprefix(PREFIX).lower(): (variable, text)
        for variable, text in environment.items()
        if variable.startswith(PREFIX)
    }
    return found | {
        name: (f"--{name.replace('_', '-')}", str(value)) for name, value in flags.items() if value is not None
    }


def _unknown(label: str) -> str:
    known = [field.variable for field in FIELDS.values()]
    like = difflib.get_close_matches(label.upper(), known, 1)
    hint = f"the nearest is {like[0]}" if like else f"{PAGE} lists them"
    return f"there is no {label}; {hint}"
