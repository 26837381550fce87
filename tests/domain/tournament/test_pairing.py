"""The pairings of each form."""

from itertools import combinations

import pytest

from domain.kernel.dice import Dice, game_seed
from domain.tournament.messages import KNOCKOUT, LEAGUE, AnnulGame, Enter, Start, TournamentEnded, Withdraw
from domain.tournament.pods import Field, meetings, paired, sizes
from tests.domain.tournament.tournament_kit import (
    COLONY,
    HOST,
    INDIA,
    RUSSIA,
    SECRET,
    given,
    meetings_of,
    of_round,
    opened,
    played,
    result,
    seats_at,
    started,
    when,
    whole,
    with_round_played,
)
from tests.kit import names

DESIGNS = {2: (3, 1), 3: (7, 1), 4: (7, 2), 5: (11, 2), 6: (16, 2)}
"""By seats: the players of a division, and how often each pair meets."""


@pytest.mark.rule("EV-LEAGUE-01")
@pytest.mark.parametrize("seats", DESIGNS)
def test_in_a_league_everybody_meets_everybody_equally_often_and_has_each_starting_seat_once(seats):
    players, each_pair = DESIGNS[seats]
    league = started(2 * players, form=LEAGUE, seats=seats)
    assert [len(division) for division in league.divisions] == [players, players]
    for number, division in enumerate(league.divisions):
        games = [game.pairing.seats for game in league.games.values() if game.pairing.division == number]
        assert meetings_of(league, number) == dict.fromkeys(combinations(sorted(division), 2), each_pair)
        for player in division:
            assert sorted(game.index(player) for game in games if player in game) == list(range(seats))
    assert list(league.games) == list(range(1, 2 * players + 1))


@pytest.mark.rule("EV-PAIR-01", "EV-LEAGUE-01", "EV-DICE-02")
def test_a_pairing_is_made_again_from_secret_id_and_nonces():
    entrants = [("ann", "aa"), ("bob", ""), *((f"p{number}", "") for number in range(5))]
    league = given(opened(form=LEAGUE), *((name, Enter(nonce)) for name, nonce in entrants), (HOST, Start()))
    seed = game_seed(SECRET, "event-1", [bytes.fromhex(nonce) for _, nonce in entrants])
    seeds = Dice(seed).roll("seeding").shuffle(tuple(range(7)))
    points = Dice(seed).roll("division 0").shuffle(seeds)
    assert league.divisions == (seeds,)
    assert seats_at(league, 1) == tuple(points[point] for point in (0, 3, 5, 6))
    assert seats_at(league, 6) == tuple(points[point] for point in (5, 1, 3, 4))
    fixed = given(opened(form=LEAGUE, seed="x", rated=False), *((f"p{n}", Enter()) for n in range(7)), (HOST, Start()))
    assert fixed.divisions == (Dice.from_text("x").roll("seeding").shuffle(tuple(range(7))),)


@pytest.mark.rule("EV-PAIR-02")
def test_the_next_round_comes_with_the_last_result_of_the_one_before():
    tournament = started(8)
    first = played(tournament, 1)
    assert first.round == 1
    second = played(first, 2)
    assert (second.round, second.waits_for) == (2, (3, 4))


@pytest.mark.rule("EV-SWISS-02", "EV-KO-01")
@pytest.mark.parametrize(
    ("players", "seats", "least", "tables", "byes"),
    [
        (8, 4, 3, (4, 4), 0), (9, 4, 3, (3, 3, 3), 0), (10, 4, 3, (4, 3, 3), 0), (11, 4, 3, (4, 4, 3), 0),
        (5, 4, 3, (4,), 1), (3, 4, 3, (3,), 0), (7, 6, 5, (6,), 1), (11, 6, 5, (6, 5), 0), (10, 6, 5, (5, 5), 0),
        (5, 2, 2, (2, 2), 1), (4, 3, 2, (2, 2), 0), (9, 4, 4, (4, 4), 1), (13, 5, 4, (5, 4, 4), 0),
    ],
)  # fmt: skip
def test_as_few_as_can_be_are_left_out_then_as_few_tables_are_short(players, seats, least, tables, byes):
    assert sizes(players, seats, least) == (tables, byes)


@pytest.mark.rule("EV-SWISS-02")
def test_fewer_than_the_smallest_table_cannot_be_paired():
    assert sizes(2, 4, 3) is None
    assert sizes(3, 4, 4) is None


