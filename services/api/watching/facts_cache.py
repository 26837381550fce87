"""Cached facts of running games in the API: the rules, and the holder of each seat.

They are settled when the game has begun. Only a server that took over and lacks its beginning can settle them again, in
another way: then the views are built again, in a new generation, and this process's own copy of the game may differ.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache

from msgspec import Struct

from domain import catalogue
from domain.kernel.ids import Seat, Viewer
from domain.table.aggregate import OPEN, STARTING
from domain.table.messages import Occupant
from projections.folds.tables import Sitter, TableView
from projections.read.games import BoardQueries, NotShown
from projections.stores.interface import Generation, ViewUnavailable
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


class _Settled(Struct):
    """`generation`: that the facts were read from. `compared`: the occupants of the game that they agree with."""

    facts: Facts
    generation: Generation
    compared: tuple[Occupant, ...] | None = None


class FactsCache:
    def __init__(self, games: GameService, shown: BoardQueries) -> None:
        self._games, self._shown = games, shown
        self._facts: OrderedDict[str, _Settled] = OrderedDict()

    async def facts(self, game_id: str, timeout_s: float, min_version: int = 1) -> Facts:
        """Return the facts at a version or later. Raises UnknownGame, NotShown, ViewUnavailable, StoreUnavailable."""
        known = self._facts.get(game_id)
        if known and self._agrees(game_id, known) and await self._is_live(game_id, known.generation):
            return known.facts
        left_s = countdown(timeout_s)
        generation = await self._shown.generation(game_id)
        table = await self.table(game_id, timeout_s)
        if table.status == OPEN and table.version < min_version:
            table = await self._shown.table(game_id, min_version, left_s())
        settled, status = _Settled(Facts(_decider_name(table.variant), _seats(table.sitters)), generation), table.status
        if status not in (OPEN, STARTING) and not self._agrees(game_id, settled):
            aggregate = (await self._games.load(game_id, timeout_s=left_s())).loaded
            settled.facts, status = Facts(settled.facts.game, _seats(aggregate.occupants)), aggregate.status
        self._settle(game_id, settled, status)
        return settled.facts

    def _settle(self, game_id: str, settled: _Settled, status: str) -> None:
        if status in (OPEN, STARTING):
            self._facts.pop(game_id, None)
            return
        self._facts[game_id] = settled
        if len(self._facts) > GAMES_MAX:
            self._facts.popitem(last=False)

    def _agrees(self, game_id: str, settled: _Settled) -> bool:
        """Return whether the game has the same seats as far as this process knows it."""
        cached = self._games.cached(game_id)
        if cached is None or cached.occupants is settled.compared:
            return True
        if _seats(cached.occupants) != settled.facts.seats:
            return False
        settled.compared = cached.occupants
        return True

    async def _is_live(self, game_id: str, generation: Generation) -> bool:
        """Return whether the views are still those; while they do not answer, no others are known."""
        try:
            return await self._shown.generation(game_id) is generation
        except ViewUnavailable:
            return True

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

    async def event_time(self, game_id: str, version: int, timeout_s: float) -> datetime:
        """Return the time of an event in the store. Raises UnknownGame, UnknownVersion, StoreUnavailable."""
        return await self._games.event_time(game_id, version, timeout_s=timeout_s)

    async def check_event(self, game_id: str, version: int, event_time: datetime | None, timeout_s: float) -> None:
        """Raise UnknownVersion where the store has no event at the version, or another one: of another time."""
        if await self.event_time(game_id, version, timeout_s) != event_time:
            live = await self._games.load_cached(game_id, timeout_s=timeout_s)
            raise UnknownVersion(game_id, version, live.version, is_replaced=True)


def _seats(sitters: Iterable[Sitter | Occupant]) -> dict[str, Seat]:
    return {sitter.account: Seat(seat) for seat, sitter in enumerate(sitters) if sitter.account}


@cache
def _decider_name(variant: str) -> str:
    found = catalogue.find(variant)
    return found.decider({}, found.players_min).name
