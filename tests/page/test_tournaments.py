"""A tournament on the page: opened, entered, started; the player's game, moving standings, an official's decision."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE
from tests.page.test_shell import SESSION, violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)


def opened(page, name, rounds="1", form="SWISS"):
    """A tournament for two at a table."""
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("button", name="Open a tournament").click()
    page.get_by_label("Its name").fill(name)
    page.get_by_label("Pairings").select_option(form)
    page.get_by_label("Game").select_option("card_game")
    page.get_by_label("Players at a table").select_option("2")
    if form == "SWISS":
        page.get_by_label("Rounds").select_option(rounds)
    page.get_by_role("button", name="Open it").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def is_for_everybody(page):
    """Nothing that axe complains of, and nothing wider than the screen."""
    assert violations(page) == {}
    return page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_tournament_is_opened_entered_played_and_told_to_everybody(visit):
    host, guest = visit().open(), visit(locale="ru-RU", viewport=PHONE, has_touch=True).open()
    expect(host.get_by_role("button", name="Account: ")).to_be_visible()
    opened(host, "Autumn Cup")
    host.get_by_role("button", name="Enter", exact=True).click()
    guest.goto(host.url)
    expect(guest.get_by_role("heading", name="Участники")).to_be_visible()
    guest.get_by_role("button", name="Записаться").click()
    expect(host.get_by_role("region", name="Entrants").get_by_role("listitem")).to_have_count(2)
    host.get_by_role("button", name="Start the tournament").click()
    own = guest.get_by_role("region", name="Вы в этом турнире")
    own.get_by_role("link", name="Стол 1").click()
    expect(guest.locator(".g-board")).to_be_visible()  # who withdraws earlier leaves the game to a bot (EV-TABLE-02)
    guest.go_back()
    own.get_by_role("button", name="Сняться").click()
    expect(host.get_by_text("is over", exact=False).first).to_be_visible()
    expect(guest.get_by_role("region", name="Положение").get_by_role("row")).to_have_count(3)
    guest.get_by_text("Таблица встреч", exact=True).click()
    cells = guest.get_by_role("group", name="Таблица встреч").get_by_role("cell")
    expect(cells).to_have_text(["×", "", "", "×"])  # a seat that was left scores nothing
    assert is_for_everybody(guest)
    standings = host.get_by_role("region", name="Standings").get_by_role("row")
    expect(standings).to_have_count(3)
    expect(standings.nth(1)).to_contain_text("1")
    with host.expect_download() as sheet:
        host.get_by_role("button", name="Standings for a spreadsheet").click()
    assert sheet.value.path().read_text().startswith("rank,division,name")
    host.get_by_role("link", name="All tournaments").click()
    expect(host.get_by_role("region", name="Yours").get_by_role("link", name="Autumn Cup")).to_be_visible()


def test_an_official_decides_with_a_reason_and_nobody_else_is_asked_to(visit):
    host, guest = visit().open(), visit().open()
    expect(host.get_by_role("button", name="Account: ")).to_be_visible()
    opened(host, "Winter Cup")
    guest.goto(host.url)
    expect(guest.get_by_role("heading", name="Winter Cup")).to_be_visible()
    expect(guest.get_by_role("heading", name="For officials")).to_have_count(0)
    host.get_by_role("button", name="Decide…").click()
    assert is_for_everybody(host)
    options = host.get_by_label("Decision", exact=True).locator("option")
    expect(options.last).to_have_text("Cancel the tournament")
    expect(host.get_by_role("button", name="Decide", exact=True)).to_be_disabled()
    host.get_by_label("Decision", exact=True).select_option("cancel")
    host.get_by_label("Why").fill("nobody came")
    host.get_by_role("button", name="Decide", exact=True).click()
    expect(host.get_by_role("alert")).to_contain_text("Cancel “Winter Cup” for good?")
    assert is_for_everybody(host)
    host.get_by_role("button", name="Cancel the tournament", exact=True).click()
    expect(guest.get_by_text("is over")).to_be_visible()
    expect(host.get_by_role("heading", name="For officials")).to_have_count(0)


def decides(page, kind, why="", **fields):
    """An official's decision, with what else is asked for by its label."""
    page.get_by_role("button", name="Decide…").click()
    page.get_by_label("Decision", exact=True).select_option(kind)
    for label, text in (fields | ({"Why": why} if why else {})).items():
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("button", name="Decide", exact=True).click()


