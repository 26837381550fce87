"""The model of PostgreSQL under the simulation gives the answers of a real server to the same random schedules."""

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import psycopg
import pytest

from domain.history.record import EventRow
from services.store import leading, primary
from services.store.interface import EventStore, Request, VersionConflict
from services.store.postgres import PostgresStore
from tests.simulation.loop import SimulatedLoop
from tests.simulation.postgres import Cluster

T_S = 10.0
GAMES = ("a", "b", "c")


async def answers(stores: list[EventStore], seed: int) -> list[object]:
    """Return what two processes learn of one store from random calls, without positions, which may have gaps."""
    dice, found = Random(seed), list[object]()
    for _ in range(60):
        store, game, version = dice.choice(stores), dice.choice(GAMES), dice.randrange(0, 6)
        actor, number, body = dice.choice("xy"), str(dice.randrange(4)), b"%d" % dice.randrange(3)
        request = Request(actor, number, body)
        kind = dice.randrange(7)
        if kind < 3:
            rows = [
                EventRow(game, version + 1 + place, dice.choice(("table.A/1", "table.ClocksSet/1", "demo.B/1")), body)
                for place in range(dice.randrange(1, 3))
            ]
            other = [EventRow(dice.choice(GAMES) + "2", dice.randrange(1, 3), "demo.B/1", body)]
            first = asyncio.create_task(store.append(rows, T_S, request))
            await asyncio.sleep(0)  # they are stored in this order, in one batch or in two
            got = await asyncio.gather(first, store.append(other, T_S), return_exceptions=True)
            found.append([_named(each) for each in got])
        elif kind == 3:
            (got_one,) = await asyncio.gather(store.record_request(game, version, request, T_S), return_exceptions=True)
            found.append(_named(got_one))
        elif kind == 4:
            found.append(dict(await store.recorded_requests(game, actor)))
        elif kind == 5:
            found.append(await store.load(game, version, dice.choice((None, 1, 2))))
        else:
            log = await store.read_log(0, 1000)
            skip = dice.randrange(0, len(log) + 1)
            after = log[skip - 1].position if skip else 0
            read = [await store.read_log(after, 3), await store.read_tables(after, 3), await store.rows_at([after])]
            found.append([[each.row for each in rows] for rows in read])
            found.append((await store.log_head() == (log[-1].position if log else 0), len(log)))
    return found


def _named(answer: object) -> object:
    if answer is None:
        return None
    assert isinstance(answer, VersionConflict), answer
    return (answer.game_id, answer.version)


def modelled(seed: int) -> list[object]:
    loop = SimulatedLoop(seed)

    async def run() -> list[object]:
        cluster = Cluster(loop, Random(seed))
        stores = [PostgresStore(f"postgresql://simulated/{seed}-{each}", driver=cluster.driver) for each in "12"]
        found = await answers(list(stores), seed)
        for each in stores:
            await each.close()
        return found

    return loop.run_until_complete(run())


async def leases(connections: list[Any], seed: int) -> list[list[str]]:
    """Return what two connections are given of three leases. Each frees what it took, one after the other."""
    dice, found, taken = Random(seed), list[list[str]](), [list[str]() for _ in connections]
    for _ in range(60):
        number = dice.randrange(len(connections))
        if taken[number] and dice.random() < 0.6:
            freed = taken[number].pop(dice.randrange(len(taken[number])))
            await connections[number].execute(leading._FREE, ([freed],))
        else:
            wanted = dice.sample(GAMES, 2)
            got = await connections[number].execute(primary._WITH.format(leading._TAKE), (wanted,))
            found.append(sorted((await got.fetchall())[0][-1]))
            taken[number] += found[-1]
    return found


def modelled_leases(seed: int) -> list[list[str]]:
    loop = SimulatedLoop(seed)

    async def run() -> list[list[str]]:
        cluster = Cluster(loop, Random(seed))
        return await leases([await cluster.driver("postgresql://simulated/leases") for _ in "12"], seed)

    return loop.run_until_complete(run())


@pytest.mark.servers
@pytest.mark.parametrize("seed", range(4))
async def test_leases_that_are_taken_twice_are_free_after_two_frees(postgres_store_url, seed):
    async with AsyncExitStack() as stack:
        connections = [
            await stack.enter_async_context(await psycopg.AsyncConnection.connect(postgres_store_url, autocommit=True))
            for _ in "12"
        ]
        real = await leases(connections, seed)
    assert await asyncio.to_thread(modelled_leases, seed) == real
    assert [] in real


@pytest.mark.servers
@pytest.mark.parametrize("seed", range(12))
async def test_random_schedules_have_the_answers_of_a_real_server(postgres_store_url, seed):
    stores = [PostgresStore(postgres_store_url) for _ in range(2)]
    try:
        real = await answers(list(stores), seed)
    finally:
        for each in stores:
            await each.close()
    model = await asyncio.to_thread(modelled, seed)
    assert model == real
    assert any(isinstance(each, list) and any(each) for each in real)
