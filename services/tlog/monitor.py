"""Reads a whole log from its tiles and finds faults that the holder of one history cannot see: two entries of one
version.

Witnesses check that a log has one tree; they do not read its entries. A monitor rebuilds the tree from all entries and
compares it with the checkpoint that a quorum has cosigned and with its own earlier result.
"""

from collections.abc import AsyncIterator

import httpx
from msgspec import Struct

from services.tlog.checkpoints import read_checkpoint
from services.tlog.entries import Doubled, Entries
from services.tlog.held_files import Contradiction, HeldFiles
from services.tlog.merkle import GrowingTree, leaf_hash
from services.tlog.notes import MalformedNote, Tree
from services.tlog.policy import Policy
from services.tlog.tiles import bundles, read_bundle, tile_path
from turnledger.merkle import EMPTY_ROOT

BUNDLE_BYTES_MAX = 1 << 22
TIMEOUT_S = 30.0


class BadLog(Exception):
    """The log is not what it says. `says` is for people."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


class Seen(Struct, frozen=True):
    """The tree as a monitor saw it last; `root` in hex."""

    origin: str
    size: int
    root: str


class Watched(Struct, frozen=True):
    """The findings of a monitor. `doubled`: the first of them, DOUBLED_MAX at most. `stopped`: starts that were named
    and ended before the game began, as far as the log tells: a game whose `end` follows its `start` by one version.
    `contradictions`: entries that the given files do not have."""

    seen: Seen
    doubled: tuple[Doubled, ...]
    games: int
    starts: int
    stopped: int
    contradictions: tuple[Contradiction, ...] = ()


async def watch(
    http: httpx.AsyncClient, url: str, policy: Policy, before: Seen | None = None, files: HeldFiles | None = None
) -> Watched:
    """Reads the log at `url` (its prefix) whole, and holds the entries of their games to `files`. Raises BadLog, and
    httpx.HTTPError where it does not answer."""
    held = files or HeldFiles()
    tree = await _checkpoint(http, url, policy)
    if before and before.origin == tree.origin and before.size > tree.size:
        raise BadLog(f"the log has shrunk: {before.size} leaves were seen, there are {tree.size}")
    at = before.size if before and before.origin == tree.origin else 0
    grown, then = GrowingTree(), EMPTY_ROOT
    with Entries() as entries:
        async for bundle in _bundles(http, url, tree.size):
            for entry in bundle:
                line = entry.decode(errors="replace")
                entries.add(grown.size, line)
                held.hold(grown.size, line)
                grown.append(leaf_hash(entry))
                if grown.size == at:
                    then = grown.root
        if grown.root != tree.root:
            raise BadLog("the entries do not make the tree that was signed")
        if before and at and then.hex() != before.root:
            raise BadLog(f"the log was rewritten: its first {at} leaves make another tree than before")
        seen = Seen(tree.origin, tree.size, tree.root.hex())
        counted = (entries.games, entries.starts, entries.stopped)
        return Watched(seen, tuple(entries.doubled), *counted, held.contradictions)


async def _checkpoint(http: httpx.AsyncClient, url: str, policy: Policy) -> Tree:
    content = await _fetched(http, f"{url}/checkpoint")
    try:
        note, tree = read_checkpoint(content)
    except MalformedNote as wrong:
        raise BadLog(f"its checkpoint is none: {wrong}") from wrong
    if policy.log_of(tree, note) is None:
        raise BadLog(f"no log of the policy has signed the checkpoint of {tree.origin!r:.80}")
    seen = policy.cosigned(note, tree)
    if not policy.is_quorum(seen):
        raise BadLog(f"only {', '.join(sorted(seen)) or 'no witness'} saw the checkpoint: {policy.quorum} is wanted")
    return tree


async def _bundles(http: httpx.AsyncClient, url: str, size: int) -> AsyncIterator[list[bytes]]:
    for number, width in bundles(size):
        content = await _fetched(http, f"{url}/tile/{tile_path('entries', number, width)}")
        try:
            yield read_bundle(content, width)
        except ValueError as wrong:
            raise BadLog(f"bundle {number} of entries: {wrong}") from wrong


async def _fetched(http: httpx.AsyncClient, url: str) -> bytes:
    async with http.stream("GET", url) as response:
        if response.status_code != httpx.codes.OK:
            raise BadLog(f"{url}: HTTP {response.status_code}")
        content = b""
        async for part in response.aiter_bytes():
            content += part
            if len(content) > BUNDLE_BYTES_MAX:
                raise BadLog(f"{url}: longer than anything of a log")
        return content
