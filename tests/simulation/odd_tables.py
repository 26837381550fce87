"""Tables whose games count for few figures, or for none: private, given, left, abandoned, with guests or programs.

second_lists.py counts lists and figures a second time, also those of these tables.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.table.messages import (
    AddBot,
    LeaveSeat,
    OpenTable,
    ProposeAbandon,
    Resign,
    StartGame,
    TakeSeat,
    Terms,
    Vote,
)
from services.application.command_errors import UnknownGame
from tests.simulation.players import TIMEOUT_S, Pace, Table

if TYPE_CHECKING:
    from tests.simulation.world import World

THINK_S = 0.15
QUIET_S = 40.0
"""By then few others do something at the same moment."""
RIVALS = 11
"""So many players play each other, which makes their ratings settled."""


TWIN = 9
"""The number of the last two tables: they draw the same ids of requests."""


class Odd(NamedTuple):
    """A table of two. `seats`: the commands of its players. `then`: what each of them does once the game runs."""

    wanted: OpenTable
    seats: Sequence[TakeSeat] = (TakeSeat(), TakeSeat())
    then: Sequence[Any] = ()


PRIVATE = Odd(OpenTable("demo", 2, private=True, terms=Terms(invited=("odd-private-0", "odd-private-1"))))
ODD = {
    "private": PRIVATE,
    "unrated": Odd(OpenTable("demo", 2, rated=False)),
    "given": Odd(OpenTable("demo", 2, rated=False, seed="luck")),
    "guest": Odd(OpenTable("demo", 2), (TakeSeat(), TakeSeat(guest=True))),
    "program": Odd(
        OpenTable("demo", 2, terms=Terms(invited=("odd-program-1", "odd-program-2"))),
        (TakeSeat(), TakeSeat(program=True)),
    ),
    "abandoned": Odd(OpenTable("demo", 2), then=(ProposeAbandon(), Vote(True))),
    "left": Odd(OpenTable("demo", 2), then=(Resign(),)),
}


class OddTable(Table):
    """Its players decide quickly."""

    async def play_odd(self, name: str, odd: Odd, numbers: Sequence[int] = (0, 1)) -> None:
        """Play one game. `numbers`: of its players."""
        accounts = [f"odd-{name}-{number}" for number in numbers]
        await self.open(accounts[0], odd.wanted)
        with suppress(UnknownGame):
            for account, seat in zip(accounts, odd.seats, strict=True):
                await self.lobby(account, seat)
            await self.lobby(accounts[0], StartGame())
            for account, command in zip(accounts, odd.then, strict=False):
                await self.lobby(account, command)
        await asyncio.gather(*map(self.sit, accounts))
        self._ledger.reached("an odd table was over")

    async def open(self, host: str, wanted: OpenTable) -> None:
        opened = await self.certain(
            host,
            lambda process, number: process.games.open_table(
                wanted, actor=host, request_id=number, timeout_s=TIMEOUT_S
            ),
        )
        self.game_id = opened.game_id


def odd_tables(world: "World", number: int) -> list[Any]:
    """Return the work of all odd tables. `number`: of the first one."""
    pace = Pace(THINK_S)
    dice = [Random(f"odd {min(place, TWIN)} {world.plan.seed}") for place in range(len(ODD) + 4)]
    tables = [
        OddTable(number + place, each, world.network, world.answering, world.ledger, pace=pace)
        for place, each in enumerate(dice)
    ]
    *several, rivals, waiting, twin, other = tables
    return [
        *(table.play_odd(name, odd) for table, (name, odd) in zip(several, ODD.items(), strict=True)),
        _rival(rivals),
        _wait(waiting),
        _open_twins(twin, other),
    ]


async def _rival(table: OddTable) -> None:
    for pair in combinations(range(RIVALS), 2):
        await table.play_odd("rival", Odd(OpenTable("demo", 2)), pair)


async def _wait(table: OddTable) -> None:
    """Sit down one after another at a table that does not start, and leave it."""
    await table.open("odd-waiting-0", OpenTable("demo", 3))
    with suppress(UnknownGame):
        for account in ("odd-waiting-1", "odd-waiting-2"):
            await asyncio.sleep(1)
            await table.lobby(account, TakeSeat())
        await asyncio.sleep(1)
        await table.lobby("odd-waiting-1", LeaveSeat())
        await table.lobby("odd-waiting-0", AddBot("random"))


async def _open_twins(one: OddTable, other: OddTable) -> None:
    """Open two tables at the same moment by requests that have the same id: ids are unique for an account only."""
    await asyncio.sleep(QUIET_S)
    await asyncio.gather(
        *(each.open(f"odd-twin-{place}", OpenTable("demo", 2)) for place, each in enumerate((one, other)))
    )
