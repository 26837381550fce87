"""A small witness (https://c2sp.org/tlog-witness): it remembers the last tree of each log, and cosigns another tree
only if it extends that one. Any party except the log's operator can run it, for any such log."""

import asyncio
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import structlog
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from services.tlog.checkpoints import read_checkpoint
from services.tlog.notes import Key, MalformedNote, Note, Signer, Tree, decoded, is_signed
from turnledger.merkle import EMPTY_ROOT, HASH_BYTES, WrongProof, check_consistency

log = structlog.get_logger(__name__)

BODY_BYTES_MAX = 64 * 1024
PATH_MAX = 63
SIZE_TYPE = "text/x.tlog.size"
_OLD = re.compile(r"old (0|[1-9][0-9]{0,17})")


class Refusal(Exception):
    """The answer to a log that gets no cosignature. `size`: of the last cosigned tree, if that is the reason."""

    def __init__(self, status: int, says: str, size: int | None = None) -> None:
        super().__init__(status, says)
        self.status, self.says, self.size = status, says, size


class WitnessRequest(Struct, frozen=True):
    old: int
    path: tuple[bytes, ...]
    note: Note
    tree: Tree


def read_request(body: bytes) -> WitnessRequest:
    """Raises Refusal."""
    above, blank, checkpoint = body.partition(b"\n\n")
    try:
        first, *lines = above.decode().split("\n")
        old = _OLD.fullmatch(first)
        if not old or not blank or len(lines) > PATH_MAX:
            raise MalformedNote("`old`, a proof, an empty line and a checkpoint are expected")
        path = tuple(map(decoded, lines))
        if any(len(each) != HASH_BYTES for each in path):
            raise MalformedNote("a hash has 32 bytes")
        note, tree = read_checkpoint(checkpoint)
    except (MalformedNote, UnicodeDecodeError) as wrong:
        raise Refusal(400, str(wrong)) from wrong
    if int(old[1]) > tree.size:
        raise Refusal(400, "the old tree is greater than the new one")
    return WitnessRequest(int(old[1]), path, note, tree)


class WitnessedLogs:
    """The last checkpoint of each log, one file each, and never an older one. One process at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def last(self, origin: str) -> tuple[Note, Tree] | None:
        """Raises MalformedNote for a damaged file: no witness is better than one that forgets."""
        path = self._path(origin)
        return read_checkpoint(path.read_bytes()) if path.exists() else None

    def keep(self, origin: str, note: Note) -> None:
        """Durable before it returns."""
        new = self._path(origin).with_suffix(".new")
        with new.open("wb") as file:
            file.write(note.content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path(origin))
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _path(self, origin: str) -> Path:
        return self._folder / f"{origin_hash(origin)}.checkpoint"


def origin_hash(origin: str) -> str:
    return sha256(origin.encode()).hexdigest()


class Witness:
    """`logs`: the keys of each log by its origin."""

    def __init__(
        self,
        signers: Sequence[Signer],
        logs: Mapping[str, Sequence[Key]],
        seen: WitnessedLogs,
        now_s: Callable[[], float] = time.time,
    ) -> None:
        self._signers, self._logs, self._seen, self._now_s = signers, logs, seen, now_s
        self._one_at_a_time = asyncio.Lock()

    async def add_checkpoint(self, body: bytes) -> bytes:
        """Lines of cosignatures. Raises Refusal."""
        asked = read_request(body)
        keys = self._logs.get(asked.tree.origin)
        if keys is None:
            raise Refusal(404, "this witness does not know the log")
        claimed = [key for key in keys if any(map(key.is_by, asked.note.signatures))]
        if not claimed or not all(is_signed(asked.note, key) for key in claimed):
            raise Refusal(403, "not signed by a key of the log")
        async with self._one_at_a_time:  # looked at and kept as one
            self._check(asked)
            at = int(self._now_s())
            cosignatures = [signer.cosign(asked.note.text, asked.tree, at) for signer in self._signers]
            own = [each for each in asked.note.signatures if any(key.is_by(each) for key in claimed)]
            kept = Note(asked.note.text, (*own, *cosignatures))
            await asyncio.to_thread(self._seen.keep, asked.tree.origin, kept)
        return b"".join(each.line for each in cosignatures)

    def checkpoint(self, hashed: str) -> Note | None:
        """The last that was cosigned of the log whose origin has this digest."""
        origin = next((each for each in self._logs if origin_hash(each) == hashed), None)
        last = self._seen.last(origin) if origin else None
        return last[0] if last else None

    def _check(self, asked: WitnessRequest) -> None:
        tree, last = asked.tree, self._seen.last(asked.tree.origin)
        known = last[1] if last else Tree(tree.origin, 0, EMPTY_ROOT)
        if asked.old != known.size:
            raise Refusal(409, "another tree was cosigned last", known.size)
        if tree.size == 0 and tree.root != EMPTY_ROOT:
            raise Refusal(422, "the empty tree has another root")
        try:
            check_consistency(asked.path, known.size, known.root, tree.size, tree.root)
        except WrongProof as wrong:
            log.critical("a log does not go on from what it was", origin=tree.origin, note=asked.note.content.decode())
            raise Refusal(422, str(wrong)) from wrong


def witness_app(witness: Witness) -> Starlette:
    """Submission and monitoring prefix are both the root."""

    async def add_checkpoint(request: Request) -> Response:
        body = b""
        try:
            async for part in request.stream():
                body += part
                if len(body) > BODY_BYTES_MAX:
                    return PlainTextResponse("too long\n", 413)
            return Response(await witness.add_checkpoint(body), media_type="text/plain; charset=utf-8")
        except ClientDisconnect:
            return Response(status_code=400)
        except Refusal as refused:
            if refused.size is not None:
                return Response(f"{refused.size}\n", refused.status, media_type=SIZE_TYPE)
            return PlainTextResponse(f"{refused.says}\n", refused.status)

    async def checkpoint(request: Request) -> Response:
        note = witness.checkpoint(request.path_params["hashed"])
        return PlainTextResponse(note.content) if note else PlainTextResponse("never seen\n", 404)

    return Starlette(
        routes=[
            Route("/add-checkpoint", add_checkpoint, methods=["POST"]),
            Route("/{hashed}/checkpoint", checkpoint),
        ]
    )
