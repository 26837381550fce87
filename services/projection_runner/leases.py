"""Holds the leases of the views' shards; waiting for one does not delay the others.

Each projection runner has its share of a view's shards: the number of shards divided by the number of runners, rounded
up. A runner with more gives the rest back, a runner with fewer takes free ones. See
docs/decisions/0075-shards-in-parallel-processes.md.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from uuid import uuid4

import structlog

from projections.folds.transitions import Lead, Projection
from projections.stores.interface import View, ViewUnavailable
from services.observe.metrics import LEADS
from services.platform.cancellation import stop_if_cancelled
from services.platform.jitter import pause

log = structlog.get_logger(__name__)

Led = tuple[Projection, View, tuple[int, ...]]
"""A view, and which of its shards."""

CLAIM_LOOKS = 2
"""Views are asked for requests of a handover every so many `look_s`."""
ATTEND_S, ATTENDS_FOR_S = 1.0, 2.5
"""Heartbeat interval of a runner, and how long a heartbeat is valid. That long the shards of a killed runner may wait
for runners that have their share already."""


class LocalLead:
    """Leads inside one process, for views that no other process writes."""

    def __init__(self) -> None:
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def __call__(self, name: str) -> AbstractAsyncContextManager[None]:
        return self._locks[name]


class ShardLeases:
    """One lease per shard, requested while this process has fewer than its share. `look_s`: how long a lease stays free
    that another runner wants; CLAIM_LOOKS times as long passes between two looks for one. `changed` is called when a
    lease is gained, lost or asked back: the runner then calls `held` between two steps. `trouble` is called with
    errors, and waits before the next attempt. `log`: EventStore.label of the log."""

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
        self._handovers = _Handovers([view for _, view in views], CLAIM_LOOKS * look_s)
        self._changed, self._trouble = changed, trouble
        self._who = uuid4().hex
        self._some, self._holds = asyncio.Event(), asyncio.Event()
        self.are_new = False
        """`held` would give others than the last time."""

    async def keep(self) -> None:
        """Run until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._look())
                for each in self._views:
                    tasks.create_task(self._attend(each))
                    for shard in range(len(each.view.leads)):
                        tasks.create_task(self._keep(each, shard))
        finally:
            for each in self._views:
                if len(each.view.leads) == 1:
                    continue
                with suppress(ViewUnavailable, TimeoutError):
                    async with asyncio.timeout(ATTEND_S):
                        await each.view.heartbeat(self._who, 0)

    async def wait_for_leases(self) -> list[Led]:
        """Return the leases from now on, as soon as there are any. Those asked back are given back."""
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
        for each in self._views:
            each.wanted.clear()
            each.give_back(each.held)

    def wake(self, view: View | None = None) -> None:
        """Take leases again: of one view, or of all."""
        for each in self._views:
            if view is None or each.view is view:
                each.wanted.set()

    async def _attend(self, each: "_OfView") -> None:
        """Counts who follows, itself among them."""
        while len(each.view.leads) > 1:
            stop_if_cancelled()
            with suppress(ViewUnavailable):  # the runner reports it
                each.counted(await each.view.heartbeat(self._who, ATTENDS_FOR_S))
            await pause(ATTEND_S)
        each.counted(1)

    async def _keep(self, each: "_OfView", shard: int) -> None:
        LEADS.labels(each.label, self._log)  # a waiter reports 0
        while True:
            stop_if_cancelled()
            await each.has_room.wait()
            await each.wanted.wait()
            try:
                async with self._lead(each.view.leads[shard]):  # which may have taken long: is it still wanted?
                    wanted = each.wanted.is_set() and each.has_room.is_set()
                    given = await self._hold(each, shard) if wanted else False
            except Exception as error:  # whatever the store raises when it is away, or the lead was lost
                await self._trouble(error)
            else:
                await pause(self._look_s if given else 0)

    async def _hold(self, each: "_OfView", shard: int) -> bool:
        """Return whether another process is to have it now."""
        back = each.hold(shard)
        leads = LEADS.labels(each.label, self._log)
        leads.inc()
        log.info("took a lead", role=each.label, shard=shard, log=self._log)
        self._say()
        self._holds.set()
        try:
            await self._ask_back(each)
            await back.wait()
            return shard in each.asked_back
        finally:
            leads.dec()
            log.info("left a lead", role=each.label, shard=shard, log=self._log)
            each.let_go(shard)
            self._say()

    async def _look(self) -> None:
        """Look, for all leases at once, whether another process is to have them."""
        while True:
            stop_if_cancelled()
            for each in self._views:
                if each.held:
                    await self._ask_back(each)
            if not any(each.held for each in self._views):
                self._holds.clear()
            await self._holds.wait()
            await pause(CLAIM_LOOKS * self._look_s)

    async def _ask_back(self, each: "_OfView") -> None:
        surplus = each.held.keys() if await self._handovers.requested(each.view) else each.surplus()
        if more := surplus - each.asked_back:
            each.asked_back |= more
            self._say()

    def _say(self) -> None:
        self.are_new = True
        self._some.set()
        self._changed()


class _Handovers:
    """The views that a rebuild asks for. All are asked in one turn of the event loop, which answers for `for_s`."""

    def __init__(self, views: Sequence[View], for_s: float) -> None:
        self._views, self._for_s = views, for_s
        self._ask_at = 0.0
        self._requested = dict[str, bool]()

    async def requested(self, view: View) -> bool:
        now = asyncio.get_running_loop().time()
        if now >= self._ask_at:
            self._ask_at = now + self._for_s
            await asyncio.gather(*map(self._ask, self._views))
        return self._requested.get(view.id, False)

    async def _ask(self, view: View) -> None:
        with suppress(ViewUnavailable):  # the runner reports it
            self._requested[view.id] = await view.handover_requested()


class _OfView:
    """The leases of one view in this process, and how many it may have."""

    def __init__(self, projection: Projection, view: View) -> None:
        self.projection, self.view = projection, view
        self.label = f"view {projection.name}"
        self.held: dict[int, asyncio.Event] = {}
        """Set when it is to be given back."""
        self.asked_back: set[int] = set()
        """Those that another process is to have, until they are let go."""
        self.has_room, self.wanted = asyncio.Event(), asyncio.Event()
        self.wanted.set()
        self._share = 0

    def led(self) -> Led:
        return self.projection, self.view, tuple(sorted(self.held))

    def counted(self, followers: int) -> None:
        """Set the number of runners of the view."""
        self._share = -(-len(self.view.leads) // followers)
        self._look()

    def surplus(self) -> set[int]:
        """Return the shards above the share. Shards asked back are not counted."""
        kept = sorted(self.held.keys() - self.asked_back)
        return set(kept[self._share :])

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
            if back:
                back.set()
        self._look()

    def _look(self) -> None:
        if len(self.held) < self._share:
            self.has_room.set()
        else:
            self.has_room.clear()
