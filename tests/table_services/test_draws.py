"""Draws that wait are stored, found by any leader, made once, and stop no other table."""

import asyncio
from contextlib import AsyncExitStack
from uuid import uuid4

import pytest

from domain import stored
from domain.history.bot_moves import check_bots
from domain.history.branching import check_origin
from domain.history.file import export
from domain.history.verify import verify
from domain.kernel.dice import Roll
from domain.kernel.simulation import random_bot
from domain.power_grid.messages import RESOURCES, NominatePlant, PassBid
from domain.power_grid.orders import Finish, PassAuctions
from domain.table.aggregate import FINISHED, RUNNING
from domain.table.clock import Clock
from domain.table.messages import (
    Begin,
    DrawAwaited,
    DrawMade,
    HandSeat,
    ProposeAbandon,
    StartGame,
    TakeSeat,
    Terms,
    TimeRanOut,
    Vote,
)
from services.application.game_service import GameService
from services.history.history_parts import history_parts
from services.roles.beacon_rounds import BeaconRounds, Relays
from services.roles.bot_player import Bots
from services.roles.deadlines import Deadlines
from services.roles.orders.desk import OrderRequest, StandingOrderService
from services.roles.orders.order_storage import OrderStorage
from services.store import open_sql, open_store
from tests.archive.archive_kit import archive, opened
from tests.beacon import a_beacon, honest, relay, signed
from tests.table_services.services_kit import Tables

CODEC = stored.codec()
DRAWS = Terms(draws="beacon")
VARIANT = {"variant": "power_grid/russia", "seats": 2, "rated": False, "beacon": a_beacon()}
PEOPLE = "anna" + 22 * "a", "boris" + 21 * "b"
"""Ids as this program gives them out."""
T_S = 10.0


@pytest.fixture
async def store(store_url):
    opened = open_store(store_url)
    yield opened
    await opened.close()


@pytest.fixture
async def sql(store, store_url):
    opened = open_sql(store_url)
    yield opened
    await opened.close()


@pytest.fixture
def played(store, clock):
    return Tables(GameService(store, CODEC, clock))


@pytest.fixture
async def leader(store, unfinished, clock, monkeypatch):
    """Each call is another process that begins to lead: it knows only what is stored."""
    monkeypatch.setattr("services.roles.beacon_rounds.RELAY_S", 60)
    async with AsyncExitStack() as stack:

        async def leader(*urls):
            relays = Relays(urls)
            stack.push_async_callback(relays.close)
            rounds = BeaconRounds(GameService(store, CODEC, clock), store, unfinished, relays, clock)
            await rounds.begin()
            return rounds

        yield leader


async def begun(tables, clock, terms=DRAWS, players=("ann", "bob")):
    game_id = await tables.begun(*players, **VARIANT, terms=terms)
    clock.pass_s(9)
    number = (await tables.aggregate(game_id)).starting.round
    await tables.execute(game_id, "server", Begin(number, signed(number)))
    return game_id


async def round_comes(tables, game_id):
    number = (await tables.aggregate(game_id)).awaited.asked.round
    return await tables.execute(game_id, "server", Begin(number, signed(number)))


async def move(tables, game_id, roll, request_id=None):
    """Give a random move of the seat that has to act, and return the request, or None where no seat has to."""
    table = await tables.aggregate(game_id)
    if not table.to_act:
        return None
    seat = table.to_act[0]
    command = random_bot(None, table.rules.options(table.play, seat), seat, roll)
    request = {"actor": table.occupants[seat].actor, "request_id": request_id or str(uuid4())}
    await tables.games.execute(game_id, command, **request)
    return command, request


async def drawing(tables, game_id, seed="draws"):
    """Move until a draw is awaited, and return the last move and its request."""
    roll, last = Roll(b"b" * 32, seed), None
    while given := await move(tables, game_id, roll):
        last = given
    return last


async def events(store, game_id, kind):
    return [each for row in await store.load(game_id) if isinstance(each := CODEC.read(row).event, kind)]


@pytest.mark.rule("TB-DRAW-02", "TB-DRAW-03")
async def test_the_leader_fetches_the_round_of_a_draw_when_it_has_come(leader, played, store, clock):
    game_id = await begun(played, clock)
    with relay() as (url, asked):
        rounds = await leader(url)
        await drawing(played, game_id)
        await rounds.step()
        assert asked == []
        clock.pass_s(5)
        await rounds.step()
        (awaited,) = await events(store, game_id, DrawAwaited)
        assert asked == [awaited.round]
        await rounds.step()
        assert not rounds.waiting
    (made,) = await events(store, game_id, DrawMade)
    assert (made.round, made.signature) == (awaited.round, signed(awaited.round))
    assert (await played.aggregate(game_id)).to_act


@pytest.mark.rule("TB-DRAW-03")
async def test_a_new_leader_finds_a_draw_that_waits_and_it_is_made_once(leader, played, store, clock):
    game_id = await begun(played, clock)
    await drawing(played, game_id)
    clock.pass_s(5)
    with relay() as (url, asked):
        first, second = await leader(url), await leader(url)
        await asyncio.gather(first.step(), second.step())
        before = len(asked)
        await (await leader(url)).step()
        assert 1 <= before == len(asked) <= 2
    assert len(await events(store, game_id, DrawMade)) == 1


