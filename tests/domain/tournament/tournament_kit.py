"""Tournaments for given/when/then, and whole ones with results by a seeded die."""

import random
from itertools import combinations

import pytest
from msgspec import UNSET

from domain.kernel.decider import Standing
from domain.kernel.refused import Refused
from domain.table.messages import SERVER_ACTOR
from domain.tournament.decide import begin, decide
from domain.tournament.messages import (
    ARENA,
    GIVEN,
    KNOCKOUT,
    LEAGUE,
    SWISS,
    Enter,
    OpenTournament,
    RecordResult,
    Start,
    Terms,
)
from tests.kit import Refusal

SECRET = b"\x07" * 32
RUSSIA, INDIA, CARDS, COLONY = "power_grid/russia", "power_grid/india", "card_game", "colony61"
SERVER, HOST = SERVER_ACTOR, "host"


def terms(form=SWISS, seats=4, **others):
    own = {SWISS: {"rounds": 3}, KNOCKOUT: {"advance": 1}, LEAGUE: {}, ARENA: {"minutes": 60}, GIVEN: {}}[form]
    return Terms(**{"name": "Cup", "form": form, "variants": (RUSSIA,), "seats": seats} | own | others)


def opened(*, seed="", beacon=UNSET, **others):
    given_terms = terms(**others)
    return begin(OpenTournament(given_terms, seed, beacon), HOST, "event-1", SECRET).tournament


def refused_opening(*, seed="", beacon=UNSET, **others):
    with pytest.raises(Refused) as error:
        begin(OpenTournament(terms(**others), seed, beacon), HOST, "event-1", SECRET)
    return Refusal.of(error.value)


def given(tournament, *commands):
    """The tournament after commands (actor, command)."""
    for actor, command in commands:
        tournament = decide(tournament, command, actor).tournament
    return tournament


def when(tournament, actor, command):
    return decide(tournament, command, actor).events


def refused(tournament, actor, command):
    with pytest.raises(Refused) as error:
        decide(tournament, command, actor)
    return Refusal.of(error.value)


def entered(players, **others):
    return given(opened(**others), *((f"p{number}", Enter()) for number in range(players)))


def started(players, **others):
    return given(entered(players, **others), (HOST, Start()))


def places(*seats, scores=None):
    """Standings from the seats, best first; a tuple of seats shares a place."""
    found, rank = [], 1
    for each in seats:
        together = each if isinstance(each, tuple) else (each,)
        for seat in together:
            score = scores[seat] if scores else 20 - rank
            found.append(Standing(seat, rank, rank == 1, score))
        rank += len(together)
    return tuple(found)


def seats_at(tournament, table):
    return tournament.games[table].pairing.seats


def result(tournament, table, *seats, scores=None):
    """The server says how a game ended; without seats in seat order."""
    order = seats or range(len(seats_at(tournament, table)))
    return (SERVER, RecordResult(table, "PLAYED", places(*order, scores=scores)))


def played(tournament, table, *seats, scores=None):
    return given(tournament, result(tournament, table, *seats, scores=scores))


def with_round_played(tournament, seed="round"):
    die = random.Random(seed)
    for table in tournament.waits_for:
        order = die.sample(range(len(seats_at(tournament, table))), len(seats_at(tournament, table)))
        tournament = played(tournament, table, *order)
    return tournament


def whole(tournament, seed="whole"):
    """Played to its end."""
    number = 0
    while tournament.status == "RUNNING":
        tournament = with_round_played(tournament, f"{seed}/{number}")
        number += 1
    return tournament


def meetings_of(tournament, division=None):
    """Return the number of meetings of each pair that met."""
    met = {}
    for game in tournament.games.values():
        if division is None or game.pairing.division == division:
            for pair in combinations(sorted(game.pairing.seats), 2):
                met[pair] = met.get(pair, 0) + 1
    return met


def of_round(tournament, number):
    return [game.pairing.seats for game in tournament.games.values() if game.round == number]
