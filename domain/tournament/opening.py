"""Checks of a new tournament (EV-OPEN): terms that could not be played later are refused when it is opened."""

from msgspec import UNSET

from domain import catalogue
from domain.kernel.dice import SEED_BYTES, commitment
from domain.kernel.refused import Refused
from domain.kernel.text import is_title
from domain.table import clock
from domain.table.draws import check_draws
from domain.table.lobby import known_bot
from domain.tournament.beacon import check_beacon
from domain.tournament.designs import DESIGNS
from domain.tournament.messages import (
    ARENA,
    FORMS,
    GIVEN,
    KNOCKOUT,
    LEAGUE,
    PLACES,
    SEEDINGS,
    SWISS,
    TIE_BREAKS,
    OpenTournament,
    Terms,
    TournamentOpened,
)
from domain.tournament.state import Tournament, fold

RULES_VERSION = 2
"""Since version 2 no official who plays in a tournament disqualifies others there (EV-OFF-06)."""
KNOWN_VERSIONS = (1, RULES_VERSION)
SEATS_MAX = 6
"""What shares of a point are exact for."""
PLAYERS_MAX = 4_096
ROUNDS_MAX = 30
MINUTES_MAX = 144_000
"""A hundred days: the longest season of an arena."""
POINTS_MAX = 1_000
NAME_MAX = 80
NAMED_MAX = 256
"""Officials, and accounts that are invited."""


def open_tournament(
    command: OpenTournament, actor: str, tournament_id: str, secret: bytes, rules_version: int = RULES_VERSION
) -> TournamentOpened:
    """`secret`: 32 bytes from the operating system's randomness; its commitment is public from now on."""
    assert len(secret) == SEED_BYTES
    terms = command.terms
    if command.seed and terms.rated:
        raise Refused("SEED_NEEDS_UNRATED", "EV-DICE-02")
    check(terms)
    check_beacon(command)
    for name in terms.variants:
        rules = catalogue.find(name).decider(terms.options, terms.seats)
        check_draws(rules, terms.draws, bool(command.beacon), "EV-OPEN-02")
    return TournamentOpened(
        tournament_id=tournament_id,
        organiser=actor,
        terms=terms,
        commitment=commitment(secret),
        secret=secret.hex(),
        seed=command.seed,
        rules_version=rules_version,
        beacon=command.beacon,
    )


def opened(command: OpenTournament, actor: str, tournament_id: str, secret: bytes) -> Tournament:
    return fold([open_tournament(command, actor, tournament_id, secret)])


def check(terms: Terms) -> None:
    _check_words(terms)
    _check_games(terms)
    _check_form(terms)
    _check_points(terms.points, terms.seats)
    _check_entry(terms)


def _check_words(terms: Terms) -> None:
    """EV-OPEN-01."""
    if not 1 <= len(terms.name) <= NAME_MAX or not is_title(terms.name):
        raise Refused("EVENT_NAME_INVALID", "EV-OPEN-01", length_max=NAME_MAX)
    for field, given, known in (
        ("form", (terms.form,), FORMS),
        ("seeding", (terms.seeding,), SEEDINGS),
        ("tie_breaks", terms.tie_breaks, TIE_BREAKS),
    ):
        if not set(given) <= set(known) or len(set(given)) < len(given):
            raise Refused("TERMS_INVALID", "EV-OPEN-01", field=field, known=known)
    for field, named in (("officials", terms.officials), ("invited", terms.invited)):
        if len(named) > NAMED_MAX or len(set(named)) < len(named):
            raise Refused("TERMS_INVALID", "EV-OPEN-01", field=field, at_most=NAMED_MAX)
    ladder = terms.ladder or ()
    if len(ladder) > PLAYERS_MAX or len(set(ladder)) < len(ladder):
        raise Refused("TERMS_INVALID", "EV-SEED-02", field="ladder", at_most=PLAYERS_MAX)


