"""What takes standing orders and carries them out, put together."""

from collections.abc import Sequence

from domain import stored
from services.application.games import Games
from services.notify.orders import OrderNews
from services.notify.storage import NoticeStorage
from services.roles.orders.desk import Desk
from services.roles.orders.follow import OrderFollower
from services.roles.orders.forced import Forced
from services.roles.orders.storage import OrderStorage
from services.store.interface import EventStore
from services.store.sql import Sql
from services.tables.unfinished import UnfinishedTables


class StandingOrders:
    """`desk`: of this process. `followers`: for the whole store, one a log."""

    def __init__(self, store: EventStore, sql: Sql, games: Games, tables: Sequence[UnfinishedTables]) -> None:
        storage = OrderStorage(sql, stored.orders_codec())
        self.desk = Desk(games, storage, OrderNews(NoticeStorage(sql)))
        self.followers = [
            OrderFollower(each.store, each, games.codec.read, storage, self.desk, Forced(games), log_of=store.log_of)
            for each in tables
        ]
