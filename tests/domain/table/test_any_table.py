"""Random commands at random tables: whatever is not refused keeps the invariants."""

import random
from datetime import timedelta
from functools import reduce

import pytest

from domain.history.adjudicate import adjudicate
from domain.history.chain import first_link
from domain.history.codec import canonical_command
from domain.history.record import milliseconds
from domain.history.replay import advance
from domain.kernel.refused import Refused
from domain.table.aggregate import FINISHED, RUNNING
from domain.table.clock import Clock
from domain.table.decide import decide, open_table
from domain.table.messages import (
    SERVER_ACTOR,
    HandSeat,
    OpenTable,
    ProposeAbandon,
    ProposeUndo,
    Resign,
    StartGame,
    TakeSeat,
    TakeSeatBack,
    TakeVacation,
    Terms,
    TimeOut,
    Undo,
    Vote,
)
from support import demo
from tests.domain.history.book import CODEC, NOON, SECRET
from tests.domain.table.table_kit import choose

demo.register()
ACTORS = ("ann", "bob", "cy", "eve", "bot:random", "bot:greedy")
CLOCKS = (
    None,
    Clock(move_s=60),
    Clock(bank_s=200, increment_s=20, on_timeout="BOT"),
    Clock(move_s=30, bank_s=100, vacation_days=2, on_timeout="FORFEIT"),
)
SAYINGS = 150


def anything(dice):
    seat, number = dice.randrange(3), dice.randrange(1, 4)
    moves = [choose(seat, number)] * 30
    often = [Undo(number), ProposeUndo(number), Vote(dice.random() < 0.8), TimeOut(seat)] * 6
    seldom = [HandSeat(), TakeSeatBack(), TakeVacation(1), ProposeAbandon(), Resign()]
    command = dice.choice(moves + often + seldom)
    return (SERVER_ACTOR if isinstance(command, TimeOut) else dice.choice(ACTORS)), command


class Stream:
    """Writes what a store would hold, with a clock that jumps: what is written is never before what was."""

    def __init__(self, terms):
        opening = OpenTable("demo", 3, terms=terms)
        self.rows, self.chain, self.now, self.at, self.aggregate = (), "", NOON, NOON, None
        self._write(opening, "ann", open_table(opening, "ann", "game-1", SECRET))

    def execute(self, actor, command):
        self.at = max(self.at, self.now)
        self._write(command, actor, decide(self.aggregate, command, actor, milliseconds(self.at)))

    def _write(self, command, actor, decision):
        if decision.events:
            rows, self.chain = CODEC.seal(
                "game-1",
                len(self.rows) + 1,
                decision.events,
                at=self.at,
                actor=actor,
                request_id=str(len(self.rows)),
                command=canonical_command(command),
                secret=SECRET,
                chain=self.chain or first_link("game-1", decision.aggregate.opened.commitment),
                rules_version=decision.aggregate.rules_version,
            )
            self.rows += rows
        self.aggregate = decision.aggregate


def check(aggregate):
    assert aggregate.rules.broken_invariants(aggregate.play) == ()
    if aggregate.terms.clock and aggregate.status == RUNNING:
        on_the_clock = {seat for seat, each in enumerate(aggregate.clocks) if each.deadline_ms is not None}
        assert set(aggregate.thinking) <= on_the_clock, "who must think is on the clock"
        assert on_the_clock <= set(aggregate.to_act), "for whom nobody waits is not"
        assert all(each.bank_ms >= 0 and each.vacation_days >= 0 for each in aggregate.clocks)
    if aggregate.proposal:
        assert set(aggregate.voters) - set(aggregate.proposal.agreed), "what all agree to has happened"
    if aggregate.resigned:
        assert all(aggregate.occupants[seat].bot for seat in aggregate.resigned)


@pytest.mark.rule("TB-CLOCK-02", "TB-CLOCK-03", "TB-UNDO-01", "TB-UNDO-02", "TB-LEAVE-02")
@pytest.mark.parametrize("clock", CLOCKS, ids=("none", "move", "bank", "both"))
@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_said_the_table_stays_sound_and_its_history_is_adjudicated_to_the_same_end(seed, clock):
    dice = random.Random(f"{seed}/{clock}")
    stream = Stream(Terms(clock))
    for actor, command in (("ann", TakeSeat()), ("bob", TakeSeat()), ("cy", TakeSeat()), ("ann", StartGame())):
        stream.execute(actor, command)
    heard = 0
    for _ in range(SAYINGS):
        stream.now += timedelta(seconds=dice.choice((0, 1, 7, 31, 61, -40)))
        try:
            stream.execute(*anything(dice))
        except Refused:
            continue
        heard += 1
        check(stream.aggregate)
        if stream.aggregate.status == FINISHED:
            break
    assert heard
    assert reduce(advance, map(CODEC.read, stream.rows), None) == stream.aggregate
    assert adjudicate(stream.rows, CODEC).aggregate == stream.aggregate
    finished = stream.aggregate.outcome
    if finished and finished.reason != "ABANDONED":
        assert sorted(each.player for each in finished.standings) == [0, 1, 2]
        assert finished.standings[0].rank == 1
        assert not any(each.won for each in finished.standings if each.player in stream.aggregate.resigned)
