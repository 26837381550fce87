"""A league's table in PostgreSQL, with the library `eventsourcing`: follows every game of a store while it is played,
counts each one exactly once, and resumes at its position after a crash.

    TURNLEDGER_STORE=postgresql://…  LEAGUE_POSTGRES_DBNAME=league LEAGUE_POSTGRES_HOST=… LEAGUE_POSTGRES_PORT=5432 \
    LEAGUE_POSTGRES_USER=… LEAGUE_POSTGRES_PASSWORD=… python examples/league.py
"""

from typing import Any

from eventsourcing.dispatch import singledispatchmethod
from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresDatastore, PostgresTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner
from psycopg.sql import SQL

from turnledger_server.events.table import GameBegan, GameFinished
from turnledger_server.read_models import DomainEvent, Turnledger, event_class, topics

POINTS = (5, 3, 2, 1)
"""By rank; who comes behind gets nothing."""


class Standings(PostgresTrackingRecorder):
    """Two tables and the position in the log, changed in one transaction: a game that counts is never read again."""

    def __init__(self, datastore: PostgresDatastore, **names: Any) -> None:
        super().__init__(datastore, **names)
        self.sql_create_statements += [
            SQL(
                "CREATE TABLE IF NOT EXISTS seats (game text, seat int, account text, PRIMARY KEY (game, seat))"
            ).format(),
            SQL(
                "CREATE TABLE IF NOT EXISTS standings"
                " (account text PRIMARY KEY, games int NOT NULL, wins int NOT NULL, points int NOT NULL)"
            ).format(),
        ]

    def seat(self, game: str, accounts: list[str], tracking: Tracking) -> None:
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            for seat, account in enumerate(accounts):
                cursor.execute("INSERT INTO seats VALUES (%s, %s, %s)", (game, seat, account))

    def count(self, game: str, results: list[tuple[int, bool, int]], tracking: Tracking) -> None:
        """`results`: seat, whether it won, and its points. Seats of bots have no account and are not counted."""
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            for seat, won, points in results:
                cursor.execute(
                    "INSERT INTO standings AS t SELECT account, 1, %s, %s FROM seats"
                    " WHERE game = %s AND seat = %s AND account <> ''"
                    " ON CONFLICT (account) DO UPDATE SET games = t.games + 1,"
                    " wins = t.wins + excluded.wins, points = t.points + excluded.points",
                    (int(won), points, game, seat),
                )

    def table(self) -> list[tuple[str, int, int, int]]:
        """Account, games, wins, points; best first."""
        with self.datastore.transaction() as cursor:
            cursor.execute("SELECT account, games, wins, points FROM standings ORDER BY points DESC, account")
            return [tuple(row.values()) for row in cursor.fetchall()]  # type: ignore[misc]


class League(Projection[Standings]):
    name = "league"
    topics = tuple(topics(GameBegan, GameFinished))

    @singledispatchmethod
    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        raise AssertionError(f"not asked for: {domain_event}")

    @process_event.register(event_class(GameBegan))
    def _(self, began: DomainEvent[GameBegan], tracking: Tracking) -> None:
        self.view.seat(began.originator_id, [seat.account for seat in began.event.seats], tracking)

    @process_event.register(event_class(GameFinished))
    def _(self, finished: DomainEvent[GameFinished], tracking: Tracking) -> None:
        results = [
            (standing.player, standing.won, POINTS[standing.rank - 1] if standing.rank <= len(POINTS) else 0)
            for standing in finished.event.standings
        ]
        self.view.count(finished.originator_id, results, tracking)


def main() -> None:
    with ProjectionRunner(
        application_class=Turnledger,
        projection_class=League,
        view_class=Standings,
        env={"LEAGUE_PERSISTENCE_MODULE": "eventsourcing.postgres"},
    ) as runner:
        print("following", flush=True)
        runner.run_forever()


if __name__ == "__main__":
    main()
