"""Targets of notices over the wire."""

import re
import secrets

from domain.history.record import milliseconds
from services.accounts.sign_in import SignIn
from services.api.gate.api_errors import NotAllowed, NotPossible
from services.api.gate.gate import Call
from services.api.messages.convert import MalformedMessage
from services.api.owner_proof import owner_proof
from services.application.game_service import GameService
from services.notify.apns import is_device
from services.notify.fcm import is_registration
from services.notify.guard import Forbidden, Guard
from services.notify.mail_links import MailLinks
from services.notify.messengers import is_of
from services.notify.news import CHALLENGE, KINDS, TEST
from services.notify.notice_storage import NoticeStorage
from services.notify.targets import (
    ALL_KINDS,
    APNS,
    CLOUDEVENTS,
    FCM,
    MAIL,
    OLD_SECRET_MS,
    PHONES,
    SIGNED,
    TARGETS_MAX,
    WAIT_MAX_S,
    WEB_PUSH,
    WEBHOOK,
    Hours,
    Target,
)
from services.notify.web_push import browser_keys, is_push_service
from services.notify.webhook import shown_secret
from services.platform.clock import process_clock
from services.platform.rate_limiter import Limiter
from services.platform.wall_clock import DAY_MIN, is_zone
from services.texts.error_texts import chosen
from turnledger.v1 import notifications_pb2
from turnledger.v1.notifications_pb2 import GamePace, NoticeKind, WebhookFormat

SECRET_BYTES = 32
SETTINGS_PER_S, SETTINGS = 0.1, 10
"""Targets that one account may set: each looks up a name, any that the account likes."""
TESTS_PER_S, TESTS = 1 / 60, 5
MAIL_MAX = 254
"""Characters (RFC 5321, 4.5.3.1, without the brackets)."""
_MAIL = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]"
)
"""The pattern of HTML's `<input type=email>`, with a domain that is not an IP address."""
_NOT_PUBLIC = "must lead to the public internet"
_SAID = {
    "URL_INVALID": "is no address that can be called",
    "URL_NOT_HTTPS": "must begin with https://",
    "ADDRESS_PRIVATE": _NOT_PUBLIC,
}


