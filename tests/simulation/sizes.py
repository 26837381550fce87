"""Small pages, portions and caches: a run of a minute then meets a second page, a full cache, and a cut portion."""

import asyncio
import sys
from collections.abc import Iterator, Sequence, Set
from contextlib import ExitStack, aclosing, contextmanager, suppress
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any
from unittest import mock

from services.accounts.account import Account, new_account_id
from services.accounts.account_storage import AccountStorage
from tests.simulation.clients import Player
from tests.simulation.faults import Plan
from tests.simulation.room import Room, Work
from turnledger import new_request_id
from turnledger.errors import ServiceError
from turnledger.v1 import common_pb2, lobby_pb2

if TYPE_CHECKING:
    from tests.simulation.world import World

KEPT_S = 5.0
SMALL: dict[str, Any] = {
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
    "services.api.watching.audiences.WAIT_S": 5.0,
    "services.api.watching.facts_cache.GAMES_MAX": 1,
    "services.api.watching.game_watch.HEARTBEAT_S": 1.0,
    "services.application.game_service.EVERY": 10,
    "services.application.game_service.GAMES_MAX": 1,
    "services.application.game_service.PAGE": 12,
    "services.application.loaded_game.EVERY": 10,
    "services.application.streams.HELD_MAX": 1,
    "services.notify.calls.SENDING_MAX": 3,
    "services.notify.notifier.BATCH": 40,
    "services.operations.archiver.PAGE": 1,
    "services.operations.placements.PAGE": 3,
    "services.projection_runner.filling.FILLED_AT_ONCE": 40,
    "services.projection_runner.filling.PAGE": 2,
    "services.projection_runner.projector.BATCH": 40,
    "services.projection_runner.projector.TAKEN_UP_MAX": 8,
    "services.projection_runner.rebuild.BATCH": 40,
    "services.projection_runner.runner.BATCH": 40,
    "services.projection_runner.unfinished_first.AT_ONCE": 1,
    "services.projection_runner.unfinished_first.BATCH": 40,
    "services.read_models.archived.PAGE": 2,
    "services.roles.deadlines.EXPIRY_S": 30,
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
    "services.store.queue.AppendQueue.__init__.__defaults__": (10_000, 1),
    "services.tables.farewell.PAGE": 1,
    "services.tables.unfinished.BATCH_MAX": 3,
    "services.tables.unfinished._GAMES_MAX": 1,
    "services.tlog.role.BATCH_MAX": 3,
    "services.tlog.tiles.WIDTH": 4,
    "services.tlog.tiles._HEIGHT": 2,
    "services.tlog.tlog_storage.LOOKED_UP_MAX": 1,
    "services.tlog.tlog_storage.WIDTH": 4,
    "services.web.connect.WRITTEN_AHEAD_FROM": 1,
    "tests.simulation.api.CHALLENGES_MAX": 1,
    "tests.simulation.api.TABLES_MAX": 1,
    "tests.simulation.process.INDEX_STEP": 4,
    "tests.simulation.process.KEEP_S": KEPT_S,
    "tests.simulation.process.RECENT_S": 5.0,
    "tests.simulation.wire.PIECES": 2,
    "tests.simulation.world.KEEP_S": KEPT_S,
}
"""What production has, and how much of it such a run has instead. A name that a module has imported is a second one. A
tile is as wide as 2 to the power of its height; what is sent arrives in pieces. The queue of the store takes 10,000
rows and writes one command at a time."""


IN_USE = (
    "projections.stores.redis_connect",
    "projections.stores.redis_view",
    "services.read_models.application",
    "services.read_models.archived",
    "services.store.sqlite_backend",
)
"""Modules that the product imports when it first needs them. A module that is imported while sizes are small keeps
those that it has imported by name, in all later plans of its process."""
RESIZED = ("projections.", "services.")
UNREADABLE = "GAME_UNREADABLE"
QUIET = "small sizes: failover that loses the end of a quiet table"
ENDED = "a watch of what the store has lost has ended"
UNSEEN = "a watch has waited that had not seen what the store has lost"
ENDS_IN_S, EVENT_S = 15.0, 0.01
"""A watch of what the store has lost ends within ENDS_IN_S, and EVENT_S more for each event of the log: views are built
again from all of them, in small portions."""
FILLS_IN_S = 20.0
"""The only process of a run, if it was killed, has filled its views again by then."""


