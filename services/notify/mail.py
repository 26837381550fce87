"""Notices by mail, through the operator's own server: one mail for all that waits, which one click ends (RFC 8058)."""

import ssl
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import Policy
from email.utils import format_datetime, parseaddr
from hashlib import sha256
from urllib.parse import unquote, urlsplit

import aiosmtplib
from msgspec import Struct

from services.notify.mail_links import MailLinks, stop_token
from services.notify.news import CHALLENGE, RECOVERY, Notice
from services.notify.posting import TIMEOUT_S, Delivery
from services.notify.targets import Target
from services.notify.words import mail_text, notice_text

PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
_GONE = (550, 551, 553, 556)
"""What a server says of an address that there is not (RFC 5321, 4.2.3; RFC 7504)."""
_OK = 250


class MailServer(Struct, frozen=True):
    """`tls`: from the first byte; `start_tls`: before anything is said."""

    host: str
    port: int
    tls: bool
    start_tls: bool
    user: str
    password: str


def mail_server(url: str) -> MailServer:
    """`smtps://USER:PASSWORD@HOST:PORT`, `smtp+starttls://…`, or `smtp://HOST:PORT` for a server on this machine.
    Raises ValueError."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/"):
        raise ValueError("none of smtps://, smtp+starttls:// and smtp://HOST:PORT")
    if parts.username and parts.scheme == "smtp":
        raise ValueError("a password goes over TLS alone: smtps:// or smtp+starttls://")
    return MailServer(
        *(parts.hostname, parts.port or PORTS[parts.scheme], parts.scheme == "smtps", parts.scheme == "smtp+starttls"),
        *(unquote(parts.username or ""), unquote(parts.password or "")),
    )


def sender_of(text: str) -> Address:
    """`Name <who@example.org>` or the address alone. Raises ValueError."""
    name, address = parseaddr(text)
    if not address or "@" not in address:
        raise ValueError("Name <who@example.org>")
    return Address(name, addr_spec=address)


class _UnsubscribeHeader(str):
    """A `List-Unsubscribe` field on one line: a library would fold a long URL into encoded words, which mailboxes
    do not decode there (RFC 2369, 2; RFC 8058, 3.1)."""

    name = "List-Unsubscribe"

    def fold(self, *, policy: "Policy[EmailMessage]") -> str:
        return f"{self.name}: {self}{policy.linesep}"


class Mail:
    """`name_of`: an account's name; empty for one that is gone."""

    def __init__(
        self,
        server: MailServer,
        sender: Address,
        public_url: str,
        links: MailLinks,
        name_of: Callable[[str], Awaitable[str]],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._server, self._sender, self._public_url, self._tls = server, sender, public_url, tls
        self._links, self._name_of = links, name_of

    async def send(self, target: Target, notices: list[Notice], now_ms: int) -> Delivery:
        if notices[0].kind == RECOVERY:
            await self._links.limits.sending(target.address, now_ms)
            return await self._with_link(target, notices[0], "recover", now_ms)
        each = [notice_text(notice, target.language, self._public_url) for notice in notices]
        lines = [f"{one.title}: {one.text}\n{one.url}".removeprefix(": ") for one in each]
        subject = mail_text("news", target.language)
        if len(each) == 1:
            subject = f"{each[0].title}: {each[0].text}".removeprefix(": ")
        stop = f"{self._public_url}/mail/stop?t={stop_token(target)}"
        text = "\n\n".join([*lines, "-- ", mail_text("stop", target.language).format(url=stop)])
        mail = self._mail(target, subject, text, _id(target, notices), now_ms)
        mail["List-Unsubscribe"] = _UnsubscribeHeader(f"<{stop}>")
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return await self._send(mail)

    async def challenge(self, target: Target, notice: Notice, now_ms: int) -> Delivery:
        """Asks the owner. Raises TooFast."""
        await self._links.limits.sending(target.address, now_ms)
        return await self._with_link(target, notice, "confirm", now_ms)

    def waits_for_answer(self) -> bool:
        return True

    async def _with_link(self, target: Target, notice: Notice, what: str, now_ms: int) -> Delivery:
        purpose = CHALLENGE if what == "confirm" else RECOVERY
        url = f"{self._public_url}/mail/{what}?t={await self._links.make(target, purpose, now_ms)}"
        name = await self._name_of(target.account)
        subject = mail_text(f"{what} subject", target.language).format(name=name)
        text = mail_text(f"{what} text", target.language).format(name=name, url=url)
        return await self._send(self._mail(target, subject, text, _id(target, [notice]), now_ms))

    def _mail(self, target: Target, subject: str, text: str, message_id: str, now_ms: int) -> EmailMessage:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self._sender, target.address, subject
        mail["Date"] = format_datetime(datetime.fromtimestamp(now_ms / 1000, UTC))
        mail["Message-ID"] = f"<{message_id}@{self._sender.domain}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(text)
        return mail

    async def _send(self, mail: EmailMessage) -> Delivery:
        server = self._server
        try:
            await aiosmtplib.send(
                mail,
                hostname=server.host,
                port=server.port,
                use_tls=server.tls,
                start_tls=server.start_tls,
                username=server.user or None,
                password=server.password or None,
                timeout=TIMEOUT_S,
                tls_context=self._tls,
            )
        except aiosmtplib.SMTPRecipientsRefused as refused:
            code = refused.recipients[0].code
            return Delivery(code, "refused", gone=code in _GONE)
        except (aiosmtplib.SMTPAuthenticationError, aiosmtplib.SMTPSenderRefused) as ours:
            return Delivery(ours.code, type(ours).__name__, blameless=True)
        except aiosmtplib.SMTPResponseException as refused:
            return Delivery(refused.code, type(refused).__name__)
        except (aiosmtplib.SMTPException, OSError) as problem:  # the server is away: for everybody
            return Delivery(0, type(problem).__name__, blameless=True)
        return Delivery(_OK)


def _id(target: Target, notices: list[Notice]) -> str:
    """The same when the same is sent again, so that a mailbox shows it once."""
    return sha256(" ".join([target.target_id, *(notice.notice_id for notice in notices)]).encode()).hexdigest()[:40]
