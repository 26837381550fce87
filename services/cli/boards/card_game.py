"""The board of the card game."""

from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from services.cli.boards.board_parts import lot_of, pairs
from services.cli.boards.reconstructed import marks, note
from services.cli.reader import Reader
from turnledger.v1 import card_game_pb2

PILES = ("standard", "leftover", "plus", "plus_plus")


def drawn(shown: card_game_pb2.CardGameBoard, by: Reader) -> RenderableType:
    say, mark = by.say, marks("card_game", shown.edition)
    players = Table(
        say("player"),
        say("elektro"),
        say("plants"),
        say("resource cards"),
    )
    for owner in shown.players:
        players.add_row(
            by.seat(owner.seat), str(owner.cash), _faces(owner.plants, by, mark), _stock(owner.stock, by, mark)
        )
    if shown.HasField("trust"):
        players.add_row(
            by.called("TRUST"), "", _faces(shown.trust.plants, by, mark), _stock(shown.trust.stock, by, mark)
        )
    plants = pairs(
        (say("on offer"), _faces((each.plant for each in shown.offer), by, mark)),
        (say("later"), _faces(shown.outlook, by, mark)),
        (say("discount"), by.called(shown.discount) if shown.HasField("discount") else ""),
        (say("in the pile"), str(shown.deck_size)),
        (say("auction"), lot_of(by.called(shown.lot.card), shown.lot, by) if shown.HasField("lot") else ""),
    )
    market = Table(say("price"), say("resource cards"))
    for column in shown.columns:
        market.add_row(str(column.price), _stock(column.cards, by, mark) or "–")
    return Group(players, plants, market, note("card_game", shown.edition, by))


def _faces(plants: Iterable[Any], by: Reader, mark: Callable[..., str]) -> str:
    """`3: 2 coal → 5*`: number, what it burns and what it earns; marked where a figure is reconstructed."""
    return ", ".join(
        f"{plant.number}: {f'{plant.need} ' if plant.need else ''}{by.called(plant.fuel)} → {plant.profit}"
        f"{mark(f'plants/{plant.card}', 'number', 'fuel', 'need', 'profit')}"
        for plant in plants
    )


def _stock(cards: Iterable[Any], by: Reader, mark: Callable[..., str]) -> str:
    return ", ".join(
        by.amounts({card.fuel: card.units}) + "".join(mark(f"{pile}/{card.card}", "fuel", "amount") for pile in PILES)
        for card in cards
    )
