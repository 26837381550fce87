"""Earlier states of a game: a page of ListBoards, folded from the history while it is read."""

from collections.abc import Iterable
from typing import NamedTuple

from domain.history.record import Recorded
from domain.history.replay import advance
from domain.table.aggregate import Aggregate
from services.api.gate.page_tokens import PageTokens
from services.api.messages.snapshots import BOARD, of_aggregate
from turnledger.v1 import views_pb2

BOARDS, BOARDS_MAX, BOARDS_BYTES = 100, 1_000, 1_000_000
"""Limits of one page: the number of boards; the page ends with the board that passes the last bound."""


BOARDS_A_LOOK = 10
"""Ten boards cost what a look into the past does: 1 to 2 ms of a core."""


class BoardsRange(NamedTuple):
    """Versions above `after` and up to `last` (0: no end), at most `size` boards."""

    after: int
    last: int
    size: int


class BoardsPage:
    """A page of boards from `aggregate` on (None: from the first event), as the account might know them then; an empty
    account is the public."""

    def __init__(self, aggregate: Aggregate | None, of: BoardsRange, account: str, tokens: PageTokens) -> None:
        self._aggregate, self._after, self._last, self._size = aggregate, of.after, of.last, of.size
        self._account, self._tokens, self._bytes = account, tokens, 0
        self.response = views_pb2.ListBoardsResponse()

    def add(self, records: Iterable[Recorded]) -> bool:
        """Return whether the page is full. No viewer sees half of a command: a board is that before the next
        command."""
        for record in records:
            if record.envelope.command and self._aggregate and not self._show(self._aggregate):
                return True
            self._aggregate = advance(self._aggregate, record)
        return False

    def end(self) -> None:
        """There is no more history."""
        if self._aggregate:
            self._show(self._aggregate)

    def _show(self, aggregate: Aggregate) -> bool:
        """Return whether there may be more."""
        if aggregate.version <= self._after:
            return True
        if self._last and aggregate.version > self._last:
            return False
        shown = self.response.snapshots
        if len(shown) == self._size or self._bytes > BOARDS_BYTES:
            self.response.next_page_token = self._tokens.issue(str(shown[-1].version))
            return False
        snapshot = of_aggregate(aggregate, aggregate.seat_of(self._account), BOARD)
        self._bytes += snapshot.ByteSize()
        shown.append(snapshot)
        return True
