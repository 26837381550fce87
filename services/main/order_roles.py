"""Composes standing orders: taking them and carrying them out."""

from collections.abc import Sequence

from domain import stored
from services.application.game_service import GameService
from services.notify.ended_orders import OrderNews
from services.notify.notice_storage import NoticeStorage
from services.roles.orders.desk import StandingOrderService
from services.roles.orders.follow import OrderFollower
from services.roles.orders.forced import Forced
from services.roles.orders.order_storage import OrderStorage
from services.store.interface import EventStore
from services.store.sql import Sql
from services.tables.unfinished import OpenTableIndex


class StandingOrders:
    """`desk`: of this process. `followers`: for the whole store, one a log."""

    def __init__(self, store: EventStore, sql: Sql, games: GameService, tables: Sequence[OpenTableIndex]) -> None:
        storage = OrderStorage(sql, stored.orders_codec())
        self.desk = StandingOrderService(games, storage, OrderNews(NoticeStorage(sql)))
        self.followers = [
            OrderFollower(each.store, each, games.codec.read, storage, self.desk, Forced(games), log_of=store.log_of)
            for each in tables
        ]
