"""What happens to the plant market: drawing, removing, the last-round card. Used in phases 1 and 3."""

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
from domain.card_game.state import AUCTION, without
from domain.card_game.story import Story
from domain.kernel.dice import Dice


def draw(story: Story, reason: str) -> None:
    """Turns up the top card and sorts it in (CG-AUC-11); an empty deck gives none (CG-AUC-18)."""
    plants, cards = story.state.plants, story.rules.cards
    deck = plants.deck
    if not deck:
        return
    card, left = deck[0], len(deck) - 1
    if card == LAST:
        last_round_card(story)
        return
    number, back = cards.number[card], cards.back(deck[1:2])
    if plants.discount and number < cards.number[plants.discount]:
        story.tell(PlantDrawn(card, number, reason, False, plants.offer, plants.outlook, left, back))
        story.tell(PlantRemoved(card, "BELOW_DISCOUNT", plants.offer, plants.outlook))
        story.tell(DiscountRemoved(plants.discount, "LOWER_CARD"))
        draw(story, "LOWER_CARD")
        return
    offer, outlook = rows(cards.tables, sorted_in(cards, lying(plants), card), plants.last)
    story.tell(PlantDrawn(card, number, reason, True, offer, outlook, left, back))


def last_round_card(story: Story) -> None:
    """In phase 1 it waits in the outlook (CG-AUC-15), in phase 3 it leaves at once (CG-BUR-13)."""
    plants, phase = story.state.plants, story.state.phase
    market = rows(story.rules.cards.tables, lying(plants), "MARKET")
    story.tell(LastRoundCardDrawn(phase, *market, len(plants.deck) - 1))
    if phase == AUCTION:
        shuffle_deck(story)
    else:
        cut(story)
        shuffle_deck(story)


def shuffle_deck(story: Story) -> None:
    deck = story.state.plants.deck
    order = Dice(bytes.fromhex(story.state.seed)).roll("plant deck below the last-round card").shuffle(deck)
    story.tell(DeckShuffled(len(order), story.rules.cards.back(order), order))


def cut(story: Story) -> None:
    """The last-round card and the cheapest plant leave; all that remains is offer."""
    story.tell(LastRoundCardRemoved(lying(story.state.plants), ()))
    remove_cheapest(story, "LAST_ROUND")


def remove_cheapest(story: Story, cause: str) -> None:
    row = lying(story.state.plants)
    if row:
        story.tell(PlantRemoved(row[0], cause, *_rows(story, row[1:])))


def remove_discounted(story: Story) -> None:
    """CG-AUC-14: nobody wanted the plant with the token."""
    card = story.state.plants.discount
    if card:
        row = without(lying(story.state.plants), card)
        story.tell(DiscountRemoved(card, "UNSOLD"))
        story.tell(PlantRemoved(card, "DISCOUNT_UNSOLD", *_rows(story, row)))
        draw(story, "DISCOUNT_UNSOLD")


def put_dearest_under_deck(story: Story) -> None:
    plants, cards = story.state.plants, story.rules.cards
    row = lying(plants)
    back = cards.back(plants.deck or row[-1:])
    story.tell(PlantPutUnderDeck(row[-1], *_rows(story, row[:-1]), len(plants.deck) + 1, back))


def _rows(story: Story, row: Row) -> tuple[Row, Row]:
    return rows(story.rules.cards.tables, row, story.state.plants.last)
