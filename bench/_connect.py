"""Connect as a browser speaks it, for benches: connections for calls, and a seat that plays."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any, NamedTuple, Self
from uuid import uuid4

from turnledger.v1 import lobby_pb2, play_pb2, views_pb2
from turnledger.v1.snapshot_pb2 import Parts, Snapshot

_ENDS = 2
"""The bit of a frame that ends its stream."""
_TURN = Parts(board=True, options=True)


class Stands(NamedTuple):
    """The parts of a snapshot that playing needs. `choices`: the number of options."""

    version: int
    acts: bool
    choices: int
    is_over: bool


class _Binary:
    unary, stream = "application/proto", "application/connect+proto"

    @staticmethod
    def request(message: Any) -> bytes:
        return bytes(message.SerializeToString())

    @staticmethod
    def watched(body: bytes) -> Stands | None:
        answer = views_pb2.WatchGameResponse.FromString(body)
        return _stands(answer.snapshot) if answer.HasField("snapshot") else None

    @staticmethod
    def answered(body: bytes) -> Stands:
        return _stands(play_pb2.SubmitResponse.FromString(body).snapshot)


class _Json:
    unary, stream = "application/json", "application/connect+json"

    @staticmethod
    def request(message: Any) -> bytes:
        from google.protobuf.json_format import MessageToJson

        return MessageToJson(message, indent=None).encode()

    @staticmethod
    def watched(body: bytes) -> Stands | None:
        snapshot = json.loads(body).get("snapshot")
        return _stands_json(snapshot) if snapshot else None

    @staticmethod
    def answered(body: bytes) -> Stands:
        return _stands_json(json.loads(body)["snapshot"])


def _stands(snapshot: Snapshot) -> Stands:
    acts = snapshot.HasField("seat") and snapshot.seat in snapshot.to_act
    over = snapshot.status in (lobby_pb2.TABLE_STATUS_FINISHED, lobby_pb2.TABLE_STATUS_CLOSED)
    return Stands(snapshot.version, acts, len(snapshot.options.options), over)


def _stands_json(snapshot: dict[str, Any]) -> Stands:
    acts = "seat" in snapshot and snapshot["seat"] in snapshot.get("toAct", ())
    over = snapshot["status"] in ("TABLE_STATUS_FINISHED", "TABLE_STATUS_CLOSED")
    return Stands(snapshot["version"], acts, len(snapshot.get("options", {}).get("options", ())), over)


class ConnectSeat:
    """`token`: of its account. `kind`: `proto` or `json`."""

    def __init__(self, address: str, token: str, kind: str, game_id: str) -> None:
        self._address = address
        self._token, self._as, self._game_id = token, _Json if kind == "json" else _Binary, game_id
        self._calls: Connection | None = None

    async def watch(self) -> AsyncGenerator[Stands, None]:
        request = views_pb2.WatchGameRequest(game_id=self._game_id, parts=_TURN)
        packed = self._as.request(request)
        reader, writer = await asyncio.open_connection(*self._address.split(":"))
        try:
            framed = b"\0" + len(packed).to_bytes(4) + packed
            writer.write(posted("/turnledger.v1.Views/WatchGame", self._as.stream, self._token, framed))
            async with aclosing(_frames(reader)) as frames:
                async for flags, body in frames:
                    if flags & _ENDS:
                        raise SystemExit(f"a watch has ended: {body!r}")
                    stands = self._as.watched(body)
                    if stands:
                        yield stands
        finally:
            writer.close()

    async def choose(self, version: int, option: int) -> Stands:
        """Choose an option, and return the state of the game in the answer."""
        request = play_pb2.SubmitRequest(
            game_id=self._game_id,
            request_id=str(uuid4()),
            expected_version=version,
            choice=play_pb2.Choice(option=option, number=0),
            parts=_TURN,
        )
        return self._as.answered(await self._call("Play/Submit", self._as.request(request)))

    async def close(self) -> None:
        if self._calls:
            self._calls.close()

    async def _call(self, method: str, body: bytes) -> bytes:
        if self._calls is None:
            self._calls = await Connection.to(self._address)
        return await self._calls.request(posted(f"/turnledger.v1.{method}", self._as.unary, self._token, body))


class Connection:
    """One call after another."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def to(cls, address: str) -> Self:
        return cls(*await asyncio.open_connection(*address.split(":")))

    async def request(self, request: bytes) -> bytes:
        """The body of the answer to a whole request."""
        self._writer.write(request)
        status, headers = await _headers(self._reader)
        if b"content-length" in headers:
            answer = await self._reader.readexactly(int(headers[b"content-length"]))
        else:
            answer = b"".join([chunk async for chunk in _chunks(self._reader)])
        if status != 200:
            raise SystemExit(f"{request.partition(b' HTTP')[0].decode()}: {status} {answer!r}")
        return answer

    def close(self) -> None:
        self._writer.close()


def posted(path: str, kind: str, token: str, body: bytes) -> bytes:
    """A whole request."""
    return (
        f"POST {path} HTTP/1.1\r\nhost: bench\r\n"
        f"content-type: {kind}\r\nconnect-protocol-version: 1\r\nauthorization: Bearer {token}\r\n"
        f"accept-encoding: identity\r\ncontent-length: {len(body)}\r\n\r\n"
    ).encode() + body


async def _headers(reader: asyncio.StreamReader) -> tuple[int, dict[bytes, bytes]]:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
    pairs = (line.partition(b": ") for line in lines if line)
    return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}


async def _frames(reader: asyncio.StreamReader) -> AsyncGenerator[tuple[int, bytes], None]:
    status, _ = await _headers(reader)
    buffer = bytearray()
    async for chunk in _chunks(reader):
        buffer += chunk
        if status != 200:
            raise SystemExit(f"a watch is refused: {status} {bytes(buffer)!r}")
        while len(buffer) >= 5 and len(buffer) >= (end := 5 + int.from_bytes(buffer[1:5])):
            yield buffer[0], bytes(buffer[5:end])
            del buffer[:end]


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)
