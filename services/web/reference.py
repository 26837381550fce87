"""Data of this release for other programs: its reason codes, grants, contract and `llms.txt` (docs/reference/)."""

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FOLDER = Path(__file__).parents[2] / "docs/reference"
TYPES = {
    "openapi.json": "application/json",
    "asyncapi.yaml": "application/yaml",
    "schemas.json": "application/json",
    "reasons.json": "application/json",
    "grants.json": "application/json",
    "llms.txt": "text/plain",
}
"""Media types by name of the file."""


class _Packed(NamedTuple):
    plain: bytes
    gzipped: bytes
    tag: str


def reference_routes() -> list[Route]:
    return [Route(f"/{name}", _answer) for name in TYPES]


async def _answer(request: Request) -> Response:
    name = request.url.path.removeprefix("/")
    packed, media_type = _packed(name), TYPES[name]
    headers = {"etag": packed.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == packed.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed.gzipped, media_type=media_type, headers=headers | {"content-encoding": "gzip"})
    return Response(packed.plain, media_type=media_type, headers=headers)


@cache
def _packed(name: str) -> _Packed:
    """Packed once: packing takes longer than all else."""
    plain = (FOLDER / name).read_bytes()
    return _Packed(plain, gzip.compress(plain), f'"{sha256(plain).hexdigest()[:16]}"')
