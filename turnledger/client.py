"""A player's side of the contract, in a few words: tables, options, commands, watches.

async with sign_in("127.0.0.1:50051", "Ann") as me:
    game = await me.create_table("power_grid/russia", seats=3, join=True)
    await game.add_bot("greedy")
    await game.start()
    async for turn in game.my_turns():
        await turn.submit(turn.options[0].first)
"""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import grpc

from turnledger.connection import Connection
from turnledger.errors import ServiceError
from turnledger.v1 import (
    accounts_pb2,
    catalogue_pb2,
    common_pb2,
    events_pb2,
    history_pb2,
    lobby_pb2,
    play_pb2,
    views_pb2,
)


@asynccontextmanager
async def sign_in(
    address: str,
    display_name: str = "",
    *,
    tokens: accounts_pb2.Tokens | None = None,
    keep: Callable[[accounts_pb2.Tokens], None] = lambda _: None,
    credentials: grpc.ChannelCredentials | None = None,
    language: str = "",
) -> AsyncIterator["Client"]:
    """A client of an account: of a new guest, or of the one that the tokens belong to. `keep` is told every new pair
    of tokens, to store it. `credentials`: for TLS. `language`: what errors say to people (ServiceError.says), `en` or
    `ru`."""
    connection = Connection(address, tokens, keep, credentials, language)
    try:
        if tokens is None:
            await connection.sign_in(display_name)
        request = accounts_pb2.GetMeRequest()
        me = await connection.call("Accounts/GetMe", request, accounts_pb2.GetMeResponse)
        yield Client(connection, me.account)
    finally:
        await connection.close()


class Client:
    """What an account can do. All methods raise ServiceError."""

    def __init__(self, connection: Connection, account: accounts_pb2.Account) -> None:
        self.connection, self.account = connection, account

    async def variants(self) -> list[catalogue_pb2.Variant]:
        request = catalogue_pb2.ListVariantsRequest()
        return list((await self.connection.call("Catalogue/ListVariants", request, _VARIANTS)).variants)

    async def create_table(
        self, variant: str, *, seats: int = 0, options: Mapping[str, str] | None = None, join: bool = False, **more: Any
    ) -> "Game":
        """Opens a table and, with `join`, sits down at it. `more`: other fields of CreateTableRequest."""
        request = lobby_pb2.CreateTableRequest(
            request_id=new_request_id(),
            variant=variant,
            seats=seats,
            options=[common_pb2.NamedValue(name=name, value=value) for name, value in (options or {}).items()],
            join=join,
            **more,
        )
        response = await self.connection.call("Lobby/CreateTable", request, lobby_pb2.CreateTableResponse)
        return Game(self.connection, response.table.game_id)

    def game(self, game_id: str) -> "Game":
        return Game(self.connection, game_id)

    async def tables(self, variant: str = "", status: int = 0) -> AsyncGenerator[lobby_pb2.Table, None]:
        """Public tables, newest first, all pages. `status`: a TableStatus; open tables if not given."""
        token = ""
        while True:
            request = lobby_pb2.ListTablesRequest(variant=variant, status=status, page_token=token)  # type: ignore[arg-type]
            page = await self.connection.call("Lobby/ListTables", request, lobby_pb2.ListTablesResponse)
            for table in page.tables:
                yield table
            if not (token := page.next_page_token):
                return

    async def my_games(self, *, finished: bool = False) -> AsyncGenerator[views_pb2.MyGame, None]:
        """The account's games, those that wait for it first, all pages."""
        token = ""
        while True:
            request = views_pb2.ListMyGamesRequest(page_token=token, include_finished=finished)
            page = await self.connection.call("Views/ListMyGames", request, views_pb2.ListMyGamesResponse)
            for game in page.games:
                yield game
            if not (token := page.next_page_token):
                return

    async def watch_lobby(
        self, variant: str = "", *, resume_token: str = "", heartbeats: bool = False
    ) -> AsyncGenerator[views_pb2.WatchLobbyResponse, None]:
        """Public tables as they change, in order, none twice, whatever happens to connections and servers."""
        while True:
            request = views_pb2.WatchLobbyRequest(variant=variant, resume_token=resume_token)
            stream = self.connection.stream("Views/WatchLobby", request, views_pb2.WatchLobbyResponse)
            try:
                async with aclosing(stream) as messages:
                    async for message in messages:
                        resume_token = message.resume_token
                        if message.tables or heartbeats:
                            yield message
            except ServiceError as error:
                await self.connection.pause_after(error)

    async def watch_me(
        self, *, resume_token: str = "", heartbeats: bool = False
    ) -> AsyncGenerator[views_pb2.WatchMeResponse, None]:
        """The account's games as they begin, end or wait for it; the same way."""
        while True:
            request = views_pb2.WatchMeRequest(resume_token=resume_token)
            stream = self.connection.stream("Views/WatchMe", request, views_pb2.WatchMeResponse)
            try:
                async with aclosing(stream) as messages:
                    async for message in messages:
                        resume_token = message.resume_token
                        if message.games or heartbeats:
                            yield message
            except ServiceError as error:
                await self.connection.pause_after(error)


