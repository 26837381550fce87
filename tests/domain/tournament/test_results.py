"""The points of a game, and the standings."""

import pytest

from domain.kernel.decider import Standing
from domain.tournament.decide import begin
from domain.tournament.messages import (
    KNOCKOUT,
    LEAGUE,
    AnnulGame,
    Cancel,
    CorrectResult,
    Disqualify,
    Enter,
    OpenTournament,
    Pause,
    RecordResult,
    ResultRecorded,
    Resume,
    Start,
    Withdraw,
)
from domain.tournament.scoring import points_by_seat
from domain.tournament.standings import standings
from tests.domain.tournament.tournament_kit import (
    HOST,
    SECRET,
    SERVER,
    entered,
    given,
    places,
    played,
    refused,
    result,
    seats_at,
    started,
    terms,
    when,
    whole,
    with_round_played,
)
from tests.kit import Refusal, names


def points(table, *seats):
    """Return the points of the seats, in their order."""
    found = points_by_seat(table, places(*seats))
    return [found[seat] / 120 for seat in sorted(found)]


def row_of(tournament, entrant):
    (row,) = [row for row in standings(tournament) if row.entrant == entrant]
    return row


@pytest.mark.rule("EV-SCORE-01", "EV-SCORE-02", "EV-SCORE-03")
def test_a_place_is_worth_what_the_table_says_and_equals_share():
    assert points("10-6-3-1", 3, 1, 0, 2) == [3, 6, 1, 10]
    assert points("10-6-3-1", (0, 1), 2, 3) == [8, 8, 3, 1]
    assert points("10-6-3-1", (0, 1, 2), 3) == [19 / 3, 19 / 3, 19 / 3, 1]
    assert points("5-3-2-1", 0, 1, 2) == [5, 3, 2], "a short table counts from the first place"


@pytest.mark.rule("EV-SCORE-01", "EV-SCORE-03")
def test_one_scale_for_tables_of_any_size_counts_those_left_behind():
    assert points("places", 0, 1) == [1, 0]
    assert points("places", 0, 1, 2) == [1, 0.5, 0]
    assert points("places", 0, 1, 2, 3, 4) == [1, 0.75, 0.5, 0.25, 0]
    assert points("places", 0, (1, 2), 3) == [1, 0.5, 0.5, 0]
    assert points_by_seat("places", places(0, 1, 2, 3, (4, 5)))[4] * 10 == 120
    assert points_by_seat("places", places(0, (1, 2), 3))[1] == 60


@pytest.mark.rule("EV-SCORE-04")
def test_what_all_lose_together_is_worth_nothing():
    defeat = tuple(Standing(seat, 1, won=False, score=0) for seat in range(4))
    assert points_by_seat("10-6-3-1", defeat) == {0: 0, 1: 0, 2: 0, 3: 0}
    drawn = tuple(Standing(seat, 1, won=False, score=7) for seat in range(4))
    assert points_by_seat("10-6-3-1", drawn) == dict.fromkeys(range(4), 5 * 120)
    lost = given(started(4), (SERVER, RecordResult(1, "DEFEAT", defeat)))
    assert {(row.played, row.points, row.share) for row in standings(lost)} == {(1, 0, 0)}


@pytest.mark.rule("EV-RES-01")
def test_the_server_says_once_how_a_game_ended():
    tournament = started(4)
    actor, command = result(tournament, 1, 2, 0, 1, 3)
    (recorded, *_) = when(tournament, actor, command)
    assert recorded == ResultRecorded(1, "PLAYED", places(2, 0, 1, 3), (), "", "")
    assert refused(tournament, "p0", command) == Refusal("NOT_THE_SERVER")
    assert refused(tournament, actor, RecordResult(9, "PLAYED", ())) == Refusal("UNKNOWN_TABLE", table=9, tables=1)
    assert when(played(tournament, 1), *result(tournament, 1, 3, 2, 1, 0)) == ()


@pytest.mark.rule("EV-RES-01", "EV-OFF-01")
def test_what_an_official_decided_before_stays():
    tournament = given(started(4), (HOST, Pause("looking")), (HOST, CorrectResult(1, places(3, 2, 1, 0), "a claim")))
    assert when(tournament, *result(tournament, 1, 0, 1, 2, 3)) == ()


