"""The start of a tournament with a beacon, in two steps: the entrants are fixed, then an unknown round follows
(EV-BEACON).

Nothing in between changes the draws, and there is no second round.
"""

from domain.kernel import beacon as rounds
from domain.kernel.refused import Refused
from domain.tournament.messages import BeginWithRound, Cancel, OpenTournament, TournamentCommand
from domain.tournament.state import ENTRY, STARTING, Tournament


def check_beacon(command: OpenTournament) -> None:
    """EV-BEACON-01."""
    if command.beacon:
        wrong = "seed" if command.seed else rounds.what_is_wrong(command.beacon)
        if wrong:
            raise Refused("BEACON_INVALID", "EV-BEACON-01", field=wrong)


def check_waiting(tournament: Tournament, command: TournamentCommand) -> None:
    """EV-BEACON-04: while the round is awaited nothing is heard but that round, and an official who cancels it all."""
    if tournament.status == STARTING and not isinstance(command, BeginWithRound | Cancel):
        raise Refused("EVENT_STARTING", "EV-BEACON-04")


def check_round(tournament: Tournament, command: BeginWithRound) -> None:
    """Begin with the round's signature. Any caller may do so, because a signature proves itself (EV-BEACON-03)."""
    beacon = tournament.opened.beacon
    if tournament.status == ENTRY:
        raise Refused("EVENT_NOT_STARTED", "EV-BEACON-03")
    if tournament.status != STARTING or not beacon:
        raise Refused("EVENT_STARTED", "EV-BEACON-03")
    if command.round != tournament.awaited:
        raise Refused("WRONG_ROUND", "EV-BEACON-03", round=command.round, wanted=tournament.awaited)
    if not rounds.is_signed(beacon, command.round, command.signature):
        raise Refused("ROUND_NOT_SIGNED", "EV-BEACON-03", round=command.round)
