"""Changes of the plant market: draws, removals, the last-round card. Used in phases 1 and 3."""

from domain.card_game.figures import LAST
from domain.card_game.market import lying, rows, sorted_in
from domain.card_game.messages import (
    DeckShuffled,
    DiscountRemoved,
    LastRoundCardDrawn,
    LastRoundCardRemoved,
    PlantDrawn,
    PlantPutUnderDeck,
    PlantRemoved,
    Row,
)
from domain.card_game.rules import Decision
from domain.card_game.state import AUCTION, without
from domain.kernel.dice import Dice


def draw(decision: Decision, reason: str) -> None:
    """Turns up the top card and sorts it in (CG-AUC-11); an empty deck gives none (CG-AUC-18)."""
    plants, cards = decision.state.plants, decision.rules.cards
    deck = plants.deck
    if not deck:
        return
    card, left = deck[0], len(deck) - 1
    if card == LAST:
        last_round_card(decision)
        return
    number, back = cards.number[card], cards.back(deck[1:2])
    if plants.discount and number < cards.number[plants.discount]:
        decision.record(PlantDrawn(card, number, reason, False, plants.offer, plants.outlook, left, back))
        decision.record(PlantRemoved(card, "BELOW_DISCOUNT", plants.offer, plants.outlook))
        decision.record(DiscountRemoved(plants.discount, "LOWER_CARD"))
        draw(decision, "LOWER_CARD")
        return
    offer, outlook = rows(cards.tables, sorted_in(cards, lying(plants), card), plants.last)
    decision.record(PlantDrawn(card, number, reason, True, offer, outlook, left, back))


def last_round_card(decision: Decision) -> None:
    """In phase 1 the last-round card waits in the outlook (CG-AUC-15), in phase 3 it leaves at once (CG-BUR-13)."""
    plants, phase = decision.state.plants, decision.state.phase
    market = rows(decision.rules.cards.tables, lying(plants), "MARKET")
    decision.record(LastRoundCardDrawn(phase, *market, len(plants.deck) - 1))
    if phase == AUCTION:
        shuffle_deck(decision)
    else:
        cut(decision)
        shuffle_deck(decision)


def shuffle_deck(decision: Decision) -> None:
    deck = decision.state.plants.deck
    order = Dice(bytes.fromhex(decision.state.seed)).roll("plant deck below the last-round card").shuffle(deck)
    decision.record(DeckShuffled(len(order), decision.rules.cards.back(order), order))


def cut(decision: Decision) -> None:
    """The last-round card and the cheapest plant leave; all that remains is offer."""
    decision.record(LastRoundCardRemoved(lying(decision.state.plants), ()))
    remove_cheapest(decision, "LAST_ROUND")


def remove_cheapest(decision: Decision, cause: str) -> None:
    row = lying(decision.state.plants)
    if row:
        decision.record(PlantRemoved(row[0], cause, *_rows(decision, row[1:])))


def remove_discounted(decision: Decision) -> None:
    """No seat bought the plant with the token (CG-AUC-14)."""
    card = decision.state.plants.discount
    if card:
        row = without(lying(decision.state.plants), card)
        decision.record(DiscountRemoved(card, "UNSOLD"))
        decision.record(PlantRemoved(card, "DISCOUNT_UNSOLD", *_rows(decision, row)))
        draw(decision, "DISCOUNT_UNSOLD")


def put_dearest_under_deck(decision: Decision) -> None:
    plants, cards = decision.state.plants, decision.rules.cards
    row = lying(plants)
    back = cards.back(plants.deck or row[-1:])
    decision.record(PlantPutUnderDeck(row[-1], *_rows(decision, row[:-1]), len(plants.deck) + 1, back))


def _rows(decision: Decision, row: Row) -> tuple[Row, Row]:
    return rows(decision.rules.cards.tables, row, decision.state.plants.last)
