"""Cached facts of running games in the API: the rules, and the holder of each seat."""

from collections import OrderedDict
from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from domain import catalogue
from domain.kernel.ids import Seat, Viewer
from domain.table.aggregate import OPEN, STARTING
from projections.folds.tables import TableView
from projections.read.games import BoardQueries, NotShown
from services.application.command_errors import UnknownVersion
from services.application.game_service import GameService
from services.platform.clock import countdown

GAMES_MAX = 20_000


class Facts(Struct, frozen=True):
    """`game`: name of the decider. `seats`: by account, settled once the game has begun."""

    game: str
    seats: Mapping[str, Seat]

    def viewer(self, account: str, *, as_spectator: bool) -> Viewer:
        return None if as_spectator else self.seats.get(account)


class FactsCache:
    def __init__(self, games: GameService, shown: BoardQueries) -> None:
        self._games, self._shown = games, shown
        self._facts: OrderedDict[str, Facts] = OrderedDict()

    async def facts(self, game_id: str, timeout_s: float, min_version: int = 1) -> Facts:
        """Return the facts at a version or later. Raises UnknownGame, NotShown, ViewUnavailable, StoreUnavailable."""
        known = self._facts.get(game_id)
        if known:
            return known
        left_s = countdown(timeout_s)
        table = await self.table(game_id, timeout_s)
        if table.status == OPEN and table.version < min_version:
            table = await self._shown.table(game_id, min_version, left_s())
        facts = Facts(
            _decider_name(table.variant),
            {sitter.account: Seat(seat) for seat, sitter in enumerate(table.sitters) if sitter.account},
        )
        if table.status not in (OPEN, STARTING):
            self._facts[game_id] = facts
            if len(self._facts) > GAMES_MAX:
                self._facts.popitem(last=False)
        return facts

    def are_settled(self, game_id: str) -> bool:
        """Return whether the holders of seats are known and change no more."""
        return game_id in self._facts

    async def table(self, game_id: str, timeout_s: float) -> TableView:
        """The view of the table. A game that the view does not know is looked up in the store before it is awaited."""
        try:
            return await self._shown.table(game_id)
        except NotShown:
            left_s = countdown(timeout_s)
            await self._games.load(game_id, timeout_s=left_s())
            return await self._shown.table(game_id, 1, left_s())

    async def check_version(self, game_id: str, version: int, timeout_s: float) -> None:
        """Raises UnknownVersion where the store does not have it either."""
        live = await self._games.load(game_id, timeout_s=timeout_s)
        if version > live.version:
            raise UnknownVersion(game_id, version, live.version)


@cache
def _decider_name(variant: str) -> str:
    found = catalogue.find(variant)
    return found.decider({}, found.players_min).name
