"""A server with views in memory begins where the one before it ended."""

import asyncio

from typer.testing import CliRunner

from services.cli.main import app
from tests.api.api_kit import accounts_made
from tests.api.test_evicted_games import Two, finished
from turnledger.v1 import lobby_pb2


async def mine(client, over):
    """The account's games, once the lists have so many that are over."""
    async with asyncio.timeout(60):
        while True:
            found = (await client.views.list_my_games(include_finished=True, page_size=10)).games
            if [each.table.status for each in found].count(lobby_pb2.TABLE_STATUS_FINISHED) == over:
                return found
            await asyncio.sleep(0.01)


async def test_a_server_goes_on_where_the_last_one_ended_until_an_operator_throws_that_away(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("services.projection_runner.view_snapshots.AT_THE_END", 1)
    two = Two(tmp_path, await accounts_made(tmp_path, 3))
    said = "a view goes on where it was kept"
    async with two.at_a_server() as (ann, bob, _):
        await finished(ann, bob, upto=40)
        before = await mine(ann, 1)
    assert said not in capsys.readouterr().err
    async with two.at_a_server() as (ann, bob, _):
        assert capsys.readouterr().err.count(said) == 3
        assert await mine(ann, 1) == before
        await finished(ann, bob, upto=40)
        store = {"TURNLEDGER_STORE": f"sqlite:///{tmp_path}/store.db", "TURNLEDGER_VIEWS": "memory://"}
        thrown_away = await asyncio.to_thread(CliRunner().invoke, app, ["rebuild", "--json"], env=store)
        assert (thrown_away.exit_code, thrown_away.stdout) == (0, '{"kept_views":3}\n')
        before = await mine(ann, 2)
        capsys.readouterr()
    async with two.at_a_server() as (ann, bob, _):
        assert said not in capsys.readouterr().err
        assert await mine(ann, 2) == before
