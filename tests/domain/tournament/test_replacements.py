"""Substitutes for entrants who have gone."""

from collections import Counter
from itertools import combinations

import pytest

from domain.tournament.messages import (
    KNOCKOUT,
    LEAGUE,
    Cancel,
    CorrectResult,
    Disqualify,
    Enter,
    GameAnnulled,
    Pause,
    PlaceOffered,
    PlayerReplaced,
    Replace,
    Start,
    Withdraw,
)
from domain.tournament.officials import DECISIONS_MAX
from domain.tournament.seasons import next_ladder
from domain.tournament.standings import standings
from domain.tournament.state import PLAYED
from tests.domain.tournament.tournament_kit import (
    HOST,
    entered,
    given,
    of_round,
    places,
    played,
    refused,
    seats_at,
    started,
    when,
    whole,
    with_round_played,
)
from tests.kit import Refusal, names

WHY = "Bob has moved away"


def with_one_waiting(**others):
    """Eight play in tables of four, p8 waits; p3 has left in the first round."""
    tournament = given(entered(9, players_max=8, **others), (HOST, Start()))
    return given(tournament, ("p3", Withdraw()))


@pytest.mark.rule("EV-REPLACE-01", "EV-REPLACE-03")
def test_who_waits_takes_the_place_of_who_left_in_the_rounds_that_follow():
    tournament = with_one_waiting()
    assert when(tournament, HOST, Replace(3, "p8", WHY)) == (PlayerReplaced(3, 8, "p8", None, WHY),)
    after = given(tournament, (HOST, Replace(3, "p8", WHY)))
    assert after.divisions == ((*tournament.divisions[0], 8),)
    assert not any(8 in seats for seats in of_round(after, 1))
    second = with_round_played(after)
    paired = sorted(entrant for seats in of_round(second, 2) for entrant in seats)
    assert paired == [0, 1, 2, 4, 5, 6, 7, 8]
    ended = whole(second)
    assert sorted(row.entrant for row in ended.final) == list(range(9)), "what was scored before stays"


@pytest.mark.rule("EV-REPLACE-03")
def test_who_takes_a_place_begins_without_points():
    after = given(with_round_played(with_one_waiting()), (HOST, Replace(3, "p8", WHY)))
    (row,) = [row for row in standings(after) if row.entrant == 8]
    assert (row.points, row.played, row.byes) == (0, 0, 0)


@pytest.mark.rule("EV-REPLACE-01", "EV-REPLACE-02")
def test_an_account_that_has_not_entered_is_offered_the_place_and_takes_it_by_entering():
    tournament = given(started(8), (HOST, Disqualify(2, "two accounts")))
    assert when(tournament, HOST, Replace(2, "zoe", WHY)) == (PlaceOffered(2, "zoe", WHY),)
    assert refused(tournament, "zoe", Enter()) == Refusal("EVENT_STARTED")
    offered = given(tournament, (HOST, Replace(2, "zoe", WHY)))
    assert refused(offered, "yan", Enter()) == Refusal("EVENT_STARTED")
    assert when(offered, HOST, Replace(2, "zoe", "again")) == ()
    assert when(offered, "zoe", Enter("ab", 1500)) == (PlayerReplaced(2, 8, "zoe", 1500, ""),)
    after = given(offered, ("zoe", Enter("ab", 1500)))
    assert (after.numbers["zoe"], after.entrants[8].account) == (8, "zoe")
    assert refused(after, "zoe", Enter()) == Refusal("EVENT_STARTED")
    assert 8 in [entrant for seats in of_round(with_round_played(after), 2) for entrant in seats]


@pytest.mark.rule("EV-REPLACE-02")
def test_another_offer_takes_the_place_of_the_one_before():
    offered = given(started(8), ("p2", Withdraw()), (HOST, Replace(2, "zoe", WHY)), (HOST, Replace(2, "yan", WHY)))
    assert refused(offered, "zoe", Enter()) == Refusal("EVENT_STARTED")
    assert names(when(offered, "yan", Enter())) == ["PlayerReplaced"]


