"""Tables with the demo game, for given/when/then over their events."""

import pytest

from domain.kernel.refused import Refused
from domain.table.decide import decide, open_table
from domain.table.messages import SERVER_ACTOR, AddBot, OpenTable, StartGame, TakeSeat, Terms
from support import demo
from tests.kit import Refusal

demo.register()
SECRET = b"\x07" * 32
PLAIN = Terms()
START_MS = 1_700_000_000_000
SERVER = SERVER_ACTOR


def opened(terms=PLAIN, *, seats=3, private=False, rated=True, host="ann"):
    command = OpenTable("demo", seats, private=private, rated=rated, terms=terms)
    return open_table(command, host, "game-1", SECRET).aggregate


def given(aggregate, *commands):
    """The aggregate after commands (actor, command) or (actor, command, seconds after the start)."""
    for actor, command, *after_s in commands:
        aggregate = decide(aggregate, command, actor, moment(*after_s)).aggregate
    return aggregate


def when(aggregate, actor, command, after_s=0):
    """The events of a command."""
    return decide(aggregate, command, actor, moment(after_s)).events


def refused(aggregate, actor, command, after_s=0):
    with pytest.raises(Refused) as error:
        decide(aggregate, command, actor, moment(after_s))
    return Refusal.of(error.value)


def moment(after_s=0):
    return START_MS + round(after_s * 1000)


def begun(*players, terms=PLAIN, bots=0, rated=True):
    """A running game of these players, then so many bots."""
    taken = [*((player, TakeSeat()) for player in players), *[("ann", AddBot("greedy"))] * bots]
    seated = given(opened(terms, rated=rated), *taken)
    return given(seated, ("ann", StartGame()))


def choose(seat, number):
    return demo.Choose(seat, number)
