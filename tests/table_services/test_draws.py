"""Draws that wait are stored, found by any leader, made once, and stop no other table."""

import asyncio
from contextlib import AsyncExitStack
from uuid import uuid4

import pytest

from domain import stored
from domain.kernel.dice import Roll
from domain.kernel.simulation import random_bot
from domain.table.aggregate import FINISHED, RUNNING
from domain.table.messages import Begin, DrawAwaited, DrawMade, Terms
from services.application.game_service import GameService
from services.roles.beacon_rounds import BeaconRounds, Relays
from services.store import open_sql, open_store
from tests.beacon import a_beacon, honest, relay, signed
from tests.table_services.services_kit import Tables

CODEC = stored.codec()
DRAWS = Terms(draws="beacon")
VARIANT = {"variant": "power_grid/russia", "seats": 2, "rated": False, "beacon": a_beacon()}


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


async def begun(tables, clock, terms=DRAWS):
    game_id = await tables.begun("ann", "bob", **VARIANT, terms=terms)
    clock.pass_s(9)
    number = (await tables.aggregate(game_id)).starting.round
    await tables.execute(game_id, "eve", Begin(number, signed(number)))
    return game_id


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
