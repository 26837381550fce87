"""Hands the public stream on to a stream of NATS JetStream, each item once (docs/public-stream.md, decision 118).

That stream is the only memory. Its last message has the position to continue after, and a message is stored only if it
follows the one that was last. So it makes no difference when the bridge is killed, or whether an answer arrived.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from datetime import UTC

import nats
from nats import errors
from nats.js import JetStreamContext
from nats.js.api import Header, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import APIError, NoStreamResponseError, NotFoundError, ServiceUnavailableError

from services.api.messages.public_items import UnknownItem, data_of
from services.platform.jitter import pause
from services.public_stream.cloud_events import MEDIA_TYPE, cloud_event
from turnledger import Client
from turnledger.v1.public_stream_pb2 import PublicItem
from turnledger.v1.views_pb2 import WatchPublicResponse

SUBJECT = "turnledger.public."
POSITION = "Turnledger-Position"
START = "start"
DUPLICATES_S = 120.0
ANSWER_S, RETRY_S, SILENCE_S = 5.0, 2.0, 60.0
_TAKEN = {10071, 10158, 10164}
"""The codes of JetStream for a message that does not follow the last one, or whose id is just being stored."""
_AWAY = (
    OSError,
    asyncio.TimeoutError,
    errors.ConnectionClosedError,
    errors.ConnectionReconnectingError,
    errors.NoServersError,
    errors.StaleConnectionError,
    NoStreamResponseError,
    ServiceUnavailableError,
)
"""Errors that may pass."""


class BridgeEnds(Exception):
    """The bridge cannot continue; the sentence says what to do."""


class NatsBridge:
    """`begin`: the position to begin after, or START, for a stream whose last message is gone; empty: none is known.
    `source`: the address of the server, for the CloudEvents. `report` is called with `created`, `following`, `stored`
    and `away`."""

    def __init__(
        self, me: Client, url: str, stream: str, *, begin: str, source: str, report: Callable[..., None]
    ) -> None:
        self._me, self._url, self._stream = me, url, stream
        self._begin, self._source, self._report = begin, source, report
        self._tried = ""
        self._problem: Exception | None = None

    async def run(self) -> None:
        """Until cancelled. NATS that is away is waited for. Raises BridgeEnds, ServiceError, nats.errors.Error."""
        while True:
            try:
                await self._follow()
            except _AWAY as away:
                self._report("away", reason=_sentence(self._problem or away))
            await pause(RETRY_S)

    async def _follow(self) -> None:
        """Continue after the last message of the stream, as after a restart, until NATS is away."""
        self._problem = None
        connection = await nats.connect(self._url, name="turnledger bridge", allow_reconnect=False, error_cb=self._note)
        async with connection:
            jetstream = connection.jetstream(timeout=ANSWER_S)
            sequence, position = await self._last(jetstream)
            self._report("following", stream=self._stream, sequence=sequence, position=position)
            watch = self._me.watch_public(after_position=position, from_start=not position, heartbeats=True)
            async with aclosing(watch) as messages:
                while True:
                    for item in await _next(messages):
                        sequence = await self._store(jetstream, item, sequence)

    async def _note(self, error: Exception) -> None:
        """Keep what NATS says outside of answers, such as a missing permission."""
        self._problem = error

    async def _last(self, jetstream: JetStreamContext) -> tuple[int, str]:
        """Return the number of the last message of the stream and its position; a missing stream is created, and
        an empty one begins with the first item."""
        try:
            info = await jetstream.stream_info(self._stream)
        except NotFoundError:
            info = await jetstream.add_stream(
                name=self._stream,
                subjects=[SUBJECT + ">"],
                retention=RetentionPolicy.LIMITS,
                storage=StorageType.FILE,
                duplicate_window=DUPLICATES_S,
            )
            self._report("created", stream=self._stream)
        except ValueError as error:  # of the name
            raise BridgeEnds(str(error)) from None
        self._check(info.config)
        begin = "" if self._begin == START else self._begin
        if not info.state.last_seq:
            return 0, begin
        try:
            last = await jetstream.get_msg(self._stream, info.state.last_seq)
        except NotFoundError:
            if not self._begin:
                raise BridgeEnds(
                    f"the last message of the stream {self._stream} is gone, and with it the position to continue"
                    f" after: start once with --begin POSITION, or --begin {START}"
                ) from None
            return info.state.last_seq, begin
        position = (last.headers or {}).get(POSITION)
        if not position:
            raise BridgeEnds(f"the last message of the stream {self._stream} has no {POSITION}: use another stream")
        return info.state.last_seq, position

    def _check(self, config: StreamConfig) -> None:
        if config.subjects != [SUBJECT + ">"] or config.retention != RetentionPolicy.LIMITS:
            raise BridgeEnds(
                f"the stream {self._stream} has the subjects {config.subjects} and the retention {config.retention};"
                f" it needs {SUBJECT}> alone, and limits"
            )

    async def _store(self, jetstream: JetStreamContext, item: PublicItem, after: int) -> int:
        """Store a message that follows the one of the number `after`, and return its number."""
        try:
            found = data_of(item)
        except UnknownItem:
            raise BridgeEnds(f"{item.id} is an item that this release does not know: update turnledger") from None
        headers = {
            Header.MSG_ID.value: item.id,
            Header.EXPECTED_LAST_SEQUENCE.value: str(after),
            POSITION: item.position,
            "content-type": MEDIA_TYPE,
        }
        body = cloud_event(item.id, item.time.ToDatetime(UTC), found, self._source)
        is_first_try, self._tried = item.id != self._tried, item.id
        try:
            answer = await jetstream.publish(SUBJECT + found.kind, body, stream=self._stream, headers=headers)
            is_taken = bool(answer.duplicate)
        except APIError as error:
            if error.err_code not in _TAKEN:
                raise
            is_taken = True
        if is_taken and is_first_try:
            raise BridgeEnds(
                f"another bridge writes to the stream {self._stream} (or it lost {item.id} within two minutes):"
                " this one ends"
            )
        if is_taken:
            raise TimeoutError(f"{item.id} may have been stored by an earlier try")
        self._report("stored", sequence=answer.seq, id=item.id, kind=found.kind)
        return answer.seq


async def _next(messages: AsyncGenerator[WatchPublicResponse, None]) -> Sequence[PublicItem]:
    """Raises TimeoutError where not even a heartbeat comes; the client itself calls again and again."""
    try:
        async with asyncio.timeout(SILENCE_S):
            return (await anext(messages)).items
    except TimeoutError:
        raise TimeoutError("the server of the public stream does not answer") from None


def _sentence(error: BaseException) -> str:
    if isinstance(error, NoStreamResponseError | ServiceUnavailableError) and not error.description:
        return "JetStream does not answer"
    return getattr(error, "description", None) or str(error) or type(error).__name__
