"""What a command makes happen, told event by event, with the state as it stands after each."""

from collections.abc import Iterable

from domain.card_game.evolve import EVOLVE
from domain.card_game.rules import Rules
from domain.card_game.state import State
from domain.kernel.decider import Event


class Story:
    __slots__ = ("events", "rules", "state")

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        self.events.append(event)
        self.state = EVOLVE[type(event)](self.state, event)

    def tell_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self.tell(event)
