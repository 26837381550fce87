"""The order row: who goes first."""

from domain.card_game.messages import TRUST, OrderKey, Place, TurnOrderDetermined
from domain.card_game.rules import Rules
from domain.card_game.state import State
from domain.kernel.ids import Seat


def redone(rules: Rules, state: State) -> TurnOrderDetermined:
    """After the first auctions: dearer plant first (CG-ORD-02)."""
    return _sorted_row(rules, state, {}, "FIRST_ROUND_REDO")


def by_income(rules: Rules, state: State, incomes: dict[Seat, int]) -> TurnOrderDetermined:
    """Highest income first, then the highest plant number (CG-ORD-03)."""
    return _sorted_row(rules, state, incomes, "INCOME")


def _sorted_row(rules: Rules, state: State, incomes: dict[Seat, int], reason: str) -> TurnOrderDetermined:
    """Who ties takes the reverse of the present order (DEC-CG-08)."""
    seats = [place for place in state.row if place != TRUST]
    keys = [OrderKey(seat, incomes.get(seat), best_number(rules, state, seat)) for seat in reversed(seats)]
    keys.sort(key=lambda key: (-(key.income or 0), -key.best_plant))
    row: tuple[Place, ...] = tuple(key.player for key in keys)
    return TurnOrderDetermined(rules.company.joined(row), reason, tuple(keys))


def best_number(rules: Rules, state: State, seat: Seat) -> int:
    return max((rules.cards.number[card] for card in state.players[seat].plants), default=0)
