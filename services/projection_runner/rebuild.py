"""Rebuilds a view next to the live one, compares the two, and switches. It can be stopped at any moment without harm.

It needs the lease only at the end: the new generation is filled without it, then the projection runner is asked to hand
over, and both generations are moved along the log together. So they must be equal whenever they are compared, the live
one never falls behind, and if the rebuild dies, the runner takes the lease again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import sha256

from msgspec import Struct

from domain.history.record import EventRow, Recorded
from projections.folds.marks import has_lost_its_end
from projections.folds.transitions import Imported, Lead, Log, Projection, none_imported
from projections.stores.interface import Generation, View, ViewUnavailable
from services.platform.jitter import pause
from services.projection_runner.projector import BATCH, Projector, ViewAhead
from services.projection_runner.unfinished_first import Unfinished, fill_unfinished

log_ = logging.getLogger(__name__)

CLAIM_S = 5.0
"""How long the handover request of a dead rebuild keeps the runner away."""
STEP_S = 0.05
DIFFERENCES_MAX = 20
Progress = Callable[[str, int, int], None]
"""Called with a phase (`build`, `compare`, `switch`), the amount done, and the total (0 while it is unknown)."""


class Rebuilt(Struct, frozen=True):
    """`events`: rows folded. `compared`: keys, lists and rankings; None if the old generation was empty or at events
    that the log does not have. `differences`: names of the first differences in the old generation, and their number.
    `switched`: readers see the new generation."""

    events: int
    compared: int | None
    differences: tuple[str, ...]
    differing: int
    switched: bool


async def rebuild(
    log: Log,
    read: Callable[[EventRow], Recorded],
    projection: Projection,
    view: View,
    *,
    lead: Lead,
    progress: Progress = lambda phase, done, of: None,
    switch: bool = True,
    imported: Imported = none_imported,
) -> Rebuilt:
    """Rebuild the view; with `switch=False` only compare. If it is cancelled nothing has changed, unless it had
    switched. A live generation that is ahead of the log is replaced without a comparison. Raises ViewAhead if it was
    only to be compared."""
    async with only_rebuild(view, lead):
        return await replace(log, read, projection, view, await view.fresh(), lead, progress, switch, imported)


async def heal(
    log: Log,
    read: Callable[[EventRow], Recorded],
    projection: Projection,
    view: View,
    *,
    lead: Lead,
    imported: Imported,
    unfinished: Unfinished | None = None,
) -> bool:
    """Rebuild a view that is at an event which its log has lost. False if it is not, or if it belongs to another
    log."""
    async with only_rebuild(view, lead):  # a process that waited here finds it healed
        if not await has_lost_its_end(log, await view.live()):
            return False
        fresh = await view.fresh()
        if unfinished and projection.by_game:
            await fill_unfinished(log, read, projection, fresh, unfinished, imported)
        await replace(log, read, projection, view, fresh, lead, lambda phase, done, of: None, True, imported)
    return True


@asynccontextmanager
async def only_rebuild(view: View, lead: Lead) -> AsyncIterator[None]:
    """Remove the rest of a dead rebuild at the beginning, and of this one at the end."""
    async with lead(f"{view.id} rebuild"):
        await view.sweep()
        try:
            yield
        finally:
            await view.sweep()


async def replace(
    log: Log,
    read: Callable[[EventRow], Recorded],
    projection: Projection,
    view: View,
    fresh: Generation,
    lead: Lead,
    progress: Progress,
    switch: bool,
    imported: Imported,
) -> Rebuilt:
    """Move the new generation to the end of the log, and replace the live one with it. See `rebuild`."""
    ahead = Projector(log, read, [(projection, fresh)], imported=imported)
    await ahead.resume()
    compared: int | None
    events, head = 0, await log.log_head()
    while ahead.behind:
        events += await ahead.step(BATCH)
        progress("build", min(ahead.position, head), head)
        await asyncio.sleep(0)
    async with _leading(view, lead):
        live = await view.live()
        both = Projector(log, read, [(projection, live), (projection, fresh)], imported=imported)
        try:
            await both.resume()
            empty = switch and await live.positions() == (0,)
        except ViewAhead:  # of a log that a backup has replaced, or of another store's
            if not switch:
                raise
            empty = True
        if empty:  # nothing to compare with
            await ahead.catch_up()
            compared, differing, both = None, list[str](), ahead
        else:
            await both.catch_up()
            compared, differing = await _compare(live, fresh, both, progress)
        if switch:
            await view.switch(fresh)
            await _until_all_see(2 * view.sees_switch_s, both, progress)
    return Rebuilt(events, compared, tuple(differing[:DIFFERENCES_MAX]), len(differing), switch)


@asynccontextmanager
async def _leading(view: View, lead: Lead) -> AsyncIterator[None]:
    """Claims the view until its followers have let go of all shards."""

    async def claim() -> None:
        while True:
            try:
                await view.request_handover(CLAIM_S)
            except ViewUnavailable as away:
                log_.warning("the lead is claimed again later: %s", away)
            await pause(CLAIM_S / 2)

    claiming = asyncio.create_task(claim())
    try:
        async with AsyncExitStack() as leads:
            for name in view.leads:
                await leads.enter_async_context(lead(name))
            await _cancel(claiming)
            await view.cancel_handover()
            yield
    finally:
        await _cancel(claiming)


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])


async def _compare(live: Generation, fresh: Generation, both: Projector, progress: Progress) -> tuple[int, list[str]]:
    """Return the number of compared items, without expiring ones, and the names of the differences. Between two
    portions the views advance."""
    seen: set[str] = set()
    compared, differing = 0, list[str]()
    for generation in (live, fresh):
        async for portion in generation.names():
            names = [name for name in dict.fromkeys(portion) if name not in seen]
            seen.update(names)
            for name, old, new in zip(names, await live.dump(names), await fresh.dump(names), strict=True):
                compared += bool(old or new)
                if old != new:
                    differing.append(name)
            progress("compare", len(seen), 0)
            await asyncio.sleep(0)
            await both.catch_up()
    return compared, differing


async def _until_all_see(grace_s: float, both: Projector, progress: Progress) -> None:
    """Keeps the old generation fresh until every reader has turned to the new one."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + grace_s
    while (left := ends - loop.time()) > 0:
        await both.catch_up()
        progress("switch", round(100 * (grace_s - left) / grace_s), 100)
        await asyncio.sleep(min(left, STEP_S))


async def digest(generation: Generation) -> str:
    """SHA-256 over all that a generation holds and keeps, whatever the order: equal content, equal digest."""
    seen: set[str] = set()
    total = 0
    async for portion in generation.names():
        names = [name for name in dict.fromkeys(portion) if name not in seen]
        seen.update(names)
        for name, content in zip(names, await generation.dump(names), strict=True):
            if content:  # else it is to leave
                total += int.from_bytes(sha256(b"%d:%b%b" % (len(name), name.encode(), content)).digest())
    return sha256(total.to_bytes(40)).hexdigest()
