"""What a command makes happen, told event by event, with the state as it stands after each."""

from collections.abc import Iterable

from msgspec import Struct

from domain.card_game.evolve import EVOLVE
from domain.card_game.rules import Rules
from domain.card_game.state import State
from domain.kernel.decider import Event


class Story(Struct, gc=False):
    rules: Rules
    state: State
    events: list[Event] = []

    def tell(self, event: Event) -> None:
        self.events.append(event)
        self.state = EVOLVE[type(event)](self.state, event)

    def tell_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self.tell(event)
