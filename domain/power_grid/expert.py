"""Power Grid's part of the search: moves worth a try, a state that fits the view, and the leader at the end."""

from collections.abc import Iterator, Sequence

from domain.kernel.dice import Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from domain.kernel.search import Rules, against_best, of_winners
from domain.power_grid.assumed import assumed
from domain.power_grid.greedy import Greedy
from domain.power_grid.light import Light
from domain.power_grid.messages import AUCTION, BUILDING, FUELS, RESOURCES, BuyResources
from domain.power_grid.options import (
    BuyResourcesOption,
    ConnectCityOption,
    FinishBuildingOption,
    FinishBuyingOption,
    NominateOption,
    PassBidOption,
    PassNominationOption,
    PlaceBidOption,
    ScrapPlantOption,
)  # fmt: skip
from domain.power_grid.planner import Planner
from domain.power_grid.rules import Ruleset
from domain.power_grid.shopping import bill, what_fits
from domain.power_grid.state import State
from domain.power_grid.view import PowerGridBoard
from domain.power_grid.weights import PLANNERS

TRIES = 32
AHEAD = 60.0
"""Elektro, as the forecast counts them, by which a seat must lead to win three times of four."""
CITIES_TRIED = 3


class Search:
    """The search for one move of one ruleset."""

    def __init__(self, rules: Ruleset, game: Rules, planner: Planner, greedy: Greedy) -> None:
        self.rules, self.planner, self.greedy = rules, planner, greedy
        self.to_act, self.judge = game.to_act, game.judge
        self.reply = Light(rules, planner, greedy)

    def moves(self, board: PowerGridBoard, options: tuple[Option, ...], seat: Seat, roll: Roll) -> Sequence[Command]:
        first = self.planner(board, options, seat, roll)
        if board.phase == AUCTION:
            return (first, *at_auction(options))
        if board.phase == RESOURCES:
            return (first, *self.purchases(board, options, seat, roll))
        return (first, *cities(options)) if board.phase == BUILDING else (first,)

    def tells(self, board: PowerGridBoard) -> bool:
        """Return whether a player has the money to end the game in this round."""
        return self.planner.may_end(board)

    def purchases(
        self, board: PowerGridBoard, options: tuple[Option, ...], seat: Seat, roll: Roll
    ) -> Iterator[Command]:
        """The purchase of `greedy`, fuel for every plant, nothing."""
        yield self.greedy(board, options, seat, roll)
        for offer in options:
            if isinstance(offer, BuyResourcesOption):
                own = board.seats[seat]
                prices = {fuel: offer.prices.get(fuel, ()) for fuel in FUELS}
                powering = tuple([plant for plant in self.planner.plants(own) if plant.powers])
                items = what_fits(offer, bill(prices, own.fuel, powering)[1])
                if items:
                    yield BuyResources(seat, items)
            elif isinstance(offer, FinishBuyingOption):
                yield offer.nth(0)

    def assumed(self, board: PowerGridBoard, _seat: Seat, dice: Dice) -> State:
        return assumed(self.rules, board, dice)

    def chances(self, state: State) -> tuple[float, ...]:
        """Half of the value is winning, half the margin: a narrow loss is better than a wide one."""
        won = of_winners([rank.player for rank in state.ranking if rank.rank == 1], len(state.holdings))
        came_to = [
            holding.powered * PLANNERS.final_city + holding.cash * PLANNERS.cash_left for holding in state.holdings
        ]
        ahead = against_best(came_to, AHEAD)
        return tuple([(each + by) / 2 for each, by in zip(won, ahead, strict=True)])


def at_auction(options: tuple[Option, ...]) -> Iterator[Command]:
    """Each plant at its lowest bid, the next bid, each plant that may close, and passing."""
    for option in options:
        if isinstance(
            option, NominateOption | PlaceBidOption | ScrapPlantOption | PassNominationOption | PassBidOption
        ):
            yield option.nth(0)


def cities(options: tuple[Option, ...]) -> Iterator[Command]:
    """The cheapest ones, and no more."""
    near = sorted([each for each in options if isinstance(each, ConnectCityOption)], key=price_of)
    for option in near[:CITIES_TRIED]:
        yield option.nth(0)
    for last in options:
        if isinstance(last, FinishBuildingOption):
            yield last.nth(0)


def price_of(offer: ConnectCityOption) -> tuple[int, str]:
    return offer.total, offer.city
