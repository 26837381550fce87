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
