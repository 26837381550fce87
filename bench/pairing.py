"""The time to pair a round of a large tournament, and to rank its entrants. One core, in memory.

`python -m bench.pairing [PLAYERS]`: Swiss rounds at tables of four and of six with results by a seeded die, in which
the stronger do better, so that entrants with equal points have met before. The slowest round of each, in time of the
processor.
"""

import argparse
import random
from time import process_time

from bench import report, under
from domain.kernel.decider import Standing
from domain.table.messages import SERVER_ACTOR
from domain.tournament.decide import begin, decide
from domain.tournament.messages import SWISS, Enter, OpenTournament, RecordResult, Start, Terms
from domain.tournament.standings import standings
from domain.tournament.state import Tournament

ROUNDS = 8
HOST = "bench"


def opened(players: int, seats: int) -> Tournament:
    terms = Terms("bench", SWISS, ("power_grid/russia",), seats, rounds=ROUNDS, rated=False)
    tournament = begin(OpenTournament(terms, "bench"), HOST, "bench", bytes(32)).tournament
    for number in range(players):
        tournament = decide(tournament, Enter(), f"p{number}").tournament
    return tournament


def result(die: random.Random, seats: tuple[int, ...]) -> tuple[Standing, ...]:
    """The lower the number of an entrant, the stronger."""
    order = sorted(range(len(seats)), key=lambda seat: seats[seat] * (0.5 + die.random()))
    return tuple(Standing(seat, place, place == 1, 20 - place) for place, seat in enumerate(order, 1))  # type: ignore[arg-type]


def slowest(players: int, seats: int) -> tuple[float, float]:
    """Seconds to pair a round, milliseconds for the standings."""
    die, paired, ranked = random.Random(seats), 0.0, 0.0
    tournament = decide(opened(players, seats), Start(), HOST).tournament
    while tournament.round < ROUNDS:
        *others, last = tournament.waits_for
        for table in (*others, last):
            seated = tournament.games[table].pairing.seats
            command = RecordResult(table, "PLAYED", result(die, seated))
            began = process_time()
            tournament = decide(tournament, command, SERVER_ACTOR).tournament
            took = process_time() - began
        paired = max(paired, took)
        began = process_time()
        standings(tournament)
        ranked = max(ranked, process_time() - began)
    return paired, ranked * 1000


def main(players: int) -> None:
    four, six = slowest(players, 4), slowest(players, 6)
    report(
        {"s, tables of four": four[0], "s, tables of six": six[0], "ms, standings": max(four[1], six[1])},
        {"s, tables of four": under(10), "s, tables of six": under(10), "ms, standings": under(1_000)},
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="?", default=1_024)
    main(parser.parse_args().players)
