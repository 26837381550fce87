"""The data that remains in the store of an archived game."""

from msgspec import Struct

CACHE_MB = 64
"""Default memory for cached histories."""


class ArchivedGame(Struct, frozen=True):
    """A row of the table `archived_games`."""

    game_id: str
    object: str
    sha256: str
    version: int
    chain: str
    first_position: int
    last_position: int

    @property
    def span(self) -> int:
        return (self.last_position - self.first_position).bit_length()
