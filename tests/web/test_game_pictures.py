"""Pictures of games by HTTP: sizes, caches, limits, and tables that have none."""

import asyncio
import os
import re
import signal
from html import unescape
from io import BytesIO
from uuid import uuid4

import pytest
from PIL import Image

from domain import stored
from domain.table.messages import AddBot, OpenTable, StartGame
from services.application.game_service import GameService
from services.platform.callers import Caller
from services.platform.rate_limiter import TooFast
from services.store import open_store
from services.web.game_pages import HEIGHT, WIDTH
from services.web.game_pictures import DRAWN, WAITING_MAX, GamePictures, PictureRequest
from services.web.pictures.canvas import SeatLook
from tests.loop_holds import loop_holds
from tests.web.test_game_pages import URL, played, properties

SIZE = (1200, 630)


def decoded(answer):
    """Return a PNG that was decoded as a whole."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png"
    found = Image.open(BytesIO(answer.content))
    found.load()
    return found


async def finished(ann, variant, seats):
    game = await ann.create_table(variant, seats=seats, bots=["greedy"] * seats, start=True)
    async for _ in game.events():
        pass
    table = await game.table()
    await game.board(min_version=table.version)
    return game, table.version


@pytest.mark.parametrize(("variant", "seats"), [("power_grid/germany", 3), ("card_game", 2), ("colony61", 2)])
async def test_every_version_of_a_public_game_has_a_picture_that_caches_keep(tmp_path, variant, seats):
    async with played(tmp_path) as (http, ann, _, _):
        game, last = await finished(ann, variant, seats)
        seen = []
        for path in (f"/game/{game.game_id}.png", f"/game/{game.game_id}/{last // 2}.png"):
            answer = await http.get(path)
            picture = decoded(answer)
            assert picture.size == SIZE
            assert len(picture.convert("RGB").getcolors(2**20)) > 50
            again = await http.get(path, headers={"if-none-match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            seen.append(answer)
        assert [each.headers["cache-control"] for each in seen] == ["public, max-age=60", "public, max-age=86400"]
        assert seen[0].headers["etag"] != seen[1].headers["etag"]
        newest = await http.get(f"/game/{game.game_id}/{last}.png")
        assert newest.content == seen[0].content
        svg = await http.get(f"/game/{game.game_id}/{last}.svg")
        assert svg.headers["content-type"].startswith("image/svg+xml")
        assert svg.text.startswith("<svg ")
        assert "The game is over" in svg.text
        russian = await http.get(f"/game/{game.game_id}/{last}.svg?lang=ru")
        assert "Партия окончена" in russian.text


async def test_picture_that_cannot_be_drawn_in_time_is_to_be_asked_for_again(tmp_path, monkeypatch):
    async def late(*_):
        raise TimeoutError

    monkeypatch.setattr(GamePictures, "picture", late)
    async with played(tmp_path) as (http, _, game, _):
        answer = await http.get(f"/game/{game.game_id}.png")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.headers["cache-control"] == "no-store"


async def test_open_tables_have_a_picture_of_their_players(tmp_path):
    async with played(tmp_path) as (http, _, game, _):
        assert decoded(await http.get(f"/game/{game.game_id}.png")).size == SIZE
        assert "Ann O'Hara" in (await http.get(f"/game/{game.game_id}.svg")).text


async def test_private_unknown_and_coming_positions_have_no_picture(tmp_path):
    async with played(tmp_path) as (http, ann, game, _):
        private = await ann.create_table("card_game", seats=2, join=True, private=True)
        await private.board(min_version=2)
        for path in (f"/game/{private.game_id}", f"/game/{private.game_id}/2", f"/game/{uuid4()}"):
            for form in ("png", "svg"):
                answer = await http.get(f"{path}.{form}")
                assert (answer.status_code, answer.text) == (404, "no such page")
        assert "og:image" not in (await http.get(f"/game/{private.game_id}")).text
        assert "<img" not in (await http.get(f"/embed/game/{private.game_id}")).text
        for path in ("99999999.png", "0.png", "2.gif", "x.png", "2.png.svg"):
            assert (await http.get(f"/game/{game.game_id}/{path}")).status_code == 404, path


async def test_links_frames_and_oembed_name_pictures_that_are_there(tmp_path):
    async with played(tmp_path) as (http, _, game, _):
        page = (await http.get(f"/game/{game.game_id}/1")).text
        image = properties(page)["image"]
        assert image == f"{URL}/game/{game.game_id}/1.png"
        assert '<meta name="twitter:card" content="summary_large_image">' in page
        decoded(await http.get(image.removeprefix(URL)))
        framed = (await http.get(f"/embed/game/{game.game_id}")).text
        (source,) = re.findall(r'<img src="../..([^"]+)"', framed)
        assert (await http.get(unescape(source))).status_code == 200
        own = {"url": f"{URL}/game/{game.game_id}"}
        answer = (await http.get("/oembed", params=own)).json()
        assert (answer["thumbnail_width"], answer["thumbnail_height"]) == SIZE
        decoded(await http.get(answer["thumbnail_url"].removeprefix(URL)))
        for bound in ({"maxwidth": 1199}, {"maxheight": 629}):
            answer = (await http.get("/oembed", params=own | bound)).json()
            assert "thumbnail_url" not in answer, "a thumbnail has to respect the bounds"
            assert (answer["width"], answer["height"]) == (WIDTH, HEIGHT)


async def test_pictures_do_not_hold_the_loop(tmp_path, monkeypatch):
    async with played(tmp_path) as (http, ann, _, _):
        game, last = await finished(ann, "power_grid/usa", 6)
        decoded(await http.get(f"/game/{game.game_id}.png"))
        with loop_holds(monkeypatch) as holds:
            for version in (last // 3, last // 2, last - 1):
                decoded(await http.get(f"/game/{game.game_id}/{version}.png"))
        assert holds.worst_s < 0.05, holds.what


@pytest.fixture
async def pictured(tmp_path):
    """A finished game of bots, and pictures of it."""
    store = open_store(f"sqlite:///{tmp_path}/events.db")
    games = GameService(store, stored.codec())
    opened = await games.open_table(OpenTable("card_game", 2), actor="ann", request_id=str(uuid4()))
    for command in (AddBot("greedy"), AddBot("greedy"), StartGame()):
        await games.execute(opened.game_id, command, actor="ann", request_id=str(uuid4()))
    pictures = GamePictures(games, kept_bytes=200_000)
    yield opened.game_id, pictures
    await pictures.close()
    await store.close()


def picture_request(game_id, status, form="svg"):
    """A picture of the newest version; another status is another picture."""
    looks = (SeatLook("Ann", "red"), SeatLook("Bob", "blue"))
    return PictureRequest(game_id, 3, "The Card Game", f"{status}", looks, "en", form)


async def test_many_pictures_at_once_are_refused_and_memory_is_bounded(pictured):
    game_id, pictures = pictured
    answers = await asyncio.gather(
        *(pictures.picture(picture_request(game_id, n), Caller(f"203.0.113.{n % 250}")) for n in range(1_000)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, bytes) for each in answers) == WAITING_MAX
    assert sum(isinstance(each, TooFast) for each in answers) == 1_000 - WAITING_MAX
    for n in range(3):
        await pictures.picture(picture_request(game_id, n, "png"), Caller("203.0.113.1"))
    assert 0 < pictures._held == sum(map(len, pictures._kept.values())) <= 200_000


async def test_one_address_has_few_new_pictures_and_kept_ones_for_nothing(pictured):
    game_id, pictures = pictured
    caller = Caller("203.0.113.7")
    for n in range(DRAWN):
        await pictures.picture(picture_request(game_id, n), caller)
    more = (pictures.picture(picture_request(game_id, DRAWN + n), caller) for n in range(WAITING_MAX))
    answers = await asyncio.gather(*more, return_exceptions=True)
    assert sum(isinstance(each, TooFast) for each in answers) >= WAITING_MAX // 2
    for _ in range(3 * DRAWN):
        await pictures.picture(picture_request(game_id, 0), caller)


async def test_a_picture_is_drawn_after_its_process_was_killed(pictured):
    game_id, pictures = pictured
    first = await pictures.picture(picture_request(game_id, 1), Caller("203.0.113.7"))
    os.kill(pictures.worker.pid, signal.SIGKILL)
    answers = []
    while not answers or isinstance(answers[-1], Exception):
        again = asyncio.gather(
            pictures.picture(picture_request(game_id, 2), Caller("203.0.113.8")), return_exceptions=True
        )
        answers += await again
    assert answers[-1] != first
    assert len(answers) <= 2
