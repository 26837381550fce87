"""What a game has of its own in a package: a module that is called like the game, found without a list of games."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


@cache
def module_of(package: str, game: str) -> ModuleType | None:
    """None where the game has nothing of its own there."""
    name = f"{package}.{game}"
    return import_module(name) if find_spec(name) else None
