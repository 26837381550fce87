"""Ratings over the wire: leaderboards, how a rating went, and records of profiles."""

from collections.abc import Callable, Sequence
from datetime import datetime

from projections.folds.player_records import Leaderboard, Measure, Record
from projections.folds.rating_history import RatedGame
from projections.folds.ratings import deviation, points
from projections.folds.seasons import season_of
from projections.read.leaders import LeaderboardEntry, Leaderboards
from services.accounts.sign_in import SignIn
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.messages.contract import timestamp
from services.api.messages.convert import MalformedMessage
from services.api.messages.players import player
from turnledger.v1 import notifications_pb2, views_pb2

_MEASURES = {
    views_pb2.RANKING_UNSPECIFIED: Measure.RATING,
    views_pb2.RANKING_RATING: Measure.RATING,
    views_pb2.RANKING_GAMES: Measure.GAMES,
    views_pb2.RANKING_WINS: Measure.WINS,
    views_pb2.RANKING_BEST_SCORE: Measure.BEST_SCORE,
    views_pb2.RANKING_WIN_RATE: Measure.WIN_RATE,
    views_pb2.RANKING_STREAK: Measure.STREAK,
}


class RatedPlayers:
    """`clock`: the time in UTC, which makes the ratings of those who do not play less certain."""

    def __init__(self, leaders: Leaderboards, sign_in: SignIn, clock: Callable[[], datetime]) -> None:
        self._leaders, self._sign_in, self._clock = leaders, sign_in, clock

    async def leaderboard(self, request: views_pb2.GetLeaderboardRequest) -> views_pb2.GetLeaderboardResponse:
        """Raises MalformedMessage and ViewUnavailable."""
        if request.around_account_id and request.page_token:
            raise MalformedMessage("around_account_id", "not together with page_token")
        board = _MEASURES[request.ranking], request.variant, request.season
        live = request.pace == notifications_pb2.GAME_PACE_LIVE
        of = Leaderboard(request.variant, request.season, request.bots or request.programs, live)
        bots, programs = of.bots, request.programs
        tokens = PageTokens("GetLeaderboard", *board, bots, programs, live)
        start, size = tokens.position(request.page_token), page_size(request.page_size)
        if request.around_account_id:
            around = request.around_account_id
            lines = await self._leaders.rank(around, *board, around=size, bots=bots, programs=programs, live=live)
            token = ""
        else:
            lines = await self._leaders.leaderboard(
                *board, bots=bots, programs=programs, live=live, start=start, limit=size
            )
            token = tokens.issue(str(start + size)) if len(lines) == size else ""
        rows = [row for line in lines if (row := await self._row(line, of))]
        if request.around_account_id and all(row.player.account_id != around for row in rows):
            rows = []
        return views_pb2.GetLeaderboardResponse(rows=rows, next_page_token=token)

    async def _row(self, line: LeaderboardEntry, of: Leaderboard) -> views_pb2.LeaderboardRow | None:
        """None for a deleted account, which would be listed under bare letters, and for a player whose rating
        has become provisional in the months since the last game (TB-RATE-12)."""
        who, record = await player(line.player, self._sign_in), self._record(of, line.record)
        if not who.display_name or record.provisional:
            return None
        return views_pb2.LeaderboardRow(rank=line.place, player=who, value=line.value, record=record)

    async def history(self, request: views_pb2.ListRatingsRequest) -> views_pb2.ListRatingsResponse:
        """Raises MalformedMessage, UnknownAccount and ViewUnavailable."""
        account = await self._sign_in.account(request.account_id)
        live = request.pace == notifications_pb2.GAME_PACE_LIVE
        tokens = PageTokens("ListRatings", account.account_id, request.variant, request.bots, live)
        page = await self._leaders.history(
            account.account_id,
            request.variant,
            bots=request.bots,
            live=live,
            before=tokens.position(request.page_token),
            limit=page_size(request.page_size),
        )
        token = tokens.issue(str(page.earlier) if page.earlier else "")
        return views_pb2.ListRatingsResponse(games=map(_rated, page.games), next_page_token=token)

    def records(self, found: Sequence[tuple[Leaderboard, Record]]) -> list[views_pb2.PlayerRecord]:
        return [self._record(board, record) for board, record in found]

    def _record(self, board: Leaderboard, record: Record) -> views_pb2.PlayerRecord:
        """The points are those of the player's row; the deviation is today's, except in a season's list."""
        rating = record.rating if board.season else record.rating_in(season_of(self._clock()))
        return views_pb2.PlayerRecord(
            variant=board.variant,
            with_bots=board.bots,
            pace=notifications_pb2.GAME_PACE_LIVE if board.live else notifications_pb2.GAME_PACE_SLOW,
            deviation=deviation(rating),
            provisional=rating.provisional,
            rating=record.points,
            games=record.games,
            wins=record.wins,
            best_score=record.best_score,
            streak=record.streak,
        )


def _rated(game: RatedGame) -> views_pb2.RatedGame:
    return views_pb2.RatedGame(
        ended_at=timestamp(game.ended_at),
        end_time=timestamp(game.ended_at),
        game_id=game.game_id,
        rating=points(game.rating),
        deviation=deviation(game.rating),
        provisional=game.rating.provisional,
    )
