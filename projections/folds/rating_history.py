"""The rating after each game that counted: a list per player and leaderboard of all time, oldest first."""

from datetime import datetime

import msgspec
from msgspec import Struct

from projections.folds.ratings import Rating
from projections.folds.transitions import Transition


class RatedGame(Struct, frozen=True, array_like=True):
    """One entry. `ended_at`: in UTC. `game_id`: empty for a game at a private table, which only invited accounts can
    find. `rating`: after the game."""

    ended_at: datetime
    game_id: str
    rating: Rating


_encode = msgspec.json.Encoder(order="deterministic").encode
_rated_game = msgspec.json.Decoder(RatedGame).decode


def history_key(board: str, player: str) -> str:
    """`board`: the key of a leaderboard of all time."""
    return f"history.{board}.{player}"


def rated_game(transition: Transition, rating: Rating) -> bytes:
    record, private = transition.record, transition.aggregate.opened.private
    return _encode(RatedGame(record.envelope.at, "" if private else record.stream_id, rating))


def read_rated_game(stored: bytes) -> RatedGame:
    return _rated_game(stored)
