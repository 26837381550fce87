"""Standings: a function of the recorded games alone (EV-RANK)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from domain.tournament.messages import ARENA, GIVEN, KNOCKOUT, LEAGUE, SWISS, Row
from domain.tournament.scoring import of_a_bye, points_by_seat, shares
from domain.tournament.state import DISQUALIFIED, PLAYED, Game, Tournament

MILLION = 1_000_000
TIE_BREAKS_OF = {
    LEAGUE: ("wins", "seconds", "share"),
    SWISS: ("strength", "wins", "share"),
    KNOCKOUT: ("wins", "share"),
    ARENA: ("wins", "seconds", "share"),
    GIVEN: ("wins", "seconds", "share"),
}


class Tally(Struct):
    """The totals of one entrant."""

    points: int = 0
    played: int = 0
    wins: int = 0
    seconds: int = 0
    byes: int = 0
    reached: int = 0
    last_place: int = 0
    parts: list[Fraction] = []
    met: list[int] = []


def standings(tournament: Tournament) -> tuple[Row, ...]:
    """All entrants of the start, division by division, best first."""
    tallies = tally(tournament)
    found: list[Row] = []
    for number, division in enumerate(tournament.divisions):
        found += _ranked(tournament, number, division, tallies)
    return tuple(found)


def tally(tournament: Tournament) -> dict[int, Tally]:
    """The totals by entrant."""
    tallies: dict[int, Tally] = defaultdict(Tally)
    for game in tournament.games.values():
        if game.status == PLAYED:
            _count(tournament, game, tallies)
    bye = of_a_bye(tournament.terms.points, tournament.terms.seats) if tournament.terms.form == SWISS else 0
    for round_number, byes in enumerate(tournament.byes, 1):
        for entrant in byes:
            tallies[entrant].points += bye
            tallies[entrant].byes += 1
            tallies[entrant].reached = max(tallies[entrant].reached, round_number)
    return tallies


def _count(tournament: Tournament, game: Game, tallies: dict[int, Tally]) -> None:
    """A game without standings was played and gives no points (EV-RES-02)."""
    seats, parts = game.pairing.seats, shares(game.standings)
    points = points_by_seat(tournament.terms.points, game.standings)
    places = {int(each.player): each for each in game.standings}
    for seat, entrant in enumerate(seats):
        if entrant in game.unscored:
            continue
        mine = tallies[entrant]
        mine.played += 1
        mine.points += points.get(seat, 0)
        mine.met += [other for other in seats if other != entrant and other not in game.unscored]
        if seat in places:
            mine.wins += places[seat].won
            mine.seconds += places[seat].rank == 2
        if seat in parts:
            mine.parts.append(parts[seat])
        if game.round >= mine.reached:
            mine.reached, mine.last_place = game.round, places[seat].rank if seat in places else len(seats)


def _ranked(tournament: Tournament, number: int, division: Sequence[int], tallies: dict[int, Tally]) -> Iterator[Row]:
    def key(row: Row) -> tuple[int, ...]:
        return _key(tournament, row, tallies)

    rows = [_row(entrant, number, tallies) for entrant in division]
    out = [row for row in rows if tournament.entrants[row.entrant].status == DISQUALIFIED]
    left = {row.entrant for row in out}
    rank = 1
    for _, equals in groupby(sorted((row for row in rows if row.entrant not in left), key=key), key=key):
        together = list(equals)
        yield from (replace(row, rank=rank) for row in together)
        rank += len(together)
    yield from out


def _row(entrant: int, division: int, tallies: dict[int, Tally]) -> Row:
    mine = tallies[entrant]
    share = sum(mine.parts, Fraction(0)) / len(mine.parts) if mine.parts else Fraction(0)
    return Row(
        rank=0,
        entrant=entrant,
        division=division,
        points=mine.points,
        played=mine.played,
        wins=mine.wins,
        seconds=mine.seconds,
        strength=sum([tallies[other].points for other in mine.met]),
        share=int(share * MILLION),
        byes=mine.byes,
        reached=mine.reached,
    )


def _key(tournament: Tournament, row: Row, tallies: dict[int, Tally]) -> tuple[int, ...]:
    """The least is best. In a knock-out the round comes first, then the place at the last table."""
    terms = tournament.terms
    breaks = [-getattr(row, name) for name in terms.tie_breaks or TIE_BREAKS_OF[terms.form]]
    if terms.form == KNOCKOUT:
        return (-row.reached, tallies[row.entrant].last_place, -row.points, *breaks)
    return (-row.points, *breaks)
