"""`turnledger archive`, as an operator's scheduler runs it."""

import asyncio
import json

import pytest
from typer.testing import CliRunner

from services.cli.main import app
from services.cli.operator import archive as command
from services.history.history_parts import signing_keys
from services.store import open_store
from tests.archive.archive_kit import games, opened, store_all


@pytest.fixture
def environment(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    signing_keys(tmp_path / "keys")

    async def fill():
        async with opened(url, tmp_path) as (store, _):
            await store_all(store, games()[2:3])

    asyncio.run(fill())
    names = {"store": url, "keys": str(tmp_path / "keys"), "archive": str(tmp_path / "archive")}
    return {f"TURNLEDGER_{name.upper()}": value for name, value in names.items()}


def run(environment, *arguments):
    return CliRunner().invoke(app, ["archive", *arguments], env=environment)


def test_it_says_what_it_archived_and_what_is_archived_is_read_by_all_commands(environment):
    (rows,) = games()[2:3]
    first = run(environment, "--json", "--older-than", "0s")
    assert (first.exit_code, json.loads(first.stdout)["games"], json.loads(first.stdout)["events"]) == (0, 1, len(rows))
    assert run(environment).stdout == "0 games archived: 0 events in 0 bytes\n"
    told = CliRunner().invoke(app, ["figures", rows[0].stream_id, "--json"], env=environment)
    assert told.exit_code == 0, told.stderr


def test_it_archives_nothing_where_something_is_not_said_rightly(environment, tmp_path):
    for wrong, says in (
        ({"TURNLEDGER_ARCHIVE": ""}, "there is no archive"),
        ({"TURNLEDGER_KEYS": str(tmp_path / "none")}, "has no keys of this installation"),
    ):
        found = run(environment | wrong)
        assert found.exit_code == 2
        assert says in found.stderr
    assert run(environment, "--older-than", "soon").exit_code == 2


def test_a_second_one_at_the_same_time_says_so_and_ends(environment, monkeypatch):
    monkeypatch.setattr(command, "LEAD_S", 0.1)

    async def while_another_leads():
        store = open_store(environment["TURNLEDGER_STORE"])
        async with store.lead(command.LEAD):
            found = await asyncio.to_thread(run, environment)
        await store.close()
        return found

    found = asyncio.run(while_another_leads())
    assert (found.exit_code, found.stderr) == (1, "another `turnledger archive` is at work\n")