@pytest.mark.rule("EV-REPLACE-04")
def test_who_came_after_the_start_has_no_part_in_the_dice():
    offered = given(started(8), ("p2", Withdraw()), (HOST, Replace(2, "zoe", WHY)))
    one, other = (given(offered, ("zoe", Enter(nonce))) for nonce in ("", "ff"))
    assert one == other
    assert one.dice.roll("pairing 2").shuffle(range(8)) == offered.dice.roll("pairing 2").shuffle(range(8))
    *_, revealed = when(one, HOST, Cancel("enough"))
    assert revealed.nonces == ("",) * 8


@pytest.mark.rule("EV-REPLACE-01", "EV-OFF-06", "EV-OFF-07")
def test_whom_nobody_may_replace_and_who_may_not_come():
    tournament = with_one_waiting()
    left_before = given(entered(9), ("p4", Withdraw()), (HOST, Start()))
    taken = given(tournament, (HOST, Replace(3, "p8", WHY)), ("p5", Withdraw()))
    for stands, actor, command, says in (
        (tournament, "p1", Replace(3, "p8", WHY), Refusal("NOT_AN_OFFICIAL")),
        (tournament, HOST, Replace(3, "p8", ""), Refusal("REASON_NEEDED", length_max=500)),
        (tournament, HOST, Replace(77, "p8", WHY), Refusal("UNKNOWN_ENTRANT", entrant=77, entrants=9)),
        (tournament, HOST, Replace(1, "p8", WHY), Refusal("PLACE_NOT_FREE", entrant=1)),
        (tournament, HOST, Replace(8, "zoe", WHY), Refusal("PLACE_NOT_FREE", entrant=8)),
        (left_before, HOST, Replace(4, "zoe", WHY), Refusal("PLACE_NOT_FREE", entrant=4)),
        (taken, HOST, Replace(3, "zoe", WHY), Refusal("PLACE_NOT_FREE", entrant=3)),
        (tournament, HOST, Replace(3, "p1", WHY), Refusal("ALREADY_ENTERED")),
        (taken, HOST, Replace(5, "p3", WHY), Refusal("ALREADY_ENTERED")),
        (tournament, HOST, Replace(3, HOST, WHY), Refusal("OFFICIAL_PLAYS_THERE")),
        (entered(8), HOST, Replace(3, "zoe", WHY), Refusal("EVENT_NOT_STARTED")),
    ):
        assert refused(stands, actor, command) == says, command


@pytest.mark.rule("EV-REPLACE-01")
def test_after_the_last_round_was_paired_nobody_is_replaced():
    gone = given(started(8, rounds=1), ("p3", Withdraw()))
    assert refused(gone, HOST, Replace(3, "zoe", WHY)) == Refusal("NO_ROUND_FOLLOWS")


@pytest.mark.rule("EV-REPLACE-05", "EV-LEAGUE-01")
def test_in_a_league_games_that_are_not_over_begin_anew_with_the_newcomer_on_the_seat():
    tournament = started(7, form=LEAGUE)
    over, *left = [table for table in tournament.waits_for if 3 in seats_at(tournament, table)]
    offered = given(played(tournament, over), ("p3", Withdraw()), (HOST, Replace(3, "zoe", WHY)))
    taken, *annulled, anew = when(offered, "zoe", Enter())
    assert taken == PlayerReplaced(3, 7, "zoe", None, "")
    assert annulled == [GameAnnulled(table, "REPLACED") for table in left]
    assert anew.instead_of == tuple(left)
    was = [offered.games[table].pairing for table in left]
    assert [each.table for each in anew.pairings] == [8, 9, 10]
    assert [each.variant for each in anew.pairings] == [each.variant for each in was]
    for now, before in zip(anew.pairings, was, strict=True):
        assert now.seats == tuple({3: 7}.get(entrant, entrant) for entrant in before.seats)
    after = given(offered, ("zoe", Enter()))
    assert set(left).isdisjoint(after.waits_for)
    ended = whole(after)
    rows = {row.entrant: row for row in ended.final}
    assert (rows[3].played, rows[7].played) == (1, 3)
    assert all(rows[entrant].played == 4 for entrant in (0, 1, 2, 4, 5, 6))
    places_met = Counter(
        frozenset({7: 3}.get(entrant, entrant) for entrant in pair)
        for game in ended.games.values()
        if game.status == PLAYED
        for pair in combinations(game.pairing.seats, 2)
    )
    assert set(places_met.values()) == {2}, "every two places meet twice, as by the design"


