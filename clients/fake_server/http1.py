"""HTTP/1.1 as far as the kits' tests need it, by hand: no library lets an answer be cut off where one likes."""

import gzip
from asyncio import StreamReader, StreamWriter
from typing import NamedTuple


class Request(NamedTuple):
    verb: str
    path: str
    headers: dict[str, str]
    body: bytes


async def read_request(reader: StreamReader) -> Request:
    """Raises asyncio.IncompleteReadError at the end of the connection."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    verb, path, _ = head[0].split(" ")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
    if headers.get("transfer-encoding", "").lower() == "chunked":
        body = await _chunks(reader)
    else:
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    if headers.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    return Request(verb, path, headers, body)


async def _chunks(reader: StreamReader) -> bytes:
    body = b""
    while size := int((await reader.readline()).split(b";")[0], 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body


def answer(writer: StreamWriter, status: int, kind: str, body: bytes, *, come: int | None = None) -> None:
    """A whole answer; with `come` only so many bytes of what is announced."""
    writer.write(_head(status, kind, f"content-length: {len(body)}") + body[:come])


def begin(writer: StreamWriter, kind: str) -> None:
    """An answer of unknown length."""
    writer.write(_head(200, kind, "transfer-encoding: chunked"))


def chunk(writer: StreamWriter, content: bytes) -> None:
    """The next part of it; the last one is empty."""
    writer.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")


def cut(writer: StreamWriter) -> None:
    """Ends the connection without a word."""
    writer.close()


def _head(status: int, kind: str, length: str) -> bytes:
    named = f"HTTP/1.1 {status} Status\r\ncontent-type: {kind}\r\n{length}\r\n"
    return (named + "access-control-allow-origin: *\r\n\r\n").encode()
