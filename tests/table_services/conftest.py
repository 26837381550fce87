import pytest

from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.application.game_service import GameService
from services.notify.notice_storage import NoticeStorage
from services.store import open_sql, open_store
from services.tables.unfinished import OpenTableIndex
from tests.stores import new_sqlite
from tests.table_services.receiver import Receiver
from tests.table_services.services_kit import CODEC, FakeClock, Tables


@pytest.fixture
async def store(tmp_path):
    opened = open_store(new_sqlite(tmp_path / "events.db"))
    yield opened
    await opened.close()


@pytest.fixture
async def sql(store, tmp_path):
    opened = open_sql(f"sqlite:///{tmp_path}/events.db")
    yield opened
    await opened.close()


@pytest.fixture
def sign_in(sql, tmp_path):
    return SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")))


@pytest.fixture
def storage(sql):
    return NoticeStorage(sql)


@pytest.fixture
async def receiver():
    async with Receiver() as receiver:
        yield receiver


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def games(store, clock):
    return GameService(store, CODEC, clock)


@pytest.fixture
def unfinished(store, sql, clock):
    """Return an index as far ahead as possible, so that the next leader begins with nothing else."""
    return OpenTableIndex(store, sql, clock, step=1, recent_s=0)


@pytest.fixture
def tables(games):
    return Tables(games)
