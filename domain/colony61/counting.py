"""The figures that Colony-61 counts per seat, for reviews of a game."""

from domain.colony61.ending import scored
from domain.colony61.messages import BuildPaid, IncomeResolved
from domain.kernel.counting import Counting
from domain.kernel.ids import Seat

COUNTING = Counting(
    stands={
        "INFLUENCE": lambda game, state, seat: scored(game.rules[state.colony], state, Seat(seat)).influence,
        "MONEY": lambda _, state, seat: state.corporations[seat].storage.value,
        "MODULES": lambda _, state, seat: len(state.corporations[seat].modules),
    },
    sums={
        "EARNED": {IncomeResolved: lambda event: event.earned},
        "PAID_FOR_MODULES": {BuildPaid: lambda event: event.cost},
    },
    lead=("INFLUENCE",),
)
