"""The end of a game: conditions of the colony card, influence, monopolies, ranking (C61-END, C61-SCO)."""

from collections.abc import Iterable
from itertools import groupby

from msgspec.structs import replace

from domain.colony61 import cards
from domain.colony61.messages import (
    ColonyDefeated,
    Condition,
    EndConditionMet,
    GameEnded,
    PlayerScored,
    Rank,
)
from domain.colony61.rules import Decision, Ground, Rules
from domain.colony61.state import Result, State
from domain.kernel.ids import Seat


def check_conditions(decision: Decision) -> None:
    """C61-END-01: first defeat, then end."""
    ground, colony = Ground(decision.rules, decision.state), decision.rules.colony
    if defeats := conditions_met(colony.defeat, ground):
        decision.record(ColonyDefeated(defeats))
        decision.record(GameEnded("DEFEAT", (), ()))
    elif ends := conditions_met(colony.end, ground):
        decision.record(EndConditionMet(ends))


def conditions_met(
    conditions: Iterable[cards.EndCondition | cards.DefeatCondition], ground: Ground
) -> tuple[Condition, ...]:
    return tuple(
        [
            Condition(
                str(condition.__struct_config__.tag),
                condition.bound(ground.players),
                getattr(condition, "resource", None),
            )
            for condition in conditions
            if condition.holds(ground)
        ]
    )


def score(decision: Decision) -> None:
    scores = scored_now(decision.rules, decision.state)
    for scored in scores:
        decision.record(scored)
    ranking = ranked(scores)
    first = [row.player for row in ranking if row.rank == 1]
    decision.record(GameEnded("END_CONDITION", ranking, tuple(first) if len(first) == 1 else ()))


def scored_now(rules: Rules, state: State) -> list[PlayerScored]:
    """Return each seat's score by C61-SCO-01…04 in the current state."""
    return [scored(rules, state, seat) for seat in state.seats]


def scored(rules: Rules, state: State, seat: Seat) -> PlayerScored:
    """Return the seat's score in the current state."""
    estate, monopolies = rules.estate(state.corporations[seat].modules), monopolies_of(rules, state, seat)
    by_resource = sum([effect.influence(state.markers) for effect in estate.influences])
    return PlayerScored(
        player=seat,
        influence=estate.influence + by_resource + estate.colony_influence + sum(monopolies.values()),
        modules=estate.influence,
        by_resource=by_resource,
        colony=estate.colony_influence,
        monopolies=monopolies,
        credits=state.corporations[seat].storage.value,
        module_costs=estate.printed_cost,
    )


def monopolies_of(rules: Rules, state: State, seat: Seat) -> dict[str, int]:
    """C61-SCO-04: what modules supply counts, not the marker."""
    own = rules.estate(state.corporations[seat].modules).supplies
    rivals = [each for place, each in enumerate(state.corporations) if place != seat]
    others = {name for each in rivals for name in rules.estate(each.modules).supplies}
    others |= {name for module in state.state_modules for name in rules.kinds[module.kind].supplies}
    return {
        row.id: row.monopoly_influence
        for row in rules.figures.resources
        if row.monopoly_influence is not None and row.id in own and row.id not in others
    }


def ranked(scores: list[PlayerScored]) -> tuple[Rank, ...]:
    """C61-SCO-05, DEC-C61-47: best first; equal in all three shares a rank and the next number is left out."""
    best_first = sorted(scores, key=lambda scored: (*measures(scored), -scored.player), reverse=True)
    ranking: list[Rank] = []
    for _, equals in groupby(best_first, key=measures):
        rank = len(ranking) + 1
        ranking += [Rank(scored.player, rank, *measures(scored)) for scored in equals]
    return tuple(ranking)


def measures(scored: PlayerScored) -> tuple[int, int, int]:
    return scored.influence, scored.credits, scored.module_costs


# ---- evolve ------------------------------------------------------------------------------------------------------


def after_defeat(state: State, _event: ColonyDefeated) -> State:
    return state


def after_condition(state: State, _event: EndConditionMet) -> State:
    return replace(state, last_turn=True)


def after_score(state: State, event: PlayerScored) -> State:
    return replace(state, scores=(*state.scores, event))


def after_end(state: State, event: GameEnded) -> State:
    corporations = tuple(
        replace(corporation, choice=None, by_default=False, choices=0) for corporation in state.corporations
    )
    return replace(state, corporations=corporations, result=Result(event.reason, event.ranking, event.winners))
