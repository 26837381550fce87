"""Ladders and records of clubs: which games count, and who climbs."""

import pytest

from domain.table.messages import Resign, Terms
from projections.folds.club_figures import ClubFigures, Tally, climbed
from projections.folds.finishers import Finisher
from support.histories import Game
from tests.projections.projection_kit import Service

OF_CLUB = Terms(club="c1")


@pytest.fixture
def service():
    return Service()


async def figures(service, club="c1"):
    return await (await service.catch_up()).clubs.figures(club)


def played(service, game_id, *players, winner, seats=2, **fields):
    """Two players play the demo game to its end: 3 and 1 against 1 and 3 in each round."""
    game = Game(service.log, game_id).open(**({"seats": seats, "terms": OF_CLUB} | fields)).seat(*players).start()
    return game.choose(*((3, 1, 3, 1) if winner == players[0] else (1, 3, 1, 3)))


def finished(*ranks):
    return tuple(Finisher(player, rank, rank == 1, 10 - rank) for player, rank in ranks)


@pytest.mark.rule("CL-LADDER-02")
def test_who_plays_for_the_first_time_steps_onto_the_foot_in_the_order_of_the_places():
    assert climbed((), finished(("bob", 1), ("ann", 2))) == ("bob", "ann")
    assert climbed(("ann", "bob"), finished(("dan", 1), ("cy", 2))) == ("ann", "bob", "dan", "cy")


@pytest.mark.rule("CL-LADDER-03")
@pytest.mark.parametrize(
    ("game", "after"),
    [
        ([("dan", 1), ("ann", 2)], "dan bob cy ann"),
        ([("dan", 1), ("bob", 2), ("ann", 3)], "dan bob cy ann"),
        ([("cy", 1), ("dan", 2), ("bob", 3)], "ann cy dan bob"),
        ([("ann", 1), ("dan", 2)], "ann bob cy dan"),
        ([("dan", 1), ("bob", 1)], "ann bob cy dan"),
        ([("dan", 1), ("ann", 2), ("bob", 2)], "dan ann cy bob"),
        ([("eve", 1), ("bob", 2)], "ann eve cy dan bob"),
    ],
)
def test_players_share_out_the_rungs_that_they_held_in_the_order_of_their_places(game, after):
    assert climbed(("ann", "bob", "cy", "dan"), finished(*game)) == tuple(after.split())


@pytest.mark.rule("CL-LADDER-01", "CL-REC-01")
async def test_games_at_the_clubs_tables_count_rated_or_not(service):
    played(service, "g1", "ann", "bob", winner="ann")
    played(service, "g2", "ann", "bob", winner="bob", rated=False)
    played(service, "g3", "ann", "bob", winner="bob", private=True)
    played(service, "other", "ann", "bob", winner="ann", terms=Terms(club="c2"))
    played(service, "nobodys", "ann", "bob", winner="ann", terms=Terms())
    found = await figures(service)
    assert found.ladder == ("bob", "ann")
    assert found.tallies == {"ann": Tally(3, 1), "bob": Tally(3, 2)}
    assert (await figures(service, "c2")).ladder == ("ann", "bob")
    assert await figures(service, "c3") == ClubFigures()


@pytest.mark.rule("CL-REC-01")
async def test_the_best_score_of_a_variant_is_kept_with_who_reached_it_and_no_private_game_is_named(service):
    # 3 and 3 make 60 and a bonus card of 0 or 1
    played(service, "g1", "ann", "bob", winner="ann", private=True)
    first = (await figures(service)).best["demo"]
    assert (first.account, first.game_id, first.score in (60, 61)) == ("ann", "", True)


@pytest.mark.rule("CL-LADDER-01")
async def test_what_was_opened_with_a_seed_counts_for_nobody(service):
    played(service, "g1", "ann", "bob", winner="ann", rated=False, seed="fixed")
    assert await figures(service) == ClubFigures()


@pytest.mark.rule("CL-LADDER-01")
async def test_bots_and_who_left_before_having_moved_are_left_out(service):
    Game(service.log, "g1").open(seats=2, terms=OF_CLUB).seat("ann", "bot:greedy").start().choose(3, 1, 3, 1)
    Game(service.log, "g2").open(seats=2, terms=OF_CLUB).seat("ann", "bob").start().execute(Resign(), "bob")
    assert await figures(service) == ClubFigures()


@pytest.mark.rule("CL-LADDER-01")
async def test_games_of_a_later_batch_are_added_to_the_stored_figures(service):
    played(service, "g1", "ann", "bob", winner="ann")
    await service.catch_up()
    played(service, "g2", "ann", "bob", winner="bob")
    assert (await figures(service)).tallies == {"ann": Tally(2, 1), "bob": Tally(2, 1)}
