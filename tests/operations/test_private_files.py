"""Only the owner can read files with secrets, whatever the umask is."""

import asyncio
import os
import sqlite3
from contextlib import closing
from stat import S_IMODE

import msgspec
import pytest
from typer.testing import CliRunner

from services.cli.main import app
from services.history.history_parts import signing_keys
from services.store import open_store
from services.store.schema import migrate
from support.played_games import begun, played, store_with


@pytest.fixture(autouse=True)
def open_to_all():
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("TURNLEDGER_STORE", f"sqlite:///{tmp_path}/data/games.db")
    monkeypatch.setenv("TURNLEDGER_KEYS", str(tmp_path / "keys"))
    return lambda *words: CliRunner().invoke(app, [str(word) for word in words])


def modes(folder):
    return {path.name: oct(S_IMODE(path.stat().st_mode)) for path in folder.iterdir()}


async def test_the_files_of_a_store_are_their_owners_alone(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/games.db")
    await store.append(played().rows, 5.0)
    async with store.lead("bots"):
        found = modes(tmp_path)
    await store.close()
    names = ("games.db", "games.db-wal", "games.db-shm", "games.db.bots.lead")
    assert found == dict.fromkeys(names, "0o600")


def test_a_wide_store_is_narrowed_by_whoever_opens_it(tmp_path):
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        path.chmod(0o644)
        migrate(f"sqlite:///{path}")
        assert set(modes(tmp_path).values()) == {"0o600"}


def test_folders_that_are_made_are_their_owners_alone_and_others_stay(tmp_path):
    signing_keys(tmp_path / "of/keys")
    assert modes(tmp_path) == {"of": "0o700"}
    assert modes(tmp_path / "of") == {"keys": "0o700"}
    (tmp_path / "shared").mkdir(mode=0o755)
    signing_keys(tmp_path / "shared")
    assert modes(tmp_path)["shared"] == "0o755"
    assert modes(tmp_path / "shared") == {"history.json": "0o600"}


async def test_exported_files_are_their_owners_alone(run, tmp_path):
    (tmp_path / "data").mkdir()
    async with store_with(f"sqlite:///{tmp_path}/data/games.db", played().rows):
        pass
    out = tmp_path / "out"
    out.mkdir(mode=0o755)
    (out / "keys.json").touch(mode=0o644)
    done = await in_a_thread(run, "export", "--all", "--to", out)
    assert done.exit_code == 0
    assert set(modes(out).values()) == {"0o600"}
    assert len(modes(out)) == 5
    await in_a_thread(run, "export", "--all", "--to", tmp_path / "made")
    assert modes(tmp_path)["made"] == "0o700"


async def test_a_running_game_is_exported_without_its_secrets_unless_they_are_asked_for(run, tmp_path):
    (tmp_path / "data").mkdir()
    async with store_with(f"sqlite:///{tmp_path}/data/games.db", begun(played())):
        pass
    files = []
    for number, more in enumerate(((), ("--viewer", "all"))):
        assert (await in_a_thread(run, "export", "--all", "--to", tmp_path / str(number), *more)).exit_code == 0
        (file,) = (tmp_path / str(number)).glob("*.jsonl")
        files.append(file.read_bytes())
    secret = msgspec.json.decode(played().rows[0].body)["event"]["secret"].encode()
    assert secret not in files[0]
    assert secret in files[1]


def test_the_doctor_narrows_what_is_wide_and_says_so(run, tmp_path):
    path = tmp_path / "data/games.db"
    signing_keys(tmp_path / "keys")
    path.parent.mkdir()
    migrate(f"sqlite:///{path}")
    path.chmod(0o644)
    (tmp_path / "keys/history.json").chmod(0o640)
    first, second = (
        next(each for each in msgspec.json.decode(run("doctor", "--json").stdout) if each["check"] == "files")
        for _ in range(2)
    )
    assert first["state"] == "warn"
    assert f"{tmp_path}/keys/history.json, {path}, and no longer can" in first["said"]
    assert second["state"] == "ok"


async def in_a_thread(run, *words):
    """The commands run a loop of their own."""
    return await asyncio.to_thread(run, *words)
