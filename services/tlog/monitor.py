"""Reads all of a log, from its tiles alone, and finds what nobody sees who holds one history: two entries of a version.

Witnesses hold a log to one tree; what stands in the tree they do not read. A monitor makes the tree again from all
entries, holds it to the checkpoint that a quorum has seen and to what it saw itself before.
"""

from collections.abc import AsyncIterator

import httpx
from msgspec import Struct

from services.tlog.checkpoints import read_checkpoint
from services.tlog.leaves import END, MARK, OPEN, START, Leaf, read_leaf
from services.tlog.merkle import leaf_hash, tree_root
from services.tlog.notes import MalformedNote, Tree
from services.tlog.policy import Policy
from services.tlog.tiles import TileId, bundles, grown, node_of, read_bundle, tile_path

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


class Doubled(Struct, frozen=True):
    """Two entries that cannot both be: two links of one version, or two openings, starts or ends of one game."""

    game: str
    first_index: int
    first: str
    index: int
    entry: str


class Watched(Struct, frozen=True):
    """What a monitor found. `stopped`: starts that were named and ended before the game began, as far as the log tells:
    a game whose `end` follows its `start` by one version."""

    seen: Seen
    doubled: tuple[Doubled, ...]
    games: int
    starts: int
    stopped: int


async def watch(http: httpx.AsyncClient, url: str, policy: Policy, before: Seen | None = None) -> Watched:
    """Reads the log at `url` (its prefix) whole. Raises BadLog, and httpx.HTTPError where it does not answer."""
    tree = await _checkpoint(http, url, policy)
    if before and before.origin == tree.origin and before.size > tree.size:
        raise BadLog(f"the log has shrunk: {before.size} leaves were seen, there are {tree.size}")
    reading, tiles, size = _Reading(), dict[TileId, bytes](), 0
    roots: dict[int, bytes] = {}
    at = before.size if before and before.origin == tree.origin else 0
    async for entries in _entries(http, url, tree.size):
        if size < at <= size + len(entries):
            roots[at] = _root(tiles, size, entries[: at - size])
        tiles |= grown(tiles, size, map(leaf_hash, entries))
        for index, entry in enumerate(entries, size):
            reading.entry(index, entry.decode(errors="replace"))
        size += len(entries)
    if tree_root(node_of(tiles), size) != tree.root:
        raise BadLog("the entries do not make the tree that was signed")
    if before and at and roots[at].hex() != before.root:
        raise BadLog(f"the log was rewritten: its first {at} leaves make another tree than before")
    return reading.found(Seen(tree.origin, tree.size, tree.root.hex()))


def _root(tiles: dict[TileId, bytes], size: int, entries: list[bytes]) -> bytes:
    then = tiles | grown(tiles, size, map(leaf_hash, entries))
    return tree_root(node_of(then), size + len(entries))


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


async def _entries(http: httpx.AsyncClient, url: str, size: int) -> AsyncIterator[list[bytes]]:
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


class _Reading:
    """Remembers of each game what was logged first of each version and of what happens once."""

    def __init__(self) -> None:
        self._links: dict[tuple[str, int], tuple[int, Leaf]] = {}
        self._once: dict[tuple[str, str], tuple[int, Leaf]] = {}
        self._doubled: list[Doubled] = []

    def entry(self, index: int, line: str) -> None:
        leaf = read_leaf(line)
        if leaf is None:
            return
        first = self._links.setdefault((leaf.game, leaf.version), (index, leaf))
        if first[1].link == leaf.link and leaf.kind != MARK:
            first = self._once.setdefault((leaf.game, leaf.kind), (index, leaf))
        if first[0] != index and (first[1].link != leaf.link or leaf.kind == first[1].kind != MARK):
            self._doubled.append(Doubled(leaf.game, first[0], first[1].line, index, line))

    def found(self, seen: Seen) -> Watched:
        games = {game for game, kind in self._once if kind == OPEN}
        starts = {game: leaf.version for (game, kind), (_, leaf) in self._once.items() if kind == START}
        ends = {game: leaf.version for (game, kind), (_, leaf) in self._once.items() if kind == END}
        stopped = sum(ends.get(game) == version + 1 for game, version in starts.items())
        return Watched(seen, tuple(self._doubled), len(games), len(starts), stopped)
