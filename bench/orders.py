"""The cost of a standing order that fires, compared with the same bid given by its player. `python -m bench.orders`
prints JSON and a table.

Two players bid for a plant, each command from another process: in one half of the games the second player's bids are
those of an order, carried out as the role does it; in the other half they are given. Counted is the processor time of
the process that answers the first player: reading the game's new events, judging, storing. Neither process has the
current game in memory, as both serve many. PostgreSQL's own time is not counted.
"""

import argparse
from statistics import median
from time import process_time
from uuid import uuid4

import structlog
import uvloop

from bench import report, under
from domain import stored
from domain.kernel.ids import Seat
from domain.power_grid.messages import BidPlaced, NominatePlant, PlaceBid
from domain.power_grid.orders import BidUpTo
from domain.table.messages import OpenTable, StartGame, TakeSeat
from services.application.game_service import GameService
from services.roles.orders.desk import OrderRequest, StandingOrderService
from services.roles.orders.order_storage import OrderStorage
from services.store import open_sql, open_store
from services.store.schema import migrate
from support.servers import PostgresServer, create_database

VARIANT = "power_grid/russia"
HIGHEST = 40
"""Below what each has at the start."""
RAISES = range(10, 30, 2)
"""The first player's bids; the other's are one higher."""
WANTED = 2
"""One command, and two reads: of the seat's orders, and of what happened in the game since it was looked at last."""


class Bidding:
    """A game of two in its first auction. `mover` nominates, `waiter` answers from another process."""

    def __init__(self, players: GameService, game_id: str, mover: int, accounts: list[str], plant: int) -> None:
        self.players, self.game_id, self.plant, self.accounts = players, game_id, plant, accounts
        self.mover, self.waiter = Seat(mover), Seat(1 - mover)

    async def bid(self, amount: int) -> None:
        """Bid as the first player."""
        first = amount == RAISES[0]
        command = NominatePlant(self.mover, self.plant, amount) if first else PlaceBid(self.mover, amount)
        await self.players.execute(self.game_id, command, actor=self.accounts[self.mover], request_id=str(uuid4()))


async def _begun(players: GameService) -> Bidding:
    opened = await players.open_table(OpenTable(VARIANT, 2, rated=False), actor="ann", request_id=str(uuid4()))
    for account in ("ann", "bob"):
        await players.execute(opened.game_id, TakeSeat(), actor=account, request_id=str(uuid4()))
    await players.execute(opened.game_id, StartGame(), actor="ann", request_id=str(uuid4()))
    table = (await players.load(opened.game_id)).loaded
    accounts = [each.account for each in table.occupants]
    return Bidding(players, opened.game_id, table.to_act[0], accounts, table.play.current[0])


async def _by_order(desk: StandingOrderService, game: Bidding) -> list[float]:
    """Processor seconds of each bid."""
    wanted = OrderRequest((BidUpTo(game.plant, HIGHEST),))
    await desk.set(game.game_id, game.accounts[game.waiter], wanted, request_id=str(uuid4()))
    spent = []
    for amount in RAISES:
        await game.bid(amount)
        began = process_time()
        given = await desk.settle(game.game_id, game.waiter)
        spent.append(process_time() - began)
        bids = [event.amount for each in given for event in each.events if isinstance(event, BidPlaced)]
        assert bids == [amount + 1]
    return spent


async def _by_hand(games: GameService, game: Bidding) -> list[float]:
    spent = []
    for amount in RAISES:
        await game.bid(amount)
        account, command = game.accounts[game.waiter], PlaceBid(game.waiter, amount + 1)
        began = process_time()
        await games.execute(game.game_id, command, actor=account, request_id=str(uuid4()))
        spent.append(process_time() - began)
    return spent


async def _measured(url: str, count: int) -> dict[str, float]:
    players_store, store, sql = open_store(url), open_store(url), open_sql(url)
    players, games = GameService(players_store, stored.codec()), GameService(store, stored.codec())
    desk = StandingOrderService(games, OrderStorage(sql, stored.orders_codec()))
    ordered, given, ratios = list[float](), list[float](), list[float]()
    for _ in range(count):
        by_order, by_hand = await _by_order(desk, await _begun(players)), await _by_hand(games, await _begun(players))
        ordered, given = ordered + by_order, given + by_hand
        ratios.append(sum(by_order) / sum(by_hand))
    await sql.close()
    for each in (players_store, store):
        await each.close()
    return {
        "bids": len(ordered),
        "order_us": median(ordered) * 1e6,
        "command_us": median(given) * 1e6,
        "order_to_command": median(ratios),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with PostgresServer() as server:
        url = create_database(server.url())
        migrate(url)
        figures = uvloop.run(_measured(url, given.games))
    report(figures, {"order_to_command": under(WANTED)})


if __name__ == "__main__":
    main()
