"""The servers that all other tests lean on: each is real, empty, private where it must be, and goes with its user."""

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from uuid import uuid4

import psycopg
import pytest
import redis

from support.servers import PostgresServer, RedisServer, wait_until

pytestmark = pytest.mark.servers


def test_a_database_is_empty(postgres_url):
    with psycopg.connect(postgres_url) as connection:
        (tables,) = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert tables == 0


@pytest.mark.parametrize("key", ["first", "second"])
def test_a_redis_is_empty(redis_url, key):
    with redis.Redis.from_url(redis_url) as client:
        assert client.dbsize() == 0
        client.set(key, "1")


def test_what_postgres_committed_is_there_after_an_immediate_stop(private):
    server = private(PostgresServer())
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (n int)")
        connection.execute("INSERT INTO kept VALUES (7)")
    server.kill()
    server.start()
    with psycopg.connect(server.url()) as connection:
        assert connection.execute("SELECT n FROM kept").fetchone() == (7,)


def test_a_redis_comes_back_on_its_port(private):
    server = private(RedisServer())
    port = server.port
    server.kill()
    with pytest.raises(redis.ConnectionError), redis.Redis.from_url(server.url) as client:
        client.ping()
    server.start()
    assert server.port == port


def test_a_cluster_of_three_serves_all_slots(redis_cluster):
    with redis.RedisCluster.from_url(redis_cluster.urls[0]) as client:
        for number in range(50):
            client.set(f"key{number}", number)
        assert {client.get_node_from_key(f"key{number}").port for number in range(50)} == {
            node.port for node in redis_cluster.nodes
        }


def answers(url: str) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(url, connect_timeout=2):
        return True
    return False


def url_from_killed(program: str) -> str:
    """Return the program's output; then the program is killed."""
    command = [sys.executable, "-c", f"from support.servers import *\n{program}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as user:
        assert user.stdout is not None
        url = user.stdout.readline().strip()
        assert answers(url)
        user.kill()
    return url


def test_a_shared_server_goes_when_the_tests_are_killed():
    url = url_from_killed(f"with shared_postgres('{uuid4().hex}') as url: print(url, flush=True); input()")
    wait_until(lambda: not answers(url), "PostgreSQL is still there")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's death")
def test_a_private_server_goes_when_the_tests_are_killed():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)  # PostgreSQL runs as another user if we are root
        url = url_from_killed(
            f"tempfile.tempdir = {folder!r}\nwith PostgresServer() as server: print(server.url(), flush=True); input()"
        )
        wait_until(lambda: not answers(url), "PostgreSQL is still there")
