"""The public stream by webhook: each item is a CloudEvent (https://cloudevents.io, 1.0) in structured JSON, signed as
notices are.

A target has a place in the stream of its own, which moves after an item was answered. So items come in order, each at
least once with the same id, and a target that was away continues where it was.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import TypeAlias

import structlog

from domain.history.record import milliseconds
from projections.stores.interface import ViewUnavailable
from services.notify.calls import Calls, again_at_ms, is_given_up
from services.notify.notice_storage import NoticeStorage
from services.notify.posting import Delivery, Poster
from services.notify.targets import CLOUDEVENTS, Target
from services.notify.webhook import signed_headers
from services.platform.clock import process_clock
from services.public_stream.cloud_events import MEDIA_TYPE, PublicData, cloud_event
from services.public_stream.items import Item, Place
from services.public_stream.stream import LogLost, PublicStream
from services.store.interface import StoreUnavailable

log = structlog.get_logger(__name__)

DataOf: TypeAlias = Callable[[Item], Awaitable[PublicData]]


class PublicPosts:
    """`source`: the address of this server, for the CloudEvents. `data_of`: items as the contract has them."""

    def __init__(
        self,
        storage: NoticeStorage,
        stream: PublicStream,
        poster: Poster,
        data_of: DataOf,
        source: str = "",
        clock: Callable[[], datetime] = process_clock,
    ) -> None:
        self._storage, self._stream, self._poster, self._data_of = storage, stream, poster, data_of
        self._source, self._clock = source, clock
        self._calls = Calls()

    async def send(self) -> None:
        """Begin to send what is due. Ends before the calls do. Raises StoreUnavailable."""
        for target_id, place, tries in await self._storage.following(self._now_ms()):
            self._calls.begin(target_id, partial(self._send_to, target_id, place, tries))

    async def idle(self) -> None:
        """Return when no call is on its way."""
        await self._calls.idle()

    def cancel(self) -> None:
        self._calls.cancel()

    async def _send_to(self, target_id: str, place: str, tries: int) -> None:
        try:
            if not place:
                await self._storage.moved_to(target_id, (await self._stream.head()).text)
                return
            await self._send_from(target_id, Place.of(place), tries)
        except LogLost:
            log.warning("the log ends before the place of a target, which continues at its end", target=target_id)
            await self._storage.moved_to(target_id, (await self._stream.head()).text)
        except (StoreUnavailable, ViewUnavailable) as away:
            log.warning("public items wait for the store", reason=str(away))
        except Exception:
            log.exception("public items cannot be sent", target=target_id)

    async def _send_from(self, target_id: str, place: Place, tries: int) -> None:
        while True:
            page = await self._stream.page(place)
            for item in page.items:
                target = await self._storage.get(target_id)  # it may have been changed or deleted during the last call
                if target is None or target.off or not target.proven or target.channel != CLOUDEVENTS:
                    return
                sent = await self._post(target, item)
                if not sent.ok:
                    await self._failed(target, sent, tries)
                    return
                await self._storage.moved_to(target_id, item.place.text)
                tries = 0
            if page.place != place:
                await self._storage.moved_to(target_id, page.place.text)
            place = page.place
            if not (page.more or page.items):
                return

    async def _post(self, target: Target, item: Item) -> Delivery:
        found = await self._data_of(item)
        body = cloud_event(item.item_id, item.at, found, self._source)
        headers = signed_headers(target, item.item_id, self._now_ms(), body) | {"content-type": MEDIA_TYPE}
        return await self._poster.deliver(target.address, body, headers)

    async def _failed(self, target: Target, sent: Delivery, tries: int) -> None:
        now_ms = self._now_ms()
        log.info("a target failed", target=target.target_id, channel=target.channel, said=sent.status or sent.problem)
        since_ms = target.failing_since_ms or now_ms
        if sent.gone or is_given_up(since_ms, now_ms, tries):
            await self._storage.switch_off(target)
            return
        await self._storage.follow_later(target, since_ms, again_at_ms(sent, now_ms, tries))

    def _now_ms(self) -> int:
        return milliseconds(self._clock())
