"""Enforces deadlines: ends the time of players, and closes tables without activity.

One process at a time does this for the whole store. It stores nothing of its own: deadlines are absolute moments in the
games, so the next leader finds them there. It gives ordinary commands, with request ids that follow from the deadline:
a repeated one counts once, and one that comes after the player's move is refused.
It gives none while the clock of the process disagrees with others by minutes: another process may lead then.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from heapq import heapify, heappop, heappush
from uuid import UUID, uuid5

import structlog
from msgspec import Struct

from domain.history.codec import read_envelope
from domain.history.record import LogRow, StreamUnreadable, milliseconds
from domain.kernel.refused import Refused
from domain.table.clock import SeatClock
from domain.table.messages import SERVER_ACTOR, ClocksSet, ExpireTable, GameOpened, TableCommand, TimeOut
from services.application.command_errors import Contended, ExpectedVersionMismatch, UnknownGame
from services.application.game_service import GameService
from services.platform.clock import ClockTrust, process_clock
from services.roles.leader_election import BROKEN_AGAIN_S, keep_leading
from services.store.interface import EventStore, QueueFull, StoreUnavailable
from services.store.log_reader import read_on
from services.tables.unfinished import OpenTableIndex

log = structlog.get_logger(__name__)
_GONE = "a game with a deadline is no longer in the store"

WAIT_S = 1.0
"""The clock and the log are looked at the latest this often."""
LINGER_S = 0.2
"""Clocks that are set meanwhile are looked at together, unless one ends before."""
GRACE_S = 60
"""A deadline that passed while there was no leader is enforced this long after the leader began, because players could
not play either."""
EXPIRY_S = 24 * 60 * 60
AGAIN_MS = 1_000
HEAP_SPARE = 1_000
"""Overtaken entries are thrown out when there are more than this and the valid ones could need."""
_REQUESTS = UUID("3c1f7f0a-9a54-5b7e-9f5f-2d0b6a6f4c02")
_OPENED, _BEGAN, _CLOSED = "table.GameOpened/", "table.GameBegan/", "table.TableClosed/"
_CLOCKS, _FINISHED = "table.ClocksSet/", "table.GameFinished/"


_TABLE = -1


class _Due(Struct, frozen=True, order=True):
    """A deadline of a seat, or of an open table (`place` is _TABLE)."""

    at_ms: int
    game_id: str
    place: int


class Deadlines:
    def __init__(
        self,
        games: GameService,
        store: EventStore,
        tables: OpenTableIndex,
        clock: Callable[[], datetime] = process_clock,
        trust: ClockTrust | None = None,
        *,
        grace_s: int = GRACE_S,
        expiry_s: int = EXPIRY_S,
    ) -> None:
        self._games, self._store, self._tables, self._clock = games, store, tables, clock
        self._trust = trust or ClockTrust()
        self._grace_ms, self._expiry_ms = grace_s * 1000, expiry_s * 1000
        self._position = self._leads_since_ms = 0
        self._heap: list[tuple[int, _Due]] = []
        """A command with the moment to give it, in milliseconds."""
        self._valid: dict[str, set[_Due]] = {}
        """The current entries of each game in the heap; others are outdated."""
        self._open: dict[str, int] = {}
        """Open tables with their versions."""

    async def run(self) -> None:
        """Run until cancelled."""
        await keep_leading(self._store, "deadlines", self._lead, self._trust.wait)

    async def _lead(self) -> None:
        await self.begin()
        has_news = True
        while self._trust.agrees:
            if has_news or self._pause_s() <= 0:
                await self.step()
            has_news = await self._store.wait(self._position, self._pause_s())
            await asyncio.sleep(min(LINGER_S, self._pause_s()))

    async def begin(self) -> None:
        """Read open tables and current clocks from stored data alone, as a new leader does."""
        self._leads_since_ms = self._now_ms()
        self._heap.clear()
        self._valid.clear()
        self._open.clear()
        self._position = await self._store.log_head()
        for game_id in await self._clocked():
            await self._expect_clocks(game_id)

    async def step(self) -> None:
        """Reads the log to its end and says everything that is due."""
        self._position = await read_on(self._store.read_log, self._position, self._notice)
        now_ms = self._now_ms()
        while self._heap and self._heap[0][0] <= now_ms:
            _, due = heappop(self._heap)
            if due in self._valid.get(due.game_id, ()):
                await self._say(due)

    async def _clocked(self) -> set[str]:
        """The tables with clocks that are not over; open tables are noticed on the way."""
        found: set[str] = set()

        def notice(each: LogRow) -> None:
            self._notice(each)
            row = each.row
            if row.topic.startswith(_OPENED):
                event = self._games.codec.read(row).event
                assert isinstance(event, GameOpened)
                if event.terms and event.terms.clock:
                    found.add(row.stream_id)
            elif row.topic.startswith((_CLOSED, _FINISHED)):
                found.discard(row.stream_id)

        await self._tables.show(notice)
        return found

    async def _expect_clocks(self, game_id: str) -> None:
        try:
            aggregate = (await self._games.load(game_id)).loaded
        except UnknownGame:  # a server that took over has lost it, or the log that it is in
            log.warning(_GONE, game_id=game_id)
            return
        except Exception as error:
            if isinstance(error, (StoreUnavailable, OSError)) and not isinstance(error, StreamUnreadable):
                raise
            log.exception("the clocks of a game cannot be read", game_id=game_id)
            return
        if aggregate.clocks:
            self._expect(game_id, _dues(game_id, aggregate.clocks))

    def _notice(self, each: LogRow) -> None:
        row = each.row
        if row.topic.startswith(_CLOCKS):
            event = self._games.codec.read(row).event
            assert isinstance(event, ClocksSet)
            self._expect(row.stream_id, _dues(row.stream_id, event.seats))
        elif row.topic.startswith((_BEGAN, _CLOSED, _FINISHED)):
            self._open.pop(row.stream_id, None)
            self._valid.pop(row.stream_id, None)
        elif row.topic.startswith(_OPENED) or row.stream_id in self._open:
            self._open[row.stream_id] = row.version
            touched_ms = milliseconds(read_envelope(row).at)
            self._expect(row.stream_id, {_Due(touched_ms + self._expiry_ms, row.stream_id, _TABLE)})

    def _expect(self, game_id: str, dues: set[_Due]) -> None:
        for due in dues - self._valid.get(game_id, set()):
            late = due.at_ms < self._leads_since_ms and due.place != _TABLE
            heappush(self._heap, (self._leads_since_ms + self._grace_ms if late else due.at_ms, due))
        self._valid[game_id] = dues
        if len(self._heap) > HEAP_SPARE + 8 * len(self._valid):
            self._heap = [entry for entry in self._heap if entry[1] in self._valid.get(entry[1].game_id, ())]
            heapify(self._heap)

    async def _say(self, due: _Due) -> None:
        expires = due.place == _TABLE
        command: TableCommand = ExpireTable() if expires else TimeOut(due.place)
        request_id = str(uuid5(_REQUESTS, f"{due.game_id}/{due.place}/{due.at_ms}"))
        version = self._open[due.game_id] if expires else None
        try:
            said = await self._games.execute(
                due.game_id, command, actor=SERVER_ACTOR, request_id=request_id, expected_version=version
            )
            if not said.events:  # a bot has the seat and may yet give it back with time left: clocks are set back
                heappush(self._heap, (self._now_ms() + AGAIN_MS, due))
        except (Refused, ExpectedVersionMismatch) as overtaken:
            log.info("a deadline was overtaken", game_id=due.game_id, reason=str(overtaken))
            heappush(self._heap, (self._now_ms() + AGAIN_MS, due))  # until the log shows by what
        except (QueueFull, Contended) as busy:
            raise StoreUnavailable("a deadline could not be said") from busy
        except (StoreUnavailable, OSError):
            raise
        except UnknownGame:  # a server that took over has lost its beginning
            log.warning(_GONE, game_id=due.game_id)
            self._open.pop(due.game_id, None)
            self._valid.pop(due.game_id, None)
        except Exception:  # of this game alone: the others' time is up all the same
            log.exception("a deadline cannot be said", game_id=due.game_id)
            heappush(self._heap, (self._now_ms() + BROKEN_AGAIN_S * 1000, due))

    def _pause_s(self) -> float:
        if not self._heap:
            return WAIT_S
        return min(WAIT_S, max(0.0, (self._heap[0][0] - self._now_ms()) / 1000))

    def _now_ms(self) -> int:
        return milliseconds(self._clock())


def _dues(game_id: str, clocks: Sequence[SeatClock]) -> set[_Due]:
    return {
        _Due(clock.deadline_ms, game_id, seat) for seat, clock in enumerate(clocks) if clock.deadline_ms is not None
    }
