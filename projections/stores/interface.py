"""The interface of views: keys, lists and rankings that one projection runner writes, each batch in one step with its
position.

A view has generations. Readers read the live one; a rebuild fills a new one and then switches. The data of a game has
one *home* (the game's id), which a store keeps together; `SHARED` is the home of data that spans games.
tests/contracts/test_views.py tests every implementation against this.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar

from msgspec import Struct

SHARED = ""
EACH = "*"
"""The home of what each shard of a generation has by itself."""

T = TypeVar("T")


class ViewUnavailable(Exception):
    """The store of the view does not answer."""


class PositionMoved(Exception):
    """A generation is not at the position where its writer left it: another process writes, or it was emptied. Nothing
    was written; call `positions` again."""


class Put(Struct, frozen=True):
    key: str
    value: bytes


class Append(Struct, frozen=True):
    """The list then has exactly these values from index `start` on."""

    key: str
    start: int
    values: tuple[bytes, ...]


class SetRank(Struct, frozen=True):
    """Puts a member into a ranking, or moves it. Highest score first, equal scores in the order of the members."""

    key: str
    member: str
    score: int = 0


class Unrank(Struct, frozen=True):
    key: str
    member: str


class AdvanceVersion(Struct, frozen=True):
    """The home's game is now shown at this version: wakes its waiters."""

    version: int


class ExpireAfter(Struct, frozen=True):
    """The home's game is over since then, and never written again: all that there is of it is written in this very
    step, and leaves the view once the view's time for that has passed. With `since` in ms of Unix time."""

    since_ms: int


Change: TypeAlias = Put | Append | SetRank | Unrank | AdvanceVersion | ExpireAfter
Changes: TypeAlias = Mapping[str, Sequence[Change]]
"""Home -> its changes, in order."""

VERSION_KEY = "version"
"""The key under which `AdvanceVersion` stores the version of a home."""


class RankedMember(Struct, frozen=True):
    """A member of a ranking. `place` counts from 1, equal scores share it and the next is left out (1, 1, 3);
    `index` counts from 0 without sharing."""

    index: int
    place: int
    member: str
    score: int


async def nowhere() -> int:
    return 0


class Generation(Protocol):
    """One build of a view. Raises ViewUnavailable."""

    @property
    def number(self) -> int: ...

    def part(self, shards: Collection[int]) -> "Generation":
        """Return the same generation limited to these shards: positions are theirs, and other shards are not
        written."""
        ...

    async def each(self, key: str) -> list[bytes | None]:
        """Return the values under `EACH`, one per shard of this part."""
        ...

    def shard_of(self, home: str) -> int | None:
        """Return the place of the home's shard in what `each` returns; None for a shard of other parts."""
        ...

    async def positions(self) -> tuple[int, ...]:
        """Return the log positions of its shards, ascending, each number once. There are several after a writer died
        half way: then read on from the first, and not past the second. (0,) when empty. Data without a position is
        cleared, unless another process has written there again."""
        ...

    async def position(self) -> int:
        """The position that all its shards have reached, 0 when empty. For readers."""
        ...

    async def intact(self, position: int) -> bool:
        """Return whether all its shards are at the position."""
        ...

    async def write(self, after: int, upto: int, changes: Changes) -> None:
        """Takes each of its shards from position `after` to `upto`, changes and position in one step. One that is at
        `upto` or beyond ignores it; of equal positions, one that is beyond. Raises PositionMoved if one is anywhere
        else."""
        ...

    async def get(self, home: str, *keys: str) -> list[bytes | None]: ...

    async def slice(self, home: str, key: str, start: int, limit: int) -> list[bytes]:
        """Values of a list from an index on."""
        ...

    async def members(self, key: str, after: str, limit: int) -> list[str]:
        """Members of a shared ranking without scores that come after a member (which need not be there any more)."""
        ...

    async def ranked(self, key: str, start: int, limit: int) -> list[RankedMember]:
        """A page of a shared ranking, best first, from an index on."""
        ...

    async def rank(self, key: str, member: str) -> RankedMember | None: ...

    async def above(self, key: str, score: int, limit: int) -> list[tuple[str, int]]:
        """Members of a shared ranking with higher scores than this, lowest first, each with its own."""
        ...

    async def count(self, key: str) -> int:
        """Members of a shared ranking."""
        ...

    def names(self) -> AsyncIterator[list[str]]:
        """Names of all that is stored (positions left out), in portions, in any order, some perhaps twice."""
        ...

    async def dump(self, names: Sequence[str]) -> list[bytes]:
        """Return the values stored under the names, in canonical bytes: equal content gives equal bytes in every
        implementation. Expiring data is left out, whether or not it has expired, because the time of expiry differs."""
        ...