class SmallSizes(Room):
    """Its plans have these sizes. Everything is compared as with large ones. Where players use clients, newcomers open
    one table each, which is all that an account may have: the same request again is answered by the same table."""

    name = "small sizes"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self.faults = {QUIET: self._lose_quiet}

    def clients(self) -> Sequence[Work]:
        return [self._come(), self._go()] if self.world.plan.players == "client" else []

    async def _come(self) -> None:
        """Open a table of bots, and look at it after the views have dropped it."""
        program = Account(new_account_id(), "A program", guest=False, created_at=0, program=True)
        await AccountStorage(self.world.sql).add(program)
        invites = common_pb2.Terms(invited_account_ids=[program.account_id])
        while True:
            newcomer = self.world.player()
            try:
                await newcomer.sign_in()
                game_id = await self._open(newcomer, bots=["random", "random"], terms=invites, start=True)
                await self._look_back(newcomer, game_id)
            except ServiceError as error:
                self._lost(error)
            finally:
                await newcomer.close()

    async def _go(self) -> None:
        """Open a table, and never come back: it has to be closed."""
        newcomer = self.world.player()
        try:
            await newcomer.sign_in()
            await self._open(newcomer, join=True, nonce="c0ffee")
        except ServiceError as error:
            self._lost(error)
        finally:
            await newcomer.close()

    async def _lose_quiet(self, dice: Random) -> None:
        """Lose the last event of a table at which nothing more happens. A watcher that has seen it gets an error. One
        that has not seen it, because views were being built again, waits for what the store has."""
        if self.world.plan.players != "client":
            return
        began_s, me = self.world.loop.time(), self.world.player()
        try:
            await me.sign_in()
            game_id = await self._open(me, join=True, nonce="c0ffee")
            seen: list[int] = []
            watching = asyncio.create_task(_watch(me, game_id, seen))
            await asyncio.sleep(1)
            for each in self.world.clusters:
                if game_id in each.primary.by_stream:
                    self.world.forgive(each.promote(lost=each.primary.since_event(game_id)))
            ended, _ = await asyncio.wait({watching}, timeout=ENDS_IN_S + EVENT_S * len(list(self.world.rows())))
            has_lost = max(seen, default=0) > sum(row[1] == game_id for row in self.world.rows())
            watching.cancel()
            if ended or not has_lost:
                self.world.reach(ENDED if has_lost else UNSEEN)
            elif self.world.steady_since_s == began_s:
                self.world.faults.append(f"a watch of {game_id} waits after a version that the store has lost")
        except ServiceError as error:
            self._lost(error)
        finally:
            await me.close()

    def _lost(self, error: ServiceError) -> None:
        clocks, files = self.world.injected["set clock"], self.world.injected["archive: files missing"]
        damaged = self.world.injected["archive: files damaged"]
        if (
            self.world.has_lost
            or (clocks and error.is_signed_out)
            or ((files or damaged) and error.reason == UNREADABLE)
        ):
            self.world.reach(f"a newcomer was refused: {error.reason}")
        else:
            self.world.faults.append(f"a newcomer was refused: {error!r}")

    async def _open(self, newcomer: Player, **wanted: Any) -> str:
        """Open a table by a request that is sent again after its answer, as by a client that has lost it."""
        request_id = new_request_id()
        opened = set[str]()
        for _ in range(2):
            created = await newcomer.certain(
                lambda _: newcomer.client.lobby.create_table(variant="demo", seats=2, request_id=request_id, **wanted)
            )
            opened.add(created.table.game_id)
            await asyncio.sleep(1)
        if len(opened) > 1:
            self.world.faults.append(f"one request has opened the tables {opened}")
        return opened.pop()

    async def _look_back(self, newcomer: Player, game_id: str) -> None:
        game = newcomer.client.game(game_id)
        while (await newcomer.certain(lambda _: game.board())).status != lobby_pb2.TABLE_STATUS_FINISHED:
            await asyncio.sleep(1)
        await asyncio.sleep(2 * KEPT_S)
        looked_s = self.world.loop.time()
        while (board := await newcomer.certain(lambda _: game.board())).status != lobby_pb2.TABLE_STATUS_FINISHED:
            if self.world.loop.time() > looked_s + FILLS_IN_S and not self.world.has_lost:
                self.world.faults.append(f"{game_id} is shown long after its end as {board}")
                return
            await asyncio.sleep(1)
        self.world.reach("a game was looked at long after its end")


async def _watch(me: Player, game_id: str, seen: list[int]) -> None:
    """Watch a game until it cannot be watched any more, and note its versions."""
    with suppress(ServiceError):
        async with aclosing(me.client.game(game_id).watch(0)) as messages:
            async for message in messages:
                seen += [each.version for each in message.events]


@contextmanager
def sizes_of(plan: Plan) -> Iterator[None]:
    """Give the product the sizes of a plan."""
    for name in IN_USE:
        import_module(name)
    with ExitStack() as undo:
        if SmallSizes.name in plan.rooms:
            for name, size in SMALL.items():
                undo.enter_context(mock.patch(name, size))
        yield


def imported_since(before: Set[str]) -> list[str]:
    """Return the modules that were imported since there were these, and may have small sizes."""
    return sorted(name for name in sys.modules.keys() - before if name.startswith(RESIZED))
