"""Arithmetic of the two markets: rows of plants by number, leftover cards. No state changes, no events told."""

from bisect import insort

from domain.card_game.editions import Cards
from domain.card_game.figures import LAST, BasicFigures
from domain.card_game.messages import LeftoverCardsPlaced, Place, Row
from domain.card_game.state import Plants


def lying(plants: Plants) -> Row:
    """The plants of the market, cheapest first; the last-round card is not a plant (CG-AUC-15)."""
    row = plants.offer + plants.outlook
    return row[:-1] if plants.last == "MARKET" else row


def sorted_in(cards: Cards, row: Row, card: str) -> Row:
    """The card to the right of every equal number (CG-SET-05)."""
    grown = [*row]
    insort(grown, card, key=cards.number.__getitem__)
    return tuple(grown)


def rows(tables: BasicFigures, cards: Row, last: str) -> tuple[Row, Row]:
    """Offer and outlook. `last`: where the last-round card is; once it is out, all plants are offer (CG-AUC-15)."""
    if last == "OUT":
        return cards, ()
    return cards[: tables.offer], cards[tables.offer :] + ((LAST,) if last == "MARKET" else ())


def leftovers_placed(cards: Cards, pile: Row, fuel: str, excess: int, by: Place) -> LeftoverCardsPlaced:
    """One leftover card an excess unit, lowest id first, as far as there are any (CG-RES-05)."""
    placed = tuple([card for card in pile if cards.leftover[card] == fuel][:excess])
    return LeftoverCardsPlaced(fuel, placed, excess - len(placed), by)
