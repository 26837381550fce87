"""Queries for lists of tables: the lobby, the games and turns of an account, and their changes.

Every method may raise ViewUnavailable.
"""

from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.table.aggregate import OPEN
from projections.folds.lists import (
    UPTO,
    challenges_key,
    changed_mine_key,
    changed_tables_key,
    game_of,
    mine_key,
    open_key,
    played_key,
    rematches_key,
    table_key,
    tables_key,
    turns_key,
)
from projections.folds.marks import stands_in
from projections.folds.tables import TableView
from projections.folds.transitions import Log
from projections.stores.interface import SHARED, View

PAGE_MAX = 200

T = TypeVar("T")


class Page(Struct, Generic[T], frozen=True):
    """`next`: what to give as `after` for the next page, empty at the end."""

    items: tuple[T, ...]
    next: str = ""


class Changed(Struct, frozen=True):
    """A table, and the log position of the last change that the list is about."""

    position: int
    table: TableView


_table = msgspec.json.Decoder(TableView).decode


class TableLists:
    def __init__(self, lists: View) -> None:
        self._lists = lists

    async def lobby(self, status: str = OPEN, variant: str = "", after: str = "", limit: int = 50) -> Page[TableView]:
        """Public tables, newest first. `status`: OPEN, RUNNING or FINISHED; `variant`: empty for all."""
        return await self._tables(tables_key(status, variant), after, limit)

    async def my_games(self, account: str, after: str = "", limit: int = 50) -> Page[TableView]:
        """Open and running games of the account, newest first; whose turn it is stands in `to_act`."""
        return await self._tables(mine_key(account), after, limit)

    async def playing(self, account: str) -> int:
        """Return the number of games that `my_games` lists."""
        return await (await self._lists.live()).count(mine_key(account))

    async def open_tables(self, account: str) -> int:
        """Return the number of unfinished tables that the account hosts or has a seat at."""
        return await (await self._lists.live()).count(open_key(account))

    async def hosted_or_joined(self, account: str, after: str, limit: int) -> Page[TableView]:
        """The tables that `open_tables` counts, newest first."""
        return await self._tables(open_key(account), after, limit)

    async def my_turns(self, account: str, after: str = "", limit: int = 50) -> Page[TableView]:
        """Games that wait for the account."""
        return await self._tables(turns_key(account), after, limit)

    async def rematches(self, account: str, after: str = "", limit: int = 50) -> Page[TableView]:
        """Open rematches of the account's games at which it does not sit yet, newest first."""
        return await self._tables(rematches_key(account), after, limit)

    async def challenges(self, account: str, after: str = "", limit: int = 50) -> Page[TableView]:
        """Open tables to which the account is invited by name and has not answered, newest first."""
        return await self._tables(challenges_key(account), after, limit)

    async def played(self, account: str, after: str = "", limit: int = 50) -> Page[TableView]:
        """Finished games of the account, the last first."""
        return await self._tables(played_key(account), after, limit)

    async def changed_tables(self, variant: str, after: int, limit: int = 50) -> tuple[Changed, ...]:
        """Public tables that opened, filled, emptied, began, ended or closed after a position of the log, in the order
        of their last change, each once. `variant`: empty for all."""
        return await self._changed(changed_tables_key(variant), after, limit)

    async def changed_mine(self, account: str, after: int, limit: int = 50) -> tuple[Changed, ...]:
        """Games that the account has or had a seat in, and rematches that wait for it, by the last change of table,
        seats or whose turn it is."""
        return await self._changed(changed_mine_key(account), after, limit)

    async def wait_for_change(self, key: str, after: int, timeout_s: float) -> bool:
        """Return whether a list of changes (by its key) has entries after a position; wait for them at most so long."""
        return await self._lists.wait_for(key, after + 1, timeout_s) > after

    async def upto(self) -> int:
        """Return the log position up to which all changes are in the lists."""
        (upto,) = await (await self._lists.live()).get(SHARED, UPTO)
        return int(upto or 0)

    async def are_of(self, log: Log) -> bool:
        """Return whether the log has the event that the lists have reached: after a failover that lost its end it may
        have another one in the same position, until they are rebuilt."""
        return await stands_in(log, await self._lists.live())

    async def _tables(self, key: str, after: str, limit: int) -> Page[TableView]:
        generation = await self._lists.live()
        limit = max(1, min(limit, PAGE_MAX))
        members = await generation.members(key, after, limit + 1)
        page, more = members[:limit], len(members) > limit
        if not page:
            return Page(())
        stored = await generation.get(SHARED, *(table_key(game_of(member)) for member in page))
        # A table may have been swept away between the two reads (its view was emptied); then it is not listed either.
        return Page(tuple(_table(each) for each in stored if each), page[-1] if more else "")

    async def _changed(self, key: str, after: int, limit: int) -> tuple[Changed, ...]:
        generation = await self._lists.live()
        limit = max(1, min(limit, PAGE_MAX))
        listed = await generation.above(key, after, limit)
        if not listed:
            return ()
        stored = await generation.get(SHARED, *(table_key(game_id) for game_id, _ in listed))
        # A table that changed between the reads is left out: it comes in its new place.
        unmoved = set(await generation.above(key, after, limit))
        return tuple(
            Changed(each[1], _table(table))
            for each, table in zip(listed, stored, strict=True)
            if table and each in unmoved
        )
