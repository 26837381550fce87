"""Finds a game's own module in a package, by the game's name: no list of games is needed."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


@cache
def module_of(package: str, game: str) -> ModuleType | None:
    """Return the module, or None where the game has none."""
    name = f"{package}.{game}"
    return import_module(name) if find_spec(name) else None
