"""Newcomers: a game at once, the fuel of their own plants, an answer to every press, the latest events."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE, until
from tests.page.players import Player, card_game, colony61, open_table, power_grid
from tests.page.test_shell import violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
FUEL = '[data-do^="add-"]'
CUT = """what => [...document.querySelectorAll(what)].filter(each => each.scrollHeight > each.clientHeight + 1
    || each.scrollWidth > each.clientWidth + 1).map(each => each.outerHTML)"""


def played_to(page, turn, game, kind):
    """A player who has played until something of this kind is asked."""
    open_table(page, game, 2)
    player = Player(page)
    while not any(each.startswith(kind) for each in player.offered()):
        turn(player, player.offered())
    return player


def test_one_press_and_another_begin_a_game_against_bots(visit):
    page = visit(viewport=PHONE, has_touch=True).open()
    page.get_by_role("button", name="Play against bots").click()
    play = page.get_by_role("dialog").get_by_role("button", name="Play", exact=True)
    expect(play).to_be_in_viewport()
    assert violations(page) == {}
    play.click()
    expect(page.locator(".g-board")).to_be_visible()
    expect(page.locator(".game-head .seats li")).to_have_count(3)
    page.get_by_role("link", name="Turnledger").click()
    expect(page.locator(".mine .table-row .chip")).to_have_text([re.compile("Guest"), *[re.compile("bot$")] * 2])
    expect(page.locator(".table-row .when")).not_to_contain_text("rated")  # a guest knows; each row would repeat it


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_links_of_the_head_are_one_line_on_a_phone(visit, language):
    page = visit(viewport=PHONE, locale=language).open()
    links = page.locator(".top nav > *")
    expect(links).to_have_count(6)
    assert len(set(links.evaluate_all("all => all.map(each => each.offsetTop)"))) == 1
    assert page.locator(".top nav").evaluate("each => each.scrollWidth - each.clientWidth") <= 0


def test_who_buys_fuel_sees_what_the_own_plants_burn(visit):
    page = visit().open()
    played_to(page, power_grid, "power_grid/russia", "add-")
    own = page.locator(".g-seats .g-me .g-plant")
    said = own.evaluate_all("all => all.map(each => each.title)")
    assert said
    assert page.locator(".actions .g-mine .g-plant").evaluate_all("all => all.map(each => each.title)") == said


def test_in_the_card_game_too(visit):
    page = visit().open()
    played_to(page, card_game, "card_game", "buy-")
    expect(page.locator(".actions .g-mine .g-plant")).to_have_count(page.locator(".g-seats .g-me .g-plant").count())
    expect(page.locator(".actions .g-mine")).to_contain_text("room for")


def test_a_full_basket_is_not_left_behind_unasked(visit):
    page = visit().open()
    player = played_to(page, power_grid, "power_grid/russia", "add-")
    asked = page.locator(".actions .g-sure")
    player.press("finish")
    expect(asked).to_contain_text("Buy no fuel now?")
    page.locator(f".actions {FUEL}:not(.g-why)").first.click()
    player.move("buy")
    expect(asked).to_have_count(0)  # something was bought: nothing is asked about that any more
    more = page.locator(f".actions {FUEL}:not(.g-why)")
    if more.count():
        more.first.click()
        player.press("finish")
        expect(asked).to_contain_text("not bought yet")


def test_running_plants_tells_what_it_pays(visit):
    page = visit().open()
    player = played_to(page, power_grid, "power_grid/russia", "run")
    told = re.compile(r"These power (\d+) of your \d+ cities\.\s*income (\d+)")
    found = told.search(page.locator(".actions").inner_text())
    assert found
    player.move("run")
    expect(page.locator(".feed")).to_contain_text(re.compile(rf"\(you\) .*[Ee]arns {found[2]} "))


def test_a_phone_shows_what_others_did_last(visit):
    page = visit(viewport=PHONE, has_touch=True).open()
    played_to(page, power_grid, "power_grid/russia", "build-")
    lately = page.locator(".actions .lately")
    expect(lately).to_contain_text("greedy")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(lately).to_be_hidden()


def test_on_a_phone_a_question_begins_at_its_top(visit):
    """However far down the question before it was answered."""
    page = visit(viewport=PHONE, has_touch=True).open()
    played_to(page, colony61, "colony61", "decide-")
    until(lambda: page.locator(".actions").evaluate("each => each.scrollTop") == 0, page)


def test_the_head_and_the_lobby_count_a_game_as_its_board_does(visit):
    page = visit().open()
    for game, count in (("colony61", "Turn 0"), ("card_game", "Round 1")):
        open_table(page, game)
        expect(page.locator(".g-phases .g-when").first).to_have_text(count)
        expect(page.locator(".game-head .where")).to_contain_text(f" {count} · ")
        page.get_by_role("link", name="Turnledger").click()
        expect(page.locator(".mine .table-row .when").filter(has_text=count)).to_have_count(1)


MINE = """async () => {
    const { told } = await import("/games/power_grid/plants.js");
    const edition = { file: { mines: [23] }, data: { plants: [{ plant: "23", powers: 3, kind: "uranium" }] } };
    return told({ edition, t: (text, { n } = {}) => text.replace("{n}", n) }, "23");
}"""


ASKED = """async () => {
    const [{ Nominating }, { Sell }] = await Promise.all([
        import("/games/bidding.js"), import("/games/power_grid/turns.js"),
    ]);
    const game = { t: (text) => text };
    const said = [0, 1].map((n) => Nominating({ game, n }).props.says);
    return [...said, JSON.stringify(Sell({ game, decline: {} })).includes('"Sell nothing"')];
}"""


def test_questions_say_what_is_possible(visit):
    page = visit().open()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    says = ["There is no plant that you could buy.", "Choose a plant to put up for auction.", True]
    assert page.evaluate(ASKED) == says


def test_australia_says_how_its_ways_and_mines_differ(visit):
    page = visit().open()
    open_table(page, "power_grid/australia")
    lines = page.locator(".g-modules li")
    expect(lines).to_have_text(
        [
            "No way costs more than 20: cities without a line cost that.",
            "Uranium plants are mines: they power no city. After the cities' income they sell uranium.",
            "No uranium can be sold now: its market is full.",
        ]
    )
    player = Player(page)
    while "Round 1" in page.locator(".game-head .where").inner_text():
        power_grid(player, player.offered())
    expect(lines.last).to_have_text("Each unit of uranium sells for 2 now.")
    assert page.evaluate(MINE) == "23: uranium mine, sells 3 a round"


def test_what_was_done_last_is_cut_at_the_end_of_a_line(visit):
    page = visit().open()
    player = played_to(page, power_grid, "power_grid/russia", "build-")
    player.move(next(each for each in player.offered() if each.startswith("build-")))
    expect(page.locator(".undo .button")).to_contain_text("Undo: ")
    assert page.locator(".undo").evaluate(f"() => ({CUT})('.undo .button')") == []


def test_a_dialog_goes_with_the_screen_that_it_lay_over(visit):
    page = visit().open("people")
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    page.get_by_role("link", name="Turnledger").click()
    page.get_by_role("button", name="Account: ").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("file", "kind", "name"),
    [
        ("views/clubs.js", "link", "Clubs"),
        ("new_table.js", "button", "New table"),
        ("around/account.js", "button", "Account: "),
    ],
)
def test_what_takes_its_time_says_so(visit, file, kind, name):
    page = visit().open()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    waiting = []
    page.route(f"**/{file}", lambda route: waiting.append(route))
    page.get_by_role(kind, name=name).click()
    expect(page.locator(".coming")).to_have_text("Loading…")
    until(lambda: waiting, page)
    waiting[0].continue_()
    expect(page.locator(".coming")).to_have_count(0)
    expect(page.get_by_role("dialog").or_(page.get_by_role("heading", name="Clubs", exact=True)).first).to_be_visible()


@pytest.mark.parametrize(("language", "regions"), [("en", "green,pink,brown"), ("ru", "green,pink,purple")])
def test_no_name_of_a_city_lies_over_another(visit, language, regions):
    page = visit(locale=language).open()
    page.locator(".start button").nth(2).click()
    page.locator(f'dialog option[value="{regions}"]').evaluate("""option => {
        option.parentElement.value = option.value
        option.parentElement.dispatchEvent(new Event("change", {bubbles: true}))
    }""")
    page.locator("dialog [type=submit]").click()
    names = page.locator(".g-city-name")
    expect(names.first).to_be_attached()
    over = names.evaluate_all(
        """all => all.flatMap((one, place) => all.slice(place + 1).filter(other => {
            const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            return wide > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6
        }).map(other => `${one.textContent} ${other.textContent}`))"""
    )
    assert over == []


def enveloped(message):
    body = json.dumps(message).encode()
    return bytes([0]) + len(body).to_bytes(4, "big") + body


def test_hundreds_of_changes_at_once_draw_the_lobby_once(visit):
    page = visit().open("settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    kept = {"gameId": "00000000-0000-4000-8000-000000000001", "status": "TABLE_STATUS_OPEN", "variant": "card_game"}
    table = kept | {"seats": 4, "occupants": [], "toAct": [], "options": {}}
    messages = [
        {"tables": [table | {"version": n + 1, "seats": 2 + n % 3}], "resumeToken": f"t{n}"} for n in range(400)
    ]
    body = enveloped({"tables": [], "resumeToken": "t"}) + b"".join(map(enveloped, messages))
    answers = iter([body])
    page.route(
        "**/turnledger.v1.Views/WatchLobby",
        lambda route: (
            (found := next(answers, None)) and route.fulfill(body=found, content_type="application/connect+json")
        ),
    )
    page.evaluate(
        """() => { window.drawn = 0; new MutationObserver(() => window.drawn++)
            .observe(document.body, {subtree: true, childList: true, characterData: true}) }"""
    )
    page.get_by_role("link", name="Turnledger").click()
    expect(page.locator(".table-row")).to_contain_text("2 seats are free")
    assert page.evaluate("window.drawn") < 50
