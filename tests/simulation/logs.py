"""The store of a process over one log or several, the views of each log, and the order of all events."""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from domain.history.record import EventRow, LogRow
from projections.folds.transitions import Projection
from projections.stores.interface import View
from services.projection_runner.views import ProjectedViews
from services.store.archive.archive import Archive, open_archive
from services.store.archive.read_through import HotStore, ReadThroughStore
from services.store.logs.cuts import GlobalOrderCut
from services.store.logs.log_set import ShardedEventStore
from services.store.logs.members import ASKED, Member, Members
from services.store.postgres import PostgresStore
from services.store.sql import Sql
from tests.simulation.postgres import Cluster, Row
from tests.simulation.tables import Tables

if TYPE_CHECKING:
    from tests.simulation.room import Room

LOGS_MAX = 3
"""The most logs of a plan."""


def urls_of_logs(url: str) -> list[str]:
    """Return the addresses at which a process reaches the logs; the first is its own."""
    return [url, *(f"{url}-{number}" for number in range(1, LOGS_MAX))]


def open_store(
    url: str, clusters: Sequence[Cluster], home: Sql, rooms: Sequence["Room"] = ()
) -> PostgresStore | ReadThroughStore | ShardedEventStore:
    """Open the store of a process, as `services.store.open_store` does. `home`: is closed with a store of several logs.
    `rooms`: one of them may have an archive."""
    archive = next(filter(None, (room.open_archive() for room in rooms)), None)
    if len(clusters) > 1:
        return _open_logs(url, clusters, home, archive or open_archive(""))
    store = PostgresStore(url, driver=clusters[0].driver)
    return ReadThroughStore(cast(HotStore, store), archive) if archive else store


def _open_logs(url: str, clusters: Sequence[Cluster], home: Sql, archive: Archive) -> ShardedEventStore:
    members = Members(len(clusters))
    each = [Member(members, number, partial(home.run, ASKED)) for number in range(len(clusters))]
    logs = [
        PostgresStore(own, member, cluster.driver)
        for own, member, cluster in zip(urls_of_logs(url), each, clusters, strict=False)
    ]
    through = [ReadThroughStore(cast(HotStore, log), archive, str(number)) for number, log in enumerate(logs)]
    return ShardedEventStore(through, home)


class FollowedView(NamedTuple):
    """A view and its owner. `log`: the number of the log that it follows, None if it follows all in one order."""

    owner: str
    projection: Projection
    view: View
    log: int | None


def followed_views(owner: str, views: ProjectedViews) -> Iterator[FollowedView]:
    """Return the views of a process, or those that all share."""
    alone = not views._others
    for projection, view in views._views:
        yield FollowedView(owner, projection, view, 0 if alone or projection.by_game else None)
    for number, pairs in enumerate(views._others, 1):
        for projection, view in pairs:
            yield FollowedView(owner, projection, view, number)


class Cut(NamedTuple):
    """See migration 0031."""

    number: int
    follows: int
    base: int
    last: int
    since: list[int]
    upto: list[int]
    marks: list[str]


def cuts(home: Tables) -> list[Cut]:
    """Return the cuts that count, in order: the last one, the one that it follows, and so on until one is missing."""
    rows = home.run("SELECT number, follows, base, last, since, upto, marks FROM log_cuts AS all_cuts", ())
    found = {row[0]: Cut(*row[:4], *map(json.loads, row[4:])) for row in rows}
    valid, number = list[Cut](), max(found, default=0)
    while number in found:
        valid.append(found[number])
        number = found[number].follows
    return valid[::-1]


def in_one_order(valid: Sequence[Cut], logs: Sequence[Sequence[Row]]) -> list[LogRow]:
    """Return the events of all logs in the order of the cuts, counted here a second time."""
    whole = list[LogRow]()
    for cut in valid:
        begins = cut.base
        digest = GlobalOrderCut(cut.number, cut.base, cut.last, cut.since, cut.upto, cut.marks).digest()
        for since, upto, rows in zip(cut.since, cut.upto, logs, strict=True):
            own = [row for row in rows if since < row[0] <= upto]
            whole += [LogRow(begins + row[0] - since, EventRow(*row[1:]), digest) for row in own]
            begins += upto - since
    return whole


def end_of_all(home: Tables, heads: Sequence[int]) -> int:
    """Return the position of the last event in the order of all logs, as if the rest were cut now."""
    newest = home.run("SELECT last, upto FROM log_cuts AS all_cuts ORDER BY number DESC LIMIT 1", ())
    return sum(heads) + sum(last - sum(json.loads(upto)) for last, upto in newest)
