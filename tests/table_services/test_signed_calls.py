"""Receivers verify our calls by the library of Standard Webhooks, which gets them as they came."""

import json
import time

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from services.notify.guard import Guard
from services.notify.news import NO_SEAT, YOUR_TURN, Notice
from services.notify.posting import Poster
from services.notify.targets import WEBHOOK, Target
from services.notify.webhook import Webhooks, shown_secret

NEW, OLD, OTHER = (bytes([number]) * 32 for number in range(3))


@pytest.fixture
async def sender():
    poster = Poster(Guard(private=True))
    yield Webhooks(poster)
    await poster.close()


@pytest.fixture
def send(sender, receiver):
    """Send a notice now, because the library looks at the time."""

    async def send(**fields):
        now_ms = int(time.time() * 1000)
        notice = Notice("a1", "bob", YOUR_TURN, "g", "card_game", 3, NO_SEAT, now_ms)
        target = Target("bob", WEBHOOK, receiver.url, NEW, (), proven=True, **fields)
        assert (await sender.send(target, [notice], now_ms)).ok
        return receiver.calls[-1]

    return send


def verified(call, secret):
    return Webhook(shown_secret(secret)).verify(call.body, dict(call.headers))


async def test_library_of_receivers_accepts_our_calls_unchanged(send):
    call = await send()
    assert verified(call, NEW)["kind"] == YOUR_TURN
    with pytest.raises(WebhookVerificationError):
        verified(call, OTHER)


async def test_library_of_receivers_accepts_both_secrets_during_a_change(send):
    call = await send(old_secret=OLD, old_until_ms=int(time.time() * 1000) + 60_000)
    assert verified(call, NEW) == verified(call, OLD) == json.loads(call.body)
