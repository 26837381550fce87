"""A fast player for tries: it sees the whole of an assumed state and lists options only where it must.

At auctions it bids as far as `planner` would, computed once per seat, plant and market; it bids at once the price to
which other seats would raise it. It buys fuel as `greedy` does and builds the cheapest city.
"""

from math import floor

from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.power_grid import habits, view
from domain.power_grid.forecast import Forecast
from domain.power_grid.fuel import returns
from domain.power_grid.greedy import Greedy
from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    RESOURCES,
    BuyResources,
    Card,
    FinishBuilding,
    FinishBuying,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    ScrapPlant,
    SellUranium,
)  # fmt: skip
from domain.power_grid.modules import robots, uranium_market
from domain.power_grid.modules.robot_choices import CityBarring, CityNaming
from domain.power_grid.options import (
    BarCityOption,
    BuyResourcesOption,
    ConnectCityOption,
    NameCityOption,
    RunPlantsOption,
)
from domain.power_grid.phases import auction, building, bureaucracy, resources
from domain.power_grid.planner import Planner
from domain.power_grid.rules import Ruleset
from domain.power_grid.shopping import what_fits
from domain.power_grid.state import Lot, State
from domain.power_grid.view import SeatBoard

STEEP = 10
"""Elektro between the two prices that tell how fast a plant's worth falls with its price."""


class Light:
    """The player in one move's tries. Its results about plants hold for all of them."""

    def __init__(self, rules: Ruleset, planner: Planner, greedy: Greedy) -> None:
        self.rules, self.planner, self.greedy = rules, planner, greedy
        self._ahead: dict[tuple[Seat, int, tuple[str, ...]], Forecast] = {}
        self._worths: dict[tuple[object, ...], float] = {}

    def __call__(self, state: State, seat: Seat) -> Command:
        if uranium_market.selling(state):
            return SellUranium(seat)
        if state.robot_choice:
            return self.choose(state, seat, state.robot_choice)
        if state.phase == AUCTION:
            return self.in_auction(state, seat)
        if state.phase == RESOURCES:
            return self.buy(state, seat)
        if state.phase == BUILDING:
            return self.build(state, seat)
        (plans,) = bureaucracy.options(self.rules, state, seat)
        assert isinstance(plans, RunPlantsOption)
        return plans.thriftiest()

    # ---- auction ----

    def in_auction(self, state: State, seat: Seat) -> Command:
        if state.scrap:
            return self.close(state, seat, state.scrap.bought)
        if state.lot:
            return self.bid(state, seat, state.lot)
        cash = state.holdings[seat].cash
        offers = [card for card in auction.on_offer(state) if self.rules.cards[card].bid_min <= cash]
        best = max(offers, key=lambda card: self.worth(state, seat, card, self.rules.cards[card].bid_min), default=None)
        if auction.must_buy(self.rules, state, seat):
            assert best is not None, "who must buy can pay for a plant"
        elif best is None or self.worth(state, seat, best, self.rules.cards[best].bid_min) <= self.without(state, seat):
            return PassNomination(seat)
        return NominatePlant(seat, best, self.rules.cards[best].bid_min)

    def bid(self, state: State, seat: Seat, lot: Lot) -> Command:
        mine = self.limit(state, seat, lot.plant)
        if mine <= lot.bid:
            return PassBid(seat)
        theirs = max([self.limit(state, other, lot.plant) for other in lot.bidders if other != seat])
        return PlaceBid(seat, max(lot.bid + 1, min(mine, theirs + 1)))

    def limit(self, state: State, seat: Seat, card: Card) -> int:
        """The most that the plant is worth to the seat: as long as it is better off than with another one, or none."""
        cash, least = state.holdings[seat].cash, self.rules.cards[card].bid_min
        if cash < least:
            return 0
        others = [self.without(state, seat)] if state.round > 1 else [0.0]
        for other in auction.on_offer(state):
            price = self.rules.cards[other].bid_min + self.planner.weights.elsewhere
            if other != card and price <= cash:
                others.append(self.worth(state, seat, other, price))
        otherwise, with_it = max(others), self.worth(state, seat, card, least)
        if with_it < otherwise:
            return 0
        fall = (with_it - self.worth(state, seat, card, least + STEEP)) / STEEP
        return cash if fall <= 0 else min(cash, least + floor((with_it - otherwise) / fall))

    def worth(self, state: State, seat: Seat, card: Card, price: int) -> float:
        """Return the seat's result with the plant at that price."""
        holding = state.holdings[seat]
        key = (seat, state.round, holding.cash, holding.plants, card, price)
        found = self._worths.get(key)
        if found is None:
            ahead, own = self.ahead(state, seat)
            found = self._worths[key] = self.planner.with_plant(ahead, own, card, price)
        return found

    def without(self, state: State, seat: Seat) -> float:
        holding = state.holdings[seat]
        key = (seat, state.round, holding.cash, holding.plants)
        found = self._worths.get(key)
        if found is None:
            ahead, own = self.ahead(state, seat)
            found = self._worths[key] = ahead.worth(own.cash, self.planner.plants(own))
        return found

    def ahead(self, state: State, seat: Seat) -> tuple[Forecast, SeatBoard]:
        """The approximate state at the start of the round's auctions: purchases since then are left out."""
        own = view.seat_board(self.rules, state, seat)
        key = (seat, state.round, own.cities)
        if key not in self._ahead:
            self._ahead[key] = self.planner.forecast(view.board(self.rules, state, (seat,)), own)
        return self._ahead[key], own

    def close(self, state: State, seat: Seat, bought: Card) -> Command:
        """The plant that powers least, of equals the hungriest."""
        cards, holding = self.rules.cards, state.holdings[seat]
        old = [card for card in self.rules.fleet(holding.plants).limited if card != bought]
        out = min(old, key=lambda card: (cards[card].powers, -cards[card].burns))
        room = auction.room_without(self.rules, state, seat, out)
        return ScrapPlant(seat, out, returns(cards[out], room, holding.fuel)[0])

    # ---- fuel and cities ----

    def buy(self, state: State, seat: Seat) -> Command:
        offer = resources.options(self.rules, state, seat)[0]
        if isinstance(offer, BuyResourcesOption):
            board = view.board(self.rules, state, (seat,))
            own = board.seats[seat]
            items = what_fits(offer, self.greedy.wanted_fuel(board, own, own.fuel)[1])
            if items:
                return BuyResources(seat, items)
        return FinishBuying(seat)

    def choose(self, state: State, seat: Seat, choice: CityBarring | CityNaming) -> Command:
        board, options = view.board(self.rules, state, (seat,)), robots.options(state, choice)
        own = board.seats[seat]
        if bars := [each for each in options if isinstance(each, BarCityOption)]:
            return habits.bar(self, board, own, bars, options)
        if names := [each for each in options if isinstance(each, NameCityOption)]:
            return habits.name(self, board, own, names, options)
        return options[-1].nth(0)

    def build(self, state: State, seat: Seat) -> Command:
        board = view.board(self.rules, state, (seat,))
        own = board.seats[seat]
        if own.cash and self.planner.is_worth_building(board, own):
            offers = [each for each in building.options(self.rules, state, seat) if isinstance(each, ConnectCityOption)]
            if offers:
                best = min(offers, key=lambda offer: (self.greedy.city_cost(board, own, offer), offer.city))
                return best.nth(0)
        return FinishBuilding(seat)
