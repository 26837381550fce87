"""One build of a view in the memory of a process."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from heapq import heappop, heappush
from time import time

from msgspec import Struct

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

PORTION = 500


class Ranking:
    """Members by score, highest first, then by name."""

    def __init__(self, scores: Mapping[str, int] | None = None) -> None:
        self.scores = dict(scores or {})
        self.order = sorted((-score, member) for member, score in self.scores.items())

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


class Content(Struct, frozen=True, array_like=True):
    """All data of a generation at a position, by name. `leaves`: expiry times of names, as a heap."""

    position: int
    values: dict[str, bytes]
    lists: dict[str, list[bytes]]
    rankings: dict[str, dict[str, int]]
    leaves: list[tuple[float, tuple[str, ...]]]


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
        """Expiry times of names, as a heap."""

    def part(self, shards: Collection[int]) -> "MemoryGeneration":
        assert set(shards) == {0}, "it is one shard"
        return self

    async def each(self, key: str) -> list[bytes | None]:
        return await self.get(SHARED, key)

    def shard_of(self, home: str) -> int:
        return 0

    async def positions(self) -> tuple[int, ...]:
        return (self._position,)

    async def position(self) -> int:
        return self._position

    async def intact(self, position: int) -> bool:
        return self._position == position

    async def write(self, after: int, upto: int, changes: Changes) -> None:
        if self._position > upto or self._position == upto != after:
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
                if type(change) is AdvanceVersion:
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
            case AdvanceVersion(version):
                self._values[_name(home, VERSION_KEY)] = b"%d" % version

    def _let_leave(self, home: str, changes: Sequence[Change]) -> None:
        over = next((change for change in changes if isinstance(change, ExpireAfter)), None)
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

    def content(self) -> Content:
        """Return the current data; later steps do not change it."""
        return Content(
            self._position,
            dict(self._values),
            {name: list(held) for name, held in self._lists.items()},
            {name: dict(ranking.scores) for name, ranking in self._rankings.items()},
            list(self._leaves),
        )

    def take(self, content: Content) -> None:
        """Replace the data. The generation owns the new data from now on."""
        self._position, self._values, self._lists = content.position, content.values, content.lists
        self._rankings = {name: Ranking(scores) for name, scores in content.rankings.items()}
        self._leaves = content.leaves
        self._leaving = {name for _, names in content.leaves for name in names}

    def _ranking(self, key: str) -> Ranking:
        return self._rankings.get(_name(SHARED, key), _EMPTY)


def _name(home: str, key: str) -> str:
    return f"{home}:{key}"
