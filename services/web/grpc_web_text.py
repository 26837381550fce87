"""gRPC-Web in letters (`application/grpc-web-text`): its frames in base64, which `connectrpc` does not speak. It is the
only form in which the client of the gRPC project (npm `grpc-web`) can watch."""

import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from services.api.messages.convert import MalformedMessage

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

TEXT, _BINARY = b"application/grpc-web-text", b"application/grpc-web"
_TYPE = b"content-type"
_PADDED = re.compile(rb"[^=]+={0,2}|=+")
"""Each frame may have its own padding (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md)."""


def in_bytes(scope: Message) -> Message:
    """The request as that of a client who sends bytes."""
    headers = [(name, _BINARY + b"+proto" if name == _TYPE else value) for name, value in scope["headers"]]
    return {**scope, "headers": headers}


def receiving(receive: Receive) -> Receive:
    """Return the client's bytes. Raises MalformedMessage."""
    rest = b""

    async def receive_bytes() -> Message:
        nonlocal rest
        message = await receive()
        if message["type"] != "http.request":
            return message
        letters = rest + message.get("body", b"")
        whole = len(letters) // 4 * 4 if message.get("more_body") else len(letters)
        rest = letters[whole:]
        try:
            body = b"".join(b64decode(part, validate=True) for part in _PADDED.findall(letters[:whole]))
        except Error as error:
            raise MalformedMessage("", "not in base64, as its content type says") from error
        return {**message, "body": body}

    return receive_bytes


def sending(send: Send) -> Send:
    """Takes bytes, sends letters."""
    framed = False

    async def send_letters(message: Message) -> None:
        nonlocal framed
        if message["type"] == "http.response.start":
            framed = any(name == _TYPE and value.startswith(_BINARY) for name, value in message["headers"])
            headers = [(name, TEXT + b"+proto" if name == _TYPE else value) for name, value in message["headers"]]
            message = {**message, "headers": headers if framed else message["headers"]}
        elif framed:
            message = {**message, "body": b64encode(message.get("body", b""))}
        await send(message)

    return send_letters
