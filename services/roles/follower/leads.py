"""Holds the lead of each view for itself: waiting for one does not hold up the others."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress

from projections.folds.transitions import Lead, Projection
from projections.stores.interface import View, ViewAway
from services.observe.metrics import LEADS
from services.platform.cancellation import stop_if_cancelled

log_ = logging.getLogger(__name__)
Led = tuple[Projection, View]


class LocalLead:
    """Leads inside one process, for views that no other process writes."""

    def __init__(self) -> None:
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def __call__(self, name: str) -> AbstractAsyncContextManager[None]:
        return self._locks[name]


class Leads:
    """One lead a view, asked for all the time. `look_s`: how often a held one is looked at for who claims it, and how
    long it then stays free. `changed` is called when another one is held or was lost, or one is asked back: whoever
    follows asks for `held` then, between two steps. `trouble` is told what goes wrong, and waits before the next try.
    """

    def __init__(
        self,
        views: Sequence[Led],
        lead: Lead,
        look_s: float,
        changed: Callable[[], None],
        trouble: Callable[[Exception], Awaitable[None]],
    ) -> None:
        self._views, self._lead, self._look_s = views, lead, look_s
        self._changed, self._trouble = changed, trouble
        self._held: dict[str, Led] = {}
        self._back: dict[str, asyncio.Event] = {}
        self._asked_back: set[str] = set()
        self._wanted, self._some = asyncio.Event(), asyncio.Event()
        self._wanted.set()
        self.are_new = False
        """`held` would give others than the last time."""

    async def keep(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for pair in self._views:
                tasks.create_task(self._keep(pair))

    async def held(self) -> list[Led]:
        """The views that are led here from now on, as soon as there is one. Those asked back are given back."""
        while True:
            self.are_new = False
            self._give_back(self._asked_back)
            if self._held:
                return list(self._held.values())
            self._some.clear()
            await self._some.wait()

    def rest(self) -> None:
        """Gives all back, and takes none until `wake`: another process may do better."""
        self._wanted.clear()
        self._give_back(set(self._held))

    def wake(self) -> None:
        self._wanted.set()

    def _give_back(self, names: set[str]) -> None:
        for name in tuple(names):
            self._held.pop(name, None)
            self._asked_back.discard(name)
            self._back[name].set()

    async def _keep(self, pair: Led) -> None:
        name = pair[1].id
        LEADS.labels(_label(pair))  # a waiter reports 0
        while True:
            stop_if_cancelled()
            await self._wanted.wait()
            try:
                async with self._lead(name):  # which may have taken long: is it still wanted?
                    claimed = await self._hold(name, pair) if self._wanted.is_set() else False
            except Exception as error:  # whatever the store raises when it is away, or the lead was lost
                await self._trouble(error)
            else:
                await asyncio.sleep(self._look_s if claimed else 0)

    async def _hold(self, name: str, pair: Led) -> bool:
        """Whether somebody else has claimed it, who is to have it now."""
        back = self._back[name] = asyncio.Event()
        self._held[name] = pair
        leads = LEADS.labels(_label(pair))
        leads.inc()
        self._say()
        try:
            while not (claimed := await _claimed(pair[1])) and not back.is_set():
                stop_if_cancelled()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._look_s):
                        await back.wait()
            if not back.is_set():
                self._asked_back.add(name)
                self._say()
                await back.wait()
            return claimed
        finally:
            leads.dec()
            self._held.pop(name, None)
            self._asked_back.discard(name)
            self._say()

    def _say(self) -> None:
        self.are_new = True
        self._some.set()
        self._changed()


def _label(pair: Led) -> str:
    return f"view {pair[0].name}"


async def _claimed(view: View) -> bool:
    with suppress(ViewAway):  # who follows says so
        return await view.claimed()
    return False
