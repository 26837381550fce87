"""Errors as texts for people, by reason code: google.rpc.LocalizedMessage.

The text of a code is `error CODE` of the game that raises it, of all games, of the table, or of none. Parts in square
brackets are left out if a fact in them is absent, so one text serves all places that raise the code.
"""

import re
from collections.abc import Mapping
from functools import cache

from google.rpc.error_details_pb2 import LocalizedMessage

from domain import catalogue
from domain.kernel.refused import Fact, Refused
from services.texts import telling
from services.texts.catalogues import GENERAL, LANGUAGES
from services.texts.catalogues import texts as texts_of

RANGES_MAX = 20
"""The most languages of an `accept-language` that are read."""
_ERROR = "error "
_KERNEL = telling.package_of(Refused)
"""Reason codes that several games raise."""
_PART = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{(\w+)\}")


def texts() -> Mapping[str, Mapping[str, str]]:
    """Reason code -> language -> text."""
    return _texts(tuple(catalogue.TITLES))


@cache
def _texts(titles: tuple[str, ...]) -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = {}
    around = (telling.TABLE, telling.TOURNAMENT, telling.CLUB)
    for package in (*map(telling.package_of_game, titles), *around, _KERNEL, GENERAL):
        for language in LANGUAGES:
            for key, text in texts_of(package, language).items():
                if key.startswith(_ERROR):
                    found.setdefault(key.removeprefix(_ERROR), {})[language] = text.forms[0]
    return found


def localized(code: str, facts: Mapping[str, Fact], accept_language: str, game: str = "") -> LocalizedMessage | None:
    """None for a code without a text. `accept_language`: the header as received (RFC 9110, 12.5.4). `game`: the game
    whose words are in the facts."""
    by_language = texts().get(code)
    if by_language is None:
        return None
    language = chosen(accept_language)
    shown = {name: _format_fact(fact, language, game) for name, fact in facts.items()}
    message = _PART.sub(lambda part: _filled(part[1], shown), by_language[language])
    return LocalizedMessage(locale=language, message=message)


def chosen(accept_language: str) -> str:
    """The language of ours that is asked for most; English if none is."""
    best, most = LANGUAGES[0], 0.0
    for each in accept_language.split(",")[:RANGES_MAX]:
        tag, _, weight = each.partition(";")
        language = tag.strip().lower().partition("-")[0]
        quality = _quality(weight)
        if language in LANGUAGES and quality > most:
            best, most = language, quality
    return best


def fields(text: str) -> list[set[str]]:
    """The facts of each part in brackets."""
    return [set(_FIELD.findall(part)) for part in _PART.findall(text)]


def _quality(weight: str) -> float:
    found = re.fullmatch(r"q=([01](?:\.[0-9]{0,3})?)", weight.strip(), re.ASCII)
    return float(found[1]) if found else 0.0 if weight.strip() else 1.0


def _filled(part: str, shown: Mapping[str, str]) -> str:
    wanted = _FIELD.findall(part)
    if not all(shown.get(name) for name in wanted):
        return ""
    return _FIELD.sub(lambda field: shown[field[1]], part)


def _format_fact(fact: Fact, language: str, game: str) -> str:
    """A fact as people write it; empty for nothing."""
    if fact is None or isinstance(fact, bool):
        return ""
    if isinstance(fact, Mapping):
        pairs = fact.items()
        return ", ".join(
            f"{_format_fact(name, language, game)} {_format_fact(value, language, game)}" for name, value in pairs
        )
    if isinstance(fact, tuple):
        return ", ".join(_format_fact(each, language, game) for each in fact)
    return telling.word(fact, language, game) if isinstance(fact, str) and fact else str(fact)
