"""Pages behind links in mails: one button each, and only the button acts. Mail programs open links by themselves, but
they do not press buttons. The pages work without scripts and without a sign-in.

`/mail/stop` also accepts the POST of RFC 8058, which a mailbox sends for its user, whatever its body.
"""

from collections.abc import Awaitable, Callable
from html import escape
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, Router

from domain.history.record import milliseconds
from services.accounts.password import LENGTH_MAX, LENGTH_MIN
from services.accounts.sign_in import PasswordRefused
from services.accounts.tokens import Unauthenticated
from services.notify.mail_links import MailLinks
from services.notify.way_back import WayBack
from services.notify.words import mail_text
from services.platform.clock import process_clock
from services.texts.error_texts import chosen, localized

PATH = "/mail"
TOKEN_MAX = 200
BODY_MAX = 4_000
_FIELD = '<p><label>{label}<br><input type="password" name="password" autocomplete="new-password" required></label></p>'
_PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Turnledger</title><link rel="stylesheet" href="../style.css">
<main><h1>{title}</h1>{body}<p><a href="../">Turnledger</a></p></main></html>
"""
_FORM = '<form method="post" action="?t={token}">{field}<p><button>{button}</button></p></form>'


class MailPages:
    def __init__(self, links: MailLinks, back: WayBack) -> None:
        self._links, self._back = links, back

    def routes(self, admit: Callable[[Request], None]) -> Mount:
        """`admit`: bounds how often an address asks."""
        doing = {"confirm": self._confirm, "stop": self._stop, "recover": self._recover}
        return Mount(PATH, Router([self._route(name, do, admit) for name, do in doing.items()], redirect_slashes=False))

    def _route(
        self, name: str, do: Callable[[str, str, str], Awaitable[str]], admit: Callable[[Request], None]
    ) -> Route:
        async def answer(request: Request) -> Response:
            admit(request)
            language = chosen(request.headers.get("accept-language", ""))
            token = request.query_params.get("t", "")[:TOKEN_MAX]
            if request.method == "POST":
                return _page(language, await do(token, await _password(request), language))
            field = _FIELD.format(label=escape(mail_text("password", language))) if name == "recover" else ""
            button = escape(mail_text(f"{name} button", language))
            form = _FORM.format(token=escape(token), field=field, button=button)
            return _page(language, mail_text(f"{name} page", language), form)

        return Route(f"/{name}", answer, methods=["GET", "POST"])

    async def _confirm(self, token: str, _: str, language: str) -> str:
        good = await self._links.confirm(token, milliseconds(process_clock()))
        return mail_text("confirm done" if good else "link ended", language)

    async def _stop(self, token: str, _: str, language: str) -> str:
        return mail_text("stop done" if await self._links.stop(token) else "link ended", language)

    async def _recover(self, token: str, password: str, language: str) -> str:
        """After a recovery the owner signs in with the new password, on any device."""
        try:
            account, _tokens = await self._back.by_link(token, password)
        except Unauthenticated:
            return mail_text("link ended", language)
        except PasswordRefused as refused:
            said = localized(refused.reason, {"least": LENGTH_MIN, "most": LENGTH_MAX}, language)
            return said.message if said else refused.reason
        return mail_text("recover done", language).format(name=account.display_name)


async def _password(request: Request) -> str:
    """The field of our form; requests of mailboxes lack it."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_MAX:
            return ""
    try:
        return parse_qs(body.decode()).get("password", [""])[0]
    except ValueError:
        return ""


def _page(language: str, title: str, form: str = "") -> Response:
    page = _PAGE.format(language=language, title=escape(title), body=form)
    return HTMLResponse(page, headers={"cache-control": "no-store"})
