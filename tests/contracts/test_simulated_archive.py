"""The model of PostgreSQL lets archived games go as a real server does."""

import asyncio
from random import Random

import pytest

from domain.history.record import EventRow
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.file import rows_digest
from services.store.archive.lookups import LAST_TOPIC
from services.store.postgres import PostgresStore
from services.store.postgres_backend import Backend
from tests.simulation.loop import SimulatedLoop
from tests.simulation.postgres import Cluster

T_S = 10.0
GAMES = "abcdefgh"


async def answers(store, let_go, seed):
    """Return the answers to random calls. Positions are compared by their order, because both sides count alike."""
    dice, found = Random(seed), []
    length = dict.fromkeys(GAMES, 0)
    for _ in range(80):
        game = dice.choice(GAMES)
        is_archived = await store.archived(game) is not None
        if dice.random() < 0.5 and not is_archived:
            topic = dice.choice(("table.A/1", "demo.B/1", "demo.B/1", f"{LAST_TOPIC}1"))
            await store.append([EventRow(game, length[game] + 1, topic, b"%d" % dice.randrange(9))], T_S)
            length[game] += 1
            continue
        rows = await store.placed(game)
        if rows and dice.random() < 0.5 and not is_archived:
            first, last = rows[0].position, rows[-1].position
            gone = ArchivedGame(game, f"file-{game}", "digest", length[game], "chain", first, last)
            named = rows if dice.random() < 0.8 else rows[:-1]
            found.append(await asyncio.to_thread(let_go, gone, named))
        head = await store.log_head()
        at = dice.randrange(0, head + 2)
        found += [await store.archived(game), await store.archived_upto(), await store.archived_across(at)]
        found += [await store.archived_after(at, 2), await store.finished(at, 3), await store.placed(game)]
        found += [await store.load(game, dice.randrange(0, 3)), await store.read_log(at, 4)]
        found += [await store.read_tables(at, 4), await store.rows_at([at, at + 1]), head]
    return found


def modelled(seed):
    loop = SimulatedLoop(seed)

    async def run():
        cluster = Cluster(loop, Random(seed))
        store = PostgresStore(f"postgresql://simulated/archive-{seed}", driver=cluster.driver)
        found = await answers(store, lambda game, rows: cluster.primary.archive(game, rows_digest(rows)), seed)
        await store.close()
        return found

    return loop.run_until_complete(run())


@pytest.mark.servers
@pytest.mark.parametrize("seed", range(6))
async def test_archived_games_leave_the_model_as_they_leave_a_real_server(postgres_store_url, seed):
    store = PostgresStore(postgres_store_url)
    try:
        real = await answers(store, Backend(postgres_store_url).let_go, seed)
    finally:
        await store.close()
    model = await asyncio.to_thread(modelled, seed)
    assert model == real
    assert True in real
