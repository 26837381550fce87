"""The page in Firefox: the lobby, a whole game, a server that is away, and the page that opens without one."""

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, a_firefox, firefox, until
from tests.page.players import Player, card_game, open_table, power_grid

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
AWAY = "The server does not answer. The page tries"


@pytest.fixture(scope="module")
def browser():
    """Take the place of Chromium for the fixtures of this module."""
    if firefox() is None:
        pytest.skip("NO FIREFOX: the page was not tested in Firefox (apt-get install firefox-esr)")
    with a_firefox() as started:
        yield started


def test_a_whole_game_is_played_by_clicks_in_firefox(visit):
    page = visit().open()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    open_table(page, "card_game")
    player = Player(page)
    player.play(card_game)
    expect(page.locator(".g-result tbody tr").nth(1)).to_be_visible()
    assert len(player.moves) > 10


def test_firefox_follows_a_lobby_plays_on_a_map_and_reconnects(visit, own_service):
    service = own_service()
    watcher, visitor = visit(service.url), visit(service.url)
    for each in (watcher, visitor):
        each.allowed = ("Failed to load", "NetworkError", "ERR_", "NS_ERROR", "Cross-Origin")
    seen, page = watcher.open(), visitor.open()
    expect(seen.get_by_role("heading", name="Being played")).to_be_visible()
    open_table(page, "power_grid/russia")
    expect(seen.locator(".table-row")).to_have_count(1)
    player = Player(page)
    power_grid(player, player.offered())
    service.stop()
    expect(page.get_by_text(AWAY)).to_be_visible()
    service.start()
    expect(page.get_by_text(AWAY)).to_be_hidden()
    assert player.offered()
    assert page.evaluate("document.querySelector('.g-map > .g-land').getBoundingClientRect().width") > 300


def test_firefox_opens_the_page_while_the_server_is_away(visit, own_service):
    service = own_service()
    visitor = visit(service.url, service_workers="allow")
    visitor.allowed = ("Failed to load", "NetworkError", "ERR_", "NS_ERROR", "Cross-Origin")
    page = visitor.open()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), page)
    page.reload()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    service.stop()
    page.reload()
    expect(page.get_by_text(AWAY)).to_be_visible()
    service.start()
    expect(page.get_by_text(AWAY)).to_be_hidden()
