"""Pages of statistics: `/statistics` of all games, `/statistics/player/ID` of a player. They have no scripts.

They show what GetStatistics, GetPlayer and ListRatings return to every caller.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import date, timedelta
from html import escape
from itertools import pairwise
from typing import NamedTuple

from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal, format_percent
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from domain import catalogue
from projections.folds.game_figures import DURATIONS, GameFigures, SeatFigures
from projections.folds.player_records import Leaderboard, Record
from projections.folds.rating_history import RatedGame
from projections.folds.ratings import deviation, points
from projections.read import Queries
from projections.read.statistics import MONTHS_OF_GAMES, PlayedMonth
from projections.stores.interface import ViewUnavailable
from services.accounts.account import UnknownAccount
from services.accounts.sign_in import SignIn
from services.platform.callers import Caller
from services.platform.clock import process_clock
from services.store.interface import StoreUnavailable
from services.texts.said import statistics_text
from services.texts.telling import names_of, word
from services.web.charts import Bar, Point, bars, line
from services.web.game_pages import asked_language, language_of

PATH = "/statistics"
FRESH_S = 60
"""For so long browsers and caches keep a page."""
LINES_MAX = 6
"""Ratings of the most played leaderboards of a player are drawn."""
LINE_GAMES = 100
"""The last games of a line."""
ACCOUNT_MAX = 64
_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>{title}</title>{head}
<link rel="icon" href="{root}icon.svg"><link rel="stylesheet" href="{root}style.css">
<link rel="stylesheet" href="{root}around/around.css"></head>
<body><main class="page a-statistics"><p><a class="button quiet" href="{root}">{back}</a></p>
<h1>{title}</h1>{body}</main></body></html>
"""
_NO_INDEX = '<meta name="robots" content="noindex">'


class Answer(NamedTuple):
    """A page without its frame. `root`: the way to the page of the games."""

    title: str
    body: str
    root: str = ""
    head: str = ""


class StatisticsPages:
    def __init__(self, read: Queries, sign_in: SignIn) -> None:
        self._statistics, self._leaders, self._sign_in = read.statistics, read.leaders, sign_in

    def routes(self, admit: Callable[[Request], Caller]) -> list[Route]:
        """`admit`: bounds how often an address asks."""

        def answered(show: Callable[[Request, str], Awaitable[Answer]]) -> Callable[[Request], Awaitable[Response]]:
            async def answer(request: Request) -> Response:
                admit(request)
                language = language_of(request)
                try:
                    found = await show(request, language)
                except UnknownAccount:
                    return PlainTextResponse("no such page", 404)
                except (ViewUnavailable, StoreUnavailable):
                    return PlainTextResponse(
                        "no statistics now", 503, {"retry-after": "5", "cache-control": "no-store"}
                    )
                return _framed(found, language)

            return answer

        return [
            Route(PATH, answered(self._games)),
            Route(f"{PATH}/player/{{account}}", answered(self._player)),
        ]

    async def _games(self, request: Request, language: str) -> Answer:
        """Unknown variants are shown as all games."""
        variant = request.query_params.get("variant", "")
        variant = variant if variant in catalogue.VARIANTS else ""
        bots = request.query_params.get("bots", "") == "1"
        found = await self._statistics.games(variant, bots=bots)
        name = _variant(variant, language)
        parts = [_filters(variant, language, asked_language(request), bots=bots)]
        if found.tables:
            parts += [_seats(each, language, scored=bool(variant)) for each in found.tables]
            parts += [_strategies(found, language), _durations(found, language), _months(found, language)]
            parts.append(f'<p class="small">{escape(statistics_text("counted", language))}</p>')
        else:
            parts.append(f'<p class="empty">{escape(statistics_text("empty", language))}</p>')
        return Answer(f"{statistics_text('title', language)}: {name}", "".join(parts), "./")

    async def _player(self, request: Request, language: str) -> Answer:
        account = await self._sign_in.account(request.path_params["account"][:ACCOUNT_MAX])
        profile = await self._leaders.player(account.account_id)
        months = await self._statistics.months(account.account_id, process_clock())
        parts = [_played(months, language), _results(profile.records, language)] if profile.records else []
        most = sorted(profile.records, key=lambda each: -each[1].games)[:LINES_MAX]
        for board, _ in most:
            games = await self._leaders.history(
                account.account_id, board.variant, bots=board.bots, live=board.live, limit=LINE_GAMES
            )
            parts.append(_rating(board, games.games, language))
        if not parts:
            parts = [f'<p class="empty">{escape(statistics_text("unrated", language))}</p>']
        profile_link = f'<p><a href="../../#/player/{escape(account.account_id)}">'
        parts.append(f"{profile_link}{escape(statistics_text('profile', language))}</a></p>")
        title = f"{statistics_text('title', language)}: {account.display_name}"
        return Answer(title, "".join(parts), "../../", _NO_INDEX)


