"""Orders on a real store: given once whatever crashes, silent once they were taken back, told when they end."""

import asyncio
import json
from contextlib import asynccontextmanager, suppress
from uuid import uuid4

import pytest
from msgspec import Struct

from domain import stored
from domain.history.order_progress import due
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.power_grid.messages import BidPassed, BidPlaced, NominatePlant, PlaceBid
from domain.power_grid.orders import BidUpTo, BuyFuel
from domain.table.messages import HandSeat, ProposeUndo, PutOut, Terms, Undo, Vote
from domain.table.standing_orders import request_of
from services.application.command_errors import ExpectedVersionMismatch, RequestReused
from services.application.game_service import GameService
from services.notify.ended_orders import OrderNews
from services.notify.notice_storage import NoticeStorage
from services.notify.targets import WEBHOOK, Target
from services.roles import leader_election
from services.roles.orders.desk import OrderRequest, StandingOrderService
from services.roles.orders.follow import OrderFollower
from services.roles.orders.forced import Forced
from services.roles.orders.order_storage import OrderStorage
from services.store import open_sql, open_store
from services.store.interface import StoreUnavailable
from services.tables.unfinished import OpenTableIndex
from tests.kit import Refusal
from tests.table_services.services_kit import NOON, FakeClock, Tables


def bid(plant, most, **how):
    return OrderRequest((BidUpTo(plant, most, **how),))


class Begun(Struct, frozen=True):
    """A game of two in its first auction: `mover` nominates, `waiter` is asked then."""

    game_id: str
    mover: str
    waiter: str
    first: Seat
    second: Seat
    plant: int


class Process:
    """The private parts of one of several processes."""

    def __init__(self, store, sql, tell=None):
        self.store, self.games = store, GameService(store, stored.codec(), FakeClock())
        self.unfinished = OpenTableIndex(store, sql, FakeClock(), step=1, recent_s=0)
        self.storage = OrderStorage(sql, stored.orders_codec())
        self.desk = StandingOrderService(self.games, self.storage, tell, FakeClock())
        self.tables, self.forced = Tables(self.games), Forced(self.games)

    async def begun(self, **terms):
        table = {"variant": "power_grid/russia", "rated": False, "seed": "orders", "terms": Terms(**terms)}
        game_id = await self.tables.begun("ann", "bob", **table)
        aggregate = (await self.games.load(game_id)).loaded
        first = aggregate.to_act[0]
        names = [each.account for each in aggregate.occupants]
        return Begun(game_id, names[first], names[1 - first], first, Seat(1 - first), aggregate.play.current[0])

    async def order(self, game, wanted, account="", **how):
        given = {"request_id": str(uuid4())} | how
        return await self.desk.set(game.game_id, account or game.waiter, wanted, **given)

    async def nominate(self, game, price):
        return await self.tables.execute(game.game_id, game.mover, NominatePlant(game.first, game.plant, price))

    async def raise_to(self, game, amount):
        return await self.tables.execute(game.game_id, game.mover, PlaceBid(game.first, amount))

    async def bids(self, game):
        """The orders of the waiting seat, as they are stored."""
        records = [record async for part in self.games.records(game.game_id) for record in part]
        return [r.event.amount for r in records if isinstance(r.event, BidPlaced) and r.event.player == game.second]

    async def due(self, game):
        """The step that this process would take now."""
        standing = (await self.storage.read(game.game_id, game.second)).orders.standing
        followed = await self.desk._followed(game.game_id, game.second, standing)
        return game.game_id, game.second, standing, followed, due(followed, game.second, standing)

    @asynccontextmanager
    async def following(self):
        task = asyncio.create_task(
            OrderFollower(
                self.store, self.unfinished, self.games.codec.read, self.storage, self.desk, self.forced
            ).run()
        )
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def until(self, game, bids):
        async with asyncio.timeout(60):
            while await self.bids(game) != bids:
                await self.store.wait(await self.store.log_head(), 0.2)


