"""Nothing hidden leaves a view: two games that differ only in what is hidden look the same to others, byte for byte."""

import msgspec
import pytest

from domain.kernel.ids import Seat
from domain.table.messages import TakeSeat
from support.histories import Game
from tests.projections.projection_kit import Service

SECRET = bytes(range(32))


async def all_that_is_read(read, viewer, account):
    """Whatever the read side can be asked for this viewer, as bytes."""
    answers = [
        await read.games.board("g", viewer),
        await read.games.table("g"),
        await read.games.feed("g", viewer, limit=1_000),
        await read.lists.lobby("RUNNING"),
        await read.lists.my_games(account),
        await read.lists.my_turns(account),
        await read.leaders.player(account),
        await read.leaders.leaderboard(),
    ]
    if viewer is not None:
        answers.append(await read.games.options("g", viewer))
    return msgspec.json.encode(answers)


async def world(seed, *choices):
    """A game whose cards follow from the seed, which no player at the table knows."""
    service = Service()
    game = Game(service.log, "g", secret=SECRET).open("ann", rated=False, seed=seed).seat("ann", "bob").start()
    game.choose(*choices)
    return service, game


@pytest.mark.parametrize(("viewer", "account"), [(None, "cy"), (Seat(1), "bob")])
async def test_a_card_and_a_choice_that_are_hidden_change_nothing_that_others_see(viewer, account):
    one, game_one = await world("a", 3)
    other, game_other = await world("b", 1)
    assert game_one.aggregate.play.bonus != game_other.aggregate.play.bonus
    assert game_one.aggregate.play.chosen != game_other.aggregate.play.chosen
    seen = [await all_that_is_read(await service.catch_up(), viewer, account) for service in (one, other)]
    assert seen[0] == seen[1]


async def test_a_player_sees_the_own_choice():
    one, other = [service for service, _ in (await world("a", 3), await world("b", 1))]
    seen = [await all_that_is_read(await service.catch_up(), Seat(0), "ann") for service in (one, other)]
    assert seen[0] != seen[1]


async def test_the_hidden_card_is_seen_once_the_rules_turn_it_up():
    one, other = [service for service, _ in (await world("a", 3, 1, 3, 1), await world("b", 3, 1, 3, 1))]
    feeds = [await (await service.catch_up()).games.feed("g") for service in (one, other)]
    shown = [[item.event for item in feed if item.topic == "BonusTurned"] for feed in feeds]
    assert shown[0] != shown[1]
    assert feeds[0][0].event == feeds[1][0].event  # the opening is shown as it was shown at the time


async def test_secret_seed_and_set_up_are_in_no_view_before_the_end():
    service = Service()
    game = Game(service.log, "g", secret=SECRET)
    game.open("ann", rated=False, setup={"seats": 2, "bonus": [1, 0]}).seat("ann")
    game.execute(TakeSeat(nonce="c0ffee"), "bob")
    game.start().choose(2)
    seeded = Game(service.log, "h", secret=SECRET).open("ann", rated=False, seed="sesame")
    assert seeded.aggregate.opened.seed == "sesame"
    await service.catch_up()
    for _, view in service.views:
        live = await view.live()
        async for names in live.names():
            stored = b"\n".join(await live.dump(names))
            for hidden in (SECRET.hex().encode(), b"sesame", b'"bonus":[1,0]'):
                assert hidden not in stored