def test_the_place_of_who_has_gone_is_offered_and_taken_for_the_rounds_that_follow(visit):
    host, guest, other = visit().open(), visit().open(), visit(locale="ru-RU", viewport=PHONE, has_touch=True).open()
    for page, button in ((host, "Account: "), (guest, "Account: "), (other, "Учётная запись: ")):
        expect(page.get_by_role("button", name=button)).to_be_visible()
    newcomer = other.evaluate(SESSION)["account"]["accountId"]
    opened(host, "Spring Cup", rounds="2")
    host.get_by_role("button", name="Enter", exact=True).click()
    guest.goto(host.url)
    guest.get_by_role("button", name="Enter", exact=True).click()
    expect(host.get_by_role("region", name="Entrants").get_by_role("listitem")).to_have_count(2)
    host.get_by_role("button", name="Start the tournament").click()
    expect(
        guest.get_by_role("region", name="You in this tournament").get_by_role("link", name="Table 1")
    ).to_be_visible()
    decides(host, "pause", "a break")
    expect(host.get_by_role("status").filter(has_text="is paused")).to_be_visible()
    guest.get_by_role("button", name="Withdraw", exact=True).click()
    expect(host.get_by_text("0 games are not over.", exact=True)).to_be_visible()
    decides(host, "replace", "has moved away", **{"Name of the player, or id of the account": newcomer})
    other.goto(host.url)
    expect(other.get_by_text("Вам предлагают место.", exact=True)).to_be_visible()
    assert is_for_everybody(other)
    other.get_by_role("button", name="Записаться", exact=True).click()
    expect(other.get_by_role("button", name="Сняться", exact=True)).to_be_visible()
    decides(host, "resume")
    expect(host.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()
    expect(other.get_by_role("region", name="Вы в этом турнире").get_by_role("link", name="Стол 2")).to_be_visible()


def test_an_arena_says_until_when_it_lasts_and_who_is_free_plays(visit):
    host, guest = visit().open(), visit(locale="ru-RU", viewport=PHONE, has_touch=True).open()
    expect(host.get_by_role("button", name="Account: ")).to_be_visible()
    host.get_by_role("link", name="Tournaments").click()
    host.get_by_role("button", name="Open a tournament").click()
    host.get_by_label("Its name").fill("Evening Arena")
    host.get_by_label("Pairings").select_option("ARENA")
    host.get_by_label("Game", exact=True).select_option("card_game")
    host.get_by_label("Players at a table").select_option("2")
    host.get_by_label("Minutes that it lasts").select_option("60")
    assert is_for_everybody(host)
    host.get_by_role("button", name="Open it").click()
    expect(host.get_by_role("heading", name="Evening Arena")).to_be_visible()
    host.get_by_role("button", name="Enter", exact=True).click()
    guest.goto(host.url)
    guest.get_by_role("button", name="Записаться", exact=True).click()
    expect(host.get_by_role("region", name="Entrants").get_by_role("listitem")).to_have_count(2)
    host.get_by_role("button", name="Start the tournament").click()
    expect(guest.get_by_role("status").filter(has_text=" · до ")).to_be_visible()
    expect(
        guest.get_by_role("region", name="Вы в этом турнире").get_by_role("link", name="Стол 1", exact=True)
    ).to_be_visible()
    expect(guest.get_by_role("region", name="Кто с кем играет").get_by_role("listitem")).to_have_count(1)
    assert is_for_everybody(guest)


GIVE = """async ([method, message]) => {
  const { call } = await import("./api.js");
  return call(method, { requestId: crypto.randomUUID(), ...message });
}"""


def test_a_game_without_a_result_waits_for_an_official_who_decides_its_places(visit):
    host, guest, other = visit().open(), visit().open(), visit().open()
    for page in (host, guest, other):
        expect(page.get_by_role("button", name="Account: ")).to_be_visible()
    opened(host, "Summer Cup")
    for page in (guest, other):
        page.goto(host.url)
        page.get_by_role("button", name="Enter", exact=True).click()
    expect(host.get_by_role("region", name="Entrants").get_by_role("listitem")).to_have_count(2)
    host.get_by_role("button", name="Start the tournament").click()
    table = guest.get_by_role("region", name="You in this tournament").get_by_role("link", name="Table 1", exact=True)
    expect(table).to_be_visible()
    game = table.get_attribute("href").rpartition("/")[2]
    decides(host, "pause", "a quarrel")
    expect(host.get_by_role("status").filter(has_text="is paused")).to_be_visible()
    other.evaluate(GIVE, ["Play/Act", {"gameId": game, "proposeAbandon": {}}])
    guest.evaluate(GIVE, ["Play/Act", {"gameId": game, "vote": {"agree": True}}])
    queue = host.get_by_role("list", name="Games without a result", exact=True)
    queue.get_by_role("button", name="Table 1: decide its places", exact=True).click()
    ranks, scores = host.get_by_label("Place of "), host.get_by_label("Score of ")
    expect(ranks).to_have_count(2)
    for seat, (rank, score) in enumerate((("2", "4"), ("1", "9"))):
        ranks.nth(seat).select_option(rank)
        scores.nth(seat).fill(score)
    assert is_for_everybody(host)
    host.get_by_label("Why", exact=True).fill("as both say")
    host.get_by_role("button", name="Decide", exact=True).click()
    expect(queue).to_have_count(0)
    best = guest.get_by_role("region", name="Standings", exact=True).get_by_role("row").nth(1)
    expect(best.get_by_role("cell", name="1", exact=True)).to_have_count(4)  # place, points, games, won
    guest.get_by_text("Crosstable", exact=True).click()
    expect(guest.get_by_role("group", name="Crosstable").get_by_role("cell")).to_have_text(["×", "1", "0", "×"])
    decides(host, "resume")
    expect(guest.get_by_role("status").filter(has_text="is over")).to_be_visible()


def named(page):
    """The name of the page's account."""
    return page.evaluate(SESSION)["account"]["displayName"]


def gives(page, sheet):
    """Paste a sheet in place of the one before."""
    page.get_by_role("textbox", name="Tables", exact=True).fill(sheet)
    return page.get_by_role("list", name="Tables", exact=True).get_by_role("listitem")


def test_an_organiser_gives_tables_changes_players_and_annuls_by_clicks(visit):
    visitors = [visit() for _ in range(4)]
    visitors[0].allowed = ("400",)  # a refused sheet
    host, ann, bob, cid = players = [each.open() for each in visitors]
    for page in players:
        expect(page.get_by_role("button", name="Account: ")).to_be_visible()
    opened(host, "League Night", form="GIVEN")
    for page in (ann, bob, cid):
        page.goto(host.url)
        page.get_by_role("button", name="Enter", exact=True).click()
    expect(host.get_by_role("region", name="Entrants").get_by_role("listitem")).to_have_count(3)
    host.get_by_role("button", name="Start the tournament").click()
    host.get_by_role("button", name="Give tables…").click()
    a, b, c = map(named, (ann, bob, cid))
    give = host.get_by_role("button", name=re.compile("Give the tables"))
    lines = gives(host, f"Window\t{a}\tZed\nDoor\t{b}\t{c}")
    expect(lines).to_contain_text(["Zed has not entered.", f"Door: {b}, {c}"])
    expect(give).to_be_disabled()
    problems = host.get_by_role("dialog").get_by_role("status")
    expect(problems).to_have_text("Lines to correct: 1")
    assert is_for_everybody(host)
    lines = gives(host, f"Window,{a},{b}\n,{b},{c}")
    expect(problems).to_have_text("")
    give.click()  # the server refuses the second line, and gives no table
    expect(lines.nth(1)).to_contain_text("Table 2 cannot be given like this. Wrong: name.")
    gives(host, f'name;first;second;third\n"Window";{a};{b};\n\nDoor;{b};{c};')
    give.click()
    given = host.get_by_role("dialog", name="Tables given: 2")
    expect(given.get_by_role("listitem")).to_have_text([f"Window: {a}, {b}", f"Door: {b}, {c}"])
    given.get_by_role("button", name="Close").click()

    own = ann.get_by_role("region", name="You in this tournament")
    window = own.get_by_role("link", name="Window", exact=True)
    expect(window).to_be_visible()
    ann.evaluate(GIVE, ["Play/Act", {"gameId": window.get_attribute("href").rpartition("/")[2], "resign": {}}])
    tables = host.get_by_role("list", name="Open tables", exact=True).get_by_role("listitem")
    expect(tables).to_have_count(1)
    host.get_by_role("button", name="Other players for Door").click()
    host.get_by_label("Seat 2", exact=True).select_option(a)
    host.get_by_label("Why", exact=True).fill("is ill")
    host.get_by_role("button", name="Decide", exact=True).click()
    expect(host.get_by_role("alert")).to_contain_text("is annulled, and another one begins.")
    assert is_for_everybody(host)
    host.get_by_role("button", name="Change the players", exact=True).click()
    expect(tables).to_contain_text([f"Door: {b}, {a}"])
    expect(own.get_by_role("link", name="Door", exact=True)).to_be_visible()

    host.evaluate("localStorage.setItem('turnledger.language', 'ru')")
    host.set_viewport_size(PHONE)
    host.reload()
    host.get_by_role("button", name="Аннулировать: Door").click()
    host.get_by_label("Причина", exact=True).fill("сыграли дома")
    host.get_by_role("button", name="Решить", exact=True).click()
    asked = host.get_by_role("dialog").get_by_role("button")
    expect(asked).to_have_text(["Назад", "Аннулировать партию"])
    assert is_for_everybody(host)
    asked.last.click()
    expect(host.get_by_role("region", name="Кто с кем играет").get_by_text("(аннулирована)")).to_have_count(2)
    host.get_by_role("button", name="Решить…").click()
    host.get_by_label("Решение", exact=True).select_option("closePairing")
    host.get_by_role("button", name="Решить", exact=True).click()
    host.get_by_role("button", name="Закрыть", exact=True).click()
    expect(bob.get_by_role("status").filter(has_text="is over")).to_be_visible()
    best = bob.get_by_role("region", name="Standings", exact=True).get_by_role("row").nth(1)
    expect(best.get_by_role("rowheader")).to_have_text(b)
