"""Collects the events of one decision; the state follows each event at once."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.colony61.messages import ColonyEvent, DeckReshuffled, Step, StepOpened
from domain.colony61.rules import Rules
from domain.colony61.state import Game
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat

Evolve = Callable[[Game | None, ColonyEvent], Game]


class Ledger:
    __slots__ = ("_evolve", "events", "rules", "state")

    def __init__(self, rules: Rules, state: Game, evolve: Evolve) -> None:
        self.rules, self.state, self._evolve = rules, state, evolve
        self.events: list[ColonyEvent] = []

    def record(self, event: ColonyEvent) -> None:
        """Adds the event, stamped with the turn and step in which it happens."""
        self.append(replace(event, turn=self.state.turn, step=self.state.step))

    def append(self, event: ColonyEvent) -> None:
        """Adds an event that brings its own turn and step."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def open_step(self, step: Step, seats: tuple[Seat, ...]) -> None:
        self.append(StepOpened(seats, turn=self.state.turn, step=step))

    def salt(self, seat: Seat) -> str:
        """128 bits nobody can guess, other ones for each choice of the game (C61-VIS-04)."""
        state = self.state
        label = f"salt/{state.turn}/{state.step}/{seat}/{state.corporations[seat].choices}"
        roll = Dice(bytes.fromhex(state.seed)).roll(label)
        return f"{roll.below(1 << 64):016x}{roll.below(1 << 64):016x}"

    def draw(self, count: int, take: Callable[[tuple[str, ...]], None]) -> int:
        """Draws from the front of the pile, reshuffling where it is empty (C61-SUP-02). `take` records each part.

        How many could not be drawn, because both piles are empty.
        """
        while count:
            if not self.state.draw:
                if not self.state.discard:
                    return count
                self._reshuffle()
            drawn = self.state.draw[:count]
            take(drawn)
            count -= len(drawn)
        return 0

    def _reshuffle(self) -> None:
        """From card id order, with the dice of this shuffle's number (C61-GEN-04)."""
        state = self.state
        roll = Dice(bytes.fromhex(state.seed)).roll(f"shuffle/{state.shuffles}")
        order = roll.shuffle(sorted(state.discard))
        self.record(DeckReshuffled(len(order), order))
