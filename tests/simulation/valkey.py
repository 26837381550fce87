"""A model of Redis or Valkey as views use it: its commands on keys, scripts in the Lua that the server has, messages,
and what a server refuses that is full or a replica.

An unknown command fails the run. tests/contracts/test_simulated_valkey.py compares it with a real server.
"""

import re
from collections import Counter, deque
from collections.abc import Callable, Sequence
from copy import copy
from fnmatch import translate
from functools import partial
from hashlib import sha1
from heapq import nsmallest
from random import Random
from typing import Any, TypeAlias

import hiredis
from lupa import lua51

from tests.simulation.loop import ProcessState, SimulatedLoop
from tests.simulation.wire import Host, Link

Value: TypeAlias = bytes | list[bytes] | dict[bytes, float]
"""A string, a list, or the scores of a sorted set."""
LOST_MAX = 40
"""So many writes at most does a failover lose."""
_READ_ONLY = "READONLY You can't write against a read only replica."
_FULL = "OOM command not allowed when used memory > 'maxmemory'."
_WRONG_TYPE = "WRONGTYPE Operation against a key holding the wrong kind of value"
_REDIS = b"local call = ... return {call = call, error_reply = function(text) return {err = text} end}"


class ErrorReply(Exception):
    """An error that the server answers."""


class Status(bytes):
    """A short answer, such as OK."""


class Push(list[Any]):
    """A message that no command has asked for."""


OK = Status(b"OK")


def encoded(reply: Any) -> bytes:
    """Encode an answer in RESP 3."""
    match reply:
        case None:
            return b"_\r\n"
        case ErrorReply():
            return b"-%b\r\n" % str(reply).encode()
        case Status():
            return b"+%b\r\n" % reply
        case bytes():
            return b"$%d\r\n%b\r\n" % (len(reply), reply)
        case int():
            return b":%d\r\n" % reply
        case float():
            return b",%b\r\n" % _number(reply)
        case dict():
            return b"%%%d\r\n" % len(reply) + b"".join(encoded(each) for pair in reply.items() for each in pair)
        case list():
            kind = b">" if isinstance(reply, Push) else b"*"
            return b"%b%d\r\n" % (kind, len(reply)) + b"".join(map(encoded, reply))
    raise AssertionError(f"no answer: {reply!r}")


def _number(value: float) -> bytes:
    return b"%.17g" % value


