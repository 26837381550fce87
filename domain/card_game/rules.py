"""The rules of one table: the edition's cards, the row of the player count, and small objects that answer a phase."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from domain.card_game.editions import Cards
from domain.card_game.figures import PlayersRow
from domain.card_game.messages import Place
from domain.card_game.state import State
from domain.kernel.decision import Decision as AnyDecision
from domain.kernel.ids import Seat
from domain.kernel.messages import Event


class Compensation(Protocol):
    """Answers the value of a demolition."""

    def pile(self) -> tuple[int, ...]:
        """The cards at the start, top first."""
        ...

    def paid(self, state: State, owner: Seat) -> Sequence[Event]:
        """Answers the consequences of a demolition."""
        ...

    def after_auctions(self, state: State) -> Sequence[Event]:
        """Answers the steps at the end of phase 1."""
        ...


class Company(Protocol):
    """A third party that plays without a seat."""

    def joined(self, row: tuple[Place, ...]) -> tuple[Place, ...]:
        """The order row with its place in it."""
        ...

    def plant_turn(self, state: State) -> Sequence[Event]:
        """Its taking of a plant, if it is due now; the plant is then replaced."""
        ...

    def resource_turn(self, state: State) -> Sequence[Event]:
        """Its turn in phase 2, if its place is up."""
        ...

    def report(self, state: State) -> Sequence[Event]:
        """Its turn in phase 3, if its place is up."""
        ...


class NoCompensation:
    def pile(self) -> tuple[int, ...]:
        return ()

    def paid(self, _state: State, _owner: Seat) -> Sequence[Event]:
        return ()

    def after_auctions(self, _state: State) -> Sequence[Event]:
        return ()


class NoCompany:
    def joined(self, row: tuple[Place, ...]) -> tuple[Place, ...]:
        return row

    def plant_turn(self, _state: State) -> Sequence[Event]:
        return ()

    def resource_turn(self, _state: State) -> Sequence[Event]:
        return ()

    def report(self, _state: State) -> Sequence[Event]:
        return ()


NO_COMPENSATION: Final = NoCompensation()
NO_COMPANY: Final = NoCompany()


@dataclass(frozen=True)
class Rules:
    cards: Cards
    setup: PlayersRow
    options: Mapping[str, str]
    compensation: Compensation = NO_COMPENSATION
    company: Company = NO_COMPANY


Decision: TypeAlias = AnyDecision[Rules, State]
