"""Collects the events of one decision, with the state as it stands after them."""

from collections.abc import Callable, Mapping
from hashlib import sha256

from msgspec.structs import replace

from domain.colony61.messages import ColonyEvent, DeckReshuffled, Step, StepClosed, StepOpened, TurnBegan
from domain.colony61.rules import Rules
from domain.colony61.state import Game
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat

Evolve = Mapping[type, Callable[..., Game]]


class Ledger:
    __slots__ = ("_evolve", "events", "rules", "state")

    def __init__(self, rules: Rules, state: Game, evolve: Evolve) -> None:
        self.rules, self.state, self._evolve = rules, state, evolve
        self.events: list[ColonyEvent] = []

    def record(self, event: ColonyEvent) -> None:
        """Adds the event, stamped with the turn and step in which it happens."""
        state = self.state
        stamped = replace(event, turn=state.turn, step=state.step)
        self.events.append(stamped)
        self.state = self._evolve[type(event)](state, stamped)

    def between_steps(self, event: TurnBegan | StepOpened) -> None:
        """Adds an event that says its turn and step itself."""
        self.events.append(event)
        self.state = self._evolve[type(event)](self.state, event)

    def begin_turn(self, number: int, slots: int) -> None:
        self.between_steps(TurnBegan(number, slots, turn=number))

    def open_step(self, step: Step, seats: tuple[Seat, ...]) -> None:
        self.between_steps(StepOpened(seats, turn=self.state.turn, step=step))

    def close_step(self) -> None:
        self.record(StepClosed())

    def salt(self, seat: Seat) -> str:
        """128 bits nobody can guess, other ones for each choice of the game (C61-VIS-04)."""
        state = self.state
        source = f"{state.seed}/salt/{state.turn}/{state.step}/{seat}/{state.corporations[seat].choices}"
        return sha256(source.encode()).hexdigest()[:32]

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
