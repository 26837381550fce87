import asyncio
from contextlib import suppress

import pytest

from domain.table.aggregate import CLOSED, FINISHED, RUNNING
from domain.table.messages import Begin, SeatResigned, StartGame, TakeSeat, Terms
from projections.read.lists import Page
from services.application.game_service import GameService
from services.projection_runner.views import open_views
from services.store.interface import StoreUnavailable
from services.tables.farewell import AccountOffboarding
from tests.beacon import a_beacon, signed
from tests.devices import Device
from tests.table_services.services_kit import CODEC


async def test_who_goes_leaves_also_the_tables_that_the_lists_do_not_know_yet(games, tables, store):
    views = await open_views("memory://")
    following = asyncio.create_task(views.follower(store, CODEC, ()).run())
    await tables.open("ann")
    while await views.read.lists.upto() < await store.log_head():
        await asyncio.sleep(0)
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following

    running = await tables.begun("ann", "bob")
    opened = await tables.open("ann")
    await tables.execute(opened, "bob", TakeSeat())
    leaving = asyncio.create_task(AccountOffboarding(games, store, views.read.lists).leave("bob"))
    following = asyncio.create_task(views.follower(store, CODEC, ()).run())
    await leaving
    following.cancel()
    assert (await tables.aggregate(running)).status == FINISHED
    assert (await tables.aggregate(opened)).occupants == ()
    await views.close()


async def test_a_leaving_account_waits_for_lists_of_the_log_that_lost_its_end(games, tables, store, sql):
    """A table that was opened since has the position of a lost one. Lists that have that position lack it."""
    views = await open_views("memory://")
    following = asyncio.create_task(views.follower(store, CODEC, ()).run())
    await tables.open("ann")
    lost = await tables.open("cid")
    while await views.read.lists.upto() < await store.log_head():
        await asyncio.sleep(0)
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following

    await sql.run("DELETE FROM stored_events WHERE originator_id = ?", (lost,))
    opened = await tables.open("bob")
    leaving = asyncio.create_task(AccountOffboarding(games, store, views.read.lists).leave("bob"))
    following = asyncio.create_task(views.follower(store, CODEC, ()).run())
    await leaving
    following.cancel()
    assert (await tables.aggregate(opened)).status == CLOSED
    await views.close()


async def test_a_leaving_account_reads_lists_again_that_were_set_back_meanwhile(games, tables, store):
    views = await open_views("memory://")
    following = asyncio.create_task(views.follower(store, CODEC, ()).run())
    opened, lists = await tables.open("bob"), views.read.lists

    class SetBack:
        """A failover of Redis loses the table after the lists were complete. They have it again a moment later."""

        are_of = lists.are_of
        pages, lacks = [], False

        async def upto(self):
            lacks, self.lacks = self.lacks, False
            return 0 if lacks else await lists.upto()

        async def hosted_or_joined(self, *page):
            self.pages.append(await lists.hosted_or_joined(*page))
            self.lacks = len(self.pages) == 1
            return Page(()) if self.lacks else self.pages[-1]

    await AccountOffboarding(games, store, SetBack()).leave("bob")
    following.cancel()
    assert (await tables.aggregate(opened)).status == CLOSED
    await views.close()


async def test_a_leaving_account_has_nothing_to_leave_at_a_table_that_was_lost(games, tables, store, sql):
    views = await open_views("memory://")
    following = asyncio.create_task(views.follower(store, CODEC, ()).run())
    first, second = await tables.open("bob"), await tables.open("bob")
    lists = views.read.lists

    class Slow:
        """A failover loses the second table after the lists were read."""

        upto, are_of = lists.upto, lists.are_of

        async def hosted_or_joined(self, *page):
            found = await lists.hosted_or_joined(*page)
            await sql.run("DELETE FROM stored_events WHERE originator_id = ?", (second,))
            return found

    await AccountOffboarding(GameService(store, CODEC), store, Slow()).leave("bob")
    following.cancel()
    assert (await tables.aggregate(first)).status == CLOSED
    await views.close()


