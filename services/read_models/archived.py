"""Archived games for the library, in their old places."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol
from uuid import UUID

from eventsourcing.persistence import ApplicationRecorder, Notification, OperationalError, StoredEvent
from msgspec.structs import fields

from domain.history.record import EventRow, LogRow
from services.store.archive import lookups
from services.store.archive.archive import Archive
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.merging import PAGE, Across, Answer, Following, Question, is_whole, merged
from services.store.archive.objects import ArchiveUnavailable
from services.store.archive.unreadable import UnreadableGames

_NAMES = [field.name for field in fields(ArchivedGame)]


class Hot(Protocol):
    """A recorder of what the store still has."""

    def select_events(self, originator_id: Any, **which: Any) -> Sequence[StoredEvent]: ...

    def select_notifications(self, start: int | None, limit: int, **which: Any) -> Sequence[Notification]: ...


class ReadsThrough(ApplicationRecorder):
    """In front of a recorder of the library. Its tables are read before ours: what leaves meanwhile is seen there."""

    archive: Archive
    unreadable: UnreadableGames
    """The log passes over these games, as it does in our own processes."""
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
        """Raises OperationalError if the file of the game cannot be read."""
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
        """Passes over games whose files cannot be read: of these only the last event is returned."""
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
                return self._readable(asked)

    def _games(self, statement: str, *values: int | str) -> list[ArchivedGame]:
        return [ArchivedGame(*(row[name] for name in _NAMES)) for row in self.look(statement, *values)]

    def _readable(self, game: ArchivedGame) -> Sequence[LogRow]:
        if self.unreadable.is_known(game):
            return ()
        try:
            return self._opened(game)
        except OperationalError:
            return ()

    def _opened(self, game: ArchivedGame) -> Sequence[LogRow]:
        try:
            rows = self.archive.rows(game)
        except ArchiveUnavailable as away:
            self.unreadable.add(game, away)
            raise OperationalError(str(away)) from away
        self.unreadable.remove(game.game_id)
        return rows


def _placed(each: Notification) -> LogRow:
    return LogRow(each.id, EventRow(str(each.originator_id), each.originator_version, each.topic, each.state))


def _stored(row: EventRow) -> StoredEvent:
    return StoredEvent(originator_id=row.stream_id, originator_version=row.version, topic=row.topic, state=row.body)


def _notification(each: LogRow) -> Notification:
    row = each.row
    return Notification(
        id=each.position,
        originator_id=row.stream_id,
        originator_version=row.version,
        topic=row.topic,
        state=row.body,
    )
