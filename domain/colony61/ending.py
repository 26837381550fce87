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
from domain.colony61.rules import Decision, Estate, Ground, Rules
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
    estates = [rules.estate(corporation.modules) for corporation in state.corporations]
    by_state = {name for module in state.state_modules for name in rules.kinds[module.kind].supplies}
    monopolies = monopolies_by_seat(rules, estates, by_state)
    return [
        score_of(state, seat, estate, owned)
        for seat, estate, owned in zip(state.seats, estates, monopolies, strict=True)
    ]


def score_of(state: State, seat: Seat, estate: Estate, monopolies: dict[str, int]) -> PlayerScored:
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


def monopolies_by_seat(rules: Rules, estates: list[Estate], by_state: set[str]) -> list[dict[str, int]]:
    """C61-SCO-04: what modules supply counts, not the marker."""
    monopolies: list[dict[str, int]] = [{} for _ in estates]
    for row in rules.figures.resources:
        suppliers = [owned for estate, owned in zip(estates, monopolies, strict=True) if row.id in estate.supplies]
        if row.monopoly_influence is not None and len(suppliers) == 1 and row.id not in by_state:
            suppliers[0][row.id] = row.monopoly_influence
    return monopolies


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
