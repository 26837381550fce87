import pytest

from services.store import open_sql


@pytest.fixture
async def sql(store_url):
    """The tables of accounts, on SQLite and on PostgreSQL in turn."""
    opened = open_sql(store_url)
    yield opened
    await opened.close()
