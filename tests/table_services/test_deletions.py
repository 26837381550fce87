"""The work of deleting an account is done again after the deletion: a failover may have lost what was done before."""

import asyncio
from contextlib import suppress

import pytest

from domain.table.aggregate import CLOSED, OPEN
from services.accounts.deletions import DeletionStorage
from services.projection_runner.views import open_views
from services.roles.deletions import LOOKS, Deletions
from services.store.interface import StoreUnavailable
from services.tables.farewell import AccountOffboarding
from tests.table_services.services_kit import CODEC


@pytest.fixture
async def views(store):
    views = await open_views("memory://")
    following = asyncio.create_task(views.follower(store, CODEC, ()).run())
    yield views
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following
    await views.close()


@pytest.fixture
def storage(sql):
    return DeletionStorage(sql)


@pytest.fixture
def deletions(store, storage, sign_in, games, views):
    sign_in.on_delete.append(AccountOffboarding(games, store, views.read.lists).leave)
    return Deletions(store, storage, sign_in.on_delete)


def lose_last_event(sign_in, sql, game_id):
    """Let a failover lose what the deletion did to a game, before the deletion is stored."""

    async def fail_over(account):
        last = "(SELECT max(originator_version) FROM stored_events WHERE originator_id = ?)"
        await sql.run(
            f"DELETE FROM stored_events WHERE originator_id = ? AND originator_version = {last}", (game_id, game_id)
        )
        sign_in.on_delete.remove(fail_over)

    sign_in.on_delete.append(fail_over)


async def test_an_open_table_that_a_failover_opens_again_is_closed_after_the_deletion(deletions, sign_in, sql, tables):
    account = (await sign_in.as_guest("Ann", "phone"))[0].account_id
    game_id = await tables.open(account)
    await tables.open("bob")
    lose_last_event(sign_in, sql, game_id)
    await sign_in.delete(account)
    assert (await tables.aggregate(game_id)).status == OPEN
    await deletions.step()
    assert (await tables.aggregate(game_id)).status == CLOSED


async def test_deletions_are_forgotten_after_as_many_looks_as_are_needed(deletions, storage, sign_in):
    account = (await sign_in.as_guest("Ann", "phone"))[0].account_id
    await sign_in.delete(account)
    for look in range(LOOKS):
        assert await storage.pending() == {account: look}
        await deletions.step()
    assert await storage.pending() == {}


async def test_a_deletion_whose_second_look_fails_is_looked_at_again(deletions, storage, sign_in):
    accounts = [(await sign_in.as_guest(name, "phone"))[0].account_id for name in ("Ann", "Bob")]
    looked = []

    async def goes_away(account):
        looked.append(account)
        if looked.count(accounts[0]) == 2 and account == accounts[0]:
            raise StoreUnavailable("for a moment")

    sign_in.on_delete.append(goes_away)
    for account in accounts:
        await sign_in.delete(account)
    await deletions.step()
    assert await storage.pending() == {accounts[0]: 0, accounts[1]: 1}
    await deletions.step()
    assert await storage.pending() == {accounts[0]: 1}


async def test_a_deletion_that_the_store_refuses_leaves_nothing_to_look_at(deletions, storage, sign_in):
    async def goes_away(account):
        raise StoreUnavailable("for a moment")

    account = (await sign_in.as_guest("Ann", "phone"))[0].account_id
    sign_in.on_delete.append(goes_away)
    with pytest.raises(StoreUnavailable):
        await sign_in.delete(account)
    assert await storage.pending() == {}
