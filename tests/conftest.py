"""Servers for tests, see support/servers.py. A test that needs one is marked `servers`."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

import pytest
import redis
import structlog

from services.store.schema import migrate
from support import programs
from support.servers import (
    RedisCluster,
    Server,
    create_database,
    drop_database,
    redis_to_share,
    shared_postgres,
)
from tests.order import arrange
from tests.stores import new_sqlite
from turnledger import pauses

S = TypeVar("S", bound=Server)
SECOND_TRIES = 5
"""The most tests that may fail once in a run. With more the run is red."""
pauses.PAUSES = pauses.Pauses(max_s=2.0)
"""Pauses of clients here, whose servers are stopped and started again: half a minute is meant for a server that a whole
town lost."""
# To draw a traceback takes longer than most tests.
structlog.dev.ConsoleRenderer.get_active().exception_formatter = structlog.dev.plain_traceback
# A server in the process of a test logs while a command prints: its lines must not get into the output of that.
structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))


def pytest_sessionstart(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):  # once, and not in each process
        try:
            programs.check()
        except programs.Missing as missing:
            raise pytest.UsageError(str(missing)) from None


def pytest_collection_finish() -> None:
    """Freeze the present objects: the garbage collector need not scan five thousand tests again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that wait for other processes are tried twice (docs/decisions/0046), with `-p no:rerunfailures` once.
    Several workers begin with the long tests."""
    if hasattr(config, "workerinput"):
        arrange(items, config.workerinput["workercount"])
    if config.pluginmanager.hasplugin("rerunfailures"):
        for item in items:
            if item.get_closest_marker("servers") or item.get_closest_marker("asyncio"):
                item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_sessionfinish(session: pytest.Session) -> None:
    if len(_failed_once(session.config)) > SECOND_TRIES and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """A test that failed once is reported in full like a failure: it has to be mended too."""
    for report in _failed_once(config):
        terminalreporter.section(f"failed once: {report.nodeid}", red=True)
        terminalreporter.write_line(report.longreprtext)
    if len(_failed_once(config)) > SECOND_TRIES:
        terminalreporter.write_line(f"more than {SECOND_TRIES} tests failed once: the run is red", red=True)


def _failed_once(config: pytest.Config) -> list[pytest.TestReport]:
    """A process of xdist has no reporter: the tests are counted where they come together."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return list(reporter.stats.get("rerun", ())) if reporter else []


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cheap hashes. tests/accounts/test_password.py tests the real ones."""
    monkeypatch.setattr("services.accounts.password._N", 1 << 4)


@pytest.fixture(scope="session")
def postgres_server_url() -> Iterator[str]:
    """The superuser on the PostgreSQL of this test run. Tests take `postgres_url`."""
    with shared_postgres(os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid4().hex)) as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server_url: str) -> Iterator[str]:
    """An empty database of this test alone."""
    url = create_database(postgres_server_url)
    yield url
    drop_database(url)


@pytest.fixture(scope="session")
def migrated_template(postgres_server_url: str) -> Iterator[str]:
    """Name of a database with the tables of the store, to be copied."""
    url = create_database(postgres_server_url)
    migrate(url)
    yield url.rpartition("/")[2]
    drop_database(url)


@pytest.fixture
def postgres_store_url(postgres_server_url: str, migrated_template: str) -> Iterator[str]:
    """An event store without events on PostgreSQL."""
    url = create_database(postgres_server_url, migrated_template)
    yield url
    drop_database(url)


@pytest.fixture
def logs_url(postgres_server_url: str, migrated_template: str) -> Iterator[str]:
    """An event store without events that is a set of two logs."""
    urls = [create_database(postgres_server_url, migrated_template) for _ in range(2)]
    migrate(" ".join(urls))
    yield " ".join(urls)
    for url in urls:
        drop_database(url)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An event store without events, on SQLite and on PostgreSQL in turn: for `open_store`."""
    if request.param == "logs":
        return request.getfixturevalue("logs_url")
    if request.param == "sqlite":
        return new_sqlite(tmp_path / "store.db")
    return request.getfixturevalue("postgres_store_url")


@pytest.fixture(scope="session")
def redis_server_url() -> Iterator[str]:
    with redis_to_share() as url:
        yield url


@pytest.fixture
def redis_url(redis_server_url: str) -> str:
    """An empty Redis (or Valkey) that no other test uses meanwhile."""
    with redis.Redis.from_url(redis_server_url) as client:
        client.flushall()
    return redis_server_url


@pytest.fixture(scope="session")
def redis_cluster() -> Iterator[RedisCluster]:
    """Three nodes; flush them when the test needs them empty."""
    with RedisCluster() as cluster:
        yield cluster


@pytest.fixture
def private() -> Iterator[Callable[[S], S]]:
    """Starts a server that the test may kill: `server = private(PostgresServer())`. It is gone after the test."""
    with ExitStack() as stack:
        yield stack.enter_context
