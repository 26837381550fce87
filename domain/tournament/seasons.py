"""Promotion and relegation between the divisions from one season to the next (EV-SEASON)."""

from itertools import pairwise

from domain.kernel.refused import Refused
from domain.tournament.messages import LEAGUE
from domain.tournament.state import ENDED, Tournament


def next_ladder(tournament: Tournament, moving: int) -> tuple[str, ...]:
    """The accounts of an ended league in the order in which the next one seeds them."""
    divisions = next_divisions(tournament, moving)
    return tuple(tournament.entrants[entrant].account for division in divisions for entrant in division)


def next_divisions(tournament: Tournament, moving: int) -> list[list[int]]:
    """Return the entrants of an ended league in the divisions of the next one: the first `moving` of each division
    change places with the last of the one above. Entrants whose place was taken over are in none."""
    if tournament.terms.form != LEAGUE or tournament.status != ENDED or not tournament.final:
        raise Refused("NO_SEASON", "EV-SEASON-01")
    divisions = [
        [row.entrant for row in tournament.final if row.division == number and row.entrant not in tournament.replaced]
        for number in range(len(tournament.divisions))
    ]
    most = len(divisions[0]) // 2
    if not 0 <= moving <= most:
        raise Refused("MOVING_INVALID", "EV-SEASON-01", moving=moving, at_most=most)
    for above, below in pairwise(divisions):
        stay = len(above) - moving
        above[stay:], below[:moving] = below[:moving], above[stay:]
    return divisions
