"""The ways in which players end games: to their end, resigned, or lost on time."""

from datetime import timedelta

import pytest

from domain.table.clock import Clock
from domain.table.messages import SERVER_ACTOR, HandSeat, Resign, TakeSeatBack, Terms, TimeOut
from projections.read.leaders import Reliability
from support import demo
from support.histories import NOON, Game
from tests.projections.projection_kit import Service


def late(log, game_id, on_timeout):
    """A game of three, at which ann's time is up before she has moved."""
    terms = Terms(clock=Clock(move_s=600, on_timeout=on_timeout))
    game = Game(log, game_id, NOON).open("ann", seats=3, terms=terms).seat("ann", "bob", "cy").start()
    for seat in (1, 2):
        game.move(seat, demo.Choose(seat, 1))
    game.at += timedelta(days=1)
    return game.execute(TimeOut(0), SERVER_ACTOR)


def begun(log):
    return Game(log, "g").open("ann", seats=3).seat("ann", "bob", "cy").start().choose(3, 1, 2)


ENDS = {
    "played": (lambda log: begun(log).play(), Reliability(1, 1, 0, 0)),
    "resigned": (lambda log: begun(log).execute(Resign(), "ann").play(), Reliability(1, 0, 1, 0)),
    "handed": (lambda log: begun(log).execute(HandSeat(), "ann").play(), Reliability(1, 0, 1, 0)),
    "handed for a while": (
        lambda log: begun(log).execute(HandSeat(), "ann").execute(TakeSeatBack(), "ann").play(),
        Reliability(1, 1, 0, 0),
    ),
    "late, and the seat resigns": (lambda log: late(log, "g", "FORFEIT").play(), Reliability(1, 0, 0, 1)),
    "late, and a bot plays on": (lambda log: late(log, "g", "BOT").play(), Reliability(1, 0, 0, 1)),
    "late, and back again": (
        lambda log: late(log, "g", "BOT").execute(TakeSeatBack(), "ann").play(),
        Reliability(1, 1, 0, 0),
    ),
    "late, back again, and gone": (
        lambda log: late(log, "g", "BOT").execute(TakeSeatBack(), "ann").execute(Resign(), "ann").play(),
        Reliability(1, 0, 1, 0),
    ),
    "late, and something is done instead": (lambda log: late(log, "g", "DEFAULT").play(), Reliability(1, 1, 0, 0)),
}


@pytest.mark.parametrize("end", ENDS)
async def test_a_profile_says_apart_what_was_finished_left_and_lost_with_the_time(end):
    service, (play, expected) = Service(), ENDS[end]
    play(service.log)
    profile = await (await service.catch_up()).leaders.player("ann")
    assert profile.reliability == expected
    others = [(await service.read.leaders.player(name)).reliability for name in ("bob", "cy")]
    assert others == [Reliability(1, 1, 0, 0)] * 2
