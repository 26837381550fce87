"""The accounts at the tools: one for a program that plays as itself, or one for each token of a caller."""

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

from mcp.server.auth.provider import AccessToken

from turnledger import Client, Game
from turnledger.connection import Connection
from turnledger.v1 import accounts_pb2

GAMES_MAX = 100
PLAYERS_MAX = 200
"""Clients of callers that are kept for their next call."""


class Player:
    """An account at the tools, with the games it has looked at."""

    def __init__(self, me: Client) -> None:
        self.me = me
        self._games: dict[str, Game] = {}

    def game(self, game_id: str) -> Game:
        """Return the object of a game, the same as before: it never shows less than it has seen."""
        game = self._games.pop(game_id, None) or self.me.game(game_id)
        self._games[game_id] = game
        if len(self._games) > GAMES_MAX:
            del self._games[next(iter(self._games))]
        return game


CALLER: ContextVar[Player] = ContextVar("CALLER")
"""The player of the request that is being answered, where each caller is a player of its own."""


class _Lent:
    """A client, and how many requests use it now."""

    def __init__(self, player: Player) -> None:
        self.player, self.users = player, 0


class Players:
    """Clients of callers, one for each access token, so that no call is made with the token of another caller.
    `server`: the gRPC address. `language`: of sentences."""

    def __init__(self, server: str, language: str) -> None:
        self._server, self._language = server, language
        self._lent: OrderedDict[str, _Lent] = OrderedDict()

    @asynccontextmanager
    async def lent(self, access: AccessToken) -> AsyncIterator[Player]:
        """Yield the player of a token for one request."""
        lent = self._lent.pop(access.token, None) or _Lent(self._player(access))
        self._lent[access.token] = lent
        lent.users += 1
        try:
            yield lent.player
        finally:
            lent.users -= 1
            await self._close_idle(PLAYERS_MAX)

    async def close(self) -> None:
        """Close all clients that no request uses."""
        await self._close_idle(0)

    def _player(self, access: AccessToken) -> Player:
        tokens = accounts_pb2.Tokens(access_token=access.token)
        connection = Connection(self._server, tokens, language=self._language)
        return Player(Client(connection, accounts_pb2.Account(account_id=access.subject or "")))

    async def _close_idle(self, most: int) -> None:
        """Close clients that were not used for longest, down to `most`."""
        idle = [token for token, lent in self._lent.items() if not lent.users]
        for token in idle[: max(0, len(self._lent) - most)]:
            await self._lent.pop(token).player.me.connection.close()
