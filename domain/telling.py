"""Every event type in sentences: the texts of the table and of each game."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from domain.card_game.sentences import SENTENCES as CARD_GAME
from domain.colony61.sentences import SENTENCES as COLONY61
from domain.history.sentences import Sentences, Text
from domain.history.sentences import sentence as _sentence
from domain.history.sentences import word as _word
from domain.kernel.decider import Event
from domain.kernel.ids import Seat
from domain.power_grid.sentences import SENTENCES as POWER_GRID
from domain.table.sentences import SENTENCES as TABLE

TEXTS: dict[type[Event], Sentences] = {
    event_type: texts for texts in (TABLE, POWER_GRID, CARD_GAME, COLONY61) for event_type in texts.events
}
_WORDS: dict[str, Mapping[str, Text]] = {
    "power_grid": {**TABLE.words, **POWER_GRID.words},
    "card_game": {**TABLE.words, **CARD_GAME.words},
    "colony61": {**TABLE.words, **COLONY61.words},
}


def sentence(event: Event, language: str, name_of: Callable[[Seat], str]) -> str:
    """The event in one of the languages of domain/history/sentences.py."""
    return _sentence(event, TEXTS[type(event)], language, name_of)


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
    return _word(value, _WORDS.get(game, TABLE.words), language)


def told_apart(names: Sequence[str], colours: Sequence[str], language: str) -> list[str]:
    """The names of those who sit; where two have the same (bots of one kind), with the colour."""
    return [
        f"{name} ({word(colour, language)})" if names.count(name) > 1 else name
        for name, colour in zip(names, colours, strict=True)
    ]
