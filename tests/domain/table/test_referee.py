"""Tables of every kind, followed by the second referee: who may do what, seats, clocks, votes, results."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from domain import catalogue
from domain.table.aggregate import OPEN, RUNNING, options
from domain.table.messages import TABLE_COMMANDS
from tests.beacon import a_beacon
from tests.domain.table.referee import TableReferee
from tests.domain.table.table_kit import SECRET
from tests.domain.table.talk import CLOCKS, VARIANTS, a_table, talk

SEEDS = 12


def follow(variant, clock, seed):
    """Return how often each command was accepted and each refusal given."""
    dice, heard = random.Random(f"{variant}/{clock}/{seed}"), Counter()
    opening, host = a_table(dice, variant, CLOCKS[clock])
    if seed % 4 == 3:
        opening = replace(opening, beacon=a_beacon())
    referee = TableReferee(opening, host, SECRET, catalogue.find(variant))
    for said in talk(dice, opening, host):
        objections = referee.objections(said.actor, said.command, said.now_ms)
        if said.refused or objections:
            assert said.refused in objections, (said, objections)
        else:
            happened = referee.hear(said.actor, said.command, said.now_ms, said.before.version)
            if referee.begins:
                referee.begin(said.after.rules, said.after.play, said.now_ms)
            assert happened == bool(said.events), said
            compare(said.after, referee)
        heard[said.refused or type(said.command).__name__] += 1
    return heard


def compare(aggregate, referee):
    assert aggregate.status == referee.status
    sits = [(each.account, each.bot, each.colour) for each in aggregate.occupants]
    assert sits == [(each.account, each.bot, each.colour) for each in referee.chairs]
    if aggregate.status == OPEN:
        assert set(aggregate.ready) == {each.account for each in referee.chairs if each.ready}
    clocks = [(each.bank_ms, each.vacation_days, each.vacation_until_ms, each.deadline_ms) for each in aggregate.clocks]
    assert clocks == [(each.bank, each.days, each.away_until, each.deadline) for each in referee.watches]
    assert aggregate.play == referee.state
    assert aggregate.detours == referee.detours
    assert list(aggregate.resigned) == referee.gone
    asked = aggregate.proposal and (
        aggregate.proposal.agreed[0],
        aggregate.proposal.to_version,
        set(aggregate.proposal.agreed),
    )
    assert asked == (referee.question and (referee.question.by, referee.question.undo, referee.question.yes))
    ended = aggregate.outcome and (
        aggregate.outcome.reason,
        {e.player: (e.rank, e.won) for e in aggregate.outcome.standings},
    )
    assert ended == referee.result
    for seat, chair in enumerate(referee.chairs):
        assert (aggregate.status == RUNNING and not chair.bot) or options(aggregate, seat) == ()


@pytest.mark.rule("TB-SEAT-01", "TB-SEAT-04", "TB-READY-01", "TB-QUICK-01", "TB-PLAY-01", "TB-CLOCK-02", "TB-CLOCK-03")
@pytest.mark.rule("TB-CLOCK-04", "TB-CLOCK-06", "TB-UNDO-01", "TB-UNDO-02", "TB-LEAVE-01", "TB-LEAVE-02", "TB-LEAVE-04")
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize(
    "variant", [each if each == "demo" else pytest.param(each, marks=pytest.mark.slow) for each in VARIANTS]
)
def test_the_second_referee_of_the_table_agrees_whatever_is_said(variant, clock):
    for seed in range(SEEDS):
        follow(variant, clock, seed)


@pytest.mark.rule("TB-PACE-01")
@pytest.mark.parametrize("variant", [pytest.param("colony61", marks=pytest.mark.slow), "demo"])
def test_the_second_referee_agrees_who_has_gone_too_many_detours(monkeypatch, variant):
    monkeypatch.setattr("domain.table.pace.DETOURS_MAX", 3)
    monkeypatch.setattr("tests.domain.table.referee.DETOURS_MAX", 3)
    heard = Counter(
        name for clock in ("none", "bank, bot") for seed in range(6) for name in follow(variant, clock, seed)
    )
    assert heard["DETOURS_USED_UP"] > 1


UNHEARD = {"OpenTable", "FollowOrder", "PlayForced", "TakeHint", "DeclineInvitation", "ProposeNoRounds"}
"""Given before, or by the server; no expert plays this game, no program is invited, and no draw waits."""


def test_at_these_tables_every_command_is_heard():
    heard = Counter(name for clock in CLOCKS for seed in range(SEEDS) for name in follow("demo", clock, seed))
    assert {command.__name__ for command in TABLE_COMMANDS} - UNHEARD <= heard.keys()
