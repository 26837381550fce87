"""Rounds are fetched from relays that are late, empty, broken or lie, and a game begins once, whatever fails."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from domain.table.aggregate import CLOSED, RUNNING, STARTING
from domain.table.messages import Begin, GameBegan, GameStarting, StopTable
from services.application.game_service import GameService
from services.roles.beacon_rounds import BeaconRounds, Relays
from tests.beacon import a_beacon, honest, relay, signed
from tests.table_services.services_kit import CODEC

BEACON = a_beacon(lead_s=6)


@pytest.fixture
async def leader(store, unfinished, clock, monkeypatch):
    """Each call is another process that begins to lead, with these relays: it knows only what is stored."""
    monkeypatch.setattr("services.roles.beacon_rounds.RELAY_S", 60)  # a busy machine does not mean an unavailable relay
    async with AsyncExitStack() as stack:

        async def leader(*urls):
            relays = Relays(urls)
            stack.push_async_callback(relays.close)
            rounds = BeaconRounds(GameService(store, CODEC, clock), store, unfinished, relays, clock)
            await rounds.begin()
            return rounds

        yield leader


async def starting(tables):
    return await tables.begun("ann", "bob", beacon=BEACON)


async def named(tables, game_id):
    return (await tables.aggregate(game_id)).starting.round


async def events(store, game_id, kind):
    return [each for row in await store.load(game_id) if isinstance(each := CODEC.read(row).event, kind)]


@pytest.mark.rule("TB-BEACON-02", "TB-BEACON-03")
async def test_a_round_is_asked_for_when_its_time_has_come_and_the_game_begins(leader, tables, store, clock):
    game_id = await starting(tables)
    with relay() as (url, asked):
        rounds = await leader(url)
        await rounds.step()
        assert (asked, (await tables.aggregate(game_id)).status) == ([], STARTING)
        clock.pass_s(9)
        await rounds.step()
        number = await named(tables, game_id)
        assert asked == [number]
    (began,) = await events(store, game_id, GameBegan)
    assert began.signature == signed(number)
    await rounds.step()
    assert not rounds.waiting


def missing(_):
    return 404, {}


LIARS = {
    "another round's signature under this number": lambda number: (
        200,
        {"round": number, "signature": signed(number - 1)},
    ),
    "an older round": lambda number: honest(number - 1),
    "nothing of the kind": lambda _: (200, b"<html>"),
    "more than a round": lambda _: (200, b" " * 100_000),
    "an error": lambda _: (500, {}),
    "no signature": lambda number: (200, {"round": number}),
}


@pytest.mark.rule("TB-BEACON-03", "TB-BEACON-04")
@pytest.mark.parametrize("lie", LIARS)
async def test_one_honest_relay_is_enough_whatever_the_others_say(leader, tables, clock, lie):
    game_id = await starting(tables)
    clock.pass_s(9)
    with relay(LIARS[lie]) as (bad, _), relay() as (good, _):
        gone = "http://127.0.0.1:1"
        await (await leader(bad)).step()
        assert (await tables.aggregate(game_id)).status == STARTING
        await (await leader(gone, bad, good)).step()
    assert (await tables.aggregate(game_id)).status == RUNNING


@pytest.mark.rule("TB-BEACON-04")
async def test_a_round_that_is_late_or_missing_is_waited_for_and_never_replaced(leader, tables, store, clock):
    game_id, there = await starting(tables), False
    number = await named(tables, game_id)
    clock.pass_s(9)
    with relay(lambda asked: honest(asked) if there else missing(asked)) as (url, asked):
        rounds = await leader(url)
        for _ in range(5):
            clock.pass_s(3_600)
            await rounds.step()
        assert (await tables.aggregate(game_id)).status == STARTING
        there = True
        clock.pass_s(3_600)
        await rounds.step()
    assert set(asked) == {number}
    assert [each.round for each in await events(store, game_id, GameStarting)] == [number]
    assert (await events(store, game_id, GameBegan))[0].signature == signed(number)


async def test_who_has_no_round_is_asked_ever_more_seldom(leader, tables, clock):
    await starting(tables)
    clock.pass_s(9)
    with relay(missing) as (url, asked):
        rounds = await leader(url)
        for _ in range(20):
            await rounds.step()
        assert len(asked) == 1
        clock.pass_s(0.5)
        await rounds.step()
        clock.pass_s(0.5)
        await rounds.step()
        assert len(asked) == 2
        clock.pass_s(0.5)
        await rounds.step()
        assert len(asked) == 3


@pytest.mark.rule("TB-BEACON-04")
async def test_who_leads_next_finds_what_waits_and_a_round_is_handed_in_once(leader, tables, store, clock):
    """The leader before it may have ended at any moment, also between fetching and handing in."""
    game_id = await starting(tables)
    clock.pass_s(9)
    with relay() as (url, asked):
        first, second = await leader(url), await leader(url)
        await asyncio.gather(first.step(), second.step())
        assert len(asked) == 2
        await (await leader(url)).step()
        assert len(asked) == 2
    assert len(await events(store, game_id, GameBegan)) == 1


@pytest.mark.rule("TB-BEACON-03")
async def test_anybody_is_faster_than_the_server_and_the_game_is_the_same(leader, tables, store, clock):
    game_id = await starting(tables)
    clock.pass_s(9)
    with relay() as (url, _):
        rounds = await leader(url)
        number = await named(tables, game_id)
        await tables.execute(game_id, "eve", Begin(number, signed(number)))
        await rounds.step()
    assert len(await events(store, game_id, GameBegan)) == 1


@pytest.mark.rule("TB-BEACON-04")
async def test_a_table_that_was_stopped_is_asked_for_no_more(leader, tables, clock):
    game_id = await starting(tables)
    with relay() as (url, asked):
        rounds = await leader(url)
        await rounds.step()
        await tables.execute(game_id, "operator:olga", StopTable())
        clock.pass_s(9)
        await rounds.step()
        assert asked == []
    assert (await tables.aggregate(game_id)).status == CLOSED


async def test_tables_that_start_together_share_their_round(leader, tables, clock):
    games = [await starting(tables) for _ in range(3)]
    clock.pass_s(9)
    with relay() as (url, asked):
        await (await leader(url)).step()
        assert len(asked) == 1
    assert [(await tables.aggregate(each)).status for each in games] == [RUNNING] * 3
