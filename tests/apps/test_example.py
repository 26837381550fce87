"""examples/web_app.py as docs/apps.md starts it: a player signs in to it on a real server, and plays a whole game."""

import re
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from subprocess import Popen

import httpx
import pytest

from services.main import running
from support.servers import free_port, wait_until
from tests.api.conftest import settings
from tests.apps.kit import approve
from turnledger import sign_in

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/apps.md").read_text()
MOVES_MAX = 2_000
pytestmark = [pytest.mark.servers, pytest.mark.slow]


def answers(address):
    with suppress(httpx.HTTPError):
        return httpx.get(f"{address}/app.json", trust_env=False).is_success
    return False


@asynccontextmanager
async def example(server):
    """Start the program of the page with another server and port; yields its address."""
    (command,) = re.findall(r"^ *python (examples/\S+) http://localhost:8080 8090$", PAGE, re.MULTILINE)
    port = free_port()
    with Popen([sys.executable, command, server, str(port)], cwd=ROOT) as process:
        try:
            wait_until(lambda: answers(f"http://127.0.0.1:{port}"), "the example answers")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


async def test_player_signs_in_to_the_example_and_plays_and_a_forged_way_back_is_refused(tmp_path):
    port = free_port()
    url = f"http://localhost:{port}"
    here = settings(tmp_path, http=f"127.0.0.1:{port}", public_url=url, webhooks_private=True)
    async with (
        running(here) as server,
        sign_in(server.grpc, "Ann") as ann,
        example(url) as app,
        httpx.AsyncClient(base_url=app, trust_env=False, timeout=60) as browser,
    ):
        assert "Sign in with Turnledger" in (await browser.get("/")).text
        led = (await browser.get("/sign-in")).headers["location"]
        page = (await browser.get(led)).headers["location"]
        assert page.startswith(f"{url}/#/authorize?")
        back = await approve(ann, page.partition("?")[2])
        for forged in (back.replace("iss=", "iss=x"), back.replace("state=", "state=x"), f"{app}/back?code=x"):
            assert (await browser.get(forged)).status_code == 400
        assert (await browser.get(back)).headers["location"] == "/"
        assert re.search(r"<h1>Ann</h1>.*<p>0 games", (await browser.get("/")).text)
        (listed,) = (await ann.accounts.list_apps()).apps
        assert (listed.client_name, listed.client_id) == ("My games", f"{app}/app.json")
        await play_first_buttons(browser, (await browser.post("/play")).headers["location"])


async def play_first_buttons(browser, game):
    for _ in range(MOVES_MAX):
        shown = (await browser.get(game)).text
        if "The game is over" in shown:
            return
        if "Your move" in shown:
            fields = dict(re.findall(r'name="(\w+)" value="(\d+)"', shown)[::-1])
            assert (await browser.post(game, data=fields)).headers["location"] == game
    raise AssertionError("the game does not end")
