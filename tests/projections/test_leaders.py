"""Leaderboards: what counts, for whom, in which season, and how players are rated."""

from datetime import UTC, datetime

import pytest

from domain.table.messages import ProposeAbandon, Resign, Vote
from domain.table.session import FINISHED
from projections.leaders import Finisher, Leaders, Measure, Record, after_game
from projections.memory_view import MemoryView
from projections.ratings import NEW, points, rate
from projections.rebuild import digest
from tests.projections.histories import NOON, Game, ListLog, a_busy_evening, played
from tests.projections.kit import Service, caught_up


@pytest.fixture
def service():
    return Service()


async def records(service, **board):
    read = await service.catch_up()
    return {line.player: line.record for line in await read.leaders.leaderboard(Measure.GAMES, **board)}


def test_two_new_players_move_as_the_model_of_weng_and_lin_says():
    # Weng & Lin 2011, algorithm 4, for two: c² = 2(σ² + β²) with σ² = (25/3)² + (25/300)², β = 25/6;
    # the winner gains σ²/2c, both keep σ·√(1 - σ³/4c³).
    winner, loser = rate([NEW, NEW], [1, 2])
    assert (winner.mean, winner.doubt) == (27.635389, 8.065901)
    assert (loser.mean, loser.doubt) == (22.364611, 8.065901)


def test_everybody_starts_at_a_thousand_points():
    assert points(NEW) == 1000


def test_equal_ranks_are_a_tie():
    first, second = rate([NEW, NEW], [1, 1])
    assert first == second
    assert first.mean == 25.0


async def test_a_win_counts_games_wins_score_and_streak(service):
    # choices 3 and 1 in both rounds: 6 to 2, times ten, and a bonus card of 0 or 1 each
    for number in range(2):
        Game(service.log, f"g{number}").open("ann").seat("ann", "bob").start().choose(3, 1, 3, 1)
    found = await records(service)
    ann, bob = found["ann"], found["bob"]
    assert (ann.games, ann.wins, ann.streak, ann.win_rate) == (2, 2, 2, 10_000)
    assert (bob.games, bob.wins, bob.streak, bob.win_rate) == (2, 0, 0, 0)
    assert ann.best_score in (60, 61)
    assert bob.best_score in (20, 21)
    assert ann.points > 1000 > bob.points


async def test_a_lost_game_ends_a_streak(service):
    for number, choices in enumerate(((3, 1, 3, 1), (3, 1, 3, 1), (1, 3, 1, 3))):
        Game(service.log, f"g{number}").open("ann").seat("ann", "bob").start().choose(*choices)
    found = await records(service)
    assert (found["ann"].streak, found["bob"].streak) == (0, 1)
    assert (found["ann"].wins, found["bob"].wins) == (2, 1)


async def test_unrated_unfinished_and_closed_games_do_not_count(service):
    played(service.log, "unrated", "ann", "bob", rated=False)
    Game(service.log, "unfinished").open("ann").seat("ann", "bob").start().choose(3, 1, 3)
    Game(service.log, "waiting").open("ann").seat("ann", "bob")
    assert await records(service) == {}


async def test_an_abandoned_game_does_not_count(service):
    game = Game(service.log, "g").open("ann").seat("ann", "bob").start().choose(3)
    game.give(ProposeAbandon(), "ann").give(Vote(True), "bob")
    assert game.session.status == FINISHED
    assert await records(service) == {}


async def test_who_resigned_has_lost_whatever_the_bot_makes_of_it(service):
    game = Game(service.log, "g").open("ann").seat("ann", "bob").start()
    game.give(Resign(), "ann")
    found = await records(service)
    assert (found["ann"].games, found["ann"].wins) == (1, 0)
    assert (found["bob"].games, found["bob"].wins) == (1, 1)


async def test_bots_are_rated_and_listed_apart(service):
    played(service.log, "g", "ann", "bot:greedy")
    assert list(await records(service)) == ["ann"]
    bots = await records(service, bots=True)
    assert list(bots) == ["bot:greedy"]
    assert bots["bot:greedy"].rating != NEW
    read = await service.catch_up()
    assert [line.player for line in await read.leaders.rank("bot:greedy")] == ["bot:greedy"]


async def test_who_holds_several_seats_counts_once_with_the_best_of_them(service):
    game = Game(service.log, "g").open("ann", seats=3).seat("ann", "bot:greedy", "bot:greedy").start()
    game.choose(2, 1, 3, 2, 1, 3)
    bot = (await records(service, bots=True))["bot:greedy"]
    assert (bot.games, bot.wins) == (1, 1)
    ann = (await records(service))["ann"]
    assert (ann.games, ann.wins) == (1, 0)


async def test_a_game_of_one_player_against_itself_does_not_count(service):
    Game(service.log, "g").open("ann").seat("bot:greedy", "bot:greedy").start().play()
    assert await records(service, bots=True) == {}


async def test_a_game_counts_in_the_month_in_which_it_ends(service):
    last_day = datetime(2026, 11, 30, 23, 59, 57, tzinfo=UTC)
    game = Game(service.log, "g", last_day).open("ann").seat("ann", "bob").start()  # the game ends after midnight
    game.play()
    assert set(await records(service, season="2026-12")) == {"ann", "bob"}
    assert await records(service, season="2026-11") == {}
    assert set(await records(service, season="")) == {"ann", "bob"}


async def test_a_season_begins_with_new_ratings(service):
    played(service.log, "g1", "ann", "bob", at=NOON)
    played(service.log, "g2", "ann", "bob", at=datetime(2026, 12, 1, tzinfo=UTC))
    assert (await records(service, season="2026-12"))["ann"].games == 1
    assert (await records(service, season=""))["ann"].games == 2


async def test_a_game_counts_in_its_variant_and_overall(service):
    played(service.log, "g", "ann", "bob")
    assert set(await records(service, variant="demo")) == set(await records(service, variant="")) == {"ann", "bob"}
    assert await records(service, variant="other") == {}


async def test_a_win_rate_is_listed_from_five_games_on(service):
    for number in range(5):
        assert await (await service.catch_up()).leaders.leaderboard(Measure.WIN_RATE) == ()
        played(service.log, f"g{number}", "ann", "bob")
    lines = await (await service.catch_up()).leaders.leaderboard(Measure.WIN_RATE)
    assert sum(line.value for line in lines) == 10_000


async def test_equal_players_share_a_place_and_stand_in_the_order_of_their_names(service):
    for number, names in enumerate((("cy", "ann"), ("bob", "dan"))):
        played(service.log, f"g{number}", *names)
    lines = await (await service.catch_up()).leaders.leaderboard(Measure.GAMES)
    assert [(line.place, line.player) for line in lines] == [(1, "ann"), (1, "bob"), (1, "cy"), (1, "dan")]


async def test_two_rebuilds_give_identical_bytes_however_the_log_is_cut():
    log = ListLog()
    a_busy_evening(log)
    digests = []
    for batch in (7, 11, 64, 4_000):
        generation = await MemoryView("leaders").live()
        await caught_up(log, [(Leaders(), generation)], batch)
        digests.append(await digest(generation))
    assert len(set(digests)) == 1
    assert await generation.count("top.games.people..") == 3


def test_a_first_game_with_a_score_below_zero_is_the_best_so_far():
    (record, _) = after_game([Record(), Record()], [Finisher("ann", 1, True, -4), Finisher("bob", 2, False, -9)])
    assert record.best_score == -4
