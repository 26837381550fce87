"""What an app on a phone shows of notices, whichever service brings it there."""

from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct

from services.notify.news import TIME_IS_SHORT, Notice
from services.notify.words import mail_text, told

TTL_S = 24 * 60 * 60
"""A service keeps so long what it cannot deliver."""
TITLE_BYTES, TEXT_BYTES = 200, 1_500
"""Both services take 4,096 bytes in all."""


class Shown(Struct, frozen=True):
    """`about`: at most 32 characters; on the phone, too, a newer one about the same takes its place. `data`: for the
    app itself."""

    title: str
    text: str
    about: str
    urgent: bool
    data: dict[str, str]


def shown(notices: Sequence[Notice], language: str, public_url: str) -> Shown:
    """One of them, or all that waits together: then `data` names no game."""
    each = [told(notice, language, public_url) for notice in notices]
    urgent = any(notice.kind == TIME_IS_SHORT for notice in notices)
    if len(notices) == 1:
        (notice,), (said,) = notices, each
        data = {"url": said.url, "kind": notice.kind, "game_id": notice.game_id, "event_id": notice.event_id}
        return Shown(_cut(said.title, TITLE_BYTES), said.text, _short(notice.about), urgent, data)
    lines = "\n".join(f"{one.title}: {one.text}".removeprefix(": ") for one in each)
    data = {"url": public_url, "kind": "", "game_id": "", "event_id": ""}
    return Shown(mail_text("news", language), _cut(lines, TEXT_BYTES), _short("news"), urgent, data)


def _cut(text: str, most: int) -> str:
    """To so many bytes, and no half letter."""
    return text.encode()[:most].decode(errors="ignore")


def _short(about: str) -> str:
    return sha256(about.encode()).hexdigest()[:32]
