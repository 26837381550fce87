"""The figures that Colony-61 counts per seat, for reviews of a game."""

from domain.colony61.messages import BuildPaid, IncomeResolved
from domain.kernel.counting import Counting

COUNTING = Counting(
    stands={
        "INFLUENCE": lambda board, seat: board.corporations[seat].influence,
        "MONEY": lambda board, seat: board.corporations[seat].storage.value,
        "MODULES": lambda board, seat: len(board.corporations[seat].modules),
    },
    sums={
        "EARNED": {IncomeResolved: lambda event: event.earned},
        "PAID_FOR_MODULES": {BuildPaid: lambda event: event.cost},
    },
    lead=("INFLUENCE",),
)
