"""The streams of tournaments, in SQL tables next to the events of games. Every method raises StoreUnavailable."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from domain.history.record import EventRow
from domain.stored import tournament_codec
from domain.tournament.messages import (
    ResultRecorded,
    RoundPaired,
    TablesGiven,
    TournamentEnded,
    TournamentOpened,
    TournamentStarted,
)
from domain.tournament.state import ENDED, IN, RUNNING, STARTING, WAITING, Tournament
from services.store.chained import ends_with, every, known
from services.store.sql import AlreadyThere, Sql, Statement


class Summary(Struct, frozen=True):
    """The entry of a tournament in lists. `players`: entrants with a place, `waiting`: those on the waiting list."""

    name: str
    form: str
    variants: tuple[str, ...]
    seats: int
    rounds: int
    round: int
    players: int
    players_max: int
    waiting: int
    rated: bool
    paused: bool


class Listed(Struct, frozen=True):
    """`opened_ms`: milliseconds since 1970 UTC."""

    tournament_id: str
    organiser: str
    status: str
    version: int
    opened_ms: int
    summary: Summary

    @property
    def place(self) -> str:
        """The position in lists."""
        return f"{self.opened_ms:015}/{self.tournament_id}"

    @property
    def opened_at(self) -> datetime:
        return datetime.fromtimestamp(self.opened_ms / 1000, UTC)


class Stored(Struct, frozen=True):
    """The data that one command stores. `rows`: at least one. `concerns`: accounts that have newly to do with it.
    `told`: what is stored with it for others. `link`: of the event that the rows follow, empty for the first ones."""

    rows: tuple[EventRow, ...]
    tournament: Tournament
    concerns: tuple[str, ...]
    at_ms: int
    told: Sequence[Statement] = ()
    link: str = ""


PUBLIC = (TournamentOpened, TournamentStarted, RoundPaired, TablesGiven, TournamentEnded)
"""Events that the public stream shows (docs/public-stream.md). They get a position over all tournaments."""
_PUBLIC = frozenset(tournament_codec().topics(*PUBLIC))
_RESULTS = frozenset(tournament_codec().topics(ResultRecorded))
_COUNTER = "tournaments"


class TournamentStorage:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def load(self, tournament_id: str, after: int = 0) -> list[EventRow]:
        """The stream with versions above `after`; empty for an unknown one."""
        rows = await self._sql.run(
            "SELECT version, topic, body FROM tournament_events WHERE event_id = ? AND version > ? ORDER BY version",
            (tournament_id, after),
        )
        return [EventRow(tournament_id, version, topic, bytes(body)) for version, topic, body in rows]

    async def append(self, stored: Stored) -> bool:
        """Store all of it or nothing. False if another process was faster, or if the store has lost the event before
        it, or the end of a game whose result is recorded."""
        tournament_id, before = stored.rows[0].stream_id, stored.rows[0].version - 1
        added: list[Statement] = [
            (
                "INSERT INTO tournament_events (event_id, version, topic, body) VALUES (?, ?, ?, ?)",
                (tournament_id, row.version, row.topic, row.body),
            )
            for row in stored.rows
        ]
        tournament = stored.tournament
        added.append(
            (
                "INSERT INTO tournaments (event_id, organiser, status, version, opened_ms, summary)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (event_id) DO UPDATE SET"
                " status = excluded.status, version = excluded.version, summary = excluded.summary",
                (
                    *(tournament_id, tournament.opened.organiser, tournament.status, stored.rows[-1].version),
                    *(stored.at_ms, msgspec.json.encode(_summary(tournament)).decode()),
                ),
            )
        )
        concern = "INSERT INTO tournament_accounts (account_id, event_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
        added += [(concern, (account, tournament_id)) for account in stored.concerns]
        added += stored.told
        for row in stored.rows:
            added += _numbered(row)
        follows = known("tournament_events", {"event_id": tournament_id, "version": before}, stored.link)
        only_if = every(follows, *[each for row in stored.rows for each in _ends(row)])
        try:
            return await self._sql.together(added, only_if=only_if)
        except AlreadyThere:
            return False

    async def public(self, after: int, limit: int) -> list[tuple[int, EventRow]]:
        """Public events of all tournaments with positions above `after`, in order. No event appears before a position
        that was read."""
        rows = await self._sql.run(
            "SELECT position, event_id, version, topic, body FROM tournament_log"
            " JOIN tournament_events USING (event_id, version) WHERE position > ? ORDER BY position LIMIT ?",
            (after, limit),
        )
        return [
            (position, EventRow(tournament_id, version, topic, bytes(body)))
            for position, tournament_id, version, topic, body in rows
        ]

    async def public_head(self) -> int:
        """The last of these positions, 0 for none."""
        ((head,),) = await self._sql.run("SELECT coalesce(max(position), 0) FROM tournament_log")
        return int(head)

    async def record_request(self, tournament_id: str, actor: str, request_id: str, digest: str) -> bool:
        """Remembers that a request made nothing happen. False where it was answered already."""
        try:
            await self._sql.run(
                "INSERT INTO tournament_answers (event_id, actor, request_id, digest) VALUES (?, ?, ?, ?)",
                (tournament_id, actor, request_id, digest),
            )
        except AlreadyThere:
            return False
        return True

    async def recorded_requests(self, tournament_id: str, actor: str) -> Mapping[str, str]:
        """The digests of an actor's requests that made nothing happen, by request."""
        rows = await self._sql.run(
            "SELECT request_id, digest FROM tournament_answers WHERE event_id = ? AND actor = ?", (tournament_id, actor)
        )
        return dict(rows)

    async def version(self, tournament_id: str) -> int:
        """0 for an unknown one."""
        rows = await self._sql.run("SELECT version FROM tournaments WHERE event_id = ?", (tournament_id,))
        return int(rows[0][0]) if rows else 0

    async def standing(self, game_ids: Collection[str]) -> frozenset[str]:
        """Those of the games whose tables were opened."""
        if not game_ids:
            return frozenset()
        places = ", ".join("?" * len(game_ids))
        rows = await self._sql.run(
            f"SELECT originator_id FROM stored_events WHERE originator_version = 1 AND originator_id IN ({places})"  # noqa: S608
            f" UNION ALL SELECT game_id FROM archived_games WHERE game_id IN ({places})",
            (*game_ids, *game_ids),
        )
        return frozenset(game_id for (game_id,) in rows)

    async def running(self) -> dict[str, int]:
        """The versions of those that were started and have not ended."""
        started = "SELECT event_id, version FROM tournaments WHERE status IN (?, ?)"
        rows = await self._sql.run(started, (STARTING, RUNNING))
        return dict(rows)

    async def not_ended(self, organiser: str) -> list[str]:
        """The tournaments of one organiser."""
        rows = await self._sql.run(
            "SELECT event_id FROM tournaments WHERE organiser = ? AND status <> ?", (organiser, ENDED)
        )
        return [tournament_id for (tournament_id,) in rows]

    async def not_over(self, account: str) -> list[str]:
        """Those that an account has to do with."""
        rows = await self._sql.run(
            "SELECT event_id FROM tournament_accounts JOIN tournaments USING (event_id)"
            " WHERE account_id = ? AND status <> ?",
            (account, ENDED),
        )
        return [tournament_id for (tournament_id,) in rows]

    async def page(self, status: str, account: str, after: str, limit: int) -> list[Listed]:
        """The last opened first. `status`: empty for all. `account`: of those only that it has to do with. `after`: the
        place of the last one seen, empty to begin with."""
        conditions, values = list[str](), list[Any]()
        if status:
            conditions.append("status = ?")
            values.append(status)
        if account:
            conditions.append("event_id IN (SELECT event_id FROM tournament_accounts WHERE account_id = ?)")
            values.append(account)
        if after:
            opened_ms, _, tournament_id = after.partition("/")
            conditions.append("(opened_ms, event_id) < (?, ?)")
            values += [int(opened_ms), tournament_id]
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        rows = await self._sql.run(
            "SELECT event_id, organiser, status, version, opened_ms, summary FROM tournaments"  # noqa: S608
            f"{where} ORDER BY opened_ms DESC, event_id DESC LIMIT ?",
            (*values, limit),
        )
        return [_listed(row) for row in rows]


