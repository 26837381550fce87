"""Notices about tournaments. They are stored in one transaction with their events, because those are in no common
log."""

from collections.abc import Iterator, Sequence
from uuid import UUID, uuid5

from domain.table.clock import is_slow
from domain.tournament.messages import (
    ARENA,
    GIVEN,
    LEAGUE,
    GamesPairedAnew,
    PlaceOffered,
    PlayerAdmitted,
    PlayerReplaced,
    RoundPaired,
    TablesGiven,
    TournamentEnded,
)
from domain.tournament.seasons import next_divisions
from domain.tournament.state import ENDED, IN, RUNNING, WAITING, Tournament
from services.notify.news import ADMITTED, NO_SEAT, ROUND_BEGAN, TOURNAMENT_OVER, Notice
from services.notify.notice_storage import NoticeStorage
from services.notify.outbox import is_heard, replace_notice
from services.store.sql import Statement
from services.tournaments.tournament_service import Happened

UP, DOWN, CANCELLED = "UP", "DOWN", "CANCELLED"
OFFERED = "OFFERED"
"""A place that becomes the account's when it enters."""
ENDINGS = (UP, DOWN, CANCELLED)
"""The notice of the end besides the place: another division in the next season; no places at all."""
_IDS = UUID("0c4c6f0e-6a55-5d0f-8f6a-2f6a0e0d9b57")


class TournamentNews:
    def __init__(self, storage: NoticeStorage) -> None:
        self._storage = storage

    async def __call__(self, happened: Happened) -> Sequence[Statement]:
        """Return the statements that store the notices, for the transaction of the events. Raises StoreUnavailable."""
        notices = list(news(happened))
        if not notices or not await self._storage.anybody():
            return ()
        targets = await self._storage.hearing({notice.account for notice in notices})
        return [
            statement
            for target in sorted(targets, key=lambda each: each.target_id)
            for notice in notices
            if is_heard(notice, target)
            for statement in replace_notice(notice, target)
        ]


def news(happened: Happened) -> Iterator[Notice]:
    """The notices of one command's events."""
    tournament = happened.tournament
    for event in happened.events:
        match event:
            case PlayerAdmitted(entrant) if tournament.is_in(entrant):
                yield _notice(happened, ADMITTED, entrant)
            case PlayerReplaced(by=entrant, reason=reason) if reason:  # who took an offer knows it
                yield _notice(happened, ADMITTED, entrant)
            case PlaceOffered(account=account):
                yield _notice(happened, ADMITTED, event.entrant, account=account, ending=OFFERED)
            case GamesPairedAnew(pairings) | TablesGiven(pairings=pairings):
                for entrant in (each for pairing in pairings for each in pairing.seats):
                    yield _notice(happened, ROUND_BEGAN, entrant, number=tournament.round)
            case RoundPaired(number, pairings) if (
                tournament.terms.form != ARENA
            ):  # their games send notices of their own
                for entrant in (each for pairing in pairings for each in pairing.seats):
                    yield _notice(happened, ROUND_BEGAN, entrant, number=number)
            case TournamentEnded():
                yield from _over(happened)


def _over(happened: Happened) -> Iterator[Notice]:
    """Entrants who were removed or left get no notices."""
    tournament = happened.tournament
    if not tournament.final:
        for entrant in (*tournament.those(IN), *tournament.those(WAITING)):
            yield _notice(happened, TOURNAMENT_OVER, entrant, ending=CANCELLED)
        return
    moved = _moved(tournament)
    for row in tournament.final:
        if tournament.is_in(row.entrant):
            ending = moved.get(row.entrant, "")
            yield _notice(happened, TOURNAMENT_OVER, row.entrant, place=row.rank, ending=ending)


def _moved(tournament: Tournament) -> dict[int, str]:
    """Return the entrants who would change divisions in a next season of a league in which at least one is promoted
    (EV-SEASON-01)."""
    if tournament.terms.form != LEAGUE or len(tournament.divisions) == 1:
        return {}
    now = {row.entrant: row.division for row in tournament.final}
    return {
        entrant: UP if number < now[entrant] else DOWN
        for number, division in enumerate(next_divisions(tournament, 1))
        for entrant in division
        if number != now[entrant]
    }


def _notice(
    happened: Happened, kind: str, entrant: int, *, account: str = "", number: int = 0, place: int = 0, ending: str = ""
) -> Notice:
    """Return the notice for an entrant, or for an account without an entry. `number`: of the round."""
    tournament, tournament_id = happened.tournament, happened.tournament_id
    account = account or tournament.entrants[entrant].account
    return Notice(
        str(uuid5(_IDS, f"{kind}/{tournament_id}/{number}/{entrant}/{account}")),
        account,
        kind,
        game_id="",
        variant="",
        version=happened.version,
        seat=NO_SEAT,
        due_ms=happened.at_ms,
        slow=is_slow(tournament.terms.clock),
        tournament_id=tournament_id,
        title=tournament.terms.name,
        round=number,
        place=place,
        ending=ending,
    )


def still_true(notice: Notice, tournament: Tournament) -> bool:
    """Return whether the notice is still relevant in the current state of the tournament."""
    if notice.kind == TOURNAMENT_OVER:
        return True
    if notice.ending == OFFERED:
        return notice.account in tournament.offers and tournament.status == RUNNING
    number = tournament.numbers.get(notice.account)
    if number is None or not tournament.is_in(number):
        return False
    if notice.kind == ADMITTED:
        return tournament.status != ENDED
    given = tournament.terms.form == GIVEN  # whose rounds need not be over when the next one is given
    return tournament.status == RUNNING and (given or tournament.round == notice.round)