@pytest.mark.rule("EV-RES-02")
def test_a_game_without_standings_was_played_and_gives_nobody_anything():
    tournament = given(started(4), (SERVER, RecordResult(1, "ABANDONED", ())))
    assert {(row.played, row.points, row.wins, row.seconds) for row in standings(tournament)} == {(1, 0, 0, 0)}


@pytest.mark.rule("EV-RES-03")
@pytest.mark.parametrize(
    "wrong",
    [
        places(0, 1, 2),
        (*places(0, 1, 2), Standing(2, 4, won=False, score=0)),
        (Standing(0, 1, True, 9), Standing(1, 1, True, 9), Standing(2, 2, False, 1), Standing(3, 4, False, 0)),
        tuple(reversed(places(0, 1, 2, 3))),
        (Standing(0, 2, True, 9), Standing(1, 2, True, 9), Standing(2, 3, False, 1), Standing(3, 4, False, 0)),
    ],
)
def test_standings_name_every_seat_once_best_first(wrong):
    tournament = started(4)
    assert refused(tournament, SERVER, RecordResult(1, "PLAYED", wrong)) == Refusal("STANDINGS_INVALID", seats=4)
    told = refused(tournament, HOST, CorrectResult(1, wrong, "so"))
    assert told == Refusal("STANDINGS_INVALID", seats=4)
    assert refused(tournament, HOST, CorrectResult(1, (), "so")) == Refusal("STANDINGS_INVALID", seats=4)


@pytest.mark.rule("EV-TIE-01", "EV-TIE-02", "EV-TIE-03", "EV-TIE-04")
def test_a_row_counts_points_wins_second_places_strength_and_share():
    tournament = started(5, rounds=1, points="10-6-3-1")
    (resting,) = tournament.byes[0]
    seats = seats_at(tournament, 1)
    tournament = played(tournament, 1, 2, (0, 1), 3, scores=[8, 8, 12, 3])
    first, second, last = (row_of(tournament, seats[seat]) for seat in (2, 0, 3))
    assert (first.points, first.wins, first.seconds, first.share) == (1200, 1, 0, 1_000_000)
    assert (second.points, second.wins, second.seconds, second.share) == (540, 0, 1, 666_666)
    assert (last.points, last.share, last.strength) == (120, 250_000, 1200 + 540 + 540)
    rest = row_of(tournament, resting)
    assert (rest.points, rest.byes, rest.played, rest.wins, rest.strength, rest.share) == (600, 1, 0, 0, 0, 0)


@pytest.mark.rule("EV-BYE-02")
def test_a_bye_is_worth_the_mean_of_a_tables_places():
    tournament = started(5)
    assert row_of(tournament, tournament.byes[0][0]).points == 60
    knocked = started(5, form=KNOCKOUT, advance=3)
    assert row_of(knocked, knocked.byes[0][0]).points == 0


@pytest.mark.rule("EV-TIE-01")
def test_tie_breaks_are_the_forms_own_or_those_of_the_terms():
    by_wins = whole(started(4, rounds=1, points="1-1-1-1"))
    assert [row.rank for row in by_wins.final] == [1, 2, 3, 4], "equal in all but wins and share"
    seconds = whole(started(4, rounds=1, points="1-1-1-1", tie_breaks=("seconds",)))
    assert [(row.rank, row.seconds) for row in seconds.final] == [(1, 1), (2, 0), (2, 0), (2, 0)]


@pytest.mark.rule("EV-TIE-05")
def test_in_a_knock_out_the_last_round_played_comes_first():
    tournament = started(16, form=KNOCKOUT, advance=1)
    ended = whole(tournament)
    final = [seats_at(ended, 5)[each.player] for each in ended.games[5].standings]
    assert [row.entrant for row in ended.final[:4]] == final
    assert [row.rank for row in ended.final[:5]] == [1, 2, 3, 4, 5]
    runners_up = {ended.games[table].pairing.seats[ended.games[table].standings[1].player] for table in (1, 2, 3, 4)}
    assert {row.entrant for row in ended.final[4:8]} == runners_up
    assert {row.reached for row in ended.final[4:]} == {1}


