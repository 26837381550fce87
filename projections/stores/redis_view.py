"""A view on Redis or Valkey, one server or a cluster: which generation is live, who claims the lead, who waits."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from redis.exceptions import RedisError

from projections.stores.interface import (
    VERSION_KEY,
    Generation,
    PositionMoved,
    T,
    ViewUnavailable,
    nowhere,
    shown_at,
    version_of,
)
from projections.stores.near_cache import LocalCache
from projections.stores.redis_calls import GETS_MAX, Client, ControlKeys, away, pipelined
from projections.stores.redis_generation import Keys, RedisGeneration, arrivals, clear
from projections.stores.waiters import Waiters

Pause = Callable[[float], Awaitable[None]]
log_ = logging.getLogger(__name__)

SHARDS, CLUSTER_SHARDS = 8, 16
"""Into how many shards a view of many homes is cut: as many processes can write it at once. On a cluster each goes to
whichever node has its slot."""
LIVE_S = 0.5
"""A process looks this often which generation is live."""
POLL_S = 5.0
"""Interval at which all waiters are checked. A message is lost only with its connection, which is noticed."""
RETRY_S = 0.5
NEAR_S = 0.5
"""A value that was read is believed so long, unless its game has moved."""

_ATTEND = """
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
redis.call('ZADD', KEYS[1], ms + ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ms)
return redis.call('ZCARD', KEYS[1])
"""


# A newer generation stays: a process that was frozen before its own switch is too late.
_SWITCH = """
if tonumber(redis.call('GET', KEYS[1]) or '0') > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
return 1
"""


class RedisView:
    """`schema`: of the data of this view; views of another schema are not touched, and this one is built next to them.
    `prefix` separates installations that share a server. With `shards` above 1 the view is split. The client is shared
    with other views and closed by its creator. `control` is shared by views that are asked together. `keep_s`: how long
    data of finished games stays, None for ever. `pause`: sleeps between polls, perhaps for a jittered time."""

    sees_switch_s = LIVE_S + NEAR_S

    def __init__(
        self,
        client: Client,
        name: str,
        *,
        schema: int = 1,
        shards: int = 1,
        prefix: str = "turnledger",
        keep_s: float | None = None,
        pause: Pause = asyncio.sleep,
        control: ControlKeys | None = None,
    ) -> None:
        self._client, self._keep_s, self._pause = client, keep_s, pause
        self._control = control or ControlKeys(client)
        self._keys = Keys(f"{prefix}:{schema}.{shards}", name, shards)
        self.id = f"{self._keys.root}:{name}"
        self.leads = (self.id,) if shards == 1 else tuple(f"{self.id} {shard}" for shard in range(shards))
        self._waiters = Waiters()
        self._listening: asyncio.Task[None] | None = None
        self._polling: asyncio.Task[None] | None = None
        self._hears = False
        self._near = LocalCache(NEAR_S, lambda: asyncio.get_running_loop().time())
        self._live: RedisGeneration | None = None
        self._looked = float("-inf")
        self._looking: asyncio.Task[RedisGeneration] | None = None

    async def live(self) -> RedisGeneration:
        now = asyncio.get_running_loop().time()
        if self._live and now - self._looked <= LIVE_S:
            return self._live
        if self._looking is None:  # a thousand watchers that wake up at once ask once
            self._looking = asyncio.create_task(self._look(now))
            self._looking.add_done_callback(_was_looked_at)
        return await asyncio.shield(self._looking)

    async def _look(self, now: float) -> RedisGeneration:
        try:
            number = await self._live_number()
            if self._live is None or self._live.number != number:
                self._live = self.generation(number)
                self._near.drop_all()
                self._waiters.look()  # earlier messages of this generation were not processed
            self._looked = now
            return self._live
        finally:
            self._looking = None

    async def _live_number(self) -> int:
        (number,) = await self._control.get([self._keys.control("live")])
        if number is None:
            with away():  # empty: the first comer makes a generation, the others take it
                made = await self._client.incr(self._keys.control("made"))
                await self._client.set(self._keys.control("live"), made, nx=True)
            (number,) = await self._control.get([self._keys.control("live")])
        return int(number or 1)

    async def fresh(self) -> RedisGeneration:
        live = await self._live_number()
        with away():
            made = live
            while made <= live:
                made = int(await self._client.incr(self._keys.control("made")))
        return self.generation(made)

    async def switch(self, generation: Generation) -> None:
        with away():
            switched = await self._client.eval(_SWITCH, 1, self._keys.control("live"), str(generation.number))
        self._live = None
        if not switched:
            raise PositionMoved(f"a newer generation than {generation.number} is live")

    async def sweep(self) -> None:
        with away():  # in this order: one that is made meanwhile is not among them
            made = int(await self._client.get(self._keys.control("made")) or 0)
        live = await self._live_number()
        old = (number for number in range(1, made + 1) if number != live)
        positions = [self._keys.position(shard, number) for number in old for shard in range(self._keys.shards)]
        await pipelined(self._client, [("UNLINK", position) for position in positions])
        await clear(self._client, self._keys.pattern(), keep=str(live))

    async def request_handover(self, for_s: float) -> None:
        with away():
            await self._client.set(self._keys.control("claim"), 1, px=round(1000 * for_s))

    async def cancel_handover(self) -> None:
        with away():
            await self._client.delete(self._keys.control("claim"))

    async def handover_requested(self) -> bool:
        (requested,) = await self._control.get([self._keys.control("claim")])
        return requested is not None

    async def heartbeat(self, who: str, for_s: float) -> int:
        with away():
            present = self._client.eval(_ATTEND, 1, self._keys.control("followers"), who, str(round(1000 * for_s)))
            return int(await present)

    async def read_cached(self, game_id: str, key: str, read: Callable[[bytes], T]) -> tuple[int, T | None]:
        held = self._near.of(game_id)
        if key in held:
            kept: tuple[int, T | None] = held[key]
            return kept
        self._listen()
        generation, heard = await self.live(), self._hears
        found = await shown_at(generation, game_id, key, read)
        if heard:
            held[key] = found
        return found

    async def wait_for(
        self, game_id: str, version: int, timeout_s: float, absent: Callable[[], Awaitable[int]] = nowhere
    ) -> int:
        self._listen()
        asked = False

        async def current_version() -> int:
            nonlocal asked
            told: int | None = None if asked else self._near.of(game_id).get(VERSION_KEY)
            asked = True
            if told is not None and self._hears:
                return told
            return await version_of(await self.live(), game_id) or await absent()

        return await self._waiters.wait(game_id, version, timeout_s, current_version)

    def _listen(self) -> None:
        if self._listening is None:
            self._listening, self._polling = asyncio.create_task(self._hear()), asyncio.create_task(self._poll())

    async def _hear(self) -> None:
        while True:
            try:
                async with self._client.pubsub() as subscribed:
                    await subscribed.subscribe(arrivals(self._client, self._keys))
                    async for message in subscribed.listen():
                        if message["type"] == "message":
                            self._tell(message["data"])
                        else:  # subscribed, perhaps again
                            self._hears = True
                            self._near.drop_all()
                            self._waiters.look()
            except Exception as error:  # whatever it is, what is near would be believed for longer than it is true
                self._hears = False
                self._near.drop_all()
                expected = isinstance(error, (RedisError, OSError))
                log_.warning("arrivals are polled until Redis is heard again: %r", error, exc_info=not expected)
                await self._pause(RETRY_S)

    async def _poll(self) -> None:
        """One look for all, since thousands may wait at games in which nothing happens."""
        while True:
            await self._pause(POLL_S)
            games = self._waiters.awaited()
            try:
                for start in range(0, len(games), GETS_MAX):
                    some = games[start : start + GETS_MAX]
                    for game_id, version in zip(some, await (await self.live()).versions(some), strict=True):
                        self._waiters.reached(game_id, version)
            except ViewUnavailable:
                self._waiters.look()  # and each hears it
            except Exception:
                log_.exception("those who wait look for themselves")
                self._waiters.look()

    def _tell(self, news: bytes) -> None:
        live = str(self._live.number) if self._live else ""
        for line in news.decode().splitlines():
            generation, game_id, version = line.split(" ")
            if generation == live:
                self._near.drop(game_id)
                if self._waiters.reached(game_id, int(version)):  # who waits on need not ask
                    self._near.of(game_id)[VERSION_KEY] = int(version)

    async def close(self) -> None:
        for task in filter(None, (self._listening, self._polling)):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def generation(self, number: int) -> RedisGeneration:
        return RedisGeneration(self._client, self._keys, number, self._control, self._keep_s)


def _was_looked_at(looking: "asyncio.Task[RedisGeneration]") -> None:
    """Looks at an error: all who asked may have gone."""
    if not looking.cancelled():
        looking.exception()
