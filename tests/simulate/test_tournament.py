"""Whole tournaments of bots: real games, in memory."""

import pytest

from domain import stored
from domain.history.tournament_adjudicate import adjudicate
from domain.kernel.refused import Refused
from domain.tournament.messages import ARENA, KNOCKOUT, LEAGUE, SWISS, Terms
from services.operations.tournament import TournamentPlan, simulate
from support import demo

demo.register()


def plan(form=SWISS, players=16, seed="s", bots=("greedy", "random"), variants=("demo",), seats=3, **others):
    own = {SWISS: {"rounds": 3}, KNOCKOUT: {"advance": 1}, LEAGUE: {}, ARENA: {"minutes": 30}}[form] | others
    return TournamentPlan(Terms("Cup", form, variants, seats, rated=False, **own), players, seed, bots)


def test_the_same_plan_gives_the_same_tournament_and_another_seed_another():
    first, again = simulate(plan()).report, simulate(plan()).report
    assert first == again
    assert (first.reason, first.rounds, len(first.standings)) == ("PLAYED", 3, 16)
    assert simulate(plan(seed="t")).report.digest != first.digest


def test_the_report_tells_who_met_whom_how_often_and_how_it_ended():
    report = simulate(plan(LEAGUE, players=7)).report
    assert report.meetings == {1: 21}
    assert [pairing.table for pairing in report.pairings] == list(range(1, 8))
    assert {pairing.reason for pairing in report.pairings} == {"ROUNDS_PLAYED"}
    assert all(sorted(pairing.places) in ([1, 2, 3], [1, 1, 3], [1, 2, 2], [1, 1, 1]) for pairing in report.pairings)
    assert report.standings[0].rank == 1


def test_an_arena_of_bots_is_played_until_its_span_is_over():
    simulated = simulate(plan(ARENA, players=10))
    report = simulated.report
    assert (report.reason, report.players, len(report.standings)) == ("PLAYED", 10, 10)
    assert len(report.pairings) > 12, "three tables, each game five minutes long, for half an hour"
    assert report.digest == simulate(plan(ARENA, players=10)).report.digest
    assert adjudicate(simulated.rows, stored.tournament_codec()).tournament.closed


def test_what_cannot_be_played_is_refused():
    with pytest.raises(Refused) as error:
        simulate(plan(bots=("genius",)))
    assert error.value.code == "UNKNOWN_BOT"
    with pytest.raises(Refused) as error:
        simulate(plan(LEAGUE, players=6))
    assert (error.value.code, error.value.facts) == ("TOO_FEW_ENTRANTS", {"entered": 6, "needed": 7})


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("variant", ["power_grid/russia", "card_game", "colony61"])
def test_sixteen_players_play_real_games_to_the_end(variant):
    report = simulate(plan(variants=(variant,), seats=4, rounds=2, bots=("greedy",))).report
    assert (report.reason, len(report.pairings), report.meetings) == ("PLAYED", 8, {1: 48})
    assert sum(row.points for row in report.standings) == 8 * 2 * 120 or variant == "colony61"


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_knock_out_over_two_maps_ends_in_a_final():
    report = simulate(
        plan(KNOCKOUT, 9, variants=("power_grid/russia", "power_grid/india"), seats=3, bots=("greedy",))
    ).report
    assert [(pairing.round, pairing.variant) for pairing in report.pairings] == [
        (1, "power_grid/russia"), (1, "power_grid/russia"), (1, "power_grid/russia"), (2, "power_grid/india"),
    ]  # fmt: skip
    final = report.pairings[-1]
    assert report.standings[0].entrant == final.seats[final.places.index(1)]
