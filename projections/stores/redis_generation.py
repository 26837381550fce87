"""One generation of a view on Redis or Valkey: its keys, and the one script that writes them.

Keys: `<prefix>:<schema>.<shards>:{<view>.<shard>}:<generation>:<home>:<key>`; the schema is the view's. A home's shard
follows from its name; the hash tag keeps a shard on one node of a cluster, so that one script takes all of a shard's
changes and its position. On one server a call takes all shards that the writer has.
See docs/decisions/0010-a-position-a-shard.md.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from hashlib import sha1
from typing import Any, TypeAlias
from zlib import crc32

from redis.asyncio.cluster import RedisCluster
from redis.exceptions import NoScriptError, ReadOnlyError

from projections.stores.interface import (
    EACH,
    SHARED,
    VERSION_KEY,
    AdvanceVersion,
    Append,
    Change,
    Changes,
    ExpireAfter,
    PositionMoved,
    Put,
    RankedMember,
    SetRank,
    Unrank,
    canonical_list,
    canonical_ranking,
    written_keys,
)
from projections.stores.redis_calls import Client, ControlKeys, Gets, away, database, hang_up, pipelined, scan

CALLS_MAX = 32
"""Calls of one generation that may be under way; the others wait."""

# Keys: of each shard its position, and a key a change. Arguments: the positions before and after, the channel; of each
# shard the number of its changes and of their words, its news, and the words.
_WRITE = """
local after, lowest, k, a = tonumber(ARGV[1]), tonumber(ARGV[2]), 1, 4
while k <= #KEYS do
  local position, last, w, news = KEYS[k], k + tonumber(ARGV[a]), a + 3, ARGV[a + 2]
  local held = tonumber(redis.call('GET', position) or '0')
  if held == after then
    for n = k + 1, last do
      local key, change = KEYS[n], ARGV[w]
      if change == 'put' then
        redis.call('SET', key, ARGV[w + 1])
        w = w + 2
      elseif change == 'rank' then
        redis.call('ZADD', key, ARGV[w + 1], ARGV[w + 2])
        w = w + 3
      elseif change == 'unrank' then
        redis.call('ZREM', key, ARGV[w + 1])
        w = w + 2
      elseif change == 'leave' then
        redis.call('PEXPIREAT', key, ARGV[w + 1])
        w = w + 2
      else
        local start, values = tonumber(ARGV[w + 1]), tonumber(ARGV[w + 2])
        local long = redis.call('LLEN', key)
        if long < start then
          redis.call('SET', position, -1)
          return redis.error_reply('LOST values of ' .. key .. ' are gone, its shard is folded again')
        end
        if start == 0 then redis.call('DEL', key) elseif long > start then redis.call('LTRIM', key, 0, start - 1) end
        for first = w + 3, w + 2 + values, 1000 do
          redis.call('RPUSH', key, unpack(ARGV, first, math.min(first + 999, w + 2 + values)))
        end
        w = w + 3 + values
      end
    end
    redis.call('SET', position, ARGV[2])
    if news ~= '' then redis.call('PUBLISH', ARGV[3], news) end
  elseif held < lowest then
    lowest = held
  end
  k, a = last + 1, a + 3 + tonumber(ARGV[a + 1])
