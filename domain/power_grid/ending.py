"""After the last building phase: final powering, what is still paid, the ranking (PG-END-01 to PG-END-05)."""

from domain.kernel.decider import Outcome, Standing
from domain.kernel.ids import Seat
from domain.power_grid.messages import CitiesPowered, GameEnded, Rank
from domain.power_grid.phases import bureaucracy
from domain.power_grid.rules import Ruleset
from domain.power_grid.state import State
from domain.power_grid.story import Story

REASON = "NETWORK_SIZE_REACHED"


def power_finally(rules: Ruleset, story: Story) -> None:
    """Every seat powers as much as it can; no fuel is burnt (PG-END-03)."""
    for seat in story.state.order:
        holding = story.state.holdings[seat]
        powered = rules.best_powered(story.state, seat)
        story.add(CitiesPowered(seat, powered, len(holding.cities), final=True))
    if rules.blackout.pays_in_the_final_round(story.state):
        for seat in story.state.order:
            bureaucracy.pay_income(rules, story, seat, final=True)
    rules.sale.skip_those_without_choice(rules, story)
    end_if_nothing_is_left(rules, story)


def end_if_nothing_is_left(rules: Ruleset, story: Story) -> None:
    if rules.sale.next_seller(rules, story.state) is None:
        ranks = ranking(story.state)
        story.add(GameEnded(ranks, tuple(rank.player for rank in ranks if rank.rank == 1)))


def ranking(state: State) -> tuple[Rank, ...]:
    """Most cities powered, then cash, then network; equals share a rank (PG-END-04)."""
    scores = [(holding.powered, holding.cash, len(holding.cities)) for holding in state.holdings]
    ranks = [Rank(Seat(seat), 1 + sum(other > own for other in scores), *own) for seat, own in enumerate(scores)]
    return tuple(sorted(ranks, key=lambda rank: rank.rank))


def outcome(state: State) -> Outcome | None:
    if not state.over:
        return None
    return Outcome(REASON, tuple(Standing(r.player, r.rank, r.rank == 1, r.powered) for r in state.ranking))
