"""The private streams of seats, in two SQL tables. Every method raises StoreUnavailable."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from domain.history.codec import Codec
from domain.history.record import EventRow
from domain.table.messages import OrderEnded, OrderGiven, StandingOrder
from domain.table.standing_orders import SeatOrders, evolve
from services.store.chained import known
from services.store.sql import AlreadyThere, Sql, Statement

Place = tuple[str, int]
"""A game and a seat."""
_AT_ONCE = 500


class StoredOrders(Struct, frozen=True):
    """The state of a seat's stream. `version`: the number of its events, `chain`: the last link. `requests`: the order
    of each request."""

    orders: SeatOrders = SeatOrders()
    version: int = 0
    chain: str = ""
    requests: dict[str, StandingOrder] = {}


def stream_of(game_id: str, seat: int) -> str:
    """Return the name of the stream in its chain."""
    return f"{game_id}/{seat}"


class OrderStorage:
    def __init__(self, sql: Sql, codec: Codec) -> None:
        self._sql, self.codec = sql, codec

    async def read(self, game_id: str, seat: int) -> StoredOrders:
        rows = await self._sql.run(
            "SELECT number, topic, body FROM order_events WHERE game_id = ? AND seat = ? ORDER BY number",
            (game_id, seat),
        )
        orders, chain, requests = SeatOrders(), "", dict[str, StandingOrder]()
        for number, topic, body in rows:
            record = self.codec.read(EventRow(stream_of(game_id, seat), number, topic, bytes(body)))
            event = record.event
            assert isinstance(event, OrderGiven | OrderEnded)
            if isinstance(event, OrderGiven) and event.order:
                requests[record.envelope.request_id] = event.order
            orders, chain = evolve(orders, event), record.envelope.chain
        return StoredOrders(orders, len(rows), chain, requests)

    async def append(
        self, game_id: str, seat: int, rows: Sequence[EventRow], link: str, *, stands: bool, at_ms: int
    ) -> bool:
        """Store the next events of a stream. False if another process was faster, or if the store has lost the event
        before them. `link`: of that event, empty for the first ones."""
        added: list[Statement] = [
            (
                "INSERT INTO order_events (game_id, seat, number, topic, body) VALUES (?, ?, ?, ?, ?)",
                (game_id, seat, row.version, row.topic, row.body),
            )
            for row in rows
        ]
        if stands:
            added.append(
                (
                    "INSERT INTO standing_orders (game_id, seat, given_ms) VALUES (?, ?, ?)"
                    " ON CONFLICT (game_id, seat) DO UPDATE SET given_ms = excluded.given_ms",
                    (game_id, seat, at_ms),
                )
            )
        else:
            added.append(("DELETE FROM standing_orders WHERE game_id = ? AND seat = ?", (game_id, seat)))
        before = {"game_id": game_id, "seat": seat, "number": rows[0].version - 1}
        try:
            return await self._sql.together(added, only_if=known("order_events", before, link))
        except AlreadyThere:
            return False

    async def standing(self, since_ms: int = 0) -> list[Place]:
        """Return seats with active orders given at that moment or later."""
        rows = await self._sql.run("SELECT game_id, seat FROM standing_orders WHERE given_ms >= ?", (since_ms,))
        return [(game_id, seat) for game_id, seat in rows]

    async def standing_in(self, games: Collection[str]) -> list[Place]:
        """Limited to these games."""
        ids, found = sorted(games), list[Place]()
        for start in range(0, len(ids), _AT_ONCE):
            some = ids[start : start + _AT_ONCE]
            places = ", ".join("?" * len(some))
            rows = await self._sql.run(
                f"SELECT game_id, seat FROM standing_orders WHERE game_id IN ({places})",  # noqa: S608
                some,
            )
            found += [(game_id, seat) for game_id, seat in rows]
        return found
