"""One account's calls to one server: tokens, deadlines, retries.

Unanswered calls are tried again (ServiceError.may_pass) with growing, random pauses. Every writing request carries its
request_id, so that it happens once. An access token is exchanged for a new one a minute before it ends, or once per
call if the server refuses it: it ended by another clock, or the operator removed its key.
"""

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

import grpc
from google.protobuf.message import Message

from turnledger import pauses
from turnledger.errors import ServiceError, service_error
from turnledger.tokens import ANONYMOUS, InUse
from turnledger.v1 import accounts_pb2

R = TypeVar("R", bound=Message)
Alone = Callable[[], AbstractAsyncContextManager[accounts_pb2.Tokens | None]]
"""Held while tokens are exchanged, so that no other program that shares them does the same. Gives those stored now."""
Renew = Callable[[str], Awaitable[accounts_pb2.Tokens]]
"""Exchanges a refresh token for a new pair. Raises ServiceError."""
TokenSource = Callable[[str], Awaitable[str]]
"""Returns another access token in place of the one that the server refused; of an empty one before the first call."""


class Keeps(Protocol):
    """Stores requests before they are sent (pending.py)."""

    def keep(self, method: str, request: Message) -> str: ...

    def answered(self, name: str) -> None: ...


CALL_S = 10.0
"""Deadline of one attempt."""
PATIENCE_S = 60.0
"""How long a call is tried again while the server is unavailable or too busy to answer in time."""
_BROKEN = (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
"""Further errors with which a stream ends when its connection or its server does."""
SILENCE_S = 30.0
"""A watch that brings nothing for so long is dead, whatever the network says: heartbeats come every 15 s."""
RENEWED = frozenset({"TOKEN_EXPIRED", "TOKEN_INVALID"})
"""Reasons for which an access token is renewed. A refresh token that is refused for one of them is worthless."""
OpenChannel = Callable[[str, grpc.ChannelCredentials | None], grpc.aio.Channel]
"""Opens the channel to an address, as `open_channel` does."""
_REFRESH = "Accounts/RefreshTokens"
_OPTIONS = (
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
)


def open_channel(address: str, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    """Open gRPC's own channel: with TLS if the address begins with `https://`, or with `credentials`."""
    if address.startswith("https://"):
        url = urlsplit(address)
        address = url.netloc if url.port else f"{url.netloc}:443"
        credentials = credentials or grpc.ssl_channel_credentials()
    if credentials:
        return grpc.aio.secure_channel(address, credentials, options=_OPTIONS)
    return grpc.aio.insecure_channel(address, options=_OPTIONS)


class Connection:
    """`address`: `HOST:PORT`, or `https://HOST:PORT` for TLS (port 443 if absent). `tokens`: of an existing account.
    `keep` is called with every new pair of tokens, to store it. `alone`: for programs that share stored tokens, see
    Alone. `renew`: for tokens of an app, which the API does not renew (docs/apps.md); None for those of a sign-in, and
    for an access token alone, which stays the same. `credentials`: for TLS with certificates of your own; optional with
    `https://`. `language`: of errors for people, `en` or `ru`. `clock`: seconds since 1970, which may be wrong.
    `opens`: the function that opens the channel."""

    def __init__(
        self,
        address: str,
        tokens: accounts_pb2.Tokens | None = None,
        keep: Callable[[accounts_pb2.Tokens], None] = lambda _: None,
        credentials: grpc.ChannelCredentials | None = None,
        language: str = "",
        alone: Alone = lambda: nullcontext(None),
        silence_s: float = SILENCE_S,
        clock: Callable[[], float] = time.time,
        renew: Renew | None = None,
        opens: OpenChannel = open_channel,
    ) -> None:
        self.silence_s, self.clock = silence_s, clock
        self._renew, self._has_renew = renew or self._exchange, renew is not None
        self._channel = opens(address, credentials)
        self._keep, self._alone, self._language = keep, alone, language
        self._used = InUse(tokens, language)
        self.account = accounts_pb2.Account()
        """The caller's account as the server last gave it; empty before that."""
        self._refreshing = asyncio.Lock()
        self.pending: Keeps | None = None
        self._asks: dict[str, Any] = {}
        """grpc.aio's callables of methods, by name: making one again takes a tenth of a call."""

    async def close(self) -> None:
        await self._channel.close()

    def call(
        self,
        method: str,
        request: Message,
        response: type[R],
        *,
        patience_s: float = PATIENCE_S,
        timeout_s: float = CALL_S,
    ) -> Coroutine[Any, Any, R]:
        """The answer of a method (`Lobby/CreateTable`); a request that changes something is stored until there is one,
        where this connection has a store. `timeout_s`: deadline of one attempt. Raises ServiceError."""
        if self.pending is None:
            return self.ask(method, request, response, patience_s=patience_s, timeout_s=timeout_s)
        return self._call_stored(self.pending, method, request, response, patience_s=patience_s, timeout_s=timeout_s)

    async def _call_stored(
        self, pending: Keeps, method: str, request: Message, response: type[R], *, patience_s: float, timeout_s: float
    ) -> R:
        name = pending.keep(method, request)
        try:
            answer = await self.ask(method, request, response, patience_s=patience_s, timeout_s=timeout_s)
        except ServiceError as error:
            if not error.stays_open:
                pending.answered(name)
            raise
        pending.answered(name)
        return answer

    async def ask(
        self,
        method: str,
        request: Message,
        response: type[R],
        *,
        patience_s: float = PATIENCE_S,
        timeout_s: float = CALL_S,
    ) -> R:
        """The same, of a request that is not stored here."""
        ask = self._asks.get(method)
        if ask is None:
            ask = self._channel.unary_unary(_path(method), type(request).SerializeToString, response.FromString)
            self._asks[method] = ask
        if self.clock() >= self._used.renew_at_s and method not in ANONYMOUS:
            await self.renew_ahead()
        now_s = asyncio.get_running_loop().time
        began_s, tried, renewed = now_s(), 0, method == _REFRESH
        while True:
            used = self._used
            try:
                answer: R = await ask(request, metadata=used.metadata, timeout=timeout_s)
                return answer
            except grpc.aio.AioRpcError as error:
                told = service_error(error)
                pause_s = _pause_s(tried, told)
                may_renew = self._wants_renewal(told) and not renewed
                late = now_s() - began_s + pause_s > patience_s
                if not may_renew and (not told.may_pass or late):
                    raise told from error
            if may_renew:
                renewed = await self.refresh(used.access_token)
                continue
            await asyncio.sleep(pause_s)
            tried += 1

    async def stream(
        self, method: str, request: Message, response: type[R], *, silence_s: float | None = None
    ) -> AsyncGenerator[R, None]:
        """The messages of a stream until it breaks, or is silent for too long. Raises ServiceError."""
        await self.renew_ahead()
        ask = self._channel.unary_stream(_path(method), type(request).SerializeToString, response.FromString)
        call = ask(request, metadata=self._used.metadata)
        messages = aiter(call)
        try:
            while True:
                async with asyncio.timeout(silence_s):
                    message = await anext(messages)
                yield message
        except StopAsyncIteration:
            return
        except TimeoutError as silent:
            raise ServiceError(grpc.StatusCode.UNAVAILABLE, "", "the stream is silent", {}) from silent
        except grpc.aio.AioRpcError as error:
            raise service_error(error) from error
        finally:
            call.cancel()

    def open(self, method: str, request: type[Message], response: type[R]) -> "grpc.aio.StreamStreamCall[Message, R]":
        """A stream in both directions."""
        ask = self._channel.stream_stream(_path(method), request.SerializeToString, response.FromString)
        return ask(metadata=self._used.metadata)

    async def pause_after(self, error: ServiceError, tried: int = 0, used: str | None = None) -> None:
        """Waits, or renews the tokens, before a broken stream is taken up again; raises what cannot be mended so.
        `tried`: how often it was in vain; `used`: the access token that it began with."""
        if self._wants_renewal(error):
            await self.refresh(used)
        elif error.may_pass or error.code in _BROKEN:
            await asyncio.sleep(_pause_s(tried, error))
        else:
            raise error

    @property
    def access_token(self) -> str:
        """The one that the next call has; empty before there is one."""
        return self._used.access_token

    async def renew_ahead(self) -> None:
        """Exchanges tokens that are about to end. Raises ServiceError, not where the server is away: they may still be
        good."""
        if self.clock() < self._used.renew_at_s:
            return
        try:
            await self.refresh()
        except ServiceError as error:
            if not error.may_pass:
                raise

    async def refresh(self, used: str | None = None) -> bool:
        """Exchanges the refresh token for new tokens, unless that was done since a call had the access token `used`
        (that of now, if absent). False: another program has, and its tokens are used from now on, which may have ended
        too; or the tokens were forgotten."""
        used = self.access_token if used is None else used
        async with self._refreshing:
            began = self._used
            if began.pair is None:
                return False
            if self.access_token != used:
                return True
            ended = began.pair.refresh_token
            async with self._alone() as stored:
                if stored and stored.refresh_token != ended:
                    self._used = InUse(stored, self._language)
                    return False
                pair = await self._renew(ended)
                if self._used is began:  # else the tokens were forgotten or replaced meanwhile
                    self.use(pair)
                return True

    async def _exchange(self, refresh_token: str) -> accounts_pb2.Tokens:
        request = accounts_pb2.RefreshTokensRequest(refresh_token=refresh_token)
        return (await self.call(_REFRESH, request, accounts_pb2.RefreshTokensResponse)).tokens

    def _wants_renewal(self, error: ServiceError) -> bool:
        """Return whether the server refused the access token, and another one can be had."""
        pair = self._used.pair
        is_fixed = pair is not None and not pair.refresh_token and not self._has_renew
        return error.reason in RENEWED and not is_fixed

    def forget(self) -> None:
        """Forget the sign-in. The result of an exchange that is under way is not kept."""
        self._used = InUse(None, self._language)

    def use(self, tokens: accounts_pb2.Tokens) -> None:
        """Use these tokens from now on, once they are stored."""
        self._keep(tokens)
        self._used = InUse(tokens, self._language).believe(self.clock)

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Return the metadata of every call; only text, although gRPC's type allows bytes too."""
        return tuple([(name, value) for name, value in self._used.metadata if isinstance(value, str)])


def _pause_s(tried: int, error: ServiceError) -> float:
    return pauses.PAUSES.after(tried, error.retry_after_s, random.random())  # noqa: S311


def _path(method: str) -> str:
    return f"/turnledger.v1.{method}"
