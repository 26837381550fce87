"""Keeps views up to date. Supervised, so that nothing but a bad event ends it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress

from domain.history.record import Recorded, Row
from projections.folds.transitions import BadEvent, Imported, Lead, Log, Projection, Transition, none_imported
from projections.stores.interface import Generation, PositionMoved, View
from services.roles.follower.leads import Leads, Led
from services.roles.follower.projector import BATCH, Projector, ViewAhead
from services.roles.follower.rebuild import heal

log_ = logging.getLogger(__name__)

POLL_S = 1.0
"""The log is read and the views are checked at the latest this often, should a wake-up get lost."""
LOOK_S = 0.25
"""How often a busy follower looks whether its views are what it left, and whether somebody else wants to lead."""
RETRY_FIRST_S, RETRY_MAX_S = 0.1, 2.0
STRANGE_S = 5.0
"""Views that do not belong to the log are looked at again after this time: an operator may have rebuilt them."""

Target = tuple[Projection, Generation]


async def none_left() -> Collection[str]:
    return ()


class Follower:
    """Follows for some views, as long as it runs. Any number of processes may run one for the same views: they divide
    the shards of each among them, and of a view that is one shard one leads, the others wait. A view that is far behind
    (a new one, or one whose schema grew) is built beside the others, which go on. `applied` is told what the views have
    now; `restarted` that a trouble made it start again. `label`: EventStore.label of the log. `left`, of views that
    begin empty with this follower and have no other: asked once, if one is empty, for games that are over for longer
    than views keep them, whose boards need not be made.

    >>> await Follower(store, codec.read, [(Boards(), boards), (Lists(), lists)], lead=store.lead).run()
    """

    def __init__(
        self,
        log: Log,
        read: Callable[[Row], Recorded],
        views: Sequence[tuple[Projection, View]],
        *,
        lead: Lead,
        applied: Callable[[Sequence[Transition]], None] = lambda transitions: None,
        restarted: Callable[[], None] = lambda: None,
        imported: Imported = none_imported,
        label: str = "",
        left: Callable[[], Awaitable[Collection[str]]] = none_left,
    ) -> None:
        self._log, self._read, self._views, self._lead, self._imported = log, read, views, lead, imported
        self._applied, self._restarted = applied, restarted
        self._ask_left = left
        self._left: Collection[str] | None = None
        self._leads = Leads(views, lead, LOOK_S, self._hurry, self._lead_trouble, label)
        self._idle: set[asyncio.Timeout] = set()
        self._delay_s = RETRY_FIRST_S
        self.stopped: Exception | None = None

    async def run(self) -> None:
        """Until cancelled. Raises BadEvent after it said so loudly: then another program is needed."""
        keeping = asyncio.create_task(self._leads.keep(), name="leads")
        try:
            while True:
                await self._supervised()
        finally:
            keeping.cancel()
            await asyncio.wait([keeping])

    async def _supervised(self) -> None:
        """Follows until the leads change or something goes wrong, which is said."""
        try:
            await self._follow(await self._leads.held())
        except BadEvent as stop:
            self.stopped = stop
            log_.critical("%s: %r", stop, stop.__cause__)
            raise
        except PositionMoved as moved:
            log_.warning("views are taken up again: %s", moved)
            self._restarted()
        except ViewAhead as strange:
            await self._heal(strange)
        except Exception as error:  # whatever store and views raise when they are away; each is said aloud
            await self._rest(self._say(error))

    async def _heal(self, strange: ViewAhead) -> None:
        """Views of a log that lost its end are built anew beside what is there, boards first. Those of another store
        are left to the operator: two stores would take the views from each other for ever."""
        self._restarted()
        self._leads.rest()
        try:
            healed = [
                projection.name
                for projection, view in self._views
                if await heal(self._log, self._read, projection, view, lead=self._lead, imported=self._imported)
            ]
        except Exception as error:  # the store or the views are away again
            await asyncio.sleep(self._say(error))
        else:
            if healed:
                log_.critical("%s; built anew from what the log has: %s", strange, ", ".join(healed))
            else:
                log_.critical("%s; `turnledger rebuild` mends that, with a restart for views in memory", strange)
                await asyncio.sleep(STRANGE_S)
        self._leads.wake()

    async def _rest(self, wait_s: float) -> None:
        self._restarted()
        self._leads.rest()
        await asyncio.sleep(wait_s)
        self._leads.wake()

    async def _lead_trouble(self, error: Exception) -> None:
        wait_s = self._say(error)
        self._restarted()
        await asyncio.sleep(wait_s)

    def _say(self, error: Exception) -> float:
        """How long to wait before the next try."""
        wait_s = self._delay_s
        log_.warning("views wait %.1f s: %r", wait_s, error)
        self._delay_s = min(2 * wait_s, RETRY_MAX_S)
        return wait_s

    async def _follow(self, led: Sequence[Led]) -> None:
        """Until the leads change, or what was far behind has caught up."""
        targets: list[Target] = [(projection, (await view.live()).part(shards)) for projection, view, shards in led]
        if self._left is None:
            empty = not all([await generation.position() for _, generation in targets])
            self._left = await self._ask_left() if empty else ()
        head = await self._log.log_head() if len(targets) > 1 else 0
        far = [each for each in targets if head - await each[1].position() > BATCH]
        near = [each for each in targets if each not in far]
        if not (near and far):
            await self._keep(targets, asyncio.Event())
            return
        log_.info("views are built beside the others: %s", ", ".join(projection.name for projection, _ in far))
        done = asyncio.Event()
        tasks = [asyncio.create_task(self._keep(near, done)), asyncio.create_task(self._build(far, done))]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self, targets: Sequence[Target], done: asyncio.Event) -> None:
        """Keeps them up to date until the leads change, or those beside them are `done`."""
        projector = Projector(self._log, self._read, targets, self._applied, self._imported, left=self._left or ())
        await projector.resume()
        clock, looked = asyncio.get_running_loop().time, float("-inf")
        while not (self._leads.are_new or done.is_set()):
            if clock() - looked > LOOK_S:
                await projector.check()
                looked = clock()
            rows = await projector.step(BATCH)
            self._delay_s = RETRY_FIRST_S
            if not rows:
                self._left = ()  # of those nothing more is heard
            if not rows and not (self._leads.are_new or done.is_set()):
                await self._wait(projector.position)

    async def _build(self, targets: Sequence[Target], done: asyncio.Event) -> None:
        """Takes them along until they have caught up, or the leads change."""
        projector = Projector(self._log, self._read, targets, imported=self._imported, left=self._left or ())
        await projector.resume()
        await projector.step(BATCH)
        while not (self._leads.are_new or projector.caught_up):
            await projector.step(BATCH)
        done.set()
        self._hurry()

    async def _wait(self, position: int) -> None:
        """For rows after the position, at most POLL_S; less when there is something else to do."""
        with suppress(TimeoutError):
            async with asyncio.timeout(None) as idle:
                self._idle.add(idle)
                try:
                    await self._log.wait(position, POLL_S)
                finally:
                    self._idle.discard(idle)

    def _hurry(self) -> None:
        now, waiting, self._idle = asyncio.get_running_loop().time(), self._idle, set()
        for idle in waiting:
            idle.reschedule(now)
