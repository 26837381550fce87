"""The log as static pages (https://c2sp.org/tlog-tiles): checkpoint, tiles, bundles of entries."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from services.store.interface import StoreUnavailable
from services.tlog.tiles import WIDTH, bundle, read_path
from services.tlog.tlog_storage import LogStorage
from turnledger.merkle import HASH_BYTES

_FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
_FRESH = {"cache-control": "public, max-age=2"}
_BYTES = "application/octet-stream"
_LEVEL_DIGITS = 2


def policy_route(policy: bytes, admit: Callable[[Request], None]) -> BaseRoute:
    """Serve the policy under the log's prefix, with or without a log: the witnesses it asks, for readers without a
    policy of their own. Without one the answer is 204, which is not an error. `admit`: raises for callers that are too
    fast."""

    async def published(request: Request) -> Response:
        admit(request)
        return PlainTextResponse(policy, headers=_FRESH) if policy else Response(status_code=204)

    return Route("/policy", published)


def log_routes(storage: LogStorage, admit: Callable[[Request], None]) -> list[BaseRoute]:
    """Serve the log under its prefix. `admit`: raises for callers that are too fast."""

    async def checkpoint(request: Request) -> Response:
        admit(request)
        try:
            note = await storage.newest(seen=True)
        except StoreUnavailable:
            return PlainTextResponse("the log is away\n", 503)
        return PlainTextResponse(note.content, headers=_FRESH) if note else _nothing()

    async def tile(request: Request) -> Response:
        admit(request)
        asked = read_path(request.path_params["path"])
        if asked is None:
            return _nothing()
        level, number, width = asked
        try:
            content = await (_entries if level == "entries" else _hashes)(storage, level, number, width)
        except StoreUnavailable:
            return PlainTextResponse("the log is away\n", 503)
        return Response(content, media_type=_BYTES, headers=_FOR_EVER) if content is not None else _nothing()

    return [Route("/checkpoint", checkpoint), Route("/tile/{path:path}", tile)]


async def _hashes(storage: LogStorage, level: str, number: int, width: int) -> bytes | None:
    tile_id = (int(level), number)
    content = (await storage.tiles([tile_id])).get(tile_id, b"")
    return content[: width * HASH_BYTES] if len(content) >= width * HASH_BYTES else None


async def _entries(storage: LogStorage, _: str, number: int, width: int) -> bytes | None:
    entries = await storage.entries(number, width)
    return bundle(entries) if len(entries) == width <= WIDTH else None


def _nothing() -> Response:
    return PlainTextResponse("nothing here\n", 404)