@pytest.mark.rule("EV-REPLACE-05")
def test_where_all_games_are_over_nothing_begins_anew():
    tournament = started(7, form=LEAGUE)
    mine = [table for table in tournament.waits_for if 3 in seats_at(tournament, table)]
    for table in mine:
        tournament = played(tournament, table)
    gone = given(tournament, ("p3", Withdraw()))
    assert refused(gone, HOST, Replace(3, "zoe", WHY)) == Refusal("NO_GAME_TO_BEGIN_ANEW")


@pytest.mark.rule("EV-REPLACE-05", "EV-KO-03")
def test_in_the_first_round_of_a_knock_out_the_newcomer_plays_for_the_next_one():
    tournament = started(8, form=KNOCKOUT)
    (table,) = [table for table in tournament.waits_for if 3 in seats_at(tournament, table)]
    after = given(tournament, ("p3", Withdraw()), (HOST, Replace(3, "zoe", WHY)), ("zoe", Enter()))
    assert len(after.waits_for) == 2
    best = seats_at(after, 3).index(8)
    (other,) = [each for each in after.waits_for if each != 3]
    final = played(played(after, other), 3, best, *[seat for seat in range(4) if seat != best])
    assert final.round == 2
    assert of_round(final, 2)[0].count(8) == 1
    assert not set(of_round(final, 2)[0]) & (set(seats_at(tournament, table)) - {3}), "nobody of the annulled game"
    gone = given(final, ("zoe", Withdraw()))
    assert refused(gone, HOST, Replace(8, "yan", WHY)) == Refusal("NO_GAME_TO_BEGIN_ANEW")


@pytest.mark.rule("EV-REPLACE-05", "EV-SEASON-01")
def test_whose_place_was_taken_is_not_on_the_ladder_of_the_next_season():
    after = given(started(7, form=LEAGUE), ("p3", Withdraw()), (HOST, Replace(3, "zoe", WHY)), ("zoe", Enter()))
    ladder = next_ladder(whole(after), 0)
    assert sorted(ladder) == ["p0", "p1", "p2", "p4", "p5", "p6", "zoe"]


@pytest.mark.rule("EV-REPLACE-01", "EV-REPLACE-02")
def test_an_offer_ends_with_the_last_round_that_is_paired():
    offered = given(started(8, rounds=2), ("p2", Withdraw()), (HOST, Replace(2, "zoe", WHY)))
    last = with_round_played(offered)
    assert refused(last, "zoe", Enter()) == Refusal("NO_ROUND_FOLLOWS")


@pytest.mark.rule("EV-OFF-08")
def test_offers_are_counted_among_the_decisions():
    tournament = given(started(8), ("p2", Withdraw()))
    for number in range(DECISIONS_MAX):
        tournament = given(tournament, (HOST, Replace(2, f"q{number}", WHY)))
    used_up = Refusal("DECISIONS_USED_UP", at_most=1000)
    assert refused(tournament, HOST, Replace(2, "zoe", WHY)) == used_up
    assert refused(tournament, HOST, Pause("so")) == used_up
    assert refused(tournament, HOST, CorrectResult(1, places(0, 1, 2, 3), "so")) == used_up
