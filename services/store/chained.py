"""Events are appended behind the one that their writer knows, in tables of events."""

from collections.abc import Mapping
from typing import Any

from domain.history.codec import LINK_AT
from domain.history.record import LogRow
from services.store.interface import EventStore
from services.store.logs.log_set import ShardedEventStore
from services.store.sql import Statement


def known(table: str, event: Mapping[str, Any], link: str) -> Statement | None:
    """Return a query that finds the event before a new one, if it ends with the link that the writer knows. A failover
    may have lost it since it was read, and another process may have stored its own. None for an empty link: the new
    event begins its stream."""
    if not link:
        return None
    place = " AND ".join(f"{column} = ?" for column in event)
    return (
        f"SELECT 1 FROM {table} WHERE {place} AND substr(body, length(body) - ?, {len(link)}) = ?",  # noqa: S608
        (*event.values(), LINK_AT - 1, link.encode()),
    )


def ends_with(game_id: str, link: str) -> Statement:
    """Return a query that finds something unless this database has another last event of the game: a failover may have
    lost the one that the writer knows. With several logs the game may be in another database."""
    last = (
        f"SELECT substr(state, length(state) - ?, {len(link)}) FROM stored_events"  # noqa: S608
        " WHERE originator_id = ? ORDER BY originator_version DESC LIMIT 1"
    )
    return f"SELECT 1 WHERE coalesce(({last}), ?) = ?", (LINK_AT - 1, game_id, link.encode(), link.encode())


async def still_stored(store: EventStore, last: LogRow) -> Statement:
    """Return a query that finds something if this database has an event or, with several logs, its cut: a failover may
    have lost it since it was read, and positions up to its own would pass by the events in its place. Raises
    StoreUnavailable, also where the cut is lost already."""
    if isinstance(store, ShardedEventStore):
        return await store.still_cut(last)
    row = last.row
    return (
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM stored_events"
        " WHERE originator_id = ? AND originator_version = ? AND topic = ? AND state = ?)"
        " OR EXISTS (SELECT 1 FROM archived_games WHERE game_id = ? AND version >= ?)",
        (row.stream_id, row.version, row.topic, row.body, row.stream_id, row.version),
    )


def every(*queries: Statement | None) -> Statement | None:
    """Return a query that finds something if all of these do; None for no query."""
    found = [each for each in queries if each]
    if not found:
        return None
    return "SELECT 1 WHERE " + " AND ".join(f"EXISTS ({text})" for text, _ in found), [
        value for _, values in found for value in values
    ]