@pytest.mark.rule("EV-LEAVE-02", "EV-RES-01")
def test_nothing_is_scored_for_who_left_and_what_was_scored_before_stays():
    tournament = with_round_played(started(8, rounds=2))
    leaving = seats_at(tournament, 3)[0]
    before = row_of(tournament, leaving)
    tournament = given(tournament, (f"p{leaving}", Withdraw()))
    (recorded, *_) = when(tournament, *result(tournament, 3, 0, 1, 2, 3))
    assert recorded.unscored == (leaving,)
    after = played(tournament, 3, 0, 1, 2, 3)
    row = row_of(after, leaving)
    assert (row.points, row.played, row.wins) == (before.points, 1, before.wins)
    other = seats_at(after, 3)[1]
    assert row_of(after, other).points == row_of(tournament, other).points + 80, "places stand as they fell"


@pytest.mark.rule("EV-LEAVE-02", "EV-OFF-01")
def test_an_official_who_decides_before_the_end_scores_nothing_for_who_left_either():
    tournament = started(8)
    leaving, other = seats_at(tournament, 1)[:2]
    gone = given(tournament, (f"p{leaving}", Withdraw()))
    for before in ((), ((HOST, AnnulGame(1, "a doubt")),)):
        decided = given(gone, *before, (HOST, CorrectResult(1, places(0, 1, 2, 3), "as it was agreed")))
        assert (row_of(decided, leaving).points, row_of(decided, other).points) == (0, 80)


@pytest.mark.rule("EV-OFF-01")
def test_a_correction_counts_instead_and_rounds_that_were_paired_stay():
    tournament = with_round_played(started(8, rounds=2))
    pairings = [seats_at(tournament, table) for table in (3, 4)]
    corrected = given(tournament, (HOST, CorrectResult(1, places(3, 2, 1, 0), "seats were swapped")))
    assert row_of(corrected, seats_at(corrected, 1)[3]).points == 120
    assert [seats_at(corrected, table) for table in (3, 4)] == pairings
    assert refused(tournament, "p0", CorrectResult(1, (), "mine")) == Refusal("NOT_AN_OFFICIAL")
    told = refused(tournament, HOST, CorrectResult(5, (), "none"))
    assert told == Refusal("UNKNOWN_TABLE", table=5, tables=4)


@pytest.mark.rule("EV-OFF-02")
def test_an_annulled_game_was_not_played():
    tournament = played(started(8), 1)
    annulled = given(tournament, (HOST, AnnulGame(1, "a broken server")))
    assert row_of(annulled, seats_at(annulled, 1)[0]).played == 0
    assert names(when(annulled, HOST, AnnulGame(1, "again"))) == []
    assert refused(tournament, "p0", AnnulGame(1, "mine")) == Refusal("NOT_AN_OFFICIAL")
    assert refused(tournament, HOST, AnnulGame(9, "none")) == Refusal("UNKNOWN_TABLE", table=9, tables=2)


@pytest.mark.rule("EV-OFF-03")
def test_who_is_disqualified_stands_behind_all_without_a_rank():
    tournament = played(started(8), 1, 0, 1, 2, 3)
    winner, second = seats_at(tournament, 1)[:2]
    before = row_of(tournament, second).points
    out = given(tournament, (HOST, Disqualify(winner, "two accounts")))
    assert standings(out)[-1].entrant == winner
    assert [row.rank for row in standings(out)][-1] == 0
    assert row_of(out, second).points == before
    assert names(when(out, HOST, Disqualify(winner, "again"))) == []
    assert refused(out, HOST, Disqualify(8, "nobody")) == Refusal("UNKNOWN_ENTRANT", entrant=8, entrants=8)
    assert refused(out, "p1", Disqualify(1, "me")) == Refusal("NOT_AN_OFFICIAL")


@pytest.mark.rule("EV-OFF-04", "EV-PAIR-02")
def test_while_it_is_paused_results_come_and_nothing_is_paired():
    assert refused(given(started(4), (HOST, Cancel("rain"))), HOST, Resume()) == Refusal("EVENT_OVER")
    tournament = given(started(4), (HOST, Pause("lunch")))
    assert names(when(tournament, HOST, Pause("lunch"))) == []
    done = played(tournament, 1)
    assert (done.round, done.waits_for, done.status) == (1, (), "RUNNING")
    assert names(when(done, HOST, Resume())) == ["TournamentResumed", "RoundPaired"]
    assert refused(tournament, "p0", Resume()) == Refusal("NOT_AN_OFFICIAL")
    assert refused(tournament, "p0", Pause("me")) == Refusal("NOT_AN_OFFICIAL")


