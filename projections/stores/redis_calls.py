"""Calls to Redis or Valkey: what can go wrong with them, many at once, many lookups in one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.exceptions import NoScriptError, RedisError

from projections.stores.interface import ViewUnavailable

Client: TypeAlias = Redis | RedisCluster
PORTION = 500
"""Keys that a scan gives at a time."""
GETS_MAX = 256
"""Lookups in one call."""


@contextmanager
def away() -> Iterator[None]:
    """Says ViewUnavailable for all that can go wrong between us and the server, but for a script it does not know
    yet."""
    try:
        yield
    except NoScriptError:
        raise
    except (RedisError, OSError) as error:
        raise ViewUnavailable(f"{type(error).__name__}: {error}") from error


def database(client: Client) -> int:
    """The number of the database; a cluster has one only."""
    return int(client.connection_pool.connection_kwargs.get("db") or 0) if isinstance(client, Redis) else 0


async def hang_up(client: Client) -> None:
    """The next calls are made over new connections. A cluster finds its primaries by itself."""
    if isinstance(client, Redis):
        await client.connection_pool.disconnect()


class Gets:
    """Lookups of one shard. Those that are asked for while one is on its way go together in the next, which costs the
    client and the server about as much as a single one."""

    def __init__(self, call: Callable[..., Awaitable[Any]]) -> None:
        self._call = call
        self._waiting: list[tuple[list[str], asyncio.Future[list[bytes | None]]]] = []
        self._asking: asyncio.Task[None] | None = None

    async def get(self, keys: list[str]) -> list[bytes | None]:
        answer: asyncio.Future[list[bytes | None]] = asyncio.get_running_loop().create_future()
        self._waiting.append((keys, answer))
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await answer

    async def _ask(self) -> None:
        try:
            while self._waiting:
                asked, self._waiting = self._waiting[:GETS_MAX], self._waiting[GETS_MAX:]
                await self._answer([each for each in asked if not each[1].done()])
        finally:
            self._asking = None

    async def _answer(self, asked: list[tuple[list[str], asyncio.Future[list[bytes | None]]]]) -> None:
        if not asked:  # who asked has gone
            return
        try:
            found = iter(await self._call("MGET", *[key for keys, _ in asked for key in keys]))
        except Exception as error:
            for _, answer in asked:
                if not answer.done():
                    answer.set_exception(error)
            return
        for keys, answer in asked:
            values = list(islice(found, len(keys)))
            if not answer.done():
                answer.set_result(values)


class ControlKeys:
    """Lookups of the keys that run the views: live generation, request for a handover, positions. On one server
    all views share them, and those asked for in one turn of the event loop go together in one call. On a cluster each
    slot has calls of its own."""

    def __init__(self, client: Client) -> None:
        self._client, self._apart = client, isinstance(client, RedisCluster)
        self._gets: dict[str, Gets] = {}

    async def get(self, keys: Sequence[str]) -> list[bytes | None]:
        """Return the value of each key. Raises ViewUnavailable."""
        slots = dict[str, list[int]]()
        for place, key in enumerate(keys):
            slots.setdefault(_hash_tag(key) if self._apart else "", []).append(place)
        found = await asyncio.gather(
            *(self._gets_of(slot).get([keys[place] for place in places]) for slot, places in slots.items())
        )
        values: list[bytes | None] = [None] * len(keys)
        for places, of_slot in zip(slots.values(), found, strict=True):
            for place, value in zip(places, of_slot, strict=True):
                values[place] = value
        return values

    def _gets_of(self, slot: str) -> Gets:
        if slot not in self._gets:
            self._gets[slot] = Gets(self._call)
        return self._gets[slot]

    async def _call(self, *command: Any) -> Any:
        with away():
            return await self._client.execute_command(*command)


def _hash_tag(key: str) -> str:
    return key.partition("{")[2].partition("}")[0]


async def scan(client: Client, pattern: str) -> AsyncIterator[list[bytes]]:
    """Keys that match, in portions."""
    portion: list[bytes] = []
    with away():
        async for key in client.scan_iter(match=pattern, count=PORTION):
            portion.append(key)
            if len(portion) == PORTION:
                yield portion
                portion = []
    if portion:
        yield portion


async def pipelined(client: Client, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
    with away():
        pipeline = client.pipeline(transaction=False)
        for command in commands:
            pipeline.execute_command(*command)
        return await pipeline.execute()
