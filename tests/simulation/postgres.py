"""A model of PostgreSQL as `services/store/postgres.py` uses it: connections that answer its statements.

The statements are recognized by their text, so an unknown one fails. Modelled: the append function of the migrations,
unique keys, recorded requests, archived games, advisory locks that end with their connection, LISTEN and NOTIFY,
timelines and promotion with or without the last transactions, a former primary that still answers reads, statements
that fail in good order, connections that are cut before or after a statement took effect, and a server that answers
nothing for a while. The tables next to the log (tables.py) are part of the server, and of its transactions.
tests/contracts/test_simulated_postgres.py and test_simulated_archive.py compare the log with that of a real server.
"""

import asyncio
import re
import sqlite3
import struct
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from contextvars import copy_context
from hashlib import sha256
from itertools import count, islice
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeVar

import psycopg
from msgspec.structs import astuple
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import DiskFull, QueryCanceled, ReadOnlySqlTransaction, UniqueViolation

from services.store import leading, postgres, primary
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.lookups import LAST_TOPIC
from services.store.logs.members import ASKED
from services.store.migrations import latest
from services.store.sql import Statement
from tests.simulation.loop import PROCESS, ProcessState, SimulatedLoop
from tests.simulation.tables import Tables

T = TypeVar("T")
CONNECTIONS_MAX = 1_000_000
"""The descriptors of connections to one log are below those to the next one."""
IDLE_MAX_S = 4.0
"""The server ends a connection that leads and was silent for so long."""
LISTENER = "turnledger listen"
CONNECTIONS_OF_ROLE = {"turnledger append": 1, LISTENER: 1, "turnledger lead": 1, "turnledger read": 8}
"""As many as one process has to one log at a time."""
VAIN_MAX = 300
"""Reads that find no event, of one process in a second: a reader waits for the next event, and does not ask for it."""
_INSERT = re.compile(r"INSERT INTO (\w+) ").match
_STREAM = re.compile(r"INSERT INTO (\w+_events|log_leaves) ").match
_INTEGER = struct.Struct("!q").unpack
_SCHEMA = "SELECT coalesce(max(version), 0) FROM schema_version"
Row = tuple[int, str, int, str, bytes]
"""Position, stream, version, topic and body."""


class Commit(NamedTuple):
    """The number of rows, of archived games, and of transactions of the tables after a transaction."""

    rows: int
    archived: int
    writes: int