@pytest.mark.rule("TB-DRAW-04")
async def test_without_a_relay_only_tables_that_wait_stand_still_and_anyone_helps_them(leader, played, store, clock):
    waits, plays = await begun(played, clock), await begun(played, clock, terms=Terms())
    await drawing(played, waits)
    with relay(lambda _: (404, {})) as (url, _):
        rounds = await leader(url)
        clock.pass_s(600)
        await rounds.step()
        roll = Roll(b"b" * 32, "plays")
        for _ in range(40):
            assert await move(played, plays, roll)
        await rounds.step()
        table = await played.aggregate(waits)
        assert (table.status, table.to_act) == (RUNNING, ())
        number = table.awaited.asked.round
        await played.execute(waits, "eve", Begin(number, signed(number)))
        await rounds.step()
        assert not rounds.waiting
    assert (await played.aggregate(waits)).to_act


@pytest.mark.rule("TB-DRAW-02")
async def test_a_repeated_request_is_answered_with_the_wait_before_and_after_the_draw(played, store, clock):
    game_id = await begun(played, clock)
    command, request = await drawing(played, game_id)
    again = await played.games.execute(game_id, command, **request)
    assert [type(each) for each in again.events] == [DrawAwaited]
    number = again.events[0].round
    await played.execute(game_id, "eve", Begin(number, signed(number)))
    late = await played.games.execute(game_id, command, **request)
    assert (late.version, late.events) == (again.version, again.events)
    assert len(await events(store, game_id, DrawAwaited)) == 1


@pytest.mark.rule("TB-DRAW-02")
async def test_a_trial_of_a_command_that_draws_reveals_no_card(played, clock):
    game_id = await begun(played, clock)
    roll = Roll(b"b" * 32, "trial")
    for _ in range(200):
        table = await played.aggregate(game_id)
        seat = table.to_act[0]
        command = random_bot(None, table.rules.options(table.play, seat), seat, roll)
        request = {"actor": table.occupants[seat].actor, "request_id": str(uuid4())}
        tried = await played.games.execute(game_id, command, **request, validate_only=True)
        if isinstance(tried.events[0], DrawAwaited):
            assert len(tried.events) == 1
            return
        assert not any(event.reveals for event in tried.events)
        await played.games.execute(game_id, command, **request)
    raise AssertionError("no command drew")


@pytest.mark.rule("TB-DRAW-03")
async def test_a_game_is_played_to_its_end_by_the_leader_and_read_again_the_same(leader, played, store, clock):
    game_id = await begun(played, clock)
    with relay(honest) as (url, _):
        rounds = await leader(url)
        while (await played.aggregate(game_id)).status != FINISHED:
            await drawing(played, game_id, "whole")
            clock.pass_s(5)
            await rounds.step()
    fresh = Tables(GameService(store, CODEC, clock))
    assert await fresh.aggregate(game_id) == await played.aggregate(game_id)
    waited, made = await events(store, game_id, DrawAwaited), await events(store, game_id, DrawMade)
    assert [each.round for each in waited] == [each.round for each in made]
    assert len(made) > 10


# ---- the waiting state, for all that look at a game


async def timed_out(store, game_id):
    """The seats whose time ran out, even if their default action waits for its draw."""
    found = await events(store, game_id, TimeRanOut | DrawAwaited)
    return [each.place for each in found if isinstance(each, TimeRanOut) or not each.command]


@pytest.mark.rule("TB-DRAW-06", "TB-CLOCK-04")
async def test_no_time_runs_out_while_a_draw_is_awaited(played, store, clock, unfinished):
    game_id = await begun(played, clock, Terms(clock=Clock(move_s=60), draws="beacon"))
    first, later = (Deadlines(GameService(store, CODEC, clock), store, unfinished, clock) for _ in range(2))
    await first.begin()
    await drawing(played, game_id)
    await first.step()
    clock.pass_s(3_600)
    await later.begin()
    for deadlines in (first, later):
        await deadlines.step()
    assert await timed_out(store, game_id) == []
    await round_comes(played, game_id)
    waits_for = list((await played.aggregate(game_id)).to_act)
    for passed_s, late in ((59, []), (1, waits_for)):
        clock.pass_s(passed_s)
        await later.step()
        assert await timed_out(store, game_id) == late


@pytest.mark.rule("TB-DRAW-04", "TB-SEAT-03")
async def test_a_stand_in_waits_for_its_draw_and_plays_on_with_the_card(played, store, clock, unfinished):
    game_id = await begun(played, clock)
    seat = (await played.aggregate(game_id)).seat_of("bob")
    await played.execute(game_id, "bob", HandSeat("random"))
    bots, roll = Bots(GameService(store, CODEC, clock), store, unfinished), Roll(b"b" * 32, "stand-in")
    asked = []
    while seat not in asked:
        while await bots._one_command(game_id) or await move(played, game_id, roll):
            pass
        assert await bots._one_command(game_id) is None
        asked = [each.place for each in await events(store, game_id, DrawAwaited)]
        await round_comes(played, game_id)
    while await bots._one_command(game_id):
        pass
    assert check_bots(await store.load(game_id), CODEC).moves > 0


