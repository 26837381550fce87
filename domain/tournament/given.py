"""Tables that an organiser pairs: the server draws none of them, and every pairing is marked as given (EV-GIVEN)."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decision import Decision
from domain.kernel.refused import Refused
from domain.kernel.text import is_title
from domain.table import clock
from domain.table.clock import Clock
from domain.table.draws import check_draws
from domain.table.lobby import known_bot
from domain.tournament.arena import MINUTE_MS, TABLES_MAX
from domain.tournament.messages import (
    GIVEN,
    ClosePairing,
    GameAnnulled,
    GamesPairedAnew,
    GivenTable,
    GiveTables,
    Pairing,
    PairingClosed,
    ReseatTable,
    TablesGiven,
    TableTerms,
    Terms,
)
from domain.tournament.officials import check_not_own, check_official, check_reason
from domain.tournament.opening import MINUTES_MAX, NAME_MAX, smallest
from domain.tournament.results import game_of
from domain.tournament.state import ANNULLED, OPEN, RUNNING, Tournament, table_terms

AT_ONCE_MAX = 500
"""Tables of one command."""
Decided = Decision[None, Tournament]


def give(decided: Decided, command: GiveTables, actor: str, now_ms: int) -> None:
    tournament = decided.state
    check_official(tournament, actor, "EV-GIVEN-02")
    _check_takes_tables(tournament)
    first, given = len(tournament.games) + 1, len(command.tables)
    at_most = min(AT_ONCE_MAX, TABLES_MAX - len(tournament.games))
    if not 1 <= given <= at_most:
        raise Refused("TABLES_INVALID", "EV-GIVEN-02", tables=given, at_most=at_most)
    names = {game.pairing.name or "" for game in tournament.games.values() if game.status != ANNULLED}
    pairings = []
    for place, table in enumerate(command.tables):
        for field in _faults(tournament, table, names, now_ms + MINUTES_MAX * MINUTE_MS):
            raise Refused("GIVEN_TABLE_INVALID", "EV-GIVEN-03", table=place + 1, field=field)
        names.add(table.name)
        seats = _entrants(tournament, table.seats, place + 1)
        variant = table.variant or tournament.terms.variants[0]
        pairings.append(Pairing(first + place, 0, variant, seats, table.name, table.starts_ms or UNSET, table.terms))
    decided.record(TablesGiven(tournament.round + 1, tuple(pairings)))


def reseat(decided: Decided, command: ReseatTable, actor: str) -> None:
    """The game is annulled, and another table of the same name takes its place at once (EV-GIVEN-05)."""
    tournament = decided.state
    check_official(tournament, actor, "EV-GIVEN-05")
    check_reason(command.reason)
    _check_takes_tables(tournament)
    game = game_of(tournament, command.table, "EV-GIVEN-05")
    check_not_own(tournament, command.table, actor)
    if game.status != OPEN:
        raise Refused("TABLE_NOT_OPEN", "EV-GIVEN-05", table=command.table)
    if len(tournament.games) >= TABLES_MAX:
        raise Refused("TABLES_INVALID", "EV-GIVEN-02", tables=1, at_most=0)
    pairing = game.pairing
    for field in _seat_faults(tournament, pairing.variant, command.seats, pairing.terms):
        raise Refused("GIVEN_TABLE_INVALID", "EV-GIVEN-03", table=command.table, field=field)
    seats = _entrants(tournament, command.seats, command.table)
    decided.record(GameAnnulled(command.table, command.reason))
    pairing = replace(pairing, table=len(tournament.games) + 1, seats=seats)
    decided.record(GamesPairedAnew((pairing,), (command.table,)))


def close_pairing(decided: Decided, _: ClosePairing, actor: str) -> None:
    """No table follows: the tournament ends with the last game (EV-GIVEN-06)."""
    tournament = decided.state
    check_official(tournament, actor, "EV-GIVEN-06")
    _check_given_form(tournament)
    if not tournament.closed:
        decided.record(PairingClosed())


def _check_takes_tables(tournament: Tournament) -> None:
    _check_given_form(tournament)
    if tournament.closed:
        raise Refused("PAIRING_CLOSED", "EV-GIVEN-06")


def _check_given_form(tournament: Tournament) -> None:
    if tournament.terms.form != GIVEN:
        raise Refused("PAIRINGS_ARE_DRAWN", "EV-GIVEN-01")
    if tournament.status != RUNNING:
        raise Refused("EVENT_NOT_STARTED", "EV-GIVEN-02")


def _faults(tournament: Tournament, table: GivenTable, names: set[str], latest_ms: int) -> Iterator[str]:
    """The fields of a table that cannot be played so."""
    if not 1 <= len(table.name) <= NAME_MAX or not is_title(table.name) or table.name in names:
        yield "name"
    if table.variant and table.variant not in tournament.terms.variants:
        yield "variant"
    variant = table.variant or tournament.terms.variants[0]
    yield from _seat_faults(tournament, variant, table.seats, table.terms)
    if not 0 <= table.starts_ms <= latest_ms:
        yield "starts_ms"


def _seat_faults(
    tournament: Tournament, variant: str, seats: Sequence[str], own: TableTerms | UnsetType
) -> Iterator[str]:
    """The fields that do not fit so many seats: terms of the table's own are checked with them (EV-GIVEN-08)."""
    terms = table_terms(tournament.terms, own)
    if not smallest(terms) <= len(seats) <= terms.seats or len(set(seats)) < len(seats):
        yield "seats"
    elif own is not UNSET:
        if not _is_playable(variant, len(seats), terms):
            yield "options"
        if own.clock and not _is_clock(own.clock):
            yield "clock"


def _is_playable(variant: str, seats: int, terms: Terms) -> bool:
    try:
        rules = catalogue.find(variant).decider(terms.options, seats)
        known_bot(rules, terms.stand_in, "EV-GIVEN-08")
        check_draws(rules, terms.draws, True, "EV-GIVEN-08")
    except Refused:
        return False
    return True


def _is_clock(chosen: Clock) -> bool:
    try:
        clock.check(chosen)
    except Refused:
        return False
    return True


def _entrants(tournament: Tournament, accounts: Sequence[str], table: int) -> tuple[int, ...]:
    """The entrants that accounts are. Only an account that entered has agreed to be seated (EV-GIVEN-04)."""
    for account in accounts:
        number = tournament.numbers.get(account)
        if number is None or not tournament.is_in(number):
            raise Refused("SEAT_NOT_ENTERED", "EV-GIVEN-04", table=table, account=account)
    return tuple(tournament.numbers[account] for account in accounts)
