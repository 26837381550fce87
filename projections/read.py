"""The read side: all that the API asks of views. Never loads a game, never sees what a viewer may not.

    board(game_id, viewer, min_version, timeout_s)          -> BoardView
    options(game_id, seat, min_version, timeout_s)          -> OptionsView
    table(game_id, min_version, timeout_s)                  -> TableView
    feed(game_id, viewer, after, limit)                     -> tuple[FeedItem, ...]
    wait_for(game_id, version, timeout_s)                   -> int
    lobby(status, variant, after, limit)                    -> Page[TableView]
    my_games(account, after, limit)                         -> Page[TableView]
    open_tables(account)                                    -> int
    hosted_or_joined(account, after, limit)                 -> Page[TableView]
    my_turns(account, after, limit)                         -> Page[TableView]
    played(account, after, limit)                           -> Page[TableView]
    changed_tables(variant, after, limit)                   -> tuple[Changed, ...]
    changed_mine(account, after, limit)                     -> tuple[Changed, ...]
    wait_for_change(key, after, timeout_s)                  -> bool
    lists_upto()                                            -> int
    player(account)                                         -> Profile
    leaderboard(measure, variant, season, bots, start, limit) -> tuple[Line, ...]
    rank(account, measure, variant, season, around)         -> tuple[Line, ...]
    ranked_players(measure, variant, season, bots)          -> int

Viewers are seats, or None for a spectator; that the caller may look from that seat is checked before. All may raise
ViewAway (the view's store does not answer); those with a game id raise NotShown.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.decider import Moment
from domain.kernel.ids import Seat, Viewer
from domain.table.session import OPEN
from projections.boards import (
    FEED,
    TABLE,
    StoredBoard,
    StoredEvent,
    StoredOptions,
    board_key,
    options_key,
    shown,
)
from projections.contract import SHARED, Ranked, View, shown_at
from projections.leaders import (
    ALL_TIME,
    OVERALL,
    Board,
    Measure,
    Record,
    is_bot,
    ranking_key,
    read_record,
    record_key,
    variants_key,
)
from projections.lists import (
    UPTO,
    changed_mine_key,
    changed_tables_key,
    game_of,
    mine_key,
    open_key,
    played_key,
    table_key,
    tables_key,
    turns_key,
)
from projections.tables import TableView

PAGE_MAX = 200
FEED_MAX = 1_000
VARIANTS_MAX = 100
RECENT_MAX = 10

T = TypeVar("T")


class NotShown(Exception):
    """The game is not shown at the version asked for (yet). `reached`: 0 for a game that the view does not know."""

    def __init__(self, game_id: str, version: int, reached: int) -> None:
        super().__init__(f"game {game_id} is shown at version {reached}, not {version}")
        self.game_id, self.version, self.reached = game_id, version, reached


class BoardView(Struct, frozen=True):
    """`board`: JSON of the rules' view for the viewer, `null` before the game began."""

    version: int
    status: str
    board: bytes
    to_act: tuple[Seat, ...] = ()
    moment: Moment | None = None


class OptionsView(Struct, frozen=True):
    """`options`: JSON array of the rules' options for the seat, empty when it has nothing to do."""

    version: int
    options: bytes


class FeedItem(Struct, frozen=True):
    """`topic`: the type of the event. `event`: its JSON as far as the viewer may know it, None for nothing."""

    version: int
    at: datetime
    topic: str
    moment: Moment | None
    event: bytes | None


class Page(Struct, Generic[T], frozen=True):
    """`next`: what to give as `after` for the next page, empty at the end."""

    items: tuple[T, ...]
    next: str = ""


class Changed(Struct, frozen=True):
    """A table as it is, and where in the log its last change stands that the list is about."""

    position: int
    table: TableView


class Line(Struct, frozen=True):
    """A line of a leaderboard. `place` counts from 1, equal values share it; `index` from 0 without sharing."""

    index: int
    place: int
    player: str
    value: int
    record: Record


class Profile(Struct, frozen=True):
    """What a player achieved. `playing`: open and running games; `recent`: of the last RECENT_MAX finished games those
    at public tables, the last first."""

    account: str
    overall: Record
    variants: dict[str, Record]
    playing: int
    recent: tuple[TableView, ...]


_stored_board = msgspec.json.Decoder(StoredBoard).decode
_options = msgspec.json.Decoder(StoredOptions).decode
_event = msgspec.json.Decoder(StoredEvent).decode
_table = msgspec.json.Decoder(TableView).decode
_NULL = b"null"
_NOTHING = b"[]"


