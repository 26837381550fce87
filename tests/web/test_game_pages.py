"""Real addresses of games by HTTP: previews, frames, oEmbed, and what they do not tell."""

import asyncio
import re
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from services.main import running
from services.web.app import EMBED_HEADERS, PREVIEWED, SECURITY_HEADERS
from services.web.game_pages import HEIGHT, SIDE_MIN, WIDTH
from tests.api.conftest import settings
from turnledger import sign_in

ROOT = Path(__file__).parents[2]
URL = "https://games.example"


@asynccontextmanager
async def played(folder, **more):
    """Yield a client of the HTTP port, Ann, and her public table with one bot."""
    async with (
        running(settings(folder, public_url=URL, **more)) as server,
        httpx.AsyncClient(base_url=f"http://{server.http}", timeout=60) as http,
        sign_in(server.grpc) as ann,
    ):
        await ann.rename("Ann O'Hara")
        game = await ann.create_table("card_game", seats=2, join=True, bots=["greedy"], unrated=True)
        await game.board(min_version=3)
        yield http, ann, game, server.grpc


def properties(page):
    return {name: unescape(value) for name, value in re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page)}


async def test_address_of_a_game_has_title_description_and_canonical_link(tmp_path):
    async with played(tmp_path) as (http, _, game, _):
        page = (await http.get(f"/game/{game.game_id}")).text
        assert properties(page) == {
            "title": "Power Grid: the Card Game: Ann O'Hara, greedy",
            "description": "Open table: 2 of 2 seats are taken.",
            "type": "website",
            "site_name": "Turnledger",
            "url": f"{URL}/game/{game.game_id}",
            "image": f"{URL}/game/{game.game_id}/3.png",
        }
        assert f'<link rel="canonical" href="{URL}/game/{game.game_id}">' in page


async def test_running_game_tells_its_round_and_players_to_act_in_two_languages(tmp_path):
    async with played(tmp_path) as (http, ann, _, address):
        game = await ann.create_table("card_game", seats=3, join=True, unrated=True)
        async with sign_in(address, "Bob") as bob, sign_in(address, "Cleo") as cleo:
            await bob.game(game.game_id).join()
            await cleo.game(game.game_id).join()
            table = await game.start()
            version = (await game.board(min_version=table.version)).version
            (acting,) = (table.occupants[seat].display_name for seat in (await game.table()).to_act)
            now = properties((await http.get(f"/game/{game.game_id}")).text)
            assert now["description"] == f"Round 1, auction. To act: {acting}."
            past = properties((await http.get(f"/game/{game.game_id}/{version}")).text)
            assert past["description"] == f"Position after event {version}. {now['description']}"
            russian = await http.get(f"/game/{game.game_id}", headers={"accept-language": "ru"})
            assert properties(russian.text)["description"] == f"Раунд 1, аукцион. Ходят: {acting}."
            assert russian.headers["content-language"] == "ru"


async def test_preview_of_a_finished_game_has_its_ranking(tmp_path):
    async with played(tmp_path) as (http, ann, _, _):
        game = await ann.create_table("card_game", seats=2, bots=["greedy", "greedy"], start=True)
        async for _ in game.events():
            pass
        table = await game.table()
        await game.board(min_version=table.version)
        best = table.outcome.standings[0]
        page = (await http.get(f"/game/{game.game_id}")).text
        name = f"greedy ({table.occupants[best.seat].colour})"
        assert properties(page)["description"].startswith(f"The game is over: 1. {name} ({best.score}), 2. greedy (")


async def test_private_and_unknown_games_have_the_same_preview_without_facts(tmp_path):
    async with played(tmp_path) as (http, ann, _, _):
        private = await ann.create_table("card_game", seats=2, join=True, private=True)
        await private.board(min_version=2)
        for path in ("/game/{}", "/game/{}/2", "/embed/game/{}"):
            answers = [await http.get(path.format(game_id)) for game_id in (private.game_id, str(uuid4()))]
            pages = [re.sub(r"[0-9a-f]{8}-[-0-9a-f]{27}", "ID", each.text) for each in answers]
            assert pages[0] == pages[1]
            assert "Ann" not in pages[0]
            assert "noindex" in pages[0]
            assert [each.headers["cache-control"] for each in answers] == ["no-store"] * 2
        assert (await http.get("/oembed", params={"url": f"{URL}/game/{private.game_id}"})).status_code == 404


