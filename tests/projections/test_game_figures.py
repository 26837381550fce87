"""Figures of all games: which games count, and what is counted of them."""

from datetime import timedelta

import pytest

from domain.table.messages import ProposeAbandon, Vote
from projections.folds.game_figures import DURATIONS, GameFigures
from support.histories import NOON, Game, played
from tests.projections.projection_kit import Service, caught_up


@pytest.fixture
def service():
    return Service()


async def figures(service, variant="demo", *, bots=False):
    return await (await service.catch_up()).statistics.games(variant, bots=bots)


def won_by_first(log, game_id, *players, at=NOON, **fields):
    """Play a game that the first of two seats wins: 60 points to 20, and a bonus card of 0 or 1 each."""
    return Game(log, game_id, at).open(players[0], **fields).seat(*players).start().choose(3, 1, 3, 1)


async def test_game_counts_by_players_seat_duration_and_month_of_its_end(service):
    won_by_first(service.log, "g1", "ann", "bob")
    won_by_first(service.log, "g2", "bob", "cy", at=NOON + timedelta(days=20))
    played(service.log, "g3", "ann", "bob", "cy")
    found = await figures(service)
    assert found == await figures(service, "")
    two, three = found.tables
    assert (two.games, two.wins) == (2, (2, 0))
    assert two.scores - two.leads in (40, 41, 42), "the sum of the second scores"
    assert (three.games, len(three.wins)) == (1, 3)
    assert sum(three.wins) >= 1
    assert found.durations == (3, *[0] * (len(DURATIONS) - 1))
    assert found.months == {"2026-11": 2, "2026-12": 1}
    assert (found.strategies[""].games, found.strategies[""].wins) == (7, 2 + sum(three.wins))


async def test_games_with_bots_count_apart_with_the_results_of_each_bot(service):
    won_by_first(service.log, "g1", "ann", "bob")
    won_by_first(service.log, "g2", "bot:greedy", "ann")
    people, bots = await figures(service), await figures(service, bots=True)
    assert list(people.strategies) == [""]
    assert {name: (each.games, each.wins) for name, each in bots.strategies.items()} == {"greedy": (1, 1), "": (1, 0)}
    assert (people.tables[0].games, bots.tables[0].games) == (1, 1)


async def test_private_given_unfinished_and_resultless_games_leave_no_trace(service):
    won_by_first(service.log, "public", "ann", "bob", rated=False)
    before = await figures(service)
    assert before.tables[0].games == 1, "unrated games count"
    won_by_first(service.log, "private", "ann", "bob", private=True)
    won_by_first(service.log, "given", "ann", "bob", seed="luck", rated=False)
    Game(service.log, "unfinished").open("ann").seat("ann", "bob").start().choose(3, 1, 3)
    abandoned = Game(service.log, "abandoned").open("ann").seat("ann", "bob").start().choose(3)
    abandoned.execute(ProposeAbandon(), "ann").execute(Vote(True), "bob")
    assert await figures(service) == before


async def test_games_of_other_servers_do_not_count(service):
    won_by_first(service.log, "ours", "ann", "bob")
    won_by_first(service.log, "theirs", "ann", "bob")

    async def imported(game_ids):
        return {each for each in game_ids if each == "theirs"}

    leaders, view = service.views[2]
    await caught_up(service.log, [(leaders, await view.live())], imported=imported)
    assert (await service.read.statistics.games("demo", bots=False)).tables[0].games == 1


async def test_long_games_count_in_the_class_that_begins_below_their_duration(service):
    game = Game(service.log, "g").open("ann").seat("ann", "bob").start().choose(3, 1, 3)
    game.at += timedelta(hours=3)
    game.choose(1)
    assert (await figures(service)).durations == (0, 0, 0, 1, 0, 0, 0, 0)


async def test_batches_of_any_size_give_the_same_figures(service):
    for number in range(5):
        won_by_first(service.log, f"g{number}", "ann", "bob")
    whole, single = await figures(service), Service()
    single.log = service.log
    leaders, view = single.views[2]
    await caught_up(service.log, [(leaders, await view.live())], batch=20)
    assert await single.read.statistics.games("demo", bots=False) == whole
    assert whole.tables[0].games == 5


async def test_variants_without_games_have_empty_figures(service):
    assert await figures(service, "colony61") == GameFigures()
