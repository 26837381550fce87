"""Printed data of a game as messages, from the editions that a table is played with.

A game with messages of its own has a module here with its name, with `data(variant, editions)`, and `words(known)` if
the contract spells words differently. For other games the edition files are returned unchanged.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain import catalogue
from domain.kernel.variant import Edition
from services.api.messages.any_game import GAME
from services.platform.per_game import module_of
from services.texts import telling
from turnledger.v1 import games_pb2


def game_data(game: str, variant: str, editions: tuple[Edition, ...]) -> games_pb2.GameData:
    """`game`: name of the decider. Refuses UNKNOWN_EDITION."""
    own = module_of(__name__, game)
    if own is None:
        return games_pb2.GameData(other={GAME: game, "editions": [_read(game, each) for each in editions]})
    message: Any = {game: own.data(variant, editions)}
    return games_pb2.GameData(**message)


def _read(game: str, edition: Edition) -> Any:
    """The file of an edition, as it is."""
    return msgspec.json.decode(catalogue.TITLES[game].editions.content(edition.id))


def words_of(game: str) -> Mapping[str, dict[str, str]]:
    """Return the names of the game's ids and codes, by language, as the contract spells them."""
    words = telling.words_by_code(catalogue.TITLES[game].variants[0])
    own = module_of(__name__, game)
    written: Mapping[str, dict[str, str]] = own.words(words) if own and hasattr(own, "words") else words
    return written