def _check_games(terms: Terms) -> None:
    """EV-OPEN-02: every table that may come about can be played."""
    if not terms.variants or len(set(terms.variants)) < len(terms.variants):
        raise Refused("TERMS_INVALID", "EV-OPEN-02", field="variants", at_least=1)
    least, most = players(terms)
    if not max(least, 2) <= terms.seats <= min(most, SEATS_MAX):
        raise Refused(
            "SEATS_INVALID", "EV-OPEN-02", seats=terms.seats, seats_min=max(least, 2), seats_max=min(most, SEATS_MAX)
        )
    for name in terms.variants:
        for seats in range(smallest(terms), terms.seats + 1):
            rules = catalogue.find(name).decider(terms.options, seats)
            known_bot(rules, terms.stand_in, "EV-OPEN-02")
    if terms.clock:
        clock.check(terms.clock)


def players(terms: Terms) -> tuple[int, int]:
    """The fewest and the most that all variants take."""
    found = [catalogue.find(name) for name in terms.variants]
    return max(each.players_min for each in found), min(each.players_max for each in found)


def smallest(terms: Terms) -> int:
    """EV-SWISS-02, EV-KO-01, EV-ARENA-03, EV-GIVEN-03: the fewest at any table."""
    if terms.form in (LEAGUE, ARENA):
        return terms.seats
    least = max(players(terms)[0], 2)
    return least if terms.form in (KNOCKOUT, GIVEN) else max(least, terms.seats - 1)


def _check_form(terms: Terms) -> None:
    """EV-OPEN-03, EV-LATE-01, EV-ARENA-01."""
    minutes, minutes_max = terms.minutes, MINUTES_MAX if terms.form == ARENA else 0
    if (minutes is not UNSET or minutes_max) and not 1 <= (minutes or 0) <= minutes_max:
        raise Refused("SPAN_INVALID", "EV-ARENA-01", minutes=minutes or 0, at_most=minutes_max)
    rounds_max = ROUNDS_MAX if terms.form == SWISS else 0
    if not min(rounds_max, 1) <= terms.rounds <= rounds_max:
        raise Refused("ROUNDS_INVALID", "EV-OPEN-03", rounds=terms.rounds, at_most=rounds_max)
    late, late_max = terms.late_rounds, max(terms.rounds - 1, 0)
    if late is not UNSET and not 1 <= late <= late_max:
        raise Refused("LATE_ROUNDS_INVALID", "EV-LATE-01", rounds=late, at_most=late_max)
    advance_max = terms.seats - 1 if terms.form == KNOCKOUT else 0
    if not min(advance_max, 1) <= terms.advance <= advance_max:
        raise Refused("ADVANCE_INVALID", "EV-OPEN-03", advance=terms.advance, at_most=advance_max)


def _check_points(points: str, seats: int) -> None:
    """EV-SCORE-02."""
    if points == PLACES:
        return
    parts = points.split("-")
    worth = [int(each) for each in parts if each.isascii() and each.isdigit() and len(each) <= len(str(POINTS_MAX))]
    falls = worth == sorted(worth, reverse=True)
    if len(worth) < len(parts) or not seats <= len(worth) <= SEATS_MAX or not falls or not 0 < worth[0] <= POINTS_MAX:
        raise Refused("POINTS_INVALID", "EV-SCORE-02", points=points, places=seats)


def _check_entry(terms: Terms) -> None:
    """EV-ENTER-02, EV-ENTER-03."""
    least = fewest(terms)
    if terms.players_max and not least <= terms.players_max <= PLAYERS_MAX:
        raise Refused("PLAYERS_INVALID", "EV-ENTER-04", players=terms.players_max, at_least=least, at_most=PLAYERS_MAX)
    low, high = terms.rating_min, terms.rating_max
    if low is not None and high is not None and low > high:
        raise Refused("RATING_RANGE_INVALID", "EV-ENTER-03", rating_min=low, rating_max=high)


def fewest(terms: Terms) -> int:
    """EV-START-01: with how many it can begin."""
    return DESIGNS[terms.seats].players if terms.form == LEAGUE else smallest(terms)


def places(terms: Terms) -> int:
    return terms.players_max or PLAYERS_MAX
