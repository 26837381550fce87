"""Reads gettext catalogues. Nothing here knows what a text is for.

A text goes by its context (`event BidPlaced`), or by its English where it has none. A context that ends with `of FIELD`
(`event PlantsRun of output`) names the field that its plural forms follow.
"""

import gettext
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import NamedTuple

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

ENGLISH = "en"
GENERAL = __package__
"""The folder of texts that belong to no game."""
_FOLDERS = {GENERAL: "po"}
_OF = re.compile(r"(.*) of (\w+)", re.ASCII)


class Text(NamedTuple):
    """`forms`: one, or one a plural form, chosen by the number in the field `of`."""

    forms: tuple[str, ...]
    of: str = ""
    which: Callable[[int], int] = lambda _: 0

    def form(self, number: int) -> str:
        return self.forms[self.which(number)]


def folder(package: str) -> Traversable:
    return files(package).joinpath(_FOLDERS.get(package, "texts"))


def _languages() -> tuple[str, ...]:
    names = sorted(file.name for file in folder(GENERAL).iterdir())
    return (ENGLISH, *(name.removesuffix(".po") for name in names if name.endswith(".po")))


LANGUAGES = _languages()


@cache
def texts(package: str, language: str) -> Mapping[str, Text]:
    """Return the texts of a package in a language by key, in English where it lacks one. Empty for a package without
    texts."""
    if language != ENGLISH:
        return {**texts(package, ENGLISH), **_read(folder(package).joinpath(f"{language}.po"))}
    return _read(folder(package).joinpath("messages.pot"))


def _read(file: Traversable) -> dict[str, Text]:
    if not file.is_file():
        return {}
    is_template = file.name.endswith(".pot")
    catalog = read_po(BytesIO(file.read_bytes()))
    which = _english if is_template else gettext.c2py(catalog.plural_expr)
    found = {}
    for message in catalog:
        forms = _forms((message.id if is_template else message.string) or "")
        if message.id and not message.fuzzy and all(forms):
            key, of = key_of(message)
            found[key] = Text(forms, of, which) if of else Text(forms)
    return found


def key_of(message: Message) -> tuple[str, str]:
    """Return the field that its plural forms follow, if there are any."""
    context = _OF.fullmatch(message.context or "")
    if context and isinstance(message.id, tuple):
        return context[1], context[2]
    return message.context or _forms(message.id)[0], ""


def _forms(text: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _english(number: int) -> int:
    return int(number != 1)
