"""Entrants, up to the start and out of the tournament again (EV-ENTER, EV-CHECK, EV-LEAVE, EV-START)."""

from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.decision import Decision
from domain.kernel.refused import Refused
from domain.table.lobby import check_nonce
from domain.tournament.arena import MINUTE_MS
from domain.tournament.beacon import check_round
from domain.tournament.messages import (
    ARENA,
    BY_RATING,
    GIVEN,
    LEAGUE,
    BeginWithRound,
    CheckIn,
    Enter,
    PlayerCheckedIn,
    PlayerEntered,
    PlayerJoined,
    PlayerWithdrawn,
    Start,
    TournamentStarted,
    TournamentStarting,
    Withdraw,
)
from domain.tournament.officials import check_official
from domain.tournament.opening import PLAYERS_MAX, fewest, places
from domain.tournament.progress import move_up
from domain.tournament.replacements import take_offered
from domain.tournament.state import ENTRY, IN, WAITING, Tournament

ENTERED_MAX = 2 * PLAYERS_MAX
"""The most entrants ever, including those who left and those on the waiting list."""


def enter(decided: Decision[None, Tournament], command: Enter, actor: str) -> None:
    tournament, terms = decided.state, decided.state.terms
    if actor in tournament.offers:
        take_offered(decided, command, actor)
        return
    _check_still_open(tournament)
    if actor in tournament.numbers:
        raise Refused("ALREADY_ENTERED", "EV-ENTER-01")
    if terms.invited and actor not in terms.invited:
        raise Refused("NOT_INVITED", "EV-ENTER-02")
    _check_rating(tournament, command.rating)
    check_nonce(command.nonce)
    if len(tournament.entrants) >= ENTERED_MAX:
        raise Refused("EVENT_FULL", "EV-ENTER-04", at_most=ENTERED_MAX)
    number = len(tournament.entrants)
    if tournament.status != ENTRY:
        _join(decided, PlayerJoined(number, actor, command.rating))
        return
    waiting = len(tournament.those(IN)) >= places(terms)
    decided.record(PlayerEntered(number, actor, command.nonce, command.rating, waiting))


def _join(decided: Decision[None, Tournament], joined: PlayerJoined) -> None:
    """EV-LATE-02: who waits since before the start comes first."""
    tournament = decided.state
    at_most = places(tournament.terms)
    if len(tournament.those(IN)) + len(tournament.those(WAITING)) >= at_most:
        raise Refused("EVENT_FULL", "EV-LATE-02", at_most=at_most)
    decided.record(joined)


def _check_rating(tournament: Tournament, rating: int | None) -> None:
    """EV-ENTER-03."""
    low, high = tournament.terms.rating_min, tournament.terms.rating_max
    if low is None and high is None:
        return
    if rating is None or (low is not None and rating < low) or (high is not None and rating > high):
        raise Refused("RATING_OUTSIDE", "EV-ENTER-03", rating=rating, rating_min=low, rating_max=high)


def check_in(decided: Decision[None, Tournament], _: CheckIn, actor: str) -> None:
    tournament = decided.state
    number = entrant_of(tournament, actor)
    _only_before_the_start(tournament)
    if not tournament.terms.check_in:
        raise Refused("NO_CHECK_IN", "EV-CHECK-01")
    if not tournament.entrants[number].checked_in:
        decided.record(PlayerCheckedIn(number))


def withdraw(decided: Decision[None, Tournament], _: Withdraw, actor: str) -> None:
    """EV-LEAVE-01, EV-LEAVE-02: before the start the first who waits moves up."""
    decided.record(PlayerWithdrawn(entrant_of(decided.state, actor), "LEFT"))


def entrant_of(tournament: Tournament, account: str) -> int:
    """The entrant that an account is, who has not gone. Refuses NOT_ENTERED."""
    number = tournament.numbers.get(account)
    if number is None or tournament.entrants[number].status not in (IN, WAITING):
        raise Refused("NOT_ENTERED", "EV-LEAVE-01")
    return number


