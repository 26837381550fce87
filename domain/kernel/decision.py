"""The way from a command to events, the same in every game: a decision collects events, a procedure routes commands.

This module knows no rule, and no game inherits from it. A game passes in its handlers, its folds and two functions.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from domain.kernel.messages import Command, Event

RulesT = TypeVar("RulesT")
StateT = TypeVar("StateT")
Folds: TypeAlias = Mapping[type[Event], Callable[[Any, Any], StateT]]
"""One function of (state, event) per event type, which returns the state after the event. The first event of a game
gets None."""


class Decision(Struct, Generic[RulesT, StateT], gc=False):
    """The events of one command so far, and the state after each."""

    rules: RulesT
    state: StateT
    folds: Folds[StateT]
    stamped: Callable[[StateT, Any], Event] | None = None
    events: list[Event] = []

    def record(self, event: Event) -> None:
        stamped = self.stamped
        if stamped:
            event = stamped(self.state, event)
        self.events.append(event)
        self.state = self.folds[type(event)](self.state, event)

    def record_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self.record(event)


class Handler(Struct, Generic[RulesT, StateT], frozen=True):
    """The handling of one command type. `phase`: the only phase in which the command is legal, or "" if the handler
    checks that itself. `check` refuses a malformed command before any rule is applied."""

    run: Callable[[Decision[RulesT, StateT], Any], None]
    phase: str = ""
    check: Callable[[Any], None] | None = None


class Procedure(Struct, Generic[RulesT, StateT], frozen=True):
    """The procedure by which a game decides and folds. `admit` refuses commands that no handler checks: of finished
    games, of seats that do not exist, in another phase. `go_on` runs after each command: phases end and begin until a
    seat must act. `stamped`: the fields that every event of the game carries."""

    handlers: Mapping[type[Command], Handler[RulesT, StateT]]
    folds: Folds[StateT]
    admit: Callable[[StateT, Any, Handler[RulesT, StateT]], None]
    go_on: Callable[[Decision[RulesT, StateT]], None]
    stamped: Callable[[StateT, Any], Event] | None = None

    def begun(self, rules: RulesT, first: Event) -> Decision[RulesT, StateT]:
        """Start a decision with the game's first event, which holds the whole set-up."""
        return Decision(rules, self.folds[type(first)](None, first), self.folds, self.stamped, [first])

    def judge(self, rules: RulesT, state: StateT, command: Command) -> tuple[list[Event], StateT]:
        """Return all events of the command and the state after them. Raises Refused."""
        handler = self.handlers[type(command)]
        if handler.check:
            handler.check(command)
        self.admit(state, command, handler)
        decision = Decision(rules, state, self.folds, self.stamped)
        handler.run(decision, command)
        self.go_on(decision)
        return decision.events, decision.state
