"""Reads the public stream page by page, from any place. It stores nothing and has no follower of its own.

Tables are read in the order of the log, in which every position is final also where there are several logs. Tournaments
have an order of their own (services/tournaments/tournament_storage.py). The two are merged by time: each is in its
order for every reader, while an item of the one may come before or after an item of the other.
"""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import timedelta
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from domain.history.codec import UNREADABLE, UnknownTopic
from domain.history.record import EventRow, LogRow, Recorded, StreamUnreadable
from domain.stored import codec, tournament_codec
from domain.table.clock import is_slow
from domain.table.messages import (
    BOT_ACTOR,
    GameBegan,
    GameFinished,
    GameOpened,
    Occupant,
    TableClosed,
    Terms,
)
from domain.tournament import messages as t
from projections.folds.player_records import OVERALL, Leaderboard
from projections.folds.ratings import deviation, points
from projections.folds.transitions import Imported
from projections.read.leaders import Leaderboards
from services.platform.jitter import pause
from services.public_stream import items
from services.public_stream.items import Item, Page, Place, RatingAfter
from services.store.interface import EventStore
from services.store.log_reader import pass_over
from services.tournaments.tournament_service import Tournaments

ROWS, PAGE = 500, 100
"""Rows of the log that are read at a time, and items of a page."""
BEGAN_AT_MOST = 64
"""Events in which the start of a game is looked for at a time."""
TABLES_MAX = 5_000
"""Tables whose terms and seats are remembered."""
LINGER_S, POLL_S = 0.2, 1.0
"""Items may be that much later: the log is asked at most every LINGER_S, and tournaments at least every POLL_S."""
RATED_AROUND = timedelta(hours=1)
"""The clocks of processes that store ends of games differ by less."""


class LogLost(Exception):
    """The logs end before the place: a backup or a late replica took over, or the place is of another server."""


class _Table(Struct, frozen=True):
    """`seats`: empty before the start."""

    opened: GameOpened
    seats: Sequence[Occupant] = ()


class _RatingsBehind(Exception):
    """The view of ratings has not read the end of this game yet."""


