"""Replacements of entrants who left: in the rounds that follow, or in games that begin again (EV-REPLACE)."""

from msgspec.structs import replace

from domain.kernel.decision import Decision
from domain.kernel.refused import Refused
from domain.table.messages import OPERATOR_ACTOR
from domain.tournament.messages import (
    ARENA,
    GIVEN,
    SWISS,
    Enter,
    GameAnnulled,
    GamesPairedAnew,
    PlaceOffered,
    PlayerReplaced,
    Replace,
)
from domain.tournament.officials import check_decisions, check_known, check_official, check_reason
from domain.tournament.state import DISQUALIFIED, OUT, RUNNING, WAITING, Tournament


def let_in(decided: Decision[None, Tournament], command: Replace, actor: str) -> None:
    """An entrant on the waiting list has agreed to play and takes the place at once; any other account is offered the
    place."""
    tournament, account = decided.state, command.account
    check_official(tournament, actor, "EV-REPLACE-01")
    check_reason(command.reason)
    check_known(tournament, command.entrant, "EV-REPLACE-01")
    _check_free(tournament, command.entrant)
    if account == actor.removeprefix(OPERATOR_ACTOR):
        raise Refused("OFFICIAL_PLAYS_THERE", "EV-OFF-06")
    number = tournament.numbers.get(account)
    if number is not None:
        entrant = tournament.entrants[number]
        if entrant.status != WAITING:
            raise Refused("ALREADY_ENTERED", "EV-ENTER-01")
        _take(decided, PlayerReplaced(command.entrant, number, account, entrant.rating, command.reason))
    elif tournament.offers.get(account) != command.entrant:
        check_decisions(tournament)
        decided.record(PlaceOffered(command.entrant, account, command.reason))


def take_offered(decided: Decision[None, Tournament], command: Enter, actor: str) -> None:
    """EV-REPLACE-02, EV-REPLACE-04: the nonce comes too late for the dice, which are bound."""
    tournament = decided.state
    entrant = tournament.offers[actor]
    _check_free(tournament, entrant)
    _take(decided, PlayerReplaced(entrant, len(tournament.entrants), actor, command.rating, ""))


def _take(decided: Decision[None, Tournament], taken: PlayerReplaced) -> None:
    """Where no round follows, unfinished games begin again with the replacement on the seat (EV-REPLACE-05)."""
    again = () if decided.state.terms.form == SWISS else _waiting_for(decided.state, taken.entrant)
    decided.record(taken)
    if not again:
        return
    games = [decided.state.games[table].pairing for table in again]
    for table in again:
        decided.record(GameAnnulled(table, "REPLACED"))
    pairings = tuple(
        replace(game, table=number, seats=tuple(taken.by if each == taken.entrant else each for each in game.seats))
        for number, game in enumerate(games, len(decided.state.games) + 1)
    )
    decided.record(GamesPairedAnew(pairings, again))


def _waiting_for(tournament: Tournament, entrant: int) -> tuple[int, ...]:
    """The tables of an entrant whose games are not over."""
    return tuple(table for table in tournament.waits_for if entrant in tournament.games[table].pairing.seats)


def _check_free(tournament: Tournament, entrant: int) -> None:
    """Refuse an entrant who never played, has not left, or is replaced already (EV-REPLACE-01, EV-REPLACE-05)."""
    if tournament.status != RUNNING:
        raise Refused("EVENT_NOT_STARTED", "EV-REPLACE-01")
    form, round_number = tournament.terms.form, tournament.round
    if form in (ARENA, GIVEN) or (form == SWISS and round_number >= tournament.terms.rounds):
        raise Refused("NO_ROUND_FOLLOWS", "EV-REPLACE-01")
    if form != SWISS and not (round_number == 1 and _waiting_for(tournament, entrant)):
        raise Refused("NO_GAME_TO_BEGIN_ANEW", "EV-REPLACE-05")
    played = any(entrant in division for division in tournament.divisions)
    gone = tournament.entrants[entrant].status in (OUT, DISQUALIFIED)
    if not (played and gone) or entrant in tournament.replaced:
        raise Refused("PLACE_NOT_FREE", "EV-REPLACE-01", entrant=entrant)