class Server:
    """The data of one server. `takes_writes`: it is the primary. `rows`: all that were ever appended; of an archived
    game the server answers the last one alone. `tables`: those next to the log; contracts of the log have none."""

    def __init__(
        self,
        timeline: int,
        rows: Sequence[Row] = (),
        requests: dict[tuple[str, str, str], Any] | None = None,
        archived: Sequence[ArchivedGame] = (),
        tables: Tables | None = None,
    ):
        self.timeline, self.takes_writes, self._tables = timeline, True, tables
        self.rows: list[Row] = []
        self.by_stream: dict[str, list[Row]] = {}
        for row in rows:
            self._add(row)
        self.requests: dict[tuple[str, str, str], tuple[str, int]] = dict(requests or {})
        self.sequence = rows[-1][0] if rows else 0
        self.locks: dict[str, Connection] = {}
        self.members: list[tuple[int, str]] = []
        """The table `logs`: empty where the store has one log."""
        self.archived = {game.game_id: game for game in archived}
        if tables:
            tables.events_of = self._stream
        self.schema = 0
        """Of a release of the simulation, 0 or 1 (schema_upgrade.py)."""
        self.commits: list[Commit] = []

    @property
    def tables(self) -> Tables:
        assert self._tables, "this server was made without tables"
        return self._tables

    def after_losing(self, lost: int) -> "Server":
        """Return the server of the next timeline, without the last transactions. It keeps the first row, without which
        the log is another store's. A lost write to the log takes its recorded requests along."""
        first = next((place for place, each in enumerate(self.commits) if each.rows), len(self.commits))
        commits = self.commits[: max(len(self.commits) - lost, first + 1)] if lost else self.commits[:]
        cut = commits[-1] if commits else Commit(0, 0, 0)
        heads = {stream: len(rows) for stream, rows in self.by_stream.items()}
        for row in self.rows[cut.rows :]:
            heads[row[1]] -= 1
        requests = {key: noted for key, noted in self.requests.items() if noted[1] <= heads.get(key[0], 0)}
        archived = list(self.archived.values())[: cut.archived]
        tables = self._tables and self._tables.first(cut.writes)
        server = Server(self.timeline + 1, self.rows[: cut.rows], requests, archived, tables)
        server.commits, server.members, server.schema = commits, self.members, self.schema
        return server

    def written_tables(self) -> list[str]:
        """Return the tables that have rows, in order."""
        return sorted({table for write in self.tables.writes for table in _tables_of(write)})

    def since(self, statements: Sequence[Statement]) -> int:
        """Return the number of transactions since the one that last added to a stream like these statements, with it; 0
        if no transaction did, or these statements add to no stream."""
        streams = _streams(statements)
        numbers = [number for number, write in enumerate(self.tables.writes, 1) if streams & _streams(write)]
        return sum(each.writes >= numbers[-1] for each in self.commits) if numbers else 0

    def since_write_to(self, table: str) -> int:
        """Return the number of transactions since the last one that wrote to a table, with it."""
        numbers = [number for number, write in enumerate(self.tables.writes, 1) if table in _tables_of(write)]
        return sum(each.writes >= numbers[-1] for each in self.commits) if numbers else 0

    def since_event(self, game: str) -> int:
        """Return the number of transactions since the last one of a game, with it."""
        last = self.rows.index(self._stream(game)[-1]) if self._stream(game) else len(self.rows)
        return sum(each.rows > last for each in self.commits)

    def freeze(self) -> None:
        """Answer nothing but reads from now on."""
        self.takes_writes = False
        if self._tables:
            self._tables.freeze()

    def use_tables(self, work: Callable[[Tables], T]) -> T:
        """Do work in the tables, in a transaction of its own."""
        before = len(self.tables.writes)
        done = work(self.tables)
        if len(self.tables.writes) > before:
            self._commit()
        return done

    def has(self, row: Row) -> bool:
        """Return whether a row is still in the table of events."""
        game = self.archived.get(row[1])
        return game is None or row[2] >= game.version

    def archive(self, game: ArchivedGame, digest: str) -> bool:
        """The function archive_game of migration 0031."""
        if digest != _digest(_placed(self, game.game_id)):
            return False
        if game.game_id in self.archived:
            raise UniqueViolation("the game is archived")
        self.archived[game.game_id] = game
        self._commit()
        return True

    def _commit(self) -> None:
        self.commits.append(Commit(len(self.rows), len(self.archived), len(self._tables.writes) if self._tables else 0))

    def head(self) -> int:
        return self.rows[-1][0] if self.rows else 0

    def _add(self, row: Row) -> None:
        self.rows.append(row)
        self.by_stream.setdefault(row[1], []).append(row)

    def after(self, position: int) -> int:
        """Return the index of the first row above a position."""
        low, high = 0, len(self.rows)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.rows[middle][0] <= position else (low, middle)
        return low

    def append(self, *texts: Any) -> list[str] | None:
        """The function append_events of migration 0031, in one step: others never see half of it."""
        games, versions, topics, states, follows, after, asked, actors, requests, *noted = texts
        missing = self._note(*noted)
        if not games:
            return missing or None
        others = [game for game, version in zip(follows, after, strict=True) if len(self._stream(game)) < version]
        others += [key[0] for key in zip(asked, actors, requests, strict=True) if key in self.requests]
        given: dict[str, list[tuple[int, str, bytes]]] = {}
        for game, version, topic, state in zip(games, versions, topics, states, strict=True):
            given.setdefault(game, []).append((version, topic, state))
        if others or any(len(self._stream(game)) >= rows[0][0] for game, rows in given.items()):
            self.sequence += len(games)  # values of a sequence that an attempt took are not given back
            acknowledged = {key[0] for key in zip(asked, actors, requests, strict=True) if key in self.requests}
            others = [game for game, rows in given.items() if len(self._stream(game)) != rows[0][0] - 1]
            others += acknowledged
        if any(game in self.archived for game in given if game not in others):
            raise UniqueViolation("the game is over, and in the archive")
        for game, version, topic, state in zip(games, versions, topics, states, strict=True):
            if game not in others:
                self.sequence += 1
                self._add((self.sequence, game, version, topic, state))
        self._commit()
        taken = sorted(game for game in set(others) if not self._holds(game, given[game]))
        return taken + missing or None

    def _stream(self, game: str) -> list[Row]:
        return self.by_stream.get(game, [])

    def _holds(self, game: str, rows: Sequence[tuple[int, str, bytes]]) -> bool:
        stored = {(version, topic, state) for _, _, version, topic, state in self._stream(game)}
        return all(row in stored for row in rows)

    def _note(self, games: Any, versions: Any, actors: Any, requests: Any, commands: Any) -> list[str]:
        """Return the games of requests that could not be recorded."""
        missing = []
        for game, version, actor, request, command in zip(games, versions, actors, requests, commands, strict=True):
            if version and len(self._stream(game)) == version:
                self.requests.setdefault((game, actor, request), (command, version))
            if self.requests.get((game, actor, request)) != (command, version):
                missing.append(game)
        return missing


