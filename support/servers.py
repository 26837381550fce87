"""Real PostgreSQL and Redis (or Valkey) for tests and benchmarks. Nothing is mocked and nothing is left running.

A server is a program of a wheel (support/programs.py) on a free loopback port in a temporary folder. It dies with the
process that started it, also after SIGKILL (Linux).
"""

import fcntl
import os
import pwd
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self
from uuid import uuid4

import psycopg
import redis
from psycopg import sql

from support import programs

START_S = 30
# Becomes a server, as some user, that dies with its parent. Not preexec_fn nor user=, for which Python forks: gRPC's
# threads in this process are not always in a state in which a fork of it comes to its exec.
_BECOME = """
import ctypes, os, sys
dies_by, uid, gid = map(int, sys.argv[1:4])
if uid >= 0:
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, dies_by)  # PR_SET_PDEATHSIG
os.execvp(sys.argv[4], sys.argv[4:])
"""
# Linux ends a child with the thread that started it, so that has to be one that stays as long as this process.
_STARTER = ThreadPoolExecutor(1, "server starter")
# Where Linux keeps files in memory. A database is 300 of them, and to make them the greater part of a short test: there
# it costs a fifth, and least where the files are copied, since PostgreSQL by itself writes all their pages to its log.
_MEMORY = Path("/dev/shm")
_MEMORY_MB = 2_000
_STRATEGY = "tests.strategy"
"""A setting of the server: how it copies a database."""
# Below the range that operating systems take for outgoing connections, so that a stopped server gets its port again.
_PORTS = range(15_000, 32_000)


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(_PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def wait_until(done: Callable[[], bool], what: str, timeout_s: float = START_S) -> None:
    """Wait for a condition of starting servers, which do not report when they are ready."""
    deadline = time.monotonic() + timeout_s
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.01)


class Server:
    """A program on a loopback port in a folder of its own."""

    user: tuple[int, int] | None = None
    """User and group to run as, None for our own."""
    dies_by = signal.SIGKILL
    stops_by = signal.SIGTERM

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="turnledger-"))
        if self.user:
            os.chown(self.folder, *self.user)
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def command(self) -> Sequence[str | Path]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = self._popen(self.command(), log)
        wait_until(self._is_up, f"{self.command()[0]} does not answer: {self.log()}")

    def stop(self) -> None:
        """Stop in order."""
        self._end(self.stops_by)

    def kill(self) -> None:
        """Stop as in a crash: no shutdown, no checkpoint."""
        self._end(self.dies_by)

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        path = self.folder / "log"
        return path.read_text(errors="replace")[-4000:] if path.exists() else ""

    def _is_up(self) -> bool:
        assert self.process is not None
        if self.process.poll() is not None:
            raise RuntimeError(f"{self.process.args!r} ended with {self.process.returncode}: {self.log()}")
        return self.answers()

    def _end(self, by: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(by)
            self.process.wait(START_S)
        self.process = None

    def _popen(self, command: Sequence[str | Path], log: object) -> subprocess.Popen[bytes]:
        become = [sys.executable, "-I", "-S", "-c", _BECOME, *map(str, (int(self.dies_by), *(self.user or (-1, -1))))]
        return _STARTER.submit(
            subprocess.Popen,
            [*become, *command], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
            start_new_session=True,
        ).result()  # fmt: skip


class PostgresServer(Server):
    """`settings` are those of postgresql.conf. `url()` names the superuser; no password is required."""

    dies_by = signal.SIGQUIT  # "immediate": its children end too, nothing is written down, recovery at the next start
    stops_by = signal.SIGINT  # "fast"

    def __init__(self, data: Path | None = None, **settings: str | int) -> None:
        self.user = _unprivileged()
        super().__init__()
        self.settings = settings
        self.data = data or self.folder / "data"
        self.binaries = programs.postgres_binaries(self.folder)
        if data and self.user:
            os.chown(data, *self.user)

    def start(self) -> None:
        if not (self.data / "PG_VERSION").exists():
            with (self.folder / "log").open("ab") as log:
                made = self._popen(
                    [self.binaries / "initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
                     "--no-locale", "--no-sync"],
                    log,
                ).wait(START_S)  # fmt: skip
            assert made == 0, self.log()
        super().start()

    def command(self) -> Sequence[str | Path]:
        fixed = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": ""}
        given = [f"-c{name}={value}" for name, value in (fixed | self.settings).items()]
        return [self.binaries / "postgres", "-D", self.data, *given]

    def answers(self) -> bool:
        with suppress(psycopg.OperationalError), psycopg.connect(self.url(), connect_timeout=1):
            return True
        return False

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"


class RedisServer(Server):
    """Redis or Valkey without persistence."""

    def __init__(self, *options: str | int) -> None:
        super().__init__()
        self.options = options

    def command(self) -> Sequence[str | Path]:
        given = ["--port", self.port, "--bind", "127.0.0.1", "--dir", self.folder, "--save", "", "--appendonly", "no"]
        return [programs.redis_binary(), *(str(word) for word in (*given, *self.options))]

    def answers(self) -> bool:
        with suppress(redis.RedisError), redis.Redis(port=self.port) as client:
            return bool(client.ping())
        return False

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"


class NatsServer(Server):
    """A NATS server with JetStream, whose streams outlive it in its folder."""

    def command(self) -> Sequence[str | Path]:
        program = Path(sys.executable).parent / "nats-server"
        return [program, "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd", self.folder]

    def answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)) as connection:
            return connection.recv(4) == b"INFO"
        return False

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"


