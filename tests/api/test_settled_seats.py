"""The seats that the API remembers of begun games, where a server that took over has lost the beginning."""

from contextlib import asynccontextmanager

import pytest

from domain import stored
from domain.table.messages import OpenTable, StartGame, TakeSeat
from projections.folds.boards import Boards
from projections.read.games import BoardQueries
from projections.read.spread import Spread
from projections.stores.memory_view import MemoryView
from services.api.watching.facts_cache import FactsCache
from services.application.game_service import GameService
from services.projection_runner.projector import Projector
from services.store import open_store
from tests.api.api_kit import RUSSIA


@asynccontextmanager
async def begun(path, *players):
    """The service of a store with one game, begun by these players, in the order of their seats."""
    store = open_store(f"sqlite:///{path}")
    games = GameService(store, stored.codec())
    game_id = (await games.open_table(OpenTable(RUSSIA, 2), actor="host", request_id="1")).game_id
    for player in players:
        await games.execute(game_id, TakeSeat(), actor=player, request_id=player)
    await games.execute(game_id, StartGame(), actor="host", request_id="2")
    yield games, store, game_id
    await store.close()


async def fold(store, generation):
    projector = Projector(store, stored.codec().read, [(Boards(), generation)])
    await projector.resume()
    while await projector.step(100):
        pass


@pytest.fixture
async def lost_and_new(tmp_path):
    """The log that a failover has lost, and the new one, in which the same game began with exchanged seats."""
    async with begun(tmp_path / "lost.db", "ann", "bob") as lost, begun(tmp_path / "new.db", "bob", "ann") as new:
        yield lost, new


async def test_seats_are_read_again_from_views_that_were_built_again(lost_and_new):
    (_, lost, game_id), (_, new, _) = lost_and_new
    view = MemoryView("boards")
    facts = FactsCache(GameService(new, stored.codec()), BoardQueries(Spread([view])))
    await fold(lost, await view.live())
    assert (await facts.facts(game_id, 1.0)).seats == {"ann": 0, "bob": 1}
    generation = await view.fresh()
    await fold(new, generation)
    await view.switch(generation)
    assert (await facts.facts(game_id, 1.0)).seats == {"bob": 0, "ann": 1}


async def test_seats_of_stale_views_give_way_to_those_of_the_store(lost_and_new):
    (_, lost, game_id), (_, new, _) = lost_and_new
    view, games = MemoryView("boards"), GameService(new, stored.codec())
    facts = FactsCache(games, BoardQueries(Spread([view])))
    await fold(lost, await view.live())
    assert (await facts.facts(game_id, 1.0)).seats == {"ann": 0, "bob": 1}
    await games.load(game_id)
    assert (await facts.facts(game_id, 1.0)).seats == {"bob": 0, "ann": 1}
