"""How a game ends: conditions of the colony card, influence, monopolies, ranking (C61-END, C61-SCO)."""

from collections.abc import Iterable, Sequence
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
from domain.colony61.rules import Decision, Ground, KindRules, Rules
from domain.colony61.state import Module, Result, State
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
    """What each seat has by C61-SCO-01…04 as things stand."""
    supplied_by = [supplied(rules, corporation.modules) for corporation in state.corporations]
    supplied_by_state = supplied(rules, state.state_modules)
    return [
        score_of(rules, state, seat, monopolies_of(rules, seat, supplied_by, supplied_by_state)) for seat in state.seats
    ]


def score_of(rules: Rules, state: State, seat: Seat, monopolies: dict[str, int]) -> PlayerScored:
    corporation = state.corporations[seat]
    kinds = [rules.kinds[module.kind] for module in corporation.modules]
    modules = sum(kind.influence for kind in kinds)
    by_resource = sum(effect.influence(state.markers) for kind in kinds for effect in kind.influences)
    colony = colony_influence(rules, kinds)
    return PlayerScored(
        player=seat,
        influence=modules + by_resource + colony + sum(monopolies.values()),
        modules=modules,
        by_resource=by_resource,
        colony=colony,
        monopolies=monopolies,
        credits=corporation.storage.value,
        module_costs=sum(kind.printed_cost for kind in kinds),
    )


def colony_influence(rules: Rules, kinds: list[KindRules]) -> int:
    """C61-SCO-03."""
    gained = 0
    for bonus in rules.colony.bonuses:
        match bonus:
            case cards.InfluencePerSupplier(resource, amount):
                gained += amount * sum(resource in kind.supplies for kind in kinds)
            case cards.InfluencePerType(type_id, amount):
                gained += amount * sum(kind.type == type_id for kind in kinds)
    return gained


def monopolies_of(
    rules: Rules, seat: Seat, supplied_by: Sequence[list[str]], supplied_by_state: list[str]
) -> dict[str, int]:
    """C61-SCO-04: what modules supply counts, not the marker."""
    others = [names for other, names in enumerate(supplied_by) if other != seat] + [supplied_by_state]
    return {
        row.id: row.monopoly_influence
        for row in rules.figures.resources
        if row.monopoly_influence is not None
        and row.id in supplied_by[seat]
        and not any(row.id in names for names in others)
    }


def supplied(rules: Rules, modules: tuple[Module, ...]) -> list[str]:
    return [name for module in modules for name in rules.kinds[module.kind].supplies]


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
