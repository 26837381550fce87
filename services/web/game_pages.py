"""Real addresses of games: link previews, pages that other sites may frame, and oEmbed (https://oembed.com).

They show what the public may know. A private table looks like a game that does not exist.
"""

import re
from collections.abc import Awaitable, Callable
from html import escape
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from domain import catalogue
from domain.table.aggregate import CLOSED, FINISHED, OPEN
from projections.folds.tables import TableView
from projections.read.games import BoardQueries, NotShown
from services.accounts.sign_in import SignIn
from services.api.messages.tables import Tables
from services.texts import telling
from services.texts.catalogues import GENERAL, LANGUAGES, texts
from services.texts.error_texts import chosen
from turnledger.v1 import lobby_pb2

EMBED_PATH = "/embed/"
WIDTH, HEIGHT, SIDE_MIN = 480, 320, 120
"""Size of a frame in pixels, unless the site wants less, and the least side."""
FRESH_S = 60
"""For so long browsers and caches keep a preview; a framed page of an unfinished game reloads itself as often."""
URL_MAX = 400
_GAME = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ADDRESS = re.compile(rf"/game/({_GAME.pattern})(?:/([0-9]{{1,8}}))?")
_PAGE = """<!doctype html>
<html lang="{language}" prefix="og: https://ogp.me/ns#"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{head}
<link rel="icon" href="{root}icon.svg"><link rel="stylesheet" href="{root}style.css">{more}</head>
<body><main>{body}</main></body></html>
"""


class Preview(NamedTuple):
    """The text of a link to a game. `table`: None where there is nothing to tell in public."""

    title: str
    description: str
    table: lobby_pb2.Table | None
    language: str


