"""Block designs for leagues: who meets whom so that everybody meets everybody equally often.

Each is developed from a difference set: the games are its translates, one a point of the group. A point then stands on
every place of the set exactly once, so that each player has each starting seat once.
"""

from collections.abc import Callable

from msgspec import Struct


def _cyclic(order: int) -> Callable[[int, int], int]:
    return lambda game, point: (game + point) % order


def _binary(game: int, point: int) -> int:
    return game ^ point


class Design(Struct, frozen=True):
    """2-(players, seats, meetings). `base`: the difference set. Everybody plays `seats` games."""

    players: int
    meetings: int
    base: tuple[int, ...]
    moved: Callable[[int, int], int]

    @property
    def games(self) -> tuple[tuple[int, ...], ...]:
        """The players of each game, in seat order."""
        return tuple(tuple(self.moved(game, point) for point in self.base) for game in range(self.players))


DESIGNS = {
    2: Design(3, 1, (0, 1), _cyclic(3)),
    3: Design(7, 1, (1, 2, 4), _cyclic(7)),
    4: Design(7, 2, (0, 3, 5, 6), _cyclic(7)),
    5: Design(11, 2, (1, 3, 4, 5, 9), _cyclic(11)),
    6: Design(16, 2, (0, 1, 2, 4, 8, 15), _binary),
}
"""By the number of seats at a table."""