class Lost(NamedTuple):
    """A primary and the one in its place."""

    before: Server
    after: Server

    @property
    def rows(self) -> list[Row]:
        return self.before.rows[len(self.after.rows) :]

    def difference(self, columns: str, *, gained: bool = False) -> set[tuple[Any, ...]]:
        """Return the rows of a query that are lost, or that are back because their deletion is lost."""
        before, after = (set(each.tables.run(columns, ())) for each in self)
        return after - before if gained else before - after


class Cluster:
    """The address of the database: the present primary, and connections to it and to its predecessors. `dice`: draws
    how long a message is under way. `number`: of the log, if there are several."""

    def __init__(self, loop: SimulatedLoop, dice: Random, tables: Tables | None = None, number: int = 0) -> None:
        self.loop, self.dice = loop, dice
        self.primary = Server(1, tables=tables)
        self.connections: list[Connection] = []
        self.is_down = False
        self.is_hung = False
        self.is_unheard = False
        """The connections that listen are cut just before the next event is announced."""
        self.takes_listeners = True
        self.listened = Counter[ProcessState | None]()
        """How often each process has opened a connection that listens."""
        self._changed = asyncio.Event()
        self.fails: list[Callable[[], Exception]] = []
        """Errors of the next writing statements, in good order."""
        self.before_write: Callable[[], None] | None = None
        """What happens when a process is about to write to the tables, after it has read from them."""
        self.releases: Mapping[ProcessState | None, int] = {}
        """The schema of processes that take part in an upgrade; it fits all others."""
        self.unfit: set[str] = set()
        """Processes that appended over a connection which was opened on another schema than theirs."""
        self.excess: set[str] = set()
        """Processes that had more connections of a role than they may, or asked again and again for nothing."""
        self._vain: dict[ProcessState | None, tuple[int, int]] = {}
        self.before_next: Callable[[int], None] | None = None
        """What happens when a process is about to continue a stream in the tables. It is given the number of
        transactions since the end of this stream was stored, with that one."""
        self.after_write: tuple[str, Callable[[ProcessState | None], None]] | None = None
        """What happens to a process that has written to a table."""
        self.before_write_to: tuple[str, Callable[[], None]] | None = None
        """What happens when a process is about to write to a table."""
        self.before_append: Callable[[int, ProcessState | None], None] | None = None
        """The same as `before_next` for a game in the log, with the process that is about to append."""
        self._numbers = count(1 + number * CONNECTIONS_MAX)
        self.asked = Counter[str]()
        """How often processes sent each statement."""

    def driver(self, conninfo: str) -> Any:
        return self._open(conninfo_to_dict(conninfo))

    async def _open(self, parameters: dict[str, Any]) -> "Connection":
        await self.travel()
        name = str(parameters.get("application_name"))
        if self.is_down or (name == LISTENER and not self.takes_listeners):
            raise psycopg.OperationalError("connection refused")
        if name == LISTENER:
            self.listened[PROCESS.get()] += 1
        connection = Connection(self, self.primary, next(self._numbers), name)
        self.connections.append(connection)
        alike = sum((each.process, each.name) == (connection.process, connection.name) for each in self.connections)
        if connection.process:
            self.asked["connections"] += 1
        if connection.process and alike > CONNECTIONS_OF_ROLE.get(connection.name, alike):
            self.excess.add(f"{connection.process.name} has {alike} connections {connection.name!r} at the same time")
        return connection

    async def travel(self, connection: "Connection | None" = None) -> None:
        await self.loop.pass_s(0.0002 + self.dice.expovariate(1000))
        while self.is_hung and not (connection and connection.closed):
            await self._changed.wait()

    def heal(self) -> None:
        """Answer again."""
        self.is_down = self.is_hung = False
        self.fails.clear()
        self.changed()

    def happen(self) -> None:
        """Let what waits for the next write to the tables happen now."""
        waiting, self.before_write = self.before_write, None
        if waiting:
            waiting()

    def follow(self, statements: Sequence[Statement]) -> None:
        """Let what waits for the next continuation of a stream happen now, if these statements are one."""
        if self.before_next and (since := self.primary.since(statements)):
            waiting, self.before_next = self.before_next, None
            waiting(since)

    def writes(self, statements: Sequence[Statement]) -> None:
        """Let what waits for the next write to one of these tables happen now."""
        if self.before_write_to and self.before_write_to[0] in _tables_of(statements):
            (_, waiting), self.before_write_to = self.before_write_to, None
            waiting()

    def written(self, statements: Sequence[Statement]) -> None:
        """Let what waits for a write to one of these tables happen now, to the process that has written."""
        if self.after_write and self.after_write[0] in _tables_of(statements):
            (_, waiting), self.after_write = self.after_write, None
            waiting(PROCESS.get())

    def follow_events(self, games: Sequence[str], process: ProcessState | None) -> None:
        if self.before_append and games and (since := self.primary.since_event(games[0])):
            waiting, self.before_append = self.before_append, None
            waiting(since, process)

    def found_nothing(self, process: ProcessState | None) -> None:
        """Count the reads of a process behind the end of the log, in this second."""
        now_s, (since_s, before) = int(self.loop.time()), self._vain.get(process, (0, 0))
        self._vain[process] = now_s, before + 1 if since_s == now_s else 1
        if process and self._vain[process][1] > VAIN_MAX:
            self.excess.add(f"{process.name} asked for the end of a log {VAIN_MAX} times in a second")

    def changed(self) -> None:
        """Wake all that wait for an answer."""
        self._changed.set()
        self._changed = asyncio.Event()

    def cut(self, which: Callable[["Connection"], bool] = lambda _: True) -> int:
        """Cut connections, as a network or a killed peer does. Return their number."""
        found = [each for each in self.connections if which(each)]
        for each in found:
            each.end()
        self.changed()
        return len(found)

    def promote(self, *, lost: int = 0, stays: Callable[["Connection"], bool] = lambda _: False) -> "Lost":
        """Make another server the primary, without the last `lost` transactions, and return what it lacks. Connections
        that `stays` chooses still lead to the former one, which takes no writes any more."""
        former = self.primary
        self.primary = former.after_losing(lost)
        former.freeze()
        self.cut(lambda each: not stays(each))
        return Lost(former, self.primary)

    def ended(self, process: ProcessState) -> None:
        """The kernel of a killed process closes its sockets."""
        self.cut(lambda each: each.process is process)

    def notify(self, server: Server) -> None:
        if self.is_unheard:
            self.is_unheard = False
            self.cut(lambda each: each.listens)
        for each in self.connections:
            if each.listens and each.server is server:
                each.heard(server.head())