class View(Protocol):
    """A view by name. All readers read its live generation. Raises ViewUnavailable."""

    @property
    def id(self) -> str:
        """Names the view and its schema among all views there are."""
        ...

    @property
    def leads(self) -> Sequence[str]:
        """Names of leads, one a shard: who holds one writes that shard, one follower at a time."""
        ...

    @property
    def sees_switch_s(self) -> float: ...

    async def live(self) -> Generation: ...

    async def fresh(self) -> Generation:
        """Return an empty generation besides the live one."""
        ...

    def generation(self, number: int) -> Generation:
        """One that was made before, perhaps by another process."""
        ...

    async def switch(self, generation: Generation) -> None:
        """Makes it the live one. Every reader sees that within `sees_switch_s`. Raises PositionMoved if one that was
        made later is live."""
        ...

    async def sweep(self) -> None:
        """Drops all generations but the live one."""
        ...

    async def request_handover(self, for_s: float) -> None:
        """Ask the projection runner to hand its lease over, for at most this time."""
        ...

    async def cancel_handover(self) -> None:
        """Takes the claim back."""
        ...

    async def handover_requested(self) -> bool: ...

    async def heartbeat(self, who: str, for_s: float) -> int:
        """Says for some seconds that `who` follows for this view, or not any longer; how many do."""
        ...

    async def read_cached(self, game_id: str, key: str, read: Callable[[bytes], T]) -> tuple[int, T | None]:
        """The version at which the game is shown (0 for none) and a live value of the same moment, as `read` has it
        (one `read` for one key; None where nothing is stored). Perhaps from this process's memory: then the game has
        not moved since, or moved a moment ago and the news is still on its way."""
        ...

    async def wait_for(
        self, game_id: str, version: int, timeout_s: float, absent: Callable[[], Awaitable[int]] = nowhere
    ) -> int:
        """The version at which the game is shown, as soon as that is at least `version`, at the latest at time-out.
        `absent` is asked for it where the view has nothing of the game."""
        ...

    async def close(self) -> None: ...


async def shown_at(generation: Generation, game_id: str, key: str, read: Callable[[bytes], T]) -> tuple[int, T | None]:
    """See View.read_cached."""
    version, found = await generation.get(game_id, VERSION_KEY, key)
    return int(version or 0), None if found is None else read(found)


async def version_of(generation: Generation, home: str) -> int:
    """Return the version at which the home is shown, 0 for none."""
    (version,) = await generation.get(home, VERSION_KEY)
    return int(version or 0)


def written_keys(changes: Sequence[Change]) -> list[str]:
    """Return the keys of one home that the changes write, each once."""
    keys = (
        VERSION_KEY if isinstance(each, AdvanceVersion) else each.key
        for each in changes
        if not isinstance(each, ExpireAfter)
    )
    return list(dict.fromkeys(keys))


def canonical_list(values: Sequence[bytes]) -> bytes:
    return b"".join(b"%d:%b" % (len(value), value) for value in values)


def canonical_ranking(scores: Mapping[str, int]) -> bytes:
    return b"".join(b"%d %b\n" % (scores[member], member.encode()) for member in sorted(scores))
