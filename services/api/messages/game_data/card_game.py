"""Printed data of the card game: its edition."""

import msgspec
from google.protobuf.json_format import ParseDict

from domain.card_game.editions import EDITIONS
from domain.kernel.variant import Edition
from turnledger.v1 import card_game_pb2


def data(_: str, editions: tuple[Edition, ...]) -> card_game_pb2.CardGameData:
    figures = EDITIONS.figures(editions[0].id)
    return ParseDict(msgspec.to_builtins(figures), card_game_pb2.CardGameData(), ignore_unknown_fields=True)
