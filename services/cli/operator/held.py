"""`turnledger held`: what an account's owner gets with Accounts.ExportMe, for somebody who cannot sign in."""

import asyncio
import sys
from contextlib import AsyncExitStack
from typing import Annotated

import typer

from domain import stored
from projections.folds.lists import Lists
from services.accounts.account import UnknownAccount, is_account_id
from services.accounts.account_storage import AccountStorage
from services.accounts.own_data import OwnData
from services.cli.failure import fail
from services.cli.history_sources import open_there
from services.history.imports import Imports
from services.projection_runner.projector import BATCH, Projector
from services.projection_runner.views import MEMORY, ProjectedViews, open_views
from services.settings import Settings, from_environment
from services.store import open_sql
from services.store.interface import EventStore
from services.store.sql import Sql


def held(
    account: Annotated[str, typer.Argument(help="Id of the account, or its name if it has a password")],
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    views: Annotated[str | None, typer.Option(help="Views; TURNLEDGER_VIEWS if not given")] = None,
    _: Annotated[bool, typer.Option("--json", help="Accepted as by every command; the output is always JSON")] = False,
) -> None:
    """Print all that is held about an account, a JSON object a line, as its owner gets it in the page.

    Make sure first who asks."""
    asyncio.run(_print(from_environment(store=store, views=views), account))


async def _print(settings: Settings, named: str) -> None:
    async with AsyncExitStack() as opened:
        store = open_there(settings)
        opened.push_async_callback(store.close)
        views = await open_views(settings.views, store=store)
        opened.push_async_callback(views.close)
        sql = open_sql(settings.store)
        opened.push_async_callback(sql.close)
        account = await _find_account_id(AccountStorage(sql), named)
        if settings.views == MEMORY:
            await _fold_lists(store, views, sql)
        async for line in OwnData(sql, views.read.lists).lines(account):
            sys.stdout.buffer.write(line)


async def _find_account_id(accounts: AccountStorage, named: str) -> str:
    """The id. Ends the command where there is no such account."""
    if is_account_id(named):
        try:
            return (await accounts.get(named)).account_id
        except UnknownAccount:
            fail(f"there is no account {named}", 1)
    found = await accounts.password(named)
    if found is None:
        fail(f"no account with a password is called {named}: give its id", 1)
    return found[0]


async def _fold_lists(store: EventStore, views: ProjectedViews, sql: Sql) -> None:
    """Views in memory are another process's: here the lists of games are folded from the store."""
    targets = [(each, await view.live()) for each, view in views if each.name == Lists.name]
    projector = Projector(store, stored.codec().read, targets, imported=Imports(sql).among)
    await projector.resume()
    while projector.behind:
        await projector.step(BATCH)
