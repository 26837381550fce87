"""The doctor names the server that is away, on real PostgreSQL and Redis, and a folder that is not mounted."""

import asyncio
import json
import os
import pty
import subprocess
import sys

import psycopg
import pytest

from projections.folds.registry import PROJECTIONS
from services.cli.operator import doctor
from services.history.history_parts import signing_keys
from services.operations.doctor import check_archive, check_view
from services.projection_runner.views import open_views
from services.settings import Settings
from services.store import open_store
from services.store.postgres_requirements import look_at
from services.store.schema import migrate
from support.forked import turnledger
from support.servers import PostgresServer, create_database
from tests.archive.archive_kit import CODEC, archive, games, opened, store_all
from tests.projections.projection_kit import caught_up

pytestmark = pytest.mark.servers
ERASED = "\x1b[1A\x1b[2K"


def examine(environment, *arguments):
    done = turnledger("doctor", "--json", *arguments, environment=environment)
    return {each["check"]: each for each in json.loads(done.stdout)}


@pytest.fixture
async def archived(postgres_store_url, redis_url, tmp_path):
    """An installation whose views have reached the end of a log of archived games."""
    folder = tmp_path / "archive"
    async with opened(postgres_store_url, folder) as (store, sql):
        await store_all(store, games()[:2])
        views = await open_views(redis_url, store=store)
        targets = [(projection, await view.live()) for projection, view in views]
        assert [projection.name for projection, _ in targets] == [each.name for each in PROJECTIONS]
        await caught_up(store, targets, codec=CODEC)
        await views.close()
        assert len(await archive(postgres_store_url, store, sql)) == 2
    signing_keys(tmp_path / "keys")
    return os.environ | {
        "TURNLEDGER_STORE": postgres_store_url,
        "TURNLEDGER_VIEWS": redis_url,
        "TURNLEDGER_ARCHIVE": str(folder),
        "TURNLEDGER_KEYS": str(tmp_path / "keys"),
    }


@pytest.mark.slow
async def test_an_archive_that_is_away_is_named_and_no_view_is_blamed(archived, tmp_path):
    well = await asyncio.to_thread(examine, archived)
    assert {each["state"] for check, each in well.items() if check == "archive" or check.startswith("view")} == {"ok"}
    (tmp_path / "archive").rename(tmp_path / "elsewhere")
    found = await asyncio.to_thread(examine, archived)
    assert (found["archive"]["state"], "does not exist" in found["archive"]["said"]) == ("fail", True)
    assert "TURNLEDGER_ARCHIVE" in found["archive"]["remedy"]
    assert found["chains"]["said"] == "0 games intact, 2 not to be read from the archive"
    assert {each["state"] for check, each in found.items() if check.startswith("view") or check == "redis"} == {"ok"}
    assert not any("TURNLEDGER_VIEWS" in each["remedy"] for each in found.values())
    (tmp_path / "archive").mkdir()  # the place that its disk would be mounted at
    found = await asyncio.to_thread(examine, archived)
    assert found["archive"]["said"] == "has none of the 2 files that were looked for"
    assert "its folder mounted" in found["archive"]["remedy"]


@pytest.mark.slow
async def test_a_store_that_goes_away_is_named_and_redis_is_not_blamed(redis_url):
    with PostgresServer() as server:
        url = create_database(server.url())
        migrate(url)
        store = open_store(url)
        views = await open_views(redis_url, store=store)
        ((_, view), *_) = views
        assert (await check_view("boards", view, store)).state == "ok"
        server.kill()
        found = await check_view("boards", view, store)
        assert (found.state, "TURNLEDGER_STORE" in found.remedy) == ("fail", True)
        await views.close()
        await store.close()


@pytest.mark.slow
async def test_a_superuser_is_warned_about_and_an_account_that_appends_is_not(archived, postgres_store_url):
    warned = (await asyncio.to_thread(examine, archived))["account"]
    assert (warned["state"], "is a superuser" in warned["said"]) == ("warn", True)
    assert "turnledger_writer" in warned["remedy"]
    with psycopg.connect(postgres_store_url, autocommit=True) as admin:
        admin.execute("CREATE ROLE a_plain_writer LOGIN IN ROLE turnledger_writer")
        try:
            plain = postgres_store_url.replace("postgres@", "a_plain_writer@")
            assert plain != postgres_store_url
            assert not look_at(plain).superuser
            found = await asyncio.to_thread(examine, archived | {"TURNLEDGER_STORE": plain})
        finally:
            admin.execute("DROP ROLE a_plain_writer")
    assert (found["account"]["state"], found["account"]["said"]) == ("ok", "a_plain_writer is not a superuser")
    assert look_at(f"{postgres_store_url}?options=-c%20role%3Dturnledger_writer").superuser, "it may take its role off"


async def test_the_check_of_snapshots_closes_its_connections(postgres_store_url):
    await doctor._snapshots(Settings(store=postgres_store_url))
    others = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(postgres_store_url, autocommit=True) as connection:
        async with asyncio.timeout(10):
            while connection.execute(others).fetchall():
                await asyncio.sleep(0)


async def test_files_that_are_all_missing_are_one_cause_and_one_of_several_is_a_lost_file(store_url, tmp_path):
    async with opened(store_url, tmp_path / "archive") as (store, sql):
        await store_all(store, games()[:3])
        await archive(store_url, store, sql)
        lost, *others = sorted((tmp_path / "archive").rglob("*.jsonl.gz"))
        lost.unlink()
        assert (await check_archive(store, 0)).said.startswith("1 of 3 wrong: the archive has no file")
        for each in others:
            each.unlink()
        assert (await check_archive(store, 0)).said == "has none of the 3 files that were looked for"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "phase"),
    [
        (("doctor", "--games", "0"), "chains"),
        (("archive", "--older-than", "0s"), "archiving"),
        (("simulate", "card_game", "--players", "2", "--games", "1"), "card_game"),
    ],
)
def test_long_commands_show_their_progress_at_a_terminal_alone(command, phase, tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"

    async def fill():
        async with opened(url, tmp_path / "archive") as (store, _):
            await store_all(store, games()[:2])

    asyncio.run(fill())
    signing_keys(tmp_path / "keys")
    environment = os.environ | {
        "TURNLEDGER_STORE": url,
        "TURNLEDGER_KEYS": str(tmp_path / "keys"),
        "TURNLEDGER_ARCHIVE": str(tmp_path / "archive"),
        "TERM": "xterm",
        "COLUMNS": "100",
    }
    run = [sys.executable, "-m", "turnledger_server", *command]
    shown, output = at_a_terminal(run, environment)
    assert phase in shown
    assert shown.endswith(ERASED), "the progress disappears"
    assert phase not in output or command[0] != "archive", "the progress is on stderr"
    assert turnledger(*command, "--json", environment=environment).stderr == ""


def at_a_terminal(run, environment):
    """Return the stderr of a command for which that is a terminal, and its output."""
    ours, its = pty.openpty()
    with subprocess.Popen(run, env=environment, stdout=subprocess.PIPE, stderr=its) as process:
        os.close(its)
        shown = b""
        while part := _read(ours):
            shown += part
        output = process.stdout.read()
    os.close(ours)
    return shown.decode(), output.decode()


def _read(terminal):
    """Return the next output; nothing once the other end has closed."""
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""
