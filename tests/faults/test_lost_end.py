"""A store that loses its end while people look on: a replica that had not got the last commits took over."""

import asyncio
from contextlib import AsyncExitStack, aclosing
from uuid import uuid4

import grpc
import psycopg
import pytest

from domain import stored
from domain.history.chain import first_link, next_link
from domain.history.codec import link_of, sealed_bytes
from domain.table.messages import AddBot, OpenTable
from services.application.game_service import GameService
from services.main import running
from services.settings import Settings
from services.store import open_store
from services.store.postgres import _Appender
from services.store.schema import migrate
from support.played_games import played
from turnledger import Client, ServiceError, sign_in

OPENED = "5f1c9f0e-8a44-4d6c-9a55-0d9d4a4f9b0e"
pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]


async def test_who_watches_a_version_that_is_lost_is_told_so_and_the_table_goes_on(
    postgres_url, redis_url, tmp_path, monkeypatch
):
    monkeypatch.setattr("services.api.watching.audiences.WAIT_S", 0.5)
    migrate(postgres_url)
    settings = Settings(
        store=postgres_url, views=redis_url, keys=tmp_path / "keys", listen="127.0.0.1:0", http="", metrics=""
    )
    async with running(settings) as told, sign_in(told.grpc) as ann, asyncio.timeout(240):
        game = await ann.create_table("power_grid/russia", seats=4, join=True)
        for _ in range(2):
            seen = (await game.add_bot("greedy")).version
        async with aclosing(game.watch()) as watching:
            while (await anext(watching)).version < seen:
                pass
            with psycopg.connect(postgres_url, autocommit=True) as admin:
                admin.execute("DELETE FROM stored_events WHERE originator_version = %s", (seen,))
                admin.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND application_name LIKE 'turnledger%'"
                )
            with pytest.raises(ServiceError) as lost:
                async for _ in watching:
                    pass
        assert (lost.value.code, lost.value.reason) == (grpc.StatusCode.OUT_OF_RANGE, "UNKNOWN_VERSION")
        assert (await game.table()).version == seen - 1
        again = await game.add_bot("random")
        async with aclosing(game.events()) as events:
            versions = [(await anext(events)).version for _ in range(seen)]
        assert (again.version, versions) == (seen, list(range(1, seen + 1)))


@pytest.mark.parametrize("at_the_last_moment", [False, True])
async def test_a_process_that_knows_a_lost_event_does_not_append_behind_the_one_in_its_place(
    postgres_url, monkeypatch, at_the_last_moment
):
    """Another process stores an event in its place before, or between the look at this place and the append."""
    migrate(postgres_url)
    async with AsyncExitStack() as stack, asyncio.timeout(60):
        stores = [open_store(postgres_url) for _ in range(2)]
        for store in stores:
            stack.push_async_callback(store.close)
        first, second = (GameService(store, stored.codec()) for store in stores)

        async def add(games: GameService, bot: str) -> int:
            return (await games.execute(game_id, AddBot(bot), actor="ann", request_id=str(uuid4()))).version

        game_id = (
            await first.open_table(OpenTable("power_grid/russia", 4), actor="ann", request_id=str(uuid4()))
        ).game_id
        lost = await add(first, "greedy")
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute("DELETE FROM stored_events WHERE originator_version = %s", (lost,))
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND application_name LIKE 'turnledger%'"
            )
        looks = _Appender._after_lost_events

        async def looks_and_waits(appender, *asked):
            found = await looks(appender, *asked)
            monkeypatch.setattr(_Appender, "_after_lost_events", looks)
            assert await add(second, "random") == lost
            return found

        if at_the_last_moment:
            monkeypatch.setattr(_Appender, "_after_lost_events", looks_and_waits)
        else:
            assert await add(second, "random") == lost
        assert await add(first, "greedy") == lost + 1
        loaded = await second.load(game_id)
        link = first_link(game_id, loaded.loaded.opened.commitment)
        for row in await stores[1].load(game_id):
            link = next_link(link, loaded.loaded.secret, row.version, sealed_bytes(row))
            assert link_of(row) == link, f"the chain breaks at {row.version}"


async def test_lists_show_the_event_that_took_the_place_of_the_last_one(postgres_url, tmp_path):
    """The end of the log is at the same position as before, and no event is announced after that."""
    migrate(postgres_url)
    table = OpenTable("power_grid/russia", 4)
    settings = Settings(store=postgres_url, keys=tmp_path / "keys", listen="127.0.0.1:0", http="", metrics="")
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        seats = list[tuple[str, bytes]]()
        for bot in ("greedy", "random"):
            admin.execute("DELETE FROM stored_events WHERE originator_version > 1")
            store = open_store(postgres_url)
            games = GameService(store, stored.codec())
            opened = await games.open_table(table, actor="ann", request_id=OPENED)
            await games.execute(opened.game_id, AddBot(bot), actor="ann", request_id=str(uuid4()))
            seats.append((bot, (await store.load(opened.game_id, 1))[0].body))
            await store.close()
        async with running(settings) as started, sign_in(started.grpc) as ann, asyncio.timeout(60):
            await _until_listed(ann, "random")
            admin.execute("UPDATE stored_events SET state = %s WHERE originator_version > 1", seats[0][1:])
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND application_name = 'turnledger listen'"
            )
            await _until_listed(ann, "greedy")


async def _until_listed(client: Client, bot: str) -> None:
    while [each.bot async for table in client.tables() for each in table.occupants] != [bot]:
        await asyncio.sleep(0.05)


async def test_an_append_whose_connection_is_closed_meanwhile_is_sent_again(postgres_url, monkeypatch):
    """A look at the end of the log closes it when it finds that another server is the primary."""
    migrate(postgres_url)
    rows, looks, store = played(number=1).rows, _Appender._after_lost_events, open_store(postgres_url)

    async def closed_meanwhile(appender, connection, commands):
        monkeypatch.setattr(_Appender, "_after_lost_events", looks)
        await appender.close()
        return await looks(appender, connection, commands)

    monkeypatch.setattr(_Appender, "_after_lost_events", closed_meanwhile)
    async with asyncio.timeout(60):
        await store.append(rows[:1], 10.0)
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND application_name LIKE 'turnledger%'"
            )
        await store.append(rows[1:2], 10.0, link=link_of(rows[0]))
        assert _Appender._after_lost_events is looks
        assert list(await store.load(rows[0].stream_id)) == list(rows[:2])
    await store.close()
