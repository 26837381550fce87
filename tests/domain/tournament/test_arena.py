"""Arenas: quick games over a span of time, which pair the free entrants with each other."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as for_all
from hypothesis import strategies as st
from msgspec import UNSET

from domain.kernel.refused import Refused
from domain.tournament.decide import decide
from domain.tournament.messages import (
    ARENA,
    LEAGUE,
    SWISS,
    CloseArena,
    Disqualify,
    Enter,
    Pause,
    RecordResult,
    Replace,
    Resume,
    SpanEnded,
    Start,
    Withdraw,
)
from domain.tournament.standings import standings
from domain.tournament.state import fold
from tests.domain.tournament.second_count import Count
from tests.domain.tournament.tournament_kit import (
    HOST,
    RUSSIA,
    SERVER,
    entered,
    given,
    of_round,
    places,
    refused,
    refused_opening,
    result,
    seats_at,
    terms,
    when,
)
from tests.kit import Refusal, names

MINUTE_MS = 60_000


def begun(players, at_ms=0, **others):
    others = {"form": ARENA, "seats": 2} | others
    return decide(entered(players, **others), Start(), HOST, at_ms).tournament


def over(tournament, *tables):
    return given(tournament, *(result(tournament, table) for table in tables))


def who_play(tournament):
    return sorted(sorted(seats_at(tournament, table)) for table in tournament.waits_for)


@pytest.mark.rule("EV-ARENA-01")
def test_the_span_is_counted_from_the_start():
    started, *_ = decide(entered(4, form=ARENA, seats=2, minutes=90), Start(), HOST, 1_000).events
    assert started.ends_ms == 1_000 + 90 * MINUTE_MS
    assert decide(entered(4), Start(), HOST, 1_000).events[0].ends_ms is UNSET


@pytest.mark.rule("EV-ARENA-01", "EV-OPEN-03")
@pytest.mark.parametrize(
    ("others", "minutes", "at_most"),
    [
        ({"form": ARENA, "minutes": UNSET}, 0, 144_000),
        ({"form": ARENA, "minutes": 0}, 0, 144_000),
        ({"form": ARENA, "minutes": 144_001}, 144_001, 144_000),
        ({"form": SWISS, "minutes": 60}, 60, 0),
        ({"form": LEAGUE, "minutes": 0}, 0, 0),
    ],
)
def test_an_arena_has_a_span_and_nothing_else_has(others, minutes, at_most):
    assert refused_opening(**others) == Refusal("SPAN_INVALID", minutes=minutes, at_most=at_most)
    assert refused_opening(form=ARENA, rounds=2) == Refusal("ROUNDS_INVALID", rounds=2, at_most=0)


@pytest.mark.rule("EV-ARENA-03")
def test_at_the_start_all_are_paired_that_fill_whole_tables():
    tournament = begun(11, seats=4)
    assert sorted(map(len, of_round(tournament, 1))) == [4, 4]
    assert len(set().union(*of_round(tournament, 1))) == 8


@pytest.mark.rule("EV-ARENA-02", "EV-ARENA-03")
def test_who_enters_within_the_span_is_paired_with_who_is_free():
    tournament = begun(3)
    (waiting,) = set(range(3)) - {entrant for seats in who_play(tournament) for entrant in seats}
    assert names(when(tournament, "zoe", Enter("ab"))) == ["PlayerJoined", "RoundPaired"]
    after = given(tournament, ("zoe", Enter("ab")))
    assert sorted((waiting, 3)) in who_play(after)
    assert after.nonces == ("",) * 3, "no part in the dice"


@pytest.mark.rule("EV-ARENA-03", "EV-ARENA-04")
def test_those_who_have_just_met_wait_for_others_to_be_free():
    tournament = begun(4)
    first, second = tournament.waits_for
    one = over(tournament, first)
    assert one.waits_for == (second,)
    both = over(one, second)
    assert len(both.waits_for) == 2
    assert not set(map(tuple, who_play(both))) & set(map(tuple, who_play(tournament)))


@pytest.mark.rule("EV-ARENA-03")
def test_where_nobody_else_plays_the_same_meet_again():
    tournament = begun(2)
    assert who_play(over(tournament, 1)) == who_play(tournament) == [[0, 1]]


@pytest.mark.rule("EV-ARENA-03")
def test_who_was_seated_longest_ago_comes_first_and_meets_who_has_about_as_many_points():
    tournament = begun(5)
    (idle,) = set(range(5)) - {entrant for seats in who_play(tournament) for entrant in seats}
    after = over(tournament, 1)
    assert idle in seats_at(after, 3)
    assert len(after.waits_for) == 2


@pytest.mark.rule("EV-ARENA-05")
def test_the_span_ends_by_the_clock_and_games_that_are_played_then_count():
    tournament = begun(4, minutes=10)
    end = 10 * MINUTE_MS
    with pytest.raises(Refused) as early:
        decide(tournament, CloseArena(), SERVER, end - 1)
    assert Refusal.of(early.value) == Refusal("SPAN_NOT_OVER")
    with pytest.raises(Refused) as anybody:
        decide(tournament, CloseArena(), HOST, end)
    assert Refusal.of(anybody.value) == Refusal("NOT_THE_SERVER")
    closed = decide(tournament, CloseArena(), SERVER, end)
    assert closed.events == (SpanEnded(),)
    assert decide(closed.tournament, CloseArena(), SERVER, end).events == ()
    assert refused(closed.tournament, "zoe", Enter()) == Refusal("SPAN_OVER")
    one = over(closed.tournament, 1)
    assert (one.waits_for, one.status) == ((2,), "RUNNING")
    assert names(when(one, *result(one, 2))) == ["ResultRecorded", "TournamentEnded", "SecretRevealed"]
    assert sorted(row.points for row in over(one, 2).final) == [0, 0, 120, 120]


@pytest.mark.rule("EV-ARENA-05")
def test_whatever_is_said_after_the_end_pairs_nobody():
    tournament = begun(4, minutes=10)
    given_late = decide(over(tournament, 1), RecordResult(2, "PLAYED", places(0, 1)), SERVER, 10 * MINUTE_MS)
    assert names(given_late.events) == ["ResultRecorded", "SpanEnded", "TournamentEnded", "SecretRevealed"]


@pytest.mark.rule("EV-ARENA-05", "EV-OFF-04")
def test_a_pause_pairs_nobody_and_does_not_stop_the_clock():
    paused = given(begun(4, minutes=10), (HOST, Pause("a fire drill")))
    done = over(paused, 1, 2)
    assert done.waits_for == ()
    assert names(when(done, HOST, Resume())) == ["TournamentResumed", "RoundPaired"]
    late = decide(done, CloseArena(), SERVER, 10 * MINUTE_MS).tournament
    assert late.status == "RUNNING"
    assert names(when(late, HOST, Resume())) == ["TournamentResumed", "TournamentEnded", "SecretRevealed"]


@pytest.mark.rule("EV-ARENA-02", "EV-REPLACE-01")
def test_nobody_is_replaced_where_anybody_may_enter():
    tournament = given(begun(4), ("p1", Withdraw()))
    assert refused(tournament, HOST, Replace(1, "zoe", "so")) == Refusal("NO_ROUND_FOLLOWS")
    assert refused(tournament, "p1", Enter()) == Refusal("ALREADY_ENTERED")


@pytest.mark.rule("EV-ARENA-03")
def test_variants_take_turns_table_by_table():
    tournament = begun(8, variants=(RUSSIA, "power_grid/india"))
    assert [tournament.games[table].pairing.variant for table in (1, 2, 3, 4)] == [RUSSIA, "power_grid/india"] * 2
    assert terms().minutes is UNSET


@pytest.mark.rule("EV-ARENA-06")
def test_points_add_up_without_streaks_and_tables_are_bounded(monkeypatch):
    monkeypatch.setattr("domain.tournament.arena.TABLES_MAX", 3)
    tournament = begun(2)
    for table in (1, 2, 3):
        tournament = given(tournament, won_by_the_first(tournament, table))
    best, last = standings(tournament)
    assert (best.entrant, best.points, best.wins, last.points) == (0, 3 * 120, 3, 0)
    assert (tournament.waits_for, tournament.status) == ((), "RUNNING")


def won_by_the_first(tournament, table):
    seat = seats_at(tournament, table).index(0)
    return result(tournament, table, seat, 1 - seat)


def something_happens(die, tournament):
    entrant = die.randrange(len(tournament.entrants))
    if die.random() < 0.15:
        return (f"p{len(tournament.entrants)}", Enter())
    if die.random() < 0.1 and tournament.is_in(entrant):
        return die.choice([(f"p{entrant}", Withdraw()), (HOST, Disqualify(entrant, "so"))])
    if not tournament.waits_for:
        return None
    table = die.choice(tournament.waits_for)
    return (
        (SERVER, RecordResult(table, "PLAYED", places(*die.sample(range(seats), seats))))
        if (seats := len(seats_at(tournament, table)))
        else None
    )


@pytest.mark.slow
@pytest.mark.rule("EV-ARENA-03", "EV-ARENA-04", "EV-ARENA-05", "EV-TIE-01")
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@for_all(st.integers(2, 5), st.integers(0, 9), st.integers(0, 10**6))
def test_any_arena_seats_nobody_twice_and_counts_as_a_second_count_does(seats, more, seed):
    die, now_ms = random.Random(seed), 0
    before = entered(seats + more, form=ARENA, seats=seats, minutes=30)
    events, tournament = [before.opened], before
    events += [event for number in range(seats + more) for event in _entry(number)]
    assert fold(events) == before
    ruling = decide(before, Start(), HOST, now_ms)
    events += ruling.events
    while True:
        tournament = ruling.tournament
        playing = [entrant for table in tournament.waits_for for entrant in seats_at(tournament, table)]
        assert len(playing) == len(set(playing)), "nobody sits at two tables"
        free = len([entrant for entrant in tournament.those("IN") if entrant not in playing])
        if tournament.status == "RUNNING" and not tournament.closed and not playing:
            assert free < seats, "somebody plays while a whole table is free"
        if tournament.status == "ENDED":
            break
        now_ms += 20_000
        done = something_happens(die, tournament) if now_ms < 30 * MINUTE_MS or tournament.waits_for else None
        if now_ms >= 30 * MINUTE_MS and not tournament.closed:
            done = (SERVER, CloseArena())
        elif tournament.closed and (not done or isinstance(done[1], Enter)):
            done = (SERVER, RecordResult(tournament.waits_for[0], "STOPPED", ()))
        if done:
            ruling = decide(tournament, done[1], done[0], now_ms)
            events += ruling.events
    assert fold(events) == tournament
    count = Count(events)
    (division,) = tournament.divisions
    assert count.divisions == (division,)
    assert {row.entrant: row.rank for row in tournament.final} == count.ranks(division)
    assert standings(tournament) == tournament.final


def _entry(number):
    tournament = entered(number, form=ARENA, seats=2)
    return when(tournament, f"p{number}", Enter())
