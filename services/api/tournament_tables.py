"""Finds the open tables of tournaments: they are opened a moment after they were paired, and linked from then on."""

from collections import OrderedDict
from collections.abc import Iterable

from domain.tournament.state import Tournament
from services.roles.tournament_runner import game_of
from services.tournaments.tournament_storage import TournamentStorage

TOURNAMENTS_MAX = 256
ASKED_MAX = 1_000
"""Games that are looked for by one statement."""


class StandingTables:
    def __init__(self, storage: TournamentStorage) -> None:
        self._storage = storage
        self._standing: OrderedDict[str, set[int]] = OrderedDict()
        """By tournament. A table that stands once does so for ever."""

    async def of(self, tournament: Tournament, tables: Iterable[int]) -> frozenset[int]:
        """Return the tables that are open; a table that an official decided about may never have been opened. Raises
        StoreUnavailable."""
        tournament_id, asked = tournament.opened.tournament_id, frozenset(tables)
        known = self._standing.setdefault(tournament_id, set())
        self._standing.move_to_end(tournament_id)
        while len(self._standing) > TOURNAMENTS_MAX:
            self._standing.popitem(last=False)
        games = {game_of(tournament_id, table): table for table in sorted(asked - known)}
        unknown = list(games)
        for first in range(0, len(unknown), ASKED_MAX):
            found = await self._storage.standing(unknown[first : first + ASKED_MAX])
            known.update(games[game_id] for game_id in found)
        return asked & known

    async def missing(self, tournament: Tournament) -> int:
        """Return how many of the expected tables are not open yet."""
        return len(tournament.waits_for) - len(await self.of(tournament, tournament.waits_for))