end
return lowest
"""
# Keys: the position of a shard, and what is to be dropped of it. Who was frozen over it drops nothing: whatever was
# written since has a position.
_CLEAR = """
local held = redis.call('GET', KEYS[1])
if held and held ~= '-1' then return 0 end
for n = 2, #KEYS do redis.call('UNLINK', KEYS[n]) end
return 1
"""
_CLEARED = "if redis.call('GET', KEYS[1]) == '-1' then redis.call('DEL', KEYS[1]) end"
_LOST = b"-1"
"""The position of a shard that has lost data: no process writes there until the rest is cleared."""
_STAYS = -1
"""The answer of PTTL for a key that does not expire."""
_WRITE_SHA = sha1(_WRITE.encode(), usedforsecurity=False).hexdigest()
Homes: TypeAlias = Sequence[tuple[str, Sequence[Change]]]


class Keys:
    """Names of keys of one view. `root`: prefix, schema and number of shards."""

    def __init__(self, root: str, view: str, shards: int) -> None:
        self.root, self.view, self.shards = root, view, shards

    def control(self, key: str) -> str:
        return f"{self.root}:{{{self.view}}}:{key}"

    def shard_of(self, home: str) -> int:
        return crc32(home.encode()) % self.shards

    def position(self, shard: int, generation: int) -> str:
        return f"{self.root}:{{{self.view}.{shard}}}:at:{generation}"

    @staticmethod
    def position_of(key: bytes) -> str:
        """Return the hash tag of the shard and generation of a key."""
        shard, _, name = key.decode().partition("}:")
        return f"{shard}}}:at:{name.partition(':')[0]}"

    def home(self, generation: int, home: str) -> str:
        """Return the prefix of a home's keys."""
        return self.within(self.shard_of(home), generation, home)

    def within(self, shard: int, generation: int, home: str) -> str:
        return f"{self.root}:{{{self.view}.{shard}}}:{generation}:{home}:"

    def pattern(self, generation: int | str = "*", shard: int | str = "*") -> str:
        """Matches what is stored in a generation; its positions only if no generation is given."""
        return f"{self.root}:{{{self.view}.{shard}}}:{generation}:*"

    @staticmethod
    def split(key: bytes) -> tuple[str, str]:
        """Generation and name (`<home>:<key>`) of a key; of a position, `at` and its generation."""
        generation, _, name = key.decode().partition("}:")[2].partition(":")
        return generation, name


def arrivals(client: Client, keys: Keys) -> str:
    """The channel that tells of arrivals. Channels, unlike keys, belong to all databases of a server."""
    return keys.control(f"arrivals.{database(client)}")


