"""Looking over the wire: boards, streams of events, lists. Reads views; only the past is folded from the store."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, nullcontext
from datetime import datetime

from projections.folds.tables import TableView
from projections.read import ReadSide
from projections.read.games import NotShown
from projections.read.lists import Page
from services.accounts.sign_in import SignIn
from services.api.checks import page_size
from services.api.convert import MalformedMessage
from services.api.facts_cache import FactsCache
from services.api.page_tokens import PageTokens
from services.api.past_boards import BOARDS, BOARDS_MAX, BoardsPage
from services.api.players import reliability
from services.api.rated_players import RatedPlayers
from services.api.rpc import RETRY_STREAM_S, Call
from services.api.snapshots import BOARD, Parts, Snapshots, of_aggregate
from services.api.stopping import Stopping
from services.api.tables import Tables
from services.api.watch import GameWatch
from services.api.watch_tables import WatchTables, waits_for
from services.api.words import Words
from services.application.games import Games
from services.application.left_games import LeftGames
from services.platform.clock import countdown, process_clock
from services.platform.looks import Looks
from services.platform.rate_limiter import Places
from services.texts.errors import chosen
from turnledger.v1 import common_pb2, views_pb2

WAITING_MAX = 200
"""Boards that one account waits for at the same moment: for up to a minute, if their version never comes."""
_Listing = Callable[[str, str, int], Awaitable[Page[TableView]]]


class Views:
    """`past`: looks into the past."""

    def __init__(
        self,
        games: Games,
        read: ReadSide,
        sign_in: SignIn,
        stopping: Stopping,
        past: Looks,
        clock: Callable[[], datetime] = process_clock,
    ) -> None:
        self._games, self._sign_in, self._past = games, sign_in, past
        self._waiting = Places(WAITING_MAX, "TOO_MANY_STREAMS", RETRY_STREAM_S)
        self._leaders, self._rated = read.leaders, RatedPlayers(read.leaders, sign_in, clock)
        self._in_views, self._left = read.games, LeftGames(games)
        shown = read.games.with_left(self._left)
        self._known = FactsCache(games, shown)
        self._snapshots, self._tables = Snapshots(shown, games.held_at), Tables(sign_in)
        self._watch = GameWatch(shown, self._known, Words(sign_in), self._snapshots, self._tables, stopping)
        self._watch_tables = WatchTables(read.lists, self._tables, stopping)
        self._listings: dict[str, _Listing] = {
            "turns": read.lists.my_turns,
            "games": read.lists.my_games,
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
        """As it was shown then, to who sat there then."""
        self._past.take(call.account, call.caller, request.game_id)
        await self._games.recall(request.game_id, timeout_s=call.timeout_s)  # takes snapshots where there are none
        aggregate = await self._games.past(request.game_id, request.version, timeout_s=call.timeout_s)
        viewer = None if request.as_spectator else aggregate.seat_of(call.account)
        return views_pb2.GetBoardResponse(snapshot=of_aggregate(aggregate, aggregate.version, viewer, parts, past=True))

    async def _take_look(self, game_id: str, call: Call) -> None:
        """Where the game has left the views and is to be folded: that costs what a look into the past does."""
        try:
            await self._in_views.table(game_id)
        except NotShown:
            if await self._left.is_to_fold(game_id):
                self._past.take(call.account, call.caller, game_id)

    async def list_boards(self, request: views_pb2.ListBoardsRequest, call: Call) -> views_pb2.ListBoardsResponse:
        """Costs a look into the past, and one more for each hundred boards. Folded in a thread: hundreds take long."""
        first, last, size = request.from_version, request.to_version, min(request.page_size, BOARDS_MAX) or BOARDS
        tokens = PageTokens("ListBoards", request.game_id, first, last, request.as_spectator)
        after = tokens.position(request.page_token) or max(0, first - 1)
        self._past.take(call.account, call.caller, request.game_id, 1 + size // BOARDS)
        await self._games.recall(request.game_id, timeout_s=call.timeout_s)  # takes snapshots where there are none
        aggregate = await self._games.past(request.game_id, after, timeout_s=call.timeout_s) if after else None
        account = "" if request.as_spectator else call.account
        page = BoardsPage(aggregate, after, last, size, account, tokens)
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
    ) -> AsyncGenerator[views_pb2.WatchGameResponse, None]:
        await self._take_look(request.game_id, call)
        stream = self._watch.game(
            request.game_id,
            request.after_version if request.HasField("after_version") else None,
            call.account,
            request.parts,
            as_spectator=request.as_spectator,
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

    async def list_my_games(self, request: views_pb2.ListMyGamesRequest, call: Call) -> views_pb2.ListMyGamesResponse:
        """Pages of three lists, one after the other; the token says which and where."""
        names = ("turns", "games", "played") if request.include_finished else ("turns", "games")
        tokens = PageTokens("ListMyGames", call.account, request.include_finished)
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
            player=common_pb2.Player(account_id=account.account_id, display_name=account.display_name),
            playing=profile.playing,
            records=self._rated.records(profile.records),
            recent=[await self._tables.of_view(table) for table in profile.recent],
            reliability=reliability(profile.reliability),
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

    async def list_ratings(self, request: views_pb2.ListRatingsRequest, call: Call) -> views_pb2.ListRatingsResponse:
        return await self._rated.history(request)
