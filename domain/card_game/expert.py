"""The card game's part of the search: moves worth a try, a state that fits the view, and the value of an end."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.card_game.assumed import assumed
from domain.card_game.bidding import bidder
from domain.card_game.forecast import rounds_left
from domain.card_game.options import (
    BidPass,
    Bids,
    BuyingEnd,
    Demolition,
    NominationPass,
    Nominations,
    ResourcePurchase,
)
from domain.card_game.picking import of_type
from domain.card_game.planner import planner
from domain.card_game.rules import Rules
from domain.card_game.state import AUCTION, RESOURCES, State
from domain.card_game.view import CardGameBoard
from domain.card_game.weights import EXPERTS
from domain.kernel import search
from domain.kernel.dice import SEED_BYTES, Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from domain.kernel.search import against_best, of_winners

TRIES: Final = 24
AHEAD: Final = 5.0
"""Points by which a player must lead to win three times of four."""
CARDS_TRIED: Final = 4
LATE: Final = 1
"""Rounds left, as the forecast counts them, from which on moves are tried."""
CHANCE: Final = Roll(bytes(SEED_BYTES), "not used")
"""`planner` draws nothing."""


class Search:
    """The search for one move at one table. Tries are played to the end, with `planner` on every seat."""

    def __init__(self, rules: Rules, game: search.Rules) -> None:
        self.rules, self.game = rules, game
        self.to_act, self.judge = game.to_act, game.judge

    def moves(self, board: CardGameBoard, options: tuple[Option, ...], seat: Seat, roll: Roll) -> Sequence[Command]:
        first = bidder(board, options, seat, roll)
        if board.phase == AUCTION:
            return (first, *at_auction(options))
        return (first, *fuel(options)) if board.phase == RESOURCES else (first,)

    def tells(self, board: CardGameBoard) -> bool:
        return rounds_left(board, EXPERTS) <= LATE

    def assumed(self, board: CardGameBoard, _seat: Seat, dice: Dice) -> State:
        return assumed(self.rules, board, dice)

    def chances(self, state: State) -> tuple[float, ...]:
        """Half of the value is winning, half the margin: a narrow loss is better than a wide one."""
        won = of_winners([place.player for place in state.ranking if place.rank == 1], len(state.players))
        points = [0.0] * len(state.players)
        for place in state.ranking:
            points[place.player] = place.vp
        return tuple([(each + by) / 2 for each, by in zip(won, against_best(points, AHEAD), strict=True)])

    def reply(self, state: State, seat: Seat) -> Command:
        return planner(self.game.view(state, seat), self.game.options(state, seat), seat, CHANCE, EXPERTS)


def at_auction(options: tuple[Option, ...]) -> Iterator[Command]:
    """Each plant at its lowest bid, the next bid, each plant that may be demolished, and passing."""
    for option in options:
        if isinstance(option, Nominations | Bids | Demolition | NominationPass | BidPass):
            yield option.nth(0)


def fuel(options: tuple[Option, ...]) -> Iterator[Command]:
    """The cards with the cheapest units, and none."""
    for card in sorted(of_type(options, ResourcePurchase), key=unit_price)[:CARDS_TRIED]:
        yield card.nth(0)
    for end in of_type(options, BuyingEnd):
        yield end.nth(0)


def unit_price(card: ResourcePurchase) -> tuple[float, str]:
    return card.price / card.units_kept, card.card
