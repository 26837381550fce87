"""Views in the memory of one process: the embedded default. Gone with the process, folded again when it starts."""

import asyncio
from bisect import bisect_left, bisect_right, insort
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from heapq import heappop, heappush
from time import time

from projections.stores.interface import (
    EACH,
    SHARED,
    VERSION_KEY,
    Append,
    Arrive,
    Change,
    Changes,
    Generation,
    Leave,
    PositionMoved,
    Put,
    RankedMember,
    SetRank,
    T,
    Unrank,
    canonical_list,
    canonical_ranking,
    nowhere,
    shown_at,
    version_of,
    written_keys,
)
from projections.stores.waiters import Waiters

PORTION = 500


class Ranking:
    """Members by score, highest first, then by name."""

    def __init__(self) -> None:
        self.scores: dict[str, int] = {}
        self.order: list[tuple[int, str]] = []

    def put(self, member: str, score: int) -> None:
        self.drop(member)
        self.scores[member] = score
        insort(self.order, (-score, member))

    def drop(self, member: str) -> None:
        score = self.scores.pop(member, None)
        if score is not None:
            del self.order[bisect_left(self.order, (-score, member))]

    def at(self, index: int) -> RankedMember:
        below_zero, member = self.order[index]
        return RankedMember(index, bisect_left(self.order, (below_zero, "")) + 1, member, -below_zero)


_EMPTY = Ranking()


class MemoryGeneration:
    """`keep_s`: how long what is over stays, None for ever. `now`: seconds of Unix time."""

    def __init__(
        self,
        number: int,
        arrived: Callable[[int, str, int], None] = lambda _number, _home, _version: None,
        keep_s: float | None = None,
        now: Callable[[], float] = time,
    ) -> None:
        self.number = number
        self._arrived, self._keep_s, self._now = arrived, keep_s, now
        self._position = 0
        self._values: dict[str, bytes] = {}
        self._lists: dict[str, list[bytes]] = {}
        self._rankings: dict[str, Ranking] = {}
        self._leaving: set[str] = set()
        self._leaves: list[tuple[float, tuple[str, ...]]] = []
        """When which names leave, as a heap."""

    def part(self, shards: Collection[int]) -> "MemoryGeneration":
        assert set(shards) == {0}, "it is one shard"
        return self

    def holds(self, home: str) -> bool:
        return True

    async def each(self, key: str) -> list[bytes | None]:
        return await self.get(SHARED, key)

    async def positions(self) -> tuple[int, ...]:
        return (self._position,)

    async def position(self) -> int:
        return self._position

    async def intact(self, position: int) -> bool:
        return self._position == position

    async def write(self, after: int, upto: int, changes: Changes) -> None:
        if self._position >= upto:
            return
        if self._position != after:
            raise PositionMoved(f"at {self._position}, not at {after}")
        for home, of_home in changes.items():
            for change in of_home:
                self._apply(SHARED if home == EACH else home, change)
            self._let_leave(home, of_home)
        self._position = upto
        while self._leaves and self._leaves[0][0] <= self._now():
            self._drop(heappop(self._leaves)[1])
        # After the loop: a waiter must find all changes of the step.
        for home, of_home in changes.items():
            for change in of_home:
                if type(change) is Arrive:
                    self._arrived(self.number, home, change.version)

    def _apply(self, home: str, change: Change) -> None:
        match change:
            case Put(key, value):
                self._values[_name(home, key)] = value
            case Append(key, start, values):
                held = self._lists.setdefault(_name(home, key), [])
                assert len(held) >= start, f"{key} of {home} has {len(held)} values, not {start}"
                held[start:] = values
            case SetRank(key, member, score):
                self._rankings.setdefault(_name(home, key), Ranking()).put(member, score)
            case Unrank(key, member):
                ranking = self._rankings.get(_name(home, key), _EMPTY)
                ranking.drop(member)
                if not ranking.scores:
                    self._rankings.pop(_name(home, key), None)
            case Arrive(version):
                self._values[_name(home, VERSION_KEY)] = b"%d" % version

    def _let_leave(self, home: str, changes: Sequence[Change]) -> None:
        over = next((change for change in changes if isinstance(change, Leave)), None)
        if over and self._keep_s is not None:
            names = tuple(_name(home, key) for key in written_keys(changes))
            self._leaving.update(names)
            heappush(self._leaves, (over.since_ms / 1000 + self._keep_s, names))

    def _drop(self, names: Sequence[str]) -> None:
        for name in names:
            self._values.pop(name, None)
            self._lists.pop(name, None)
            self._leaving.discard(name)

    async def get(self, home: str, *keys: str) -> list[bytes | None]:
        return [self._values.get(_name(home, key)) for key in keys]

    async def slice(self, home: str, key: str, start: int, limit: int) -> list[bytes]:
        return self._lists.get(_name(home, key), [])[start : start + limit]

    async def members(self, key: str, after: str, limit: int) -> list[str]:
        order = self._ranking(key).order
        start = bisect_right(order, (0, after)) if after else 0
        return [member for _, member in order[start : start + limit]]

    async def ranked(self, key: str, start: int, limit: int) -> list[RankedMember]:
        ranking = self._ranking(key)
        return [ranking.at(index) for index in range(start, min(start + limit, len(ranking.order)))]

    async def rank(self, key: str, member: str) -> RankedMember | None:
        ranking = self._ranking(key)
        score = ranking.scores.get(member)
        return None if score is None else ranking.at(bisect_left(ranking.order, (-score, member)))

    async def above(self, key: str, score: int, limit: int) -> list[tuple[str, int]]:
        order = self._ranking(key).order
        end = bisect_left(order, (-score, ""))
        return [(member, -below_zero) for below_zero, member in reversed(order[max(0, end - limit) : end])]

    async def count(self, key: str) -> int:
        return len(self._ranking(key).scores)

    async def names(self) -> AsyncIterator[list[str]]:
        found = [*self._values, *self._lists, *self._rankings]
        for start in range(0, len(found), PORTION):
            yield found[start : start + PORTION]

    async def dump(self, names: Sequence[str]) -> list[bytes]:
        return [self._dumped(name) for name in names]

    def _dumped(self, name: str) -> bytes:
        if name in self._leaving:
            return b""
        if name in self._lists:
            return canonical_list(self._lists[name])
        if name in self._rankings:
            return canonical_ranking(self._rankings[name].scores)
        return self._values.get(name, b"")

    def _ranking(self, key: str) -> Ranking:
        return self._rankings.get(_name(SHARED, key), _EMPTY)


