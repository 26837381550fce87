"""Colony-61's part of the search: cards worth laying, a state that fits the view, and the value of an end for each
seat."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Any

from domain.colony61.assumed import assumed
from domain.colony61.ending import scored_now
from domain.colony61.messages import KeepCards
from domain.colony61.options import KeepOption, LayOption
from domain.colony61.planner import Plan, Planner
from domain.colony61.rules import Rules
from domain.colony61.state import State
from domain.colony61.view import ColonyBoard
from domain.kernel import search
from domain.kernel.dice import SEED_BYTES, Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from domain.kernel.search import against_best

TRIES = 24
AHEAD = 8.0
"""Influence by which a seat must lead to win three times of four."""
SETS_TRIED = 5
LATE = 1
"""Turns left, as the plan counts them, from which on moves are tried."""
CHANCE = Roll(bytes(SEED_BYTES), "not used")
"""`planner` draws nothing."""
DEFEAT = "DEFEAT"


class Search:
    """The search for one move at one table. Tries are played to the end, with `planner` on every seat."""

    def __init__(self, rules: Mapping[str, Rules], game: search.Rules, planner: Planner) -> None:
        """`rules`: by colony card."""
        self.rules, self.game, self.planner = rules, game, planner
        self.to_act = game.to_act

    def judge(self, state: State, command: Any) -> tuple[object, State]:
        return self.game.judge(state, command)

    def moves(self, board: ColonyBoard, options: tuple[Option, ...], seat: Seat, roll: Roll) -> Sequence[Command]:
        plan = self.planner.plan(board, seat)
        others = [move for option in options for move in likely(plan, option)]
        return (self.planner(board, options, seat, roll), *others)

    def tells(self, board: ColonyBoard) -> bool:
        return self.planner.plan(board, Seat(0)).incomes_left <= LATE

    def assumed(self, board: ColonyBoard, seat: Seat, dice: Dice) -> State:
        return assumed(self.rules[board.colony], board, seat, dice)

    def chances(self, state: State) -> tuple[float, ...]:
        """Half of the value is winning, half the margin; zero for all seats when the colony is lost."""
        result = state.result
        if result is None or result.reason == DEFEAT:
            return (0.0,) * len(state.corporations)
        won = search.of_winners(result.winners, len(state.corporations))
        influence = [each.influence for each in scored_now(self.rules[state.colony], state)]
        return tuple([(each + by) / 2 for each, by in zip(won, against_best(influence, AHEAD), strict=True)])

    def reply(self, state: State, seat: Seat) -> Command:
        return self.planner(self.game.view(state, seat), self.game.options(state, seat), seat, CHANCE)


def likely(plan: Plan, option: Option) -> Iterator[Command]:
    """The most promising sets of cards to lay, and of cards to keep or begin with."""
    match option:
        case LayOption(sets=sets):
            worth = [max([gain for gain, _ in plan.ways(cards)], default=-inf) for cards in sets]
            for place in sorted(range(len(sets)), key=lambda place: -worth[place])[:SETS_TRIED]:
                yield option.nth(place)
        case KeepOption(cards=cards, keep=keep) if keep < len(cards):
            ranked = sorted(cards, key=plan.card_worth, reverse=True)[: keep + 1]
            for out in range(len(ranked)):
                kept = [*ranked[:out], *ranked[out + 1 :]]
                yield KeepCards(plan.seat, option.turn, tuple(sorted(kept)))
        case _:
            return