@pytest.mark.rule("EV-OFF-04")
def test_before_the_start_there_is_nothing_to_pause():
    assert refused(entered(4), HOST, Pause("lunch")) == Refusal("EVENT_NOT_STARTED")


@pytest.mark.rule("EV-OFF-05", "EV-END-02", "EV-DICE-03")
def test_a_cancelled_tournament_has_no_standings_and_is_changed_by_nobody():
    tournament = with_round_played(started(8))
    ended, revealed = when(tournament, HOST, Cancel("snow"))
    assert (ended.reason, ended.says, ended.standings) == ("CANCELLED", "snow", ())
    assert revealed.secret == "07" * 32
    assert refused(tournament, "p0", Cancel("me")) == Refusal("NOT_AN_OFFICIAL")
    over = given(tournament, (HOST, Cancel("snow")))
    assert refused(over, "p0", Withdraw()) == Refusal("EVENT_OVER")


@pytest.mark.rule("EV-OFF-06")
def test_no_official_decides_about_an_own_game():
    tournament = started(8, officials=("p0",))
    (own,) = [table for table in (1, 2) if 0 in seats_at(tournament, table)]
    for actor in ("p0", "operator:p0"):
        assert refused(tournament, actor, AnnulGame(own, "mine")) == Refusal("OFFICIAL_PLAYS_THERE")
        told = refused(tournament, actor, CorrectResult(own, places(0, 1, 2, 3), "mine"))
        assert told == Refusal("OFFICIAL_PLAYS_THERE")
        assert refused(tournament, actor, Disqualify(0, "me")) == Refusal("OFFICIAL_PLAYS_THERE")
    assert names(when(tournament, "p0", AnnulGame(3 - own, "theirs"))) == ["GameAnnulled"]
    assert names(when(tournament, "operator:zed", AnnulGame(own, "theirs"))) == ["GameAnnulled"]


@pytest.mark.rule("EV-OFF-06")
@pytest.mark.parametrize("actor", ["p0", "operator:p0"])
def test_an_official_who_plays_disqualifies_no_opponent(actor):
    tournament = started(8, officials=("p0",))
    assert refused(tournament, actor, Disqualify(5, "a rival")) == Refusal("OFFICIAL_PLAYS_THERE")
    out = given(tournament, ("p0", Withdraw()))
    assert names(when(out, actor, Disqualify(5, "two accounts"))) == ["PlayerDisqualified"]


@pytest.mark.rule("EV-OFF-06")
def test_tournaments_of_rules_version_1_keep_their_officials():
    tournament = begin(OpenTournament(terms(officials=("p0",))), HOST, "event-1", SECRET, 1).tournament
    tournament = given(tournament, *((f"p{number}", Enter()) for number in range(8)), (HOST, Start()))
    assert names(when(tournament, "p0", Disqualify(5, "two accounts"))) == ["PlayerDisqualified"]


@pytest.mark.rule("EV-OFF-07")
@pytest.mark.parametrize("reason", ["", "x" * 501, "a\x07"])
def test_a_decision_has_a_reason(reason):
    tournament = started(4)
    needed = Refusal("REASON_NEEDED", length_max=500)
    for command in (Pause(reason), Cancel(reason), AnnulGame(1, reason), Disqualify(0, reason)):
        assert refused(tournament, HOST, command) == needed
    assert refused(tournament, HOST, CorrectResult(1, (), reason)) == needed


@pytest.mark.rule("EV-END-01")
def test_the_end_has_the_standings_of_every_division():
    league = whole(started(14, form=LEAGUE))
    assert [row.division for row in league.final] == [0] * 7 + [1] * 7
    assert [row.rank for row in league.final if row.rank == 1] == [1, 1]
    assert {row.played for row in league.final} == {4}


@pytest.mark.rule("EV-OFF-08")
def test_officials_pause_and_correct_a_thousand_times_at_most_and_may_cancel_all_the_same():
    tournament = started(4)
    for _ in range(1_000):
        tournament = given(tournament, (HOST, Pause("again")), (HOST, Resume()))
    assert refused(tournament, HOST, Pause("again")) == Refusal("DECISIONS_USED_UP", at_most=1_000)
    assert refused(tournament, HOST, CorrectResult(1, places(0, 1, 2, 3), "no")) == Refusal(
        "DECISIONS_USED_UP", at_most=1_000
    )
    assert when(tournament, HOST, Cancel("enough"))[-2].reason == "CANCELLED"
