"""Phase 1: who acts first (PG-ORD-01 to PG-ORD-06). Nobody decides anything."""

from domain.kernel.ids import Seat
from domain.power_grid.messages import Card, SortKey, TurnOrderDetermined
from domain.power_grid.rules import Ruleset
from domain.power_grid.state import State
from domain.power_grid.story import Story


def determine_anew(rules: Ruleset, story: Story) -> None:
    determine(rules, story, "ROUND_START")


def determine(rules: Ruleset, story: Story, reason: str) -> None:
    """Largest network first, then the dearest plant; without plants the old order stands (DEC-PG-48)."""
    state = story.state

    def key(seat: Seat) -> tuple[int, int]:
        plant = best_plant(rules, state, seat)
        return len(state.holdings[seat].cities), 0 if plant is None else rules.cards[plant].rank3

    order = tuple(sorted(state.order, key=key, reverse=True))
    story.add(TurnOrderDetermined(order, reason, sort_keys(rules, state, order)))


def sort_keys(rules: Ruleset, state: State, order: tuple[Seat, ...]) -> tuple[SortKey, ...]:
    return tuple(SortKey(seat, len(state.holdings[seat].cities), best_plant(rules, state, seat)) for seat in order)


def best_plant(rules: Ruleset, state: State, seat: Seat) -> Card | None:
    return max(state.holdings[seat].plants, key=lambda card: rules.cards[card].rank3, default=None)