@pytest.mark.rule("TB-DRAW-04", "TB-ORD-02")
async def test_an_order_given_while_a_draw_is_awaited_acts_after_it(played, store, sql, clock):
    """Each player buys a plant, and each sale waits for its draw. The first draw is news that ends an order to pass.
    After the second one the game asks who buys fuel."""
    game_id = await begun(played, clock)
    desk = StandingOrderService(played.games, OrderStorage(sql, stored.orders_codec()), None, clock)
    for sale in range(2):
        table = await played.aggregate(game_id)
        seat, plant = table.to_act[0], table.play.current[0]
        await played.execute(game_id, table.occupants[seat].account, NominatePlant(seat, plant, plant))
        if sale == 0:
            passes = table.occupants[1 - seat].account
            await played.execute(game_id, passes, PassBid(1 - seat))
            told = await desk.set(game_id, passes, OrderRequest((PassAuctions(),)), request_id=str(uuid4()))
            assert (told.done, bool(told.orders.standing)) == ((), True)
            await round_comes(played, game_id)
            await desk.settle(game_id, 1 - seat)
            assert (await desk.of(game_id, 1 - seat)).orders.ended[-1].reason == "PLANT_DRAWN"
    version = (await played.games.load(game_id)).version
    wanted = OrderRequest((Finish(),), phase=RESOURCES)
    for account in ("ann", "bob"):
        told = await desk.set(game_id, account, wanted, request_id=str(uuid4()))
        assert (told.done, bool(told.orders.standing)) == ((), True)
    assert (await played.games.load(game_id)).version == version
    await round_comes(played, game_id)
    seat = (await played.aggregate(game_id)).to_act[0]
    assert len(await desk.settle(game_id, seat)) == 1
    assert (await played.aggregate(game_id)).to_act != (seat,)


async def test_a_version_that_waits_is_looked_back_at_and_branched_from(played, store, sql, clock, tmp_path):
    game_id = await begun(played, clock)
    await drawing(played, game_id)
    waits = await played.aggregate(game_id)
    await round_comes(played, game_id)
    fresh = GameService(store, CODEC, clock)
    then = await fresh.load_at_version(game_id, waits.version)
    assert (then, then.to_act, then.awaited.asked.round) == (waits, (), waits.awaited.asked.round)
    branches = history_parts(fresh, store, sql, tmp_path / "keys").branches
    again = {"actor": "ann", "request_id": str(uuid4()), "private": False, "timeout_s": T_S}
    branch = await branches.branch(game_id, waits.version, **again)
    position = (await played.aggregate(branch)).opened.position
    assert position.lineage.version == waits.version
    assert position.state["deck"] != list(waits.play.deck), "the host does not learn the order of the deck"
    assert check_origin(await store.load(game_id), await store.load(branch), CODEC).proven
    await takes_up(played, branch, ("ann", "bob"), waits)


async def takes_up(tables, game_id, players, from_):
    """The players sit down as before, and the game asks for the same move again, without waiting for its draw."""
    for player in players:
        colour = from_.occupants[from_.seat_of(player)].colour
        await tables.execute(game_id, player, TakeSeat(colour))
    await tables.execute(game_id, players[0], StartGame())
    table = await tables.aggregate(game_id)
    seat = table.to_act[0]
    assert seat == from_.awaited.asked.place
    assert not table.draws_wait


async def test_a_waiting_game_is_taken_in_at_the_move_that_waits(played, store, sql, clock, tmp_path):
    game_id = await begun(played, clock, players=PEOPLE)
    await drawing(played, game_id)
    waits = await played.aggregate(game_id)
    parts = history_parts(played.games, store, sql, tmp_path / "keys")
    content = export(await store.load(game_id), CODEC, parts.keys.signer)
    assert verify(content, CODEC, parts.keys.keys).fault is None
    again = {"actor": PEOPLE[0], "request_id": str(uuid4()), "private": False, "timeout_s": T_S}
    await takes_up(played, await parts.branches.take_in(content, **again), PEOPLE, waits)


async def test_a_game_that_ended_while_it_waited_is_archived_and_read_as_before(store_url, clock, tmp_path):
    async with opened(store_url, tmp_path / "archive") as (store, sql):
        tables = Tables(GameService(store, CODEC, clock))
        game_id = await begun(tables, clock)
        await drawing(tables, game_id)
        waits = await tables.aggregate(game_id)
        await tables.execute(game_id, "ann", ProposeAbandon())
        await tables.execute(game_id, "bob", Vote(True))
        rows = await store.load(game_id)
        (gone,) = await archive(store_url, store, sql)
        assert gone.game_id == game_id
    async with opened(store_url, tmp_path / "archive") as (store, sql):
        assert await store.load(game_id) == rows
        live = GameService(store, CODEC, clock)
        assert await live.load_at_version(game_id, waits.version) == waits
        assert ((await live.load(game_id)).loaded.status, waits.to_act) == (FINISHED, ())
