"""One stream for many commands: two to three times the rate of single calls."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import grpc
from google.protobuf.message import Message

from turnledger.connection import Connection
from turnledger.errors import error_of_status
from turnledger.v1 import play_pb2


class Session:
    """Made by `open_session`. When its stream breaks or is closed, all waiting commands raise the same error, and so do
    later ones; send them again with the same request_id, on a new session or singly."""

    def __init__(self, call: "grpc.aio.StreamStreamCall[Message, play_pb2.SessionResponse]") -> None:
        self._call = call
        self._waiting: dict[str, deque[asyncio.Future[play_pb2.SessionResponse]]] = defaultdict(deque)
        """By request_id, in the order sent: a command that is sent twice is answered twice."""
        self._writing = asyncio.Lock()
        """gRPC takes one message at a time."""
        self._ended: grpc.aio.AioRpcError | None = None

    async def submit(self, request: play_pb2.SubmitRequest) -> play_pb2.SubmitResponse:
        """Raises ServiceError, and grpc.aio.AioRpcError when the stream breaks."""
        return (await self._ask(request.request_id, play_pb2.SessionRequest(submit=request))).submit

    async def act(self, request: play_pb2.ActRequest) -> play_pb2.ActResponse:
        """The same."""
        return (await self._ask(request.request_id, play_pb2.SessionRequest(act=request))).act

    async def _ask(self, request_id: str, message: play_pb2.SessionRequest) -> play_pb2.SessionResponse:
        # A command that cannot be written any more gets the error that `read` is about to return.
        async with self._writing:
            if self._ended:
                raise self._ended
            answer: asyncio.Future[play_pb2.SessionResponse] = asyncio.get_running_loop().create_future()
            self._waiting[request_id].append(answer)
            with suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError):
                await self._call.write(message)
        return await answer

    async def read(self) -> None:
        """Hands out the answers until the stream ends."""
        try:
            async for message in self._call:
                self._hand_out(message)
        except grpc.aio.AioRpcError as broken:
            self.end(broken)
        else:
            self.end()

    def end(self, why: grpc.aio.AioRpcError | None = None) -> None:
        """Nothing is answered any more. `why`: not because the program or the server has closed it."""
        self._ended = self._ended or why or _closed()
        for waiting in self._waiting.values():
            for answer in waiting:
                if not answer.done():
                    answer.set_exception(self._ended)
        self._waiting.clear()

    def _hand_out(self, message: play_pb2.SessionResponse) -> None:
        waiting = self._waiting[message.request_id]
        answer = waiting.popleft()
        if not waiting:
            del self._waiting[message.request_id]
        if answer.done():  # its caller was cancelled
            return
        if message.HasField("error"):
            answer.set_exception(error_of_status(message.error))
        else:
            answer.set_result(message)


def _closed() -> grpc.aio.AioRpcError:
    nothing = grpc.aio.Metadata()
    return grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, nothing, nothing, "the session was closed")


@asynccontextmanager
async def open_session(connection: Connection) -> AsyncIterator[Session]:
    """
    async with open_session(me.connection) as session:
        await session.submit(request)
    """
    await connection.renew_ahead()
    call = connection.open("Play/Session", play_pb2.SessionRequest, play_pb2.SessionResponse)
    await call.wait_for_connection()
    session = Session(call)
    reading = asyncio.create_task(session.read())
    try:
        yield session
        await call.done_writing()
        await reading
    finally:
        reading.cancel()
        call.cancel()
        session.end()