@pytest.fixture
async def two(store_url):
    """Two processes on one store."""
    stores, sql = [open_store(store_url) for _ in range(2)], open_sql(store_url)
    yield tuple(Process(store, sql) for store in stores)
    await sql.close()
    for store in stores:
        await store.close()


async def test_an_order_is_carried_out_when_the_game_asks_and_says_what_it_did_at_once(two):
    one, other = two
    game = await one.begun()
    waits = await one.order(game, bid(game.plant, 40))
    assert (waits.done, waits.orders.standing.number) == ((), 1)
    async with other.following():
        await one.nominate(game, 10)
        await one.until(game, [11])
        await one.raise_to(game, 20)
        await one.until(game, [11, 21])
    await one.raise_to(game, 30)
    told = await one.order(game, bid(game.plant, 31))
    assert [answer.events[0].amount for answer in told.done] == [31]
    assert (told.orders.standing.number, told.followed.progress.followed) == (2, 1)


async def test_while_an_order_waits_no_row_of_the_game_is_written_and_nobodys_version_moves(two):
    one, _ = two
    game = await one.begun()
    rows = await one.store.load(game.game_id)
    told = await one.order(game, bid(game.plant, 40))
    await one.order(game, bid(game.plant, 41))
    await one.desk.clear(game.game_id, game.waiter, request_id="r")
    assert await one.store.load(game.game_id) == rows
    move = NominatePlant(game.first, game.plant, 10)
    await one.games.execute(game.game_id, move, actor=game.mover, request_id="m", expected_version=told.version)


async def test_two_processes_that_look_at_the_same_moment_give_a_command_once(two):
    one, other = two
    game = await one.begun()
    await one.order(game, bid(game.plant, 40))
    await one.nominate(game, 10)
    done = await asyncio.gather(*(each.desk.settle(game.game_id, game.second) for each in (one, other, one, other)))
    assert len({answers[0].version for answers in done if answers}) == 1
    assert await one.bids(game) == [11]


async def test_a_process_that_dies_right_after_a_command_does_not_lead_to_a_second_one(two):
    one, other = two
    game = await one.begun()
    await one.order(game, OrderRequest((BuyFuel("coal", 1, 9),), "resources"))
    await one.order(game, bid(game.plant, 40))
    await one.nominate(game, 10)
    await one.desk._give(*await one.due(game))  # and no more: the process is gone
    await other.desk.settle(game.game_id, game.second)
    assert await other.bids(game) == [11]
    told = await other.desk.of(game.game_id, game.second)
    assert (told.followed.progress.followed, told.orders.standing.number) == (1, 2)


async def test_what_was_taken_back_does_nothing_even_where_a_process_has_begun_to_do_it(two):
    one, other = two
    game = await one.begun()
    await one.order(game, bid(game.plant, 40))
    await one.nominate(game, 10)
    begun = await other.due(game)
    told = await one.desk.clear(game.game_id, game.waiter, request_id="clear")
    assert [end.reason for end in told.orders.ended] == ["ORDER_CLEARED"]
    with pytest.raises(RequestReused):
        await other.desk._give(*begun)
    assert await other.desk.settle(game.game_id, game.second) == ()
    assert await one.bids(game) == []
    assert (await one.desk.clear(game.game_id, game.waiter, request_id="clear")).orders == told.orders


async def test_a_process_that_dies_while_it_takes_an_order_back_leaves_none_that_never_ends(two):
    one, other = two
    game = await one.begun()
    await one.order(game, bid(game.plant, 40))
    standing = (await one.storage.read(game.game_id, game.second)).orders.standing
    number = request_of((await one.games.load(game.game_id)).loaded, game.second, standing, 0)
    assert await one.games.reject_request(game.game_id, actor=game.waiter, request_id=number)
    assert await one.games.reject_request(game.game_id, actor=game.waiter, request_id=number), "twice is once"
    await one.nominate(game, 10)
    await other.desk.settle(game.game_id, game.second)
    ended = (await one.desk.of(game.game_id, game.second)).orders.ended
    assert ([end.reason for end in ended], await one.bids(game)) == (["ORDER_CLEARED"], [])


