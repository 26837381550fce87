"""Phrases that can be typed at a turn of each game. A game without phrases of its own is played by numbers: `#3`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from services.api.messages import contract
from services.cli.player.phrases.lines import Line, numbered
from services.cli.reader import Reader
from services.platform.per_game import module_of
from turnledger.v1 import games_pb2

WAYS_MAX = 100
Phrase = Callable[[Any, Reader], Line]


def lines(offered: Iterable[games_pb2.Option], by: Reader) -> list[Line]:
    """One an option, in their order."""
    spoken, phrases = contract.game(by.game), _phrases(by.game)
    options = [spoken.of_seat(Seat(0)).option(each) for each in offered]
    return [phrases.get(type(option), plain)(option, by) for option in options]


def plain(option: Option, by: Reader) -> Line:
    """An option without words: its commands by number."""
    words = " ".join(type(option).__name__.split("_")).lower()
    ways = [str(option.nth(number)) for number in range(min(option.count(), WAYS_MAX))]
    return Line((words,), (), "; ".join(ways[:3]), numbered(ways, option.nth, by.say))


def _phrases(game: str) -> Mapping[type, Phrase]:
    own = module_of(__name__, game)
    phrases: Mapping[type, Phrase] = own.PHRASES if own else {}
    return phrases
