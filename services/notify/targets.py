"""Where an account is told something, and when it does not want to be."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

WEBHOOK, DISCORD, SLACK, TELEGRAM, WEB_PUSH, MAIL = "WEBHOOK", "DISCORD", "SLACK", "TELEGRAM", "WEB_PUSH", "MAIL"
FCM, APNS = "FCM", "APNS"
PHONES = (FCM, APNS)
"""Apps on phones: an installation is one account's, the last that said so, and is forgotten when it is gone."""
MERGED = (DISCORD, SLACK, TELEGRAM, MAIL, *PHONES)
"""Channels on which people read: all that waits is one message."""
LIVE, SLOW = "LIVE", "SLOW"
DAY_MIN = 24 * 60
MORNING = 8 * 60
WAIT_MAX_S = 24 * 60 * 60
TARGETS_MAX = 10


class Hours(Struct, frozen=True):
    """Of an account. `zone`: of the IANA. Minutes of the day there: nothing is sent from `quiet_from` up to
    `quiet_until`, over midnight if need be, equal for never; `digest_at`: when the news of the day are sent to targets
    that want them daily."""

    zone: str = "UTC"
    quiet_from: int = 0
    quiet_until: int = 0
    digest_at: int = MORNING


class Target(Struct, frozen=True):
    """`address`: a URL, of mail, or of PHONES a token. `secret`: what calls are signed with; of WEB_PUSH the keys
    that its browser gave. `kinds`: what it hears of. `pace`: LIVE or SLOW for such games alone. A turn is told `wait_s`
    after it began, if it still lasts; `daily`: everything is told once a day. `failing_since_ms`: 0 while it answers.
    `off`: it failed for a day, said that it is gone, did not answer the challenge, or its owner wants nothing.
    `proven`: its owner has shown to want notices there."""

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


def is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


def quiet_for_ms(hours: Hours, now_ms: int) -> int:
    """How long the quiet hours last from now on, 0 outside them."""
    now = _there(hours, now_ms)
    minute = now.hour * 60 + now.minute
    if (minute - hours.quiet_from) % DAY_MIN >= (hours.quiet_until - hours.quiet_from) % DAY_MIN:
        return 0
    return _next_ms(hours, hours.quiet_until, now_ms) - now_ms


def digest_ms(hours: Hours, now_ms: int) -> int:
    """When the news of the day are sent that has begun."""
    return _next_ms(hours, hours.digest_at, now_ms)


def _there(hours: Hours, now_ms: int) -> datetime:
    return datetime.fromtimestamp(now_ms / 1000, ZoneInfo(hours.zone))


def _next_ms(hours: Hours, minute: int, now_ms: int) -> int:
    """When it is next that minute of the day there. Where the clock leaps over it, as long after as it leaps."""
    now = _there(hours, now_ms)
    day = now.replace(hour=0, minute=0, second=0, microsecond=0)
    for days in (0, 1, 2):
        then = day + timedelta(days=days, minutes=minute)  # by the clock on the wall there
        then_ms = round(then.astimezone(UTC).timestamp() * 1000)
        if then_ms > now_ms:
            return then_ms
    raise AssertionError("no day has more than 48 hours")
