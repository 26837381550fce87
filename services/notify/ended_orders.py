"""Tells a player that a standing order has ended. It stands in no common log, so it is kept as it comes."""

from services.notify.news import order_ended
from services.notify.notice_storage import NoticeStorage
from services.notify.outbox import is_heard
from services.roles.orders.desk import Ended


class OrderNews:
    def __init__(self, storage: NoticeStorage) -> None:
        self._storage = storage

    async def __call__(self, ended: Ended) -> None:
        """The same notice, however often. Raises StoreUnavailable."""
        notice = order_ended(ended.aggregate, ended.seat, ended.order.number, ended.at_ms)
        targets = [each for each in await self._storage.hearing({notice.account}) if is_heard(notice, each)]
        quiet = await self._storage.quiet_games({notice.account}) if targets else frozenset()
        if (notice.account, notice.game_id) not in quiet:
            for target in targets:
                await self._storage.outbox.add(notice, target)
