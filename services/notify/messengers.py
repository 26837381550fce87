"""Notices as messages of Discord, Slack and Telegram: to a URL that the messenger gave to who may write there.

Nobody can be challenged there, and nobody need be: the URL leads to the messenger's own host, and holds the secret that
lets write.
"""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import msgspec

from services.notify.news import Notice
from services.notify.posting import Delivery, Poster
from services.notify.targets import DISCORD, SLACK, TELEGRAM, Target
from services.notify.words import NoticeText, notice_text

TEXT_MAX = 1_900
"""Discord takes 2,000 characters, the others more."""
HOSTS = {
    DISCORD: ("discord.com", "discordapp.com"),
    SLACK: ("hooks.slack.com",),
    TELEGRAM: ("api.telegram.org",),
}


def discord(text: str, _url: str) -> dict[str, object]:
    """https://discord.com/developers/docs/resources/webhook#execute-webhook. Nobody is called by it."""
    return {"content": text, "allowed_mentions": {"parse": []}}


def slack(text: str, _url: str) -> dict[str, object]:
    """https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, with its three escapes."""
    return {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}


def telegram(text: str, url: str) -> dict[str, object]:
    """https://core.telegram.org/bots/api#sendmessage, to the chat that the URL names."""
    chat = parse_qs(urlsplit(url).query).get("chat_id", [""])[0]
    return {"chat_id": chat, "text": text, "link_preview_options": {"is_disabled": True}}


_BODIES: dict[str, Callable[[str, str], dict[str, object]]] = {DISCORD: discord, SLACK: slack, TELEGRAM: telegram}


class Messengers:
    """`public_url`: where the page is, for links; empty for none."""

    def __init__(self, poster: Poster, public_url: str) -> None:
        self._poster, self._public_url = poster, public_url

    async def send(self, target: Target, notices: list[Notice], now_ms: int) -> Delivery:
        text = "\n".join(_line(notice_text(each, target.language, self._public_url)) for each in notices)
        body = _BODIES[target.channel](text[:TEXT_MAX], target.address)
        return await self._poster.deliver(
            target.address, msgspec.json.encode(body), {"content-type": "application/json"}
        )

    async def challenge(self, target: Target, notice: Notice, now_ms: int) -> Delivery:
        raise AssertionError("proven by its address")

    def waits_for_answer(self) -> bool:
        return False


def is_of(channel: str, url: str) -> bool:
    """Return whether the URL belongs to the messenger."""
    return (urlsplit(url).hostname or "") in HOSTS[channel]


def _line(each: NoticeText) -> str:
    return " ".join(filter(None, (f"{each.title}: {each.text}" if each.title else each.text, each.url)))
