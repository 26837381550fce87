"""Choices by numbers while other seats choose too: valid as long as the options of the seat stay the same."""

import asyncio
import random
from contextlib import AsyncExitStack

import grpc
import pytest

from services.main import running
from tests.api.api_kit import next_to_act, refused, two_at_a_table
from tests.api.conftest import settings
from turnledger import ServiceError, sign_in
from turnledger.v1 import play_pb2

Code = grpc.StatusCode
ROUNDS = 40


async def three_at_a_table(players, variant="colony61"):
    game = await players[0].create_table(variant, seats=3, join=True, unrated=True, seed="at once")
    others = [player.game(game.game_id) for player in players[1:]]
    for other in others:
        await other.join()
    await game.start()
    return [game, *others]


def any_of(listed, dice):
    option = dice.randrange(len(listed.options))
    number = dice.randrange(min(listed.options[option].count, 1_000_000))
    return play_pb2.Choice(option=option, number=number)


async def choose_at_once(games, rounds, dice):
    """Each seat to act submits a choice on the version of its own options, all at once. Returns the refusals."""
    wrong = []
    for _ in range(rounds):
        listed = await asyncio.gather(*(game.options() for game in games))
        asked = [(game, each) for game, each in zip(games, listed, strict=True) if each.seat in each.to_act]
        answers = await asyncio.gather(
            *(game.submit(any_of(each, dice), expected_version=each.version) for game, each in asked),
            return_exceptions=True,
        )
        wrong += [answer.reason for answer in answers if isinstance(answer, ServiceError)]
        assert asked, "the game is on"
    return wrong


async def test_three_who_choose_at_once_are_all_heard(player):
    games = await three_at_a_table([await player(name) for name in ("Ann", "Bob", "Cleo")])
    assert await choose_at_once(games, ROUNDS // 5, random.Random(1)) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_three_who_choose_at_once_at_two_processes_on_one_store_are_all_heard(tmp_path, seed):
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(running(settings(tmp_path))) for _ in range(2)]
        players = [
            await stack.enter_async_context(sign_in(servers[number % 2].grpc, name))
            for number, name in enumerate(("Ann", "Bob", "Cleo"))
        ]
        games = await three_at_a_table(players)
        assert await choose_at_once(games, ROUNDS, random.Random(seed)) == []


async def test_a_choice_between_other_options_is_not_for_the_seat_any_more(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(*games)
    await mine.submit(options.options[0].first)
    async with refused(Code.ABORTED, "VERSION_CONFLICT"):
        await mine.submit(play_pb2.Choice(option=0, number=0), expected_version=options.version)


async def test_a_move_after_the_end_says_that_the_game_is_over(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, before = await next_to_act(*games)
    await next(game for game in games if game is not mine).resign()
    choice, last = play_pb2.Choice(option=0, number=0), (await mine.table()).version
    for version in (1, before.version, last, last + 1):
        for move in (choice, before.options[0].first):
            async with refused(Code.FAILED_PRECONDITION, "GAME_OVER"):
                await mine.submit(move, expected_version=version)


@pytest.mark.rule("TB-PLAY-01")
async def test_a_choice_out_of_turn_says_so_and_whose_turn_it_is(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(*games)
    waiting = next(game for game in games if game is not mine)
    async with refused(Code.FAILED_PRECONDITION, "NOT_YOUR_TURN") as found:
        await waiting.submit(play_pb2.Choice(option=0, number=0), expected_version=options.version)
    assert found[0].facts["rule"] == "TB-PLAY-01"
    assert list(found[0].legal.to_act) == [options.seat]


async def test_a_choice_of_who_has_resigned_or_never_sat_there_says_so(player):
    players = [await player(name) for name in ("Ann", "Bob", "Cleo")]
    games = await three_at_a_table(players, "power_grid/russia")
    mine, _ = await next_to_act(*games)
    gone = await mine.resign()
    async with refused(Code.FAILED_PRECONDITION, "RESIGNED"):
        await mine.submit(play_pb2.Choice(option=0, number=0), expected_version=gone.version)
    stranger = (await player("Eve")).game(mine.game_id)
    async with refused(Code.PERMISSION_DENIED, "NOT_A_PLAYER"):
        await stranger.submit(play_pb2.Choice(option=0, number=0), expected_version=gone.version)
