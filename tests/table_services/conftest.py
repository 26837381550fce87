import pytest

from services.application.games import Games
from services.store import open_store
from tests.stores import new_sqlite
from tests.table_services.kit import CODEC, FakeClock, Tables


@pytest.fixture
async def store(tmp_path):
    opened = open_store(new_sqlite(tmp_path / "events.db"))
    yield opened
    await opened.close()


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def games(store, clock):
    return Games(store, CODEC, clock)


@pytest.fixture
def tables(games):
    return Tables(games)