class Game:
    """One game by its id."""

    def __init__(self, connection: Connection, game_id: str) -> None:
        self.connection, self.game_id = connection, game_id

    async def table(self) -> lobby_pb2.Table:
        request = lobby_pb2.GetTableRequest(game_id=self.game_id)
        return (await self.connection.call("Lobby/GetTable", request, lobby_pb2.GetTableResponse)).table

    async def join(self, colour: str = "", nonce: str = "") -> lobby_pb2.Table:
        request = lobby_pb2.JoinTableRequest(**self._writing(), colour=colour, nonce=nonce)
        return (await self.connection.call("Lobby/JoinTable", request, lobby_pb2.JoinTableResponse)).table

    async def leave(self) -> lobby_pb2.Table:
        request = lobby_pb2.LeaveTableRequest(**self._writing())
        return (await self.connection.call("Lobby/LeaveTable", request, lobby_pb2.LeaveTableResponse)).table

    async def add_bot(self, bot: str, colour: str = "") -> lobby_pb2.Table:
        request = lobby_pb2.AddBotRequest(**self._writing(), bot=bot, colour=colour)
        return (await self.connection.call("Lobby/AddBot", request, lobby_pb2.AddBotResponse)).table

    async def start(self) -> lobby_pb2.Table:
        request = lobby_pb2.StartGameRequest(**self._writing())
        return (await self.connection.call("Lobby/StartGame", request, lobby_pb2.StartGameResponse)).table

    async def board(
        self, *, min_version: int = 0, version: int = 0, as_spectator: bool = False
    ) -> views_pb2.GetBoardResponse:
        """The board now, from a version on, or as it stood right after a version."""
        request = views_pb2.GetBoardRequest(
            game_id=self.game_id, min_version=min_version, version=version, as_spectator=as_spectator
        )
        return await self.connection.call("Views/GetBoard", request, views_pb2.GetBoardResponse)

    async def options(self) -> play_pb2.ListOptionsResponse:
        request = play_pb2.ListOptionsRequest(game_id=self.game_id)
        return await self.connection.call("Play/ListOptions", request, play_pb2.ListOptionsResponse)

    async def submit(
        self,
        move: play_pb2.Command | play_pb2.Choice,
        *,
        expected_version: int | None = None,
        validate_only: bool = False,
        request_id: str = "",
    ) -> play_pb2.SubmitResponse:
        """Gives a command. `request_id`: keep it over restarts of your program, and the command happens once."""
        request = play_pb2.SubmitRequest(
            game_id=self.game_id,
            request_id=request_id or new_request_id(),
            expected_version=expected_version,
            validate_only=validate_only,
            **_move(move),
        )
        return await self.connection.call("Play/Submit", request, play_pb2.SubmitResponse)

    async def watch(
        self, from_version: int = 1, *, as_spectator: bool = False, heartbeats: bool = False
    ) -> AsyncGenerator[views_pb2.WatchGameResponse, None]:
        """All events from a version on, in order, none twice, whatever happens to connections and servers."""
        while True:
            request = views_pb2.WatchGameRequest(
                game_id=self.game_id, from_version=from_version, as_spectator=as_spectator
            )
            stream = self.connection.stream("Views/WatchGame", request, views_pb2.WatchGameResponse)
            try:
                async with aclosing(stream) as messages:
                    async for message in messages:
                        from_version = message.version + 1
                        if message.events or heartbeats:
                            yield message
            except ServiceError as error:
                await self.connection.pause_after(error)

    async def events(self, from_version: int = 1) -> AsyncGenerator[events_pb2.GameEvent, None]:
        """The same, event by event, up to the end of the game."""
        async with aclosing(self.watch(from_version)) as messages:
            async for message in messages:
                for event in message.events:
                    yield event
                    if event.table.HasField("secret_revealed") or event.table.HasField("table_closed"):
                        return

    async def export(self, *, as_spectator: bool = False) -> AsyncGenerator[bytes, None]:
        """The game as one signed file (docs/history-format.md), in parts."""
        request = history_pb2.ExportGameRequest(game_id=self.game_id, as_spectator=as_spectator)
        stream = self.connection.stream("History/ExportGame", request, history_pb2.ExportGameResponse)
        async with aclosing(stream) as parts:
            async for part in parts:
                yield part.content

    async def my_turns(self) -> AsyncGenerator["Turn", None]:
        """One each time the game waits for this account, up to its end."""
        seen = -1
        async with aclosing(self.watch(from_version=0, heartbeats=True)) as messages:
            async for message in messages:
                if message.version <= seen:
                    continue
                found = await self.options()
                while found.seat in found.to_act and found.options:
                    yield Turn(self, found.version, found.seat, list(found.options))
                    found = await self.options()
                seen = found.version
                if not found.to_act and (await self.table()).status not in _NOT_OVER:
                    return

    def _writing(self) -> dict[str, str]:
        return {"request_id": new_request_id(), "game_id": self.game_id}


@dataclass(frozen=True)
class Turn:
    """What the account may do at a version of the game."""

    game: Game
    version: int
    seat: int
    options: list[play_pb2.Option]

    async def submit(self, move: play_pb2.Command) -> play_pb2.SubmitResponse:
        """A whole command, judged by the game as it stands by then."""
        return await self.game.submit(move)

    async def choose(self, option: int, number: int = 0) -> play_pb2.SubmitResponse:
        """Command `number` of an option, for clients that know no game's rules. Raises ServiceError with
        VERSION_CONFLICT when the game has moved on, since the numbers belong to this version."""
        choice = play_pb2.Choice(player=self.seat, option=option, number=number)
        return await self.game.submit(choice, expected_version=self.version)


def new_request_id() -> str:
    return str(uuid4())


def _move(move: play_pb2.Command | play_pb2.Choice) -> dict[str, Any]:
    if isinstance(move, play_pb2.Choice):
        return {"choice": move}
    game = move.WhichOneof("game")
    return {game: getattr(move, game)} if game else {}


_VARIANTS = catalogue_pb2.ListVariantsResponse
_NOT_OVER = (lobby_pb2.TABLE_STATUS_OPEN, lobby_pb2.TABLE_STATUS_RUNNING)
