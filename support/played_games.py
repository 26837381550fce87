"""Games in a store, for tests of what reads stores."""

from contextlib import asynccontextmanager
from functools import cache

from domain import stored
from services.history.checkpoints import checkpoint
from services.history.keys import SigningKeys
from services.history.seals import Seals
from services.operations.simulate import SimulationPlan, play_one
from services.store import open_sql, open_store

KEYS = SigningKeys.from_secrets("a secret of the tests")


@cache
def played(variant="card_game", players=2, number=0):
    """A whole game of bots, as it would be stored."""
    return play_one(SimulationPlan(variant, players, 1, "audit", ("random",)), number, stored.codec())


def begun(game, rows=40):
    """The first so many rows of a game, or a few less: up to the end of a command."""
    codec = stored.codec()
    while not codec.read(game.rows[rows]).envelope.command:
        rows -= 1
    return game.rows[:rows]


@asynccontextmanager
async def store_with(url, *streams):
    """A store and its seals; each stream is stored command by command, as it came."""
    store, sql = open_store(url), open_sql(url)
    seals = Seals(sql)
    for rows in streams:
        await store.append(rows, 5.0)
    try:
        yield store, seals
    finally:
        await store.close()
        await sql.close()


def goes_on_when_asked(monkeypatch, url, rows, signer):
    """At the moment of a call for the checkpoints of a game, the game gets these rows and is signed."""
    real = Seals.of

    async def moving(self, game_id):
        monkeypatch.setattr(Seals, "of", real)
        async with store_with(url, rows) as (_, seals):
            await seals.keep([checkpoint(rows[-1], signer)])
        return await self.of(game_id)

    monkeypatch.setattr(Seals, "of", moving)
