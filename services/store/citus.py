"""A log in a schema that Citus keeps on another server: how it is made safe, and the limits of that.

A commit has two phases there. If the server that keeps the log dies between them, the commit was acknowledged but
becomes visible only after Citus has recovered it. The lock that orders commits was released long before, so later rows
took later positions, and readers would pass over the row. Therefore each batch begins with an update of a row that is
kept with the log: a prepared transaction keeps that row locked, also while the server is down, until it is settled.
"""

import psycopg

from services.store.interface import IncompatibleStore

HOME = (
    "Citus keeps the home of the store on another server: accounts and what stands beside the games are not made for"
    " that; name a plain database first"
)
WORKER = (
    "the URL leads to a worker of Citus, which numbers events by itself: name the coordinator, like every process"
    " of this store"
)
NO_TURNS = "Citus has begun to keep the log on another server since the last `turnledger migrate`: run it again"

_HAS_CITUS = "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL"
_KEPT = "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('stored_events'))"
_AT = "SELECT groupid = 0, log_takes_turns() FROM pg_dist_local_group"
# A transaction that asks for the number of the log's lock takes its turn: append_events and archive_game do so first.
# An update, since only what was changed is prepared: a row that is only locked would be free again with its server.
_TURNS = (
    """
CREATE OR REPLACE FUNCTION log_lock() RETURNS int LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    UPDATE log_turn SET taken = taken + 1;
    RETURN CASE WHEN current_schema() = 'public' THEN 1 ELSE hashtext(current_schema()) END;
END $$
""",
    "CREATE OR REPLACE FUNCTION log_takes_turns() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT true $$",
)

_Connection = psycopg.Connection[tuple[object, ...]]


def keeps(connection: _Connection) -> bool:
    """Return whether Citus keeps the log of this connection."""
    return _query_row(connection, _HAS_CITUS) == (True,) and _query_row(connection, _KEPT) == (True,)


def take_turns(connection: _Connection) -> None:
    """Make each batch take its turn where the log is kept."""
    for statement in _TURNS:
        connection.execute(statement.encode())


def require_fit(connection: _Connection, number: int) -> None:
    """`number`: of the log in its store, 0 for the home. Raises Unfit where Citus keeps it and it is not safe there."""
    if not keeps(connection):
        return
    if number == 0:
        raise IncompatibleStore(HOME)
    at_coordinator, takes_turns = _query_row(connection, _AT)
    if not at_coordinator:
        raise IncompatibleStore(WORKER)
    if not takes_turns:
        raise IncompatibleStore(NO_TURNS)


def _query_row(connection: _Connection, question: str) -> tuple[object, ...]:
    found = connection.execute(question.encode()).fetchone()
    assert found is not None
    return found
