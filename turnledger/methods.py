"""The methods of the contract as coroutines and streams, typed by their own messages.

A service is a class with a line for each method; class and attribute are its name:

class Lobby(Service):
    add_bot = Unary(lobby_pb2.AddBotRequest, lobby_pb2.AddBotResponse)

await me.lobby.add_bot(game_id=game_id, bot="greedy")

The arguments are the fields of the request. Without a request_id one is made here, and kept over retries.
"""

import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Generator, Iterable
from contextlib import aclosing
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar, cast

import grpc
from google.protobuf.message import Message

from turnledger.connection import RENEWED, Connection
from turnledger.errors import ServiceError

P = ParamSpec("P")
R = TypeVar("R", bound=Message)
T = TypeVar("T")


class Service:
    """One service of the contract, called by one account."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection


class Method(Generic[P, R]):
    """`request`: the message type, whose fields callers give."""

    path = ""

    def __init__(self, request: Callable[P, Message], response: type[R]) -> None:
        self._request, self.response = request, response
        self._has_id = "request_id" in cast(Any, request).DESCRIPTOR.fields_by_name

    def __set_name__(self, service: type, name: str) -> None:
        self.path = f"{service.__name__}/{name.title().replace('_', '')}"

    def message(self, *fields: P.args, **named: P.kwargs) -> Any:
        """The request."""
        if self._has_id and not named.get("request_id"):
            named["request_id"] = new_request_id()
        return self._request(*fields, **named)


class Unary(Method[P, R]):
    """A request, an answer. Raises ServiceError."""

    def __get__(self, service: Service, _: type) -> Callable[P, Coroutine[Any, Any, R]]:
        def call(*fields: P.args, **named: P.kwargs) -> Coroutine[Any, Any, R]:
            return service.connection.call(self.path, self.message(*fields, **named), self.response)

        return call


class AccountCall(Method[P, R]):
    """An answer with the caller's account as it is now. The connection keeps both the account and any new tokens."""

    def __get__(self, service: Service, _: type) -> Callable[P, Coroutine[Any, Any, R]]:
        async def call(*fields: P.args, **named: P.kwargs) -> R:
            answer: Any = await service.connection.call(self.path, self.message(*fields, **named), self.response)
            self._keep(service.connection, answer)
            return cast(R, answer)

        return call

    def _keep(self, connection: Connection, answer: Any) -> None:
        if "account" in self.response.DESCRIPTOR.fields_by_name:
            connection.account = answer.account


class SigningIn(AccountCall[P, R]):
    """Gives tokens, which this client uses from then on."""

    def _keep(self, connection: Connection, answer: Any) -> None:
        connection.use(answer.tokens)
        super()._keep(connection, answer)


class Pages(Generic[R, T]):
    """A list: `await` gives the page that was asked for, `async for` each item of it and of all pages after it."""

    def __init__(
        self,
        ask: Callable[[], Coroutine[Any, Any, R]],
        items: Callable[[R], Iterable[T]],
        turn: Callable[[R], bool],
    ) -> None:
        self._ask, self._items, self._turn = ask, items, turn

    def __await__(self) -> Generator[Any, Any, R]:
        return self._ask().__await__()

    async def __aiter__(self) -> AsyncIterator[T]:
        while True:
            page = await self._ask()
            for item in self._items(page):
                yield item
            if not self._turn(page):
                return


class Paged(Method[P, R], Generic[P, R, T]):
    """A list, page by page. `turn` makes of the request the one for the page after this one, if there is any."""

    def __init__(
        self,
        request: Callable[P, Message],
        response: type[R],
        items: Callable[[R], Iterable[T]],
        turn: Callable[[Any, Any], bool],
    ) -> None:
        super().__init__(request, response)
        self._items, self._turn = items, turn

    def __get__(self, service: Service, _: type) -> Callable[P, Pages[R, T]]:
        def call(*fields: P.args, **named: P.kwargs) -> Pages[R, T]:
            request = self.message(*fields, **named)
            ask = partial(service.connection.call, self.path, request, self.response)
            return Pages(ask, self._items, partial(self._turn, request))

        return call


