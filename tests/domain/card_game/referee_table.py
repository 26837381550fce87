"""The table of the second referee (`referee.py`), and the moves of money and cards on it."""

from collections import Counter
from dataclasses import dataclass, field

from domain.card_game.figures import LAST
from domain.card_game.messages import TRUST, Ranked
from tests.domain.card_game.referee_cards import FUEL_CARDS, LEFTOVER_CARDS, fits, number, units_by_fuel, usable

OFFER = 4
"""Plants that can be nominated (CG-AUC-04)."""


@dataclass
class Owner:
    """A player, or the trust company, whose cash stays 0. `stock`: units left by resource card."""

    cash: int
    plants: list[str]
    stock: dict[str, int]
    ran: list[str] | None = None


@dataclass
class Lot:
    """A plant at auction. `bidders`: next to bid first, the standing bidder last."""

    card: str
    bid: int
    bidders: list[int]


@dataclass
class Table:
    """A game in progress; every field is compared with the engine's."""

    round: int
    phase: str
    last_round: bool
    row: list
    waiting: list
    """The seats that still act in phase 2 or 3, next first."""
    players: list[Owner]
    bank: int
    market: list[str]
    """Plants of both rows, cheapest first, without the last-round card."""
    last_card: str
    """The place of the last-round card: `DECK`, `MARKET` or `OUT`."""
    token: str | None
    deck: list[str]
    out: set[str]
    lot: Lot | None
    scrapping: int | None
    bought: list[int]
    passed: list[int]
    compensated: int
    renovation: list[int]
    columns: list[set[str]]
    resource_deck: list[str]
    discard: set[str]
    leftovers: set[str]
    reshuffles: int
    trust: Owner | None
    trust_acted: bool
    ranking: tuple[Ranked, ...]
    never_changed: tuple
    shuffles: list = field(default_factory=list)
    """The dice of this command that the referee has not used yet."""
    options: dict = field(default_factory=dict)
    """The readings that are not the default."""

    @classmethod
    def taking_over(cls, state) -> "Table":
        """A game from the state the engine has it in."""
        plants, fuel, auction, lot, trust = state.plants, state.fuel, state.auction, state.auction.lot, state.trust
        return cls(
            round=state.round,
            phase=state.phase,
            last_round=state.last_round,
            row=[*state.row],
            waiting=[*state.waiting],
            players=[owner(each.cash, each, each.ran) for each in state.players],
            bank=state.bank,
            market=[card for card in (*plants.offer, *plants.outlook) if card != LAST],
            last_card=plants.last,
            token=plants.discount,
            deck=[*plants.deck],
            out=set(plants.out),
            lot=lot and Lot(lot.card, lot.bid, [*lot.bidders]),
            scrapping=auction.scrap,
            bought=[*auction.bought],
            passed=[*auction.passed],
            compensated=auction.compensated,
            renovation=[*state.renovation],
            columns=[set(column) for column in fuel.columns],
            resource_deck=[*fuel.deck],
            discard=set(fuel.discard),
            leftovers=set(fuel.leftovers),
            reshuffles=fuel.reshuffles,
            trust=trust and owner(0, trust),
            trust_acted=trust is not None and trust.acted,
            ranking=state.ranking,
            never_changed=(state.colours, state.seed, plants.removed_blind),
        )

    # Visible parts

    def offer(self) -> list[str]:
        """The four cheapest; all plants once the last-round card has left (CG-AUC-04, CG-END-01)."""
        return self.market if self.last_card == "OUT" else self.market[:OFFER]

    def outlook(self) -> list[str]:
        """The other plants, and the last-round card in the most expensive place while it is in the market
        (CG-AUC-15)."""
        return self.market[len(self.offer()) :] + ([LAST] if self.last_card == "MARKET" else [])

    def nominator(self) -> int | None:
        """The first of the row who has neither bought nor passed (CG-AUC-03, CG2-03)."""
        return next((who for who in self.row if who not in (TRUST, *self.bought, *self.passed)), None)

    def to_act(self) -> int | None:
        if self.ranking:
            return None
        if self.phase != "AUCTION":
            return self.waiting[0]
        if self.scrapping is not None:
            return self.scrapping
        return self.lot.bidders[0] if self.lot else self.nominator()

    def minimum_bid(self, card: str) -> int:
        """The number, 1 E with the token (CG-AUC-02, CG-AUC-04)."""
        return 1 if card == self.token else number(card)

    def units_kept(self, seat: int, card: str) -> int:
        """The units of a resource card that its buyer may keep: one more as long as it is allowed (CG-RES-05)."""
        plants, units = self.players[seat].plants, units_by_fuel(self.players[seat].stock)
        for kept in range(FUEL_CARDS[card].amount):
            more = units + Counter([FUEL_CARDS[card].fuel])
            if not self.may_hold(plants, units, more):
                return kept
            units = more
        return FUEL_CARDS[card].amount

    def may_hold(self, plants, units, more) -> bool:
        """CG-RES-04: room in the storage; in the last round only for what the production still needs (CG-RES-08)."""
        return usable(plants, more) > usable(plants, units) if self.last_round else fits(plants, more)

    # Money and resource cards

    def pay(self, seat: int, amount: int) -> None:
        """Pay an amount from the bank to a seat; a price is paid the other way."""
        self.players[seat].cash += amount
        self.bank -= amount

    def burn(self, player: Owner, units: dict[str, int], chosen=None) -> None:
        """CG-PLT-06, unit by unit: the cards that the owner chose (DEC-CG-20), otherwise leftover cards, then fewest
        units left, smaller print, lower id."""
        for card in Counter(chosen or {}).elements():
            self.take_off(player, card)
        for fuel in Counter({} if chosen else units).elements():
            held = [card for card in player.stock if FUEL_CARDS[card].fuel == fuel]
            card = min(
                held, key=lambda card: (card not in LEFTOVER_CARDS, player.stock[card], FUEL_CARDS[card].amount, card)
            )
            self.take_off(player, card)

    def take_off(self, player: Owner, card: str) -> None:
        player.stock[card] -= 1
        if not player.stock[card]:
            del player.stock[card]
            self.lay_back(card)

    def lay_back(self, card: str) -> None:
        """An empty card to its pile (CG-PLT-06)."""
        (self.leftovers if card in LEFTOVER_CARDS else self.discard).add(card)

    def place_leftovers(self, fuel: str, units: int) -> None:
        """CG-RES-05: to column 1, lowest id first, as far as there are any (DEC-CG-02)."""
        for card in sorted(card for card in self.leftovers if FUEL_CARDS[card].fuel == fuel)[:units]:
            self.leftovers.remove(card)
            self.columns[0].add(card)

    # The market of plants

    def draw(self) -> None:
        """CG-AUC-11, CG-AUC-13, CG-AUC-18."""
        if not self.deck:
            return
        card = self.deck.pop(0)
        if card == LAST:
            self.last_round_card_comes_up()
        elif self.token and number(card) < number(self.token):
            self.out.add(card)
            self.token = None
            self.draw()
        else:
            self.sort_in(card)

    def sort_in(self, card: str) -> None:
        """Put a card into the market, to the right of equal numbers (CG-SET-05)."""
        place = sum(number(lying) <= number(card) for lying in self.market)
        self.market.insert(place, card)

    def last_round_card_comes_up(self) -> None:
        """CG-AUC-15: it waits in the outlook for the end of phase 1. CG-BUR-13: in phase 3 it leaves at once."""
        self.last_card = "MARKET"
        if self.phase == "BUREAUCRACY":
            self.last_round_card_leaves()
        self.deck = self.shuffled(self.deck)

    def last_round_card_leaves(self) -> None:
        """Together with the cheapest plant (CG-AUC-15, CG-BUR-13)."""
        self.last_card = "OUT"
        self.cheapest_leaves()

    def cheapest_leaves(self) -> None:
        if self.market:
            self.out.add(self.market.pop(0))

    def shuffled(self, pile) -> list[str]:
        """The pile in the order the engine's dice gave."""
        order = self.shuffles.pop(0)
        assert sorted(order) == sorted(pile), f"shuffled {sorted(order)}, not {sorted(pile)}"
        return [*order]

    def take_from_market(self, taker: Owner, card: str) -> None:
        self.market.remove(card)
        taker.plants.append(card)
        if self.token == card:
            self.token = None


def owner(cash: int, holder, ran=None) -> Owner:
    stock = {card.card: card.units_left for card in holder.stock}
    return Owner(cash, [*holder.plants], stock, None if ran is None else [*ran])
