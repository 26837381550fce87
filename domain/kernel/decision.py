"""How a command becomes events, the same in every game: a decision collects what happens, a procedure routes commands.

Nothing here knows a rule, and no game inherits from it: a game hands over its handlers, its folds and two functions.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from domain.kernel.decider import Command, Event

RulesT = TypeVar("RulesT")
StateT = TypeVar("StateT")
Folds: TypeAlias = Mapping[type[Event], Callable[[Any, Any], StateT]]
"""How things stand after an event: a function of (state, event) for each type. The first event of a game finds None."""


class Decision(Struct, Generic[RulesT, StateT], gc=False):
    """What happens, event by event, and how things stand after each."""

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
    """What a command does. `phase`: the only one in which it may be given, empty for one that asks for itself. `check`
    refuses a malformed command, before any rule is asked."""

    run: Callable[[Decision[RulesT, StateT], Any], None]
    phase: str = ""
    check: Callable[[Any], None] | None = None


class Procedure(Struct, Generic[RulesT, StateT], frozen=True):
    """How a game decides and folds. `admit` refuses what no handler looks at: commands of games that are over, of seats
    that are not there, in a phase that is not theirs. `go_on` is what follows when a
    command is done: phases end and begin until somebody is to act. `stamped`: what every event of the game bears."""

    handlers: Mapping[type[Command], Handler[RulesT, StateT]]
    folds: Folds[StateT]
    admit: Callable[[StateT, Any, Handler[RulesT, StateT]], None]
    go_on: Callable[[Decision[RulesT, StateT]], None]
    stamped: Callable[[StateT, Any], Event] | None = None

    def begun(self, rules: RulesT, first: Event) -> Decision[RulesT, StateT]:
        """With the game's first event, which holds the whole set-up."""
        return Decision(rules, self.folds[type(first)](None, first), self.folds, self.stamped, [first])

    def judge(self, rules: RulesT, state: StateT, command: Command) -> tuple[list[Event], StateT]:
        """All that the command makes happen, and how things then stand. Raises Refused."""
        handler = self.handlers[type(command)]
        if handler.check:
            handler.check(command)
        self.admit(state, command, handler)
        decision = Decision(rules, state, self.folds, self.stamped)
        handler.run(decision, command)
        self.go_on(decision)
        return decision.events, decision.state
