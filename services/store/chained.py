"""Events are appended behind the one that their writer knows, in tables of events."""

from collections.abc import Mapping
from typing import Any

from domain.history.codec import LINK_AT
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
