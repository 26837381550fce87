"""A tree as tiles of 256 hashes (https://c2sp.org/tlog-tiles): how they grow, are called, and what is made of them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from services.tlog.merkle import Node
from turnledger.merkle import HASH_BYTES, interior

WIDTH = 256
_HEIGHT = 8
_LEVELS = 8
"""256^8 leaves are more than there will be."""
_LENGTH_BYTES = 2
_PATH = re.compile(
    r"(?P<level>[0-9]{1,2}|entries)/(?P<number>(?:x[0-9]{3}/){0,4}[0-9]{3})(?:\.p/(?P<width>[1-9][0-9]{0,2}))?"
)

TileId: TypeAlias = tuple[int, int]
"""Level and number in the level."""
T = TypeVar("T")


def grown(tiles: Mapping[TileId, bytes], size: int, leaves: Iterable[bytes]) -> dict[TileId, bytes]:
    """The tiles that change when leaves (their hashes) are appended to a tree of that size. `tiles`: the partial."""
    changed: dict[TileId, bytearray] = {}
    level, place, new = 0, size, list(leaves)
    while new:
        full = []
        for place, each in enumerate(new, place):  # noqa: B020  # continues at the end of the level
            number, within = divmod(place, WIDTH)
            tile = changed.get((level, number))
            if tile is None:
                tile = changed[level, number] = bytearray(tiles.get((level, number), b""))
            assert len(tile) == within * HASH_BYTES, "appended to its end"
            tile += each
            if within == WIDTH - 1:
                full.append(_joined(bytes(tile), 0, WIDTH))
        level, place, new = level + 1, _full_before(size, level), full
    return {tile_id: bytes(tile) for tile_id, tile in changed.items()}


def _full_before(size: int, level: int) -> int:
    """Return the number of full tiles of a level in a tree of that size."""
    return size >> (_HEIGHT * (level + 1))


def partial_tiles(size: int) -> list[TileId]:
    """The tiles of a tree that are neither empty nor full."""
    counts = ((level, size >> (_HEIGHT * level)) for level in range(_LEVELS))
    return [(level, count // WIDTH) for level, count in counts if count % WIDTH]


def fits(tiles: Mapping[TileId, bytes], size: int) -> bool:
    """Return whether these are current partial tiles of a tree of that size."""
    return all(len(hashes) == (size >> (_HEIGHT * level)) % WIDTH * HASH_BYTES for (level, _), hashes in tiles.items())


def node_of(tiles: Mapping[TileId, bytes]) -> Node:
    """Hashes of subtrees from tiles, all of which exist: others raise LookupError."""

    def node(level: int, index: int) -> bytes:
        tile_id, begin, end = _place(level, index)
        return _joined(tiles[tile_id], begin, end)

    return node


def tiles_for(prove: Callable[[Node], object]) -> list[TileId]:
    """The tiles that a function of a node looks at; which ones depends on no hash."""
    seen: dict[TileId, None] = {}

    def node(level: int, index: int) -> bytes:
        seen[_place(level, index)[0]] = None
        return b""

    prove(node)
    return list(seen)


def _place(level: int, index: int) -> tuple[TileId, int, int]:
    """Return the tile of a subtree, and its first and last hash there."""
    tile_level, height = divmod(level, _HEIGHT)
    number, begin = divmod(index << height, WIDTH)
    return (tile_level, number), begin, begin + (1 << height)


def _joined(tile: bytes, begin: int, end: int) -> bytes:
    hashes = [tile[place * HASH_BYTES : (place + 1) * HASH_BYTES] for place in range(begin, end)]
    if len(hashes[-1]) != HASH_BYTES:
        raise LookupError("the tile is shorter")
    while len(hashes) > 1:
        hashes = [interior(*pair) for pair in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]


def tile_path(level: int | str, number: int, width: int = WIDTH) -> str:
    """`0/x001/234`, with `.p/WIDTH` for a partial one. `level`: or `entries`."""
    parts = [f"{number % 1000:03}"]
    while number := number // 1000:
        parts.insert(0, f"x{number % 1000:03}")
    return f"{level}/{'/'.join(parts)}{f'.p/{width}' if width < WIDTH else ''}"


def read_path(path: str) -> tuple[str, int, int] | None:
    """Level (or `entries`), number and width; None for what is called otherwise."""
    found = _PATH.fullmatch(path)
    if not found:
        return None
    level, number, width = found["level"], int(found["number"].replace("x", "").replace("/", "")), found["width"]
    read = (level, number, int(width or WIDTH))
    return read if tile_path(*read) == path and (level == "entries" or level == str(int(level))) else None


def bundle(entries: Iterable[bytes]) -> bytes:
    """Entries as they are served: each behind its length."""
    return b"".join(len(each).to_bytes(_LENGTH_BYTES) + each for each in entries)


def read_bundle(content: bytes, width: int) -> list[bytes]:
    """Raises ValueError for an invalid bundle of so many entries."""
    entries, place = list[bytes](), 0
    while place < len(content):
        end = place + _LENGTH_BYTES + int.from_bytes(content[place : place + _LENGTH_BYTES])
        entries.append(content[place + _LENGTH_BYTES : end])
        place = end
    if place != len(content) or len(entries) != width:
        raise ValueError(f"no bundle of {width} entries")
    return entries


def bundles(size: int, begin: int = 0) -> Sequence[tuple[int, int]]:
    """Number and width of each bundle that has entries from `begin` on of a tree of that size."""
    return [(number, min(WIDTH, size - number * WIDTH)) for number in range(begin // WIDTH, -(-size // WIDTH))]
