"""The script over Connect: unary calls and server streams, JSON and binary."""

import asyncio
import json
from asyncio import StreamWriter
from typing import Any

from clients.fake_server import http1
from clients.fake_server.http1 import Request
from clients.fake_server.script import Run
from clients.fake_server.script_messages import ENVELOPE, Written, cut_at, method_of, read, status, write
from services.web.connect_errors import error_of

_LAST = 2
PREFIX = "/turnledger.v1."


async def serve(run: Run, request: Request, writer: StreamWriter) -> bool:
    """Answer a request, and return whether the connection can be used again."""
    name = request.path.split("?")[0].removeprefix(PREFIX)
    method, kind = method_of(name), request.headers.get("content-type", "")
    streams, is_json = kind.startswith("application/connect+"), kind.endswith("json")
    body = request.body[ENVELOPE.size :] if streams else request.body
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    told = await run.called(name, token, read(method, body, is_json=is_json))
    if "http" in told:
        proxy = told["http"]
        http1.answer(writer, proxy["status"], proxy.get("type", "text/html"), proxy.get("body", "").encode())
        return True
    if told.get("lost"):
        return False
    if told.get("silent"):
        await asyncio.Event().wait()
    if streams:
        return await _stream(writer, kind, method, told)
    if "error" in told:
        code, error = _error(told["error"])
        http1.answer(writer, code, "application/json", json.dumps(error).encode())
    else:
        content = _form(write(method, told.get("answer", {})), is_json=is_json)
        http1.answer(writer, 200, kind, content, come=len(content) // 2 if "cut" in told else None)
    return "cut" not in told


async def _stream(writer: StreamWriter, kind: str, method: Any, told: dict[str, Any]) -> bool:
    http1.begin(writer, kind)
    steps = told.get("stream", [{"error": told["error"]}] if "error" in told else [])
    for step in steps:
        if "message" in step:
            content = _form(write(method, step["message"]), is_json=kind.endswith("json"))
            come = cut_at(step["cut"], len(content)) if "cut" in step else None
            http1.chunk(writer, (ENVELOPE.pack(0, len(content)) + content)[:come])
            if "cut" in step:
                if step["cut"] == "ended":  # as a proxy does that has lost the server and says nothing
                    http1.chunk(writer, b"")
                await writer.drain()
                return False
        elif step.get("silent"):
            await writer.drain()
            await asyncio.Event().wait()
        else:
            last = json.dumps({"error": _error(step["error"])[1]}).encode()
            http1.chunk(writer, ENVELOPE.pack(_LAST, len(last)) + last)
            http1.chunk(writer, b"")
            return True
    http1.chunk(writer, ENVELOPE.pack(_LAST, 2) + b"{}")
    http1.chunk(writer, b"")
    return True


def _error(told: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Return HTTP status and body, without `debug` where the script omits it: servers may leave it out."""
    code, body = error_of(status(told))
    error: dict[str, Any] = json.loads(body)
    if not told.get("debug", True):
        error["details"] = [{"type": each["type"], "value": each["value"]} for each in error["details"]]
    return code, error


def _form(written: Written, *, is_json: bool) -> bytes:
    return written.text if is_json else written.binary
