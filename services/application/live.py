"""A game held in memory: folded from its stream, caught up by reading what others stored."""

import asyncio
from collections import deque
from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct

from domain.history.chain import first_link
from domain.history.codec import Codec
from domain.history.record import Recorded, Row
from domain.table.session import Session, advance

RequestKey = tuple[str, str]
"""Actor and request id: nobody is answered with what another one asked."""
_NEVER = datetime.min.replace(tzinfo=UTC)
RECENT_MAX = 8
"""Sessions before the last commands that are kept, for choices made while others chose."""


class Span(Struct, frozen=True):
    """Where one command stands in the stream: its first and last version, and its bytes."""

    first: int
    last: int
    command: bytes


class Live:
    """Mutable, one a game and process, changed only under its lock and only by what the store holds."""

    __slots__ = ("_recent", "at", "chain", "game_id", "lock", "session", "spans", "users", "version")

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.lock = asyncio.Lock()
        self.users = 0  # who has the lock or waits for it
        self.session: Session | None = None
        self.version = 0
        self.at = _NEVER
        """When the last event was decided; what comes next is not earlier, whichever process decides it."""
        self.chain = ""
        self.spans: dict[RequestKey, Span] = {}
        self._recent: deque[Session] = deque(maxlen=RECENT_MAX)

    @property
    def loaded(self) -> Session:
        """The session of a game that was found: its stream has at least the opening of the table."""
        assert self.session, "loaded"
        return self.session

    def then(self, version: int) -> Session | None:
        """How things stood at a version, after the whole command that made it; None if that is not remembered."""
        known = [*self._recent, self.session] if self.session else []
        for place, session in enumerate(known):
            if session.version >= version:
                return session if place or session.version == version else None
        return None

    def forget(self) -> None:
        """Knows the game no more."""
        self.session, self.version, self.at, self.chain = None, 0, _NEVER, ""
        self.spans.clear()
        self._recent.clear()

    def read(self, rows: Sequence[Row], codec: Codec) -> None:
        """Catches up with rows that follow the last version known."""
        for row in rows:
            record = codec.read(row)
            assert record.version == self.version + 1, f"{self.game_id}: {record.version} follows {self.version}"
            if self.session and record.envelope.command:
                self._recent.append(self.session)
            self.session = advance(self.session, record)
            self.version, self.at, self.chain = record.version, record.envelope.at, record.envelope.chain
            self._remember(record)

    def stored(
        self, session: Session, rows: Sequence[Row], at: datetime, chain: str, request: RequestKey, command: bytes
    ) -> None:
        """Takes over what this process has just stored, without decoding it again."""
        self.spans[request] = Span(self.version + 1, self.version + len(rows), command)
        if self.session:
            self._recent.append(self.session)
        self.session, self.at, self.chain = session, at, chain
        self.version += len(rows)

    def last_link(self, session: Session) -> str:
        return self.chain or first_link(self.game_id, session.opened.commitment)

    def _remember(self, record: Recorded) -> None:
        request = (record.envelope.actor, record.envelope.request_id)
        known = self.spans.get(request)
        if known is None:
            self.spans[request] = Span(record.version, record.version, record.envelope.command)
        else:
            self.spans[request] = Span(known.first, record.version, known.command)