def _framed(found: Answer, language: str) -> Response:
    page = _PAGE.format(
        language=language,
        title=escape(found.title),
        head=found.head,
        root=found.root,
        back=escape(statistics_text("back", language)),
        body=found.body,
    )
    headers = {
        "cache-control": f"public, max-age={FRESH_S}",
        "vary": "accept-language",
        "content-language": language,
    }
    return HTMLResponse(page, headers=headers)


def _filters(variant: str, language: str, asked: str, *, bots: bool) -> str:
    """Return links to the statistics of each variant, and to those with or without bots, in the asked language."""
    variants = [
        (_variant(each, language), _address(each, asked, bots=bots), each == variant)
        for each in ("", *catalogue.VARIANTS)
    ]
    opponents = [
        (statistics_text("people", language), _address(variant, asked, bots=False), not bots),
        (statistics_text("bots", language), _address(variant, asked, bots=True), bots),
    ]
    return _links(statistics_text("game", language), variants) + _links(
        statistics_text("opponents", language), opponents
    )


def _address(variant: str, asked: str, *, bots: bool) -> str:
    return f"?variant={variant}&bots={int(bots)}{f'&lang={asked}' if asked else ''}"


def _links(label: str, links: Iterable[tuple[str, str, bool]]) -> str:
    items = "".join(
        f'<li><a href="{escape(address)}"{" aria-current=page" if current else ""}>{escape(name)}</a></li>'
        for name, address, current in links
    )
    return f'<nav aria-label="{escape(label)}"><ul class="a-links">{items}</ul></nav>'


def _section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def _seats(found: SeatFigures, language: str, *, scored: bool) -> str:
    """`scored`: the games are of one variant, so that their scores can be compared."""
    seats = len(found.wins)
    columns = [statistics_text(each, language) for each in ("seat", "wins", "share")]
    rows = [
        Bar(str(seat + 1), (str(wins), _percent(wins / found.games, language)), wins / found.games, 1 / seats)
        for seat, wins in enumerate(found.wins)
    ]
    caption = statistics_text("table", language).format(seats=seats, games=found.games)
    scores = statistics_text("scores", language).format(
        best=_decimal(found.scores / found.games, language), lead=_decimal(found.leads / found.games, language)
    )
    chance = statistics_text("chance", language).format(share=_percent(1 / seats, language))
    told = f"{chance} {scores}" if scored else chance
    title = statistics_text("seats", language)
    return _section(title, bars(caption, columns, rows), f"<p>{escape(told)}</p>")


def _strategies(found: GameFigures, language: str) -> str:
    columns = [statistics_text(each, language) for each in ("player", "played", "wins", "share")]
    rows = [
        Bar(
            word(bot, language) if bot else statistics_text("person", language),
            (str(each.games), str(each.wins), _percent(each.wins / each.games, language)),
            each.wins / each.games,
        )
        for bot, each in sorted(found.strategies.items())
    ]
    title = statistics_text("strategies", language)
    return _section(title, bars(title, columns, rows)) if len(rows) > 1 else ""


