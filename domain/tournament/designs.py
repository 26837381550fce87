"""Block designs for leagues: schedules in which all players meet equally often.

Each design is developed from a difference set: the games are its translates, one per point of the group. Each point is
at every place of the set exactly once, so each player has each starting seat once.
"""

from collections.abc import Callable

from msgspec import Struct


def _cyclic(order: int) -> Callable[[int, int], int]:
    return lambda game, point: (game + point) % order


def _binary(game: int, point: int) -> int:
    return game ^ point


class Design(Struct, frozen=True):
    """A 2-(players, seats, meetings) design. `base`: the difference set. Every player plays `seats` games."""

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
"""The designs by the number of seats at a table."""