class ReadSide:
    def __init__(self, boards: View, lists: View, leaders: View) -> None:
        self._boards, self._lists, self._leaders = boards, lists, leaders

    async def wait_for(self, game_id: str, version: int, timeout_s: float) -> int:
        """The version at which the game is shown, as soon as it is at least `version`, at the latest at time-out."""
        return await self._boards.wait_for(game_id, version, timeout_s)

    async def board(
        self, game_id: str, viewer: Viewer = None, min_version: int = 1, timeout_s: float = 0.0
    ) -> BoardView:
        found = await self._of_game(game_id, board_key(viewer), _board, min_version, timeout_s)
        if found is None:
            table = await self.table(game_id, min_version)
            return BoardView(table.version, table.status, _NULL)
        return found

    async def options(self, game_id: str, seat: Seat, min_version: int = 1, timeout_s: float = 0.0) -> OptionsView:
        found = await self._of_game(game_id, options_key(seat), _options, min_version, timeout_s)
        if found is None:
            return OptionsView((await self.table(game_id, min_version)).version, _NOTHING)
        return OptionsView(found.version, bytes(found.options))

    async def table(self, game_id: str, min_version: int = 1, timeout_s: float = 0.0) -> TableView:
        found = await self._of_game(game_id, TABLE, _table, min_version, timeout_s)
        assert found, "every game has a table"
        return found

    async def feed(self, game_id: str, viewer: Viewer = None, after: int = 0, limit: int = 100) -> tuple[FeedItem, ...]:
        """Events with versions above `after`, in order, without gaps; fewer than `limit` when there are no more yet."""
        generation = await self._boards.live()
        stored = await generation.slice(game_id, FEED, after, min(limit, FEED_MAX))
        if not stored and after == 0:
            raise NotShown(game_id, 1, 0)
        return tuple(_item(after + place, _event(each), viewer) for place, each in enumerate(stored, 1))

    async def lobby(self, status: str = OPEN, variant: str = "", after: str = "", limit: int = 50) -> Page[TableView]:
        """Public tables, newest first. `status`: OPEN, RUNNING or FINISHED; `variant`: empty for all."""
        return await self._tables(tables_key(status, variant), after, limit)

    async def my_games(self, account: str, after: str = "", limit: int = 50) -> Page[TableView]:
        """Open and running games of the account, newest first; whose turn it is stands in `to_act`."""
        return await self._tables(mine_key(account), after, limit)

    async def open_tables(self, account: str) -> int:
        """How many tables that are not over the account hosts or sits at."""
        return await (await self._lists.live()).count(open_key(account))

    async def hosted_or_joined(self, account: str, after: str = "", limit: int = 50) -> Page[TableView]:
        """The tables that `open_tables` counts, newest first."""
        return await self._tables(open_key(account), after, limit)

    async def my_turns(self, account: str, after: str = "", limit: int = 50) -> Page[TableView]:
        """Games that wait for the account."""
        return await self._tables(turns_key(account), after, limit)

    async def played(self, account: str, after: str = "", limit: int = 50) -> Page[TableView]:
        """Finished games of the account, the last first."""
        return await self._tables(played_key(account), after, limit)

    async def changed_tables(self, variant: str, after: int, limit: int = 50) -> tuple[Changed, ...]:
        """Public tables that opened, filled, emptied, began, ended or closed after a position of the log, in the order
        of their last change, each once. `variant`: empty for all."""
        return await self._changed(changed_tables_key(variant), after, limit)

    async def changed_mine(self, account: str, after: int, limit: int = 50) -> tuple[Changed, ...]:
        """Games that the account has or had a seat in, by the last change of table, seats or whose turn it is."""
        return await self._changed(changed_mine_key(account), after, limit)

    async def wait_for_change(self, key: str, after: int, timeout_s: float) -> bool:
        """Whether a list of changes (by its key) has some after a position; waits for them at most so long."""
        return await self._lists.wait_for(key, after + 1, timeout_s) > after

    async def lists_upto(self) -> int:
        """All changes up to this position of the log are in the lists."""
        (upto,) = await (await self._lists.live()).get(SHARED, UPTO)
        return int(upto or 0)

    async def player(self, account: str) -> Profile:
        """A bot's profile goes by `bot:` and the name of its strategy. Unknown players have an empty one."""
        leaders, lists = await self._leaders.live(), await self._lists.live()
        variants = await leaders.members(variants_key(account), "", VARIANTS_MAX)
        keys = [record_key(Board(variant), account) for variant in (OVERALL, *variants)]
        overall, *each = [read_record(stored) for stored in await leaders.get(SHARED, *keys)]
        recent = await self.played(account, limit=RECENT_MAX)
        return Profile(
            account,
            overall,
            dict(zip(variants, each, strict=True)),
            await lists.count(mine_key(account)),
            tuple(table for table in recent.items if not table.private),
        )

    async def leaderboard(
        self,
        measure: Measure = Measure.RATING,
        variant: str = OVERALL,
        season: str = ALL_TIME,
        *,
        bots: bool = False,
        start: int = 0,
        limit: int = 50,
    ) -> tuple[Line, ...]:
        """A page, best first, from an index on. `season`: empty for all time, or a month of UTC such as `2026-11`."""
        board = Board(variant, season)
        generation = await self._leaders.live()
        page = await generation.ranked(ranking_key(board, measure, bots=bots), start, min(limit, PAGE_MAX))
        return await self._lines(board, page)

    async def rank(
        self,
        account: str,
        measure: Measure = Measure.RATING,
        variant: str = OVERALL,
        season: str = ALL_TIME,
        around: int = 0,
    ) -> tuple[Line, ...]:
        """The player's line and up to `around` neighbours on each side; empty for who is not on the board."""
        board = Board(variant, season)
        key = ranking_key(board, measure, bots=is_bot(account))
        generation = await self._leaders.live()
        own = await generation.rank(key, account)
        if own is None:
            return ()
        around = min(around, PAGE_MAX // 2)
        start = max(0, own.index - around)
        return await self._lines(board, await generation.ranked(key, start, own.index + around + 1 - start))

    async def ranked_players(
        self,
        measure: Measure = Measure.RATING,
        variant: str = OVERALL,
        season: str = ALL_TIME,
        *,
        bots: bool = False,
    ) -> int:
        """How many stand on a board."""
        generation = await self._leaders.live()
        return await generation.count(ranking_key(Board(variant, season), measure, bots=bots))

    async def _of_game(
        self, game_id: str, key: str, read: Callable[[bytes], T], min_version: int, timeout_s: float
    ) -> T | None:
        """The value as it is once the game is shown at the version; None if the game has no such key."""
        version, found = await self._boards.near(game_id, key, read)
        if version < min_version:
            reached = await self._boards.wait_for(game_id, min_version, timeout_s)
            if reached < min_version:
                raise NotShown(game_id, min_version, reached)
            version, found = await shown_at(await self._boards.live(), game_id, key, read)
        if version == 0:
            raise NotShown(game_id, min_version, 0)
        return found

    async def _tables(self, key: str, after: str, limit: int) -> Page[TableView]:
        generation = await self._lists.live()
        limit = max(1, min(limit, PAGE_MAX))
        members = await generation.members(key, after, limit + 1)
        page, more = members[:limit], len(members) > limit
        if not page:
            return Page(())
        stored = await generation.get(SHARED, *(table_key(game_of(member)) for member in page))
        # A table may have been swept away between the two reads (its view was emptied); then it is not listed either.
        return Page(tuple(_table(each) for each in stored if each), page[-1] if more else "")

    async def _changed(self, key: str, after: int, limit: int) -> tuple[Changed, ...]:
        generation = await self._lists.live()
        limit = max(1, min(limit, PAGE_MAX))
        listed = await generation.above(key, after, limit)
        if not listed:
            return ()
        stored = await generation.get(SHARED, *(table_key(game_id) for game_id, _ in listed))
        # A table that changed between the reads is left out: it comes in its new place.
        unmoved = set(await generation.above(key, after, limit))
        return tuple(
            Changed(each[1], _table(table))
            for each, table in zip(listed, stored, strict=True)
            if table and each in unmoved
        )

    async def _lines(self, board: Board, page: list[Ranked]) -> tuple[Line, ...]:
        if not page:
            return ()
        generation = await self._leaders.live()
        stored = await generation.get(SHARED, *(record_key(board, each.member) for each in page))
        return tuple(
            Line(each.index, each.place, each.member, each.score, read_record(record))
            for each, record in zip(page, stored, strict=True)
        )


def _board(found: bytes) -> BoardView:
    stored = _stored_board(found)
    return BoardView(stored.version, stored.status, bytes(stored.board), stored.to_act, stored.moment)


def _item(version: int, stored: StoredEvent, viewer: Viewer) -> FeedItem:
    known = bytes(shown(stored, viewer))
    return FeedItem(version, stored.at, stored.topic, stored.moment, None if known == _NULL else known)