async def test_a_request_that_made_something_happen_is_not_forestalled(two):
    one, other = two
    game = await one.begun()
    move = NominatePlant(game.first, game.plant, 10)
    await one.games.execute(game.game_id, move, actor=game.mover, request_id="m")
    assert not await other.games.reject_request(game.game_id, actor=game.mover, request_id="m")


async def test_a_repeated_request_finds_its_order_and_another_one_is_told_so(two):
    one, other = two
    game = await one.begun()
    wanted = bid(game.plant, 40)
    first = await one.order(game, wanted, request_id="same")
    again = await other.order(game, wanted, request_id="same")
    assert again.orders == first.orders
    with pytest.raises(RequestReused):
        await one.order(game, bid(game.plant, 41), request_id="same")
    with pytest.raises(ExpectedVersionMismatch):
        await one.order(game, wanted, expected_version=first.version - 1)
    second = await one.order(game, wanted, expected_version=first.version)
    assert (second.orders.given, [end.reason for end in second.orders.ended]) == (2, ["ORDER_REPLACED"])


async def test_who_does_not_sit_there_orders_nothing(two):
    one, _ = two
    game = await one.begun()
    for call in (
        one.order(game, bid(game.plant, 9), account="eve"),
        one.desk.preview(game.game_id, "eve", bid(game.plant, 9)),
        one.desk.clear(game.game_id, "eve", request_id="r"),
    ):
        with pytest.raises(Refused) as error:
            await call
        assert Refusal.of(error.value) == Refusal("NOT_A_PLAYER")


async def test_a_preview_stores_nothing_and_says_what_would_be_done(two):
    one, _ = two
    game = await one.begun()
    await one.nominate(game, 10)
    rows = await one.store.load(game.game_id)
    told = await one.desk.preview(game.game_id, game.waiter, bid(game.plant, 40))
    assert [answer.events[0].amount for answer in told.done] == [11]
    ends = await one.desk.preview(game.game_id, game.waiter, bid(game.plant, 10))
    assert (ends.orders.standing, [end.reason for end in ends.orders.ended]) == (None, ["MAXIMUM_REACHED"])
    assert await one.store.load(game.game_id) == rows
    assert (await one.storage.read(game.game_id, game.second)).version == 0


async def test_an_undo_and_a_seat_that_is_handed_over_end_an_order(two):
    one, other = two
    game = await one.begun()
    await one.nominate(game, 10)
    for act, reason in ((Undo(), "UNDONE"), (HandSeat("greedy"), "SEAT_IS_HANDED")):
        assert len((await one.order(game, bid(game.plant, 40))).done) == 1
        await one.tables.execute(game.game_id, game.waiter, act)
        await other.desk.settle(game.game_id, game.second)
        assert (await one.desk.of(game.game_id, game.second)).orders.ended[-1].reason == reason
    assert (await one.storage.standing()) == []


@pytest.mark.rule("TB-CLOSE-04")
async def test_the_order_of_who_is_banned_ends_and_does_nothing_more(two):
    one, other = two
    game = await one.begun()
    await one.nominate(game, 10)
    assert len((await one.order(game, bid(game.plant, 40))).done) == 1
    await one.tables.execute(game.game_id, "operator:olga", PutOut(game.waiter))
    head = await one.store.log_head()
    await other.desk.settle(game.game_id, game.second)
    assert (await one.desk.of(game.game_id, game.second)).orders.ended[-1].reason == "SEAT_IS_HANDED"
    assert (await one.storage.standing(), await one.store.log_head()) == ([], head)


async def test_the_stream_of_a_seat_is_chained_and_gapless(two):
    one, _ = two
    game = await one.begun()
    for most in (1, 2, 3):
        await one.order(game, bid(game.plant, most))
    kept = await one.storage.read(game.game_id, game.second)
    assert (kept.version, kept.orders.given, len(kept.chain)) == (5, 3, 64)
    aggregate = (await one.games.load(game.game_id)).loaded
    more = (aggregate, game.waiter, game.second, kept, "r", [kept.orders.ended[0]])
    assert await one.desk._keep(*more)
    assert not await one.desk._keep(*more), "the place is taken"


