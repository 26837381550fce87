"""The library's recorders on the tables of our store: they read and never write.

A subscription continues through lost connections, restarted servers and notifications that never came: it looks by
itself every POLL_S, and at once when PostgreSQL notifies it.
"""

from collections.abc import Callable, Sequence
from time import sleep
from typing import Any, NoReturn

import structlog
from eventsourcing.persistence import (
    ApplicationRecorder,
    InterfaceError,
    ListenNotifySubscription,
    NotSupportedError,
    OperationalError,
    StoredEvent,
    Subscription,
)

POLL_S = 1.0
RETRY_S = 0.2
log = structlog.get_logger(__name__)


class RulesDecide(NotSupportedError):
    """Nothing is inserted into the log but by a command that the rules allow."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is not inserted: rules decide what happens in a game. Give a command (Play.Submit)")


class LogIsShorter(OperationalError):
    """The log ends before the position that a view has seen: a backup, or a replica without the last commits, took
    over. What the view holds may never have happened."""

    def __init__(self, seen: int, head: int) -> None:
        super().__init__(f"the view has seen position {seen}, the log ends at {head}: rebuild the view")
        self.seen, self.head = seen, head


class ReadOnly(ApplicationRecorder):
    """The refusals of the recorders of both databases, and their subscriptions."""

    subscription: type["LastingSubscription"]

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> NoReturn:
        raise RulesDecide(", ".join(sorted({event.topic for event in stored_events})) or "an empty list")

    def create_table(self) -> NoReturn:
        raise NotSupportedError("the tables are made by `turnledger migrate`")

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Notifications above the position `gt`, without end. Raises LogIsShorter, OperationalError."""
        head = self.max_notification_id() or 0
        if gt is not None and gt > head:
            raise LogIsShorter(gt, head)
        return self.subscription(recorder=self, gt=gt, topics=topics)


class LastingSubscription(ListenNotifySubscription[ApplicationRecorder]):
    """Pulls until it is stopped or its application closed, whatever becomes of the connections. Any other failure ends
    it and is raised."""

    def _loop_on_pull(self) -> None:
        self._loop(self._pull_and_wait, "the log does not answer")

    def _pull_and_wait(self) -> None:
        self._pull()
        self._has_been_notified.wait(POLL_S)

    def _loop(self, work: Callable[[], None], otherwise: str) -> None:
        pool: Any = self._recorder.datastore.pool  # type: ignore[attr-defined]
        try:
            while not self._has_been_stopped:
                try:
                    work()
                except (OperationalError, InterfaceError) as away:
                    if pool.closed:
                        raise
                    log.warning(otherwise, reason=str(away))
                    sleep(RETRY_S)
        except BaseException as error:
            self._thread_error = self._thread_error or error
            self.stop()
