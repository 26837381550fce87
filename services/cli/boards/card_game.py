"""The board of the card game."""

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from services.cli.boards.parts import lot_of, pairs
from services.cli.reader import Reader
from turnledger.v1 import card_game_pb2


def drawn(shown: card_game_pb2.CardGameBoard, by: Reader) -> RenderableType:
    say = by.say
    players = Table(
        say("player"),
        say("elektro"),
        say("plants"),
        say("resource cards"),
    )
    for owner in shown.players:
        players.add_row(by.seat(owner.seat), str(owner.cash), _faces(owner.plants, by), _stock(owner.stock, by))
    if shown.HasField("trust"):
        players.add_row(by.called("TRUST"), "", _faces(shown.trust.plants, by), _stock(shown.trust.stock, by))
    plants = pairs(
        (say("on offer"), _faces((each.plant for each in shown.offer), by)),
        (say("later"), _faces(shown.outlook, by)),
        (say("discount"), by.called(shown.discount) if shown.HasField("discount") else ""),
        (say("in the pile"), str(shown.deck_size)),
        (say("auction"), lot_of(by.called(shown.lot.card), shown.lot, by) if shown.HasField("lot") else ""),
    )
    market = Table(say("price"), say("resource cards"))
    for column in shown.columns:
        market.add_row(str(column.price), _stock(column.cards, by) or "–")
    return Group(players, plants, market)


def _faces(plants: Iterable[Any], by: Reader) -> str:
    """`3: 2 coal → 5`: number, what it burns and what it earns."""
    return ", ".join(
        f"{plant.number}: {f'{plant.need} ' if plant.need else ''}{by.called(plant.fuel)} → {plant.profit}"
        for plant in plants
    )


def _stock(cards: Iterable[Any], by: Reader) -> str:
    return ", ".join(by.amounts({card.fuel: card.units}) for card in cards)