async def test_who_goes_from_a_table_that_demands_signatures_is_resigned_by_nobody(games, tables, store):
    """The server cannot resign in the player's name: clocks and votes end the game. The account is deleted all the
    same."""
    views = await open_views("memory://")
    following = asyncio.create_task(views.follower(store, CODEC, ()).run())
    running = await tables.open("ann", terms=Terms(signed=True))
    for player in ("ann", "bob"):
        await tables.execute(running, player, TakeSeat(device_keys=(Device(player).key,)))
    await tables.execute(running, "ann", StartGame())
    await AccountOffboarding(games, store, views.read.lists).leave("bob")
    following.cancel()
    aggregate = await tables.aggregate(running)
    assert (aggregate.status, aggregate.resigned) == (RUNNING, ())
    await views.close()


async def test_who_goes_while_a_game_begins_resigns_it(games, tables, store):
    views = await open_views("memory://")
    following = asyncio.create_task(views.follower(store, CODEC, ()).run())
    hosted, joined = await tables.open("bob"), await tables.open("ann")
    for game_id in (hosted, joined):
        for player in ("ann", "bob"):
            await tables.execute(game_id, player, TakeSeat())
    lists = views.read.lists

    class Slow:
        """The games begin after the lists were read."""

        upto, are_of = lists.upto, lists.are_of

        async def hosted_or_joined(self, *page):
            found = await lists.hosted_or_joined(*page)
            await tables.execute(hosted, "bob", StartGame())
            await tables.execute(joined, "ann", StartGame())
            return found

    await AccountOffboarding(games, store, Slow()).leave("bob")
    following.cancel()
    assert [(await tables.aggregate(game_id)).status for game_id in (hosted, joined)] == [FINISHED] * 2
    await views.close()


async def test_who_goes_while_a_table_waits_for_its_beacon_resigns_the_game(games, tables, store, monkeypatch):
    views = await open_views("memory://")
    following = asyncio.create_task(views.follower(store, CODEC, ()).run())
    game_id = await tables.begun("ann", "bob", beacon=a_beacon())
    farewell = AccountOffboarding(games, store, views.read.lists)
    with monkeypatch.context() as patch:
        patch.setattr("services.tables.farewell.STARTING_S", 0.1)
        with pytest.raises(StoreUnavailable):
            await farewell.leave("bob")
    leaving = asyncio.create_task(farewell.leave("bob"))
    await asyncio.sleep(0)
    number = (await tables.aggregate(game_id)).starting.round
    await tables.execute(game_id, "server", Begin(number, signed(number)))
    await leaving
    following.cancel()
    assert (await tables.aggregate(game_id)).status == FINISHED
    await views.close()


@pytest.mark.rule("TB-CLOSE-04")
async def test_a_ban_that_was_cut_short_goes_on_where_it_stopped(games, tables, store, monkeypatch):
    views = await open_views("memory://")
    following = asyncio.create_task(views.follower(store, CODEC, ()).run())
    begun = [await tables.begun("ann", "bob") for _ in range(3)]
    opened = await tables.open("bob")
    farewell, execute, given = AccountOffboarding(games, store, views.read.lists), games.execute, []

    async def goes_away(game_id, *command, **fields):
        given.append(game_id)
        if len(given) == 2:
            raise StoreUnavailable("in the middle")
        return await execute(game_id, *command, **fields)

    monkeypatch.setattr(games, "execute", goes_away)
    with pytest.raises(StoreUnavailable):
        await farewell.put_out("bob", "olga", "ban")
    await farewell.put_out("bob", "olga", "ban")
    following.cancel()
    assert [(await tables.aggregate(game_id)).status for game_id in (*begun, opened)] == [*[FINISHED] * 3, CLOSED]
    for game_id in begun:
        said = [each for row in await store.load(game_id) if isinstance((each := CODEC.read(row)).event, SeatResigned)]
        assert [(each.event.cause, each.envelope.actor) for each in said] == [("OPERATOR", "operator:olga")]
    await views.close()
