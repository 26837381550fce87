"""Queries that a transaction of the tables depends on find the events that the database has."""

import pytest
from msgspec.structs import replace

from domain.history.record import EventRow, LogRow
from services.store import open_sql, open_store
from services.store.chained import still_stored

EVENT = EventRow("game", 1, "demo.Chosen/1", b'{"chosen":1}')
NEXT = replace(EVENT, version=2)
ARCHIVED = (
    "INSERT INTO archived_games (game_id, object, sha256, version, chain, first_position, last_position, span)"
    " VALUES ('archived', '', '', 2, '', 1, 2, 1)"
)


@pytest.fixture
async def is_stored(store_url):
    """Return whether a write happens that depends on an event."""
    store, sql = open_store(store_url), open_sql(store_url)
    await store.append([EVENT, NEXT], 30.0)
    await sql.run(ARCHIVED)
    written = ("INSERT INTO followers (name, position) VALUES (?, 1) ON CONFLICT DO NOTHING", ("reader",))

    async def is_stored(row):
        return await sql.together([written], only_if=await still_stored(store, LogRow(1, row)))

    yield is_stored
    await store.close()
    await sql.close()


@pytest.mark.parametrize(
    ("row", "is_there"),
    [
        (EVENT, True),
        (NEXT, True),
        (replace(EVENT, version=3), False),
        (replace(EVENT, body=b'{"chosen":2}'), False),
        (replace(EVENT, topic="demo.Lost/1"), False),
        (replace(EVENT, stream_id="lost"), False),
        (replace(EVENT, stream_id="archived"), True),
        (replace(EVENT, stream_id="archived", version=3), False),
    ],
)
async def test_a_write_depends_on_an_event_that_was_read(is_stored, row, is_there):
    assert await is_stored(row) == is_there
