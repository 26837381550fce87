"""The stream of everything public over the wire (docs/public-stream.md): each item once, resumable at any position.

The log is the buffer. A slow reader costs a page of memory and is served at its own pace; readers at one position share
one reading of what follows.
"""

import asyncio
from collections.abc import AsyncGenerator
from functools import partial

from msgspec import Struct

from services.accounts.sign_in import SignIn
from services.api.gate.api_errors import Draining, NotPossible
from services.api.gate.gate import RETRY_STREAM_S
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import position as number
from services.api.gate.stopping import Stopped, Stopping
from services.api.messages.convert import MalformedMessage
from services.api.messages.public_items import PublicItems
from services.api.watching.shared_poll import HEARTBEAT_S, WAIT_S, SharedPoll
from services.platform.fair_turns import FairTurns
from services.platform.jitter import jittered
from services.platform.rate_limiter import ConcurrencyLimiter
from services.public_stream.items import Page, Place
from services.public_stream.stream import LogLost, PublicStream
from turnledger.v1 import public_stream_pb2, views_pb2

READERS_MAX = 10
"""Open streams of one account."""
PAGES_MAX = 16
"""Pages that readers share."""
_FIELD = "after_position"
_TOKENS = PageTokens("WatchPublic", field=_FIELD)


class WatchPublic:
    def __init__(self, stream: PublicStream, sign_in: SignIn, stopping: Stopping) -> None:
        self._stream, self._items, self._stopping = stream, PublicItems(sign_in), stopping
        self._reading = FairTurns()
        self._readers = ConcurrencyLimiter(READERS_MAX, "TOO_MANY_STREAMS", RETRY_STREAM_S)
        self._found: SharedPoll[Place, _NextPage] = SharedPoll(PAGES_MAX)

    async def watch(
        self, account: str, after_position: str, *, from_start: bool
    ) -> AsyncGenerator[views_pb2.WatchPublicResponse, None]:
        """Until cancelled. `account`: of the reader. Raises MalformedMessage, NotPossible, TooMany,
        StoreUnavailable, ViewUnavailable, and Draining when the process stops."""
        place = await self._start(after_position, from_start=from_start)
        with self._readers.one(account):
            yield _message(place)
            while True:
                found = await self._found.within(jittered(HEARTBEAT_S), place, partial(self._next, account, place))
                if found:
                    place = found.place
                yield found.message if found else _message(place)

    async def _start(self, after_position: str, *, from_start: bool) -> Place:
        if after_position and from_start:
            raise MalformedMessage("from_start", f"not together with {_FIELD}")
        if from_start:
            return Place(0, 0)
        return place_of(after_position) if after_position else await self._stream.head()

    async def _next(self, account: str, after: Place) -> "_NextPage | None":
        """The next items after the place, as soon as there are some; after WAIT_S how far the log was read, and None if
        it has not moved."""
        loop = asyncio.get_running_loop()
        place, until = after, loop.time() + jittered(WAIT_S)
        while True:
            page, message = await self._page(account, place)
            if page.items:
                return _NextPage(page.place, message)
            place = page.place
            if loop.time() >= until:
                return _NextPage(place, message) if place != after else None
            if not page.more:
                await self._changes(place, after)

    async def _page(self, account: str, place: Place) -> tuple[Page, views_pb2.WatchPublicResponse]:
        """Read in turns by account: who reads years of it delays no other reader."""
        async with self._reading.one(account):
            try:
                page = await self._stream.page(place)
            except LogLost as lost:
                raise NotPossible("POSITION_LOST", "the log ends before this position: begin again") from lost
            items = [await self._items.message(each, position(each.place)) for each in page.items]
        return page, _message(page.place, items)

    async def _changes(self, place: Place, after: Place) -> None:
        """Raises Draining, from which readers continue `after` their place."""
        try:
            await self._stopping.unless(self._stream.changes(place))
        except Stopped as stopped:
            raise Draining(position(after)) from stopped


class _NextPage(Struct, frozen=True):
    place: Place
    message: views_pb2.WatchPublicResponse


def position(place: Place) -> str:
    """The place as clients keep it."""
    return _TOKENS.issue(place.text)


def place_of(token: str) -> Place:
    """Raises MalformedMessage."""
    log, dot, tournaments = _TOKENS.place(token).partition(".")
    if not (log and dot and tournaments):
        raise MalformedMessage(_FIELD, "is none that this method has given")
    return Place(number(_FIELD, log), number(_FIELD, tournaments))


def _message(place: Place, items: list[public_stream_pb2.PublicItem] | None = None) -> views_pb2.WatchPublicResponse:
    return views_pb2.WatchPublicResponse(items=items, position=position(place))
