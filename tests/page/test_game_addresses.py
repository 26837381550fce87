"""Real addresses of games in a browser: they open the game, and other sites may frame the embed page alone."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, ROOT, until

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
EXAMPLE = ROOT / "examples/embed.html"


@pytest.fixture
def other_site(tmp_path):
    """A site of its own that serves `tmp_path`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=tmp_path))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def finished_game(page, service):
    """Return the id of a game of two bots that the page's own guest opened."""
    page.goto(service.url)
    return page.evaluate(
        """async () => {
          const { call } = await import("/api.js");
          const asked = { variant: "card_game", seats: 2, bots: ["greedy", "greedy"], start: true };
          const { table } = await call("Lobby/CreateTable", { ...asked, requestId: crypto.randomUUID() });
          return table.gameId;
        }"""
    )


def test_address_opens_the_game_in_the_page(visit, service):
    page = visit().context.new_page()
    game_id = finished_game(page, service)
    page.goto(f"{service.url}/game/{game_id}")
    page.wait_for_url(f"{service.url}/#/game/{game_id}")
    expect(page.get_by_text("greedy").first).to_be_visible()
    page.goto(f"{service.url}/game/{game_id}/5")
    page.wait_for_url(f"{service.url}/#/game/{game_id}/5")


def test_other_sites_may_frame_the_embed_page_and_no_other(visit, service, other_site, tmp_path):
    visitor = visit()
    visitor.allowed = ("frame-ancestors", "chrome-error", "File not found")
    page = visitor.context.new_page()
    game_id = finished_game(page, service)
    example = EXAMPLE.read_text().replace("https://HOST", service.url).replace("GAME", game_id)
    (tmp_path / "allowed.html").write_text(example)
    (tmp_path / "refused.html").write_text(example.replace("/embed/game/", "/game/"))
    page.goto(f"{other_site}/allowed.html")
    framed = page.frame_locator("iframe")
    expect(framed.get_by_role("heading")).to_contain_text("Power Grid: the Card Game")
    expect(framed.get_by_role("listitem")).to_have_count(2)
    with page.context.expect_page() as opened:
        framed.get_by_role("link", name="Open the game").click()
    opened.value.wait_for_url(f"{service.url}/#/game/{game_id}")
    assert not [fault for fault in visitor.faults if "frame-ancestors" in fault]
    page.goto(f"{other_site}/refused.html")
    until(lambda: any("frame-ancestors 'none'" in fault for fault in visitor.faults), page)
    expect(framed.get_by_role("heading")).to_have_count(0)
