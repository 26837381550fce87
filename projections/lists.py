"""The view `lists`: tables to join or to watch, and each account's games and turns. Newest first."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from domain.table.messages import GameFinished, SeatCleared
from domain.table.session import FINISHED, OPEN, RUNNING, Session
from projections.contract import SHARED, Change, Changes, Put, Rank, Unrank
from projections.steps import Step
from projections.tables import table_view

LISTED = (OPEN, RUNNING, FINISHED)
"""Tables of these statuses are listed, unless they are private."""
_encode = msgspec.json.Encoder(order="deterministic").encode
_END_OF_TIME = 10**17  # microseconds; far above any date that can be written with four digits of the year
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def table_key(game_id: str) -> str:
    return f"table.{game_id}"


def tables_key(status: str, variant: str = "") -> str:
    return f"tables.{status}.{variant}"


def mine_key(account: str) -> str:
    """Open and running games of the account."""
    return f"mine.{account}"


def turns_key(account: str) -> str:
    """Games that wait for the account."""
    return f"turns.{account}"


def played_key(account: str) -> str:
    """Finished games of the account, by when they ended."""
    return f"played.{account}"


def listed_at(moment: datetime, game_id: str) -> str:
    """A member that stands before those of earlier moments."""
    age = (moment - _EPOCH) // (datetime.resolution)
    return f"{_END_OF_TIME - age:018d}.{game_id}"


def game_of(member: str) -> str:
    return member.partition(".")[2]


class Lists:
    name = "lists"

    def wants(self, steps: Sequence[Step]) -> Sequence[str]:
        return ()

    def fold(self, steps: Sequence[Step], known: Mapping[str, bytes]) -> Changes:
        first: dict[str, Step] = {}
        last: dict[str, Step] = {}
        changes: list[Change] = []
        for step in steps:
            first.setdefault(step.record.game_id, step)
            last[step.record.game_id] = step
            changes += _told(step)
        for game_id, step in last.items():
            changes.append(Put(table_key(game_id), _encode(table_view(step))))
            changes += _relisted(first[game_id].before, step)
        return {SHARED: changes}


def _told(step: Step) -> Iterator[Change]:
    """What only the event tells: who gave up a seat, when a game ended. `_relisted` comes later and wins."""
    event = step.record.event
    if isinstance(event, SeatCleared):
        assert step.before, "somebody sat there"
        account = step.before.occupants[event.place].account
        if account:
            yield Unrank(mine_key(account), listed_at(step.opened_at, step.record.game_id))
    elif isinstance(event, GameFinished):
        ended = listed_at(step.record.envelope.at, step.record.game_id)
        for account in _accounts(step.session):
            yield Rank(played_key(account), ended)


def _relisted(before: Session | None, step: Step) -> Iterator[Change]:
    session = step.session
    member = listed_at(step.opened_at, step.record.game_id)
    if before is None or before.status != session.status:
        yield from _tables(before, session, member)
    if session.status == OPEN or before is None or before.status != session.status:
        for account in _accounts(session):
            yield (Rank if session.status in (OPEN, RUNNING) else Unrank)(mine_key(account), member)
    waited_for = _waits_for(before) if before else set()
    waits_for = _waits_for(session)
    for account in sorted(waits_for - waited_for):
        yield Rank(turns_key(account), member)
    for account in sorted(waited_for - waits_for):
        yield Unrank(turns_key(account), member)


def _tables(before: Session | None, session: Session, member: str) -> Iterator[Change]:
    opened = session.opened
    if opened.private:
        return
    for variant in ("", opened.variant):
        if before and before.status in LISTED:
            yield Unrank(tables_key(before.status, variant), member)
        if session.status in LISTED:
            yield Rank(tables_key(session.status, variant), member)


def _accounts(session: Session) -> tuple[str, ...]:
    return tuple(each.account for each in session.occupants if each.account)


def _waits_for(session: Session) -> set[str]:
    """Accounts whose own move is awaited; a seat that is handed to a bot waits for nobody."""
    if session.play is None:
        return set()
    return {session.occupants[seat].account for seat in session.thinking}
