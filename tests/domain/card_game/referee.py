"""A second referee of the card game: the printed rules read once more, by another way.

Why: the engine and the tests of its rules come from one reading of the rulebook, so a rule misread there is misread in
both, and a rule forgotten has no test. This referee judges the same commands as the engine (`test_referee.py`). Where
the two differ, one of them is wrong, and the rulebook decides which.

It may share these with the engine: the types of commands and events, the cards of the edition, the state from which it
takes a game over. It shares no rule: none of the arithmetic, phases and tables in `domain.card_game`. It takes the
results of dice, the order of a shuffled pile, from the engine's events after a check of the pile's cards.

How: everything is mutable and slow on purpose. Plants and cards lie in lists and sets, fuel is moved unit by unit, and
where the engine computes (storage, discards, productions) the referee tries all there is. Four files: cards and
arithmetic (`referee_cards.py`), the table (`referee_table.py`), what is legal (`referee_legal.py`), and what follows.
"""

from collections import Counter

from domain.card_game.messages import (
    TRUST,
    BuyResourceCard,
    DeckShuffled,
    FinishBuying,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    Ranked,
    ResourceDeckReshuffled,
    RunPlants,
    ScrapPlant,
)
from tests.domain.card_game.referee_cards import (
    FUEL_CARDS,
    FUELS,
    PLUS_PLUS_CARDS,
    RENOVATION_CARDS,
    best_number,
    market_order,
    productions,
    profit,
    symbols,
    units_by_fuel,
)
from tests.domain.card_game.referee_legal import meant
from tests.domain.card_game.referee_table import Lot, Owner, Table

COLUMN_SIZE = {2: 4, 3: 4, 4: 5, 5: 6, 6: 6}
"""Cards in each of the columns of 2, 3 and 4 E, by number of players (CG-SET-09)."""
PLANTS_OWNED = 3
"""At most (CG-PLT-07)."""