class GamePages:
    """`public_url`: the address of the page as others know it; without it there are no absolute links and no oEmbed."""

    def __init__(self, read: BoardQueries, sign_in: SignIn, public_url: str = "") -> None:
        self._read, self._tables, self._public_url = read, Tables(sign_in), public_url

    def routes(self, admit: Callable[[Request], None]) -> list[Route]:
        """`admit`: bounds how often an address asks."""

        def admitted(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
            async def admit_and_answer(request: Request) -> Response:
                admit(request)
                return await answer(request)

            return admit_and_answer

        return [
            Route("/game/{game_id}", admitted(self._game)),
            Route("/game/{game_id}/{version}", admitted(self._game)),
            Route(f"{EMBED_PATH}game/{{game_id}}", admitted(self._framed)),
            Route("/oembed", admitted(self._oembed)),
        ]

    async def _game(self, request: Request) -> Response:
        """Answer with the preview; the script opens the game in the page."""
        address = _ADDRESS.fullmatch(request.url.path)
        if address is None:
            return _nothing()
        preview = await self._preview(address[1], address[2], _language(request))
        root = "../" * (1 if address[2] is None else 2)
        head = _head(preview, self._link(address[0]), self._discovery(address[0]))
        link = f"{root}#{address[0]}"
        body = (
            f"<h1>{escape(preview.title)}</h1><p>{escape(preview.description)}</p>"
            f'<p><a href="{link}">{escape(_text("open", preview.language))}</a></p>'
        )
        script = f'<script type="module" src="{root}open_game.js"></script>'
        return _html(preview, _PAGE.format(language=preview.language, head=head, root=root, more=script, body=body))

    async def _framed(self, request: Request) -> Response:
        """Answer with a page without scripts for the frames of other sites."""
        address = _ADDRESS.fullmatch(request.url.path.removeprefix(EMBED_PATH[:-1]))
        if address is None:
            return _nothing()
        preview = await self._preview(address[1], None, _language(request))
        head = f'{_head(preview, self._link(address[0]), "")}\n<meta name="robots" content="noindex">'
        running = preview.table is not None and preview.table.status not in _OVER
        more = f'<meta http-equiv="refresh" content="{FRESH_S}">' if running else ""
        body = (
            f"<h1>{escape(preview.title)}</h1><p>{escape(preview.description)}</p>{_seats(preview)}"
            f'<p><a href="../../#/game/{address[1]}" target="_blank" rel="noopener">'
            f"{escape(_text('open', preview.language))}</a></p>"
        )
        return _html(preview, _PAGE.format(language=preview.language, head=head, root="../../", more=more, body=body))

    async def _oembed(self, request: Request) -> Response:
        """Answer for public games of this server alone: no other address is fetched or repeated."""
        if request.query_params.get("format", "json") != "json":
            return PlainTextResponse("only format=json", 501)
        url = request.query_params.get("url", "")[:URL_MAX]
        parts = urlsplit(url) if self._public_url and url.startswith(f"{self._public_url}/game/") else None
        address = _ADDRESS.fullmatch(parts.path) if parts else None
        preview = await self._preview(address[1], None, _language(request)) if address else None
        if address is None or preview is None or preview.table is None:
            return PlainTextResponse("no public game has this address", 404)
        width, height = _side(request, "maxwidth", WIDTH), _side(request, "maxheight", HEIGHT)
        source = f"{self._public_url}{EMBED_PATH}game/{address[1]}"
        # The page has no scripts and its policy forbids them; a frame without allow-scripts could not reload itself.
        frame = (
            f'<iframe src="{escape(source)}" width="{width}" height="{height}" title="{escape(preview.title)}"'
            ' sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" loading="lazy"'
            ' style="border:0"></iframe>'
        )
        answer = {
            "version": "1.0",
            "type": "rich",
            "provider_name": "Turnledger",
            "provider_url": self._public_url,
            "title": preview.title,
            "html": frame,
            "width": width,
            "height": height,
            "cache_age": FRESH_S,
        }
        return JSONResponse(answer, headers=_headers(preview))

    async def _preview(self, game_id: str, version: str | None, language: str) -> Preview:
        try:
            view = await self._read.table(game_id)
        except NotShown:
            view = None
        if view is None or view.private:
            return Preview("Turnledger", _text("game", language), None, language)
        table = await self._tables.of_view(view)
        names = telling.told_apart(
            [each.display_name for each in table.occupants], [each.colour for each in table.occupants], language
        )
        game = _variant(table.variant, language)
        title = f"{game}: {', '.join(names)}" if names else game
        description = _description(table, view, names, language)
        if version is not None and 0 < int(version) <= view.version:
            description = f"{_text('position', language).format(version=int(version))} {description}"
        return Preview(title, description, table, language)

    def _link(self, path: str) -> str:
        return f"{self._public_url}{path}" if self._public_url else ""

    def _discovery(self, path: str) -> str:
        if not self._public_url:
            return ""
        query = f"{self._public_url}/oembed?url={self._public_url}{path}"
        return f'\n<link rel="alternate" type="application/json+oembed" href="{escape(query)}">'


_OVER = (lobby_pb2.TABLE_STATUS_FINISHED, lobby_pb2.TABLE_STATUS_CLOSED)


def _description(table: lobby_pb2.Table, view: TableView, names: list[str], language: str) -> str:
    if view.status == OPEN:
        return _text("waits", language).format(taken=len(names), seats=table.seats)
    if view.status == CLOSED:
        return _text("closed", language)
    if view.status == FINISHED:
        ranking = ", ".join(f"{each.rank}. {names[each.seat]} ({each.score})" for each in table.outcome.standings)
        return _text("over", language).format(ranking=ranking) if ranking else _text("ended", language)
    if view.moment is None:
        return _text("starts", language)
    phase = telling.phase(view.moment.phase, language, table.variant.partition("/")[0])
    acting = ", ".join(names[seat] for seat in table.to_act) or "–"
    return _text("running", language).format(round=view.moment.round, phase=phase, players=acting)


def _seats(preview: Preview) -> str:
    """Return the seats as a list with their scores, best first after the end."""
    if preview.table is None:
        return ""
    scores = {each.seat: each.score for each in preview.table.outcome.standings}
    order = list(scores) or range(len(preview.table.occupants))
    rows = [
        f"<li>{escape(preview.table.occupants[seat].display_name)}"
        + (f" — {scores[seat]}" if seat in scores else "")
        + "</li>"
        for seat in order
    ]
    return f"<ol>{''.join(rows)}</ol>"


def _head(preview: Preview, link: str, more: str) -> str:
    title, description = escape(preview.title), escape(preview.description)
    lines = [
        f"<title>{title}</title>",
        f'<meta name="description" content="{description}">',
        f'<meta property="og:title" content="{title}">',
        f'<meta property="og:description" content="{description}">',
        '<meta property="og:type" content="website"><meta property="og:site_name" content="Turnledger">',
        '<meta name="twitter:card" content="summary">',
    ]
    if link:
        lines.append(f'<meta property="og:url" content="{escape(link)}"><link rel="canonical" href="{escape(link)}">')
    if preview.table is None:
        lines.append('<meta name="robots" content="noindex">')
    return "\n".join(lines) + more


def _variant(name: str, language: str) -> str:
    variant = catalogue.VARIANTS.get(name)
    return telling.names_of(variant, f"variant {name}")[language] if variant else name


def _text(key: str, language: str) -> str:
    return texts(GENERAL, language)[f"link {key}"].forms[0]


def _language(request: Request) -> str:
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else chosen(request.headers.get("accept-language", ""))


def _side(request: Request, name: str, ours: int) -> int:
    text = request.query_params.get(name, "")
    return max(SIDE_MIN, min(ours, int(text))) if re.fullmatch(r"[0-9]{1,6}", text) else ours


def _headers(preview: Preview) -> dict[str, str]:
    kept = f"public, max-age={FRESH_S}" if preview.table is not None else "no-store"
    return {"cache-control": kept, "vary": "accept-language", "content-language": preview.language}


def _html(preview: Preview, page: str) -> Response:
    return HTMLResponse(page, headers=_headers(preview))


def _nothing() -> Response:
    return PlainTextResponse("no such page", 404)
