"""Holds the leads of the views' shards for itself: waiting for one does not hold up the others.

Of the shards of a view each follower has its share: as many as come to one when all who follow are counted. Who has
more gives the rest back, who has fewer takes what is free. See docs/decisions/0075-shards-in-parallel-processes.md.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from uuid import uuid4

from projections.folds.transitions import Lead, Projection
from projections.stores.interface import View, ViewAway
from services.observe.metrics import LEADS
from services.platform.cancellation import stop_if_cancelled

log_ = logging.getLogger(__name__)
Led = tuple[Projection, View, tuple[int, ...]]
"""A view, and which of its shards."""

ATTEND_S, ATTENDS_FOR_S = 0.5, 2.0
"""How often a follower says that it is there, and how long that is believed: so long the shards of one that was killed
may wait for others who have their share already."""


class LocalLead:
    """Leads inside one process, for views that no other process writes."""

    def __init__(self) -> None:
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def __call__(self, name: str) -> AbstractAsyncContextManager[None]:
        return self._locks[name]


class Leads:
    """One lead a shard, asked for while there are fewer than this process's share. `look_s`: how often a held one is
    looked at for who claims the view or is short of a share, and how long it then stays free. `changed` is called when
    another one is held or was lost, or one is asked back: whoever follows asks for `held` then, between two steps.
    `trouble` is told what goes wrong, and waits before the next try. `log`: EventStore.label of what is followed."""

    def __init__(
        self,
        views: Sequence[tuple[Projection, View]],
        lead: Lead,
        look_s: float,
        changed: Callable[[], None],
        trouble: Callable[[Exception], Awaitable[None]],
        log: str = "",
    ) -> None:
        self._views = [_OfView(projection, view) for projection, view in views]
        self._lead, self._look_s, self._log = lead, look_s, log
        self._changed, self._trouble = changed, trouble
        self._who = uuid4().hex
        self._wanted, self._some = asyncio.Event(), asyncio.Event()
        self._wanted.set()
        self.are_new = False
        """`held` would give others than the last time."""

    async def keep(self) -> None:
        """Until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                for each in self._views:
                    tasks.create_task(self._attend(each))
                    for shard in range(len(each.view.leads)):
                        tasks.create_task(self._keep(each, shard))
        finally:
            for each in self._views:
                if len(each.view.leads) == 1:
                    continue
                with suppress(ViewAway, TimeoutError):
                    async with asyncio.timeout(ATTEND_S):
                        await each.view.attend(self._who, 0)

    async def held(self) -> list[Led]:
        """What is led here from now on, as soon as there is something. Those asked back are given back."""
        while True:
            self.are_new = False
            for each in self._views:
                each.give_back(each.asked_back)
            if found := [each.led() for each in self._views if each.held]:
                return found
            self._some.clear()
            await self._some.wait()

    def rest(self) -> None:
        """Gives all back, and takes none until `wake`: another process may do better."""
        self._wanted.clear()
        for each in self._views:
            each.give_back(each.held)

    def wake(self) -> None:
        self._wanted.set()

    async def _attend(self, each: "_OfView") -> None:
        """Counts who follows, itself among them."""
        while len(each.view.leads) > 1:
            stop_if_cancelled()
            with suppress(ViewAway):  # who follows says so
                each.counted(await each.view.attend(self._who, ATTENDS_FOR_S))
            await asyncio.sleep(ATTEND_S)
        each.counted(1)

    async def _keep(self, each: "_OfView", shard: int) -> None:
        LEADS.labels(each.label, self._log)  # a waiter reports 0
        while True:
            stop_if_cancelled()
            await each.has_room.wait()
            await self._wanted.wait()
            try:
                async with self._lead(each.view.leads[shard]):  # which may have taken long: is it still wanted?
                    wanted = self._wanted.is_set() and each.has_room.is_set()
                    given = await self._hold(each, shard) if wanted else False
            except Exception as error:  # whatever the store raises when it is away, or the lead was lost
                await self._trouble(error)
            else:
                await asyncio.sleep(self._look_s if given else 0)

    async def _hold(self, each: "_OfView", shard: int) -> bool:
        """Whether somebody else is to have it now."""
        back = each.hold(shard)
        leads = LEADS.labels(each.label, self._log)
        leads.inc()
        self._say()
        try:
            while not (wanted := each.is_surplus(shard) or await _claimed(each.view)) and not back.is_set():
                stop_if_cancelled()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._look_s):
                        await back.wait()
            if not back.is_set():
                each.asked_back.add(shard)
                self._say()
                await back.wait()
            return wanted
        finally:
            leads.dec()
            each.let_go(shard)
            self._say()

    def _say(self) -> None:
        self.are_new = True
        self._some.set()
        self._changed()


class _OfView:
    """Which shards of a view are held here, and how many may be."""

    def __init__(self, projection: Projection, view: View) -> None:
        self.projection, self.view = projection, view
        self.label = f"view {projection.name}"
        self.held: dict[int, asyncio.Event] = {}
        """Set when it is to be given back."""
        self.asked_back: set[int] = set()
        self.has_room = asyncio.Event()
        self._share = 0

    def led(self) -> Led:
        return self.projection, self.view, tuple(sorted(self.held))

    def counted(self, followers: int) -> None:
        """So many follow for the view."""
        self._share = -(-len(self.view.leads) // followers)
        self._look()

    def is_surplus(self, shard: int) -> bool:
        """Whether it is more than the share. What is asked back is counted no longer."""
        kept = sorted(self.held.keys() - self.asked_back)
        return shard in kept[self._share :]

    def hold(self, shard: int) -> asyncio.Event:
        back = self.held[shard] = asyncio.Event()
        self._look()
        return back

    def let_go(self, shard: int) -> None:
        self.held.pop(shard, None)
        self.asked_back.discard(shard)
        self._look()

    def give_back(self, shards: Sequence[int] | set[int] | dict[int, asyncio.Event]) -> None:
        for shard in tuple(shards):
            back = self.held.pop(shard, None)
            self.asked_back.discard(shard)
            if back:
                back.set()
        self._look()

    def _look(self) -> None:
        if len(self.held) < self._share:
            self.has_room.set()
        else:
            self.has_room.clear()


async def _claimed(view: View) -> bool:
    with suppress(ViewAway):  # who follows says so
        return await view.claimed()
    return False