class Connection:
    """The part of psycopg.AsyncConnection that the store uses."""

    def __init__(self, cluster: Cluster, server: Server, number: int, name: str) -> None:
        self._cluster, self.server, self._number, self.name = cluster, server, number, name
        self.process, self._context = PROCESS.get(), copy_context()
        self.closed, self.listens, self.leads = False, False, False
        self.info = SimpleNamespace(host=f"server-{server.timeline}")
        self.adapters = SimpleNamespace(register_dumper=lambda *_: None)
        self._notes: list[int] = []
        self._locked = Counter[str]()
        """How many times it has taken each of its locks: so many times it frees it."""
        self._heard = asyncio.Event()
        self.used_s = cluster.loop.time()
        self._schemas_apart = server.schema - cluster.releases.get(self.process, server.schema)

    @property
    def is_at_the_primary(self) -> bool:
        return self.server is self._cluster.primary

    @property
    def is_of_a_store(self) -> bool:
        """Return whether it is of a PostgresStore, and does not reach the tables."""
        return self.name.startswith("turnledger ")

    def fileno(self) -> int:
        return self._number

    def end(self) -> None:
        self.closed = True
        self._heard.set()
        if self in self._cluster.connections:
            self._cluster.connections.remove(self)
        for name in [name for name, holder in self.server.locks.items() if holder is self]:
            del self.server.locks[name]
        self._cluster.loop.input_on(self._number, self._context)

    async def close(self) -> None:
        self.end()

    def heard(self, position: int) -> None:
        self._notes.append(position)
        self._heard.set()

    async def execute(self, query: Any, parameters: Sequence[Any] = (), **_: Any) -> "Cursor":
        text = query if isinstance(query, str) else query.as_string(None)
        if self.process:
            self._cluster.asked[_NAMES.get(text, "other statements")] += 1
        return Cursor(self, await self._reach(lambda: self._answer(text, parameters)))

    async def reach_tables(self, work: Callable[[Tables], T]) -> T:
        """Do work in the tables of the server. Raises sqlite3.IntegrityError, and psycopg's errors."""
        return await self._reach(lambda: self._use_tables(work))

    async def _reach(self, work: Callable[[], T]) -> T:
        self._check()
        await self._cluster.travel(self)
        self._check()
        self.used_s = self._cluster.loop.time()
        done = work()
        await self._cluster.travel(self)
        self._check()
        return done

    @asynccontextmanager
    async def cursor(self, **_: Any) -> AsyncIterator["Cursor"]:
        yield Cursor(self, [])

    async def notifies(  # the signature is psycopg's
        self,
        *,
        timeout: float,  # noqa: ASYNC109
        stop_after: int | None = None,
    ) -> AsyncIterator[Any]:
        deadline = self._cluster.loop.time() + timeout
        while True:
            self._check()
            while self._notes:
                yield SimpleNamespace(payload=str(self._notes.pop(0)))
            self._heard.clear()
            try:
                async with asyncio.timeout_at(deadline):
                    await self._heard.wait()
            except TimeoutError:
                return

    def _check(self) -> None:
        if self.closed:
            raise psycopg.OperationalError("the connection is lost")

    def _answer(self, text: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        server = self.server
        if text in (_SCHEMA, postgres._APPEND):
            return [(self._append(values) if values else latest("postgres") + self._schemas_apart,)]
        if text.startswith(primary._STATE.rstrip()):
            state = (server.takes_writes, f"{server.timeline:08X}" if server.takes_writes else "")
            return [state if text == primary._STATE else (*state, self._column(text, values))]
        if text in _READS:
            rows = _READS[text](server, *values)
            if text == postgres._LOG and not rows:
                self._cluster.found_nothing(self.process)
            return rows
        if text == leading._FREE:
            for name in values[0]:
                self._locked[name] -= 1
                if not self._locked[name]:
                    del server.locks[name]
            return [(True,)] * len(values[0])
        if text.startswith("LISTEN"):
            self.listens = True
        elif text == leading._NOTICED_THERE:
            self.leads = True
        else:
            assert text.startswith(("SELECT set_config(", "SET enable_seqscan")), f"a statement without a model: {text}"
        return []

    def _column(self, text: str, values: Sequence[Any]) -> list[Any]:
        """Answer the query whose one column comes with the state of the server."""
        if text == primary._WITH.format(postgres._HEAD):
            return [self.server.head()]
        assert text == primary._WITH.format(leading._TAKE), f"a statement without a model: {text}"
        return self._take(values[0])

    def _use_tables(self, work: Callable[[Tables], T]) -> T:
        try:
            return self.server.use_tables(work)
        except sqlite3.OperationalError as error:
            if self.server.takes_writes:
                raise AssertionError(f"a statement that SQLite does not know: {error}") from error
            self.end()
            raise ReadOnlySqlTransaction("cannot execute this in a read-only transaction") from error

    def _append(self, arrays: Sequence[Any]) -> list[str] | None:
        server, cluster = self.server, self._cluster
        if not server.takes_writes:
            raise ReadOnlySqlTransaction("cannot execute INSERT in a read-only transaction")
        if cluster.fails:
            raise cluster.fails.pop(0)()
        if self._schemas_apart and self.process:
            cluster.unfit.add(self.process.name)
        before, texts = server.head(), [_read_array(each) for each in arrays]
        cluster.follow_events(texts[0], self.process)
        self._check()
        taken = server.append(*texts)
        if server.head() > before:
            cluster.notify(server)
        return taken

    def _take(self, names: Sequence[str]) -> list[str]:
        now_s, locks = self._cluster.loop.time(), self.server.locks
        for holder in dict.fromkeys(locks.values()):
            if holder.leads and now_s - holder.used_s > IDLE_MAX_S:
                holder.end()
        taken = [name for name in names if locks.get(name, self) is self]
        locks.update(dict.fromkeys(taken, self))
        self._locked.update(taken)
        return taken


class Cursor:
    """The rows of a statement."""

    def __init__(self, connection: Connection, rows: list[tuple[Any, ...]]) -> None:
        self._connection, self._rows = connection, rows

    async def execute(self, query: Any, parameters: Sequence[Any] = (), **_: Any) -> None:
        self._rows = (await self._connection.execute(query, parameters))._rows

    async def fetchall(self) -> list[tuple[Any, ...]]:
        return self._rows

    async def fetchone(self) -> tuple[Any, ...] | None:
        return self._rows[0] if self._rows else None


def full_disk() -> Exception:
    return DiskFull("could not extend file: No space left on device")


def late_statement() -> Exception:
    return QueryCanceled("canceling statement due to statement timeout")


def _tables_of(statements: Iterable[Statement]) -> set[str]:
    return {match[1] for statement, _ in statements if (match := _INSERT(statement))}


def _streams(statements: Iterable[Statement]) -> set[tuple[str, Any]]:
    """Return the streams to which statements add. All leaves are one stream."""
    found = [(match[1], values[0]) for statement, values in statements if (match := _STREAM(statement))]
    return {(table, "" if table == "log_leaves" else stream) for table, stream in found}


def _read_array(array: Any) -> list[Any]:
    if isinstance(array, postgres.arrays.Integers):
        return [_INTEGER(each)[0] for each in array.elements]
    if isinstance(array, postgres.arrays.Texts):
        return [each.decode() for each in array.elements]
    return list(array.elements)


def _stream(server: Server, game: str, after: int, limit: int | None) -> list[tuple[Any, ...]]:
    rows = [row[1:] for row in server.by_stream.get(game, [])[after:] if server.has(row)]
    return rows if limit is None else rows[:limit]


def _after(server: Server, after: int) -> Iterator[Row]:
    rows = islice(server.rows, server.after(after), None)
    return filter(server.has, rows) if server.archived else rows


def _log(server: Server, after: int, limit: int) -> list[tuple[Any, ...]]:
    return list(islice(_after(server, after), limit))


def _tables(server: Server, after: int, limit: int) -> list[tuple[Any, ...]]:
    rows = (row for row in _after(server, after) if row[3].startswith("table."))
    return list(islice((row for row in rows if not row[3].startswith("table.ClocksSet/")), limit))


def _at(server: Server, positions: list[int]) -> list[tuple[Any, ...]]:
    wanted = sorted(set(positions))
    found = [row for each in wanted for row in islice(server.rows, server.after(each - 1), server.after(each))]
    return list(filter(server.has, found))


def _placed(server: Server, game: str) -> list[Row]:
    return [row for row in server.by_stream.get(game, []) if server.has(row)]


def _digest(rows: Sequence[Row]) -> str:
    """The digest that archive_game makes of the rows that it is about to delete."""
    parts = [
        f"{position} {version} {topic} {len(body)}\n".encode() + body for position, _, version, topic, body in rows
    ]
    return sha256(b"".join(parts)).hexdigest()


def _finished(server: Server, after: int, limit: int) -> list[tuple[Any, ...]]:
    ends = (row for row in islice(server.rows, server.after(after), None) if row[3].startswith(LAST_TOPIC))
    return list(islice((row for row in ends if row[1] not in server.archived), limit))


def _games(games: Iterable[ArchivedGame]) -> list[tuple[Any, ...]]:
    return [astuple(game) for game in sorted(games, key=lambda each: each.first_position)]


def _across(server: Server, position: int) -> list[tuple[Any, ...]]:
    return _games(game for game in server.archived.values() if game.first_position <= position < game.last_position)


def _archived_after(server: Server, position: int, limit: int) -> list[tuple[Any, ...]]:
    return _games(game for game in server.archived.values() if game.first_position > position)[:limit]


def _archived_upto(server: Server) -> list[tuple[Any, ...]]:
    return [(max((game.last_position for game in server.archived.values()), default=0),)]


def _acknowledged(server: Server, game: str, actor: str) -> list[tuple[Any, ...]]:
    return [
        (request, version, command)
        for (of, by, request), (command, version) in server.requests.items()
        if (of, by) == (game, actor)
    ]


_NAMES = {
    postgres._APPEND: "append",
    postgres._STREAM: "read a stream",
    postgres._LOG: "read the log",
    postgres._TABLES: "read tables",
    postgres._AT: "read at positions",
    postgres._ACKNOWLEDGED: "read recorded requests",
    postgres._ONE: "find an archived game",
    postgres._UPTO: "find the last archived game",
    postgres._ACROSS: "find archived games at a position",
    postgres._AFTER: "find archived games after a position",
    postgres._HEAD: "find the end of the log",
    primary._STATE: "look for the primary",
    primary._WITH.format(postgres._HEAD): "find the end and the primary",
    primary._WITH.format(leading._TAKE): "take leases",
}
_READS: dict[str, Callable[..., list[tuple[Any, ...]]]] = {
    postgres._STREAM: _stream,
    postgres._LOG: _log,
    postgres._TABLES: _tables,
    postgres._AT: _at,
    postgres._ACKNOWLEDGED: _acknowledged,
    postgres._ONE: lambda server, game: _games(filter(None, [server.archived.get(game)])),
    postgres._UPTO: _archived_upto,
    postgres._ACROSS: _across,
    postgres._AFTER: _archived_after,
    postgres._PLACED: _placed,
    postgres._FINISHED: _finished,
    postgres._HEAD: lambda server: [(server.head(),)],
    postgres._NOTICES: lambda server: [("stored_events", False)],
    primary._SYSTEM: lambda server: [("a system",)],
    ASKED: lambda server: list(server.members),
}
