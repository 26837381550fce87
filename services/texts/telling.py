"""Every event type in sentences, and what the words in them are called.

Nothing is registered: the texts of an event stand in the folder `texts` of the package that its type is in, and so do
the words of its fields. Names that are printed (cities, cards) come from the module `names` of that package.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec.structs import replace

from domain import catalogue
from domain.club import messages as club_messages
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.kernel.variant import Variant
from domain.table import messages as table_messages
from domain.tournament import messages as event_messages
from services.texts.catalogues import ENGLISH, LANGUAGES, Text, texts
from services.texts.sentences import HIDDEN, Word, filled
from turnledger.v1 import lobby_pb2

TABLE = table_messages.__name__.rpartition(".")[0]
TOURNAMENT = event_messages.__name__.rpartition(".")[0]
CLUB = club_messages.__name__.rpartition(".")[0]


def package_of(kind: type) -> str:
    """The package of a type, with its texts."""
    return kind.__module__.rpartition(".")[0]


def sentence(event: Event, language: str, name_of: Callable[[Seat], str]) -> str:
    """The event in one of LANGUAGES."""
    text, word = _teller(type(event), language)
    return filled(event, text.form(getattr(event, text.of)) if text.of else text.forms[0], word, name_of)


@cache
def _teller(kind: type[Event], language: str) -> tuple[Text, Word]:
    package = package_of(kind)
    return texts(package, language)[f"event {kind.__name__}"], _word_of(package, language)


def word(value: str, language: str, game: str = "") -> str:
    """Return the name of a game's id or code: a city, the print on a card; without a game a word of the table, such as
    a colour. Returns the id itself if it has no name."""
    return _word_of(package_of_game(game), language)(value)


def phase(code: str, language: str, game: str) -> str:
    """Return the name of a phase. Power Grid's words for its phases are in lower case."""
    found = word(code, language, game)
    return word(code.lower(), language, game) if found == code else found


def names_of(variant: Variant, key: str) -> dict[str, str]:
    """Return the name of a variant or of one of its options, by language."""
    return {language: texts(package_of(type(variant)), language)[key].forms[0] for language in LANGUAGES}


def package_of_game(game: str) -> str:
    """The texts of a title; without one those of the table."""
    return package_of(type(catalogue.TITLES[game].variants[0])) if game in catalogue.TITLES else TABLE


@cache
def _word_of(package: str, language: str) -> Word:
    return calling(words_of(package, language))


def calling(words: Mapping[str, str]) -> Word:
    """Return the name of a word: by its meaning, as one of several equal cards (`mine-2`), or the word itself."""

    def word(value: str) -> str:
        if value in words:
            return words[value]
        kind, dash, number = value.rpartition("-")
        if dash and number.isdigit() and kind in words:
            return f"{words[kind]} {number}"
        return value or HIDDEN

    return word


@cache
def words_of(package: str, language: str) -> Mapping[str, str]:
    """Those of the table, what is printed, and the game's own, the last one first."""
    return {**_own_words(TABLE, language), **_game_words(package, language)}


def _game_words(package: str, language: str) -> dict[str, str]:
    own = _own_words(package, language)
    return {**_printed(package, language, own), **own}


def words_by_code(variant: Variant) -> dict[str, dict[str, str]]:
    """Return the names of a game's codes, by language."""
    package = package_of(type(variant))
    by_language = {language: _game_words(package, language) for language in LANGUAGES}
    return {code: {language: words[code] for language, words in by_language.items()} for code in by_language[ENGLISH]}


def _own_words(package: str, language: str) -> dict[str, str]:
    found = texts(package, language).items()
    return {key.removeprefix("word "): text.forms[0] for key, text in found if key.startswith("word ")}


def _printed(package: str, language: str, words: Mapping[str, str]) -> Mapping[str, str]:
    """In English if the figures have no names in a language."""
    module = f"{package}.names"
    if not find_spec(module):
        return {}
    names: Any = import_module(module).printed_names
    return {**names(ENGLISH, words), **names(language, words)}


ACCOUNTS = ("account", "host")
"""Fields of the table's events that hold an account."""
GONE = "GONE"
"""The word for a deleted account."""


def accounts_of(event: Event) -> list[str]:
    """The accounts and other actors that an event names."""
    return [found for name in ACCOUNTS if (found := getattr(event, name, ""))]


def with_names(event: Event, called: Mapping[str, str]) -> Event:
    """The event with names in place of the accounts that have one."""
    names = {name: called[found] for name in ACCOUNTS if (found := getattr(event, name, "")) in called}
    return replace(event, **names) if names else event


def told_apart(names: Sequence[str], colours: Sequence[str], language: str) -> list[str]:
    """The names of those who sit; where two have the same (bots of one kind), with the colour."""
    return [
        f"{name} ({word(colour, language)})" if names.count(name) > 1 else name
        for name, colour in zip(names, colours, strict=True)
    ]


def occupant_names(occupants: Sequence[lobby_pb2.Occupant], language: str) -> list[str]:
    """Return distinct names of the occupants of a table of the contract, bots in the language."""
    plain = [word(each.bot, language) if each.bot and not each.account_id else each.display_name for each in occupants]
    return told_apart(plain, [each.colour for each in occupants], language)