async def test_a_follower_that_comes_later_does_what_was_left_undone(two):
    one, other = two
    game = await one.begun()
    await one.order(game, bid(game.plant, 40))
    await one.nominate(game, 10)  # and no role follows
    assert await one.bids(game) == []
    async with other.following():
        await one.until(game, [11])


async def test_a_follower_carries_out_an_order_after_its_lead_ended_before_it_began(two, monkeypatch):
    one, other = two
    game = await one.begun()
    await one.order(game, bid(game.plant, 40))
    await one.nominate(game, 10)
    waiting, failures = other.store.wait, [StoreUnavailable("at once")]

    async def wait(position, timeout_s):
        if failures:
            raise failures.pop()
        return await waiting(position, timeout_s)

    monkeypatch.setattr(other.store, "wait", wait)
    monkeypatch.setattr(leader_election, "RETRY_S", 0)
    async with other.following():
        await one.until(game, [11])


async def test_a_follower_that_ends_leaves_no_order_on_its_way(two, monkeypatch):
    one, other = two
    game = await one.begun()
    await one.order(game, bid(game.plant, 40))
    began, ended = asyncio.Event(), asyncio.Event()

    async def settle(game_id, seat):
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    monkeypatch.setattr(other.desk, "settle", settle)
    async with other.following():
        await began.wait()
    async with asyncio.timeout(10):
        await ended.wait()


async def passes(process, game):
    """The seats that passed a bid, and with which kind of command."""
    records = [record async for part in process.games.records(game.game_id) for record in part]
    said = [(r.event, json.loads(r.envelope.command)["type"]) for r in records if r.envelope.command]
    return [(event.player, kind) for event, kind in said if isinstance(event, BidPassed)]


@pytest.mark.rule("TB-ORD-07")
async def test_where_a_table_wants_it_the_server_does_what_a_seat_cannot_but_do(two):
    one, other = two
    game = await one.begun(forced_moves=True)
    plain = await one.begun()
    async with other.following():
        for each in (plain, game):
            await one.nominate(each, 50)  # all money that any seat has: no seat can bid more
        async with asyncio.timeout(60):
            while not await passes(one, game):
                await one.store.wait(await one.store.log_head(), 0.2)
    assert await passes(one, game) == [(game.second, "PlayForced")]
    assert await passes(one, plain) == []


@pytest.mark.rule("TB-ORD-07")
async def test_what_was_taken_back_is_not_forced_again_at_once(two):
    one, other = two
    game = await one.begun(forced_moves=True)
    await one.nominate(game, 50)
    await asyncio.gather(one.forced.play(game.game_id), other.forced.play(game.game_id))
    assert await passes(one, game) == [(game.second, "PlayForced")]
    at = (await one.games.load(game.game_id)).version
    for account, command in ((game.waiter, ProposeUndo(1)), (game.mover, Vote(agree=True))):
        await one.tables.execute(game.game_id, account, command)
    await one.forced.play(game.game_id)
    assert (await one.games.load(game.game_id)).version == at + 3
    assert len(await passes(one, game)) == 1


async def test_its_player_is_told_once_that_an_order_has_ended_and_not_of_what_the_player_did(store_url):
    store, sql = open_store(store_url), open_sql(store_url)
    notices = NoticeStorage(sql)
    one = Process(store, sql, OrderNews(notices))
    try:
        game = await one.begun()
        for account in (game.waiter, game.mover):
            hook = Target(account, WEBHOOK, f"http://{account}/", b"secret", ("ORDER_ENDED",), proven=True)
            await notices.set(hook)
        await one.order(game, bid(99, 40), account=game.mover)
        await one.order(game, bid(game.plant, 40))
        await one.desk.clear(game.game_id, game.waiter, request_id="r")
        due = await notices.outbox.due(int(NOON.timestamp() * 1000), 10)
        ((told, _),) = [each for some in due.values() for each in some]
        assert (told.account, told.kind, told.game_id) == (game.mover, "ORDER_ENDED", game.game_id)
    finally:
        await sql.close()
        await store.close()