class Referee(Table):
    """Carries commands out, and ends and begins the phases."""

    # Commands

    def carry_out(self, command, events) -> None:
        """A legal command and all that follows; of its events only the shuffles are read."""
        self.shuffles = [event.order for event in events if isinstance(event, DeckShuffled | ResourceDeckReshuffled)]
        CARRY_OUT[type(command)](self, meant(self, command))
        self.carry_on()

    def nominate(self, command: NominatePlant) -> None:
        """Clockwise from the nominator, who is the standing bidder (CG-AUC-05)."""
        seats = len(self.players)
        clockwise = [(command.player + step) % seats for step in range(1, seats + 1)]
        bidders = [seat for seat in clockwise if seat not in (*self.bought, *self.passed)]
        self.lot = Lot(command.card, command.bid, bidders)
        self.sell_to_the_last_bidder()

    def pass_nomination(self, command: PassNomination) -> None:
        self.passed.append(command.player)
        self.trust_takes_a_plant()

    def place_bid(self, command: PlaceBid) -> None:
        self.lot.bid = command.amount
        self.lot.bidders.append(self.lot.bidders.pop(0))

    def pass_bid(self, _command: PassBid) -> None:
        """Final for this plant (CG-AUC-05)."""
        self.lot.bidders.pop(0)
        self.sell_to_the_last_bidder()

    def scrap(self, command: ScrapPlant) -> None:
        """Demolition, excess fuel, compensation, and only then the draw (DEC-CG-11)."""
        player = self.players[command.player]
        player.plants.remove(command.card)
        self.out.add(command.card)
        self.burn(player, command.discarded, command.cards)
        self.scrapping = None
        if self.renovation:
            top = RENOVATION_CARDS[self.renovation[0]]
            self.pay(command.player, top.later if self.compensated else top.first)
            self.compensated += 1
        self.replace_the_sold_plant()

    def buy_resource_card(self, command: BuyResourceCard) -> None:
        """CG-RES-02: the column is the price; CG-RES-05: leftover cards for what does not fit."""
        card, kept = FUEL_CARDS[command.card], self.units_kept(command.player, command.card)
        price = next(price for price, column in enumerate(self.columns, 1) if command.card in column)
        self.columns[price - 1].remove(command.card)
        self.pay(command.player, -price)
        self.players[command.player].stock[command.card] = kept
        self.place_leftovers(card.fuel, card.amount - kept)

    def finish_buying(self, _command: FinishBuying) -> None:
        self.waiting.pop(0)
        if self.waiting[:1] == [TRUST]:
            self.waiting.pop(0)
            self.trust_takes_fuel()

    def run_plants(self, command: RunPlants) -> None:
        player = self.players[command.player]
        if command.cards:
            self.burn(player, {}, command.cards)
        for run in command.runs if not command.cards else ():
            self.burn(player, run.fuel)
        player.ran = [run.card for run in command.runs]
        self.waiting.pop(0)
        if self.waiting[:1] == [TRUST]:
            self.waiting.pop(0)
            self.trust_discards_its_fuel()

    # Phase 1

    def sell_to_the_last_bidder(self) -> None:
        """CG-AUC-06, CG-AUC-10; the token of a sold plant is gone (CG-AUC-12)."""
        if len(self.lot.bidders) > 1:
            return
        (buyer,), card = self.lot.bidders, self.lot.card
        self.pay(buyer, -self.lot.bid)
        self.take_from_market(self.players[buyer], card)
        self.bought.append(buyer)
        self.lot = None
        if len(self.players[buyer].plants) > PLANTS_OWNED:
            self.scrapping = buyer
        else:
            self.replace_the_sold_plant()

    def replace_the_sold_plant(self) -> None:
        """The trust company acts after the draw, or before it (DEC-CG-16)."""
        if self.options.get("trust_takes") == "before_replacement":
            self.trust_takes_a_plant(draws_before=True)
        else:
            self.draw()
            self.trust_takes_a_plant()

    def trust_takes_a_plant(self, *, draws_before: bool = False) -> None:
        """CG2-04: once a round, after a purchase or the first player's pass. CG2-05: the oldest of four goes. The plant
        that was sold may still have to be replaced."""
        due = self.bought or (self.passed and self.round > 1)
        if not (self.trust and due and not self.trust_acted and self.offer()):
            if draws_before:
                self.draw()
            return
        self.trust_acted = True
        self.take_from_market(self.trust, self.offer()[-1])
        if len(self.trust.plants) > PLANTS_OWNED:
            self.out.add(self.trust.plants.pop(0))
        if draws_before:
            self.draw()
        self.draw()

    def auction_is_over(self) -> bool:
        """CG-AUC-16, CG-AUC-17."""
        if self.lot or self.scrapping is not None:
            return False
        return self.nominator() is None or not self.offer()

    def end_auction(self) -> None:
        """In the order of CG-AUC-16; CG-AUC-14: no seat bought the plant with the token."""
        if self.token:
            self.market.remove(self.token)
            self.out.add(self.token)
            self.token = None
            self.draw()
        if self.last_card == "MARKET":
            self.last_round_card_leaves()
        if self.compensated and len(self.renovation) > 1:
            self.renovation.pop(0)  # RN-CG-05
        if self.round == 1:
            self.set_row([0] * len(self.players))  # CG-ORD-02: only numbers count
        self.phase, self.waiting = "RESOURCES", self.row[::-1]

    def set_row(self, incomes: list[int]) -> None:
        """CG-ORD-03: income, then the highest number, then the tied swap (DEC-CG-08). CG2-09: the company second."""
        reverse = [seat for seat in reversed(self.row) if seat != TRUST]
        self.row = sorted(reverse, key=lambda seat: (-incomes[seat], -best_number(self.players[seat].plants)))
        if self.trust:
            self.row.insert(1, TRUST)

    # Phase 2

    def trust_takes_fuel(self) -> None:
        """CG2-06, CG2-07, unit by unit: pure plants, then hybrids, who first burn what is left on cards taken."""
        spare, last_taken = Counter(), {}
        wanted = [(fuel,) for fuel in FUELS for _ in range(symbols(self.trust.plants, fuel))]
        wanted += [("gas", "oil")] * symbols(self.trust.plants, "hybrid")
        for fuels in wanted:
            if not any(spare[fuel] for fuel in fuels):
                card = self.cheapest_card(fuels)
                if card is None:
                    continue
                fuel = FUEL_CARDS[card].fuel
                self.trust.stock[card] = spare[fuel] = FUEL_CARDS[card].amount
                last_taken[fuel] = card
            spare[next(fuel for fuel in fuels if spare[fuel])] -= 1
        for fuel, units in spare.items():
            if units:
                self.trust.stock[last_taken[fuel]] -= units
                self.place_leftovers(fuel, units)

    def cheapest_card(self, fuels: tuple[str, ...]) -> str | None:
        """Taken off the market: cheapest column, gas before oil, fewer units, lower id (CG2-07, DEC-CG-17)."""
        for column in self.columns:
            for card in sorted(column, key=market_order):
                if FUEL_CARDS[card].fuel in fuels:
                    column.remove(card)
                    return card
        return None

    # Phase 3

    def trust_discards_its_fuel(self) -> None:
        """CG2-08."""
        for card in self.trust.stock:
            self.lay_back(card)
        self.trust.stock = {}

    def end_bureaucracy(self) -> None:
        self.pay_incomes()
        self.shift_resource_cards()
        self.deal_resource_cards()
        self.update_plants()

    def pay_incomes(self) -> None:
        """1 E for a seat that ran nothing (CG-BUR-03); the row is set by it (CG-BUR-04)."""
        incomes = [profit(player.ran) or 1 for player in self.players]
        self.set_row(incomes)
        for seat, income in enumerate(incomes):
            self.pay(seat, income)
            self.players[seat].ran = None

    def shift_resource_cards(self) -> None:
        """CG-BUR-05."""
        for dearer, cheaper in ((3, 2), (4, 2), (4, 3)):
            for card in sorted(self.columns[dearer - 1], key=market_order):
                if self.has_room(cheaper):
                    self.columns[dearer - 1].remove(card)
                    self.columns[cheaper - 1].add(card)

    def deal_resource_cards(self) -> None:
        """CG-BUR-06; without any card left places stay free (DEC-CG-03)."""
        for price in (2, 3, 4):
            while self.has_room(price) and (self.resource_deck or self.discard):
                if not self.resource_deck:
                    self.reshuffle()
                self.columns[price - 1].add(self.resource_deck.pop(0))

    def has_room(self, price: int) -> bool:
        return len(self.columns[price - 1]) < COLUMN_SIZE[len(self.players)]

    def reshuffle(self) -> None:
        """CG-BUR-07, CG-BUR-08: it costs the cheapest plant. CG-BUR-10: the first one lays out the "++" cards."""
        self.resource_deck = self.shuffled(self.discard)
        self.discard = set() if self.reshuffles else set(PLUS_PLUS_CARDS)
        self.reshuffles += 1
        self.cheapest_leaves()
        self.draw()

    def update_plants(self) -> None:
        """CG-BUR-11: the dearest goes under the deck; CG-BUR-12: once the market has shrunk the cheapest leaves."""
        if self.last_card == "OUT":
            self.cheapest_leaves()
        else:
            self.deck.append(self.market.pop())
        self.draw()

    # The order of everything

    def carry_on(self) -> None:
        """End phases and begin the next until a seat has to act (CG-GEN-01)."""
        while self.auction_is_over() if self.phase == "AUCTION" else not self.waiting:
            if self.phase == "AUCTION":
                self.end_auction()
            elif self.phase == "BUREAUCRACY":
                self.end_bureaucracy()
                self.begin_round()
            elif self.last_round:
                self.rank()
                return
            else:
                self.phase, self.waiting = "BUREAUCRACY", [*self.row]

    def begin_round(self) -> None:
        """CG-END-01: without the last-round card it is the last one. CG-AUC-02: the token on the cheapest plant."""
        self.round += 1
        self.phase, self.last_round = "AUCTION", self.last_card == "OUT"
        self.bought, self.passed, self.compensated, self.trust_acted = [], [], 0, False
        self.token = self.market[0] if self.market else None

    def rank(self) -> None:
        """CG-END-02, CG-END-03, CG-END-04; who ties in all three shares a rank (DEC-CG-15, DEC-CG-28)."""
        scores = [self.score(player) for player in self.players]
        places = [1 + sum(other > score for other in scores) for score in scores]
        seats = sorted(range(len(scores)), key=places.__getitem__)
        self.ranking = tuple(Ranked(seat, places[seat], *scores[seat]) for seat in seats)

    def score(self, player: Owner) -> tuple[int, int, int]:
        """Points, money left and highest number: of all productions the one with most profit (DEC-CG-14)."""
        possible = productions(player.plants, units_by_fuel(player.stock))
        best = max(profit(run.card for run in runs) for runs in possible)
        return best + player.cash // 10, player.cash % 10, best_number(player.plants)


CARRY_OUT = {
    NominatePlant: Referee.nominate,
    PassNomination: Referee.pass_nomination,
    PlaceBid: Referee.place_bid,
    PassBid: Referee.pass_bid,
    ScrapPlant: Referee.scrap,
    BuyResourceCard: Referee.buy_resource_card,
    FinishBuying: Referee.finish_buying,
    RunPlants: Referee.run_plants,
}