class PublicStream:
    """`imported`: says which games came from files; they are not news, and their accounts are others'."""

    def __init__(self, store: EventStore, tournaments: Tournaments, leaders: Leaderboards, imported: Imported) -> None:
        self._store, self._tournaments, self._leaders, self._imported = store, tournaments, leaders, imported
        self._topics = frozenset(codec().topics(GameOpened, GameBegan, GameFinished, TableClosed))
        self._tables: OrderedDict[str, _Table] = OrderedDict()

    async def head(self) -> Place:
        """The place after everything that has happened. Raises StoreUnavailable."""
        return Place(await self._store.log_head(), await self._tournaments.storage.public_head())

    async def page(self, after: Place) -> Page:
        """Return the items that follow the place. Raises StoreUnavailable, ViewUnavailable, LogLost."""
        head = await self.head()
        if after.log > head.log or after.tournaments > head.tournaments:
            raise LogLost
        rows = await self._store.read_tables(after.log, ROWS)
        tables, upto, whole = await self._of_tables(rows)
        numbered = await self._tournaments.storage.public(after.tournaments, PAGE)
        organised = [await self._of_tournament(*each) for each in numbered]
        is_cut = not whole or len(rows) == ROWS
        if is_cut:  # the tables that follow may be earlier
            organised = list(takewhile(lambda each: tables and each.at < tables[-1].at, organised))
        elif len(numbered) == PAGE:
            tables = list(takewhile(lambda each: each.at <= organised[-1].at, tables))
            upto = tables[-1].place.log if tables else after.log
        else:
            upto = max(upto, head.log)
        merged = _merged(after, tables, organised)
        found = tuple(merged[:PAGE])
        if len(merged) > PAGE:
            return Page(found, found[-1].place, more=True)
        last = found[-1].place if found else after
        more = whole and (is_cut or len(numbered) == PAGE)
        return Page(found, replace(last, log=max(last.log, upto)), more=more)

    async def changes(self, after: Place) -> None:
        """Return when there may be more after the place, or POLL_S have passed."""
        await self._store.wait(after.log, POLL_S)
        await pause(LINGER_S)

    async def _of_tables(self, rows: Sequence[LogRow]) -> tuple[list[Item], int, bool]:
        """Return items, the position up to which they are complete, and whether that is the end of the rows."""
        heeded = [each for each in rows if each.row.topic in self._topics]
        foreign = await self._imported([each.row.stream_id for each in heeded]) if heeded else ()
        found, upto = list[Item](), rows[-1].position if rows else 0
        for each in heeded:
            if each.row.stream_id in foreign:
                continue
            try:
                what = await self._of_table(each)
            except _RatingsBehind:
                return found, each.position - 1, False
            if what:
                at, item_id = what[0].envelope.at, f"{each.row.stream_id}/{each.row.version}"
                found.append(Item(item_id, Place(each.position, 0), at, what[1]))
        return found, upto, True

    async def _of_table(self, each: LogRow) -> tuple[Recorded, items.What] | None:
        """Return nothing for a private table, and for an event that cannot be read."""
        try:
            recorded = codec().read(each.row)
            table = await self._table(recorded)
        except (*UNREADABLE, UnknownTopic, StreamUnreadable) as error:
            pass_over(each, error)
            return None
        opened, event = table.opened, recorded.event
        if opened.private:
            return None
        game_id, terms = recorded.stream_id, opened.terms or Terms()
        match event:
            case GameOpened():
                return recorded, items.TableOpened(
                    game_id, opened.variant, opened.options, opened.seats, opened.rated, opened.host, terms.club or ""
                )
            case GameBegan():
                return recorded, items.TableStarted(game_id, opened.variant, opened.rated, table.seats)
            case GameFinished(reason, standings):
                ratings = await self._ratings(each.position, recorded, table) if opened.rated and standings else ()
                return recorded, items.TableEnded(
                    game_id, opened.variant, opened.rated, table.seats, reason, standings, ratings
                )
            case TableClosed(cause):
                return recorded, items.TableClosed(game_id, cause)
        raise AssertionError(event)

    async def _table(self, recorded: Recorded) -> _Table:
        """Return the table of an event, with the seats if its game has begun."""
        game_id, event = recorded.stream_id, recorded.event
        if isinstance(event, GameOpened):
            return self._remember(game_id, _Table(event))
        table = self._tables.get(game_id)
        if table is None:
            first = codec().read((await self._store.load(game_id, 0, 1))[0]).event
            assert isinstance(first, GameOpened), "the first event of every stream"
            table = self._remember(game_id, _Table(first))
        if isinstance(event, GameBegan):
            return self._remember(game_id, replace(table, seats=event.seats))
        if isinstance(event, GameFinished) and not table.seats and not table.opened.private:
            return self._remember(game_id, replace(table, seats=await self._began(game_id)))
        return table

    def _remember(self, game_id: str, table: _Table) -> _Table:
        self._tables[game_id] = table
        self._tables.move_to_end(game_id)
        while len(self._tables) > TABLES_MAX:
            self._tables.popitem(last=False)
        return table

    async def _began(self, game_id: str) -> Sequence[Occupant]:
        """Return the seats with which a game began, from its stream; empty for one that ended before its start."""
        after = 0
        while rows := await self._store.load(game_id, after, BEGAN_AT_MOST):
            for row in rows:
                if row.topic in self._topics and isinstance(event := codec().read(row).event, GameBegan):
                    return event.seats
            after = rows[-1].version
        return ()

    async def _ratings(self, position: int, recorded: Recorded, table: _Table) -> Sequence[RatingAfter]:
        """Raises _RatingsBehind."""
        if await self._leaders.position() < position:
            raise _RatingsBehind
        bots = any(not seat.account or seat.program for seat in table.seats)
        live = not is_slow((table.opened.terms or Terms()).clock)
        players = dict.fromkeys(seat.account or BOT_ACTOR + seat.bot for seat in table.seats)
        since, found = recorded.envelope.at - RATED_AROUND, list[RatingAfter]()
        for player in players:
            for variant in (OVERALL, table.opened.variant):
                board = Leaderboard(variant, bots=bots, live=live)
                after = await self._leaders.after_game(player, board, recorded.stream_id, since)
                if after:
                    figures = points(after), deviation(after), after.provisional
                    found.append(RatingAfter(player, variant, *figures, with_bots=bots, live=live))
        return found

    async def _of_tournament(self, position: int, row: EventRow) -> Item:
        recorded = tournament_codec().read(row)
        what = await self._what(row.stream_id, recorded)
        return Item(f"{row.stream_id}/{row.version}", Place(0, position), recorded.envelope.at, what)

    async def _what(self, tournament_id: str, recorded: Recorded) -> items.What:
        match recorded.event:
            case t.TournamentOpened(terms=terms, organiser=organiser):
                return items.TournamentOpened(
                    tournament_id, terms.name, organiser, terms.variants, terms.seats, terms.rated, terms.club or ""
                )
            case t.TournamentStarted(divisions):
                return items.TournamentStarted(tournament_id, sum(map(len, divisions)), len(divisions))
            case t.RoundPaired(number, pairings):
                return items.RoundPaired(tournament_id, number, len(pairings), given=False)
            case t.TablesGiven(number, pairings):
                return items.RoundPaired(tournament_id, number, len(pairings), given=True)
            case t.TournamentEnded(reason=reason, standings=standings):
                entrants = (await self._tournaments.load(tournament_id)).tournament.entrants
                winners = [entrants[each.entrant].account for each in standings if each.rank == 1]
                return items.TournamentEnded(tournament_id, reason, winners)
        raise AssertionError(recorded.event)


def _merged(after: Place, tables: Sequence[Item], organised: Sequence[Item]) -> list[Item]:
    """Return all items by time, each list in its own order, with the places that are reached."""
    found, place, ahead = list[Item](), after, [list(reversed(tables)), list(reversed(organised))]
    while any(ahead):
        item = min((each[-1] for each in ahead if each), key=lambda each: each.at)
        is_table = bool(ahead[0]) and ahead[0][-1] is item
        ahead[0 if is_table else 1].pop()
        place = replace(place, log=item.place.log) if is_table else replace(place, tournaments=item.place.tournaments)
        found.append(replace(item, place=place))
    return found
