"""Keeps views up to date, supervised: whatever goes wrong is logged and tried again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress

from domain.history.record import EventRow, Recorded
from projections.folds.marks import is_ahead, is_of_another_log
from projections.folds.transitions import Imported, Lead, Log, Projection, Transition, none_imported
from projections.stores.interface import Generation, PositionMoved, View
from services.platform.cancellation import stop_if_cancelled
from services.platform.jitter import pause
from services.projection_runner.leases import Led, ShardLeases
from services.projection_runner.lost_games import LostGames
from services.projection_runner.projector import BATCH, Projector, ViewAhead
from services.projection_runner.rebuild import heal
from services.projection_runner.unfinished_first import Unfinished, fill_unfinished

log_ = logging.getLogger(__name__)

POLL_S = 1.0
"""The log is read and the views are checked at the latest this often, should a wake-up get lost."""
LOOK_S = 0.25
"""How often a busy runner checks that its views are as it left them, and whether another process wants the lease."""
GATHER_S = 0.02
"""After a batch the next one gathers rows for this time: a batch costs as much as the folding of several moves."""
RETRY_FIRST_S, RETRY_MAX_S = 0.1, 2.0
TAKE_UP_S = 10.0
"""Games that were passed over are looked at again after this time."""
STRANGE_S = 5.0
"""Views that do not belong to the log are looked at again after this time: an operator may have rebuilt them."""

Target = tuple[Projection, Generation]


async def none_left() -> Collection[str]:
    return ()


class ProjectionRunner:
    """Keeps some views up to date while it runs.

    Any number of processes may run one for the same views: they share the shards of each view among them; of a view
    with one shard one process holds the lease and the others wait. A view that is far behind (a new one, or one whose
    schema grew) is built next to the others, which continue. `applied` is called with the transitions that the views
    have now, `restarted` when a trouble made it start again. `label`: EventStore.label of the log. `left`: for views
    that begin empty and have no other runner, returns the finished games that views keep no longer; their boards need
    not be made. `unfinished`: with it, an empty view of boards is filled with these games first.

    >>> await ProjectionRunner(store, codec.read, [(Boards(), boards), (Lists(), lists)], lead=store.lead).run()
    """

    def __init__(
        self,
        log: Log,
        read: Callable[[EventRow], Recorded],
        views: Sequence[tuple[Projection, View]],
        *,
        lead: Lead,
        applied: Callable[[Sequence[Transition]], None] = lambda transitions: None,
        restarted: Callable[[], None] = lambda: None,
        imported: Imported = none_imported,
        label: str = "",
        left: Callable[[], Awaitable[Collection[str]]] = none_left,
        unfinished: Unfinished | None = None,
    ) -> None:
        self._log, self._read, self._views, self._lead, self._imported = log, read, views, lead, imported
        self._applied, self._restarted = applied, restarted
        self._ask_left, self._unfinished = left, unfinished
        self._left: Collection[str] | None = None
        self._leads = ShardLeases(views, lead, LOOK_S, self._hurry, self._lead_trouble, label)
        self._idle: dict[asyncio.Timeout, None] = {}
        self._delay_s = RETRY_FIRST_S

    async def run(self) -> None:
        """Run until cancelled."""
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
            await self._follow(await self._leads.wait_for_leases())
        except PositionMoved as moved:
            log_.warning("views are taken up again: %s", moved)
            self._restarted()
        except ViewAhead as strange:
            await self._heal(strange)
        except Exception as error:  # whatever store and views raise when they are away; each is said aloud
            await self._rest(self._say(error))

    async def _heal(self, strange: ViewAhead) -> None:
        """Views of a log that lost its end are rebuilt, boards first, and follow the log again while the next ones are
        rebuilt. Views of another store are left to the operator: two stores would take the views from each other for
        ever."""
        self._restarted()
        self._leads.rest()
        following = asyncio.create_task(self._follow_healed(), name="healed views")
        try:
            healed = [projection.name for projection, view in self._views if await self._heal_view(projection, view)]
            is_strange = any([await is_of_another_log(self._log, await view.live()) for _, view in self._views])
            if healed:
                log_.critical("%s; built anew from what the log has: %s", strange, ", ".join(healed))
            elif not is_strange:
                log_.info("the views were built anew by another process")
            else:
                log_.critical("%s; `turnledger rebuild` mends that, with a restart for views in memory", strange)
                await pause(STRANGE_S)
        except Exception as error:  # the store or the views are away again
            await pause(self._say(error))
        finally:
            following.cancel()
            await asyncio.wait([following])
        self._restarted()
        self._leads.wake()

    async def _heal_view(self, projection: Projection, view: View) -> bool:
        """Rebuild the view if its log has lost its end, and let it follow the log if it belongs to it. Return whether
        it was rebuilt."""
        healed = await heal(
            self._log,
            self._read,
            projection,
            view,
            lead=self._lead,
            imported=self._imported,
            unfinished=self._unfinished,
        )
        if not await is_ahead(self._log, await view.live()):
            self._leads.wake(view)
        return healed

    async def _follow_healed(self) -> None:
        """Follow the views that are healed while others are. Lists and rankings need the whole log, which may take
        long; boards do not."""
        while True:
            try:
                await self._follow(await self._leads.wait_for_leases())
            except Exception as error:  # such as another failover: healing goes through all views again
                self._restarted()
                await pause(self._say(error))

    async def _rest(self, wait_s: float) -> None:
        self._restarted()
        self._leads.rest()
        await pause(wait_s)
        self._leads.wake()

    async def _lead_trouble(self, error: Exception) -> None:
        wait_s = self._say(error)
        self._restarted()
        await pause(wait_s)

    def _say(self, error: Exception) -> float:
        """Return how long to wait before the next attempt."""
        wait_s = self._delay_s
        log_.warning("views wait %.1f s: %r", wait_s, error)
        self._delay_s = min(2 * wait_s, RETRY_MAX_S)
        return wait_s

    async def _follow(self, led: Sequence[Led]) -> None:
        """Run until the leases change, or a view that was far behind has caught up."""
        targets: list[Target] = [(projection, (await view.live()).part(shards)) for projection, view, shards in led]
        if self._unfinished:
            await self._boards_first(led, self._unfinished)
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

    async def _boards_first(self, led: Sequence[Led], unfinished: Unfinished) -> None:
        """Fill the empty shards of views of boards with the games that are not over."""
        for projection, view, shards in led:
            if not projection.by_game:
                continue
            live = await view.live()
            empty = [shard for shard in shards if await live.part([shard]).positions() == (0,)]
            if empty:
                part = live.part(empty)
                games = await fill_unfinished(self._log, self._read, projection, part, unfinished, self._imported)
                log_.info("the view %s was empty and has its %d unfinished games again", projection.name, games)

    async def _keep(self, targets: Sequence[Target], done: asyncio.Event) -> None:
        """Keep the views up to date until the leases change, or the rebuilds in parallel are `done`."""
        projector = Projector(self._log, self._read, targets, self._applied, self._imported, left=self._left or ())
        await projector.resume()
        clock, looked = asyncio.get_running_loop().time, float("-inf")
        has_news = True
        with LostGames(projector, TAKE_UP_S) as lost:
            while not (self._leads.are_new or done.is_set()):
                stop_if_cancelled()
                if clock() - looked > LOOK_S:
                    await self._check_live(targets)
                    await projector.check()
                    looked = clock()
                rows = await projector.step(BATCH) if has_news else 0
                await lost.take_up()
                self._delay_s = RETRY_FIRST_S
                at_end = not rows or projector.caught_up
                if at_end:
                    self._left = ()  # of those nothing more is heard
                if at_end and not (self._leads.are_new or done.is_set()):
                    has_news = await self._wait(projector.position, GATHER_S if rows else 0.0)

    async def _check_live(self, targets: Sequence[Target]) -> None:
        """Raise PositionMoved if readers see another generation: a server that lost its data begins with a new one."""
        views = {projection.name: view for projection, view in self._views}
        for projection, generation in targets:
            live = await views[projection.name].live()
            if live.number != generation.number:
                raise PositionMoved(f"generation {live.number} is live, not {generation.number}")

    async def _build(self, targets: Sequence[Target], done: asyncio.Event) -> None:
        """Takes them along until they have caught up, or the leads change."""
        projector = Projector(self._log, self._read, targets, imported=self._imported, left=self._left or ())
        await projector.resume()
        await projector.step(BATCH)
        while not (self._leads.are_new or projector.caught_up):
            await projector.step(BATCH)
        done.set()
        self._hurry()

    async def _wait(self, position: int, gather_s: float) -> bool:
        """Gather rows, then wait for one after the position, at most POLL_S; less if there is other work. Return
        whether there may be one."""
        with suppress(TimeoutError):
            async with asyncio.timeout(None) as idle:
                self._idle[idle] = None
                try:
                    await pause(gather_s)
                    return await self._log.wait(position, POLL_S)
                finally:
                    self._idle.pop(idle, None)
        return True

    def _hurry(self) -> None:
        now, waiting, self._idle = asyncio.get_running_loop().time(), self._idle, {}
        for idle in waiting:
            idle.reschedule(now)
