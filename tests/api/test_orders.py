"""Standing orders over real gRPC: visible to their player, and invisible to all others."""

import asyncio
import json
from uuid import uuid4

import grpc
from prometheus_client import generate_latest

from domain.history.file import take_apart
from tests.api.api_kit import RUSSIA, refused
from turnledger.v1 import games_pb2, play_pb2, power_grid_pb2

Code = grpc.StatusCode
Item = power_grid_pb2.PowerGridOrder


def item(**fields):
    return games_pb2.Order(power_grid=Item(**fields))


def bid_up_to(plant, most, **how):
    return item(bid_up_to=Item.BidUpTo(plant=str(plant), most=most, **how))


def command(**fields):
    return games_pb2.Command(power_grid=power_grid_pb2.PowerGridCommand(**fields))


def nominate(plant, bid):
    return command(nominate_plant=power_grid_pb2.PowerGridCommand.NominatePlant(plant=plant, bid=bid))


def raised(amount):
    return command(place_bid=power_grid_pb2.PowerGridCommand.PlaceBid(amount=amount))


PASS = command(pass_bid=power_grid_pb2.PowerGridCommand.PassBid())


async def table(*players, seed="a test"):
    """A game of these players with a fixed seed: their games in the order in which the first auction asks them, and the
    cheapest plant."""
    first, *others = players
    seeded = {"seed": seed} if seed else {}
    game = await first.create_table(RUSSIA, seats=len(players), join=True, unrated=True, **seeded)
    for other in others:
        await other.game(game.game_id).join()
    await game.start()
    seen = (await game.board(min_version=(await game.table()).version)).board.power_grid
    games = [player.game(game.game_id) for player in players]
    return [games[seat] for seat in seen.order], seen.current[0]


async def until(game, reached):
    """The board once it is so."""
    async with asyncio.timeout(60):
        async for message in game.watch(0, board=True):
            board = message.snapshot.board.power_grid
            if reached(board):
                return message.snapshot
    raise AssertionError("the game is over")


async def test_an_order_waits_bids_by_the_printed_rule_and_says_why_it_ended(player):
    (first, second), plant = await table(await player("Ann"), await player("Bob"))
    given = await second.order(bid_up_to(plant, 14))
    standing = given.orders.standing
    assert (standing.number, standing.phase, standing.items[0], standing.ends_turn) == (
        1, "AUCTION", bid_up_to(plant, 14), False,
    )  # fmt: skip
    assert (list(given.events), given.orders.version) == ([], standing.after_version)
    await first.submit(nominate(plant, 10))
    await until(first, lambda board: board.lot.bid == 11)
    told = (await second.orders()).standing
    assert (told.item, told.given, told.commands) == (0, 1, 1)
    await first.submit(raised(20))
    async with asyncio.timeout(60):
        while not (orders := await second.orders()).ended:
            await asyncio.sleep(0.05)
    (end,) = orders.ended
    assert (end.number, end.reason, dict(end.facts)) == (1, "MAXIMUM_REACHED", {"bid": 20, "most": 14})
    assert end.says == "The bid is above your maximum: it is 20. Your maximum is 14."
    assert not orders.HasField("standing")


async def test_the_answer_says_what_was_done_at_once_and_a_preview_what_would_be(player):
    (first, second), plant = await table(await player("Ann"), await player("Bob"))
    await first.submit(nominate(plant, 10))
    preview = await second.order(bid_up_to(plant, 14), validate_only=True)
    assert preview.events[0].game.power_grid.bid_placed.amount == 11
    assert not (await second.orders()).HasField("standing")
    done = await second.order(bid_up_to(plant, 14))
    assert done.events[0].game.power_grid.bid_placed.amount == 11
    assert done.orders.version == done.events[-1].version
    cleared = await second.order()
    assert ([end.reason for end in cleared.orders.ended], cleared.orders.HasField("standing")) == (
        ["ORDER_CLEARED"],
        False,
    )
    assert (await first.submit(raised(20))).events
    assert (await second.options()).options, "the game waits for its player again"


async def test_metrics_do_not_tell_who_has_a_standing_order(player):
    (first, second), plant = await table(await player("Ann"), await player("Bob"))
    await first.submit(nominate(plant, 10))
    await second.order(bid_up_to(plant, 14), validate_only=True)
    await second.order(bid_up_to(plant, 14))
    await second.orders()
    told = generate_latest().decode()
    assert 'method="Submit"' in told
    assert not [word for word in ("SetOrders", "GetOrders", "FollowOrder") if word in told]


