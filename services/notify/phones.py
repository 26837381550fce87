"""Push messages of notices for apps on phones, whichever service delivers them."""

from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct

from services.notify.news import TIME_IS_SHORT, Notice
from services.notify.words import mail_text, notice_text

TTL_S = 24 * 60 * 60
"""A service keeps so long what it cannot deliver."""
TITLE_BYTES, TEXT_BYTES = 200, 1_500
"""Both services accept 4,096 bytes in all."""


class PhoneNotice(Struct, frozen=True):
    """`about`: at most 32 characters; on the phone, too, a newer one about the same takes its place. `data`: for the
    app itself."""

    title: str
    text: str
    about: str
    urgent: bool
    data: dict[str, str]


def phone_notice(notices: Sequence[Notice], language: str, public_url: str) -> PhoneNotice:
    """One of them, or all that waits together: then `data` names no game."""
    each = [notice_text(notice, language, public_url) for notice in notices]
    urgent = any(notice.kind == TIME_IS_SHORT for notice in notices)
    if len(notices) == 1:
        (notice,), (said,) = notices, each
        data = _data(said.url, notice.kind, notice.game_id, notice.tournament_id)
        return PhoneNotice(_cut(said.title, TITLE_BYTES), said.text, _short(notice.about), urgent, data)
    lines = "\n".join(f"{one.title}: {one.text}".removeprefix(": ") for one in each)
    data = _data(public_url)
    return PhoneNotice(mail_text("news", language), _cut(lines, TEXT_BYTES), _short("news"), urgent, data)


def _data(url: str, kind: str = "", game_id: str = "", tournament_id: str = "") -> dict[str, str]:
    """`event_id` is the deprecated name of `tournament_id`."""
    return {"url": url, "kind": kind, "game_id": game_id, "tournament_id": tournament_id, "event_id": tournament_id}


def _cut(text: str, most: int) -> str:
    """Cut a text to this many bytes, never within a character."""
    return text.encode()[:most].decode(errors="ignore")


def _short(about: str) -> str:
    return sha256(about.encode()).hexdigest()[:32]
