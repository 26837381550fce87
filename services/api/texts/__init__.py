"""What an error says to a person, by reason code, in English and Russian: google.rpc.LocalizedMessage.

A code stands in one of the tables beside this file. Of a text, each part in square brackets is left out when a fact in
it is not given, so one text serves all places that give the code.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from google.rpc.error_details_pb2 import LocalizedMessage

from domain import catalogue
from domain.kernel.refused import Fact
from domain.kernel.sentences import LANGUAGES, Text, word

RANGES_MAX = 20
"""So many languages of an `accept-language` are looked at."""
_FOLDER = Path(__file__).parent
_WORDS = "words"
_PART = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{(\w+)\}")


def texts() -> Mapping[str, Mapping[str, str]]:
    """Reason code -> language -> text."""
    return _texts(tuple(catalogue.TITLES))


@cache
def _texts(titles: tuple[str, ...]) -> Mapping[str, Mapping[str, str]]:
    """The tables beside this file, and those that titles bring along."""
    found: dict[str, Mapping[str, str]] = {}
    tables = [_read(path) for path in sorted(_FOLDER.glob("*.toml")) if path.stem != _WORDS]
    for table in (*tables, *(catalogue.TITLES[name].reasons for name in titles)):
        for code, by_language in table.items():
            assert code not in found, f"{code} stands in two tables"
            found[code] = by_language
    return found


def localized(code: str, facts: Mapping[str, Fact], accept_language: str) -> LocalizedMessage | None:
    """None for a code that has no text. `accept_language`: the header as it came (RFC 9110, 12.5.4)."""
    by_language = texts().get(code)
    if by_language is None:
        return None
    language = chosen(accept_language)
    shown = {name: _shown(fact, language) for name, fact in facts.items()}
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


def _shown(fact: Fact, language: str) -> str:
    """A fact as people write it; empty for nothing."""
    if fact is None or isinstance(fact, bool):
        return ""
    if isinstance(fact, Mapping):
        return ", ".join(f"{_shown(name, language)} {_shown(value, language)}" for name, value in fact.items())
    if isinstance(fact, tuple):
        return ", ".join(_shown(each, language) for each in fact)
    return word(fact, _words(tuple(catalogue.TITLES)), language) if isinstance(fact, str) and fact else str(fact)


@cache
def _words(titles: tuple[str, ...]) -> Mapping[str, Text]:
    """What cards are called in print, and the words of `words.toml`, which go first."""
    read = _read(_FOLDER / f"{_WORDS}.toml")
    words = {name: text for title in titles for name, text in catalogue.TITLES[title].names().items()}
    for each in {**read["en"], **read["ru"]}:
        words[each] = Text(*(read[language].get(each, each) for language in LANGUAGES))
    return words


def _read(path: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
