"""Keep a program's account playing: it answers challenges, plays several games at a time, and stops gracefully.

An author writes `choose(turn)`, and may write `accepts(table)`. docs/program-accounts.md has a whole bot.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from functools import partial
from itertools import chain, cycle, islice
from typing import Protocol, TypeAlias

import grpc

from turnledger.client import Client
from turnledger.connection import Connection
from turnledger.errors import ServiceError
from turnledger.game import Turn
from turnledger.v1 import accounts_pb2, catalogue_pb2, lobby_pb2, notifications_pb2, programs_pb2
from turnledger.v1.games_pb2 import Command
from turnledger.v1.programs_pb2 import DeclineReason

GAMES, THINK_S, LOOK_S = 4, 30.0, 3.0
_UNFINISHED = (lobby_pb2.TABLE_STATUS_OPEN, lobby_pb2.TABLE_STATUS_STARTING, lobby_pb2.TABLE_STATUS_RUNNING)

Move: TypeAlias = "tuple[int, int] | Command"
"""The place of an option with the number of one of its commands, or a whole command."""
Choose: TypeAlias = Callable[[Turn], "Move | Awaitable[Move]"]
Accepts: TypeAlias = Callable[[lobby_pb2.Table], "bool | DeclineReason"]
"""True, or why the challenge is declined; False for another reason."""


class Report(Protocol):
    """Told what the bot does: `accepted`, `declined`, `opened`, `playing`, `over`, `rating`, `move_failed`, `failed`,
    `away`."""

    def __call__(self, event: str, /, **facts: object) -> None: ...


class NotAProgram(ValueError):
    """The token is of an account that is not a program's."""


def any_table(_: lobby_pb2.Table) -> bool:
    return True


def say_nothing(_: str, /, **__: object) -> None: ...


async def run_bot(
    address: str,
    token: str,
    choose: Choose,
    *,
    stop: asyncio.Event,
    accepts: Accepts = any_table,
    games: int = GAMES,
    think_s: float = THINK_S,
    spar: str = "",
    report: Report = say_nothing,
    credentials: grpc.ChannelCredentials | None = None,
) -> None:
    """Play until `stop` is set. A move that is being chosen then is finished; the seats are kept, and the next run
    continues at them. `spar`: the variant in which it opens tables with bots of the server until its rating there is
    settled. Raises ServiceError for a token that the server refuses, and NotAProgram."""
    connection = Connection(address, accounts_pb2.Tokens(access_token=token), credentials=credentials)
    try:
        account = (await Client(connection, accounts_pb2.Account()).accounts.get_me()).account
        if not account.program:
            raise NotAProgram("the token is not a program's: make one by Programs.CreateProgram")
        bot = Bot(
            Client(connection, account),
            choose,
            accepts=accepts,
            games=games,
            think_s=think_s,
            spar=spar,
            report=report,
        )
        await bot.run(stop)
    finally:
        await connection.close()


