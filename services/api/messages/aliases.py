"""Fields that the contract and the stored form call differently. Stored names never change, the contract's names are
for clients, and both may grow independently. Fields that are not listed here have the same name in both."""

from collections.abc import Mapping

from msgspec import Struct

EVERYWHERE: Mapping[str, str] = {"player": "seat", "place": "seat"}
"""One word for a seat, whatever an older part of the histories calls it."""

OF_STRUCT: Mapping[str, Mapping[str, str]] = {
    "GameOpened": {"host": "host_account_id"},
    "PlayerSeated": {"account": "account_id"},
    "InvitationDeclined": {"account": "account_id"},
    "Occupant": {"account": "account_id"},
    "Terms": {"invited": "invited_account_ids", "rematch_of": "rematch_of_game_id", "club": "club_id"},
    "Clock": {"move_s": "move", "bank_s": "bank", "increment_s": "increment"},
    "ClocksSet": {"at_ms": "set_time"},
    "SeatClock": {"deadline_ms": "deadline_time", "bank_ms": "bank", "vacation_until_ms": "vacation_until_time"},
    "AwaitedRound": {"round_ms": "round_time"},
    "PowerGridBoard": {"stage_3_drawn": "stage3_drawn"},
    "CitiesPowered": {"final": "after_last_round"},
    "IncomePaid": {"final": "after_last_round"},
    "UraniumSold": {"final": "after_last_round"},
    "Move": {"from": "from_column", "to": "to_column"},
    "UpkeepPaid": {"short": "unpaid"},
}
"""The aliases of a Struct's fields, by the Struct's name."""


OLD_NAMES: Mapping[str, Mapping[str, str]] = {
    "Clock": {"move": "move_s", "bank": "bank_s", "increment": "increment_s"},
}
"""Deprecated fields of the contract by the name that replaces them, by the Struct's name. They have the type of the
stored field. Answers have both; requests may use either."""


def wire_name(struct: str, stored: str) -> str:
    """Return the contract's name of a stored field of a Struct."""
    return OF_STRUCT.get(struct, {}).get(stored) or EVERYWHERE.get(stored, stored)


def stored_name(struct: type[Struct], field: str) -> str:
    """Return the Struct's name of a field given by its stored or contract name; else `field` itself."""
    names = zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True)
    known_as = {known: name for name, stored in names for known in (wire_name(struct.__name__, stored), stored)}
    return known_as.get(field, field)


IN_CAPITALS: Mapping[str, frozenset[str]] = {
    "kernel.Moment": frozenset({"phase"}),
    "power_grid.PhaseBegan": frozenset({"name"}),
    "power_grid.PhaseOfRound": frozenset({"phase"}),
    "power_grid.PowerGridBoard": frozenset({"phase"}),
    "power_grid.Stage3CardDrawn": frozenset({"during_phase"}),
}
"""Fields of phases, which Power Grid stores in small letters. In the contract codes are in capitals in every game."""
