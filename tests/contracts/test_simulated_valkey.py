"""The model of Redis under the simulation gives the answers of a real server to the same random schedules."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest
import redis

from projections.stores.interface import (
    SHARED,
    AdvanceVersion,
    Append,
    Change,
    Generation,
    PositionMoved,
    Put,
    SetRank,
    Unrank,
    ViewUnavailable,
)
from projections.stores.redis_connect import close, connect
from projections.stores.redis_view import RedisView
from support.servers import RedisServer
from tests.simulation.loop import SimulatedLoop
from tests.simulation.process import REDIS
from tests.simulation.valkey import Valkey

SIMULATED = f"redis://{REDIS}:6379/0"
HOMES = ("a", "b", "c")
MEMBERS = ("ann", "bob", "cy", "dee")


async def answers(url: str, seed: int) -> list[object]:
    """Return what two processes learn of a view with two shards from random calls."""
    dice, found = Random(seed), list[object]()
    clients = [await connect(url) for _ in range(2)]
    ends: dict[int, int] = {}
    for _ in range(60):
        view = RedisView(dice.choice(clients), "v", shards=2, keep_s=3600)  # a new one remembers nothing
        found.append(await _ask(dice, view, await view.live(), ends))
        await view.close()
    for client in clients:
        await close(client)
    return found


async def _ask(dice: Random, view: RedisView, live: Generation, ends: dict[int, int]) -> object:
    kind, home = dice.randrange(12), dice.choice(HOMES)
    if kind < 4:
        return await _write(dice, live, ends)
    if kind == 4:
        return await live.get(home, "k", "text", "version", "list"), await live.slice(home, "list", 0, 9)
    if kind == 5:
        return await live.members("all", dice.choice(("", *MEMBERS)), 2), await live.count("all")
    if kind == 6:
        return await live.ranked("ranks", dice.randrange(3), 3), await live.rank("ranks", dice.choice(MEMBERS))
    if kind == 7:
        return await live.above("ranks", dice.randrange(4), 2)
    if kind == 8:
        names = sorted([name async for portion in live.names() for name in portion])
        return names, await live.dump(names)
    if kind == 9:
        return await view.wait_for(home, 1, 0), await view.heartbeat(dice.choice("xy"), 60), await live.positions()
    if kind == 10:
        await (view.request_handover(60) if dice.random() < 0.5 else view.cancel_handover())
        return await view.handover_requested()
    return await _build_another(dice, view, ends)


async def _write(dice: Random, live: Generation, ends: dict[int, int]) -> object:
    """Write at the end, or elsewhere, where nothing may change."""
    after = ends.get(live.number, 0) - dice.choice((0, 0, 0, 0, 1))
    changes: dict[str, list[Change]] = {SHARED: [_rank(dice), SetRank("all", dice.choice(MEMBERS))]}
    for home in dice.sample(HOMES, 2):
        start = dice.choice((0, 0, 0, 2))
        values = tuple(b"%d" % dice.randrange(9) for _ in range(dice.randrange(1, 4)))
        changes[home] = [Put("k", b"%d" % dice.randrange(99)), Append("list", start, values), AdvanceVersion(after + 1)]
    try:
        await live.write(after, after + 1, changes)
    except (PositionMoved, ViewUnavailable) as refused:
        await live.positions()
        ends[live.number] = await live.position()
        return type(refused), str(refused).partition(" script")[0]
    ends[live.number] = max(after + 1, ends.get(live.number, 0))
    return await live.position()


def _rank(dice: Random) -> Change:
    member = dice.choice(MEMBERS)
    return Unrank("ranks", member) if dice.random() < 0.2 else SetRank("ranks", member, dice.randrange(4))


async def _build_another(dice: Random, view: RedisView, ends: dict[int, int]) -> object:
    fresh = await view.fresh()
    await fresh.write(0, 1, {"a": [Put("k", b"of the new one")]})
    if dice.random() < 0.5:
        await view.switch(fresh)
        ends[fresh.number] = 1
    await view.sweep()
    return fresh.number, (await view.live()).number


def modelled(seed: int, work: Callable[[Valkey], Awaitable[list[object]]]) -> list[object]:
    loop = SimulatedLoop(seed)
    valkey = Valkey(loop, Random(seed), 1_700_000_000_000)
    loop.hosts[REDIS] = valkey.host

    async def run() -> list[object]:
        return await work(valkey)

    try:
        return loop.run_until_complete(run())
    finally:
        loop.close()


@pytest.mark.servers
@pytest.mark.parametrize("seed", range(8))
async def test_random_schedules_on_views_have_the_answers_of_a_real_server(redis_url, seed):
    real = await answers(redis_url, seed)
    model = await asyncio.to_thread(modelled, seed, lambda _: answers(SIMULATED, seed))
    assert model == real
    assert any(each and isinstance(each, tuple) for each in real)


async def refusals(url: str, fill: Callable[[], object], demote: Callable[[], object]) -> list[object]:
    """Return the errors of a server that is full, and of one that has become a replica."""
    client = await connect(url)
    view, found = RedisView(client, "v"), list[object]()
    live = await view.live()
    await live.write(0, 1, {"a": [Put("k", b"1"), Append("list", 0, (b"1", b"2"))]})
    for after, refuse in enumerate((fill, demote), 1):
        refuse()
        for write in (
            lambda at=after: live.write(at, at + 1, {"a": [Put("k", b"2")]}),
            lambda: view.heartbeat("x", 60),
            lambda: view.request_handover(60),
        ):
            try:
                found.append(await write())
            except (ViewUnavailable, PositionMoved) as refused:
                found.append((type(refused), type(refused.__cause__), str(refused)[:30]))
        found.append((await live.get("a", "k"), await live.position()))
    await close(client)
    return found


@pytest.mark.servers
async def test_a_full_server_and_a_replica_refuse_as_a_real_one_does():
    with RedisServer() as server, redis.Redis(port=server.port) as admin:
        real = await refusals(
            server.url,
            lambda: admin.config_set("maxmemory", 1),
            lambda: (admin.config_set("maxmemory", 0), admin.replicaof("127.0.0.1", 1)),
        )

    async def in_model(valkey: Valkey) -> list[object]:
        def demote() -> None:
            valkey.primary.is_full, valkey.primary.takes_writes = False, False

        return await refusals(SIMULATED, lambda: setattr(valkey.primary, "is_full", True), demote)

    assert await asyncio.to_thread(modelled, 1, in_model) == real
    assert len(real) == 8
