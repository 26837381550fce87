"""Leaderboards, ranks and profiles. All may raise ViewUnavailable: the view's store does not answer."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from domain.table.reliability import GAMES_COUNTED
from projections.folds.finishers import is_bot
from projections.folds.player_records import (
    ALL_TIME,
    OVERALL,
    Leaderboard,
    Measure,
    Record,
    ranking_key,
    read_record,
    record_key,
    variants_key,
)
from projections.folds.rating_history import RatedGame, history_key, read_rated_game
from projections.folds.ratings import Rating
from projections.folds.tables import TableView
from projections.read.lists import PAGE_MAX, TableLists
from projections.stores.interface import SHARED, RankedMember, View

VARIANTS_MAX = 100
RECENT_MAX = 10


class LeaderboardEntry(Struct, frozen=True):
    """A line of a leaderboard. `place` counts from 1, equal values share it; `index` from 0 without sharing."""

    index: int
    place: int
    player: str
    value: int
    record: Record


class Reliability(Struct, frozen=True):
    """Counts over a player's last GAMES_COUNTED finished games: their number, those played to the end in person, those
    resigned or handed to a bot for good, and those in which the seat was lost on time."""

    games: int
    finished: int
    left: int
    timed_out: int


class Profile(Struct, frozen=True):
    """A player's records on each board of all time with a game: boards among people before boards with bots, slow games
    before live ones, and in each of these the board of all variants first. `playing`: open and running games; `recent`:
    the public ones of the last RECENT_MAX finished games, the last first."""

    account: str
    records: tuple[tuple[Leaderboard, Record], ...]
    playing: int
    recent: tuple[TableView, ...]
    reliability: Reliability


class RatingHistory(Struct, frozen=True):
    """A page. `earlier`: how many games there are before it."""

    games: tuple[RatedGame, ...]
    earlier: int


class Leaderboards:
    def __init__(self, leaders: View, lists: TableLists) -> None:
        self._leaders, self._lists = leaders, lists

    async def player(self, account: str) -> Profile:
        """A bot's profile goes by `bot:` and the name of its strategy. Unknown players have an empty one."""
        records = [
            each
            for bots in (False, True)
            for live in (False, True)
            for each in await self._records(account, bots=bots, live=live)
        ]
        last = (await self._lists.played(account, limit=GAMES_COUNTED)).items
        return Profile(
            account,
            tuple(records),
            await self._lists.playing(account),
            tuple(table for table in last[:RECENT_MAX] if not table.private),
            reliability(account, last),
        )

    async def _records(self, account: str, *, bots: bool, live: bool) -> list[tuple[Leaderboard, Record]]:
        generation = await self._leaders.live()
        variants = await generation.members(variants_key(account, bots=bots, live=live), "", VARIANTS_MAX)
        of = [Leaderboard(variant, bots=bots, live=live) for variant in ((OVERALL, *variants) if variants else ())]
        stored = await generation.get(SHARED, *(record_key(board, account) for board in of)) if of else []
        return [(board, read_record(each)) for board, each in zip(of, stored, strict=True)]

    async def most_played(self, account: str, variant: str) -> Record:
        """Return the player's record of the variant with most games. With people or bots, live or over days."""
        boards = [Leaderboard(variant, bots=bots, live=live) for bots in (False, True) for live in (False, True)]
        generation = await self._leaders.live()
        stored = await generation.get(SHARED, *(record_key(board, account) for board in boards))
        return max(map(read_record, stored), key=lambda record: record.games)

    async def history(
        self,
        account: str,
        variant: str = OVERALL,
        *,
        bots: bool = False,
        live: bool = False,
        before: int = 0,
        limit: int = 50,
    ) -> RatingHistory:
        """The games that counted, the last first. `before`: only of so many first ones; 0 for all."""
        board = Leaderboard(variant, bots=bots, live=live)
        generation = await self._leaders.live()
        if not before:
            (stored,) = await generation.get(SHARED, record_key(board, account))
            before = read_record(stored).games
        start = max(0, before - min(limit, PAGE_MAX))
        if start == before:
            return RatingHistory((), 0)
        stored_games = await generation.slice(SHARED, history_key(board.key, account), start, before - start)
        return RatingHistory(tuple(map(read_rated_game, reversed(stored_games))), start)

    async def position(self) -> int:
        """Return the log position up to which all ratings are known."""
        return await (await self._leaders.live()).position()

    async def after_game(self, account: str, board: Leaderboard, game_id: str, since: datetime) -> Rating | None:
        """Return the rating after a game that ended after `since`; None if it did not count. `board`: of all time."""
        before = 0
        while True:
            page = await self.history(
                account, board.variant, bots=board.bots, live=board.live, before=before, limit=PAGE_MAX
            )
            for each in page.games:
                if each.game_id == game_id:
                    return each.rating
            before = page.earlier
            if not before or page.games[-1].ended_at < since:
                return None

    async def leaderboard(
        self,
        measure: Measure = Measure.RATING,
        variant: str = OVERALL,
        season: str = ALL_TIME,
        *,
        bots: bool = False,
        programs: bool = False,
        live: bool = False,
        start: int = 0,
        limit: int = 50,
    ) -> tuple[LeaderboardEntry, ...]:
        """A page, best first, from an index on. `season`: empty for all time, or a month of UTC such as `2026-11`.
        `bots`: of games with bots, people and bots together, instead of those among people. `programs`: of these games
        only the accounts of programs. `live`: of live games instead of slow ones."""
        board = Leaderboard(variant, season, bots or programs, live)
        key = ranking_key(board, measure, programs=programs)
        page = await (await self._leaders.live()).ranked(key, start, min(limit, PAGE_MAX))
        return await self._lines(board, page)

    async def rank(
        self,
        account: str,
        measure: Measure = Measure.RATING,
        variant: str = OVERALL,
        season: str = ALL_TIME,
        around: int = 0,
        *,
        bots: bool = False,
        programs: bool = False,
        live: bool = False,
    ) -> tuple[LeaderboardEntry, ...]:
        """Return the player's line and up to `around` neighbours on each side; empty for a player who is not on the
        board."""
        board = Leaderboard(variant, season, bots or programs or is_bot(account), live)
        key = ranking_key(board, measure, programs=programs)
        generation = await self._leaders.live()
        own = await generation.rank(key, account)
        if own is None:
            return ()
        around = min(around, PAGE_MAX // 2)
        start = max(0, own.index - around)
        return await self._lines(board, await generation.ranked(key, start, own.index + around + 1 - start))

    async def _lines(self, board: Leaderboard, page: list[RankedMember]) -> tuple[LeaderboardEntry, ...]:
        if not page:
            return ()
        generation = await self._leaders.live()
        stored = await generation.get(SHARED, *(record_key(board, each.member) for each in page))
        return tuple(
            LeaderboardEntry(each.index, each.place, each.member, each.score, read_record(record))
            for each, record in zip(page, stored, strict=True)
        )


async def reliability_of(lists: TableLists, account: str) -> Reliability:
    """Raises ViewUnavailable."""
    return reliability(account, (await lists.played(account, limit=GAMES_COUNTED)).items)


def reliability(account: str, last: Sequence[TableView]) -> Reliability:
    """`last`: finished games of the account."""
    ends = Counter(_end(account, table) for table in last)
    return Reliability(len(last), ends["finished"], ends["left"], ends["timed_out"])


def _end(account: str, table: TableView) -> str:
    for seat, sitter in enumerate(table.sitters):
        if sitter.account == account and seat in table.timed_out:
            return "timed_out"
        if sitter.account == account and (sitter.bot or seat in table.resigned):
            return "left"
    return "finished"