def _durations(found: GameFigures, language: str) -> str:
    names = [_class(least, bound, language) for least, bound in pairwise([*DURATIONS, None])]
    rows = list(zip(names, found.durations, strict=True))
    title = statistics_text("durations", language)
    return _section(title, _counts(title, statistics_text("duration", language), rows, language))


def _class(least: timedelta | None, bound: timedelta | None, language: str) -> str:
    if bound is None:
        return statistics_text("longer", language).format(time=_time(least or timedelta(), language))
    return statistics_text("shorter", language).format(time=_time(bound, language))


def _time(value: timedelta, language: str) -> str:
    hours = value / timedelta(hours=1)
    if hours < 1:
        return statistics_text("minutes", language).format(number=round(60 * hours))
    number = hours if hours < 24 else hours / 24
    return statistics_text("hours" if hours < 24 else "days", language).format(number=round(number))


def _months(found: GameFigures, language: str) -> str:
    rows = [(_month(month, language), games) for month, games in sorted(found.months.items())[-MONTHS_OF_GAMES:]]
    title = statistics_text("months", language)
    return _section(title, _counts(title, statistics_text("month", language), rows, language))


def _counts(caption: str, column: str, rows: Sequence[tuple[str, int]], language: str) -> str:
    most = max(number for _, number in rows) or 1
    drawn = [Bar(name, (str(number),), number / most) for name, number in rows]
    return bars(caption, (column, statistics_text("games", language)), drawn)


def _played(months: Sequence[PlayedMonth], language: str) -> str:
    most = max(each.tally.games for each in months) or 1
    rows = [
        Bar(
            _month(each.month, language),
            (str(each.tally.games), str(each.tally.wins)),
            each.tally.games / most,
            each.tally.wins / most,
        )
        for each in months
    ]
    title = statistics_text("months", language)
    columns = [statistics_text(each, language) for each in ("month", "games", "wins")]
    return _section(title, bars(title, columns, rows), f"<p>{escape(statistics_text('mark', language))}</p>")


def _results(records: Sequence[tuple[Leaderboard, Record]], language: str) -> str:
    rows = [
        Bar(
            _board(board, language),
            (str(record.games), str(record.wins), _percent(record.wins / record.games, language)),
            record.wins / record.games,
        )
        for board, record in records
        if board.variant
    ]
    title = statistics_text("variants", language)
    columns = [statistics_text(each, language) for each in ("game", "games", "wins", "share")]
    return _section(title, bars(title, columns, rows))


def _rating(board: Leaderboard, games: Sequence[RatedGame], language: str) -> str:
    """Return the ratings after the last games, `games` the last one first."""
    if not games:
        return ""
    drawn = [Point(points(each.rating), deviation(each.rating)) for each in reversed(games)]
    title = f"{statistics_text('rating', language)}: {_board(board, language)}"
    head = "".join(f'<th scope="col">{escape(statistics_text(each, language))}</th>' for each in ("ended", "rating"))
    rows = "".join(
        f'<tr><th scope="row">{escape(format_date(each.ended_at, locale=language))}</th>'
        f"<td>{points(each.rating)} ± {deviation(each.rating)}</td></tr>"
        for each in games
    )
    table = f'<table class="a-table"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    told = f"<details><summary>{escape(statistics_text('numbers', language))}</summary>{table}</details>"
    return _section(title, line(statistics_text("line", language), drawn), told)


def _board(board: Leaderboard, language: str) -> str:
    opponents = statistics_text("bots" if board.bots else "people", language)
    pace = statistics_text("live" if board.live else "slow", language)
    return f"{_variant(board.variant, language)} ({opponents}, {pace})"


def _variant(name: str, language: str) -> str:
    if not name:
        return statistics_text("all", language)
    variant = catalogue.VARIANTS.get(name)
    return names_of(variant, f"variant {name}")[language] if variant else name


def _month(month: str, language: str) -> str:
    return str(format_skeleton("yMMM", date.fromisoformat(f"{month}-01"), locale=language))


def _percent(share: float, language: str) -> str:
    return str(format_percent(share, locale=language))


def _decimal(number: float, language: str) -> str:
    return str(format_decimal(number, "0.0", locale=language))
