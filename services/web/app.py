"""The ASGI application of the HTTP port: Connect and gRPC-Web, the web page, health."""

import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from math import ceil
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.api.gate.request_checks import MESSAGE_BYTES_MAX
from services.platform.callers import FORWARDED, Caller, CallerLimiter, Proxies
from services.platform.rate_limiter import TooFast
from services.texts.error_texts import chosen
from services.texts.lessons import lesson_in
from services.texts.said import page_texts
from services.tlog.pages import log_routes, policy_route
from services.tlog.tlog_storage import LogStorage
from services.web.connect import Handler, connect_app, no_such_method
from services.web.direct import Direct
from services.web.game_pages import EMBED_PATH, GamePages
from services.web.mail_pages import PATH as MAIL_PATH
from services.web.mail_pages import MailPages
from services.web.oauth_pages import OAuthPages
from services.web.probes import PATHS, Probes
from services.web.reference import reference_routes
from services.web.scripts import delivered
from services.web.statistics_pages import StatisticsPages

ASKED_PER_S, ASKED = 20, 100
"""Questions of one address for health."""
FETCHED_PER_S, FETCHED = 100, 2_000
"""Files of the page, and paths that there are not, of one address: a page is some dozens of files."""
PREVIEWED_PER_S, PREVIEWED = 5, 50
"""Previews of games and pages of statistics for one address."""
EXCHANGED_PER_S, EXCHANGED = 5, 100
"""Requests of one address to the addresses of OAuth: an app asks for all its users from one."""
READ_PER_S, READ = 50, 500
"""Pages of the log that one address may read: a monitor of a million entries takes a minute."""
NO_PROXIES = Proxies()
SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Headers of every answer: the page loads only its own files (and an empty icon), and cannot be framed."""
EMBED_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""Headers of the pages that other sites may frame: they have no scripts and no forms."""
PAGE = Path(__file__).parents[2] / "clients/web"
RULES = Path(__file__).parents[2] / "docs/rules"
"""The catalogues of rules, which the page shows next to the board: `/rules/power_grid.md`."""
_HEADERS = ("authorization", "accept-language", "content-type", "content-encoding")
_CONNECT_HEADERS = (
    "connect-protocol-version",
    "connect-timeout-ms",
    "connect-accept-encoding",
    "connect-content-encoding",
)
_GRPC_WEB_HEADERS = ("x-grpc-web", "x-user-agent", "grpc-timeout", "grpc-accept-encoding", "grpc-encoding")
_SHOWN_HEADERS = (
    "grpc-status",
    "grpc-message",
    "grpc-status-details-bin",
    "grpc-encoding",
    "connect-content-encoding",
)


@cache
def _tag(content: bytes) -> str:
    return f'"{sha256(content).hexdigest()[:16]}"'


_ANY_PORT = ":*"


class Pages(Struct, frozen=True):
    """Pages that the server writes; a process may lack each of them. `mail`: where links in mails lead. `games`,
    `statistics`: pages of games and figures. `oauth`: addresses at which apps sign in."""

    mail: MailPages | None = None
    games: GamePages | None = None
    statistics: StatisticsPages | None = None
    oauth: OAuthPages | None = None


NO_PAGES = Pages()


def web_app(
    services: Mapping[str, Mapping[str, Handler]],
    *,
    ready: Callable[[], Awaitable[bool | str]],
    origins: Sequence[str] = (),
    proxies: Proxies = NO_PROXIES,
    logged: LogStorage | None = None,
    log_policy: bytes = b"",
    pages: Pages = NO_PAGES,
) -> ASGIApp:
    """`services`: handlers by method, by the full name of their service; without any there is no page either. `ready`:
    whether the process can serve (store and views answer). `origins`: pages of other sites that may call (CORS
    allow-list), `http://localhost:*` on every port; the page served here needs none. `proxies`: who may say for whom it
    asks. `logged`: the transparency log, whose prefix is /log; `log_policy`: its published policy. `pages`:
    those that the server writes."""
    connect = connect_app(services, MESSAGE_BYTES_MAX)

    elsewhere = {
        *PATHS,
        *(f"/{name}/{method}" for name, methods in services.items() for method in methods),
    }
    asking = CallerLimiter(ASKED_PER_S, ASKED)
    reading = CallerLimiter(READ_PER_S, READ)

    previewing = CallerLimiter(PREVIEWED_PER_S, PREVIEWED)

    def admit_previewer(request: Request) -> Caller:
        caller = _caller(request, proxies)
        previewing.take(caller)
        return caller

    exchanging = CallerLimiter(EXCHANGED_PER_S, EXCHANGED)

    def admit_app(request: Request) -> None:
        exchanging.take(_caller(request, proxies))

    def admit_asker(request: Request) -> None:
        asking.take(_caller(request, proxies))

    def admit_reader(request: Request) -> None:
        reading.take(_caller(request, proxies))

    async def texts(request: Request) -> Response:
        language = chosen(request.headers.get("accept-language", ""))
        return in_language(request, page_texts(language), language)

    async def lesson(request: Request) -> Response:
        language = chosen(request.headers.get("accept-language", ""))
        found = lesson_in(request.path_params["variant"], language)
        return PlainTextResponse("no such lesson", 404) if found is None else in_language(request, found, language)

    def in_language(request: Request, said: bytes, language: str) -> Response:
        # Like scripts: asked for by its tag. Texts of before an update would leave what is new in English.
        headers = {
            "etag": _tag(said),
            "cache-control": "no-cache",
            "vary": "accept-language",
            "content-language": language,
        }
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(said, media_type="application/json", headers=headers)

    async def no_such_service(request: Request) -> Response:
        return no_such_method(request.headers.get("content-type", "").encode())

    told = log_routes(logged, admit_reader) if logged else ()
    app = Starlette(
        routes=[
            *(Mount(f"/{name}", connect) for name in services),
            *Probes(ready, admit_asker).routes(),
            Mount("/log", Router([policy_route(log_policy, admit_reader), *told], redirect_slashes=False)),
            *([pages.mail.routes(admit_asker)] if pages.mail else ()),
            *(pages.games.routes(admit_previewer) if pages.games else ()),
            *(pages.statistics.routes(admit_previewer) if pages.statistics else ()),
            *(pages.oauth.routes(admit_app) if pages.oauth else ()),
            Route("/{service}/{method}", no_such_service, methods=["POST"]),
            *([*reference_routes(), Mount("/", _page(texts, lesson))] if services else ()),
        ],
        exception_handlers={TooFast: _too_fast},
        middleware=[
            Middleware(_HeadAsGet),
            Middleware(_Secured),
            Middleware(_Bounded, elsewhere=elsewhere, proxies=proxies),
            Middleware(
                CORSMiddleware,
                allow_origins=[each for each in origins if not each.endswith(_ANY_PORT)],
                allow_origin_regex=_on_any_port(origins),
                allow_methods=["POST"],
                allow_headers=[*_HEADERS, *_CONNECT_HEADERS, *_GRPC_WEB_HEADERS],
                expose_headers=list(_SHOWN_HEADERS),
                max_age=3600,
            ),
        ],
    )
    app.router.redirect_slashes = False  # a redirect contains the host of the request, which an attacker may have set
    return Direct(services, app, bytes_max=MESSAGE_BYTES_MAX, headers=SECURITY_HEADERS, other_sites=bool(origins))


