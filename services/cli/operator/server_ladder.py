"""The games of a ladder at a server: a table for each, with bots of the server and accounts of programs.

The caller hosts all tables and sits at none. A game counts once its signed file is verified here.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import NamedTuple

import msgspec

from domain import stored
from domain.history.file import Keys, take_apart
from domain.history.verify import verify
from services.cli.failure import fail
from services.cli.history_files import KEYS, file_name
from services.cli.request import call_server
from services.history.keys import published_keys
from services.operations.ladder import EndedGame, Ladder, LadderTable, Series, rated, tables
from services.platform.private_files import make_folder, write_file
from turnledger import Client, Game
from turnledger.v1 import common_pb2, lobby_pb2

_OVER = (lobby_pb2.TABLE_STATUS_FINISHED, lobby_pb2.TABLE_STATUS_CLOSED)


class Absent(Exception):
    """A program that did not sit down, or declined."""


class Hosting(NamedTuple):
    """The settings of a caller that hosts tables. `accounts`: of programs, among the bots. `wait_s`: until they sit
    down, `think_s`: for a move; a program that takes longer resigns."""

    server: str
    name: str
    accounts: Sequence[str]
    wait_s: float
    think_s: int


def at_server(series: Series, hosting: Hosting, at_a_time: int, to: Path | None, count: Callable[[], None]) -> Ladder:
    """Play the series there, and write its games as files. `count` is called when a game has ended. A refusal ends the
    program."""

    async def played(me: Client) -> Ladder:
        return rated(series.bots, await ServerLadder(me, hosting, to, count).play(list(tables(series)), at_a_time))

    if to:
        make_folder(to)
    try:
        return call_server(played, hosting.name, "", hosting.server)
    except Absent as absent:
        fail(str(absent), 1)


class ServerLadder:
    def __init__(self, me: Client, hosting: Hosting, to: Path | None, count: Callable[[], None]) -> None:
        self._me, self._hosting, self._to, self._count = me, hosting, to, count

    async def play(self, planned: Sequence[LadderTable], at_a_time: int) -> list[EndedGame]:
        """Play all tables and return their games in this order. Raises Absent and ServiceError."""
        published = msgspec.json.decode((await self._me.history.list_signing_keys()).key_set)
        if self._to:
            write_file(self._to / KEYS, msgspec.json.format(msgspec.json.encode(published)))
        keys = published_keys(published)
        room = asyncio.Semaphore(at_a_time)

        async def one(table: LadderTable) -> EndedGame:
            async with room:
                return await self._play(table, keys)

        try:
            async with asyncio.TaskGroup() as group:
                games = [group.create_task(one(table)) for table in planned]
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        return [game.result() for game in games]

    async def _play(self, table: LadderTable, keys: Keys) -> EndedGame:
        game = await self._opened(table)
        try:
            seated = await self._seated(game, table)
        except BaseException:
            await game.close()
            raise
        there = [each.account_id or each.bot for each in seated.occupants]
        order = [there.index(bot) for bot in table.bots]
        if order != sorted(order):
            seated = await game.arrange_seats(order)
        await game.start(expected_version=seated.version)
        await _over(game)
        content = b"".join([part async for part in game.export()])
        verdict, result = verify(content, stored.codec(), keys), take_apart(content).footer.result
        standings = result.standings if result and not verdict.fault else ()
        if self._to:
            write_file(self._to / file_name(game.game_id), content)
        self._count()
        return EndedGame(table, game.game_id, standings)

    async def _opened(self, table: LadderTable) -> Game:
        invited = [bot for bot in table.bots if bot in self._hosting.accounts]
        clock = common_pb2.Clock(on_timeout=common_pb2.TIMEOUT_ACTION_FORFEIT)
        clock.move.FromSeconds(self._hosting.think_s)
        return await self._me.create_table(
            table.variant,
            seats=len(table.bots),
            private=True,
            unrated=True,
            seed=table.deal,
            bots=[bot for bot in table.bots if bot not in invited],
            terms=common_pb2.Terms(clock=clock, invited_account_ids=invited, tries=table.tries or None),
        )

    async def _seated(self, game: Game, table: LadderTable) -> lobby_pb2.Table:
        """Return the table once all its bots sit there. Raises Absent."""
        try:
            async with asyncio.timeout(self._hosting.wait_s), aclosing(game.events()) as events:
                async for event in events:
                    if event.table.HasField("invitation_declined"):
                        declined = event.table.invitation_declined
                        raise Absent(f"{declined.account_id} declined {table.variant}: {declined.reason}")
                    stands = await game.table()
                    if len(stands.occupants) == len(table.bots):
                        return stands
        except TimeoutError:
            pass
        there = {each.account_id for each in (await game.table()).occupants}
        missing = [bot for bot in table.bots if bot in self._hosting.accounts and bot not in there]
        raise Absent(f"{', '.join(missing)} did not sit down in {self._hosting.wait_s:g} s: its program does not run")


async def _over(game: Game) -> None:
    async with aclosing(game.boards(as_spectator=True)) as boards:
        async for board in boards:
            if board.status in _OVER:
                return
