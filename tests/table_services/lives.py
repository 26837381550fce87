"""Tables that live as they happen to: opened, filled, begun, handed over, left, closed, each from dice."""

from contextlib import suppress

from domain.kernel.refused import Refused
from domain.table.aggregate import RUNNING
from domain.table.clock import Clock
from domain.table.messages import (
    AddBot,
    CloseTable,
    HandSeat,
    LeaveSeat,
    Resign,
    StartGame,
    TakeSeat,
    TakeSeatBack,
    Terms,
)
from tests import beacon

TERMS = (
    {},
    {"terms": Terms(clock=Clock(move_s=60))},
    {"terms": Terms(starts_when_full=True)},
    {"terms": Terms(forced_moves=True)},
    {"beacon": beacon.a_beacon(lead_s=6)},
)
BEFORE = (TakeSeat(), TakeSeat(), TakeSeat(), StartGame(), AddBot("greedy"), LeaveSeat(), CloseTable())
ON = (HandSeat(), HandSeat(), TakeSeatBack(), Resign())
PLAYERS = ("ann", "bob")


async def more(tables, dice, opened, times):
    """Continue with the tables in `opened`, which grows. Some end soon, some never."""
    for _ in range(times):
        if not opened or dice.random() < 0.15:
            opened.append(await tables.open(dice.choice(PLAYERS), **dice.choice(TERMS)))
        game_id = dice.choice(opened[-8:])
        command = dice.choice(ON if (await tables.aggregate(game_id)).status == RUNNING else BEFORE)
        with suppress(Refused):
            await tables.execute(game_id, dice.choice(PLAYERS), command)