class Keyspace:
    """The keys of a server. `now_ms`: its clock. It remembers how its last writes are undone, because a replica may
    lack them."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.now_ms = now_ms
        self.values: dict[bytes, Value] = {}
        self.leaves: dict[bytes, int] = {}
        self._undo: deque[dict[bytes, tuple[Value | None, int | None]]] = deque(maxlen=LOST_MAX)
        self._writes: dict[bytes, tuple[Value | None, int | None]] | None = None
        self._cursors: list[bytes] = []

    def begin(self) -> None:
        """A command begins, which takes effect in one step."""
        self._writes = None

    @property
    def has_written(self) -> bool:
        return self._writes is not None

    def replica(self, lost: int) -> "Keyspace":
        """Return the keys of a replica that lacks so many of the last writes."""
        other = Keyspace(self.now_ms)
        other.values, other.leaves = {key: copy(value) for key, value in self.values.items()}, dict(self.leaves)
        for writes in list(self._undo)[len(self._undo) - min(lost, len(self._undo)) :][::-1]:
            for key, (value, leaves_ms) in writes.items():
                other.drop(key)
                if value is not None:
                    other.values[key] = copy(value)
                if leaves_ms is not None:
                    other.leaves[key] = leaves_ms
        return other

    def drop(self, key: bytes) -> None:
        self.values.pop(key, None)
        self.leaves.pop(key, None)

    def find(self, key: bytes) -> Value | None:
        if self.leaves and self.leaves.get(key, self.now_ms() + 1) <= self.now_ms():
            self.drop(key)
        return self.values.get(key)

    def _of(self, key: bytes, kind: type) -> Any:
        value = self.find(key)
        if value is not None and not isinstance(value, kind):
            raise ErrorReply(_WRONG_TYPE)
        return kind() if value is None else value

    def _changes(self, key: bytes) -> None:
        """Remember a key before the first change of a command."""
        value = self.find(key)
        if self._writes is None:
            self._writes = {}
            self._undo.append(self._writes)
        if key not in self._writes:
            self._writes[key] = copy(value), self.leaves.get(key)

    def _put(self, key: bytes, value: Value) -> None:
        """Store a value, or drop the key of an empty list or set."""
        if value or isinstance(value, bytes):
            self.values[key] = value
        else:
            self.drop(key)

    # strings and keys

    def get(self, key: bytes) -> bytes | None:
        value = self.find(key)
        if value is not None and not isinstance(value, bytes):
            raise ErrorReply(_WRONG_TYPE)
        return value

    def mget(self, *keys: bytes) -> list[Any]:
        found = map(self.find, keys)
        return [value if isinstance(value, bytes) else None for value in found]

    def set(self, key: bytes, value: bytes, *options: bytes) -> Status | None:
        words = [each.upper() for each in options]
        if b"NX" in words and self.find(key) is not None:
            return None
        self._changes(key)
        self.drop(key)
        self.values[key] = value
        if b"PX" in words:
            self.leaves[key] = self.now_ms() + int(options[words.index(b"PX") + 1])
        return OK

    def incrby(self, key: bytes, more: bytes) -> int:
        self._changes(key)
        number = int(self.get(key) or 0) + int(more)
        self.values[key] = b"%d" % number
        return number

    def unlink(self, *keys: bytes) -> int:
        dropped = 0
        for key in keys:
            if self.find(key) is not None:
                self._changes(key)
                self.drop(key)
                dropped += 1
        return dropped

    def pexpireat(self, key: bytes, at_ms: bytes) -> int:
        if self.find(key) is None:
            return 0
        self._changes(key)
        self.leaves[key] = int(at_ms)
        self.find(key)
        return 1

    def pttl(self, key: bytes) -> int:
        if self.find(key) is None:
            return -2
        return self.leaves[key] - self.now_ms() if key in self.leaves else -1

    def type(self, key: bytes) -> Status:
        names = {bytes: b"string", list: b"list", dict: b"zset", type(None): b"none"}
        return Status(names[type(self.find(key))])

    def scan(self, cursor: bytes, *options: bytes) -> list[Any]:
        """Return keys in order, from the one where the cursor is: those that stay are all found. A cursor of another
        server finds nothing more, which a real server may do, too."""
        given = {options[at].upper(): options[at + 1] for at in range(0, len(options), 2)}
        if int(cursor) > len(self._cursors):
            return [b"0", []]
        after, count = self._cursors[int(cursor) - 1] if cursor != b"0" else b"", int(given.get(b"COUNT", b"10"))
        for key in list(self.leaves):
            self.find(key)
        portion = nsmallest(count + 1, (key for key in self.values if key > after))
        is_last = len(portion) <= count
        del portion[count:]
        matches = re.compile(translate(given.get(b"MATCH", b"*").decode("latin-1")), re.DOTALL).match
        found = [key for key in portion if matches(key.decode("latin-1"))]
        if is_last:
            return [b"0", found]
        self._cursors.append(portion[-1])
        return [b"%d" % len(self._cursors), found]

    # lists

    def llen(self, key: bytes) -> int:
        return len(self._of(key, list))

    def rpush(self, key: bytes, *values: bytes) -> int:
        self._changes(key)
        kept = self._of(key, list)
        kept.extend(values)
        self._put(key, kept)
        return len(kept)

    def lrange(self, key: bytes, first: bytes, last: bytes) -> list[bytes]:
        kept: list[bytes] = self._of(key, list)
        return _cut(kept, int(first), int(last))

    def ltrim(self, key: bytes, first: bytes, last: bytes) -> Status:
        self._changes(key)
        self._put(key, _cut(self._of(key, list), int(first), int(last)))
        return OK

    # sorted sets

    def zadd(self, key: bytes, *pairs: bytes) -> int:
        self._changes(key)
        scores = self._of(key, dict)
        before = len(scores)
        scores.update({pairs[at + 1]: float(pairs[at]) for at in range(0, len(pairs), 2)})
        self._put(key, scores)
        return len(scores) - before

    def zrem(self, key: bytes, *members: bytes) -> int:
        self._changes(key)
        scores = self._of(key, dict)
        dropped = [scores.pop(member, None) for member in members]
        self._put(key, scores)
        return len(dropped) - dropped.count(None)

    def zremrangebyscore(self, key: bytes, low: bytes, high: bytes) -> int:
        self._changes(key)
        scores = self._of(key, dict)
        gone = [member for member, score in scores.items() if _within(score, low, high)]
        for member in gone:
            del scores[member]
        self._put(key, scores)
        return len(gone)

    def zcard(self, key: bytes) -> int:
        return len(self._of(key, dict))

    def zscore(self, key: bytes, member: bytes) -> float | None:
        score: float | None = self._of(key, dict).get(member)
        return score

    def zcount(self, key: bytes, low: bytes, high: bytes) -> int:
        return sum(_within(score, low, high) for score in self._of(key, dict).values())

    def zrank(self, key: bytes, member: bytes) -> int | None:
        scores = self._of(key, dict)
        if member not in scores:
            return None
        own = scores[member], member
        return sum((score, other) < own for other, score in scores.items())

    def _ranked(self, key: bytes) -> list[list[Any]]:
        scores: dict[bytes, float] = self._of(key, dict)
        return [[member, score] for score, member in sorted((score, member) for member, score in scores.items())]

    def zrange(self, key: bytes, first: bytes, last: bytes, *_: bytes) -> list[list[Any]]:
        return _cut(self._ranked(key), int(first), int(last))

    def zrangebylex(self, key: bytes, low: bytes, high: bytes, _: bytes, skip: bytes, limit: bytes) -> list[bytes]:
        assert high == b"+", "a range without a model"
        above = [member for member, _ in self._ranked(key) if low == b"-" or member > low[1:]]
        return above[int(skip) : int(skip) + int(limit)]

    def zrevrangebyscore(self, key: bytes, high: bytes, low: bytes, *options: bytes) -> list[list[Any]]:
        skip, limit = (int(each) for each in options[-2:])
        found = [pair for pair in self._ranked(key)[::-1] if _within(pair[1], low, high)]
        return found[skip : skip + limit]


def _cut(values: list[Any], first: int, last: int) -> list[Any]:
    """Return a range whose last index is part of it; negative ones count from the end."""
    length = len(values)
    first = max(0, first + length) if first < 0 else first
    last = last + length if last < 0 else last
    return values[first : last + 1] if last >= first else []


def _within(score: float, low: bytes, high: bytes) -> bool:
    above = score > float(low[1:]) if low.startswith(b"(") else score >= float(low)
    return above and (score < float(high[1:]) if high.startswith(b"(") else score <= float(high))


_READS = {
    b"GET": Keyspace.get, b"MGET": Keyspace.mget, b"PTTL": Keyspace.pttl, b"TYPE": Keyspace.type,
    b"SCAN": Keyspace.scan, b"LLEN": Keyspace.llen, b"LRANGE": Keyspace.lrange, b"ZCARD": Keyspace.zcard,
    b"ZSCORE": Keyspace.zscore, b"ZCOUNT": Keyspace.zcount, b"ZRANK": Keyspace.zrank, b"ZRANGE": Keyspace.zrange,
    b"ZRANGEBYLEX": Keyspace.zrangebylex, b"ZREVRANGEBYSCORE": Keyspace.zrevrangebyscore,
}  # fmt: skip
_WRITES = {
    b"SET": Keyspace.set, b"INCRBY": Keyspace.incrby, b"RPUSH": Keyspace.rpush, b"ZADD": Keyspace.zadd,
}  # fmt: skip
_FREEING = {
    b"DEL": Keyspace.unlink, b"UNLINK": Keyspace.unlink, b"PEXPIREAT": Keyspace.pexpireat, b"LTRIM": Keyspace.ltrim,
    b"ZREM": Keyspace.zrem, b"ZREMRANGEBYSCORE": Keyspace.zremrangebyscore,
}  # fmt: skip
"""Writes that a full server takes, because they need no room."""
_COMMANDS: dict[bytes, Callable[..., Any]] = {**_READS, **_WRITES, **_FREEING}


class Server:
    """One server. `takes_writes`: it is the primary. `is_full`: it has no room."""

    def __init__(self, keys: Keyspace) -> None:
        self.keys, self.takes_writes, self.is_full = keys, True, False
        self.ends: list[Session] = []
        self.replicas: list[Server] = []
        self.asked = Counter[str]()
        """How often processes sent each command."""
        self.before_scan: Callable[[ProcessState | None, Callable[[], None]], None] | None = None
        """What happens to the process that is about to look for keys; with what answers it then."""
        self._lua = lua51.LuaRuntime(encoding=None, register_eval=False, unpack_returned_tuples=False)
        self._redis = self._lua.execute(_REDIS, self._call)
        self._scripts: dict[bytes, Any] = {}

    def answer(self, command: Sequence[bytes], session: "Session") -> Any:
        """Return the answer to a command, which is an error perhaps."""
        name = command[0].upper()
        self.keys.begin()
        try:
            if name in (b"EVAL", b"EVALSHA"):
                return self._run(name, *command[1:])
            if name in _COMMANDS:
                return self._execute(name, command[1:])
            return self._about(session, name, *command[1:])
        except ErrorReply as refused:
            return refused

    def _about(self, session: "Session", name: bytes, *words: bytes) -> Any:
        """Answer what concerns no key."""
        match name:
            case b"HELLO":
                return {b"server": b"valkey", b"proto": 3, b"mode": b"standalone"}
            case b"CLIENT" if words[0] == b"SETINFO":
                return OK
            case b"CLIENT":
                return ErrorReply(f"ERR unknown subcommand '{words[0].decode()}'. Try CLIENT HELP.")
            case b"INFO":
                role = "master" if self.takes_writes else "slave"
                return f"role:{role}\r\ncluster_enabled:0\r\nmaxmemory_policy:noeviction\r\n".encode()
            case b"SUBSCRIBE":
                session.channels.update(dict.fromkeys(words))
                return Push([b"subscribe", words[0], len(session.channels)])
        raise AssertionError(f"a command without a model: {name.decode()}")

    def _execute(self, name: bytes, words: Sequence[bytes]) -> Any:
        if name not in _READS:
            if not self.takes_writes:
                raise ErrorReply(_READ_ONLY)
            if self.is_full and name in _WRITES and not self.keys.has_written:
                raise ErrorReply(_FULL)
        return _COMMANDS[name](self.keys, *words)

    def _run(self, name: bytes, script: bytes, count: bytes, *words: bytes) -> Any:
        if name == b"EVAL":
            digest = sha1(script, usedforsecurity=False).hexdigest().encode()
            if digest not in self._scripts:
                self._scripts[digest] = self._lua.execute(b"return function(KEYS, ARGV, redis) %b\nend" % script)
        elif script not in self._scripts:
            raise ErrorReply("NOSCRIPT No matching script. Please use EVAL.")
        else:
            digest = script
        keys, given = words[: int(count)], words[int(count) :]
        return _from_lua(self._scripts[digest](*map(self._lua.table_from, (keys, given)), self._redis))

    def _call(self, name: bytes, *words: Any) -> Any:
        """Run a command of a script: numbers become texts, and nothing becomes false, as in the server."""
        texts = [each if isinstance(each, bytes) else _number(each) for each in words]
        match name:
            case b"TIME":
                now_ms = self.keys.now_ms()
                return self._lua.table_from([b"%d" % (now_ms // 1000), b"%d" % (1000 * (now_ms % 1000))])
            case b"PUBLISH":
                return self._publish(*texts)
        reply = self._execute(name, texts)
        if isinstance(reply, Status):
            return self._lua.table_from({b"ok": bytes(reply)})
        assert not isinstance(reply, (list, float)), "an answer that scripts have no model of"
        return False if reply is None else reply

    def _publish(self, channel: bytes, message: bytes) -> int:
        servers = (self, *self.replicas)
        heard = [each for server in servers for each in server.ends if channel in each.channels]
        for each in heard:
            each.link.send(encoded(Push([b"message", channel, message])))
        return len(heard)


def _from_lua(result: Any) -> Any:
    if result is None or result is False:
        return None
    if isinstance(result, (int, float)):
        return int(result)
    if isinstance(result, bytes):
        return result
    assert result[b"err"], "an answer that scripts have no model of"
    raise ErrorReply(result[b"err"].decode())


class Session:
    """The server's end of a connection."""

    def __init__(self, server: Server, link: Link) -> None:
        self.server, self.link = server, link
        self.channels: dict[bytes, None] = {}
        self._reader = hiredis.Reader()
        server.ends.append(self)

    def received(self, data: bytes) -> None:
        self._reader.feed(data)
        answers = []
        while (command := self._reader.gets()) is not False:
            if self.link.process:
                self.server.asked.update({f"Redis: {command[0].decode()}": 1, "Redis: words": len(command)})
            if (waiting := self.server.before_scan) and command[0].upper() == b"SCAN":
                self.server.before_scan = None
                waiting(self.link.process, partial(self._answer_late, command))
            else:
                answers.append(encoded(self.server.answer(command, self)))
        if answers:
            self.link.send(b"".join(answers))

    def _answer_late(self, command: Sequence[bytes]) -> None:
        """Answer a command that was not sent until now."""
        if self in self.server.ends:
            self.link.send(encoded(self.server.answer(command, self)))

    def lost(self) -> None:
        self.server.ends.remove(self)


class Valkey:
    """The address of Redis: the present primary, and connections to it and to its predecessors."""

    def __init__(self, loop: SimulatedLoop, dice: Random, began_ms: int = 0) -> None:
        self._now_ms = lambda: began_ms + int(1000 * loop.time())
        self.primary = Server(Keyspace(self._now_ms))
        self.host = Host(loop, dice, lambda link: Session(self.primary, link))

    def promote(self, *, lost: int = 0, stays: Callable[[Link], bool] = lambda _: False) -> None:
        """Make a replica the primary that lacks the last `lost` writes. Connections that `stays` chooses still lead to
        the former one, which takes no writes any more."""
        former = self.primary
        former.takes_writes = False
        self.primary = Server(former.keys.replica(lost))
        self.host.cut(lambda each: each.server not in former.ends or not stays(each))

    def follow(self, former: Server) -> None:
        """Let a former primary have what the present one has."""
        if former.ends and former is not self.primary:
            former.keys = self.primary.keys
            self.primary.replicas.append(former)

    def empty(self) -> None:
        """Start the server again, without a file."""
        self.primary = Server(Keyspace(self._now_ms))
        self.host.cut()
