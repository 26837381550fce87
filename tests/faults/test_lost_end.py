"""A store that loses its end while people look on: a replica that had not got the last commits took over."""

import asyncio
from contextlib import aclosing

import grpc
import psycopg
import pytest

from services.main import running
from services.settings import Settings
from services.store.schema import migrate
from turnledger import ServiceError, sign_in

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(300)]


async def test_who_watches_a_version_that_is_lost_is_told_so_and_the_table_goes_on(
    postgres_url, redis_url, tmp_path, monkeypatch
):
    monkeypatch.setattr("services.api.audiences.WAIT_S", 0.5)
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
