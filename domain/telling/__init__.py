"""Every event type in sentences: the texts of the table and of each title."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decider import Event
from domain.kernel.ids import Seat
from domain.kernel.sentences import Sentences, Text
from domain.kernel.sentences import sentence as _sentence
from domain.kernel.sentences import word as _word
from domain.table.sentences import SENTENCES as TABLE


@cache
def texts_of(event_type: type[Event]) -> Sentences:
    """Where the type has its text."""
    return next(texts for texts in (TABLE, *_of_titles()) if event_type in texts.events)


@cache
def words_of(game: str) -> Mapping[str, Text]:
    """What ids and codes of a game mean, and what the table knows; without a game this alone."""
    return {**TABLE.words, **catalogue.TITLES[game].sentences.words} if game in catalogue.TITLES else TABLE.words


def _of_titles() -> list[Sentences]:
    return [title.sentences for title in catalogue.TITLES.values()]


def sentence(event: Event, language: str, name_of: Callable[[Seat], str]) -> str:
    """The event in one of the languages of domain/kernel/sentences.py."""
    return _sentence(event, texts_of(type(event)), language, name_of)


ACCOUNTS = ("account", "host")
"""Fields of the table's events that hold an account."""
GONE = "GONE"
"""A word for who deleted the account."""


def accounts_of(event: Event) -> list[str]:
    """The accounts and other actors that an event names."""
    return [found for name in ACCOUNTS if (found := getattr(event, name, ""))]


def with_names(event: Event, called: Mapping[str, str]) -> Event:
    """The event with names in place of the accounts that have one."""
    names = {name: called[found] for name in ACCOUNTS if (found := getattr(event, name, "")) in called}
    return replace(event, **names) if names else event


def word(value: str, language: str, game: str = "") -> str:
    """What an id or code of a game is called: a city, a card by what is printed on it; without a game what the table
    knows, such as a colour. Itself if it has no name there."""
    return _word(value, words_of(game), language)


def told_apart(names: Sequence[str], colours: Sequence[str], language: str) -> list[str]:
    """The names of those who sit; where two have the same (bots of one kind), with the colour."""
    return [
        f"{name} ({word(colour, language)})" if names.count(name) > 1 else name
        for name, colour in zip(names, colours, strict=True)
    ]