class Stream(Method[P, R]):
    """A request, many answers. When it breaks, ServiceError is raised."""

    def __get__(self, service: Service, _: type) -> Callable[P, AsyncGenerator[R, None]]:
        def call(*fields: P.args, **named: P.kwargs) -> AsyncGenerator[R, None]:
            return service.connection.stream(self.path, self.message(*fields, **named), self.response)

        return call


class Watch(Method[P, R]):
    """A stream that never ends: when it breaks it is resumed, so that every message comes once and in order.
    `resume` makes the request that continues after an answer. Raises ServiceError for errors that a retry cannot mend.
    """

    def __init__(
        self,
        request: Callable[P, Message],
        response: type[R],
        resume: Callable[[Any, Any], None],
        drop_older: Callable[[Any, Any], None] = lambda _request, _message: None,
    ) -> None:
        """`drop_older`: takes out of a message what came before."""
        super().__init__(request, response)
        self._resume, self._drop_older = resume, drop_older

    def __get__(self, service: Service, _: type) -> Callable[P, AsyncGenerator[R, None]]:
        async def call(*fields: P.args, **named: P.kwargs) -> AsyncGenerator[R, None]:
            connection, request = service.connection, self.message(*fields, **named)
            renewed, tried = False, 0
            while True:
                used = connection.access_token
                try:
                    async with aclosing(
                        connection.stream(self.path, request, self.response, silence_s=connection.silence_s)
                    ) as messages:
                        async for message in messages:
                            renewed, tried = False, 0
                            self._drop_older(request, message)
                            self._resume(request, message)
                            yield message
                    raise ServiceError(grpc.StatusCode.UNAVAILABLE, "", "the stream ended", {})
                except ServiceError as error:
                    if renewed and error.reason in RENEWED:
                        raise
                    renewed = error.reason in RENEWED
                    if where := error.facts.get("resume_from"):
                        self._resume(request, _up_to(self.response, where))
                    await connection.pause_after(error, tried, used)
                    tried += 1

        return call


def _up_to(response: type[R], where: str) -> R:
    """Return the answer after which a stream continues: `where` is its version, number, position or resume_token."""
    names = response.DESCRIPTOR.fields_by_name
    for name in ("version", "number"):
        if name in names:
            return response(**{name: int(where)})
    return response(**{"position" if "position" in names else "resume_token": where})


def by_page_token(request: Any, page: Any) -> bool:
    """AIP-158."""
    request.page_token = page.next_page_token
    return bool(page.next_page_token)


def by_resume_token(request: Any, message: Any) -> None:
    request.resume_token, request.from_start = message.resume_token, False


def by_position(request: Any, message: Any) -> None:
    request.after_position, request.from_start = message.position, False


def by_number(request: Any, message: Any) -> None:
    request.after_number = message.number


def by_version(request: Any, message: Any) -> None:
    known = request.after_version if request.HasField("after_version") else message.version
    request.after_version = max(known, message.version)


def by_event(request: Any, message: Any) -> None:
    """Continue after the version of a message, and name the time of its event, so that a server finds out whether the
    event was lost. An older server gives none."""
    if request.HasField("after_version") and message.version < request.after_version:
        return
    if message.HasField("event_time"):
        request.after_event_time.CopyFrom(message.event_time)
    elif not request.HasField("after_version") or message.version > request.after_version:
        request.ClearField("after_event_time")
    request.after_version = message.version


def drop_older_events(request: Any, message: Any) -> None:
    if request.HasField("after_version") and message.events and message.events[0].version <= request.after_version:
        newer = [each for each in message.events if each.version > request.after_version]
        del message.events[:]
        message.events.extend(newer)


def new_request_id() -> str:
    """A random UUID (RFC 9562, version 4), in a fifth of the time that uuid4 and its text take: where the variant may
    vary it does not."""
    drawn = os.urandom(16).hex()
    return f"{drawn[:8]}-{drawn[8:12]}-4{drawn[13:16]}-8{drawn[17:20]}-{drawn[20:]}"
