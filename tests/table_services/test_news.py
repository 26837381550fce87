"""Notices at tables of every kind, over whole games instead of single commands."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from domain.history.record import Envelope, Recorded
from domain.table.aggregate import FINISHED, RUNNING, evolve
from domain.table.messages import SERVER_ACTOR, TimeOut
from projections.folds.transitions import Transition
from services.notify.news import GAME_OVER, SEAT_LOST, SHORT_FROM_MS, TIME_IS_SHORT, YOUR_TURN, news
from tests.domain.table.talk import CLOCKS, VARIANTS, a_table, talk, whose_draws_wait

SEEDS = 3
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def told_of(said):
    """The notices of a command, by kind and seat."""
    transitions, aggregate, actor = [], said.before, said.actor
    for event in said.events:
        before, aggregate = aggregate, evolve(aggregate, event, actor)
        at, command = EPOCH + timedelta(milliseconds=said.now_ms), b"{}" if actor else b""
        envelope = Envelope(at, said.actor, "request", "", command)
        transitions.append(
            Transition(0, Recorded("game-1", aggregate.version, event, envelope), EPOCH, before, aggregate)
        )
        actor = ""
    notices = list(news(transitions))
    by_kind = {(each.kind, each.seat): each for each in notices}
    assert len(by_kind) == len(notices), "nobody is told the same twice"
    return by_kind


def on_the_clock(aggregate, seat):
    return aggregate.clocks[seat].deadline_ms if aggregate.clocks else None


def check_turns(said, told, knows):
    """Check the notices of turns. `knows`: the players who got a notice of the current turn."""
    waits = said.after.awaited.asked if said.after.awaited else None
    for seat in range(len(said.after.occupants)):
        if seat not in said.after.thinking:
            assert (YOUR_TURN, seat) not in told
            if not waits or waits.place != seat or not waits.command:
                knows.discard(seat)  # a player who drew is still at the move
        elif (YOUR_TURN, seat) in told:
            assert seat not in knows or said.actor != said.after.occupants[seat].account, "who moves knows"
            knows.add(seat)
        assert seat in knows or seat not in said.after.thinking, "who must act was told"
        if isinstance(said.command, TimeOut) and seat == said.command.place and seat in said.after.thinking:
            assert not said.events or (YOUR_TURN, seat) in told, "what the clock ended is followed by another turn"


def check_short(said, told):
    for seat in said.after.thinking:
        deadline_ms = on_the_clock(said.after, seat)
        if deadline_ms is None or (said.before.clocks and deadline_ms == on_the_clock(said.before, seat)):
            assert (TIME_IS_SHORT, seat) not in told
            continue
        begins_ms = max(said.now_ms, said.after.clocks[seat].vacation_until_ms)
        notice = told.get((TIME_IS_SHORT, seat))
        assert (notice is not None) == (deadline_ms - begins_ms >= SHORT_FROM_MS)
        if notice:
            assert notice.deadline_ms == deadline_ms
            assert notice.due_ms - begins_ms == pytest.approx(3 * (deadline_ms - notice.due_ms), abs=4)


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_whoever_must_act_is_told_once_a_turn_and_all_are_told_the_end(variant, clock):
    for seed in range(SEEDS):
        dice = random.Random(f"news/{variant}/{clock}/{seed}")
        check_news(talk(dice, *a_table(dice, variant, CLOCKS[clock])))


@pytest.mark.rule("TB-DRAW-04", "TB-DRAW-06")
@pytest.mark.parametrize("clock", ["none", "days"])
@pytest.mark.parametrize("variant", ["power_grid/russia", "card_game"])
def test_players_are_told_their_turns_where_draws_wait_and_nothing_during_the_wait(variant, clock):
    waits = 0
    for seed in range(SEEDS):
        dice = random.Random(f"draws/{variant}/{clock}/{seed}")
        opening, host = a_table(dice, variant, CLOCKS[clock])
        waits += check_news(talk(dice, whose_draws_wait(opening), host))
    assert waits > SEEDS


def check_news(sayings):
    """Return how many commands waited for a draw."""
    waits, knows = 0, set()
    for said in sayings:
        waits += bool(said.events and said.after.awaited and not said.before.awaited)
        told = told_of(said) if said.events else {}
        people = {seat for seat, each in enumerate(said.after.occupants) if each.account}
        if said.before.status == RUNNING and said.after.status == FINISHED:
            assert told.keys() == {(GAME_OVER, seat) for seat in people}
        elif said.after.status == RUNNING:
            check_turns(said, told, knows)
            check_short(said, told)
            lost = {seat for kind, seat in told if kind == SEAT_LOST}
            assert not lost or (said.actor == SERVER_ACTOR and said.after.occupants[lost.pop()].bot)
        else:
            assert not told
    return waits
