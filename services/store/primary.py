"""Keeps connections with the primary of the newest timeline.

After a failover the old primary may still answer: read-only, as a standby, or taking writes that the new one lacks.
Connections that stayed there would show an old log for ever. Each promotion begins a new timeline of the same system,
and a connection that was opened later follows the address, which is where an operator says that the database is.
See docs/decisions/0088-connections-follow-the-newest-timeline.md.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, LiteralString
from weakref import WeakKeyDictionary, WeakValueDictionary

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.errors import InsufficientPrivilege, ReadOnlySqlTransaction

CHECK_S = 1.0
"""A connection that is used is asked this often which server it leads to."""
_Connection = AsyncConnection[Any]

# The name of the current WAL file begins with its timeline, at once after a promotion; what pg_control_checkpoint()
# says follows with the next checkpoint. A standby has no current file.
_STATE: LiteralString = """
SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off',
    CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END
"""
_WITH: LiteralString = _STATE + ", ARRAY({})"
_SYSTEM: LiteralString = "SELECT system_identifier::text FROM pg_control_system()"
UNKNOWN = ""


class NotThePrimary(ReadOnlySqlTransaction):
    """The connection leads to a server that is not, or is no longer, the primary."""


class ServerState(Struct, frozen=True):
    """`system`: identifier of the cluster, which its standbys share; UNKNOWN if the account may not ask. `timeline`: in
    hexadecimal, of eight digits."""

    system: str
    timeline: str
    takes_writes: bool


class Primary:
    """The newest primary that any connection of this process met at one URL. A store that never met a primary, as for
    a tool on a replica, is left alone."""

    def __init__(self) -> None:
        self.has_changed = False
        """Another server took over since the first one was met: events that were read there may be lost."""
        self._newest: ServerState | None = None
        self._checked_s: WeakKeyDictionary[_Connection, float] = WeakKeyDictionary()
        self._systems: WeakKeyDictionary[_Connection, str] = WeakKeyDictionary()

    async def check(self, connection: _Connection) -> None:
        """Ask a connection where it leads, unless it was asked a moment ago. Raises NotThePrimary."""
        now_s = asyncio.get_running_loop().time()
        if now_s - self._checked_s.get(connection, float("-inf")) < CHECK_S:
            return
        await self._ask(connection, _STATE, ())

    async def check_and_ask(self, connection: _Connection, query: LiteralString, parameters: Sequence[Any]) -> Any:
        """Check a connection whenever it was checked last, and return the one column of a query, as a list, in the same
        statement. Raises NotThePrimary."""
        (values,) = await self._ask(connection, _WITH.format(query), parameters)
        return values

    async def _ask(self, connection: _Connection, state: LiteralString, parameters: Sequence[Any]) -> Sequence[Any]:
        """Return what follows the state of the server."""
        now_s, is_new = asyncio.get_running_loop().time(), connection not in self._systems
        if is_new:
            self._systems[connection] = await _system(connection)
        (found,) = await (await connection.execute(state, parameters)).fetchall()
        takes_writes, timeline, *more = found
        self._judge(ServerState(self._systems[connection], timeline, takes_writes), is_new)
        self._checked_s[connection] = now_s
        return list(more)

    def _judge(self, found: ServerState, is_new: bool) -> None:
        """`is_new`: the connection has just been opened, so it leads to where the address leads now."""
        newest = self._newest
        if not found.takes_writes:
            if newest:
                raise NotThePrimary("the server takes no writes: another one is the primary, or will be")
            return
        if newest and found.system == newest.system and found.timeline < newest.timeline:
            raise NotThePrimary(f"the server is at timeline {found.timeline}, the primary at {newest.timeline}")
        if newest and found.system != newest.system and not is_new:
            raise NotThePrimary("the address leads to another database system now")
        self.has_changed = self.has_changed or newest not in (None, found)
        self._newest = found


_of_urls: WeakValueDictionary[str, Primary] = WeakValueDictionary()


def primary_of(url: str) -> Primary:
    """Return the state that all connections of this process to one URL share."""
    found = _of_urls.get(url)
    if found is None:
        found = _of_urls[url] = Primary()
    return found


async def _system(connection: _Connection) -> str:
    try:
        ((system,),) = await (await connection.execute(_SYSTEM)).fetchall()
    except InsufficientPrivilege:
        return UNKNOWN
    return str(system)
