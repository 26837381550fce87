"""The reasons for a pairing: the points of each player, and the pairs who had met."""

from collections import Counter
from itertools import combinations, permutations

from msgspec import Struct
from msgspec.structs import replace

from domain.tournament.scoring import points_by_seat
from domain.tournament.standings import tally
from domain.tournament.state import ANNULLED, PLAYED, Game, Tournament


class Before(Struct, frozen=True):
    """`points`: of each entrant before a round, in 120ths, as they count now. `meetings`: of each pair, the lower
    number first, the games in which it had met."""

    points: dict[int, int]
    meetings: Counter[tuple[int, int]]

    def met(self, entrant: int, seats: tuple[int, ...]) -> int:
        """How often the entrant had met other players of a table."""
        return sum(self.meetings[min(entrant, other), max(entrant, other)] for other in seats if other != entrant)


def before(tournament: Tournament, round_number: int) -> Before:
    games = {table: game for table, game in tournament.games.items() if game.round < round_number}
    then = replace(tournament, games=games, byes=tournament.byes[: round_number - 1])
    points = {entrant: each.points for entrant, each in tally(then).items()}
    meetings = Counter[tuple[int, int]]()
    for game in games.values():
        if game.status != ANNULLED:
            meetings.update(combinations(sorted(game.pairing.seats), 2))
    return Before(points, meetings)


def crosstable(tournament: Tournament) -> dict[tuple[int, int], int]:
    """Points, in 120ths, that an entrant has of its games with another."""
    found = Counter[tuple[int, int]]()
    for game in tournament.games.values():
        points, entrants = scored_points(tournament, game), game.pairing.seats
        for seat, other in permutations(points, 2):
            found[entrants[seat], entrants[other]] += points[seat]
    return dict(found)


def scored_points(tournament: Tournament, game: Game) -> dict[int, int]:
    """Return the points of a game in 120ths by seat: none without a result, nor of seats that are not scored."""
    if game.status != PLAYED:
        return {}
    points = points_by_seat(tournament.terms.points, game.standings)
    seats = enumerate(game.pairing.seats)
    return {seat: points.get(seat, 0) for seat, entrant in seats if entrant not in game.unscored}
