"""Fetches the beacon rounds that tables wait for, begins their games and makes their draws.

One process at a time does this for the whole store. It stores nothing of its own: a waiting table is in the log, so the
next leader finds it there, whatever happened to this process before the round came. All relays are asked at once and
none is trusted: the signature proves itself.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

import msgspec
import structlog
from msgspec import Struct

from domain.history.record import LogRow, StreamUnreadable, milliseconds
from domain.kernel.beacon import Beacon, is_signed
from domain.kernel.refused import Refused
from domain.table.aggregate import STARTING
from domain.table.messages import SERVER_ACTOR, Begin
from services.application.command_errors import Contended
from services.application.game_service import GameService
from services.observe.metrics import BEACON_LATE_SECONDS, RELAY_ANSWERS
from services.platform.cancellation import stop_if_cancelled
from services.platform.clock import process_clock
from services.platform.jitter import pause
from services.platform.lazily import lazily
from services.platform.trust import trusted_roots
from services.roles.leader_election import keep_leading
from services.store.interface import EventStore, QueueFull, StoreUnavailable
from services.store.log_reader import read_on
from services.tables.unfinished import OpenTableIndex

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazily("httpx")


log = structlog.get_logger(__name__)

WAIT_S = 0.5
"""Longest interval at which log and clock are checked, and after which relays without the round are asked again. This
role is not woken: a table waits for seconds anyway, and two checks a second cost other commands nothing."""
PATIENCE_S = 60.0
"""A round that no relay has is asked for ever more seldom, up to this."""
RELAY_S = 5.0
"""Timeout of one relay."""
ANSWER_BYTES_MAX = 4_096
_REQUESTS = UUID("a8c9d9fb-6a4f-5f0e-9a05-4a6a0c0f9b24")
_AWAITED = ("table.GameStarting/", "table.DrawAwaited/")
_THERE = ("table.GameBegan/", "table.DrawMade/", "table.TableClosed/", "table.GameFinished/")


class _Answer(Struct):
    """The answer of a relay: https://docs.drand.love/docs/dev-guide/3-4-dev-guide-http-api"""

    round: int
    signature: str


_decode = msgspec.json.Decoder(_Answer).decode


class Waiting(Struct):
    """A waiting table. `next_ms`: when to ask for its round; `tries`: how often no relay had it."""

    beacon: Beacon
    round: int
    next_ms: int
    tries: int = 0


class Relays:
    """The source of rounds: `urls` of relays, which all serve the same chain."""

    def __init__(self, urls: Sequence[str]) -> None:
        self._urls = urls
        for url in urls:
            for result in ("round", "none", "wrong", "silent"):
                RELAY_ANSWERS.labels(url, result)
        self._http = _client(len(urls)) if urls else None  # most installations name no relay

    async def signature(self, beacon: Beacon, number: int) -> str | None:
        """Return the verified signature of the round; None if no relay has it. The first relay that has it is
        enough."""
        asked = [asyncio.create_task(self._ask(url, beacon, number)) for url in self._urls]
        try:
            for answered in asyncio.as_completed(asked):
                if found := await answered:
                    return found
        finally:
            for task in asked:
                task.cancel()
        return None

    async def _ask(self, url: str, beacon: Beacon, number: int) -> str | None:
        try:
            async with asyncio.timeout(RELAY_S):  # httpx counts each part for itself
                said = await self._read(f"{url.rstrip('/')}/{beacon.chain}/public/{number}")
        except (httpx.HTTPError, TimeoutError, ValueError) as error:
            RELAY_ANSWERS.labels(url, "silent").inc()
            log.info("a relay of the beacon has not answered", relay=url, round=number, error=repr(error))
            return None
        if said is None:
            RELAY_ANSWERS.labels(url, "none").inc()
            return None
        if said.round != number or not is_signed(beacon, number, said.signature):
            RELAY_ANSWERS.labels(url, "wrong").inc()
            log.warning("a relay of the beacon gives what its chain has not signed", relay=url, round=number)
            return None
        RELAY_ANSWERS.labels(url, "round").inc()
        return said.signature

    async def _read(self, url: str) -> _Answer | None:
        """None if the relay has no such round yet."""
        assert self._http, "a URL of a relay was given"
        async with self._http.stream("GET", url) as response:
            if response.status_code != httpx.codes.OK:
                return None
            body = b""
            async for part in response.aiter_bytes():
                body += part
                if len(body) > ANSWER_BYTES_MAX:
                    raise ValueError("a round is shorter")
            return _decode(body)

    async def close(self) -> None:
        if self._http:
            await self._http.aclose()


