"""The rooms that a plan may name."""

from tests.simulation.archive import ArchiveRoom
from tests.simulation.room import Room

ROOMS: dict[str, type[Room]] = {each.name: each for each in (ArchiveRoom,)}
