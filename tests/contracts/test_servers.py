"""The servers that all other tests lean on: each is real, empty, private where it must be, and goes with its user."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis

from tests.servers import PostgresServer, RedisServer, wait_until

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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's death")
@pytest.mark.parametrize("shared", [True, False])
def test_nothing_is_left_running_when_the_tests_are_killed(shared):
    start = "shared_postgres(__import__('uuid').uuid4().hex)" if shared else "PostgresServer()"
    url = "server" if shared else "server.url()"
    program = f"from tests.servers import *\nwith {start} as server: print({url}, flush=True); input()"
    user = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    url = user.stdout.readline().strip()
    with psycopg.connect(url) as connection:
        (data,) = connection.execute("SHOW data_directory").fetchone()
        postmaster = int(connection.execute("SELECT pg_read_file('postmaster.pid')").fetchone()[0].split()[0])
    os.kill(user.pid, signal.SIGKILL)
    user.communicate()
    wait_until(lambda: not os.path.exists(f"/proc/{postmaster}"), "PostgreSQL is still there")
    shutil.rmtree(Path(data).parent, ignore_errors=True)  # the folder of a private server stays, as nobody is left