def _client(relays: int) -> "httpx.AsyncClient":
    limits = httpx.Limits(max_connections=4 * relays)
    return httpx.AsyncClient(timeout=RELAY_S, limits=limits, verify=trusted_roots(environment=True))


class BeaconRounds:
    def __init__(
        self,
        games: GameService,
        store: EventStore,
        tables: OpenTableIndex,
        relays: Relays,
        clock: Callable[[], datetime] = process_clock,
    ) -> None:
        self._games, self._store, self._tables, self._relays, self._clock = games, store, tables, relays, clock
        self._position = 0
        self._waiting: dict[str, Waiting] = {}
        self._noticed: set[str] = set()

    @property
    def waiting(self) -> Mapping[str, Waiting]:
        """Tables that wait, by game id."""
        return self._waiting

    async def run(self) -> None:
        """Run until cancelled."""
        await keep_leading(self._store, "beacon", self._lead)

    async def _lead(self) -> None:
        await self.begin()
        while True:
            await self.step()
            stop_if_cancelled()
            await pause(self._pause_s())

    async def begin(self) -> None:
        """Find waiting tables from stored data alone, as a new leader does."""
        self._waiting.clear()
        self._noticed.clear()
        self._position = await self._tables.show(self._notice)

    async def step(self) -> None:
        """Reads the log to its end, and asks for every round whose time has come."""
        self._position = await read_on(self._store.read_tables, self._position, self._notice)
        for game_id in sorted(self._noticed):
            try:
                await self._expect(game_id)
            except Exception as error:
                if isinstance(error, (StoreUnavailable, OSError)) and not isinstance(error, StreamUnreadable):
                    raise
                log.exception("a table that waits for its round cannot be read", game_id=game_id)
        self._noticed.clear()
        now_ms = milliseconds(self._clock())
        due: dict[tuple[Beacon, int], list[str]] = {}
        for game_id, each in self._waiting.items():
            if each.next_ms <= now_ms:
                due.setdefault((each.beacon, each.round), []).append(game_id)
        await asyncio.gather(*(self._fetch(*asked, game_ids) for asked, game_ids in due.items()))
        late_s = [(now_ms - each.beacon.time_ms(each.round)) / 1000 for each in self._waiting.values()]
        BEACON_LATE_SECONDS.labels(self._store.label).set(max(0.0, *late_s) if late_s else 0)

    def _notice(self, each: LogRow) -> None:
        if each.row.topic.startswith(_AWAITED):
            self._noticed.add(each.row.stream_id)
        elif each.row.topic.startswith(_THERE):
            self._noticed.discard(each.row.stream_id)
            self._waiting.pop(each.row.stream_id, None)

    async def _expect(self, game_id: str) -> None:
        aggregate = (await self._games.load(game_id)).loaded
        beacon, named = aggregate.opened.beacon, aggregate.starting
        if aggregate.status == STARTING and beacon and named:
            self._waiting[game_id] = Waiting(beacon, named.round, beacon.time_ms(named.round))
        elif awaited := aggregate.awaited_round:
            assert beacon, "a draw waits for a round of the table's beacon"
            self._waiting[game_id] = Waiting(beacon, awaited.round, awaited.round_ms)

    async def _fetch(self, beacon: Beacon, number: int, game_ids: Sequence[str]) -> None:
        signature = await self._relays.signature(beacon, number)
        for game_id in game_ids:
            waiting = self._waiting[game_id]
            waiting.tries += 1
            waiting.next_ms = milliseconds(self._clock()) + round(1000 * min(PATIENCE_S, WAIT_S * waiting.tries))
            if signature:
                await self._hand_in(game_id, Begin(number, signature))
        if not signature:
            log.warning("no relay has the round yet", round=number, tables=len(game_ids))

    async def _hand_in(self, game_id: str, command: Begin) -> None:
        request_id = str(uuid5(_REQUESTS, f"{game_id}/{command.round}"))
        try:
            await self._games.execute(game_id, command, actor=SERVER_ACTOR, request_id=request_id)
        except Refused as refused:  # another process was faster, or the table was closed
            log.info("a round was handed in already", game_id=game_id, reason=str(refused))
        except (QueueFull, Contended) as busy:
            raise StoreUnavailable("a round could not be handed in") from busy
        except (StoreUnavailable, OSError):
            raise
        except Exception:  # of this game alone: it is tried again, and the others begin
            log.exception("a game cannot take its round", game_id=game_id)

    def _pause_s(self) -> float:
        now_ms = milliseconds(self._clock())
        return min([WAIT_S, *(max(0.0, (each.next_ms - now_ms) / 1000) for each in self._waiting.values())])
