"""The order row: who goes first."""

from collections.abc import Sequence
from functools import lru_cache

from domain.card_game.editions import Cards
from domain.card_game.messages import TRUST, OrderKey, Place, Row, TurnOrderDetermined
from domain.card_game.rules import Rules
from domain.card_game.state import State


def redone(rules: Rules, state: State) -> TurnOrderDetermined:
    """The order after the first auctions: the higher plant first (CG-ORD-02)."""
    return _sorted_row(rules, state, [None] * len(state.players), "FIRST_ROUND_REDO")


def by_income(rules: Rules, state: State, incomes: Sequence[int]) -> TurnOrderDetermined:
    """Highest income first, then the highest plant number (CG-ORD-03)."""
    return _sorted_row(rules, state, incomes, "INCOME")


def _sorted_row(rules: Rules, state: State, incomes: Sequence[int | None], reason: str) -> TurnOrderDetermined:
    """Tied players take the reverse of their present order (DEC-CG-08)."""
    cards, players = rules.cards, state.players
    standing = [
        (-(incomes[seat] or 0), -best_number(cards, players[seat].plants), place, seat)
        for place, seat in enumerate(reversed(state.row))
        if seat != TRUST
    ]
    standing.sort()
    keys = tuple([OrderKey(seat, incomes[seat], -best) for _, best, _, seat in standing])
    row: tuple[Place, ...] = tuple([key.player for key in keys])
    return TurnOrderDetermined(rules.company.joined(row), reason, keys)


@lru_cache(maxsize=16_384)  # about few sets of plants
def best_number(cards: Cards, plants: Row) -> int:
    return max([cards.number[card] for card in plants], default=0)
