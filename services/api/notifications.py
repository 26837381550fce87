"""Webhooks over the wire."""

import secrets

from msgspec.structs import replace

from domain.history.record import milliseconds
from services.api.convert import MalformedMessage
from services.api.rpc import Call
from services.notify.guard import Forbidden, Guard
from services.notify.news import KINDS
from services.notify.notifier import DAY_MIN
from services.notify.sender import shown_secret
from services.notify.storage import Webhook, WebhookStorage
from services.platform.clock import process_clock
from services.platform.rate_limiter import Limiter
from turnledger.v1 import notifications_pb2
from turnledger.v1.notifications_pb2 import NoticeKind

SECRET_BYTES = 32
SETTINGS_PER_S, SETTINGS = 0.1, 10
"""Webhooks that one account may set: each looks up a name, any that the account likes."""
_NOT_PUBLIC = "must lead to the public internet"
_SAID = {
    "URL_INVALID": "is no address that can be called",
    "URL_NOT_HTTPS": "must begin with https://",
    "ADDRESS_PRIVATE": _NOT_PUBLIC,
}


class Notifications:
    def __init__(self, storage: WebhookStorage, guard: Guard) -> None:
        self._storage, self._guard = storage, guard
        self._settings = Limiter(SETTINGS_PER_S, SETTINGS)

    async def set_webhook(
        self, request: notifications_pb2.SetWebhookRequest, call: Call
    ) -> notifications_pb2.SetWebhookResponse:
        asked = request.webhook
        self._settings.take(call.account)
        await self._check_url(asked.url)
        for name in ("quiet_from", "quiet_until"):
            if getattr(asked, name) >= DAY_MIN:
                raise MalformedMessage(f"webhook.{name}", f"must be below {DAY_MIN}")
        hook = Webhook(
            account=call.account,
            url=asked.url,
            secret=secrets.token_bytes(SECRET_BYTES),
            kinds=tuple(_kind_name(kind) for kind in asked.kinds) or KINDS,
            quiet_from=asked.quiet_from,
            quiet_until=asked.quiet_until,
        )
        hook = replace(hook, proven=await self._storage.set(hook))
        if not hook.proven:
            await self._storage.challenge(hook.account, milliseconds(process_clock()))
        return notifications_pb2.SetWebhookResponse(webhook=_message(hook), secret=shown_secret(hook.secret))

    async def get_webhook(
        self, _: notifications_pb2.GetWebhookRequest, call: Call
    ) -> notifications_pb2.GetWebhookResponse:
        hook = await self._storage.get(call.account)
        return notifications_pb2.GetWebhookResponse(webhook=_message(hook) if hook else None)

    async def delete_webhook(
        self, _: notifications_pb2.DeleteWebhookRequest, call: Call
    ) -> notifications_pb2.DeleteWebhookResponse:
        await self._storage.delete(call.account)
        return notifications_pb2.DeleteWebhookResponse()

    async def _check_url(self, url: str) -> None:
        """Told now rather than by silence later; what the name leads to is checked again at every call. Of a name
        that leads nowhere the same is said as of one inside: which names a private network has is nobody's to ask."""
        try:
            await self._guard.address(url)
        except Forbidden as forbidden:
            raise MalformedMessage("webhook.url", _SAID[forbidden.reason]) from forbidden
        except OSError as unknown:
            raise MalformedMessage("webhook.url", _NOT_PUBLIC) from unknown


def _kind_name(kind: NoticeKind) -> str:
    name = NoticeKind.Name(kind).removeprefix("NOTICE_KIND_")
    if name not in KINDS:
        raise MalformedMessage("webhook.kinds", "no such kind")
    return name


def _message(hook: Webhook) -> notifications_pb2.Webhook:
    return notifications_pb2.Webhook(
        url=hook.url,
        kinds=[f"NOTICE_KIND_{kind}" for kind in hook.kinds],
        quiet_from=hook.quiet_from,
        quiet_until=hook.quiet_until,
        off=hook.off,
        proven=hook.proven,
    )
