"""Names for things that must not be swapped."""

from typing import NewType

Seat = NewType("Seat", int)
"""Place at the table, clockwise from 0. Games know seats only; who sits there is the table's business."""

Viewer = Seat | None
"""The viewer: a seat, or None for a spectator, who knows only what is public."""