@pytest.mark.rule("EV-SWISS-01", "EV-SWISS-02")
def test_those_play_each_other_who_have_about_as_many_points_and_the_lowest_sit_at_short_tables():
    tournament = started(35, rounds=2)
    second = with_round_played(tournament)
    points = dict.fromkeys(range(35), 0)
    for game in second.games.values():
        if game.round == 1:
            seats = len(game.pairing.seats)
            for standing in game.standings:
                points[game.pairing.seats[standing.player]] += (seats - standing.rank) / (seats - 1)
    pods = of_round(second, 2)
    assert [len(pod) for pod in pods] == [4] * 8 + [3]
    averages = [sum(points[each] for each in pod) / len(pod) for pod in pods]
    assert averages == sorted(averages, reverse=True)
    assert max(points[each] for each in pods[-1]) == 0


@pytest.mark.rule("EV-SWISS-01")
def test_nobody_meets_twice_in_a_field_that_greed_alone_would_break():
    """After two rounds of nine in threes, rows and columns of a square, only its two diagonals are left."""
    rows, columns = [(0, 1, 2), (3, 4, 5), (6, 7, 8)], [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
    field = Field(meetings(rows + columns), dict.fromkeys(range(9), 0))
    pods = paired(tuple(range(9)), (3, 3, 3), field)
    pairs = [pair for pod in pods for pair in combinations(sorted(pod), 2)]
    before = {pair for game in rows + columns for pair in combinations(game, 2)}
    assert len(pairs) == 9
    assert not before & set(pairs)


@pytest.mark.rule("EV-SWISS-01")
def test_pairing_keeps_the_given_order_where_no_swap_avoids_a_second_meeting():
    everybody_met = Field(meetings(list(combinations(range(6), 2))), dict.fromkeys(range(6), 0))
    assert paired((2, 0, 3, 1, 5, 4), (3, 3), everybody_met) == [[2, 0, 3], [1, 5, 4]]


KIRKMAN = (8, 13, 10, 3, 4, 12, 7, 6, 9, 0, 11, 1, 2, 14, 5)
FOUR_ROUNDS = [
    (13, 12, 14), (1, 4, 11), (7, 8, 3), (5, 6, 9), (0, 10, 2),
    (7, 13, 6), (12, 9, 0), (14, 4, 5), (1, 8, 10), (11, 3, 2),
    (11, 14, 8), (10, 6, 3), (13, 0, 4), (1, 5, 12), (2, 7, 9),
    (9, 10, 4), (7, 14, 1), (6, 0, 11), (5, 13, 3), (2, 8, 12),
]  # fmt: skip
"""Fifteen in threes, after which swaps of two end with a second meeting, and some way of seating has none."""


@pytest.mark.rule("EV-SWISS-01")
def test_where_swaps_end_with_a_second_meeting_every_way_is_looked_at():
    pods = paired(KIRKMAN, (3,) * 5, Field(meetings(FOUR_ROUNDS), dict.fromkeys(range(15), 0)))
    before = {pair for game in FOUR_ROUNDS for pair in combinations(sorted(game), 2)}
    pairs = [pair for pod in pods for pair in combinations(sorted(pod), 2)]
    assert sorted(player for pod in pods for player in pod) == list(range(15))
    assert not before & set(pairs)


@pytest.mark.rule("EV-OFF-02")
def test_who_met_in_a_game_that_was_annulled_has_not_met():
    again = {False: 0, True: 0}
    for seed in range(30):
        for annulled in again:
            tournament = started(6, seats=2, seed=f"{seed}", rated=False)
            pair = set(seats_at(tournament, 1))
            if annulled:
                tournament = given(tournament, (HOST, AnnulGame(1, "a broken server")))
            second = with_round_played(tournament)
            again[annulled] += pair in map(set, of_round(second, 2))
    assert again[False] == 0
    assert again[True] > 3


@pytest.mark.rule("EV-BYE-01")
def test_the_lowest_of_those_who_rested_least_rest():
    tournament = started(5, rounds=3)
    (first,) = tournament.byes[0]
    second = with_round_played(tournament)
    (last,) = [each.player for each in second.games[1].standings if each.rank == 4]
    assert second.byes[1] == (seats_at(second, 1)[last],)
    third = with_round_played(second)
    assert third.byes[2][0] not in (first, *second.byes[1])


@pytest.mark.rule("EV-SEAT-01")
def test_everybody_sits_where_he_has_sat_least():
    tournament = whole(started(16, rounds=4))
    for player in range(16):
        seats = [game.pairing.seats.index(player) for game in tournament.games.values() if player in game.pairing.seats]
        assert len(set(seats)) >= 3


@pytest.mark.rule("EV-OPEN-04")
def test_variants_take_turns_round_by_round():
    tournament = whole(started(4, variants=(RUSSIA, INDIA), rounds=3))
    assert [game.pairing.variant for game in tournament.games.values()] == [RUSSIA, INDIA, RUSSIA]


@pytest.mark.rule("EV-KO-01", "EV-KO-02")
def test_seeds_are_dealt_forwards_and_backwards_and_the_best_rest():
    tournament = opened(form=KNOCKOUT, seeding="RATING", seats=4, variants=(COLONY,), advance=2)
    tournament = given(
        tournament, *((f"p{number}", Enter(rating=3000 - number)) for number in range(8)), (HOST, Start())
    )
    assert [sorted(game) for game in of_round(tournament, 1)] == [[0, 3, 4, 7], [1, 2, 5, 6]]
    five = opened(form=KNOCKOUT, seeding="RATING", seats=4, advance=3)
    five = given(five, *((f"p{number}", Enter(rating=3000 - number)) for number in range(5)), (HOST, Start()))
    assert five.byes == ((0,),)
    assert [sorted(game) for game in of_round(five, 1)] == [[1, 2, 3, 4]]


@pytest.mark.rule("EV-KO-03", "EV-END-01")
def test_the_best_of_each_table_go_on_up_to_the_final():
    tournament = started(16, form=KNOCKOUT, advance=1)
    best = [seats_at(tournament, table)[2] for table in (1, 2, 3, 4)]
    for table in (1, 2, 3, 4):
        tournament = played(tournament, table, 2, 0, 1, 3)
    assert sorted(seats_at(tournament, 5)) == sorted(best)
    ended = played(tournament, 5, 3, 0, 1, 2)
    assert ended.status == "ENDED"
    assert (ended.final[0].entrant, ended.final[0].rank) == (seats_at(ended, 5)[3], 1)


@pytest.mark.rule("EV-KO-03")
def test_equals_go_on_by_score_then_by_seed_and_who_left_makes_room():
    tournament = started(8, form=KNOCKOUT, advance=1)
    seeds = tournament.divisions[0]
    by_score = played(tournament, 1, (0, 1, 2, 3), scores=[5, 9, 7, 1])
    through = seats_at(tournament, 1)[1]
    by_seed = played(by_score, 2, (0, 1), 2, 3, scores=[5, 5, 1, 1])
    other = min(seats_at(tournament, 2)[:2], key=seeds.index)
    assert sorted(seats_at(by_seed, 3)) == sorted((through, other))
    gone = given(by_score, (f"p{through}", Withdraw()))
    second = seats_at(tournament, 1)[2]
    assert sorted(seats_at(played(gone, 2, (0, 1), 2, 3, scores=[5, 5, 1, 1]), 3)) == sorted((second, other))


@pytest.mark.rule("EV-KO-03", "EV-OFF-02")
def test_without_a_result_the_better_seeds_go_on():
    tournament = started(8, form=KNOCKOUT, advance=1)
    seeds = tournament.divisions[0]
    tournament = given(tournament, (HOST, AnnulGame(1, "The server was away.")))
    final = seats_at(played(tournament, 2, 3, 0, 1, 2), 3)
    assert sorted(final) == sorted((min(seats_at(tournament, 1), key=seeds.index), seats_at(tournament, 2)[3]))


@pytest.mark.rule("EV-LEAVE-02", "EV-END-01")
def test_a_tournament_ends_when_too_few_are_left_for_the_next_round():
    tournament = given(started(4), ("p0", Withdraw()), ("p1", Withdraw()))
    events = when(tournament, *result(tournament, 1))
    assert names(events) == ["ResultRecorded", "TournamentEnded", "SecretRevealed"]
    assert events[1].reason == "TOO_FEW_LEFT"


@pytest.mark.rule("EV-LEAVE-03", "EV-DICE-03")
def test_a_game_that_nobody_is_left_in_is_annulled():
    tournament = given(started(4), *((f"p{number}", Withdraw()) for number in range(3)))
    events = when(tournament, "p3", Withdraw())
    assert names(events) == ["PlayerWithdrawn", "GameAnnulled", "TournamentEnded", "SecretRevealed"]
    assert events[1].reason == "NOBODY_LEFT"
    assert isinstance(events[2], TournamentEnded)
    assert (events[3].secret, events[3].nonces) == (SECRET.hex(), ("", "", "", ""))
