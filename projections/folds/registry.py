"""All views. A new view is a file of its own with its projection, and a name in this list."""

from projections.folds.boards import Boards
from projections.folds.leaders import Leaders
from projections.folds.lists import Lists
from projections.folds.transitions import Projection

PROJECTIONS: tuple[Projection, ...] = (Boards(), Lists(), Leaders())
NAMES = tuple(projection.name for projection in PROJECTIONS)
