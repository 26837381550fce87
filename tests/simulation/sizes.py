"""Small pages, portions and caches: a run of a minute then meets a second page, a full cache, and a cut portion."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest import mock

from tests.simulation.faults import Plan
from tests.simulation.room import Room

SMALL = {
    "projections.folds.transitions.SESSIONS_MAX": 1,
    "projections.folds.transitions.LOADS_AT_ONCE": 1,
    "projections.stores.memory_generation.PORTION": 2,
    "projections.stores.near_cache.HOMES_MAX": 1,
    "projections.stores.redis_calls.GETS_MAX": 2,
    "projections.stores.redis_calls.PORTION": 2,
    "projections.stores.redis_generation.CALLS_MAX": 2,
    "services.accounts.account_storage._PAGE": 1,
    "services.api.messages.snapshots.GAMES_MAX": 1,
    "services.api.messages.snapshots.SNAPSHOTS_MAX": 1,
    "services.api.watching.audiences.MOVES_MAX": 1,
    "services.api.watching.facts_cache.GAMES_MAX": 1,
    "services.application.game_service.GAMES_MAX": 1,
    "services.application.streams.HELD_MAX": 1,
    "services.notify.notifier.BATCH": 40,
    "services.operations.archiver.PAGE": 1,
    "services.projection_runner.filling.FILLED_AT_ONCE": 40,
    "services.projection_runner.filling.PAGE": 2,
    "services.projection_runner.projector.BATCH": 40,
    "services.projection_runner.projector.TAKEN_UP_MAX": 1,
    "services.projection_runner.rebuild.BATCH": 40,
    "services.projection_runner.runner.BATCH": 40,
    "services.projection_runner.unfinished_first.AT_ONCE": 1,
    "services.projection_runner.unfinished_first.BATCH": 40,
    "services.read_models.archived.PAGE": 2,
    "services.roles.orders.desk.HELD_MAX": 1,
    "services.roles.orders.follow.AT_ONCE": 1,
    "services.roles.orders.order_storage._AT_ONCE": 1,
    "services.roles.tournament_runner.AT_ONCE": 1,
    "services.store.archive.merging.PAGE": 2,
    "services.store.archive.read_through.PAGE": 2,
    "services.store.log_reader.BATCH_MAX": 3,
    "services.store.logs.log_set.CUTS_MAX": 1,
    "services.store.logs.placements.HELD_MAX": 1,
    "services.store.postgres.HEADS_MAX": 1,
    "services.tables.farewell.PAGE": 1,
    "services.tables.unfinished.BATCH_MAX": 3,
    "services.tables.unfinished._GAMES_MAX": 1,
    "services.tlog.role.BATCH_MAX": 3,
    "services.tlog.tlog_storage.LOOKED_UP_MAX": 1,
}
"""What production has, and how much of it such a run has instead. A name that a module has imported is a second one."""


class SmallSizes(Room):
    """Its plans have these sizes. It adds no clients, faults or checks: everything is compared as with large ones."""

    name = "small sizes"


@contextmanager
def sizes_of(plan: Plan) -> Iterator[None]:
    """Give the product the sizes of a plan."""
    with ExitStack() as undo:
        if SmallSizes.name in plan.rooms:
            for name, size in SMALL.items():
                undo.enter_context(mock.patch(name, size))
        yield
