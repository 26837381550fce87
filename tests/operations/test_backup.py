"""`turnledger backup`, `restore` and `doctor --restored`, as an operator runs them, on SQLite and PostgreSQL."""

import asyncio
import json
import os
import shutil
import sqlite3
from contextlib import closing

import psycopg
import pytest

from services.history.history_parts import signing_keys
from services.store import open_store
from services.store.schema import migrate
from support.forked import turnledger
from support.programs import postgres_binaries
from tests.archive.archive_kit import games, store_all

pytestmark = [pytest.mark.servers, pytest.mark.timeout(900)]


class Machine:
    """An installation: store, keys and archive."""

    def __init__(self, url, folder, programs):
        self.url, self.keys, self.archive = url, folder / "keys", folder / "archive"
        names = {"STORE": url, "KEYS": str(self.keys), "ARCHIVE": str(self.archive)}
        self._environment = os.environ | {f"TURNLEDGER_{name}": value for name, value in names.items()}
        self._environment["PATH"] = f"{programs}:{os.environ['PATH']}"

    def run(self, *words, fails=0):
        done = turnledger(*map(str, words), environment=self._environment)
        assert done.returncode == fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    def restored(self, backup):
        """The findings of `doctor --restored`, by state."""
        done = turnledger("doctor", "--restored", str(backup), "--json", environment=self._environment)
        return [(each["state"], each["said"]) for each in json.loads(done.stdout) if each["check"] == "restored"]

    def fill(self, played):
        async def stored():
            store = open_store(self.url, str(self.archive))
            try:
                await store_all(store, played)
            finally:
                await store.close()

        asyncio.run(stored())


@pytest.fixture(params=["sqlite", "postgres"])
def machines(request, tmp_path):
    """One machine with an archived and a running game, and an empty one."""
    here, there = tmp_path / "here", tmp_path / "there"
    for each in (here, there):
        each.mkdir()
    if request.param == "sqlite":
        urls = [f"sqlite:///{each}/games.db" for each in (here, there)]
    else:
        first = request.getfixturevalue("postgres_url")
        name = first.rpartition("/")[2].partition("?")[0]
        urls = [first, first.replace(f"/{name}", f"/{name}_restored")]
        with psycopg.connect(first, autocommit=True) as admin:
            admin.execute(f'CREATE DATABASE "{name}_restored"')
    programs = postgres_binaries(tmp_path / "postgres") if request.param == "postgres" else tmp_path
    one = Machine(urls[0], here, programs)
    migrate(one.url)
    signing_keys(one.keys)
    one.fill(games()[2:4])
    one.run("archive", "--older-than", "0s", "--games", "1")
    yield one, Machine(urls[1], there, programs)
    if request.param == "postgres":
        _dropped(first, f"{name}_restored")


def _dropped(url, name):
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def test_restored_installation_has_everything_and_proves_it(machines, tmp_path):
    one, other = machines
    backup = tmp_path / "backups/night"
    one.run("backup", backup)
    assert "all " in other.run("restore", backup)
    assert [state for state, _ in other.restored(backup)] == ["ok", "ok"]
    assert "2 of 2 games right" in other.run("audit", "--all")
    for path in (*backup.rglob("*"), *(backup.parent / "archive").rglob("*"), *other.keys.iterdir()):
        assert path.stat().st_mode & 0o077 == 0, path


def test_missing_events_keys_and_archive_files_are_found(machines, tmp_path):
    one, other = machines
    backup = tmp_path / "backups/night"
    one.run("backup", backup)
    other.run("restore", backup)
    delete = (
        "DELETE FROM stored_events WHERE originator_id NOT IN (SELECT game_id FROM archived_games)"
        " AND originator_version > 40"
    )
    if other.url.startswith("sqlite"):
        with closing(sqlite3.connect(other.url.removeprefix("sqlite:///"))) as file:
            for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                file.execute(f"DROP TRIGGER {name}")
            file.execute(delete)
            file.commit()
    else:
        with psycopg.connect(other.url) as admin:
            admin.execute("ALTER TABLE stored_events DISABLE TRIGGER USER")
            admin.execute(delete)
    (other.keys / "history.json").unlink()
    shutil.rmtree(other.archive)
    signing_keys(other.keys)
    found = other.restored(backup)
    assert [state for state, _ in found] == ["fail", "fail"]
    assert "history.json" in found[0][1]
    assert "events before" in found[1][1]
    assert "archive does not exist" in " ".join(other.run("doctor", fails=1).split())


def test_nothing_is_restored_over_an_installation(machines, tmp_path):
    one, other = machines
    backup = tmp_path / "backups/night"
    one.run("backup", backup)
    assert "has keys" in one.run("restore", backup, fails=1)
    assert "has tables" in one.run("restore", backup, "--step", "database", fails=1)
    assert "has a backup" in one.run("backup", backup, fails=1)
    (backup / "files.json").unlink()
    assert "not complete" in other.run("restore", backup, fails=1)


def test_second_backup_copies_only_new_files_of_the_archive(machines, tmp_path):
    one, _ = machines
    one.run("backup", tmp_path / "backups/first")
    (copied,) = [path for path in (tmp_path / "backups/archive").rglob("*") if path.is_file()]
    before = copied.stat().st_ino
    one.run("archive", "--older-than", "0s")
    one.run("backup", tmp_path / "backups/second")
    files = [path for path in (tmp_path / "backups/archive").rglob("*") if path.is_file()]
    assert (len(files), copied.stat().st_ino) == (2, before)
