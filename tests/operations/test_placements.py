"""The home of several logs was restored to an earlier moment than they, and learns again where their games are."""

from collections.abc import AsyncIterator

import psycopg
import pytest

from domain.history.record import EventRow
from services.operations.placements import check_placements, put_back
from services.store import open_store
from services.store.interface import EventStore
from services.store.logs.log_set import ShardedEventStore

pytestmark = pytest.mark.servers
FIRST, SECOND = ("g4", "g5"), ("g0", "g1")
"""By the log of each game, which follows from the CRC-32 of an id."""


def opened(game: str) -> list[EventRow]:
    return [EventRow(game, 1, "table.GameOpened/1", b"{}")]


def execute(url: str, statement: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement.encode())


async def filled(url: str) -> ShardedEventStore:
    store = open_store(url)
    assert isinstance(store, ShardedEventStore)
    for game in (*FIRST, *SECOND):
        await store.append(opened(game), 10)
    return store


@pytest.fixture
async def store(logs_url) -> AsyncIterator[ShardedEventStore]:
    found = await filled(logs_url)
    yield found
    await found.close()


@pytest.fixture
async def another(logs_url) -> AsyncIterator[EventStore]:
    """A process that begins when the others have ended."""
    found = open_store(logs_url)
    yield found
    await found.close()


async def test_games_that_the_home_has_forgotten_are_named_and_put_back(store, another, logs_url):
    assert (await check_placements(store, 100)).said == "4 games are where the home says"
    home, _ = logs_url.split()
    execute(home, "DELETE FROM placed_games WHERE game_id IN ('g0', 'g1', 'g4')")
    assert await another.load("g0") == []
    found = await check_placements(store, 0)
    assert (found.state, found.said) == ("fail", "the home does not know 2 games: g0 of log 1, g1 of log 1")
    assert "rebuild --placements" in found.remedy
    assert (await check_placements(store, 1)).said == "the home does not know 1 games: g1 of log 1"
    done = await put_back(store)
    assert (done.games, done.elsewhere) == (2, [])
    assert await another.load("g0") == opened("g0")
    assert (await check_placements(store, 0)).state == "ok"
    assert (await put_back(store)).games == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE placed_games SET log = 0 WHERE game_id = 'g1'", "g1 of log 1 in log 0"),
        ("UPDATE placed_games SET log = 1 WHERE game_id = 'g5'", "g5 of log 0 in log 1"),
    ],
)
async def test_a_game_that_the_home_takes_to_be_elsewhere_is_named_and_left_so(store, logs_url, change, said):
    execute(logs_url.split()[0], change)
    found = await check_placements(store, 100)
    assert (found.state, said in found.said, "one moment" in found.remedy) == ("fail", True, True)
    done = await put_back(store)
    assert (done.games, done.elsewhere) == (0, [said])


async def test_a_placement_in_a_log_that_there_is_not_is_named(store, logs_url):
    execute(logs_url.split()[0], "INSERT INTO placed_games VALUES ('far', 2)")
    found = await check_placements(store, 100)
    assert (found.state, "far in a log that there is not" in found.said) == ("fail", True)
