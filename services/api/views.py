"""Looking over the wire: boards, streams of events, lists. Reads views; only the past is folded from the store."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, nullcontext
from datetime import UTC, datetime

from projections.folds.tables import TableView
from projections.read import Queries
from projections.read.games import NotShown
from projections.read.lists import Page
from services.accounts.sign_in import SignIn
from services.api.gate.gate import RETRY_STREAM_S, Call
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.gate.stopping import Stopping
from services.api.messages.convert import MalformedMessage
from services.api.messages.encode import Piece
from services.api.messages.players import player, reliability
from services.api.messages.snapshots import BOARD, Parts, ShownGames, Snapshots, of_aggregate
from services.api.messages.tables import Tables
from services.api.messages.words import Words
from services.api.past_boards import BOARDS, BOARDS_A_LOOK, BOARDS_MAX, BoardsPage, BoardsRange
from services.api.rated_players import RatedPlayers
from services.api.shown_statistics import ShownStatistics
from services.api.watching.facts_cache import FactsCache
from services.api.watching.game_watch import GameWatch, SentPage
from services.api.watching.watch_public import WatchPublic
from services.api.watching.watch_tables import WatchTables, waits_for
from services.application.game_service import GameService
from services.platform.clock import countdown, process_clock
from services.platform.fair_turns import FairTurns
from services.platform.history_quota import HistoryQuota
from services.platform.rate_limiter import ConcurrencyLimiter
from services.projection_runner.evicted_games import EvictedGames
from services.public_stream.stream import PublicStream
from services.texts.error_texts import chosen
from turnledger.v1 import views_pb2

WAITING_MAX = 200
"""Boards that one account waits for at the same moment: for up to a minute, if their version never comes."""
_Listing = Callable[[str, str, int], Awaitable[Page[TableView]]]


class Views:
    """`past`: looks into the past."""

    def __init__(
        self,
        games: GameService,
        read: Queries,
        sign_in: SignIn,
        stopping: Stopping,
        past: HistoryQuota,
        shown_games: ShownGames,
        public: PublicStream,
        clock: Callable[[], datetime] = process_clock,
    ) -> None:
        self._games, self._sign_in, self._past = games, sign_in, past
        self._folding = FairTurns()
        self._waiting = ConcurrencyLimiter(WAITING_MAX, "TOO_MANY_STREAMS", RETRY_STREAM_S)
        self._leaders, self._rated = read.leaders, RatedPlayers(read.leaders, sign_in, clock)
        self._statistics = ShownStatistics(read.statistics, clock)
        self._in_views, self._left = read.games, EvictedGames(games, is_behind=read.games.is_behind)
        shown = read.games.with_left(self._left)
        self._known = FactsCache(games, shown)
        self._snapshots, self._tables = Snapshots(shown, shown_games, games.cached_at), Tables(sign_in)
        self._watch = GameWatch(shown, self._known, Words(sign_in), self._snapshots, self._tables, stopping)
        games.on_stored.append(self._watch.stored)
        self._watch_tables = WatchTables(read.lists, self._tables, stopping)
        self._watch_public = WatchPublic(public, sign_in, stopping)
        self._listings: dict[str, _Listing] = {
            "turns": read.lists.my_turns,
            "games": read.lists.my_games,
            "rematches": read.lists.rematches,
            "played": read.lists.played,
        }

    async def get_board(self, request: views_pb2.GetBoardRequest, call: Call) -> views_pb2.GetBoardResponse:
        at, parts = request.WhichOneof("at"), request.parts if request.HasField("parts") else BOARD
        if at == "version":
            return await self._past_board(request, parts, call)
        left_s = countdown(call.timeout_s)
        await self._take_look(request.game_id, call)
        with self._waiting.one(call.account) if at else nullcontext():
            facts = await self._known.facts(request.game_id, left_s(), request.min_version)
            viewer = facts.viewer(call.account, as_spectator=request.as_spectator)
            snapshot = await self._snapshots.at(
                request.game_id, viewer, parts, facts.game, request.min_version, left_s()
            )
        return views_pb2.GetBoardResponse(snapshot=snapshot)

    async def _past_board(
        self, request: views_pb2.GetBoardRequest, parts: Parts, call: Call
    ) -> views_pb2.GetBoardResponse:
        """Return the board as it was shown then, to the player of the seat at that time."""
        self._past.take(call.account, call.caller, request.game_id)
        await self._games.load_cached(request.game_id, timeout_s=call.timeout_s)  # takes the missing snapshots
        aggregate = await self._games.load_at_version(request.game_id, request.version, timeout_s=call.timeout_s)
        viewer = None if request.as_spectator else aggregate.seat_of(call.account)
        return views_pb2.GetBoardResponse(snapshot=of_aggregate(aggregate, viewer, parts))

    async def _take_look(self, game_id: str, call: Call) -> None:
        """Where the game has left the views and is to be folded: that costs what a look into the past does."""
        try:
            await self._in_views.table(game_id)
        except NotShown:
            if await self._left.is_to_fold(game_id):
                self._past.take(call.account, call.caller, game_id)

    async def list_boards(self, request: views_pb2.ListBoardsRequest, call: Call) -> views_pb2.ListBoardsResponse:
        """Cost a look into the past, and one more for each ten boards. Boards are folded in a thread, one page at a
        time, in turns by account: threads share one processor with the loop."""
        first, last, size = request.from_version, request.to_version, min(request.page_size, BOARDS_MAX) or BOARDS
        tokens = PageTokens("ListBoards", request.game_id, first, last, request.as_spectator)
        after = tokens.position(request.page_token) or max(0, first - 1)
        self._past.take(call.account, call.caller, request.game_id)
        live = await self._games.load_cached(request.game_id, timeout_s=call.timeout_s)  # takes missing snapshots
        if more := min(size, max(0, (last or live.version) - after)) // BOARDS_A_LOOK:
            self._past.take(call.account, call.caller, request.game_id, more)
        async with self._folding.one(call.account):
            return await self._boards(request, call, BoardsRange(after, last, size), tokens)

    async def _boards(
        self, request: views_pb2.ListBoardsRequest, call: Call, of: BoardsRange, tokens: PageTokens
    ) -> views_pb2.ListBoardsResponse:
        after = of.after
        aggregate = (
            await self._games.load_at_version(request.game_id, after, timeout_s=call.timeout_s) if after else None
        )
        account = "" if request.as_spectator else call.account
        page = BoardsPage(aggregate, of, account, tokens)
        following = self._games.records(
            request.game_id, aggregate.version if aggregate else 0, timeout_s=call.timeout_s
        )
        async with aclosing(following) as parts:
            async for records in parts:
                if await asyncio.to_thread(page.add, records):
                    return page.response
        page.end()
        return page.response

    async def watch_game(
        self, request: views_pb2.WatchGameRequest, call: Call
    ) -> AsyncGenerator[Piece[SentPage], None]:
        await self._take_look(request.game_id, call)
        stream = self._watch.game(
            request.game_id,
            request.after_version if request.HasField("after_version") else None,
            call.account,
            request.parts,
            as_spectator=request.as_spectator,
            after_event_time=_after_event_time(request),
            language=chosen(call.languages) if request.parts.words else "",
        )
        async with aclosing(stream) as messages:
            async for message in messages:
                yield message

    async def watch_lobby(
        self, request: views_pb2.WatchLobbyRequest, call: Call
    ) -> AsyncGenerator[views_pb2.WatchLobbyResponse, None]:
        stream = self._watch_tables.lobby(request.variant, request.resume_token, from_start=request.from_start)
        async with aclosing(stream) as messages:
            async for message in messages:
                yield message

    async def watch_me(
        self, request: views_pb2.WatchMeRequest, call: Call
    ) -> AsyncGenerator[views_pb2.WatchMeResponse, None]:
        stream = self._watch_tables.mine(call.account, request.resume_token, from_start=request.from_start)
        async with aclosing(stream) as messages:
            async for message in messages:
                yield message

    async def watch_public(
        self, request: views_pb2.WatchPublicRequest, call: Call
    ) -> AsyncGenerator[views_pb2.WatchPublicResponse, None]:
        stream = self._watch_public.watch(call.account, request.after_position, from_start=request.from_start)
        async with aclosing(stream) as messages:
            async for message in messages:
                yield message

    async def list_my_games(self, request: views_pb2.ListMyGamesRequest, call: Call) -> views_pb2.ListMyGamesResponse:
        """Pages of up to four lists, one after the other; the token says which and where."""
        rematches = ("rematches",) if request.include_rematches else ()
        names = ("turns", "games", *rematches, *(("played",) if request.include_finished else ()))
        tokens = PageTokens("ListMyGames", call.account, request.include_finished, *rematches)
        listing, _, after = (tokens.place(request.page_token) or "turns|").partition("|")
        if listing not in names:
            raise MalformedMessage("page_token", "not one of this list")
        for name in names[names.index(listing) :]:
            page = await self._listings[name](call.account, after, page_size(request.page_size))
            views = [view for view in page.items if name != "games" or not waits_for(view, call.account)]
            if views or page.next:
                rest = names[names.index(name) + 1 :]
                place = f"{name}|{page.next}" if page.next else f"{rest[0]}|" if rest else ""
                games = [await self._watch_tables.my_game(view, call.account) for view in views]
                return views_pb2.ListMyGamesResponse(games=games, next_page_token=tokens.issue(place))
            after = ""
        return views_pb2.ListMyGamesResponse()

    async def get_leaderboard(
        self, request: views_pb2.GetLeaderboardRequest, call: Call
    ) -> views_pb2.GetLeaderboardResponse:
        return await self._rated.leaderboard(request)

    async def get_player(self, request: views_pb2.GetPlayerRequest, call: Call) -> views_pb2.GetPlayerResponse:
        account = await self._sign_in.account(request.account_id)
        profile = await self._leaders.player(account.account_id)
        return views_pb2.GetPlayerResponse(
            player=await player(account.account_id, self._sign_in),
            playing=profile.playing,
            records=self._rated.records(profile.records),
            recent=[await self._tables.of_view(table) for table in profile.recent],
            reliability=reliability(profile.reliability),
            months=await self._statistics.months(account.account_id),
        )

    async def list_player_games(
        self, request: views_pb2.ListPlayerGamesRequest, call: Call
    ) -> views_pb2.ListPlayerGamesResponse:
        account = await self._sign_in.account(request.account_id)
        tokens = PageTokens("ListPlayerGames", account.account_id)
        after, size = tokens.place(request.page_token), page_size(request.page_size)
        page = await self._listings["played"](account.account_id, after, size)
        tables = [await self._tables.of_view(table) for table in page.items if not table.private]
        return views_pb2.ListPlayerGamesResponse(tables=tables, next_page_token=tokens.issue(page.next))

    async def get_statistics(
        self, request: views_pb2.GetStatisticsRequest, call: Call
    ) -> views_pb2.GetStatisticsResponse:
        return await self._statistics.games(request)

    async def list_ratings(self, request: views_pb2.ListRatingsRequest, call: Call) -> views_pb2.ListRatingsResponse:
        return await self._rated.history(request)


def _after_event_time(request: views_pb2.WatchGameRequest) -> datetime | None:
    """Return the time of the last event that a watcher has, None without one. Raises MalformedMessage."""
    if not request.HasField("after_event_time"):
        return None
    if not request.HasField("after_version"):
        raise MalformedMessage("after_event_time", "only with after_version")
    try:
        return request.after_event_time.ToDatetime(UTC)
    except (ValueError, OverflowError) as wrong:
        raise MalformedMessage("after_event_time", "is not a moment") from wrong
