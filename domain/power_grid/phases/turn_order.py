"""Phase 1: the turn order (PG-ORD-01 to PG-ORD-06). No seat decides anything."""

from domain.kernel.ids import Seat
from domain.power_grid.messages import SortKey, TurnOrderDetermined
from domain.power_grid.rules import Decision, Ruleset
from domain.power_grid.state import State


def determine_anew(decision: Decision) -> None:
    determine(decision, "ROUND_START")


def determine(decision: Decision, reason: str) -> None:
    """Largest network first, then the highest plant; without plants the old order stays (DEC-PG-48)."""
    rules, state = decision.rules, decision.state

    def rank(key: SortKey) -> tuple[int, int]:
        return key.cities, 0 if key.best_plant is None else rules.cards[key.best_plant].rank3

    keys = sorted([sort_key(rules, state, seat) for seat in state.order], key=rank, reverse=True)
    keys = rules.placed(rules, state, keys)
    decision.record(TurnOrderDetermined(tuple([key.player for key in keys]), reason, tuple(keys)))


def sort_key(rules: Ruleset, state: State, seat: Seat) -> SortKey:
    holding = state.holdings[seat]
    plants = rules.fleet(holding.plants).cards
    return SortKey(seat, len(holding.cities), plants[-1] if plants else None)
