"""A part of the service that a plan may add to a run: its roles, its clients, its faults and its checks."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from domain.history.codec import Codec
from domain.kernel.title import Title
from services.store.archive.archive import Archive

if TYPE_CHECKING:
    from tests.simulation.checks import Log
    from tests.simulation.loop import ProcessState
    from tests.simulation.postgres import Lost
    from tests.simulation.process import Process
    from tests.simulation.world import World

Work: TypeAlias = Coroutine[Any, Any, None]


class Room:
    """`faults`: the kinds that the room adds, each with what injects it. `title`: a game that it adds."""

    name: ClassVar[str]
    faults: Mapping[str, Callable[[Random], Coroutine[Any, Any, None]]]
    title: Title | None = None

    def __init__(self, world: "World") -> None:
        self.world = world
        self.faults = {}

    def open_archive(self) -> Archive | None:
        """Open the archive of a process, through which it reads all logs; None without one."""
        return None

    def codec_of(self, state: "ProcessState", codec: Codec) -> Codec:
        """Return the codec of a process, made from the one without this room."""
        return codec

    def roles(self, process: "Process") -> Sequence[Work]:
        """Return the work that each process does for this room."""
        return ()

    def clients(self) -> Sequence[Work]:
        """Return the work outside of processes. It is cancelled after the run has healed."""
        return ()

    def explains(self, line: str) -> bool:
        """Return whether the faults of this room explain a log line of level error."""
        return False

    def passes_over(self, game_id: str) -> bool:
        """Return whether the faults of this room explain that a role has read on without a game."""
        return False

    def forgive(self, lost: "Lost") -> None:
        """Expect nothing any more of what a failover lost."""

    def heal(self) -> None:
        """End all faults of this room."""

    async def lags(self) -> list[str]:
        """Return what has not healed yet."""
        return []

    async def check(self, log: "Log") -> None:
        """Compare, after everything has healed. `log`: the log of the primary, with archived games."""
