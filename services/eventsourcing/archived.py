"""What the library reads of games that left the store for the archive, in their old places."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol
from uuid import UUID

from eventsourcing.persistence import ApplicationRecorder, Notification, OperationalError, StoredEvent
from msgspec.structs import fields

from domain.history.record import LogRow, Row
from services.store.archive import lookups
from services.store.archive.archive import Archive
from services.store.archive.games import ArchivedGame
from services.store.archive.merging import PAGE, Across, Answer, Following, Question, is_whole, merged
from services.store.interface import StoreAway

_NAMES = [field.name for field in fields(ArchivedGame)]


class Hot(Protocol):
    """A recorder of what the store still has."""

    def select_events(self, originator_id: Any, **which: Any) -> Sequence[StoredEvent]: ...

    def select_notifications(self, start: int | None, limit: int, **which: Any) -> Sequence[Notification]: ...


class ReadsThrough(ApplicationRecorder):
    """In front of a recorder of the library. Its tables are read before ours: what leaves meanwhile is seen there."""

    archive: Archive
    across: str = lookups.ACROSS
    """How this database is asked for the games that were on at a position."""

    @abstractmethod
    def look(self, statement: str, *values: int | str) -> Sequence[Mapping[str, Any]]:
        """Rows of a statement of `lookups`, as the library's connection gives them."""

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Raises OperationalError where the archive is away."""
        hot: Hot = super()  # type: ignore[assignment]
        found = hot.select_events(originator_id, gt=gt, lte=lte, desc=desc, limit=limit)
        game = next(iter(self._games(lookups.ONE, str(originator_id))), None)
        if game is None:
            return found
        rows = [each.row for each in self._opened(game)][gt or 0 : lte]
        return [_stored(row) for row in (rows[::-1] if desc else rows)[:limit]]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Raises OperationalError where the archive is away."""
        hot: Hot = super()  # type: ignore[assignment]
        found = hot.select_notifications(start, limit, stop=stop, topics=topics, inclusive_of_start=inclusive_of_start)
        after, rows = 0 if start is None else start - inclusive_of_start, [_placed(each) for each in found]
        if not topics and stop is None and is_whole(rows, limit):
            return found
        (upto,) = self.look(lookups.UPTO)
        if upto["upto"] <= after:
            return found
        chosen = frozenset(topics)
        asking = merged(rows, after, limit, lambda row: not chosen or row.row.topic in chosen, stop)
        answer: Answer | None = None
        while True:
            try:
                asked = asking.send(answer)  # type: ignore[arg-type]  # None to begin with
            except StopIteration as stopped:
                return [_notification(each) for each in stopped.value]
            answer = self._answer(asked)

    def _answer(self, asked: Question) -> Answer:
        match asked:
            case Across(position):
                return self._games(self.across, *[position] * self.across.count("?"))
            case Following(position):
                return self._games(lookups.AFTER, position, PAGE)
            case _:
                return self._opened(asked)

    def _games(self, statement: str, *values: int | str) -> list[ArchivedGame]:
        return [ArchivedGame(*(row[name] for name in _NAMES)) for row in self.look(statement, *values)]

    def _opened(self, game: ArchivedGame) -> Sequence[LogRow]:
        try:
            return self.archive.rows(game)
        except StoreAway as away:
            raise OperationalError(str(away)) from away


def _placed(each: Notification) -> LogRow:
    return LogRow(each.id, Row(str(each.originator_id), each.originator_version, each.topic, each.state))


def _stored(row: Row) -> StoredEvent:
    return StoredEvent(originator_id=row.game_id, originator_version=row.version, topic=row.topic, state=row.body)


def _notification(each: LogRow) -> Notification:
    row = each.row
    return Notification(
        id=each.position,
        originator_id=row.game_id,
        originator_version=row.version,
        topic=row.topic,
        state=row.body,
    )