async def test_invalid_order_is_rejected_and_reported_only_to_the_player(player):
    eve = await player("Eve")
    (first, second), plant = await table(await player("Ann"), await player("Bob"))
    async with refused(Code.FAILED_PRECONDITION, "NOT_IN_THIS_PHASE") as found:
        await second.order(item(finish=Item.Finish()))
    assert (found[0].facts["phase"], found[0].facts["rule"]) == ("auction", "TB-ORD-01")
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await second.order(games_pb2.Order())
    async with refused(Code.FAILED_PRECONDITION, "UNKNOWN_REASON"):
        await second.order(bid_up_to(plant, 14), ignore=["TEA"])
    stranger = eve.game(first.game_id)
    for call in (stranger.order(bid_up_to(plant, 14)), stranger.order(), stranger.orders()):
        async with refused(Code.PERMISSION_DENIED, "NOT_A_PLAYER"):
            await call
    await second.order(bid_up_to(plant, 14))
    own = (await second.orders()).seat
    for other in (first, stranger):
        async with refused(Code.PERMISSION_DENIED, "NOT_YOUR_SEAT"):
            await other.orders(own)
    async with refused(Code.FAILED_PRECONDITION, "UNKNOWN_PLAYER"):
        await first.orders(7)


async def test_a_repeated_request_gives_no_second_order(player):
    (_, second), plant = await table(await player("Ann"), await player("Bob"))
    request = str(uuid4())
    first = await second.order(bid_up_to(plant, 14), request_id=request)
    assert (await second.order(bid_up_to(plant, 14), request_id=request)).orders == first.orders
    async with refused(Code.ALREADY_EXISTS, "REQUEST_ID_REUSED"):
        await second.order(bid_up_to(plant, 15), request_id=request)


async def test_when_the_game_is_over_everybody_sees_what_was_ordered_and_the_file_is_proven(player):
    (first, second), plant = await table(await player("Ann"), await player("Bob"))
    await second.order(bid_up_to(plant, 34))
    await first.submit(nominate(plant, 10))
    await until(first, lambda board: board.lot.bid == 11)
    await second.resign()
    own = (await first.board()).seat ^ 1
    orders = await first.orders(own)
    assert (orders.seat, orders.standing.items[0] if orders.HasField("standing") else bid_up_to(plant, 34)) == (
        own, bid_up_to(plant, 34),
    )  # fmt: skip
    content = await exported(first)
    assert b'"most":34' in content
    assert (await first.verify()).right
    async with asyncio.timeout(60):
        while not (await first.orders(own)).ended:
            await asyncio.sleep(0.05)


async def exported(game):
    return b"".join([part async for part in game.export()])


# ---- two worlds ----------------------------------------------------------------------------------------------------


async def played(players, *, away):
    """The same moves: bob and cy are away and have left orders, or give their commands. All that ann was shown."""
    (first, second, third), plant = await table(*players)
    begun = (await first.table()).version
    if away:
        await second.order(bid_up_to(plant, 34, then_pass=True))
        await third.order(item(pass_auctions=Item.PassAuctions(plant=plant)))
    shown, version = [], begun
    for move, answers in (
        (nominate(plant, 10), ((second, raised(11)), (third, PASS))),
        (raised(20), ((second, raised(21)),)),
        (raised(36), ((second, PASS),)),
    ):
        answer = await first.submit(move, expected_version=version)
        for game, reply in () if away else answers:
            await game.submit(reply)
        version = (await until_asked(first, answer.version + len(answers))).version
        shown += [str(answer.events), await seen_by(first, begun, version)]
    return shown


async def until_asked(game, version):
    """The board once all have answered."""
    async with asyncio.timeout(60):
        return await game.board(min_version=version, options=True)


async def seen_by(game, begun, version):
    """The board, the options, the events by call, watch and file: but for moments, and what is another in any game."""
    snapshot = await game.board(version=version)
    called = [each async for each in game._services.history.list_events(game_id=game.game_id, from_version=begun + 1)]
    watched, rows = [], take_apart(await exported(game)).rows[begun:]
    async with asyncio.timeout(60):
        async for message in game.watch(begun):
            watched += message.events
            if watched[-1].version >= version:
                break
    bodies = [json.loads(row.body) for row in rows]
    assert {body["request_id"][14] for body in bodies} == {"4"}, "numbers that a client draws"
    requests = [body["request_id"] for body in bodies]
    told = [
        (row.version, row.topic, body["event"], body["actor"], sorted(body), requests.index(body["request_id"]))
        for row, body in zip(rows, bodies, strict=True)
    ]
    return str(snapshot.board), list(snapshot.to_act), timeless(called), timeless(watched), told


def timeless(events):
    for event in events:
        event.ClearField("event_time")
    return str(list(events))


async def test_nobody_else_can_tell_a_seat_with_orders_from_one_without_but_by_time(player):
    players = [await player(name) for name in ("Ann", "Bob", "Cy")]
    assert await played(players, away=True) == await played(players, away=False)


async def test_a_watch_and_the_lists_show_nothing_of_an_order(player):
    (first, second), plant = await table(await player("Ann"), await player("Bob"))
    version = (await first.table()).version
    before = await first.board(), await first.table()
    await second.order(bid_up_to(plant, 34))
    await second.order()
    assert (await first.board(), await first.table()) == before
    answer = await first.submit(nominate(plant, 10), expected_version=version)
    assert answer.first_version == version + 1
    async with asyncio.timeout(60):
        seen = await anext(first.watch(version, board=True))
    assert [event.version for event in seen.events][:1] == [version + 1]
    assert not any(event.hidden for event in seen.events)
    assert isinstance(answer, play_pb2.SubmitResponse)
