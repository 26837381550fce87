"""Notification targets of accounts, and their quiet times."""

from msgspec import Struct

from services.platform.wall_clock import lasts_ms, next_ms, zone

WEBHOOK, DISCORD, SLACK, TELEGRAM, WEB_PUSH, MAIL = "WEBHOOK", "DISCORD", "SLACK", "TELEGRAM", "WEB_PUSH", "MAIL"
FCM, APNS = "FCM", "APNS"
CLOUDEVENTS = "CLOUDEVENTS"
"""Webhooks that get the public stream instead of notices."""
SIGNED = (WEBHOOK, CLOUDEVENTS)
PHONES = (FCM, APNS)
"""Apps on phones: an installation belongs to the last account that registered it, and is deleted when it is gone."""
MERGED = (DISCORD, SLACK, TELEGRAM, MAIL, *PHONES)
"""Channels on which people read: all that waits is one message."""
LIVE, SLOW = "LIVE", "SLOW"
ALL_KINDS = "ALL"
"""Stands for every kind of notice, also for those that a later release adds."""
MORNING = 8 * 60
WAIT_MAX_S = 24 * 60 * 60
TARGETS_MAX = 10
OLD_SECRET_MS = 24 * 60 * 60 * 1000
"""For so long both secrets of a webhook that was set again sign its calls, so that its receiver can change over."""


class Hours(Struct, frozen=True):
    """Notification settings of an account. `zone`: an IANA time zone. Minutes of the day there: nothing is sent from
    `quiet_from` up to `quiet_until`, over midnight if necessary; equal values mean never. `digest_at`: when daily
    targets get their digest."""

    zone: str = "UTC"
    quiet_from: int = 0
    quiet_until: int = 0
    digest_at: int = MORNING


class Target(Struct, frozen=True):
    """`address`: a URL, a mail address, or a token of PHONES. `secret`: the key that signs calls; for WEB_PUSH the keys
    of the browser. `kinds`: the notices it wants, or ALL_KINDS. `pace`: LIVE or SLOW for such games only. A turn is
    announced `wait_s` after it began, if it is still open; `daily`: one digest per day. `failing_since_ms`: 0 while it
    answers. `off`: it failed for a day, reported that it is gone, did not answer the challenge, or was switched off by
    its owner. `proven`: its owner has confirmed it. `old_secret`: the secret of a webhook before it was set again,
    which signs its calls too until `old_until_ms`."""

    account: str
    channel: str
    address: str
    secret: bytes
    kinds: tuple[str, ...]
    target_id: str = ""
    language: str = "en"
    pace: str = ""
    wait_s: int = 0
    daily: bool = False
    failing_since_ms: int = 0
    off: bool = False
    proven: bool = False
    hours: Hours = Hours()
    old_secret: bytes = b""
    old_until_ms: int = 0


def quiet_for_ms(hours: Hours, now_ms: int) -> int:
    """Return how long the quiet hours last from now on, 0 outside them."""
    return lasts_ms(zone(hours.zone), hours.quiet_from, hours.quiet_until, now_ms)


def digest_ms(hours: Hours, now_ms: int) -> int:
    """Return when the news of the day that has begun are sent."""
    return next_ms(zone(hours.zone), hours.digest_at, now_ms)
