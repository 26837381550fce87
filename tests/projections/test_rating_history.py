"""The rating of a player after each game that counted, in pages."""

from datetime import datetime, timedelta

from domain.table.clock import Clock
from domain.table.messages import Resign, Terms
from projections.folds.leaders import Leaders
from projections.folds.ratings import deviation, points
from projections.stores.memory_view import MemoryView
from services.projection_runner.rebuild import digest
from support.histories import NOON, Game, ListLog, a_busy_evening
from tests.projections.projection_kit import Service, caught_up

ENDS_AFTER = timedelta(seconds=8)
"""A game of two of the demo: opened, two sit down, begun, four choices."""


def won(log, game_id, *players, at: datetime = NOON, **fields):
    return Game(log, game_id, at).open("ann", **fields).seat(*players).start().choose(3, 1, 3, 1)


async def test_each_game_that_counted_says_what_the_rating_was_after_it_the_last_first():
    service = Service()
    won(service.log, "first", "ann", "bob")
    won(service.log, "unrated", "ann", "bob", rated=False)
    Game(service.log, "left").open("ann").seat("ann", "bob").start().choose(3).execute(Resign(), "bob")
    won(service.log, "second", "ann", "cy", at=NOON + timedelta(days=1))
    leaders = (await service.catch_up()).leaders
    found = await leaders.history("ann")
    assert [(each.game_id, each.ended_at) for each in found.games] == [
        ("second", NOON + timedelta(days=1) + ENDS_AFTER), ("first", NOON + ENDS_AFTER),
    ]  # fmt: skip
    first = found.games[1].rating  # by hand: 1000 + 40 × (27.635389 − 3 × 8.065901), 40 × 8.065901
    assert (points(first), deviation(first), first.provisional) == (1138, 323, True)
    assert found.games[0].rating == (await leaders.player("ann")).records[0][1].rating
    assert [each.game_id for each in (await leaders.history("bob")).games] == ["first"]
    assert found.earlier == 0


async def test_each_list_has_a_history_of_its_own():
    service = Service()
    won(service.log, "slow", "ann", "bob")
    won(service.log, "live", "ann", "bob", terms=Terms(clock=Clock(move_s=60)))
    won(service.log, "bots", "ann", "bot:greedy")
    leaders = (await service.catch_up()).leaders
    asked = ({}, {"live": True}, {"bots": True}, {"bots": True, "live": True}, {"variant": "demo"}, {"variant": "none"})
    found = [[each.game_id for each in (await leaders.history("ann", **which)).games] for which in asked]
    assert found == [["slow"], ["live"], ["bots"], [], ["slow"], []]


async def test_a_game_at_a_private_table_counts_and_is_not_named():
    service = Service()
    won(service.log, "private", "ann", "bob", private=True)
    won(service.log, "public", "ann", "bob")
    found = await (await service.catch_up()).leaders.history("ann")
    assert [each.game_id for each in found.games] == ["public", ""]


async def test_pages_go_on_where_the_one_before_ended_whatever_came_since():
    service = Service()
    for number in range(5):
        won(service.log, f"g{number}", "ann", "bob")
    leaders = (await service.catch_up()).leaders
    page = await leaders.history("ann", limit=2)
    assert ([each.game_id for each in page.games], page.earlier) == (["g4", "g3"], 3)
    won(service.log, "later", "ann", "bob")
    await service.catch_up()
    page = await leaders.history("ann", before=page.earlier, limit=2)
    assert ([each.game_id for each in page.games], page.earlier) == (["g2", "g1"], 1)
    page = await leaders.history("ann", before=page.earlier, limit=2)
    assert ([each.game_id for each in page.games], page.earlier) == (["g0"], 0)
    assert len((await leaders.history("ann", limit=10_000)).games) == 6
    assert (await leaders.history("nobody")).games == ()
    assert (await leaders.history("ann", before=9_999)).games == ()


async def test_a_history_is_the_same_however_the_log_is_cut():
    log = ListLog()
    a_busy_evening(log)
    digests = set()
    for batch in (7, 13, 4_000):
        generation = await MemoryView("leaders").live()
        await caught_up(log, [(Leaders(), generation)], batch)
        digests.add(await digest(generation))
    assert len(digests) == 1
    assert any(":history." in name for portion in [each async for each in generation.names()] for name in portion)