async def test_only_embed_pages_may_be_framed_and_they_have_no_scripts(tmp_path):
    async with played(tmp_path) as (http, _, game, _):
        framed = await http.get(f"/embed/game/{game.game_id}")
        assert framed.headers["content-security-policy"] == EMBED_HEADERS["content-security-policy"]
        assert "frame-ancestors *" in framed.headers["content-security-policy"]
        assert "x-frame-options" not in framed.headers
        assert "<script" not in framed.text
        assert "<li>Ann O&#x27;Hara</li><li>greedy</li>" in framed.text
        for path in ("/", f"/game/{game.game_id}", "/oembed", "/embed", "/embedded", "/nothing"):
            answer = await http.get(path)
            assert answer.headers["content-security-policy"] == SECURITY_HEADERS["content-security-policy"], path
            assert answer.headers["x-frame-options"] == "DENY", path


async def test_oembed_answers_for_public_games_of_this_server_alone(tmp_path):
    async with played(tmp_path) as (http, _, game, _):
        page = (await http.get(f"/game/{game.game_id}")).text
        (discovered,) = re.findall(r'type="application/json\+oembed" href="([^"]+)"', page)
        answer = (await http.get(unescape(discovered).removeprefix(URL))).json()
        assert (answer["version"], answer["type"], answer["width"], answer["height"]) == ("1.0", "rich", WIDTH, HEIGHT)
        assert f'src="{URL}/embed/game/{game.game_id}"' in answer["html"]
        own = f"{URL}/game/{game.game_id}"
        small = (await http.get("/oembed", params={"url": own, "maxwidth": "200", "maxheight": "1"})).json()
        assert (small["width"], small["height"]) == (200, SIDE_MIN)
        assert (await http.get("/oembed", params={"url": own, "format": "xml"})).status_code == 501
        for url in (
            "",
            "https://evil.example/game/x",
            own.replace("example", "example.evil"),
            f"{own}/x",
            own + "x" * 999,
        ):
            assert (await http.get("/oembed", params={"url": url})).status_code == 404, url


@pytest.mark.parametrize("path", ["/game/x", "/game/{}/x", "/game/{}/123456789", "/game/{}/1/2", "/embed/game/%3Cb%3E"])
async def test_other_addresses_are_not_found(tmp_path, path):
    async with played(tmp_path) as (http, _, game, _):
        answer = await http.get(path.format(game.game_id))
        assert answer.status_code == 404
        assert "<b>" not in answer.text


async def test_markup_in_texts_of_strangers_is_escaped(tmp_path, monkeypatch):
    hostile = '"><script>alert(1)</script>'
    async with played(tmp_path) as (http, _, game, _):
        monkeypatch.setattr("services.web.game_pages._variant", lambda name, language: hostile)
        page = (await http.get(f"/game/{game.game_id}")).text
        framed = (await http.get(f"/embed/game/{game.game_id}")).text
        html = (await http.get("/oembed", params={"url": f"{URL}/game/{game.game_id}"})).json()["html"]
        for each in (page, framed, html):
            assert hostile not in each
            assert "alert(1)" in each
        assert properties(page)["title"].startswith(hostile)


async def test_previews_of_an_address_are_limited(tmp_path):
    async with played(tmp_path, proxies=["127.0.0.1"]) as (http, _, game, _):
        headers = {"x-forwarded-for": "203.0.113.7"}
        path = f"/game/{game.game_id}"
        answers = await asyncio.gather(*(http.get(path, headers=headers) for _ in range(4 * PREVIEWED)))
        codes = [each.status_code for each in answers]
        assert codes.count(200) >= PREVIEWED
        assert codes.count(429) > 0
        assert codes.count(200) + codes.count(429) == len(codes)


async def test_without_a_public_address_there_are_no_absolute_links(tmp_path):
    async with (
        running(settings(tmp_path)) as server,
        httpx.AsyncClient(base_url=f"http://{server.http}", timeout=60) as http,
        sign_in(server.grpc) as ann,
    ):
        game = await ann.create_table("card_game", seats=2)
        await game.board(min_version=1)
        page = (await http.get(f"/game/{game.game_id}", headers={"host": "evil.example"})).text
        assert "canonical" not in page
        assert "evil.example" not in page
        assert (await http.get("/oembed", params={"url": f"/game/{game.game_id}"})).status_code == 404


async def test_example_of_the_page_frames_what_oembed_describes(tmp_path):
    example = (ROOT / "examples/embed.html").read_text()
    assert f"```html\n{example}```" in (ROOT / "docs/embeds.md").read_text()
    async with played(tmp_path) as (http, _, game, _):
        frame = (await http.get("/oembed", params={"url": f"{URL}/game/{game.game_id}"})).json()["html"]
    ours = example.replace("https://HOST", URL).replace("GAME", game.game_id)
    (written,) = re.findall(r"<iframe[^>]*></iframe>", ours)
    assert attributes(written) | {"title": ""} == attributes(frame) | {"title": ""}


def attributes(tag):
    return dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
