"""Turns and steps as they begin and end, and the turn and step that every event bears."""

from msgspec.structs import replace

from domain.colony61.messages import ColonyEvent, Step, StepClosed, StepOpened, TurnBegan
from domain.colony61.rules import Decision
from domain.colony61.state import State
from domain.kernel.ids import Seat


def stamped(state: State, event: ColonyEvent) -> ColonyEvent:
    """Add the turn and step to an event; an event that begins one has them already."""
    return event if event.turn or event.step else replace(event, turn=state.turn, step=state.step)


def begin_turn(decision: Decision, number: int, slots: int) -> None:
    decision.record(TurnBegan(number, slots, turn=number))


def open_step(decision: Decision, step: Step, seats: tuple[Seat, ...]) -> None:
    decision.record(StepOpened(seats, turn=decision.state.turn, step=step))


def close_step(decision: Decision) -> None:
    decision.record(StepClosed())
