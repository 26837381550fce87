"""The transparency log of a server, as this program saw it last (docs/history-format.md, “The log”).

A server that rewrites logged entries, or shows two players two logs, is found out only by clients that remember. So a
client keeps the last tree that it was shown, and accepts only trees that extend it.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from turnledger.merkle import WrongProof, check_consistency
from turnledger.v1 import history_pb2

_CHECKPOINT = re.compile(
    r"(?P<origin>[^\n]+)\n(?P<size>0|[1-9][0-9]{0,9})\n(?P<root>[A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*\n[^\n]+\n.*",
    re.DOTALL,
)


class Ask(Protocol):
    """History.GetLogHead."""

    async def __call__(self, *, old_size: int = 0, size: int = 0) -> history_pb2.GetLogHeadResponse: ...


@dataclass(frozen=True)
class Head:
    """A tree of a log: the log's name, how many leaves the tree has, its root in hexadecimal. `checkpoint`: the same as
    the log and its witnesses signed it, whole, to be shown to others."""

    origin: str
    size: int
    root: str
    checkpoint: str


class LogMismatch(Exception):
    """The log is not what it was. `before`: as it was seen; `shown`: what is shown now, in the server's words."""

    def __init__(self, says: str, before: Head, shown: str) -> None:
        super().__init__(says)
        self.before, self.shown = before, shown


class SeenLog:
    """`keep` is called with each greater tree, to store it."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self.head: Head | None = None
        self.keep: Callable[[Head], None] = lambda _head: None

    def load(self, kept: Mapping[str, str | int]) -> None:
        """Load the tree that `stored` wrote."""
        self.head = Head(**kept)  # type: ignore[arg-type]

    async def look(self) -> Head | None:
        """Return the newest tree, which extends the one seen before. None if the server has no log. Raises LogMismatch,
        and keeps the old tree."""
        before = self.head
        told = await self._ask(old_size=before.size if before else 0)
        if before is None:
            now = read_head(told.checkpoint) if told.checkpoint else None
        elif not told.checkpoint:
            raise LogMismatch("there is no log any more", before, "")
        else:
            now = read_head(told.checkpoint)
            _check(before, now, told.path)
        if now and now != before:
            self.head = now
            self.keep(now)
        return now

    async def holds(self, other: Head) -> None:
        """Check that another tree (from another party, from a proof) belongs to the log that this program was shown.
        Raises LogMismatch."""
        own = self.head
        if own is None:
            raise LogMismatch("this server has shown no log", other, "")
        old, new = sorted((own, other), key=lambda each: each.size)
        _check(old, new, (await self._ask(old_size=old.size, size=new.size)).path)


def read_head(checkpoint: str) -> Head:
    """Raises ValueError."""
    found = _CHECKPOINT.fullmatch(checkpoint)
    if not found:
        raise ValueError("not a checkpoint of a log (https://c2sp.org/tlog-checkpoint)")
    return Head(found["origin"], int(found["size"]), b64decode(found["root"]).hex(), checkpoint)


def stored(head: Head) -> dict[str, str | int]:
    return asdict(head)


def _check(before: Head, now: Head, path: Sequence[bytes]) -> None:
    if now.origin != before.origin:
        raise LogMismatch(
            f"it is the log {now.origin!r} now, {before.origin!r} was seen before", before, now.checkpoint
        )
    if now.size < before.size:
        says = f"it has shrunk: {before.size} leaves were seen, there are {now.size}"
        raise LogMismatch(says, before, now.checkpoint)
    try:
        check_consistency(list(path), before.size, bytes.fromhex(before.root), now.size, bytes.fromhex(now.root))
    except WrongProof as wrong:
        says = f"it was rewritten or forked: its {now.size} leaves do not go on from the {before.size} that were seen"
        raise LogMismatch(says, before, now.checkpoint) from wrong