def _ends(row: EventRow) -> list[Statement]:
    """Return queries for the ends of games that this event gives results of."""
    if row.topic not in _RESULTS:
        return []
    result = tournament_codec().read(row).event
    assert isinstance(result, ResultRecorded)
    return [ends_with(result.game_id, result.chain)] if result.chain else []


def _numbered(row: EventRow) -> list[Statement]:
    """Give a public event the next position. The counter stays locked until the transaction ends, so that positions
    become visible in their order, without gaps."""
    if row.topic not in _PUBLIC:
        return []
    return [
        (
            "INSERT INTO followers (name, position) VALUES (?, 1)"
            " ON CONFLICT (name) DO UPDATE SET position = followers.position + 1",
            (_COUNTER,),
        ),
        (
            "INSERT INTO tournament_log (position, event_id, version) SELECT position, ?, ? FROM followers"
            " WHERE name = ?",
            (row.stream_id, row.version, _COUNTER),
        ),
    ]


def _listed(row: Sequence[Any]) -> Listed:
    tournament_id, organiser, status, version, opened_ms, summary = row
    return Listed(tournament_id, organiser, status, version, opened_ms, msgspec.json.decode(summary, type=Summary))


def _summary(tournament: Tournament) -> Summary:
    terms = tournament.terms
    return Summary(
        name=terms.name,
        form=terms.form,
        variants=terms.variants,
        seats=terms.seats,
        rounds=terms.rounds,
        round=tournament.round,
        players=_count(tournament, IN),
        players_max=terms.players_max,
        waiting=_count(tournament, WAITING),
        rated=terms.rated,
        paused=tournament.paused,
    )


def _count(tournament: Tournament, status: str) -> int:
    return sum(entrant.status == status for entrant in tournament.entrants)
