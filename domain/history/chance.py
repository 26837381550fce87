"""The proof level of a history's draws: which parties could have chosen them."""

from msgspec import UNSET

from domain.kernel.beacon import QUICKNET, Beacon
from domain.table.aggregate import Aggregate

GIVEN = "the host gave seed, set-up or position: whoever knew them knew the draws"
SERVER_KNEW = "from then on the server knew the draws"
NO_BEACON = (
    "no beacon: the server knew the draws from the start on, and nothing shows that it, with a player, "
    "did not choose them"
)
UNKNOWN_TO_ALL = "of drand's quicknet, which nobody could choose or know at the start"
NOTHING_DRAWN = "nothing is drawn yet"


def chance(aggregate: Aggregate) -> str:
    """A sentence on the draws of a game whose commands have been given again."""
    opened, named = aggregate.opened, aggregate.starting
    if opened.seed or opened.setup is not None or (opened.position and opened.position.known_to is UNSET):
        return GIVEN
    if not opened.beacon:
        return NO_BEACON if aggregate.rules else NOTHING_DRAWN
    if not named or not aggregate.signature:
        return f"waits for round {named.round} of its beacon" if named else NOTHING_DRAWN
    by_start = of_round(opened.beacon, named.round)
    if aggregate.terms.draws is UNSET:
        return f"{by_start}; {SERVER_KNEW}"
    if aggregate.gave_up_rounds:
        return (
            f"the players continued without rounds at round {aggregate.drawn_round}: {SERVER_KNEW}; "
            f"each one before follows from a round of its own; the start from {by_start}"
        )
    return f"each later draw follows from a round of its own, named before it was known; the start from {by_start}"


def of_round(beacon: Beacon, number: int) -> str:
    """Return the proof level of draws that used a beacon round."""
    if beacon.same_chain(QUICKNET):
        return f"round {number} {UNKNOWN_TO_ALL}"
    return f"round {number} of the chain {beacon.chain}: who holds its key could choose the draws"
