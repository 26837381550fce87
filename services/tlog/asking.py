"""Asks witnesses for their cosignatures (https://c2sp.org/tlog-witness)."""

import asyncio
import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import structlog
from msgspec.structs import replace

from services.observe.metrics import WITNESS_ANSWERS
from services.platform.lazily import lazily
from services.platform.trust import trusted_roots
from services.tlog.checkpoints import tree_of
from services.tlog.merkle import consistency
from services.tlog.notes import MalformedNote, Note, Signature, Tree, cosigned_at, read_signature, unique
from services.tlog.policy import Policy, Witness
from services.tlog.tiles import TileId, node_of, tiles_for

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazily("httpx")


log = structlog.get_logger(__name__)

WITNESS_S = 3.0
"""Timeout of one witness."""
SLEEPS_S = 30.0
"""One that did not answer is left alone for this time: the others are not to wait for it."""
ANSWER_BYTES_MAX = 64 * 1024
_CONFLICT = 409


class Tiles(Protocol):
    async def tiles(self, ids: Sequence[TileId]) -> dict[TileId, bytes]: ...


class Witnesses:
    """Those of a policy that have a URL there."""

    def __init__(self, policy: Policy, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._policy, self._monotonic_s = policy, monotonic_s
        for name in policy.witnesses:
            for result in ("cosigned", "failed"):
                WITNESS_ANSWERS.labels(name, result)
        self._http = httpx.AsyncClient(timeout=WITNESS_S, verify=trusted_roots(environment=True))
        self._cosigned_size: dict[str, int] = {}
        """The last tree size of each witness, as far as we know."""
        self._sleeps_until: dict[str, float] = {}

    def are_enough(self, note: Note) -> bool:
        """Return whether a quorum has cosigned the checkpoint."""
        return self._policy.is_quorum(self._seen_by(note))

    def _seen_by(self, note: Note) -> list[str]:
        return list(self._policy.cosigned(note, tree_of(note)))

    async def cosigned(self, note: Note, tree: Tree, tiles: Tiles) -> Note:
        """The checkpoint with the cosignatures of all who gave one."""
        have, now_s = self._seen_by(note), self._monotonic_s()
        asked = [
            each
            for name, each in self._policy.witnesses.items()
            if each.url and name not in have and self._sleeps_until.get(name, 0.0) <= now_s
        ]
        given = await asyncio.gather(*(self._ask(witness, note, tree, tiles) for witness in asked))
        more = [signature for signatures in given for signature in signatures]
        return replace(note, signatures=unique((*note.signatures, *more))) if more else note

    async def close(self) -> None:
        await self._http.aclose()

    async def _ask(self, witness: Witness, note: Note, tree: Tree, tiles: Tiles) -> Sequence[Signature]:
        try:
            async with asyncio.timeout(WITNESS_S):
                given = await self._asked_twice(witness, note, tree, tiles)
        except (httpx.HTTPError, TimeoutError, MalformedNote, ValueError) as error:
            WITNESS_ANSWERS.labels(witness.name, "failed").inc()
            log.warning("a witness has not cosigned", witness=witness.name, error=repr(error))
            self._sleeps_until[witness.name] = self._monotonic_s() + SLEEPS_S
            return ()
        WITNESS_ANSWERS.labels(witness.name, "cosigned").inc()
        return given

    async def _asked_twice(self, witness: Witness, note: Note, tree: Tree, tiles: Tiles) -> Sequence[Signature]:
        """Once more with the size that the witness names, where it saw another one last."""
        status, answer = await self._post(witness, note, tree, tiles)
        if status == _CONFLICT:
            known = int(answer.decode().removesuffix("\n"))
            if known > tree.size:
                log.critical("a witness has seen more of the log than there is", witness=witness.name, size=known)
                raise ValueError(f"it saw {known} leaves, there are {tree.size}")
            self._cosigned_size[witness.name] = known
            status, answer = await self._post(witness, note, tree, tiles)
        if status != httpx.codes.OK:
            raise ValueError(f"HTTP {status}: {answer[:200]!r}")
        given = [read_signature(line) for line in answer.decode().removesuffix("\n").split("\n")]
        own = [each for each in given if witness.key.is_by(each)]
        if cosigned_at(replace(note, signatures=tuple(own)), witness.key, tree) is None:
            raise ValueError("what it gave is not its cosignature")
        self._cosigned_size[witness.name] = tree.size
        return own

    async def _post(self, witness: Witness, note: Note, tree: Tree, tiles: Tiles) -> tuple[int, bytes]:
        old = min(self._cosigned_size.get(witness.name, 0), tree.size)
        needed = await tiles.tiles(tiles_for(lambda node: consistency(node, old, tree.size)))
        proof = consistency(node_of(needed), old, tree.size)
        lines = [f"old {old}", *(b64encode(each).decode() for each in proof)]
        body = ("\n".join(lines) + "\n\n").encode() + note.content
        async with self._http.stream("POST", f"{witness.url.rstrip('/')}/add-checkpoint", content=body) as response:
            answer = b""
            async for part in response.aiter_bytes():
                answer += part
                if len(answer) > ANSWER_BYTES_MAX:
                    raise ValueError("an answer is shorter")
            return response.status_code, answer
