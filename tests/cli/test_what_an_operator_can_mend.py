"""A problem that an operator can mend is reported in a sentence, by every command that finds it: never as a
traceback."""

import os
import socket
import sqlite3
from contextlib import closing

import psycopg
import pytest
from typer.testing import CliRunner

from services.cli.main import app
from services.store import open_store
from services.store.interface import StoreUnavailable
from services.store.schema import migrate
from support.forked import turnledger

AWAY = "postgresql://nobody@127.0.0.1:1/none?connect_timeout=1"
READING = [("export", "--all"), ("export", "no-game"), ("audit", "--all"), ("history", "no-game")]
ALL = [*READING, ("token",), ("migrate",)]
SERVE = ("serve", "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0")


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("TURNLEDGER_STORE", f"sqlite:///{tmp_path}/games.db")
    monkeypatch.setenv("TURNLEDGER_KEYS", str(tmp_path / "keys"))
    # The logs of all later tests in this process would go to what the runner has closed.
    monkeypatch.setattr("services.observe.logs.configure", lambda *_, **__: None)
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def serve(run):
    """In a process of its own, because gRPC supports one event loop per process."""

    def in_a_process(*words):
        done = turnledger(*SERVE, *map(str, words), environment=os.environ, timeout_s=60)
        assert "Traceback" not in done.stderr
        assert done.returncode in (1, 2), done.stderr
        return done.stderr

    return in_a_process


def error_of(done):
    """The sentence that a command ended with."""
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code in (1, 2), done.output
    return done.stderr


@pytest.mark.parametrize("command", ALL, ids=" ".join)
@pytest.mark.parametrize("store", ["sqlite:////dev/null/folder/games.db", AWAY], ids=["no folder", "no server"])
def test_a_store_that_cannot_be_opened_is_named_by_every_command(run, command, store, monkeypatch):
    monkeypatch.setattr("services.store.postgres.READ_S", 0.0)
    monkeypatch.setattr("services.store.sql.PATIENCE_S", 0.1)
    assert error_of(run(*command, "--store", store))


@pytest.mark.parametrize("command", [("token",), ("migrate",)], ids=" ".join)
def test_the_first_command_makes_folder_and_database_for_their_owner_alone(run, command, tmp_path):
    file = tmp_path / "data/of this server/games.db"
    done = run(*command, "--store", f"sqlite:///{file}")
    assert done.exit_code == 0, done.output
    assert [each.stat().st_mode & 0o077 for each in (file, file.parent, file.parent.parent)] == [0, 0, 0]
    assert run("migrate", "--store", f"sqlite:///{file}").exit_code == 0


@pytest.mark.parametrize("command", [*ALL, ("doctor",), SERVE], ids=" ".join)
@pytest.mark.parametrize("store", ["sqlite:///", "games.db", "mysql://127.0.0.1/games", ""])
def test_a_url_that_is_none_of_a_store_is_refused_by_every_command(run, command, store):
    assert "sqlite:///PATH or postgresql://" in error_of(run(*command, "--store", store))


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_who_only_reads_does_not_make_a_store_where_none_is(run, command, tmp_path):
    assert "there is no store" in error_of(run(*command))
    assert not (tmp_path / "games.db").exists()


def test_the_doctor_does_not_make_a_store_where_none_is(run, tmp_path):
    done = run("doctor")
    assert done.exit_code == 1
    assert "there is no store" in done.output
    assert not (tmp_path / "games.db").exists()


@pytest.mark.servers
def test_views_are_not_emptied_by_a_rebuild_from_a_store_that_is_not_there(run, tmp_path, redis_url, monkeypatch):
    monkeypatch.setenv("TURNLEDGER_VIEWS", redis_url)
    assert "there is no store" in error_of(run("rebuild"))
    assert not (tmp_path / "games.db").exists()


def test_a_view_that_does_not_exist_is_named_rather_than_left_as_it_is(run, monkeypatch):
    monkeypatch.setenv("TURNLEDGER_VIEWS", "redis://127.0.0.1:1")
    assert "boards, lists, leaders" in error_of(run("rebuild", "--view", "board"))


def test_an_account_is_made_before_the_server_has_ever_run(run):
    """An operator's id must stand in the settings of the first start."""
    done = run("token", "Ann", "--json")
    assert done.exit_code == 0, done.output
    assert '"displayName": "Ann"' in done.output


@pytest.mark.servers
@pytest.mark.parametrize("command", [*ALL[:-1], SERVE], ids=" ".join)
def test_tables_that_were_never_migrated_are_named_by_every_command(run, command, postgres_url):
    assert "turnledger migrate" in error_of(run(*command, "--store", postgres_url))


@pytest.mark.servers
@pytest.mark.parametrize("command", [*ALL, SERVE, ("serve", "--workers", "2")], ids=" ".join)
def test_tables_of_a_newer_program_are_named_by_every_command(run, command, postgres_url):
    migrate(postgres_url)
    with psycopg.connect(postgres_url) as connection:
        connection.execute("INSERT INTO schema_version VALUES (99)")
    assert "update this one" in error_of(run(*command, "--store", postgres_url))


@pytest.mark.servers
async def test_a_server_that_a_newer_program_has_overtaken_counts_the_store_as_away(postgres_store_url):
    """Connected clients are asked to come back, and its roles continue to try."""
    store = open_store(postgres_store_url)
    with psycopg.connect(postgres_store_url) as connection:
        connection.execute("INSERT INTO schema_version VALUES (99)")
    try:
        with pytest.raises(StoreUnavailable, match="a newer program"):
            await store.log_head()
    finally:
        await store.close()