class RedisGeneration:
    """`keep_s`: how long what is over stays, None for ever. All of a home expires at one moment, which the step that
    wrote it has set. `control`: reads what each shard has by itself. `shards`: those of this part, all if none is
    given."""

    def __init__(
        self,
        client: Client,
        keys: Keys,
        number: int,
        control: ControlKeys,
        keep_s: float | None = None,
        shards: Collection[int] = (),
    ) -> None:
        self._client, self._keys, self.number, self._control, self._keep_s = client, keys, number, control, keep_s
        self._shards = sorted(shards) or list(range(keys.shards))
        self._arrivals = arrivals(client, keys)
        self._places = asyncio.Semaphore(CALLS_MAX)
        apart = isinstance(client, RedisCluster)
        self._lanes = [[shard] for shard in self._shards] if apart else [self._shards]
        """Shards whose keys may go in one call."""
        self._gets = [Gets(self._call) for _ in range(keys.shards if apart else 1)]

    def part(self, shards: Collection[int]) -> "RedisGeneration":
        return RedisGeneration(self._client, self._keys, self.number, self._control, self._keep_s, shards)

    async def each(self, key: str) -> list[bytes | None]:
        return await self._control.get([self._keys.within(shard, self.number, SHARED) + key for shard in self._shards])

    def shard_of(self, home: str) -> int | None:
        shard = self._keys.shard_of(home)
        return self._shards.index(shard) if shard in self._shards else None

    async def positions(self) -> tuple[int, ...]:
        held = await self._positions()
        for shard, position in zip(self._shards, held, strict=True):
            if position in (None, _LOST):
                await clear(self._client, self._keys.pattern(self.number, shard))
                await self._call("EVAL", _CLEARED, 1, self._keys.position(shard, self.number))
        return tuple(sorted({_standing(position) for position in held}))

    async def position(self) -> int:
        return min(_standing(held) for held in await self._positions())

    async def intact(self, position: int) -> bool:
        return {_standing(held) for held in await self._positions()} == {position}

    async def _positions(self) -> list[bytes | None]:
        return await self._control.get([self._keys.position(shard, self.number) for shard in self._shards])

    async def write(self, after: int, upto: int, changes: Changes) -> None:
        of_each: list[tuple[str, Sequence[Change]]] = [(SHARED, changes[EACH])] if EACH in changes else []
        shards = {shard: list(of_each) for shard in self._shards}
        for home, of_home in changes.items():
            if home != EACH:
                shards[self._keys.shard_of(home)].append((home, of_home))
        writes = [self._write(after, upto, {shard: shards[shard] for shard in lane}) for lane in self._lanes]
        for outcome in await asyncio.gather(*writes, return_exceptions=True):
            if outcome:
                raise outcome

    async def _write(self, after: int, upto: int, shards: Mapping[int, Homes]) -> None:
        keys: list[str] = []
        words: list[str | bytes | int] = []
        for shard, homes in shards.items():
            self._say(shard, homes, keys, words)
        given = (*keys, after, upto, self._arrivals, *words)
        try:
            held = await self._call("EVALSHA", _WRITE_SHA, len(keys), *given)
        except NoScriptError:
            held = await self._call("EVAL", _WRITE, len(keys), *given)
        if held < upto:
            raise PositionMoved(f"a shard of {keys[0]} and the following holds {held}, not {after}")

    def _say(self, shard: int, homes: Homes, keys: list[str], words: list[str | bytes | int]) -> None:
        """Adds a shard's keys and words, as the script reads them."""
        before, news, said = len(keys), list[str](), list[str | bytes | int]()
        keys.append(self._keys.position(shard, self.number))
        for home, changes in homes:
            prefix = self._keys.within(shard, self.number, home)
            for change in changes:
                for key in self._keys_of(change, changes):
                    keys.append(prefix + key)
                    said += self._words(change)
                if isinstance(change, AdvanceVersion):
                    news.append(f"{self.number} {home} {change.version}")
        words += (len(keys) - before - 1, len(said), "\n".join(news), *said)

    def _keys_of(self, change: Change, changes: Sequence[Change]) -> Sequence[str]:
        """Return the key that a change of a home writes."""
        if isinstance(change, ExpireAfter):
            return () if self._keep_s is None else written_keys(changes)
        return written_keys((change,))

    def _words(self, change: Change) -> tuple[str | bytes | int, ...]:
        """A change of one key as the script reads it."""
        match change:
            case Put(_, value):
                return ("put", value)
            case Append(_, start, values):
                return ("append", start, len(values), *values)
            case SetRank(_, member, score):
                return ("rank", -score, member)  # Redis orders upwards: so the best come first, and ties by name
            case Unrank(_, member):
                return ("unrank", member)
            case AdvanceVersion(version):
                return ("put", version)
            case ExpireAfter(since_ms):
                return ("leave", since_ms + round(1000 * (self._keep_s or 0)))

    async def get(self, home: str, *keys: str) -> list[bytes | None]:
        prefix = self._keys.home(self.number, home)
        return await self._gets[self._keys.shard_of(home) % len(self._gets)].get([prefix + key for key in keys])

    async def versions(self, homes: Sequence[str]) -> list[int]:
        """Those at which games are shown, 0 for none."""
        lanes = [self._keys.shard_of(home) % len(self._gets) for home in homes]
        asked: list[list[str]] = [[] for _ in self._gets]
        for lane, home in zip(lanes, homes, strict=True):
            asked[lane].append(self._keys.home(self.number, home) + VERSION_KEY)
        found = await asyncio.gather(*(self._gets[lane].get(keys) for lane, keys in enumerate(asked) if keys))
        answers = dict(zip((lane for lane, keys in enumerate(asked) if keys), map(iter, found), strict=True))
        return [int(next(answers[lane]) or 0) for lane in lanes]

    async def slice(self, home: str, key: str, start: int, limit: int) -> list[bytes]:
        name = self._keys.home(self.number, home) + key
        return await self._call("LRANGE", name, start, start + limit - 1)  # type: ignore[no-any-return]

    async def members(self, key: str, after: str, limit: int) -> list[str]:
        first = f"({after}" if after else "-"
        found = await self._call("ZRANGEBYLEX", self._shared(key), first, "+", "LIMIT", 0, limit)
        return [member.decode() for member in found]

    async def ranked(self, key: str, start: int, limit: int) -> list[RankedMember]:
        name = self._shared(key)
        found = await self._call("ZRANGE", name, start, start + limit - 1, "WITHSCORES")
        lines: list[RankedMember] = []
        for index, (member, below_zero) in enumerate(found, start):
            if not lines:
                place = await self._place(name, below_zero)
            elif below_zero != -lines[-1].score:
                place = index + 1
            lines.append(RankedMember(index, place, member.decode(), -int(below_zero)))
        return lines

    async def rank(self, key: str, member: str) -> RankedMember | None:
        name = self._shared(key)
        below_zero, index = await self._call("ZSCORE", name, member), await self._call("ZRANK", name, member)
        if below_zero is None or index is None:
            return None
        return RankedMember(index, await self._place(name, below_zero), member, -int(below_zero))

    async def _place(self, name: str, below_zero: float) -> int:
        return 1 + int(await self._call("ZCOUNT", name, "-inf", f"({below_zero:.0f}"))

    async def above(self, key: str, score: int, limit: int) -> list[tuple[str, int]]:
        name, below = self._shared(key), f"({-score}"
        found = await self._call("ZREVRANGEBYSCORE", name, below, "-inf", "WITHSCORES", "LIMIT", 0, limit)
        return [(member.decode(), -int(below_zero)) for member, below_zero in found]

    async def count(self, key: str) -> int:
        return int(await self._call("ZCARD", self._shared(key)))

    async def names(self) -> AsyncIterator[list[str]]:
        async for portion in scan(self._client, self._keys.pattern(self.number)):
            yield [self._keys.split(key)[1] for key in portion]

    async def dump(self, names: Sequence[str]) -> list[bytes]:
        parts = [name.partition(":") for name in names]
        keys = [self._keys.home(self.number, home) + key for home, _, key in parts]
        kinds = await pipelined(self._client, [("TYPE", key) for key in keys])
        found = await pipelined(self._client, [_read(kind, key) for kind, key in zip(kinds, keys, strict=True)])
        stays = await pipelined(self._client, [("PTTL", key) for key in keys])  # last: what has left has none to read
        return [
            _canonical(kind, content) if left_ms == _STAYS else b""
            for kind, content, left_ms in zip(kinds, found, stays, strict=True)
        ]

    async def _call(self, *command: Any) -> Any:
        with away():
            async with self._places:
                try:
                    return await self._client.execute_command(*command)
                except ReadOnlyError:  # a former primary: its name may lead to another server by now
                    await hang_up(self._client)
                    raise

    def _shared(self, key: str) -> str:
        return self._keys.home(self.number, SHARED) + key


def _standing(held: bytes | None) -> int:
    return max(0, int(held or 0))


def _read(kind: bytes, key: str) -> tuple[Any, ...]:
    if kind == b"list":
        return ("LRANGE", key, 0, -1)
    if kind == b"zset":
        return ("ZRANGE", key, 0, -1, "WITHSCORES")
    return ("GET", key)


def _canonical(kind: bytes, content: Any) -> bytes:
    if kind == b"list":
        return canonical_list(content)
    if kind == b"zset":
        return canonical_ranking({member.decode(): -int(below_zero) for member, below_zero in content})
    return content or b""


async def clear(client: Client, pattern: str, keep: str = "") -> None:
    """Drops the keys that match and whose shard has no position, but those of the generation to keep."""
    async for portion in scan(client, pattern):
        shards: dict[str, list[bytes]] = {}
        for key in portion:
            if Keys.split(key)[0] not in ("at", keep):
                shards.setdefault(Keys.position_of(key), []).append(key)
        with away():
            for position, keys in shards.items():
                await client.execute_command("EVAL", _CLEAR, 1 + len(keys), position, *keys)
