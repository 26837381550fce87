"""Pairings of a round (EV-PAIR). Every draw has its label: docs/rules/tournament.md."""

from collections.abc import Mapping, Sequence

from domain.kernel.dice import Roll
from domain.tournament.designs import DESIGNS
from domain.tournament.messages import KNOCKOUT, LEAGUE, Pairing, RoundPaired
from domain.tournament.pods import Field, meetings, paired, sizes
from domain.tournament.scoring import table_of_points
from domain.tournament.seating import sat_so_far, seated
from domain.tournament.standings import Tally, tally
from domain.tournament.state import ANNULLED, IN, Game, Tournament


def next_round(tournament: Tournament, least: int) -> RoundPaired | None:
    """The next round; None when all were played, or too few are left. `least`: players that the variants ask for."""
    form = tournament.terms.form
    if form == LEAGUE:
        return _league(tournament) if tournament.round == 0 else None
    if form == KNOCKOUT:
        return _knockout(tournament, least)
    return _swiss(tournament, least) if tournament.round < tournament.terms.rounds else None


def has_more(tournament: Tournament) -> bool:
    """Return whether the form has another round, so that a tournament without one has too few players left."""
    terms = tournament.terms
    if terms.form == KNOCKOUT:
        return len(_survivors(tournament)) > 1
    return terms.form != LEAGUE and tournament.round < terms.rounds


def _league(tournament: Tournament) -> RoundPaired:
    """EV-LEAGUE-01: everything at once; the design's points are drawn."""
    design = DESIGNS[tournament.terms.seats]
    pairings: list[Pairing] = []
    for number, division in enumerate(tournament.divisions):
        points = tournament.dice.roll(f"division {number}").shuffle(division)
        for place, game in enumerate(design.games):
            seats = tuple(points[point] for point in game)
            pairings.append(Pairing(len(pairings) + 1, number, _variant(tournament, place), seats))
    return RoundPaired(1, tuple(pairings), ())


def _swiss(tournament: Tournament, least: int) -> RoundPaired | None:
    """EV-SWISS-01…03."""
    number, terms = tournament.round + 1, tournament.terms
    tallies = tally(tournament)
    drawn = tournament.dice.roll(f"pairing {number}").shuffle(tournament.those(IN))
    order = sorted(drawn, key=lambda entrant: -tallies[entrant].points)
    shape = sizes(len(order), terms.seats, least)
    if shape is None:
        return None
    tables, left_out = shape
    byes = _left_out(order, left_out, tallies)
    best = table_of_points(terms.points, terms.seats)[0] or 1
    standing = {entrant: 100 * tallies[entrant].points // best for entrant in order}
    played = [game.pairing.seats for game in tournament.games.values() if game.status != ANNULLED]
    playing = [entrant for entrant in order if entrant not in byes]
    pods = paired(playing, tables, Field(meetings(played), standing))
    return _round(tournament, pods, byes)


def _left_out(order: Sequence[int], number: int, tallies: Mapping[int, Tally]) -> list[int]:
    """EV-BYE-01: the lowest of those who were left out least."""
    places = {entrant: place for place, entrant in enumerate(order)}
    return sorted(order, key=lambda entrant: (tallies[entrant].byes, -places[entrant]))[:number]


def _knockout(tournament: Tournament, least: int) -> RoundPaired | None:
    """EV-KO-01, EV-KO-02: the best seeds are kept apart, and have the byes."""
    survivors, terms = _survivors(tournament), tournament.terms
    if len(survivors) < least:
        return None
    if len(survivors) <= terms.seats:
        return _round(tournament, [list(survivors)], [])
    shape = sizes(len(survivors), terms.seats, max(least, terms.advance + 1))
    assert shape, "more than a table of them"
    tables, left_out = shape
    pods: list[list[int]] = [[] for _ in tables]
    for lap, start in enumerate(range(left_out, len(survivors), len(tables))):
        chunk = survivors[start : start + len(tables)]
        places = range(len(tables)) if lap % 2 == 0 else range(len(tables) - 1, -1, -1)
        open_pods = [place for place in places if len(pods[place]) < tables[place]]
        for place, entrant in zip(open_pods, chunk, strict=True):
            pods[place].append(entrant)
    return _round(tournament, pods, list(survivors[:left_out]))


def _survivors(tournament: Tournament) -> tuple[int, ...]:
    """Return the entrants who still play for the title, by seed."""
    seeds = tournament.divisions[0]
    if tournament.round == 0:
        return tuple(entrant for entrant in seeds if tournament.is_in(entrant))
    left = [entrant for entrant in tournament.byes[-1] if tournament.is_in(entrant)]
    last = [game for game in tournament.games.values() if game.round == tournament.round and not game.paired_anew]
    if len(last) == 1 and not tournament.byes[-1]:
        return ()  # that was the final
    for game in last:
        left += _going_on(tournament, game, seeds)
    return tuple(entrant for entrant in seeds if entrant in left)


def _going_on(tournament: Tournament, game: Game, seeds: Sequence[int]) -> list[int]:
    """EV-KO-03: by place, then by score, then by seed; where there is no result, by seed."""
    seats = game.pairing.seats
    results = {seats[each.player]: (each.rank, -each.score) for each in game.standings}
    candidates = [entrant for entrant in seats if tournament.is_in(entrant)]
    candidates.sort(key=lambda entrant: (results.get(entrant, (len(seats), 0)), seeds.index(entrant)))
    return candidates[: tournament.terms.advance]


def _round(tournament: Tournament, pods: Sequence[Sequence[int]], byes: Sequence[int]) -> RoundPaired:
    number, seats = tournament.round + 1, tournament.terms.seats
    sat = sat_so_far([game.pairing.seats for game in tournament.games.values()], seats)
    roll: Roll = tournament.dice.roll(f"seats {number}")
    first, variant = len(tournament.games) + 1, _variant(tournament, tournament.round)
    pairings = [Pairing(table, 0, variant, seated(roll.shuffle(pod), sat)) for table, pod in enumerate(pods, first)]
    return RoundPaired(number, tuple(pairings), tuple(sorted(byes)))


def _variant(tournament: Tournament, place: int) -> str:
    """EV-OPEN-04: several variants take turns."""
    variants = tournament.terms.variants
    return variants[place % len(variants)]
