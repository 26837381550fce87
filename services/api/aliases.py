"""Where a field of the contract is called otherwise than in what is stored. Stored names stay for ever; the contract's
are for clients, and both may grow alone. What is not named here is called the same in both.
"""

from collections.abc import Mapping

EVERYWHERE: Mapping[str, str] = {"player": "seat", "place": "seat"}
"""One word for a seat, whatever an older part of the histories calls it."""

OF_STRUCT: Mapping[str, Mapping[str, str]] = {}
"""By the name of the Struct: its fields' own aliases."""


def wire_name(struct: str, stored: str) -> str:
    """What the contract calls a stored field of a Struct."""
    return OF_STRUCT.get(struct, {}).get(stored) or EVERYWHERE.get(stored, stored)
