"""A player's side of the contract, in a few words: tables, options, commands, watches.

async with sign_in("127.0.0.1:50051", "Ann") as me:
    game = await me.create_table("power_grid/russia", seats=3, join=True)
    await game.add_bot("greedy")
    await game.start()
    async for turn in game.my_turns():
        await turn.submit(turn.options[0].first)
"""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager, nullcontext
from functools import partial
from typing import Any

import grpc
from google.protobuf.field_mask_pb2 import FieldMask

from turnledger.chance import new_nonce
from turnledger.connection import Alone, Connection, Renew, TokenSource
from turnledger.errors import ServiceError
from turnledger.game import Game
from turnledger.kept import forget_tokens, keep_chance, keep_tokens, stored_chances, stored_tokens
from turnledger.methods import Pages
from turnledger.pending import Pending, Sent
from turnledger.queue import Queue
from turnledger.services import Accounts, Services
from turnledger.stores import MemoryStore, Store
from turnledger.v1 import accounts_pb2, catalogue_pb2, lobby_pb2, play_pb2, views_pb2


@asynccontextmanager
async def sign_in(
    address: str,
    display_name: str = "",
    *,
    password: str = "",
    tokens: accounts_pb2.Tokens | None = None,
    keep: Callable[[accounts_pb2.Tokens], None] = lambda _: None,
    credentials: grpc.ChannelCredentials | None = None,
    language: str = "",
    alone: Alone = lambda: nullcontext(None),
    store: Store | None = None,
    renew: Renew | None = None,
    token: str = "",
    token_source: TokenSource | None = None,
) -> AsyncIterator["Client"]:
    """Return a client of an account: of the tokens' (or the store's) account, of the named one with that password, or
    of a new guest.

    Tokens that the server refuses for good (it was set up again, or revoked them) are deleted, and sign-in begins
    again. `keep` is called with every new pair of tokens, to store it. `credentials`: for TLS. `language`: of errors
    and events for people (ServiceError.says, GameEvent.says), `en` or `ru`. `alone`: for programs that share stored
    tokens, a lock that returns the stored ones. `store`: keeps data that must outlive the program (stores.py); without
    one requests are sent without being stored. `renew`: exchanges refresh tokens of an app
    (docs/apps.md), which the API does not; if they are refused for good, ServiceError is raised.

    `token`: an access token from elsewhere, with the scope `account:read`: a personal one, or one of OAuth.
    `token_source` returns another one, once for all calls that wait: in place of one that the server refused, which it
    is called with, and of an empty one before the first call without a `token`. They are not stored here, and their
    refusal is raised.
    """
    given = accounts_pb2.Tokens(access_token=token) if token or token_source else None
    tokens = given or tokens or (stored_tokens(store) if store else None)

    def keep_pair(pair: accounts_pb2.Tokens) -> None:
        if given:
            return  # the program keeps its own
        if store:
            keep_tokens(store, pair)
        keep(pair)

    async def another(_: str) -> accounts_pb2.Tokens:
        assert token_source
        return accounts_pb2.Tokens(access_token=await token_source(connection.access_token))

    connection = Connection(
        address, tokens, keep_pair, credentials, language, alone, renew=another if token_source else renew
    )
    try:
        client = Client(connection, accounts_pb2.Account(), store)
        if not (tokens and await _is_recalled(client, is_app=bool(renew or given))):
            await _begin(client.accounts, display_name, password)
            await client.accounts.get_me()
        yield client
    finally:
        await connection.close()


async def _is_recalled(client: "Client", *, is_app: bool) -> bool:
    """Return whether the server still accepts the tokens; if not, they are deleted. Raises ServiceError, also where an
    app was signed out: no guest takes the place of its player."""
    try:
        await client.accounts.get_me()
    except ServiceError as error:
        if is_app or not error.is_signed_out:
            raise
        client.forget()
        return False
    return True


async def _begin(accounts: Accounts, display_name: str, password: str) -> None:
    if password:
        await accounts.sign_in(display_name=display_name, password=password)
    else:
        await accounts.sign_in_as_guest(display_name=display_name)


