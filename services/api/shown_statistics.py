"""Statistics over the wire: of all games, and of the months of a player."""

from collections.abc import Callable
from datetime import datetime, timedelta

from google.protobuf.duration_pb2 import Duration

from projections.folds.game_figures import DURATIONS
from projections.read.statistics import MONTHS_OF_GAMES, Statistics
from turnledger.v1 import views_pb2


class ShownStatistics:
    """`clock`: the time in UTC, in whose month the months of a player end."""

    def __init__(self, statistics: Statistics, clock: Callable[[], datetime]) -> None:
        self._statistics, self._clock = statistics, clock

    async def games(self, request: views_pb2.GetStatisticsRequest) -> views_pb2.GetStatisticsResponse:
        """Raises ViewUnavailable."""
        found = await self._statistics.games(request.variant, bots=request.bots)
        return views_pb2.GetStatisticsResponse(
            tables=[
                views_pb2.SeatStatistics(
                    seats=len(each.wins),
                    games=each.games,
                    wins=each.wins,
                    best_score=each.scores / each.games,
                    lead=each.leads / each.games,
                )
                for each in found.tables
            ],
            durations=[
                views_pb2.DurationCount(**{"from": _duration(least)}, games=games)
                for least, games in zip(DURATIONS, found.durations, strict=True)
            ],
            strategies=[
                views_pb2.StrategyResults(bot=bot, seats=each.games, wins=each.wins)
                for bot, each in sorted(found.strategies.items())
            ],
            months=[
                views_pb2.MonthCount(month=month, games=games)
                for month, games in sorted(found.months.items())[-MONTHS_OF_GAMES:]
            ],
        )

    async def months(self, account: str) -> list[views_pb2.MonthResults]:
        """Raises ViewUnavailable."""
        return [
            views_pb2.MonthResults(month=each.month, games=each.tally.games, wins=each.tally.wins)
            for each in await self._statistics.months(account, self._clock())
        ]


def _duration(value: timedelta) -> Duration:
    found = Duration()
    found.FromTimedelta(value)
    return found
