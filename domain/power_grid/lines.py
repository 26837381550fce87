"""Finds the position of each value in a JSON text, so that a problem can be reported with its line."""

import re
from collections.abc import Mapping
from typing import TypeAlias

import msgspec

Path: TypeAlias = tuple[str | int, ...]
PART = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def lines(text: str) -> dict[Path, int]:
    """The line (from 1) of every value of a valid JSON text, by its path."""
    parts = [(part, number) for number, line in enumerate(text.split("\n"), 1) for part in PART.findall(line)]
    found: dict[Path, int] = {}
    walk(parts, 0, (), found)
    return found


def walk(parts: list[tuple[str, int]], at: int, path: Path, found: dict[Path, int]) -> int:
    """Notes the value that begins at a part and everything inside it; returns where the next one begins."""
    opening, found[path] = parts[at]
    at += 1
    if opening not in ("{", "["):
        return at
    index = 0
    while parts[at][0] not in ("}", "]"):
        if opening == "{":
            at = walk(parts, at + 2, (*path, msgspec.json.decode(parts[at][0])), found)
        else:
            at = walk(parts, at, (*path, index), found)
        index += 1
        at += parts[at][0] == ","
    return at + 1


def line_of(known: Mapping[Path, int], place: Path) -> int:
    """The line of a place, or of the nearest thing around it."""
    while place not in known:
        place = place[:-1]
    return known[place]


def path_text(place: Path) -> str:
    """`cities[3].region`"""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".")