def start(decided: Decision[None, Tournament], _: Start, actor: str, now_ms: int) -> None:
    check_official(decided.state, actor, "EV-START-01")
    _only_before_the_start(decided.state)
    if decided.state.terms.check_in:
        _send_home_who_is_not_there(decided)
    tournament = decided.state
    needed, ready = fewest(tournament.terms), tournament.those(IN)
    if len(ready) < needed:
        raise Refused("TOO_FEW_ENTRANTS", "EV-START-01", entered=len(ready), needed=needed)
    if tournament.terms.form == LEAGUE:
        for number in ready[len(ready) - len(ready) % needed :]:
            decided.record(PlayerWithdrawn(number, "LEFT_OVER"))
    if beacon := tournament.opened.beacon:
        decided.record(TournamentStarting(beacon.round_after(now_ms)))
    else:
        _begin(decided, now_ms, "")


def begin_with_round(decided: Decision[None, Tournament], command: BeginWithRound, _: str, now_ms: int) -> None:
    """EV-BEACON-03."""
    check_round(decided.state, command)
    _begin(decided, now_ms, command.signature)


def _begin(decided: Decision[None, Tournament], now_ms: int, signature: str) -> None:
    tournament = replace(decided.state, signature=signature)
    minutes = tournament.terms.minutes
    ends_ms = UNSET if minutes is UNSET else now_ms + minutes * MINUTE_MS
    divisions = _divisions(tournament, fewest(tournament.terms))
    decided.record(TournamentStarted(divisions, ends_ms, signature or UNSET))


def _send_home_who_is_not_there(decided: Decision[None, Tournament]) -> None:
    """Waiting entrants who are present move up (EV-CHECK-01)."""
    for number, entrant in enumerate(decided.state.entrants):
        if entrant.status in (IN, WAITING) and not entrant.checked_in:
            decided.record(PlayerWithdrawn(number, "NOT_CHECKED_IN"))
    move_up(decided)


def _divisions(tournament: Tournament, size: int) -> tuple[tuple[int, ...], ...]:
    """EV-SEED-01, EV-SEED-02: drawn; where ratings seed, the strongest first, and drawn among equals; the ladder before
    all."""
    order = tournament.dice.roll("seeding").shuffle(tournament.those(IN))
    if tournament.terms.seeding == BY_RATING:
        order = tuple(sorted(order, key=lambda number: _strength(tournament, number)))
    ladder = {account: step for step, account in enumerate(tournament.terms.ladder or ())}
    order = tuple(sorted(order, key=lambda number: ladder.get(tournament.entrants[number].account, len(ladder))))
    if tournament.terms.form != LEAGUE:
        return (order,)
    return tuple(order[first : first + size] for first in range(0, len(order), size))


def _strength(tournament: Tournament, number: int) -> tuple[bool, int]:
    rating = tournament.entrants[number].rating
    return (rating is None, -(rating or 0))


def _only_before_the_start(tournament: Tournament) -> None:
    if tournament.status != ENTRY:
        raise Refused("EVENT_STARTED", "EV-START-02")


def _check_still_open(tournament: Tournament) -> None:
    """EV-LATE-01, EV-ARENA-02, EV-GIVEN-04."""
    if tournament.status != ENTRY and tournament.terms.form == ARENA:
        if tournament.closed:
            raise Refused("SPAN_OVER", "EV-ARENA-02")
        return
    if tournament.status != ENTRY and tournament.terms.form == GIVEN:
        if tournament.closed:
            raise Refused("PAIRING_CLOSED", "EV-GIVEN-06")
        return
    late = tournament.terms.late_rounds or 0
    if tournament.status != ENTRY and late and tournament.round > late:
        raise Refused("LATE_ENTRY_OVER", "EV-LATE-01", rounds=late)
    if not late:
        _only_before_the_start(tournament)
