"""Real addresses of games: link previews, pictures, pages that other sites may frame, and oEmbed (https://oembed.com).

They show what the public may know. A private table looks like a game that does not exist.
"""

import re
from collections.abc import Awaitable, Callable
from html import escape
from typing import NamedTuple
from urllib.parse import urlsplit

import structlog
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from domain import catalogue
from domain.table.aggregate import CLOSED, FINISHED, OPEN
from projections.folds.tables import TableView
from projections.read.games import BoardQueries, NotShown
from services.accounts.sign_in import SignIn
from services.api.messages.tables import Tables
from services.platform.callers import Caller
from services.platform.worker_process import WorkerEnded
from services.store.interface import StoreUnavailable
from services.texts import telling
from services.texts.catalogues import ENGLISH, LANGUAGES
from services.texts.error_texts import chosen
from services.texts.said import link_text
from services.web.game_pictures import GamePictures, PictureRequest
from services.web.pictures.canvas import HEIGHT as PICTURE_HEIGHT
from services.web.pictures.canvas import WIDTH as PICTURE_WIDTH
from services.web.pictures.canvas import SeatLook
from services.web.pictures.drawing import PNG, SVG
from turnledger.v1 import lobby_pb2

log = structlog.get_logger(__name__)
EMBED_PATH = "/embed/"
WIDTH, HEIGHT, SIDE_MIN = 480, 320, 120
"""Size of a frame in pixels, unless the site wants less, and the least side."""
FRESH_S = 60
"""For so long browsers and caches keep a preview; a framed page of an unfinished game reloads itself as often."""
DAY_S = 86_400
"""For so long caches keep the picture of a version."""
URL_MAX = 400
_GAME = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ADDRESS = re.compile(rf"/game/({_GAME.pattern})(?:/([0-9]{{1,8}}))?")
_PICTURE = re.compile(rf"{_ADDRESS.pattern}\.({PNG}|{SVG})")
_PAGE = """<!doctype html>
<html lang="{language}" prefix="og: https://ogp.me/ns#"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{head}
<link rel="icon" href="{root}icon.svg"><link rel="stylesheet" href="{root}style.css">{more}</head>
<body><main>{body}</main></body></html>
"""


class Preview(NamedTuple):
    """The text of a link to a game. `table`: None where there is nothing to tell in public. `version`: the one that the
    link names, or the newest."""

    title: str
    description: str
    table: lobby_pb2.Table | None
    language: str
    version: int = 0
    game: str = ""
    names: tuple[str, ...] = ()


