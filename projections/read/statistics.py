"""Queries for figures of all games, and of the months of a player. Every method raises ViewUnavailable."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from projections.folds.club_figures import Tally
from projections.folds.game_figures import GameFigures, game_figures_key, read_game_figures
from projections.folds.player_records import Leaderboard, read_record, record_key
from projections.folds.seasons import season_of
from projections.stores.interface import SHARED, View

MONTHS_OF_GAMES, MONTHS_OF_PLAYER = 24, 12
"""The last months that are shown."""


class PlayedMonth(Struct, frozen=True):
    """Rated games of a player that ended in a month of UTC, `2026-11`."""

    month: str
    tally: Tally


class Statistics:
    def __init__(self, leaders: View) -> None:
        self._leaders = leaders

    async def games(self, variant: str, *, bots: bool) -> GameFigures:
        """`variant`: OVERALL or a name. Empty where nothing was played."""
        (stored,) = await (await self._leaders.live()).get(SHARED, game_figures_key(variant, bots=bots))
        return read_game_figures(stored)

    async def months(self, account: str, now: datetime) -> tuple[PlayedMonth, ...]:
        """Return the games of a player in each of the last months up to now, the oldest first: among people and with
        bots, live and slow ones together."""
        months = _last_months(now)
        boards = [
            Leaderboard(season=month, bots=bots, live=live)
            for month in months
            for bots in (False, True)
            for live in (False, True)
        ]
        stored = await (await self._leaders.live()).get(SHARED, *(record_key(board, account) for board in boards))
        games, wins = Counter[str](), Counter[str]()
        for board, record in zip(boards, map(read_record, stored), strict=True):
            games[board.season] += record.games
            wins[board.season] += record.wins
        return tuple(PlayedMonth(month, Tally(games[month], wins[month])) for month in months)


def _last_months(now: datetime) -> Sequence[str]:
    months, day = list[str](), now
    while len(months) < MONTHS_OF_PLAYER:
        months.append(season_of(day))
        day = day.replace(day=1) - timedelta(days=1)
    return months[::-1]
