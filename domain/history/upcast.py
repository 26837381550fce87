"""Old bytes to new, one function a step, before decoding. Stored rows are never touched."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""From the JSON object of an event under its old topic to the one of the next topic."""

UPCASTERS: Mapping[str, tuple[str, Upcaster]] = {}
"""Old topic -> (next topic, step). `{"power_grid.BidPlaced/1": ("power_grid.BidPlaced/2", add_currency)}`"""