class GamePages:
    """`public_url`: the address of the page as others know it; without it there are no absolute links and no oEmbed."""

    def __init__(self, read: BoardQueries, sign_in: SignIn, pictures: GamePictures, public_url: str = "") -> None:
        self._read, self._tables, self._pictures, self._public_url = read, Tables(sign_in), pictures, public_url

    def routes(self, admit: Callable[[Request], Caller]) -> list[Route]:
        """`admit`: bounds how often an address asks, and returns it."""

        def admitted(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
            async def admit_and_answer(request: Request) -> Response:
                admit(request)
                return await answer(request)

            return admit_and_answer

        async def pictured(request: Request) -> Response:
            return await self._pictured(request, admit(request))

        return [
            Route(f"/game/{{game_id}}.{PNG}", pictured),
            Route(f"/game/{{game_id}}.{SVG}", pictured),
            Route(f"/game/{{game_id}}/{{version}}.{PNG}", pictured),
            Route(f"/game/{{game_id}}/{{version}}.{SVG}", pictured),
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
        preview = await self._preview(address[1], address[2], language_of(request))
        root = "../" * (1 if address[2] is None else 2)
        more = self._discovery(address[0])
        head = _head(preview, self._link(address[0]), self._picture_link(preview), more)
        link = f"{root}#{address[0]}"
        body = (
            f"<h1>{escape(preview.title)}</h1><p>{escape(preview.description)}</p>"
            f'<p><a href="{link}">{escape(link_text("open", preview.language))}</a></p>'
        )
        script = f'<script type="module" src="{root}open_game.js"></script>'
        return _html(preview, _PAGE.format(language=preview.language, head=head, root=root, more=script, body=body))

    async def _framed(self, request: Request) -> Response:
        """Answer with a page without scripts for the frames of other sites."""
        address = _ADDRESS.fullmatch(request.url.path.removeprefix(EMBED_PATH[:-1]))
        if address is None:
            return _nothing()
        preview = await self._preview(address[1], None, language_of(request))
        head = f'{_head(preview, self._link(address[0]))}\n<meta name="robots" content="noindex">'
        running = preview.table is not None and preview.table.status not in _OVER
        more = f'<meta http-equiv="refresh" content="{FRESH_S}">' if running else ""
        body = (
            f"<h1>{escape(preview.title)}</h1><p>{escape(preview.description)}</p>{_image(preview)}{_seats(preview)}"
            f'<p><a href="../../#/game/{address[1]}" target="_blank" rel="noopener">'
            f"{escape(link_text('open', preview.language))}</a></p>"
        )
        return _html(preview, _PAGE.format(language=preview.language, head=head, root="../../", more=more, body=body))

    async def _oembed(self, request: Request) -> Response:
        """Answer for public games of this server alone: no other address is fetched or repeated."""
        if request.query_params.get("format", "json") != "json":
            return PlainTextResponse("only format=json", 501)
        url = request.query_params.get("url", "")[:URL_MAX]
        parts = urlsplit(url) if self._public_url and url.startswith(f"{self._public_url}/game/") else None
        address = _ADDRESS.fullmatch(parts.path) if parts else None
        preview = await self._preview(address[1], None, language_of(request)) if address else None
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
        if _has_room(request):
            picture = self._picture_link(preview)
            answer |= {"thumbnail_url": picture, "thumbnail_width": PICTURE_WIDTH, "thumbnail_height": PICTURE_HEIGHT}
        return JSONResponse(answer, headers=_headers(preview))

    async def _pictured(self, request: Request, caller: Caller) -> Response:
        """Answer with the board as a spectator sees it; private tables have no picture."""
        address = _PICTURE.fullmatch(request.url.path)
        preview = await self._preview(address[1], address[2], language_of(request)) if address else None
        if address is None or preview is None or preview.table is None:
            return _nothing()
        if int(address[2] or preview.version) != preview.version:
            return _nothing()
        wanted = PictureRequest(
            game_id=address[1],
            version=preview.version,
            title=preview.game,
            status=preview.description,
            seats=_seat_looks(preview),
            language=preview.language,
            form=address[3],
        )
        fresh_s = FRESH_S if address[2] is None else DAY_S
        headers = _headers(preview) | {"etag": f'"{wanted.tag}"', "cache-control": f"public, max-age={fresh_s}"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        try:
            content = await self._pictures.picture(wanted, caller)
        except (WorkerEnded, TimeoutError, StoreUnavailable) as failure:
            log.warning("a picture was not drawn", game_id=address[1], version=preview.version, reason=str(failure))
            return PlainTextResponse("no picture now", 503, {"retry-after": "5", "cache-control": "no-store"})
        return Response(content, media_type=_MEDIA[address[3]], headers=headers)

    async def _preview(self, game_id: str, version: str | None, language: str) -> Preview:
        try:
            view = await self._read.table(game_id)
        except NotShown:
            view = None
        if view is None or view.private:
            return Preview("Turnledger", link_text("game", language), None, language)
        table = await self._tables.of_view(view)
        names = telling.occupant_names(table.occupants, language)
        game = _variant(table.variant, language)
        title = f"{game}: {', '.join(names)}" if names else game
        description = _description(table, view, names, language)
        shown = view.version
        if version is not None and 0 < int(version) <= view.version:
            shown = int(version)
            description = f"{link_text('position', language).format(version=shown)} {description}"
        return Preview(title, description, table, language, shown, game, tuple(names))

    def _link(self, path: str) -> str:
        return f"{self._public_url}{path}" if self._public_url else ""

    def _picture_link(self, preview: Preview) -> str:
        """Return the address of the picture of a version, so that chats keep what the link showed."""
        if not self._public_url or preview.table is None:
            return ""
        query = "" if preview.language == ENGLISH else f"?lang={preview.language}"
        return f"{self._public_url}/game/{preview.table.game_id}/{preview.version}.{PNG}{query}"

    def _discovery(self, path: str) -> str:
        if not self._public_url:
            return ""
        query = f"{self._public_url}/oembed?url={self._public_url}{path}"
        return f'\n<link rel="alternate" type="application/json+oembed" href="{escape(query)}">'


_MEDIA = {PNG: "image/png", SVG: "image/svg+xml"}
_OVER = (lobby_pb2.TABLE_STATUS_FINISHED, lobby_pb2.TABLE_STATUS_CLOSED)


def _description(table: lobby_pb2.Table, view: TableView, names: list[str], language: str) -> str:
    if view.status == OPEN:
        return link_text("waits", language).format(taken=len(names), seats=table.seats)
    if view.status == CLOSED:
        return link_text("closed", language)
    if view.status == FINISHED:
        ranking = ", ".join(f"{each.rank}. {names[each.seat]} ({each.score})" for each in table.outcome.standings)
        return link_text("over", language).format(ranking=ranking) if ranking else link_text("ended", language)
    if view.moment is None:
        return link_text("starts", language)
    phase = telling.phase(view.moment.phase, language, table.variant.partition("/")[0])
    acting = ", ".join(names[seat] for seat in table.to_act) or "–"
    return link_text("running", language).format(round=view.moment.round, phase=phase, players=acting)


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


def _seat_looks(preview: Preview) -> tuple[SeatLook, ...]:
    occupants = preview.table.occupants if preview.table else ()
    return tuple(SeatLook(name, each.colour) for name, each in zip(preview.names, occupants, strict=True))


def _image(preview: Preview) -> str:
    """Return the board of a framed page."""
    if preview.table is None:
        return ""
    source = f"../../game/{preview.table.game_id}/{preview.version}.{SVG}?lang={preview.language}"
    return f'<img src="{source}" width="{PICTURE_WIDTH}" height="{PICTURE_HEIGHT}" alt="{escape(preview.game)}">'


def _has_room(request: Request) -> bool:
    """Return whether a picture of full size is within the bounds that the site sets."""
    bounds = ("maxwidth", PICTURE_WIDTH), ("maxheight", PICTURE_HEIGHT)
    return all(_side(request, name, least) == least for name, least in bounds)


def _head(preview: Preview, link: str, picture: str = "", more: str = "") -> str:
    title, description = escape(preview.title), escape(preview.description)
    lines = [
        f"<title>{title}</title>",
        f'<meta name="description" content="{description}">',
        f'<meta property="og:title" content="{title}">',
        f'<meta property="og:description" content="{description}">',
        '<meta property="og:type" content="website"><meta property="og:site_name" content="Turnledger">',
        f'<meta name="twitter:card" content="{"summary_large_image" if picture else "summary"}">',
    ]
    if picture:
        lines.append(
            f'<meta property="og:image" content="{escape(picture)}"><meta property="og:image:type" content="image/png">'
            f'<meta property="og:image:width" content="{PICTURE_WIDTH}">'
            f'<meta property="og:image:height" content="{PICTURE_HEIGHT}">'
            f'<meta property="og:image:alt" content="{description}">'
        )
    if link:
        lines.append(f'<meta property="og:url" content="{escape(link)}"><link rel="canonical" href="{escape(link)}">')
    if preview.table is None:
        lines.append('<meta name="robots" content="noindex">')
    return "\n".join(lines) + more


def _variant(name: str, language: str) -> str:
    variant = catalogue.VARIANTS.get(name)
    return telling.names_of(variant, f"variant {name}")[language] if variant else name


def asked_language(request: Request) -> str:
    """Return `lang` of the address; empty without one that texts exist in."""
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else ""


def language_of(request: Request) -> str:
    """Return the language of a page: `lang` of the address, or the one that the browser prefers."""
    return asked_language(request) or chosen(request.headers.get("accept-language", ""))


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