def _name(home: str, key: str) -> str:
    return f"{home}:{key}"


class MemoryView:
    sees_switch_s = 0.0

    def __init__(self, name: str, keep_s: float | None = None, now: Callable[[], float] = time) -> None:
        """See MemoryGeneration."""
        self.id = f"memory:{name}"
        self.leads = (self.id,)
        self._keep_s, self._now = keep_s, now
        self._waiters = Waiters()
        self._live = self._generation(1)
        self._made = 1
        self._claimed_until = 0.0

    async def live(self) -> MemoryGeneration:
        return self._live

    async def fresh(self) -> MemoryGeneration:
        self._made += 1
        return self._generation(self._made)

    def _generation(self, number: int) -> MemoryGeneration:
        return MemoryGeneration(number, self._tell, self._keep_s, self._now)

    def generation(self, number: int) -> MemoryGeneration:
        assert number == self._live.number, "no other process sees it, and nobody here asks for another one by number"
        return self._live

    async def switch(self, generation: Generation) -> None:
        assert isinstance(generation, MemoryGeneration)
        self._live = generation
        self._waiters.look()

    async def sweep(self) -> None:
        """Nothing to do: what nobody holds is gone."""

    async def claim(self, for_s: float) -> None:
        self._claimed_until = asyncio.get_running_loop().time() + for_s

    async def release(self) -> None:
        self._claimed_until = 0.0

    async def claimed(self) -> bool:
        return asyncio.get_running_loop().time() < self._claimed_until

    async def attend(self, who: str, for_s: float) -> int:
        """No other process sees it."""
        return 1

    async def near(self, game_id: str, key: str, read: Callable[[bytes], T]) -> tuple[int, T | None]:
        return await shown_at(self._live, game_id, key, read)

    async def wait_for(
        self, game_id: str, version: int, timeout_s: float, absent: Callable[[], Awaitable[int]] = nowhere
    ) -> int:
        async def shown() -> int:
            return await version_of(self._live, game_id) or await absent()

        return await self._waiters.wait(game_id, version, timeout_s, shown)

    def _tell(self, number: int, game_id: str, version: int) -> None:
        if number == self._live.number:
            self._waiters.reached(game_id, version)

    async def close(self) -> None:
        """Nothing to do."""
