"""How a game stood after each of its commands: a page of ListBoards, folded from the history as it is read."""

from collections.abc import Iterable

from domain.history.record import Recorded
from domain.history.replay import advance
from domain.table.aggregate import Aggregate
from services.api.page_tokens import PageTokens
from services.api.snapshots import BOARD, of_aggregate
from turnledger.v1 import views_pb2

BOARDS, BOARDS_MAX, BOARDS_BYTES = 100, 1_000, 1_000_000
"""Of one page: as many as are given, at most; it ends with the board that passes the last bound."""


class BoardsPage:
    """From `aggregate` on (None: from the first event), of versions above `after` and up to `last` (0: no end), as the
    account might know them then; an empty account is the public."""

    def __init__(
        self, aggregate: Aggregate | None, after: int, last: int, size: int, account: str, tokens: PageTokens
    ) -> None:
        self._aggregate, self._after, self._last, self._size = aggregate, after, last, size
        self._account, self._tokens, self._bytes = account, tokens, 0
        self.response = views_pb2.ListBoardsResponse()

    def add(self, records: Iterable[Recorded]) -> bool:
        """Whether the page is full. Nobody ever sees half of a command: a board is that before the next command."""
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
        """Whether there may be more."""
        if aggregate.version <= self._after:
            return True
        if self._last and aggregate.version > self._last:
            return False
        shown = self.response.snapshots
        if len(shown) == self._size or self._bytes > BOARDS_BYTES:
            self.response.next_page_token = self._tokens.issue(str(shown[-1].version))
            return False
        snapshot = of_aggregate(aggregate, aggregate.version, aggregate.seat_of(self._account), BOARD, past=True)
        self._bytes += snapshot.ByteSize()
        shown.append(snapshot)
        return True