class Notifications:
    """`mails`: whether the service sends mail. `push_key`: what browsers subscribe with; empty where the service sends
    them nothing. `fcm_project`, `apns_topic`: whose installations are taken; likewise. `push_services`: whose
    subscriptions are taken. A guard for private networks takes those of any host,
    and messengers of any."""

    def __init__(
        self,
        storage: NoticeStorage,
        guard: Guard,
        games: GameService,
        sign_in: SignIn,
        links: MailLinks,
        *,
        mails: bool = False,
        push_key: str = "",
        push_services: tuple[str, ...] = (),
        fcm_project: str = "",
        apns_topic: str = "",
    ) -> None:
        self._storage, self._guard, self._games = storage, guard, games
        self._sign_in, self._links, self._mails = sign_in, links, mails
        self._push_key, self._push_services = push_key, push_services
        self._fcm_project, self._apns_topic = fcm_project, apns_topic
        self._settings, self._tests = Limiter(SETTINGS_PER_S, SETTINGS), Limiter(TESTS_PER_S, TESTS)

    async def set_target(
        self, request: notifications_pb2.SetTargetRequest, call: Call
    ) -> notifications_pb2.SetTargetResponse:
        asked = request.target
        self._settings.take(call.account)
        channel, address, secret = await self._addressed(asked, call)
        if channel == MAIL and not await self._is_proven(call.account, address):  # it is a way into the account
            await self._sign_in.prove(call.account, owner_proof(request, call), call.caller)
            if not asked.off:
                await self._links.limits.confirmation(address, call.caller, milliseconds(process_clock()))
        target = Target(
            account=call.account,
            channel=channel,
            address=address,
            secret=secret,
            kinds=() if channel == CLOUDEVENTS else _kinds(asked),
            language=chosen(asked.language or call.languages),
            pace=_pace_name(asked.pace),
            wait_s=_bounded("target.wait_s", asked.wait_s, WAIT_MAX_S),
            daily=asked.daily,
            off=asked.off,
            proven=channel not in (*SIGNED, MAIL),
            old_until_ms=milliseconds(process_clock()) + OLD_SECRET_MS,
        )
        kept = await self._storage.set(target)
        if kept is None:
            raise NotPossible("TOO_MANY_TARGETS", f"an account has {TARGETS_MAX} at most: delete one")
        if channel in PHONES:
            await self._storage.take_from_others(call.account, channel, address)
        if not (kept.proven or kept.off):
            await self._storage.outbox.ask(CHALLENGE, kept, milliseconds(process_clock()))
        shown = shown_secret(secret) if channel in SIGNED else ""
        return notifications_pb2.SetTargetResponse(target=_message(kept), secret=shown)

    async def _is_proven(self, account_id: str, address: str) -> bool:
        """Return whether the address leads into the account already."""
        mine = await self._storage.of(account_id)
        return any(each.proven and (each.channel, each.address) == (MAIL, address) for each in mine)

    async def list_targets(
        self, _: notifications_pb2.ListTargetsRequest, call: Call
    ) -> notifications_pb2.ListTargetsResponse:
        return notifications_pb2.ListTargetsResponse(targets=map(_message, await self._storage.of(call.account)))

    async def delete_target(
        self, request: notifications_pb2.DeleteTargetRequest, call: Call
    ) -> notifications_pb2.DeleteTargetResponse:
        await self._storage.delete(call.account, request.target_id)
        return notifications_pb2.DeleteTargetResponse()

    async def confirm_mail(
        self, request: notifications_pb2.ConfirmMailRequest, call: Call
    ) -> notifications_pb2.ConfirmMailResponse:
        if not await self._links.confirm(request.token, milliseconds(process_clock())):
            raise NotPossible("LINK_ENDED", "the link is none, or has ended: set the target again")
        return notifications_pb2.ConfirmMailResponse()

    async def send_test_notice(
        self, request: notifications_pb2.SendTestNoticeRequest, call: Call
    ) -> notifications_pb2.SendTestNoticeResponse:
        target = await self._storage.get(request.target_id)
        if target is None or target.account != call.account:
            raise NotPossible("UNKNOWN_TARGET", "the caller has no such target")
        if target.off or not target.proven:
            raise NotPossible("TARGET_NOT_PROVEN", "it is off, or has not answered its challenge")
        self._tests.take(call.account)
        await self._storage.outbox.ask(TEST, target, milliseconds(process_clock()))
        return notifications_pb2.SendTestNoticeResponse()

    async def get_hours(self, _: notifications_pb2.GetHoursRequest, call: Call) -> notifications_pb2.GetHoursResponse:
        return notifications_pb2.GetHoursResponse(hours=_hours(await self._storage.hours(call.account)))

    async def set_hours(
        self, request: notifications_pb2.SetHoursRequest, call: Call
    ) -> notifications_pb2.SetHoursResponse:
        asked = request.hours
        if asked.time_zone and not is_zone(asked.time_zone):
            raise MalformedMessage("hours.time_zone", "is no time zone of the IANA")
        minutes = {
            name: _bounded(f"hours.{name}", getattr(asked, name), DAY_MIN - 1)
            for name in ("quiet_from", "quiet_until", "digest_minute")
        }
        hours = Hours(asked.time_zone or "UTC", *minutes.values())
        await self._storage.set_hours(call.account, hours)
        return notifications_pb2.SetHoursResponse(hours=_hours(hours))

    async def set_game_quiet(
        self, request: notifications_pb2.SetGameQuietRequest, call: Call
    ) -> notifications_pb2.SetGameQuietResponse:
        table = (await self._games.load(request.game_id, timeout_s=call.timeout_s)).loaded
        if table.seat_of(call.account) is None:
            raise NotAllowed("NOT_A_PLAYER", "the caller does not sit at this table")
        await self._storage.quiet_game(call.account, request.game_id, quiet=request.quiet)
        return notifications_pb2.SetGameQuietResponse()

    async def get_push_key(
        self, _: notifications_pb2.GetPushKeyRequest, call: Call
    ) -> notifications_pb2.GetPushKeyResponse:
        return notifications_pb2.GetPushKeyResponse(
            public_key=self._push_key, fcm_project=self._fcm_project, apns_topic=self._apns_topic
        )

    async def _addressed(self, asked: notifications_pb2.Target, call: Call) -> tuple[str, str, bytes]:
        """Channel, address and secret. Raises MalformedMessage, NotPossible."""
        if asked.WhichOneof("address") == "web_push":
            return WEB_PUSH, asked.web_push.url, await self._subscription(asked.web_push, call)
        if asked.WhichOneof("address") == "mail":
            return MAIL, self._mailbox(asked.mail.address), secrets.token_bytes(SECRET_BYTES)
        if asked.WhichOneof("address") in ("fcm", "apns"):
            return *self._installation(asked), secrets.token_bytes(SECRET_BYTES)
        if asked.WhichOneof("address") != "webhook":
            raise MalformedMessage("target", "must have an address")
        url, channel = asked.webhook.url, _channel(asked.webhook.format)
        await self._check_url("target.webhook.url", url, call)
        if channel not in SIGNED and not (is_of(channel, url) or self._guard.private):
            raise MalformedMessage("target.webhook.url", "is not of this messenger")
        return channel, url, secrets.token_bytes(SECRET_BYTES)

    def _installation(self, asked: notifications_pb2.Target) -> tuple[str, str]:
        """Channel and address. Raises MalformedMessage, NotPossible."""
        if asked.WhichOneof("address") == "fcm":
            if not self._fcm_project:
                raise NotPossible("NO_FCM", "this service sends nothing by Firebase")
            if not is_registration(asked.fcm.registration_token):
                raise MalformedMessage("target.fcm.registration_token", "is no registration token")
            return FCM, asked.fcm.registration_token
        if not self._apns_topic:
            raise NotPossible("NO_APNS", "this service sends nothing by Apple")
        if not is_device(asked.apns.device_token):
            raise MalformedMessage("target.apns.device_token", "is no device token in hexadecimal")
        return APNS, asked.apns.device_token.lower()

    def _mailbox(self, address: str) -> str:
        if not self._mails:
            raise NotPossible("NO_MAIL", "this service sends no mail")
        if len(address) > MAIL_MAX or not _MAIL.fullmatch(address):
            raise MalformedMessage("target.mail.address", "is no address of mail")
        return address.lower()

    async def _subscription(self, asked: notifications_pb2.WebPush, call: Call) -> bytes:
        if not self._push_key:
            raise NotPossible("NO_WEB_PUSH", "this service sends nothing to browsers")
        await self._check_url("target.web_push.url", asked.url, call)
        if not (is_push_service(asked.url, self._push_services) or self._guard.private):
            raise MalformedMessage("target.web_push.url", "is of no push service that this server knows")
        try:
            return browser_keys(asked.p256dh, asked.auth)
        except ValueError as wrong:
            raise MalformedMessage("target.web_push", "has keys that no browser gives") from wrong

    async def _check_url(self, field: str, url: str, call: Call) -> None:
        """Told now rather than by silence later; what the name leads to is checked again at every call. Of a name
        that leads nowhere the same is said as of one inside: which names a private network has is nobody's to ask."""
        try:
            await self._guard.address(url, call.caller.network)
        except Forbidden as forbidden:
            raise MalformedMessage(field, _SAID[forbidden.reason]) from forbidden
        except OSError as unknown:
            raise MalformedMessage(field, _NOT_PUBLIC) from unknown


