"""Rounds, phases, the order row, incomes, the end."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.card_game.folds.parts import with_player
from domain.card_game.messages import (
    FinalProductionScored,
    GameEnded,
    IncomePaid,
    LastRoundBegan,
    PhaseBegan,
    PhaseSkipped,
    PlantsRun,
    RoundBegan,
    TurnOrderDetermined,
)
from domain.card_game.state import AUCTION, RESOURCES, Auction, State
from domain.kernel.messages import Event


def round_began(state: State, event: RoundBegan) -> State:
    return replace(state, round=event.number)


def last_round_began(state: State, _event: LastRoundBegan) -> State:
    return replace(state, last_round=True)


def phase_began(state: State, event: PhaseBegan) -> State:
    if event.name == AUCTION:
        trust = state.trust and replace(state.trust, acted=False)
        return replace(state, phase=event.name, auction=Auction(), trust=trust)
    return replace(state, phase=event.name, waiting=state.row[::-1] if event.name == RESOURCES else state.row)


def phase_skipped(state: State, _event: PhaseSkipped) -> State:
    return state


def turn_order_determined(state: State, event: TurnOrderDetermined) -> State:
    return replace(state, row=event.order)


def plants_run(state: State, event: PlantsRun) -> State:
    owner = replace(state.players[event.player], ran=tuple([run.card for run in event.runs]))
    return replace(state, players=with_player(state, event.player, owner), waiting=state.waiting[1:])


def income_paid(state: State, event: IncomePaid) -> State:
    owner = replace(state.players[event.player], cash=event.cash_after, ran=None)
    return replace(state, players=with_player(state, event.player, owner), bank=state.bank - event.amount)


def final_production_scored(state: State, _event: FinalProductionScored) -> State:
    return state


def game_ended(state: State, event: GameEnded) -> State:
    return replace(state, ranking=event.ranking)


FOLDS: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    RoundBegan: round_began,
    LastRoundBegan: last_round_began,
    PhaseBegan: phase_began,
    PhaseSkipped: phase_skipped,
    TurnOrderDetermined: turn_order_determined,
    PlantsRun: plants_run,
    IncomePaid: income_paid,
    FinalProductionScored: final_production_scored,
    GameEnded: game_ended,
}