@pytest.mark.servers
@pytest.mark.parametrize("command", [("token",), ("migrate",)], ids=" ".join)
def test_an_account_of_the_database_that_may_not_is_told_so(run, command, postgres_url):
    if command == ("token",):
        migrate(postgres_url)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS a_reader")
        connection.execute("CREATE ROLE a_reader LOGIN")
        if command == ("token",):
            connection.execute("GRANT turnledger_reader TO a_reader")
        try:
            told = error_of(run(*command, "--store", postgres_url.replace("postgres@", "a_reader@")))
            assert ("permission denied" if command == ("migrate",) else "GRANT turnledger_writer TO a_reader") in told
        finally:
            connection.execute("DROP ROLE a_reader")


def test_views_that_do_not_answer_are_named(run, tmp_path, monkeypatch):
    migrate(f"sqlite:///{tmp_path}/games.db")
    monkeypatch.setenv("TURNLEDGER_VIEWS", "redis://127.0.0.1:1")
    assert "127.0.0.1:1" in error_of(run("rebuild"))


@pytest.mark.servers
def test_a_server_without_its_views_does_not_start(serve):
    assert "127.0.0.1:1" in serve("--views", "redis://127.0.0.1:1")


@pytest.mark.parametrize(
    "url", ["//127.0.0.1:port/0", "//ann:pa/ss@127.0.0.1/0", "//127.0.0.1/one", "//127.0.0.1/0?x=1"]
)
def test_a_url_of_redis_that_cannot_be_meant_is_refused_without_a_password_in_it(run, url, tmp_path, monkeypatch):
    migrate(f"sqlite:///{tmp_path}/games.db")
    monkeypatch.setenv("TURNLEDGER_VIEWS", f"redis:{url}")
    told = error_of(run("rebuild"))
    assert "URL" in told or "TURNLEDGER_VIEWS" in told
    assert "pa" not in told.replace("password", "")


@pytest.mark.parametrize("command", [("leaderboard",), ("rebuild",), ("doctor",), SERVE], ids=" ".join)
def test_a_url_that_is_none_of_views_is_refused(run, command, monkeypatch):
    monkeypatch.setenv("TURNLEDGER_VIEWS", "http://127.0.0.1")
    assert "memory://, redis://" in error_of(run(*command))


@pytest.mark.parametrize("command", [*ALL, ("watch",), ("play",), ("keys",), SERVE], ids=" ".join)
def test_a_variable_that_does_not_exist_is_named_by_every_command(run, command, monkeypatch):
    monkeypatch.setenv("TURNLEDGER_STROE", "x")
    assert "TURNLEDGER_STROE" in error_of(run(*command))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--listen", "127.0.0.1"), "listen"),
        (("--listen", "127.0.0.1:99999"), "listen"),
        (("--listen", "127.0.0.1:-1"), "listen"),
        (("--http", "127.0.0.1:web"), "http"),
        (("--http", ":"), "http"),
        (("--roles", "api,followers"), "followers"),
        (("--bot-game", "chess"), "UNKNOWN_VARIANT"),
        (("--workers", "2"), "ports must be named"),
    ],
    ids=" ".join,
)
def test_a_server_that_cannot_be_as_it_was_told_does_not_start(run, words, sentence):
    assert sentence in error_of(run(*SERVE, *words))


def test_a_level_of_logs_that_does_not_exist_is_refused(run, monkeypatch):
    monkeypatch.setenv("TURNLEDGER_LOG_LEVEL", "loud")
    assert "TURNLEDGER_LOG_LEVEL" in error_of(run(*SERVE))


@pytest.mark.servers
@pytest.mark.parametrize("port", ["--listen", "--http"])
def test_a_port_that_somebody_else_has_is_named(serve, port):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert address in serve(port, address)


@pytest.mark.servers
def test_certificates_that_are_not_there_are_named(serve, monkeypatch):
    monkeypatch.setenv("TURNLEDGER_TLS_CERTIFICATE", "none.pem")
    monkeypatch.setenv("TURNLEDGER_TLS_KEY", "none.pem")
    assert "none.pem" in serve()


def test_a_folder_that_cannot_be_made_is_named(run, tmp_path):
    (tmp_path / "file").touch()
    migrate(f"sqlite:///{tmp_path}/games.db")
    assert "file" in error_of(run("export", "--all", "--to", "file"))
    assert "file" in error_of(run("simulate", "card_game", "--export", "file"))


def test_a_report_that_is_none_is_refused(run, tmp_path):
    (tmp_path / "report").write_text("no verdict\n")
    migrate(f"sqlite:///{tmp_path}/games.db")
    assert "report" in error_of(run("audit", "--all", "--report", "report"))


def test_snapshots_are_emptied_where_there_is_a_store(run, tmp_path):
    assert "there is no store" in error_of(run("rebuild", "--snapshots"))
    url = f"sqlite:///{tmp_path}/games.db"
    migrate(url)
    with closing(sqlite3.connect(tmp_path / "games.db")) as file:
        file.execute("INSERT INTO snapshots VALUES ('a', 250, 0, '', '', x'', x'')")
        file.commit()
    assert "1, of which 0 were made" in run("doctor", "--json").stdout
    assert [run("rebuild", "--snapshots").stdout for _ in range(2)] == [
        "snapshots: 1 thrown away\n",
        "snapshots: 0 thrown away\n",
    ]