class RedisCluster:
    """Three masters on loopback that share the 16,384 slots."""

    def __init__(self) -> None:
        self.nodes = [
            RedisServer("--cluster-enabled", "yes", "--cluster-port", free_port(), "--cluster-node-timeout", 2000)
            for _ in range(3)
        ]

    @property
    def urls(self) -> list[str]:
        return [node.url for node in self.nodes]

    def __enter__(self) -> Self:
        try:
            for node in self.nodes:
                node.start()
            self._join()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            node.remove()

    def _join(self) -> None:
        clients = [redis.Redis(port=node.port, decode_responses=True) for node in self.nodes]
        bounds = [0, 5461, 10923, 16384]
        for place, (client, node) in enumerate(zip(clients, self.nodes, strict=True)):
            client.execute_command("CLUSTER ADDSLOTSRANGE", bounds[place], bounds[place + 1] - 1)
            client.execute_command("CLUSTER SET-CONFIG-EPOCH", place + 1)
            clients[0].execute_command("CLUSTER MEET", "127.0.0.1", node.port, node.options[3])

        def whole() -> bool:
            states = [client.execute_command("CLUSTER INFO") for client in clients]
            return all(
                state["cluster_state"] == "ok" and int(state["cluster_known_nodes"]) == len(clients) for state in states
            )

        wait_until(whole, "the cluster does not come together")
        for client in clients:
            client.close()


class Sentinels:
    """A primary, its replica, and three Sentinels, two of whom decide that it is gone after a second."""

    service = "views"

    def __init__(self) -> None:
        self.primary = RedisServer()
        self.replica = RedisServer("--replicaof", "127.0.0.1", self.primary.port)
        self.watchers = [_Sentinel(self.service, self.primary.port) for _ in range(3)]

    @property
    def url(self) -> str:
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in self.watchers)
        return f"redis+sentinel://{hosts}/{self.service}/0"

    def __enter__(self) -> Self:
        try:
            for server in (self.primary, self.replica, *self.watchers):
                server.start()
            with redis.Redis(port=self.watchers[0].port) as client:
                wait_until(lambda: self._all_know(client), "the Sentinels do not know each other")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for server in (self.primary, self.replica, *self.watchers):
            server.remove()

    def _all_know(self, client: redis.Redis) -> bool:
        state = client.sentinel_masters()[self.service]
        return bool(state["num-other-sentinels"] == 2 and state["num-slaves"] == 1)


class _Sentinel(RedisServer):
    def __init__(self, service: str, primary: int) -> None:
        super().__init__()
        self._watched = service, primary

    def command(self) -> Sequence[str | Path]:
        service, primary = self._watched
        file = self.folder / "sentinel.conf"
        if not file.exists():
            lines = (
                f"port {self.port}",
                "bind 127.0.0.1",
                f"sentinel monitor {service} 127.0.0.1 {primary} 2",
                f"sentinel down-after-milliseconds {service} 1000",
                f"sentinel failover-timeout {service} 5000",
            )
            file.write_text("\n".join(lines) + "\n")
        return [programs.redis_binary(), file, "--sentinel"]


