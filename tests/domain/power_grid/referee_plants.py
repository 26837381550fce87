"""The plant market by the referee: the rows, cards that leave them, consequences of a draw, the Stage 3 card.

referee.py explains `yield`.
"""

from domain.power_grid.messages import (
    FLOW_GENERATOR,
    STAGE_3,
    DeckShuffled,
    PhaseOfRound,
    PlantDrawn,
    PlantPutUnderDeck,
    PlantRemoved,
    Stage3CardDrawn,
    Stage3CardRemoved,
)  # fmt: skip
from tests.domain.power_grid.referee_table import deck_figures, demand, same

MARKET_IN_STAGE_3 = {"russia": 4, "japan": 6, "india": 6, "australia": 6, "germany": 6, "usa": 6}
"""RU-07, JP-12, PG-STG-09."""
STAGE_3_STARTS_WITH = {"auction": (0, "resources"), "building": (0, "bureaucracy"), "bureaucracy": (1, "turn_order")}
"""By the phase in which the card comes: how many rounds later, and with which phase (PG-STG-06 to -08)."""


class PlantMarket:
    """The cards on offer and the pile they come from."""

    def __init__(self, table, started):
        self.table, self.deck, self.pile = table, list(started.deck), list(started.renovation_pile)
        self.cards = [*started.plant_market.current, *started.plant_market.future]
        self.one_row = False
        self.closings = 0

    def plants(self):
        """Cheapest first, without the Stage 3 card."""
        return [card for card in self.ranked() if card != STAGE_3]

    def ranked(self):
        return sorted(self.cards, key=self.table.rank)

    def current(self):
        """PG-AUC-14, PG-STG-09: the cheapest three or four; all, once the Stage 3 card has left."""
        return self.ranked() if self.one_row else self.ranked()[: self.table.board["offer_size"]]

    def check_rows(self, event):
        same("current offer", list(event.current), self.current())
        same("future offer", list(event.future), self.ranked()[len(self.current()) :])

    def check_deck(self, event):
        same("cards left", event.deck_left, len(self.deck))

    def check_size(self):
        """PG-AUC-17: only an empty pile leaves gaps in the market."""
        full = MARKET_IN_STAGE_3[self.table.map] if self.one_row else 2 * self.table.board["offer_size"]
        demand(len(self.cards) == full or (not self.deck and len(self.cards) < full), f"the market has {full} plants")

    def is_outgrown(self):
        """PG-AUC-16: a plant on offer is not above the largest network. Not on Russia (RU-04)."""
        return self.table.map != "russia" and self.cheapest_is_overtaken()

    def cheapest_is_overtaken(self):
        plants = self.plants()
        return bool(plants) and self.table.rank(plants[0]) <= self.table.largest_network()


def check_deal(table, started, dealt_by_hand):
    """PG-SET-08 to PG-SET-10, JP-03, PG-FLOW-01. Cards dealt by hand may lie in any order."""
    figures = deck_figures(table.board, started.options)
    laid_out = [*figures["current"], *figures["future"]]
    same("current offer", list(started.plant_market.current), figures["current"])
    same("future offer", list(started.plant_market.future), figures["future"])
    cards = [*laid_out, *started.deck, *started.removed_blind]
    same("all cards", sorted(map(str, cards)), sorted(map(str, [*table.cards, STAGE_3])))
    same("removed blindly", len(started.removed_blind), table.limit("removed_blind"))
    demand(STAGE_3 in started.deck, "the Stage 3 card is never removed")
    if not dealt_by_hand:
        same("top and bottom card", (started.deck[0], started.deck[-1]), (figures["top"], STAGE_3))
        shuffled_on_top = started.deck[1 : 1 + figures["near_top_among"] + len(figures["near_top"])]
        demand(set(figures["near_top"]) <= set(shuffled_on_top), f"{figures['near_top']} lie near the top")


def draw(table, reason):
    """PG-AUC-20: the top card comes, with all that it sets off; an empty pile gives none (PG-AUC-17)."""
    market = table.market
    if market.deck:
        card = market.deck.pop(0)
        if card == STAGE_3:
            yield from stage_3_card(table)
        else:
            yield from plant_comes(table, card, reason)
    while market.is_outgrown():
        yield from replace_cheapest(table, "OBSOLETE")


def plant_comes(table, card, reason):
    market = table.market
    market.cards.append(card)
    drawn = yield PlantDrawn
    same("drawn card and reason", (drawn.plant, drawn.reason), (card, reason))
    market.check_rows(drawn)
    market.check_deck(drawn)
    if card == FLOW_GENERATOR:
        yield from replace_cheapest(table, "FLOW_GENERATOR")  # PG-FLOW-04


def remove_cheapest(table, cause):
    market = table.market
    cheapest = market.plants()[0]
    market.cards.remove(cheapest)
    removed = yield PlantRemoved
    same("removed plant and cause", (removed.plant, removed.cause), (cheapest, cause))
    market.check_rows(removed)


def replace_cheapest(table, cause):
    yield from remove_cheapest(table, cause)
    yield from draw(table, cause)


def stage_3_card(table):
    """PG-STG-05 to PG-STG-08: on the market till the auction is over; in other phases it leaves at once."""
    market = table.market
    demand(not table.stage_3_drawn, "the Stage 3 card is drawn once")
    table.stage_3_drawn = True
    stays = table.phase == "auction"
    if stays:
        market.cards.append(STAGE_3)
    drawn = yield Stage3CardDrawn
    rounds_later, phase = STAGE_3_STARTS_WITH[table.phase]
    same("phase of the Stage 3 card", (drawn.during_phase, drawn.in_market), (table.phase, stays))
    same("stage 3 starts with", drawn.starts_with, PhaseOfRound(table.round + rounds_later, phase))
    market.check_rows(drawn)
    market.check_deck(drawn)
    if not stays:
        yield from stage_3_card_leaves(table)
        if market.plants():
            yield from remove_cheapest(table, "STAGE_3")
    shuffled = yield DeckShuffled
    same("shuffled cards", sorted(map(str, shuffled.order)), sorted(map(str, market.deck)))
    market.check_deck(shuffled)
    market.deck = list(shuffled.order)


def stage_3_card_leaves(table):
    market = table.market
    market.cards = market.plants()
    market.one_row = True
    removed = yield Stage3CardRemoved
    market.check_rows(removed)


def bureaucracy_of_plants(table):
    """PG-BUR-12, PG-BUR-13."""
    market = table.market
    if table.stage == 3:
        if market.plants():
            yield from replace_cheapest(table, "STAGE_3_BUREAUCRACY")
        return
    dearest = market.ranked()[-1]
    market.cards.remove(dearest)
    market.deck.append(dearest)
    put = yield PlantPutUnderDeck
    same("plant put under the pile", put.plant, dearest)
    market.check_rows(put)
    market.check_deck(put)
    yield from draw(table, "BUREAUCRACY")