def _on_any_port(origins: Sequence[str]) -> str | None:
    """The expression for the origins that are allowed on every port (`http://localhost:*`)."""
    hosts = [re.escape(each.removesuffix(_ANY_PORT)) for each in origins if each.endswith(_ANY_PORT)]
    return rf"(?:{'|'.join(hosts)})(?::\d+)?" if hosts else None


def _page(texts: Callable[[Request], Awaitable[Response]], lesson: Callable[[Request], Awaitable[Response]]) -> ASGIApp:
    """Static files, texts, lessons and rules, compressed for clients that accept gzip."""
    files, rules = _Revalidated(directory=PAGE, html=True), _Revalidated(directory=RULES)
    routes = [
        Route("/texts.json", texts),
        Route("/lessons/{variant:path}.json", lesson),
        Mount("/rules", rules),
        Mount("/", files),
    ]
    return GZipMiddleware(Router(routes, redirect_slashes=False), minimum_size=500)


class _Revalidated(StaticFiles):
    """Files that a browser revalidates by their tag: after an update no browser has half of the old page."""

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        if response.status_code == 200 and scope["method"] == "GET" and str(full_path).endswith(".js"):
            content = delivered(Path(full_path), stat_result.st_mtime_ns)
            kept = {"etag": response.headers["etag"], "last-modified": response.headers["last-modified"]}
            response = Response(content, media_type="text/javascript", headers=kept)
        response.headers["cache-control"] = "no-cache"
        return response


class _Bounded:
    """Limits by address what has no limit of its own. `elsewhere`: the paths that have one."""

    def __init__(self, app: ASGIApp, elsewhere: Collection[str], proxies: Proxies) -> None:
        self._app, self._elsewhere, self._proxies = app, elsewhere, proxies
        self._fetching = CallerLimiter(FETCHED_PER_S, FETCHED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp = self._app
        if scope["path"] not in self._elsewhere:
            request = Request(scope)
            try:
                self._fetching.take(_caller(request, self._proxies))
            except TooFast as error:
                answer = await _too_fast(request, error)
        await answer(scope, receive, send)


class _HeadAsGet:
    """Answers HEAD as GET, without the body: the headers are the same (RFC 9110, 9.3.2)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_headers(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self._app({**scope, "method": "GET"}, receive, send_headers)


class _Secured:
    """Sets SECURITY_HEADERS, or EMBED_HEADERS where frames are allowed; a form that works without scripts may be sent
    where links in mails lead, to us."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
        self._of_forms = [
            (name, value.replace(b"form-action 'none'", b"form-action 'self'")) for name, value in self._headers
        ]
        self._of_embeds = [(name.encode(), value.encode()) for name, value in EMBED_HEADERS.items()]

    def _of(self, path: str) -> list[tuple[bytes, bytes]]:
        if path.startswith(EMBED_PATH):
            return self._of_embeds
        return self._of_forms if path.startswith(f"{MAIL_PATH}/") else self._headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = self._of(scope.get("path", ""))

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *headers]}
            await send(message)

        await self._app(scope, receive, secured)


def _caller(request: Request, proxies: Proxies) -> Caller:
    return proxies.caller(request.client.host if request.client else "", request.headers.getlist(FORWARDED))


async def _too_fast(_: Request, error: Exception) -> Response:
    assert isinstance(error, TooFast)
    return PlainTextResponse("too many questions", 429, {"retry-after": str(ceil(error.retry_after_s))})