class Bot:
    """`choose` runs in a thread unless it is a coroutine function; after `think_s` seconds the first option is played
    instead. `games`: the number of tables at a time; above it challenges are declined."""

    def __init__(
        self,
        me: Client,
        choose: Choose,
        *,
        accepts: Accepts = any_table,
        games: int = GAMES,
        think_s: float = THINK_S,
        spar: str = "",
        report: Report = say_nothing,
        look_s: float = LOOK_S,
    ) -> None:
        self._me, self._choose, self._accepts = me, choose, accepts
        self._games, self._think_s, self._look_s, self._report = games, think_s, look_s, report
        self._sparring = Sparring(me, spar, report) if spar else None
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._over: set[str] = set()
        """The games that ended, as long as the list, which is behind, has them among the others."""
        self._moving: set[str] = set()
        self._threads = ThreadPoolExecutor(max_workers=games, thread_name_prefix="choose")

    async def run(self, stop: asyncio.Event) -> None:
        """Answer challenges and play until `stop` is set. A server that is away or names a limit is waited for."""
        try:
            while not stop.is_set():
                pause_s = self._look_s
                try:
                    await self._look(stop)
                except ServiceError as error:
                    if not _passes(error):
                        raise
                    self._report("away", reason=error.reason)
                    pause_s = max(pause_s, error.retry_after_s or 0)
                await _until(stop, pause_s)
        finally:
            tasks = dict(self._playing)
            for game_id, task in tasks.items():
                if game_id not in self._moving:
                    task.cancel()
            await asyncio.gather(*tasks.values(), return_exceptions=True)
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def _look(self, stop: asyncio.Event) -> None:
        """Sit down at challenges, and begin to play games that have started."""
        mine = {each.table.game_id: each.table async for each in self._me.my_games() if each.HasField("seat")}
        self._over.intersection_update(mine)
        async for table in self._me.programs.list_challenges():
            if table.game_id not in mine and await self._answer(table, len(mine)):
                mine[table.game_id] = table
        room = max(1, self._games - 1) - len(mine)  # one place is for challenges
        if self._sparring and not await self._sparring.open_tables(room):
            self._sparring = None
        begun = self._playing.keys() | self._over
        for game_id, table in mine.items():
            if table.status == lobby_pb2.TABLE_STATUS_RUNNING and game_id not in begun:
                self._report("playing", game_id=game_id, variant=table.variant)
                self._playing[game_id] = task = asyncio.create_task(self._play(game_id, stop))
                task.add_done_callback(partial(self._ended, game_id))

    def _ended(self, game_id: str, _: "asyncio.Task[None]") -> None:
        self._playing.pop(game_id, None)

    async def _answer(self, table: lobby_pb2.Table, tables: int) -> bool:
        """Accept or decline a challenge, and return whether the bot sits there now."""
        verdict = self._accepts(table) if tables < self._games else programs_pb2.DECLINE_REASON_LATER
        try:
            if verdict is True:
                await self._me.game(table.game_id).join()
                self._report("accepted", game_id=table.game_id, variant=table.variant)
                return True
            reason = verdict or programs_pb2.DECLINE_REASON_OTHER
            await self._me.programs.decline_challenge(game_id=table.game_id, reason=reason)
            self._report("declined", game_id=table.game_id, reason=DeclineReason.Name(reason))
        except ServiceError as error:  # the table is full or closed by now, or the answer is already there
            if _passes(error):
                raise
        return False

    async def _play(self, game_id: str, stop: asyncio.Event) -> None:
        """Play a game to its end. After an error the next look begins again."""
        try:
            async with aclosing(self._me.game(game_id).my_turns()) as turns:
                async for turn in turns:
                    self._moving.add(game_id)
                    try:
                        await self._move(turn)
                    finally:
                        self._moving.discard(game_id)
                    if stop.is_set():
                        return
            self._over.add(game_id)
            self._report("over", game_id=game_id)
        except ServiceError as error:
            self._report("failed", game_id=game_id, reason=error.reason or error.message)

    async def _move(self, turn: Turn) -> None:
        """Give the chosen command, or the first one if it comes too late or the rules refuse it."""
        try:
            async with asyncio.timeout(self._think_s):
                move = await self._chosen(turn)
            if isinstance(move, Command):
                await turn.submit(move)
            else:
                await turn.choose(*move)
        except Exception as error:  # whatever an author's program raises, the other players do not wait for it
            if isinstance(error, ServiceError) and (_passes(error) or error.reason == "VERSION_CONFLICT"):
                return  # the turn comes again
            self._report("move_failed", game_id=turn.game.game_id, version=turn.version, error=repr(error))
            await turn.submit(turn.options[0].first)

    async def _chosen(self, turn: Turn) -> Move:
        if inspect.iscoroutinefunction(self._choose):
            found: Move = await self._choose(turn)
        else:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._threads, self._choose, turn)  # type: ignore[arg-type]
        return found


class Sparring:
    """Opens tables with the bots of the server: with all of them first, then with each in turn, because the n-th game
    with the same player counts 1/n (TB-RATE-04)."""

    def __init__(self, me: Client, variant: str, report: Report) -> None:
        self._me, self._variant, self._report = me, variant, report
        self._reported = -1
        self._opponents: Iterator[list[str]] | None = None

    async def open_tables(self, number: int) -> bool:
        """Open so many tables; return False once the rating is settled."""
        if await self._is_settled():
            return False
        if self._opponents is None:
            self._opponents = _opponents(await self._me.variants(), self._variant)
        for bots in islice(self._opponents, max(0, number)):
            game = await self._me.create_table(self._variant, seats=1 + len(bots), join=True, bots=bots, start=True)
            self._report("opened", game_id=game.game_id, variant=self._variant, bots=bots)
        return True

    async def _is_settled(self) -> bool:
        """Return whether the rating in games with bots is no longer provisional, and report it after each game."""
        played = await self._me.views.get_player(account_id=self._me.account.account_id)
        for each in played.records:
            if each.variant == self._variant and each.with_bots and each.pace == notifications_pb2.GAME_PACE_SLOW:
                if each.games != self._reported:
                    self._reported = each.games
                    self._report("rating", rating=each.rating, deviation=each.deviation, games=each.games)
                return not each.provisional
        return False


def _opponents(variants: Sequence[catalogue_pb2.Variant], name: str) -> Iterator[list[str]]:
    """Raises ValueError for a variant that the server does not have."""
    for each in variants:
        if each.name == name:
            bots = [bot for bot in each.bots if bot != "robot"]
            return chain([bots[: each.players_max - 1]], cycle([[bot] for bot in bots]))
    raise ValueError(f"the server has no game {name!r}")


def _passes(error: ServiceError) -> bool:
    """Return whether the same call may succeed later."""
    return error.may_pass or error.is_limited


async def _until(stop: asyncio.Event, seconds: float) -> None:
    """Wait for the event, at most so long."""
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return
