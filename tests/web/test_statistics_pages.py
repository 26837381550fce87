"""Pages of statistics by HTTP: what they show, in which language, and what they leave out."""

import re
from html import unescape
from uuid import uuid4

import httpx
import pytest
from starlette.applications import Starlette

from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.store import open_sql, open_store
from services.web.charts import Bar, Point, bars, line
from services.web.statistics_pages import StatisticsPages
from support.histories import Game
from tests.projections.projection_kit import Service


@pytest.fixture
async def sign_in(tmp_path):
    url = f"sqlite:///{tmp_path}/store.db"
    store, sql = open_store(url), open_sql(url)
    yield SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")))
    await sql.close()
    await store.close()


async def get(service, sign_in, path, **headers):
    pages = StatisticsPages(await service.catch_up(), sign_in)
    app = Starlette(routes=pages.routes(lambda request: None))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://games") as http:
        return await http.get(path, headers=headers)


def rows(page, caption):
    """Return the cells of the table with this caption, without those of the bars."""
    (table,) = re.findall(rf"<caption>{re.escape(caption)}</caption>(.*?)</table>", page, re.DOTALL)
    body = table[table.index("<tbody>") :]
    return [
        [unescape(cell).replace("\xa0", " ") for cell in re.findall(r"<t[hd](?: scope=\"row\")?>([^<]*)</t", row)]
        for row in body.split("</tr>")[:-1]
    ]


async def test_bots_have_russian_names_on_the_russian_page(sign_in):
    service = Service()
    Game(service.log, "g1").open("ann").seat("ann", "bot:greedy").start().choose(3, 1, 3, 1)
    page = (await get(service, sign_in, "/statistics?bots=1&lang=ru")).text
    assert [each[0] for each in rows(page, "Победы ботов и людей")] == ["Люди", "Жадный"]


async def test_page_shows_wins_by_seat_bots_durations_and_months(sign_in):
    service = Service()
    for number in range(3):
        Game(service.log, f"g{number}").open("ann").seat("ann", "bot:greedy").start().choose(3, 1, 3, 1)
    Game(service.log, "g3").open("ann").seat("ann", "bot:greedy").start().choose(1, 3, 1, 3)
    answer = await get(service, sign_in, "/statistics?variant=demo&bots=1")
    page = answer.text
    assert rows(page, "Players: 2. Games: 4.") == [["1", "3", "75%"], ["2", "1", "25%"]]
    assert rows(page, "Wins by bots and people") == [["People", "4", "3", "75%"], ["greedy", "4", "1", "25%"]]
    assert rows(page, "How long games last")[:2] == [["up to 30 min", "4"], ["up to 1 h", "0"]]
    assert rows(page, "How long games last")[-1] == ["7 d or longer", "0"]
    assert rows(page, "Games a month") == [["Nov 2026", "4"]]
    assert "The line marks equal chances: 50%." in page
    assert '<rect y="2" width="75.0" height="8"/><path d="M50.0 0V12"/>' in page
    assert 'href="?variant=demo&amp;bots=1" aria-current=page' in page
    assert "<script" not in page
    assert "style=" not in page
    assert answer.headers["cache-control"] == "public, max-age=60"
    assert "ann" not in re.findall(r">([^<]+)<", page)


async def test_private_games_change_no_byte_of_the_page(sign_in):
    service = Service()
    Game(service.log, "g0").open("ann").seat("ann", "bob").start().choose(3, 1, 3, 1)
    before = await get(service, sign_in, "/statistics?variant=demo")
    Game(service.log, "g1").open("ann", private=True).seat("ann", "bob").start().choose(1, 3, 1, 3)
    assert (await get(service, sign_in, "/statistics?variant=demo")).text == before.text
    assert rows(before.text, "Players: 2. Games: 1.") == [["1", "1", "100%"], ["2", "0", "0%"]]


async def test_pages_are_in_the_language_of_the_browser(sign_in):
    answer = await get(Service(), sign_in, "/statistics", **{"accept-language": "ru"})
    assert "<h1>Статистика: Все игры</h1>" in answer.text
    assert "Законченных партий с результатом пока нет." in answer.text
    assert answer.headers["content-language"] == "ru"


async def test_filters_keep_the_language_of_the_address(sign_in):
    page = (await get(Service(), sign_in, "/statistics?lang=ru")).text
    links = re.findall(r'<a href="(\?[^"]*)"', page)
    assert len(links) > 5
    assert all(unescape(each).endswith("&lang=ru") for each in links)
    unasked = (await get(Service(), sign_in, "/statistics?lang=%22%3E")).text
    assert "lang=" not in "".join(re.findall(r'href="(\?[^"]*)"', unasked))


async def test_unknown_variants_and_players_are_answered_without_their_text(sign_in):
    odd = await get(Service(), sign_in, "/statistics?variant=%3Cscript%3E")
    assert "<h1>Statistics: All games</h1>" in odd.text
    assert "<script" not in odd.text
    assert (await get(Service(), sign_in, f"/statistics/player/{uuid4()}")).status_code == 404


async def test_player_page_shows_ratings_months_and_wins_until_the_account_is_deleted(sign_in):
    service = Service()
    ann, bob = [(await sign_in.as_guest(name))[0].account_id for name in ("Ann O'Hara", "Bob")]
    for number in range(2):
        Game(service.log, f"g{number}").open(ann).seat(ann, bob).start().choose(3, 1, 3, 1)
    page = (await get(service, sign_in, f"/statistics/player/{ann}")).text
    assert "<h1>Statistics: Ann O&#x27;Hara</h1>" in page
    (results,) = rows(page, "Wins by game")
    assert results[1:] == ["2", "2", "100%"]
    assert len(rows(page, "Games a month")) == 12
    assert page.count('<svg class="a-line"') == 2, "all games, and the variant"
    assert "noindex" in page
    await sign_in.delete(ann)
    assert (await get(service, sign_in, f"/statistics/player/{ann}")).status_code == 404


def test_bars_and_lines_escape_texts_and_stay_within_their_pictures():
    drawn = bars("<i>", ["<b>"], [Bar("<u>", ("1",), 1.0)])
    assert not set(re.findall(r"<[iub]>", drawn))
    points = [Point(1000, 300), Point(1200, 250), Point(900, 200)]
    numbers = [float(each) for each in re.findall(r"[ML](?:[\d.]+) ([\d.]+)", line("ratings", points))]
    assert numbers
    assert 0 <= min(numbers) <= max(numbers) <= 200
    assert '<circle cx="44.0"' in line("one game", points[:1])
