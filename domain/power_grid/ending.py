"""The end after the last building phase: final powering, last payments, the ranking (PG-END-01 to PG-END-05)."""

from domain.kernel.decider import Outcome, Standing
from domain.kernel.ids import Seat
from domain.power_grid.messages import CitiesPowered, GameEnded, Rank
from domain.power_grid.phases import bureaucracy
from domain.power_grid.rules import Decision
from domain.power_grid.state import State

REASON = "NETWORK_SIZE_REACHED"


def power_finally(decision: Decision) -> None:
    """Every seat powers as much as it can; no fuel is burnt (PG-END-03)."""
    rules = decision.rules
    for seat in decision.state.order:
        holding = decision.state.holdings[seat]
        powered = rules.best_powered(decision.state, seat)
        decision.record(CitiesPowered(seat, powered, len(holding.cities), final=True))
    for _ in range(rules.blackout.incomes_in_the_final_round(decision.state)):
        for seat in decision.state.order:
            bureaucracy.pay_income(decision, seat, final=True)
    rules.sale.skip_those_without_choice(decision)
    end_if_nothing_is_left(decision)


def end_if_nothing_is_left(decision: Decision) -> None:
    rules = decision.rules
    if rules.sale.next_seller(rules, decision.state) is None:
        ranks = ranking(decision.state)
        decision.record(GameEnded(ranks, tuple(rank.player for rank in ranks if rank.rank == 1)))


def ranking(state: State) -> tuple[Rank, ...]:
    """Most cities powered, then cash, then network; equals share a rank (PG-END-04)."""
    scores = [(holding.powered, holding.cash, len(holding.cities)) for holding in state.holdings]
    ranks = [Rank(Seat(seat), 1 + sum(other > own for other in scores), *own) for seat, own in enumerate(scores)]
    return tuple(sorted(ranks, key=lambda rank: rank.rank))


def outcome(state: State) -> Outcome | None:
    if not state.over:
        return None
    return Outcome(REASON, tuple(Standing(r.player, r.rank, r.rank == 1, r.powered) for r in state.ranking))
