"""Playing over real gRPC: what a client developer relies on."""

import asyncio
from contextlib import AsyncExitStack
from uuid import uuid4

import grpc
import pytest

from services.main import running
from tests.api.api_kit import RUSSIA, call, choice, next_to_act, refused, submission, two_at_a_table
from tests.api.conftest import settings
from turnledger import open_session, sign_in
from turnledger.v1 import accounts_pb2, games_pb2, play_pb2, power_grid_pb2

Code = grpc.StatusCode


async def test_a_command_is_answered_with_its_events_and_shows_on_the_board_at_once(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    nomination = options.options[0].first
    answer = await mine.submit(nomination)
    assert answer.first_version == options.version + 1
    assert answer.events[0].game.power_grid.plant_nominated.plant == nomination.power_grid.nominate_plant.plant
    board = await mine.board(min_version=answer.version)
    assert board.version >= answer.version
    assert (board.board.power_grid.lot.plant, board.seat) == (nomination.power_grid.nominate_plant.plant, options.seat)


async def test_a_refused_command_changes_nothing_and_says_why_and_what_is_legal(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    plant = options.options[0].power_grid.nominate_option.plant
    low = power_grid_pb2.PowerGridCommand.NominatePlant(plant=plant, bid=1)
    command = games_pb2.Command(power_grid=power_grid_pb2.PowerGridCommand(nominate_plant=low))
    async with refused(Code.FAILED_PRECONDITION, "BID_BELOW_MINIMUM") as found:
        await mine.submit(command)
    error = found[0]
    assert (error.facts["minimum"], error.facts["rule"]) == (plant, "PG-AUC-04")
    assert [each.kind for each in error.legal.commands] == ["nominate_plant"]
    assert (await mine.table()).version == options.version
    assert (await mine.submit(error.legal.commands[0].example)).first_version == options.version + 1


async def test_who_is_not_on_turn_is_told_whose_turn_it_is(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    waiting = other if mine is game else game
    assert list((await waiting.options()).options) == []
    nominate = options.options[0].first
    async with refused(Code.FAILED_PRECONDITION, "NOT_YOUR_TURN") as found:
        await waiting.submit(nominate)
    assert list(found[0].legal.to_act) == [options.seat]


async def test_a_seat_obeys_its_own_account_only(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    waiting = other if mine is game else game
    async with refused(Code.FAILED_PRECONDITION, "NOT_YOUR_TURN"):
        await waiting.submit(options.options[0].first)
    async with refused(Code.FAILED_PRECONDITION, "NOT_YOUR_TURN"):
        await waiting.submit(choice(), expected_version=options.version)
    stranger = (await player("Eve")).game(game.game_id)
    async with refused(Code.PERMISSION_DENIED, "NOT_A_PLAYER"):
        await stranger.submit(options.options[0].first)
    async with refused(Code.PERMISSION_DENIED, "NOT_A_PLAYER"):
        await stranger.options()


async def test_a_seat_that_a_bot_plays_has_no_options(tmp_path):
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings(tmp_path, roles=("api", "follower"))))
        ann = await stack.enter_async_context(sign_in(server.grpc, "Ann"))
        bob = await stack.enter_async_context(sign_in(server.grpc, "Bob"))
        mine, options = await next_to_act(*await two_at_a_table(ann, bob))
        handed = await mine.hand_seat()
        assert list((await mine.options()).options) == []
        board = await mine.board(min_version=handed.version, options=True)
        assert (board.seat in board.to_act, list(board.options.options)) == (True, [])
        async with refused(Code.FAILED_PRECONDITION, "SEAT_IS_HANDED"):
            await mine.submit(choice(), expected_version=handed.version)
        await mine.take_seat_back()
        assert (await mine.options()).options == options.options


async def test_the_same_request_gets_the_first_answer_again(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    request_id = str(uuid4())
    first = await mine.submit(options.options[0].first, request_id=request_id)
    again = await mine.submit(options.options[0].first, request_id=request_id)
    assert again.SerializeToString() == first.SerializeToString()
    assert (await mine.table()).version == first.version


async def test_the_same_request_id_with_another_command_is_refused(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    request_id = str(uuid4())
    first = await mine.submit(options.options[0].first, request_id=request_id)
    async with refused(Code.ALREADY_EXISTS, "REQUEST_ID_REUSED"):
        await mine.submit(options.options[1].first, request_id=request_id)
    assert (await mine.table()).version == first.version


async def test_a_choice_by_numbers_can_be_repeated_and_not_be_changed(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    request_id = str(uuid4())
    given = {"expected_version": options.version, "request_id": request_id}
    first = await mine.submit(choice(1, 2), **given)
    nominated = first.events[0].game.power_grid.plant_nominated
    offered = options.options[1].power_grid.nominate_option
    assert (nominated.plant, nominated.bid) == (offered.plant, offered.bid_min + 2)
    assert await mine.submit(choice(1, 2), **given) == first
    async with refused(Code.ALREADY_EXISTS, "REQUEST_ID_REUSED"):
        await mine.submit(choice(1, 3), **given)


async def test_a_secret_choice_does_not_make_the_choices_of_the_others_stale(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"), "colony61")
    listed = [await game.options() for game in games]
    assert listed[0].version == listed[1].version
    for game, options in zip(games, listed, strict=True):
        done = await game.submit(choice(), expected_version=options.version)
    assert done.version > listed[1].version + 1
    async with refused(Code.ABORTED, "VERSION_CONFLICT"):
        await games[0].submit(choice(1), expected_version=listed[0].version)


async def test_a_choice_made_before_the_game_began_is_stale_also_for_who_has_to_wait(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, _ = await next_to_act(*games)
    waiting = next(game for game in games if game is not mine)
    async with refused(Code.ABORTED, "VERSION_CONFLICT"):
        await waiting.submit(choice(), expected_version=1)


async def test_a_choice_outside_the_options_is_malformed(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await mine.submit(choice(len(options.options)), expected_version=options.version)
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await mine.submit(choice(0, options.options[0].count), expected_version=options.version)
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await mine.submit(choice())


async def test_a_stale_expected_version_is_aborted_with_the_current_one(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    async with refused(Code.ABORTED, "VERSION_CONFLICT") as found:
        await mine.submit(options.options[0].first, expected_version=options.version - 1)
    assert found[0].facts["current_version"] == str(options.version)
    await mine.submit(choice(), expected_version=options.version)
    async with refused(Code.ABORTED, "VERSION_CONFLICT"):
        await mine.submit(choice(), expected_version=options.version)


async def test_validate_only_says_what_would_happen_and_stores_nothing(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    answer = await mine.submit(options.options[0].first, validate_only=True)
    assert answer.events[0].game.power_grid.HasField("plant_nominated")
    assert (await mine.table()).version == options.version


async def test_validate_only_tells_nothing_that_is_hidden(player):
    """The last pass of an auction sells the plant and draws the next one: what is drawn stays unknown."""
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    await mine.submit(options.options[0].first)
    bidder, bids = await next_to_act(game, other)
    (last_pass,) = [each.first for each in bids.options if each.power_grid.HasField("pass_bid_option")]
    foreseen = await bidder.submit(last_pass, validate_only=True)
    happened = await bidder.submit(last_pass)
    kinds = [event.game.power_grid.WhichOneof("event") for event in happened.events]
    assert kinds[:3] == ["bid_passed", "plant_bought", "plant_drawn"]
    assert foreseen.events == happened.events[:2]
    assert foreseen.version == happened.first_version + 1


async def test_a_command_of_another_game_is_malformed(player):
    ann = await player("Ann")
    game, _ = await two_at_a_table(ann, await player("Bob"))
    foreign = games_pb2.Command(card_game={"pass_bid": {}})
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await call(ann, "Play/Submit", submission(game.game_id, command=foreign), play_pb2.SubmitResponse)
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await call(ann, "Play/Submit", submission(game.game_id), play_pb2.SubmitResponse)


async def test_a_game_that_is_not_there_and_one_that_has_not_begun(player):
    ann = await player("Ann")
    some = games_pb2.Command(power_grid={"pass_bid": {}})
    async with refused(Code.NOT_FOUND, "UNKNOWN_GAME"):
        await call(ann, "Play/Submit", submission(str(uuid4()), command=some), play_pb2.SubmitResponse)
    game = await ann.create_table(RUSSIA, join=True)
    async with refused(Code.FAILED_PRECONDITION, "GAME_NOT_STARTED"):
        await game.submit(some)


async def test_a_session_answers_each_command_and_a_refusal_ends_nothing(player):
    ann = await player("Ann")
    game, other = await two_at_a_table(ann, await player("Bob"))
    mine, options = await next_to_act(game, other)
    nominate = options.options[0].first
    good = submission(game.game_id, command=nominate)
    async with open_session(mine.connection) as session:
        first = await session.submit(good)
        assert first.first_version == options.version + 1
        async with refused(Code.FAILED_PRECONDITION, "AUCTION_IN_PROGRESS"):
            await session.submit(submission(game.game_id, command=nominate))
        async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
            await session.submit(submission(game.game_id))
        assert await session.submit(good) == first


async def test_a_command_sent_twice_in_a_session_is_answered_twice(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    request = submission(game.game_id, expected_version=options.version, choice=choice())
    async with open_session(mine.connection) as session, asyncio.timeout(60):
        first, again = await asyncio.gather(session.submit(request), session.submit(request))
    assert first == again


async def test_no_command_waits_for_a_session_that_has_ended(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    request = submission(game.game_id, expected_version=options.version, choice=choice())
    sessions, waiting = [], []

    async def fails():
        async with open_session(mine.connection) as session:
            sessions.append(session)
            waiting.append(asyncio.create_task(session.submit(request)))
            await asyncio.sleep(0)
            raise LookupError("the program has an error of its own")

    with pytest.raises(LookupError):
        await fails()
    async with asyncio.timeout(60):
        with pytest.raises(grpc.aio.AioRpcError):
            await waiting[0]
        with pytest.raises(grpc.aio.AioRpcError):
            await sessions[0].submit(request)


async def test_commands_of_a_session_are_taken_in_the_order_sent(player):
    """Five in flight at once: a nomination, and four that only the first one makes refusable for this reason."""
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    nominate = options.options[0].first
    requests = [submission(game.game_id, command=nominate) for _ in range(5)]
    async with open_session(mine.connection) as session:
        outcomes = await asyncio.gather(*map(session.submit, requests), return_exceptions=True)
    assert outcomes[0].first_version == options.version + 1
    assert [error.reason for error in outcomes[1:]] == ["AUCTION_IN_PROGRESS"] * 4


async def test_a_session_obeys_no_longer_once_its_token_is_revoked(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    request = submission(game.game_id, command=options.options[0].first)
    revoke = accounts_pb2.RevokeTokensRequest(request_id=str(uuid4()))
    async with open_session(mine.connection) as session:
        await mine.connection.call("Accounts/RevokeTokens", revoke, accounts_pb2.RevokeTokensResponse)
        async with refused(Code.UNAUTHENTICATED, "TOKEN_REVOKED"):
            await session.submit(request)


async def test_a_session_needs_a_token(server):
    async with grpc.aio.insecure_channel(server.grpc) as channel:
        call = channel.stream_stream("/turnledger.v1.Play/Session")()
        assert await call.code() == Code.UNAUTHENTICATED


async def test_a_session_ends_at_bytes_that_are_no_message(server, player):
    ann = await player("Ann")
    async with grpc.aio.insecure_channel(server.grpc) as channel:
        call = channel.stream_stream("/turnledger.v1.Play/Session")(metadata=ann.connection.metadata())
        await call.write(b"\xff\xff")
        assert await call.code() == Code.INVALID_ARGUMENT


@pytest.mark.slow
async def test_a_whole_game_of_a_person_who_takes_the_first_option_against_bots(player):
    ann = await player("Ann")
    game = await ann.create_table("card_game", seats=3, join=True, unrated=True, seed="first options")
    await game.add_bot("greedy")
    await game.add_bot("random")
    await game.start()
    async with asyncio.timeout(60):
        async for turn in game.my_turns():
            await turn.submit(turn.options[0].first)
    table = await game.table()
    assert table.outcome.standings[0].rank == 1
    events = [event async for event in game.events()]
    assert [event.version for event in events] == list(range(1, table.version + 1))