def _bounded(field: str, value: int, most: int) -> int:
    if value > most:
        raise MalformedMessage(field, f"at most {most}")
    return value


def _kinds(asked: notifications_pb2.Target) -> tuple[str, ...]:
    if asked.all_kinds:
        return (ALL_KINDS,)
    return tuple(map(_kind_name, asked.kinds)) or KINDS


def _kind_name(kind: NoticeKind) -> str:
    name = NoticeKind.Name(kind).removeprefix("NOTICE_KIND_")
    if name not in KINDS:
        raise MalformedMessage("target.kinds", "no such kind")
    return name


def _pace_name(pace: GamePace) -> str:
    return GamePace.Name(pace).removeprefix("GAME_PACE_") if pace else ""


def _channel(asked: WebhookFormat) -> str:
    if asked in (WebhookFormat.WEBHOOK_FORMAT_UNSPECIFIED, WebhookFormat.WEBHOOK_FORMAT_SIGNED_JSON):
        return WEBHOOK
    return WebhookFormat.Name(asked).removeprefix("WEBHOOK_FORMAT_")


def _hours(hours: Hours) -> notifications_pb2.Hours:
    return notifications_pb2.Hours(
        time_zone=hours.zone,
        quiet_from=hours.quiet_from,
        quiet_until=hours.quiet_until,
        digest_minute=hours.digest_at,
    )


def _message(target: Target) -> notifications_pb2.Target:
    told = notifications_pb2.Target(
        target_id=target.target_id,
        kinds=[f"NOTICE_KIND_{kind}" for kind in (KINDS if ALL_KINDS in target.kinds else target.kinds)],
        all_kinds=ALL_KINDS in target.kinds,
        pace=f"GAME_PACE_{target.pace or 'UNSPECIFIED'}",
        wait_s=target.wait_s,
        daily=target.daily,
        language=target.language,
        off=target.off,
        proven=target.proven,
    )
    if target.channel == WEB_PUSH:
        told.web_push.SetInParent()
    elif target.channel == FCM:
        told.fcm.SetInParent()
    elif target.channel == APNS:
        told.apns.SetInParent()
    elif target.channel == MAIL:
        told.mail.address = target.address
    else:
        written = "UNSPECIFIED" if target.channel == WEBHOOK else target.channel
        told.webhook.CopyFrom(notifications_pb2.Webhook(url=target.address, format=f"WEBHOOK_FORMAT_{written}"))
    return told
