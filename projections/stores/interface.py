"""What a view is: keys, lists and rankings that one follower writes, each batch in one step with its position.

A view is held in generations. Readers read the live one; a rebuild fills a fresh one beside it and switches. What
belongs to a game lies under one *home* (the game's id), which a store keeps together; `SHARED` is the home of what
spans games. tests/contracts/test_views.py tests every implementation against this.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar

from msgspec import Struct

SHARED = ""
EACH = "*"
"""The home of what each shard of a generation has by itself."""

T = TypeVar("T")


class ViewAway(Exception):
    """The store of the view does not answer."""


class PositionMoved(Exception):
    """A generation does not stand where its writer left it: somebody else writes, or it was emptied. Nothing was
    written; ask for `positions` again."""


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


class Arrive(Struct, frozen=True):
    """The home's game is now shown at this version: wakes its waiters."""

    version: int


class Leave(Struct, frozen=True):
    """The home's game is over since then, and never written again: all that there is of it is written in this very
    step, and leaves the view once the view's time for that has passed. With `since` in ms of Unix time."""

    since_ms: int


Change: TypeAlias = Put | Append | SetRank | Unrank | Arrive | Leave
Changes: TypeAlias = Mapping[str, Sequence[Change]]
"""Home -> its changes, in order."""

VERSION_KEY = "version"
"""Where `Arrive` leaves the version of a home."""


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
    """One build of a view. Raises ViewAway."""

    @property
    def number(self) -> int: ...

    def part(self, shards: Collection[int]) -> "Generation":
        """The same, but that it stands where these shards stand, and writes to no other."""
        ...

    def holds(self, home: str) -> bool:
        """Whether the home lies in a shard that this part writes to."""
        ...

    async def each(self, key: str) -> list[bytes | None]:
        """What was put under `EACH`, a value a shard of this part."""
        ...

    async def positions(self) -> tuple[int, ...]:
        """Where its shards stand in the log, ascending, each number once. More than one after a writer died half way:
        then read on from the first, and not past the second. (0,) when empty; remains without a position are cleared,
        for as long as nobody has written there again."""
        ...

    async def position(self) -> int:
        """The position that all its shards have reached, 0 when empty. For readers."""
        ...

    async def intact(self, position: int) -> bool:
        """Whether all its shards stand at the position."""
        ...

    async def write(self, after: int, upto: int, changes: Changes) -> None:
        """Takes each of its shards from position `after` to `upto`, changes and position in one step. One that is at
        `upto` or beyond ignores it. Raises PositionMoved if one is anywhere else."""
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
        """What is stored under the names, in canonical bytes: equal content, equal bytes, in every implementation.
        Nothing for what is to leave, whether or not it has: nobody knows when."""
        ...


class View(Protocol):
    """A view by name, whose live generation everybody reads. Raises ViewAway."""

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
        """An empty generation beside the live one."""
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

    async def claim(self, for_s: float) -> None:
        """Asks the follower to let somebody else lead, for at most this time."""
        ...

    async def release(self) -> None:
        """Takes the claim back."""
        ...

    async def claimed(self) -> bool: ...

    async def attend(self, who: str, for_s: float) -> int:
        """Says for some seconds that `who` follows for this view, or not any longer; how many do."""
        ...

    async def near(self, game_id: str, key: str, read: Callable[[bytes], T]) -> tuple[int, T | None]:
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
    """See View.near."""
    version, found = await generation.get(game_id, VERSION_KEY, key)
    return int(version or 0), None if found is None else read(found)


async def version_of(generation: Generation, home: str) -> int:
    """At which the home is shown, 0 for none."""
    (version,) = await generation.get(home, VERSION_KEY)
    return int(version or 0)


def written_keys(changes: Sequence[Change]) -> list[str]:
    """Of one home, by all of its changes, each once."""
    keys = (VERSION_KEY if isinstance(each, Arrive) else each.key for each in changes if not isinstance(each, Leave))
    return list(dict.fromkeys(keys))


def canonical_list(values: Sequence[bytes]) -> bytes:
    return b"".join(b"%d:%b" % (len(value), value) for value in values)


def canonical_ranking(scores: Mapping[str, int]) -> bytes:
    return b"".join(b"%d %b\n" % (scores[member], member.encode()) for member in sorted(scores))
