"""The order of steps (C61-SIM-07): who may choose now, what follows when all have chosen, and which step knows what."""

from collections.abc import Mapping

from domain.colony61 import collecting, deciding, ending, exchange, laying, start, supply, turns
from domain.colony61.messages import (
    ChooseStart,
    ChooseSwap,
    DecideCards,
    KeepCards,
    LayCards,
    ResolveIncome,
    SetStandingDefaults,
    StandingDefaultsSet,
    Step,
    StepCommand,
)
from domain.colony61.rules import Decision, Rules
from domain.colony61.shape import check_shape
from domain.colony61.state import State
from domain.kernel.decision import Handler
from domain.kernel.messages import Command
from domain.kernel.refused import Refused

STEPS: tuple[Step, ...] = ("START", "LAY", "DECIDE", "INCOME", "SWAP", "KEEP")
ORDER: Mapping[str, int] = {step: place for place, step in enumerate(STEPS)}
STAGE = {"START": 0, "LAY": 1, "DECIDE": 1, "INCOME": 2, "SWAP": 4, "KEEP": 4}


def check_step(state: State, command: StepCommand, step: str) -> None:
    """C61-SIM-05: the pair of turn and command tells the step meant."""
    assert state.step is not None, "a game that is not over has an open step"
    if step != state.step or command.turn != state.turn:
        past = (command.turn, ORDER[step]) < (state.turn, ORDER[state.step])
        raise Refused("STEP_CLOSED" if past else "STEP_NOT_OPEN", "C61-SIM-05", turn=state.turn, step=state.step)
    if command.player not in state.owing:
        code = "ALREADY_RESOLVED" if step == "INCOME" else "NO_CHOICE_DUE"
        raise Refused(code, "C61-SIM-05", turn=state.turn, step=state.step)


def set_standing_defaults(decision: Decision, command: SetStandingDefaults) -> None:
    """C61-SIM-09."""
    corporation = decision.state.corporations[command.player]
    if (corporation.income_default, corporation.exchange_default) != (command.income, command.exchange):
        decision.record(StandingDefaultsSet(command.player, command.income, command.exchange))


def close_step(decision: Decision, step: Step) -> None:
    turns.close_step(decision)
    match step:
        case "START":
            start.close(decision)
            begin_turn(decision)
        case "LAY":
            laying.close(decision)
            deciding.open_step(decision)
        case "DECIDE":
            deciding.close(decision)
            ending.check_conditions(decision)
            if decision.state.result is None:
                collecting.open_step(decision)
        case "INCOME":
            supply.supply(decision)
            if decision.state.last_turn:
                ending.score(decision)
            else:
                exchange.open_swap(decision)
        case "SWAP":
            exchange.close_swap(decision)
            exchange.open_keep(decision)
        case "KEEP":
            exchange.close_keep(decision)
            begin_turn(decision)


def begin_turn(decision: Decision) -> None:
    state = decision.state
    turns.begin_turn(decision, state.turn + 1, decision.rules.slots(state))
    laying.open_step(decision)


HANDLERS: Mapping[type[Command], Handler[Rules, State]] = {
    ChooseStart: Handler(start.choose, "START", check_shape),
    LayCards: Handler(laying.choose, "LAY", check_shape),
    DecideCards: Handler(deciding.choose, "DECIDE", check_shape),
    ResolveIncome: Handler(collecting.choose, "INCOME", check_shape),
    ChooseSwap: Handler(exchange.choose_swap, "SWAP", check_shape),
    KeepCards: Handler(exchange.choose_keep, "KEEP", check_shape),
    SetStandingDefaults: Handler(set_standing_defaults),
}
