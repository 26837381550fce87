"""Count the files that a bid passes, from its arrival to its reply: `python -m tests.architecture.way_of_a_bid`.

Several bids go to a server in this process, under a profile of all its threads. A file counts if every bid enters it,
in the task of its call or in a task of the store. Threads count for the task that gave them their work: otherwise a
role that often asks the store would be counted where bids are slower than its pauses. The watchers of this process,
which get the bid before its reply, are left out, as is everything that follows the log.
"""

import asyncio
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from services.main import running
from services.settings import Settings
from tests.api.test_orders import nominate, raised, table
from turnledger import sign_in

ROOT = Path(__file__).parents[2]
CALL, STORE, WATCHERS = "services/api/gate/gate.py", "services/store/", "services/api/watching/audiences.py"
BIDS = 30


class FileProfile:
    """Collects the files whose functions a call enters while it is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.entered = set[str]()
        self._names = dict[str, str]()
        self._thread = threading.local()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if not self.is_on or event != "call":
            return
        name = self._name(frame)
        if name.startswith(("domain/", "services/")) and self._outermost(frame).startswith((CALL, STORE)):
            self.entered.add(name)

    def _outermost(self, frame: FrameType) -> str:
        """Return the file of the coroutine whose task this is, or that gave this thread its work."""
        found, above = "", frame
        while True:
            found = self._name(above) or found
            if above.f_back is None:
                return getattr(self._thread, "works_for", found)
            if above.f_back.f_code.co_filename.endswith("asyncio/events.py"):
                return found
            above = above.f_back

    def watch_threads(self, loop: asyncio.AbstractEventLoop) -> None:
        """Remember for which file a thread works."""
        run = loop.run_in_executor

        def run_in_executor(executor: Any, work: Callable[..., Any], *values: Any) -> Any:
            return run(executor, self._work, self._outermost(sys._getframe(1)), work, *values)

        loop.run_in_executor = run_in_executor  # type: ignore[assignment, method-assign]

    def _work(self, works_for: str, work: Callable[..., Any], *values: Any) -> Any:
        self._thread.works_for = works_for
        return work(*values)

    def _name(self, frame: FrameType) -> str:
        file = frame.f_code.co_filename
        if file not in self._names:
            path = Path(file)
            self._names[file] = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
        return self._names[file]


async def files_of_a_bid(folder: Path) -> list[str]:
    """Return the files that each of some bids enters, sorted."""
    profile, entered = FileProfile(), list[set[str]]()
    settings = Settings(
        store=f"sqlite:///{folder / 'store.db'}",
        keys=folder / "keys",
        listen="127.0.0.1:0",
        http="127.0.0.1:0",
        metrics="",
        fixed_setups=True,
    )
    profile.watch_threads(asyncio.get_running_loop())
    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        async with running(settings) as server, sign_in(server.grpc, "Ann") as ann, sign_in(server.grpc, "Bob") as bob:
            seats, plant = await table(ann, bob)
            await seats[0].submit(nominate(plant, 10))
            for number in range(1, BIDS + 3):
                profile.entered = set()
                profile.is_on = True
                await seats[number % 2].submit(raised(10 + number))
                profile.is_on = False
                entered.append(profile.entered)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    return sorted(set.intersection(*entered[2:]) - {WATCHERS})


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        names = asyncio.run(files_of_a_bid(Path(folder)))
    print(*names, f"{len(names)} files", sep="\n")
