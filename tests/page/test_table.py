"""Tables: sitting down, inviting, bots, the start, and what a seat does around the game."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE, picture, until
from tests.page.test_shell import violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
PENDING = "JSON.parse(localStorage.getItem('turnledger.requests') ?? '[]').length > 0"


def open_table(page, game="Power Grid: the Card Game", players="2 players", bots="1", **checks):
    """Open a table by clicks, from the lobby."""
    page.get_by_role("button", name="New table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(label=game)
    dialog.get_by_label("Players").select_option(label=players)
    dialog.get_by_label("Bots").select_option(bots)
    for label, value in checks.items():
        dialog.get_by_label(label.replace("_", " ")).set_checked(value)
    dialog.get_by_role("button", name=re.compile("^(Play|Open the table)$")).click()


def invitation(host):
    """The link of a private table."""
    expect(host.get_by_label("Link")).to_have_value(re.compile("invite=[0-9A-Za-z]{16}$"))
    return host.get_by_label("Link").input_value()


def play_first(page):
    """The first thing that is offered in an auction of the card game: a plant at its lowest price, or a higher bid."""
    before = page.locator(".feed li").first.inner_text()
    offered = page.locator(".actions.mine").locator("[data-do^=nominate-], [data-do=bid]").first
    is_bid = offered.get_attribute("data-do") == "bid"
    offered.click()
    if not is_bid:
        page.locator("[data-do=open]").click()
    expect(page.locator(".feed li").first).not_to_have_text(before)


def test_a_private_tables_link_seats_who_opens_it_and_everybody_sees_it_fill(visit):
    host = visit().open()
    open_table(host, players="3 players", bots="0", Private=True)
    expect(host.get_by_role("heading", name="Invitation")).to_be_visible()
    expect(host.locator("p.tags")).to_contain_text("a guest has a seat here: not rated")
    link = invitation(host)
    assert violations(host) == {}
    guest = visit(viewport=PHONE, has_touch=True).open(link.partition("#/")[2])
    expect(guest.get_by_role("button", name="Get up")).to_be_visible()
    assert guest.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations(guest) == {}
    expect(host.locator(".places .place")).to_have_count(2)
    host.get_by_role("button", name="A bot that plays greedily").click()
    expect(guest.locator(".places .place")).to_have_count(3)
    picture(host, "waiting-room")
    guest.get_by_role("button", name="Colour of ").click()
    guest.get_by_role("button", name="purple").click()
    expect(host.locator(".places .place").nth(1).locator("path")).to_have_attribute("fill", "#8a4fc0")
    host.get_by_role("button", name="Start the game").click()
    expect(guest.get_by_role("region", name="Events").or_(guest.locator(".feed"))).to_contain_text("begins")
    stranger = visit().open()
    expect(stranger.get_by_role("heading", name="Open tables")).to_be_visible()
    names = stranger.locator(".table-list").all_inner_texts()
    assert not any(host.get_by_role("button", name="Account: ").inner_text().split(" (")[0] in each for each in names)


def test_the_lobby_follows_tables_as_they_open_fill_and_begin(visit):
    watcher, host = visit().open(), visit().open()
    expect(watcher.get_by_role("heading", name="Open tables")).to_be_visible()
    open_table(host, bots="0", Counts_for_the_rating=False)
    name = host.get_by_role("button", name="Account: ").inner_text().removesuffix(" (guest)")
    row = watcher.locator(".table-row", has_text=name)
    expect(row.get_by_role("button", name="Join: ")).to_be_visible()
    expect(row).not_to_contain_text("rated")
    watcher.get_by_label("Show").select_option(label="Colony-61: Light Elements")
    expect(row).to_have_count(0)
    watcher.get_by_label("Show").select_option(label="All games")
    row.get_by_role("button", name="Join: ").click()
    expect(watcher.get_by_role("button", name="Get up")).to_be_visible()
    host.get_by_role("button", name="Start the game").click()
    expect(watcher.locator(".feed")).to_contain_text("begins")
    watcher.get_by_role("link", name="Turnledger").click()
    expect(watcher.get_by_role("region", name="My games").locator(".table-row")).to_have_count(1)


def test_quick_matches_bring_two_strangers_together(visit):
    first, second = visit().open(), visit().open()
    for page in (first, second):
        page.get_by_role("button", name="Quick match").click()
        page.get_by_role("dialog").get_by_label("Game").select_option(label="Colony-61: Light Elements")
        page.get_by_role("button", name="Find opponents").click()
    expect(first.locator(".feed")).to_contain_text("begins")
    expect(second.locator(".feed")).to_contain_text("begins")
    assert first.url == second.url


def test_ready_checks_hold_the_start(visit):
    host, guest = visit().open(), visit().open()
    open_table(host, bots="0", Wait_until_each_seat_is_ready=True, Private=True)
    guest.goto(invitation(host))
    expect(host.get_by_role("button", name="Start the game")).to_be_disabled()
    for page in (host, guest):
        page.get_by_role("button", name="Ready").click()
    expect(host.get_by_role("button", name="Start the game")).to_be_enabled()
    host.get_by_role("button", name="Start the game").click()
    expect(guest.locator(".feed")).to_contain_text("begins")


def test_who_is_called_sees_it_in_title_and_icon(visit):
    visitor = visit()
    page = visitor.open()
    lobby = visitor.open()
    open_table(page)
    expect(page.locator(".actions.mine")).to_be_visible()
    expect(lobby).to_have_title("(1) Your turn · Turnledger")
    assert lobby.locator("link[rel=icon]").get_attribute("href") == "icon-turn.svg"
    expect(lobby.get_by_role("region", name="My games").get_by_role("link", name="Your turn")).to_be_visible()


def test_people_at_a_table_talk_and_mute(visit):
    host, guest = visit().open(), visit().open()
    open_table(host, bots="0", Private=True)
    guest.goto(invitation(host))
    guest.get_by_label("Say something").fill("<b>hello</b> 👋")
    guest.keyboard.press("Enter")
    expect(host.locator(".messages")).to_contain_text("<b>hello</b> 👋")
    host.get_by_label("Say something").fill("привет")
    host.get_by_role("button", name="Send").click()
    expect(guest.locator(".messages")).to_contain_text("привет")


def two_at_a_table(visit, **terms):
    """The tabs of two people in a game of their own that has begun."""
    host, guest = visit().open(), visit().open()
    open_table(host, bots="0", Private=True, **terms)
    guest.goto(invitation(host))
    expect(host.locator(".places .place")).to_have_count(2)
    host.get_by_role("button", name="Start the game").click()
    expect(guest.locator(".actions")).to_be_visible()
    return host, guest


def test_moves_are_undone_asked_back_and_the_game_abandoned_by_vote(visit):
    host, guest = two_at_a_table(visit, Counts_for_the_rating=False)
    one, other = (host, guest) if is_on_turn(host, guest) else (guest, host)
    play_first(one)
    one.get_by_text("More", exact=True).click()
    one.get_by_role("button", name="Ask all players").click()
    expect(other.get_by_role("alert").filter(has_text="asks to take back")).to_be_visible()
    assert violations(other) == {}
    other.get_by_role("button", name="Agree").click()
    expect(one.locator(".actions.mine")).to_be_visible()
    one.get_by_role("button", name="Propose to end").click()
    expect(other.get_by_role("alert").filter(has_text="without a result")).to_be_visible()
    other.get_by_role("button", name="Agree").click()
    expect(one.get_by_role("heading", name="Result")).to_be_visible()
    expect(one.get_by_text("The game ended without a result.")).to_be_visible()


def test_what_is_asked_while_a_moves_answer_is_under_way_is_not_lost(visit):
    """The watch may bring an own move before its answer comes: on a slow network every time."""
    host, guest = two_at_a_table(visit, Counts_for_the_rating=False)
    one, other = (host, guest) if is_on_turn(host, guest) else (guest, host)
    held = []
    one.route("**/turnledger.v1.Play/Submit", lambda route: held.append((route, route.fetch())), times=1)
    play_first(one)
    until(lambda: held, one)
    one.get_by_text("More", exact=True).click()
    one.get_by_role("button", name="Ask all players").click()
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(other.get_by_role("alert").filter(has_text="asks to take back")).to_be_visible()


def is_on_turn(page, other):
    """Waits until one of two is."""
    mine = "document.querySelector('.actions.mine button') !== null"
    until(lambda: page.evaluate(mine) or other.evaluate(mine), page)
    return page.evaluate(mine)


def test_a_seat_is_handed_to_a_bot_taken_back_and_resigned(visit):
    host, guest = two_at_a_table(visit)
    guest.get_by_text("More", exact=True).click()
    guest.get_by_role("button", name="Let a bot play for me, at random").click()
    expect(host.locator(".game-head")).to_contain_text("a bot plays")
    guest.get_by_role("button", name="Take the seat back").click()
    expect(host.locator(".game-head")).not_to_contain_text("a bot plays")
    guest.get_by_role("button", name="Resign").click()
    guest.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(host.locator(".game-head")).to_contain_text("resigned")


def test_a_server_that_dies_in_mid_game_loses_no_move_and_the_page_goes_on_by_itself(visit, own_service):
    service = own_service()
    visitor = visit(service.url)
    visitor.allowed = ("Failed to load resource", "ERR_")
    page = visitor.open()
    open_table(page)
    play_first(page)
    told = page.locator(".feed li").first.inner_text()
    service.kill()
    expect(page.get_by_text("The server does not answer. The page tries again by itself")).to_be_visible()
    service.start()
    expect(page.get_by_text("The server does not answer. The page tries again by itself")).to_be_hidden()
    expect(page.locator(".feed")).to_contain_text(told.partition(" ")[2], ignore_case=True)
    expect(page.locator(".actions.mine")).to_be_visible()
    play_first(page)


def test_a_move_whose_answer_was_lost_in_a_reload_happens_once(visit):
    visitor = visit()
    visitor.allowed = ("Failed to load resource", "ERR_")
    page = visitor.open()
    open_table(page, game="Colony-61: Light Elements")
    expect(page.locator("[data-do=default]")).to_be_visible()
    sent = []

    def lose(route):
        sent.append(route.request.post_data_json["requestId"])
        if len(sent) == 1:
            route.fetch()  # the server has it; the page never hears of it
            route.abort()
        else:
            route.continue_()

    page.route("**/turnledger.v1.Play/Submit", lose)
    page.locator("[data-do=default]").click()
    until(lambda: sent, page)
    assert page.evaluate(PENDING)
    page.reload()
    until(lambda: not page.evaluate(PENDING), page)
    assert len(sent) >= 2
    assert len(set(sent)) == 1


def test_six_tabs_of_a_browser_all_move_on(visit):
    visitor = visit()
    page = visitor.open()
    open_table(page)
    expect(page.locator(".actions.mine button").first).to_be_visible()
    tabs = [page, *(visitor.open(page.url.partition("#/")[2]) for _ in range(5))]
    for tab in tabs:
        expect(tab.locator(".actions.mine")).to_be_visible()
    play_first(page)
    told = page.locator(".feed li").first.inner_text().partition(" ")[2]
    for tab in tabs:
        expect(tab.locator(".feed")).to_contain_text(told, ignore_case=True)
    play_first(tabs[5])
