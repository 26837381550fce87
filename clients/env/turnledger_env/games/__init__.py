"""The part of each game: its actions, and its board as named arrays. `ARENAS` lists them by title."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from domain.kernel.decider import AnyDecider
from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from turnledger_env.games.card_game import CardGameArena
from turnledger_env.games.colony61 import ColonyArena
from turnledger_env.games.power_grid import PowerGridArena
from turnledger_env.menu import Menu, Vocabulary
from turnledger_env.sheet import Array, Cells, Layout

PENDING = 24
"""The actions of an unfinished command that an observation holds: the newest."""
VERSION = 1
"""Grows when the actions or the arrays of any variant change."""


class Arena(Protocol):
    """The actions and the observations of one variant for a number of players."""

    vocabulary: Vocabulary

    def menu(self, options: tuple[Option, ...]) -> Menu:
        """Return the first step to a command of these options."""
        ...

    def arrays(self) -> list[Array]:
        """Return the arrays of an observation, in their order."""
        ...

    def cells(self, at: dict[str, int], board: Any, seat: Seat) -> Cells:
        """Return the values of a seat's board. `at`: the place of each array. Seats count from the viewer's own."""
        ...


ARENAS = {"power_grid": PowerGridArena, "card_game": CardGameArena, "colony61": ColonyArena}
"""By the title of the game."""


class Coded:
    """One variant for a number of players: its vocabulary, and the layout of its observations."""

    def __init__(self, title: str, rules: AnyDecider, players: int) -> None:
        self.arena: Arena = ARENAS[title](rules, players)
        actions = len(self.arena.vocabulary)
        self.layout = Layout([*self.arena.arrays(), Array("pending", (PENDING,), actions)])

    def flat(self, board: Any, seat: Seat) -> NDArray[np.int16]:
        """Return the observation of a board."""
        return self.layout.flat(self.arena.cells(self.layout.at, board, seat))

    def with_pending(self, flat: NDArray[np.int16], pending: list[int]) -> NDArray[np.int16]:
        """Return a copy of an observation with the actions of the viewer's own unfinished command."""
        found = flat.copy()
        first = self.layout.at["pending"]
        for place, action in enumerate(pending[-PENDING:], first):
            found[place] = action + 1
        return found