class Client(Services):
    """A client of one account: every method of the contract by its service (`me.lobby.list_tables()`), and short
    methods for the most common ones. All methods raise ServiceError."""

    def __init__(self, connection: Connection, account: accounts_pb2.Account, store: Store | None = None) -> None:
        super().__init__(connection)
        connection.account = account
        self._store = store or MemoryStore()
        self._pending = Pending(self._store)
        self.queue = Queue(self._store, self._pending, self._give)
        """Commands given while there is no connection."""
        if store:
            connection.pending = self._pending
            self.chances.load(stored_chances(store))
            self.chances.keep = partial(keep_chance, store)

    @property
    def account(self) -> accounts_pb2.Account:
        """The account as the server last gave it: a new name shows at once, whichever method set it."""
        return self.connection.account

    async def resume(self) -> list[Sent]:
        """Sends again what was stored and not answered when the program last ended. Raises ServiceError where there is
        still no answer; what is left stays for the next time."""
        return await self._pending.resume(self.connection)

    def forget(self) -> None:
        """Sign this device out: take the tokens out of the store, and the requests that were not answered, which are
        the account's. A guest's account is lost with them. The server hears nothing of it:
        `accounts.sign_out_device` tells it."""
        self.connection.forget()
        forget_tokens(self._store)
        self._pending.forget()
        self.queue.forget()

    async def _give(self, request: play_pb2.SubmitRequest) -> play_pb2.SubmitResponse:
        move = request.command if request.HasField("command") else request.choice
        return await self.game(request.game_id).submit(
            move, expected_version=request.expected_version, request_id=request.request_id
        )

    async def rename(self, display_name: str) -> accounts_pb2.Account:
        """Another name for the account, which others see from now on."""
        wanted, mask = accounts_pb2.Account(display_name=display_name), FieldMask(paths=["display_name"])
        return (await self.accounts.update_me(account=wanted, update_mask=mask)).account

    async def variants(self) -> list[catalogue_pb2.Variant]:
        return list((await self.catalogue.list_variants()).variants)

    async def create_table(
        self, variant: str, *, seats: int = 0, options: Mapping[str, str] | None = None, join: bool = False, **more: Any
    ) -> Game:
        """Opens a table and, with `join`, sits down at it. `more`: other fields of CreateTableRequest. The player's own
        chance is added (docs/dice.md), unless a `nonce` is given, or a `request_id`, which means one nonce too."""
        more = _with_nonce(more) if join else more
        response = await self.lobby.create_table(variant=variant, seats=seats, options=options or {}, join=join, **more)
        return self._sitting(response.table, more) if join else self.game(response.table.game_id)

    async def quick_match(
        self, variant: str, seats: int, *, options: Mapping[str, str] | None = None, **more: Any
    ) -> Game:
        """Sits down at a table of that kind with others who want to play it; the game begins when it is full. `more`:
        other fields of QuickMatchRequest. The player's own chance is added as in `create_table`."""
        more = _with_nonce(more)
        response = await self.lobby.quick_match(variant=variant, seats=seats, options=options or {}, **more)
        return self._sitting(response.table, more)

    def _sitting(self, table: lobby_pb2.Table, more: Mapping[str, Any]) -> Game:
        """The game of a table at which the account has just sat down."""
        self.chances.sat_down(table, more.get("nonce", ""))
        return self.game(table.game_id)

    def game(self, game_id: str) -> Game:
        return Game(self, game_id)

    def tables(
        self, variant: str = "", status: lobby_pb2.TableStatus | None = None
    ) -> Pages[lobby_pb2.ListTablesResponse, lobby_pb2.Table]:
        """Public tables, newest first; the open ones, if no status is given."""
        return self.lobby.list_tables(variant=variant, status=status)

    def my_games(self, *, finished: bool = False) -> Pages[views_pb2.ListMyGamesResponse, views_pb2.MyGame]:
        """The account's games, those that wait for it first."""
        return self.views.list_my_games(include_finished=finished)

    async def watch_lobby(
        self, variant: str = "", *, resume_token: str = "", from_start: bool = False, heartbeats: bool = False
    ) -> AsyncGenerator[views_pb2.WatchLobbyResponse, None]:
        """Public tables as they change, in order, none twice, whatever happens to connections and servers."""
        async with aclosing(
            self.views.watch_lobby(variant=variant, resume_token=resume_token, from_start=from_start)
        ) as messages:
            async for message in messages:
                if message.tables or heartbeats:
                    yield message

    async def watch_me(
        self, *, resume_token: str = "", from_start: bool = False, heartbeats: bool = False
    ) -> AsyncGenerator[views_pb2.WatchMeResponse, None]:
        """The account's games as they begin, end or wait for it; the same way."""
        async with aclosing(self.views.watch_me(resume_token=resume_token, from_start=from_start)) as messages:
            async for message in messages:
                if message.games or heartbeats:
                    yield message

    async def watch_public(
        self, *, after_position: str = "", from_start: bool = False, heartbeats: bool = False
    ) -> AsyncGenerator[views_pb2.WatchPublicResponse, None]:
        """Follow all public tables and tournaments; the same way, each item once. Keep the `position` of each message
        once it is dealt with: the stream continues there after a restart of your program."""
        async with aclosing(self.views.watch_public(after_position=after_position, from_start=from_start)) as messages:
            async for message in messages:
                if message.items or heartbeats:
                    yield message


def _with_nonce(more: dict[str, Any]) -> dict[str, Any]:
    return more if more.get("nonce") or more.get("request_id") else {**more, "nonce": new_nonce()}
