"""Which tables of tournaments stand: they are opened a moment after they were paired, nobody is led there before."""

from collections import OrderedDict
from collections.abc import Iterable

from domain.event.state import Tournament
from services.roles.tournaments import game_of
from services.tournaments.storage import TournamentStorage

TOURNAMENTS_MAX = 256
ASKED_MAX = 1_000
"""Games that are looked for by one statement."""


class StandingTables:
    def __init__(self, storage: TournamentStorage) -> None:
        self._storage = storage
        self._standing: OrderedDict[str, set[int]] = OrderedDict()
        """By tournament. A table that stands once does so for ever."""

    async def of(self, tournament: Tournament, tables: Iterable[int]) -> frozenset[int]:
        """Those of the tables that stand; one that was decided about may never have been opened. Raises StoreAway."""
        event_id, asked = tournament.opened.event_id, frozenset(tables)
        known = self._standing.setdefault(event_id, set())
        self._standing.move_to_end(event_id)
        while len(self._standing) > TOURNAMENTS_MAX:
            self._standing.popitem(last=False)
        games = {game_of(event_id, table): table for table in sorted(asked - known)}
        unknown = list(games)
        for first in range(0, len(unknown), ASKED_MAX):
            found = await self._storage.standing(unknown[first : first + ASKED_MAX])
            known.update(games[game_id] for game_id in found)
        return asked & known

    async def missing(self, tournament: Tournament) -> int:
        """How many of the tables that are waited for do not stand yet."""
        return len(tournament.waits_for) - len(await self.of(tournament, tournament.waits_for))
