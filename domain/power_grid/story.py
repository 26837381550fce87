"""The events of one decision and the state they lead to."""

from domain.kernel.decider import Event
from domain.power_grid.evolve import FOLDS, evolve
from domain.power_grid.state import State


class Story:
    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.state = FOLDS[type(event)](self.state, event)

    @classmethod
    def begun(cls, first: Event) -> "Story":
        story = cls(evolve(None, first))
        story.events.append(first)
        return story
