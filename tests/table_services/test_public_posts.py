"""The public stream by webhook: CloudEvents in order, signed, repeated until they are answered."""

import asyncio
import base64
import hashlib
import hmac
import json
from contextlib import AsyncExitStack

import pytest

from domain.history.record import milliseconds
from services.main import running
from services.notify.calls import AGAIN_S
from services.notify.guard import Guard
from services.notify.news import NO_SEAT, TEST, Notice
from services.notify.notice_storage import NoticeStorage
from services.notify.notifier import Notifier
from services.notify.posting import Poster
from services.notify.public_posts import PublicPosts
from services.notify.targets import CLOUDEVENTS, Target
from services.notify.webhook import Webhooks
from services.public_stream.cloud_events import PublicData
from tests.api.api_kit import RUSSIA
from tests.api.conftest import settings
from tests.stores import new_sqlite
from tests.table_services.test_public_stream import world_at
from turnledger import sign_in
from turnledger.v1 import notifications_pb2

SECRET = b"k" * 32


async def data_of(item):
    return PublicData("kind", f"{item.place.log}", {"what": type(item.what).__name__})


@pytest.fixture
async def world(tmp_path):
    async with world_at(new_sqlite(tmp_path / "store.db")) as opened:
        yield opened


@pytest.fixture
async def work(world, receiver):
    """Send due items, as another process each time; the target is set, and begins at the head."""
    poster, storage = Poster(Guard(private=True)), NoticeStorage(world.sql)
    await storage.set(Target("bob", CLOUDEVENTS, receiver.url, SECRET, (), proven=True))

    async def work():
        posts = PublicPosts(storage, world.opened_stream(), poster, data_of, "https://host", world.clock)
        await posts.send()
        await posts.idle()

    await world.open("eve")  # from before
    await work()
    yield work
    await poster.close()


def bodies(receiver):
    return [json.loads(call.body) for call in receiver.calls]


async def test_items_are_signed_cloud_events_in_order_each_once(world, work, receiver):
    first, second = await world.open("ann"), await world.open("bob")
    await world.open("ann", private=True)
    await work()
    await work()
    assert [body["subject"] for body in bodies(receiver)] == [first, second]
    body, call = bodies(receiver)[0], receiver.calls[0]
    assert body == {
        "specversion": "1.0",
        "id": f"{first}/1",
        "source": "https://host",
        "type": "org.turnledger.kind",
        "time": "2026-11-21T12:00:00Z",
        "subject": first,
        "datacontenttype": "application/json",
        "position": body["position"],
        "data": {"what": "TableOpened"},
    }
    assert call.headers["content-type"] == "application/cloudevents+json"
    signed = f"{body['id']}.{call.headers['webhook-timestamp']}.".encode() + call.body
    signature = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    assert call.headers["webhook-signature"] == f"v1,{signature}"


async def test_an_item_that_was_not_answered_comes_again_before_the_next(world, work, receiver):
    receiver.answers = [500]
    first, second = await world.open("ann"), await world.open("bob")
    await work()
    await work()
    assert [body["subject"] for body in bodies(receiver)] == [first], "not before its time"
    world.clock.pass_s(AGAIN_S)
    await work()
    assert [body["id"] for body in bodies(receiver)] == [f"{first}/1", f"{first}/1", f"{second}/1"]


async def test_an_item_that_was_answered_does_not_come_again_after_a_later_failure(world, work, receiver):
    receiver.answers = [200, 500]
    first, second = await world.open("ann"), await world.open("bob")
    await work()
    world.clock.pass_s(AGAIN_S)
    await work()
    assert [body["subject"] for body in bodies(receiver)] == [first, second, second]


async def test_a_notifier_that_ends_leaves_no_public_call_on_its_way(world, work):
    """The next process that leads would make the same call."""
    await world.open("ann")
    began, ended = asyncio.Event(), asyncio.Event()

    async def endless(item):
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    storage = NoticeStorage(world.sql)
    public = PublicPosts(storage, world.opened_stream(), Poster(Guard(private=True)), endless, clock=world.clock)
    notifier = Notifier(world.tables.games, world.store, storage, {}, world.clock, public=public)
    leading = asyncio.create_task(notifier.run())
    await began.wait()
    leading.cancel()
    await asyncio.wait([leading])
    async with asyncio.timeout(10):
        await ended.wait()


async def test_a_receiver_that_is_gone_is_switched_off(world, work, receiver):
    receiver.answers = [410]
    await world.open("ann")
    await work()
    (target,) = await NoticeStorage(world.sql).of("bob")
    assert target.off


async def test_a_server_sends_the_public_stream_to_a_webhook_of_this_format(tmp_path, receiver):
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings(tmp_path, webhooks_private=True)))
        ann = await stack.enter_async_context(sign_in(server.grpc, "Ann"))
        webhook = {"url": receiver.url, "format": notifications_pb2.WEBHOOK_FORMAT_CLOUDEVENTS}
        made = await ann.notifications.set_target(target={"webhook": webhook})
        assert (made.secret[:6], list(made.target.kinds)) == ("whsec_", [])
        assert made.target.webhook.format == notifications_pb2.WEBHOOK_FORMAT_CLOUDEVENTS
        while not receiver.calls:
            await ann.create_table(RUSSIA)
            await asyncio.sleep(0.5)
    (body, *_) = bodies(receiver)
    assert body["type"] == "org.turnledger.table_opened"
    assert body["data"]["host"]["displayName"] == "Ann"


async def test_test_notice_of_the_stream_is_a_signed_cloud_event(receiver, clock):
    poster = Poster(Guard(private=True))
    target = Target("bob", CLOUDEVENTS, receiver.url, SECRET, (), proven=True)
    notice = Notice("a1", "bob", TEST, "", "", 0, NO_SEAT, 0)
    sent = await Webhooks(poster, "https://host").send(target, [notice], milliseconds(clock()))
    await poster.close()
    assert sent.ok
    (call,) = receiver.calls
    assert json.loads(call.body) == {
        "specversion": "1.0",
        "id": "a1",
        "source": "https://host",
        "type": "org.turnledger.test",
        "time": "2026-11-21T12:00:00Z",
        "subject": "a1",
        "datacontenttype": "application/json",
        "data": {},
    }
    assert call.headers["content-type"] == "application/cloudevents+json"
    signed = f"a1.{call.headers['webhook-timestamp']}.".encode() + call.body
    signature = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    assert call.headers["webhook-signature"] == f"v1,{signature}"