def create_database(server_url: str, template: str = "template1") -> str:
    """URL of a new database on the server that `server_url` (of any database there) names."""
    name = f"t{uuid4().hex}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        (strategy,) = connection.execute("SELECT current_setting(%s, true)", [_STRATEGY]).fetchone() or (None,)
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
        connection.execute(create + sql.SQL(" STRATEGY {}").format(sql.Identifier(strategy)) if strategy else create)
    return f"{server_url.rpartition('/')[0]}/{name}"


def drop_database(url: str) -> None:
    server, _, name = url.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _unprivileged() -> tuple[int, int] | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            account = pwd.getpwnam(name)
            return account.pw_uid, account.pw_gid
    return 65534, 65534


# One PostgreSQL a test run. A keeper process owns it; each user of it holds a connection to the keeper's socket, which
# the kernel closes however its holder ends. With the last one gone the keeper stops the server and goes too.


@contextmanager
def shared_postgres(run: str) -> Iterator[str]:
    """Return the URL of the superuser on the server of this test run: started by its first user, stopped after its
    last."""
    mine = Path(tempfile.gettempdir()) / f"turnledger-{os.getuid()}"
    path = mine.with_name(f"{mine.name}-{run[:24]}.sock")
    with mine.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        held = _connected(path)
        if held is None:
            keeper = subprocess.Popen(
                [sys.executable, "-m", "support.servers", path],
                cwd=Path(__file__).parents[1],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

            def reachable() -> bool:
                nonlocal held
                assert keeper.poll() is None, "the keeper of PostgreSQL ended"
                held = _connected(path)
                return held is not None

            wait_until(reachable, "the keeper of PostgreSQL does not answer", 2 * START_S)
    assert held is not None
    with held, held.makefile() as answer:
        yield answer.readline().strip()


def _connected(path: Path) -> socket.socket | None:
    client = socket.socket(socket.AF_UNIX)
    try:
        client.connect(str(path))
    except OSError:
        client.close()
        return None
    return client


def keep(path: Path) -> None:
    with _postgres_to_share() as url, socket.socket(socket.AF_UNIX) as listener:
        path.unlink(missing_ok=True)
        listener.bind(str(path))
        listener.listen()
        listener.settimeout(START_S)
        try:
            _serve_until_all_left(listener, url)
        finally:
            path.unlink(missing_ok=True)


def _serve_until_all_left(listener: socket.socket, url: str) -> None:
    users = [listener.accept()[0]]
    users[0].sendall(f"{url}\n".encode())
    while users:
        readable, _, _ = select.select([listener, *users], [], [])
        for ready in readable:
            if ready is listener:
                user, _ = listener.accept()
                user.sendall(f"{url}\n".encode())
                users.append(user)
            else:  # users never write: readable means gone
                users.remove(ready)
                ready.close()


@contextmanager
def _postgres_to_share() -> Iterator[str]:
    # A test database need not outlive a power cut; servers that tests kill are private ones with fsync on.
    fast: dict[str, str | int] = {
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "max_connections": 300,
    }
    if programs.is_demanded(programs.CONTAINERS):
        with programs.postgres_container(fast) as running:
            yield running.get_connection_url()
    elif _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _MEMORY_MB << 20:
        with tempfile.TemporaryDirectory(prefix="turnledger-", dir=_MEMORY) as data:
            small: dict[str, str | int] = {_STRATEGY: "file_copy", "max_wal_size": "256MB"}
            with PostgresServer(Path(data), **fast, **small) as server:
                yield server.url()
    else:
        with PostgresServer(**fast) as server:
            yield server.url()


@contextmanager
def redis_to_share() -> Iterator[str]:
    """URL of an empty server for the tests of one process."""
    if programs.is_demanded(programs.CONTAINERS):
        with programs.redis_container() as running:
            yield f"redis://{running.get_container_host_ip()}:{running.get_exposed_port(6379)}/0"
    else:
        with RedisServer() as server:
            yield server.url


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
