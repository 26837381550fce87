"""Plays the seats of bots: follows the log, and gives a bot's command whenever a game waits for one.

One process at a time does this for the whole store. It stores nothing of its own: after a crash the next leader finds
the tables with bots in the log and continues their games. A bot's chance comes from the table's secret, so after the
reveal its choices can be recomputed like the dice.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

import structlog

from domain.history.bot_moves import bot_command, bot_request
from domain.history.record import LogRow
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from domain.kernel.refused import Refused
from domain.table.aggregate import RUNNING, Aggregate
from domain.table.messages import BOT_ACTOR, GameBegan
from services.application.command_errors import Contended, ExpectedVersionMismatch, UnknownGame
from services.application.game_service import GameService
from services.platform.jitter import pause
from services.roles.expert_process import ExpertProcess, is_expert
from services.roles.leader_election import BROKEN_AGAIN_S, RETRY_S, keep_leading
from services.store.interface import EventStore, QueueFull, StoreUnavailable
from services.store.log_reader import read_on
from services.tables.unfinished import OpenTableIndex

log = structlog.get_logger(__name__)

WAIT_S = 1.0
"""The log is asked at the latest this often, should a wake-up get lost."""
LINGER_S = 0.2
"""While no bot plays, events are collected for this time."""
_thinking = ThreadPoolExecutor(1, "bots")
"""Runs outside the event loop, one move at a time. Bots that do not search take less than a millisecond; experts have a
process."""
_BEGAN = "table.GameBegan/"
_HANDED = ("table.SeatHanded/", "table.SeatResigned/")
_FINISHED = "table.GameFinished/"


class Bots:
    """`pace_s`: seconds between two commands of a game in which only bots play, for spectators. With a person in the
    game there is no pause."""

    def __init__(
        self,
        games: GameService,
        store: EventStore,
        tables: OpenTableIndex,
        pace_s: float = 0,
        experts: ExpertProcess | None = None,
    ) -> None:
        self._experts = experts or ExpertProcess()
        self._games, self._store, self._tables, self._pace_s = games, store, tables, pace_s
        self._waiting: set[str] = set()
        """Games in play with bots at the table that something happened in."""
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._with_bots: set[str] = set()

    async def run(self) -> None:
        """Run until cancelled."""
        await keep_leading(self._store, "bots", self._follow)

    async def _follow(self) -> None:
        position = await self._store.log_head()
        self._with_bots.clear()
        await self._tables.show(self._notice)
        has_news = True
        try:
            while True:
                if has_news:
                    position = await read_on(self._store.read_log, position, self._notice)
                self._play_waiting()
                has_news = await self._store.wait(position, WAIT_S)
                if not self._with_bots:
                    await pause(LINGER_S)
        finally:
            for task in self._playing.values():
                task.cancel()

    def _notice(self, each: LogRow) -> None:
        game_id = each.row.stream_id
        if each.row.topic.startswith(_BEGAN):
            event = self._games.codec.read(each.row).event
            assert isinstance(event, GameBegan)
            if any(occupant.bot for occupant in event.seats):
                self._with_bots.add(game_id)
        elif each.row.topic.startswith(_HANDED):
            self._with_bots.add(game_id)
        elif each.row.topic.startswith(_FINISHED):
            self._with_bots.discard(game_id)
            self._waiting.discard(game_id)
        if game_id in self._with_bots:
            self._waiting.add(game_id)

    def _play_waiting(self) -> None:
        for game_id in self._waiting - self._playing.keys():
            self._waiting.discard(game_id)
            self._playing[game_id] = playing = asyncio.create_task(self._play(game_id))
            playing.add_done_callback(partial(self._has_played, game_id))

    def _has_played(self, game_id: str, _: asyncio.Task[None]) -> None:
        """A task that is cancelled before it begins executes no `finally`."""
        del self._playing[game_id]

    async def _play(self, game_id: str) -> None:
        """Gives commands as long as the game waits for a bot."""
        try:
            while aggregate := await self._one_command(game_id):
                if self._pace_s and all(occupant.bot for occupant in aggregate.occupants):
                    await asyncio.sleep(self._pace_s)
        except (StoreUnavailable, QueueFull, Contended) as busy:
            log.info("a bot tries again", game_id=game_id, reason=type(busy).__name__)
            await pause(RETRY_S)
            self._waiting.add(game_id)
        except UnknownGame:  # a server that took over has lost its beginning
            log.warning("a game of a bot is no longer in the store", game_id=game_id)
            self._with_bots.discard(game_id)
        except Exception:
            log.exception("a bot cannot play", game_id=game_id)
            await pause(BROKEN_AGAIN_S)
            self._waiting.add(game_id)

    async def _one_command(self, game_id: str) -> Aggregate | None:
        """The game that a command was given in; None where it waits for no bot."""
        live = await self._games.load(game_id)
        aggregate, version = live.loaded, live.version
        seat = next((seat for seat in aggregate.to_act if aggregate.occupants[seat].bot), None)
        if seat is None:
            return None
        with suppress(ExpectedVersionMismatch):  # something else became of its turn
            await self._give(aggregate, game_id, version, seat)
        return aggregate

    async def _give(self, aggregate: Aggregate, game_id: str, version: int, seat: Seat) -> None:
        rules, play, name = aggregate.rules, aggregate.play, aggregate.occupants[seat].bot
        assert rules, "a game that waits for a seat has begun"
        command = await self._thought(aggregate, version, seat)
        is_asked = partial(_still_asked, seat, name, rules.options(play, seat))
        execute = partial(
            self._games.execute,
            game_id,
            actor=BOT_ACTOR + name,
            request_id=bot_request(game_id, version, seat),
            expected_version=version,
            still=is_asked,
        )
        try:
            await execute(command)
        except Refused as refused:
            if not is_asked((await self._games.load(game_id)).loaded):
                return  # the game ended, or the seat changed hands, while it thought
            log.error("a bot broke a rule; its default is played", game_id=game_id, bot=name, refused=str(refused))
            await execute(rules.default(play, seat))

    async def _thought(self, aggregate: Aggregate, version: int, seat: Seat) -> Command:
        if is_expert(aggregate, seat):
            return await self._experts.move(aggregate, version, seat)
        return await asyncio.get_running_loop().run_in_executor(_thinking, bot_command, aggregate, version, seat)


def _still_asked(seat: Seat, bot: str, listed: Sequence[Option], now: Aggregate) -> bool:
    """Return whether the bot still has the seat, and the choice that it was asked for."""
    if now.status != RUNNING or now.occupants[seat].bot != bot or seat not in now.to_act:
        return False
    assert now.rules, "the game has begun"
    return now.rules.options(now.play, seat) == listed
