"""All views there are. A new one is a file of its own with its projection, and a name in this list."""

from projections.boards import Boards
from projections.leaders import Leaders
from projections.lists import Lists
from projections.steps import Projection

PROJECTIONS: tuple[Projection, ...] = (Boards(), Lists(), Leaders())
NAMES = tuple(projection.name for projection in PROJECTIONS)
