"""Journeys of people: lost connections, other languages, keyboards, small screens, curious spectators."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE, picture, until
from tests.page.test_shell import violations
from tests.page.test_table import open_table

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
GAMES = ["Power Grid: Russia", "Power Grid: Japan", "Power Grid: India", "Power Grid: Australia"]
GAMES += ["Power Grid: Germany", "Power Grid: USA"]
GAMES += ["Power Grid: the Card Game", "Colony-61: Light Elements"]
NAMES = {"Turnledger", "EN", "English", "https", "http"}
"""What is not translated: names of people; the language that one may switch to."""
ALL_TEXT = """[document.body.innerText, ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')]
    .flatMap(each => [each.getAttribute('aria-label'), each.title, each.placeholder])].join(' ')"""
WIDTH = "document.documentElement.scrollWidth"


def latin_words(page):
    text = re.sub(r"(power_grid/\w+|card_game|colony61|[0-9a-f]{64}|#\S+)", "", page.evaluate(ALL_TEXT))
    return set(re.findall(r"[A-Za-z]{2,}", text)) - NAMES


@pytest.mark.parametrize("game", [1, 6, 7], ids=["japan", "card_game", "colony61"])
def test_in_russian_nothing_is_left_in_english(visit, game):
    page = visit(locale="ru-RU").open()
    expect(page.get_by_role("heading", name="Открытые столы")).to_be_visible()
    page.get_by_role("button", name="Новый стол").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Игра", exact=True).select_option(index=game)
    expect(dialog.get_by_role("group", name="Варианты правил")).to_be_visible()
    assert latin_words(page) == set()
    dialog.get_by_label("Закрытый").check()
    dialog.get_by_label("Боты").select_option("1")
    dialog.get_by_role("button", name=re.compile("Играть|Открыть стол")).click()
    begin = page.get_by_role("button", name="Начать партию")
    expect(begin.or_(page.locator(".actions.mine button").first)).to_be_visible()
    assert latin_words(page) == set()
    if begin.is_visible():
        begin.click()
    expect(page.locator(".actions.mine button").first).to_be_visible()
    page.get_by_text("Ещё", exact=True).click()
    assert latin_words(page) == set()
    assert violations(page) == {}


@pytest.mark.parametrize("name", ["Seismogenerator", "Сейсмогенератор"])
def test_a_long_name_of_a_card_leaves_its_price_on_the_card(visit, name):
    """A price next to its card cannot be read in the dark scheme."""
    page = visit().open()
    page.set_viewport_size(PHONE)
    open_table(page, game="Colony-61: Light Elements", players="3 players", bots="2")
    expect(page.locator(".g-hand .g-module").first).to_be_visible()
    beside = page.evaluate(
        """name => [...document.querySelectorAll('.g-hand .g-module')].flatMap(card => {
            if (!card.checkVisibility()) return [];
            card.querySelector('b').textContent = name;
            return card.querySelector('.g-cost').getBoundingClientRect().right - card.getBoundingClientRect().right;
        })""",
        name,
    )
    assert all(each < 0 for each in beside), beside


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_shown_within_the_screen_and_axe_finds_nothing(visit, game):
    """On a desktop and on a phone, in the dark, and with letters of twice the size."""
    page = visit().open()
    open_table(page, game=game, players="3 players", bots="2")
    expect(page.locator(".actions.mine button").first).to_be_visible()
    assert violations(page) == {}
    name = re.sub(r"\W+", "-", game.lower()).strip("-")
    picture(page, name)
    page.set_viewport_size(PHONE)
    assert page.evaluate(WIDTH) <= PHONE["width"]
    assert violations(page) == {}
    picture(page, f"{name}-phone")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations(page) == {}
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(WIDTH) <= PHONE["width"]


MOTION = ("stage", "chosen", "moving", "ghosts", "sounds")
AFTER = ("/chat.js", "/seat_affairs.js", *(f"/motion/{each}.js" for each in MOTION))
"""Asked for when the board stands there, however fast they come then."""


def test_the_first_board_takes_few_and_small_scripts(visit):
    """Budgets (docs/decisions/0094): of a first visit to the game with the most of them."""
    player = visit().open()
    open_table(player, game="Power Grid: Russia")
    expect(player.locator(".actions")).to_be_visible()
    visitor = visit()
    scripts = {}
    visitor.context.on("response", lambda answer: scripts.setdefault(answer.url, answer.headers))
    watcher = visitor.open(player.url.partition("#/")[2])
    expect(watcher.locator(".board svg").first).to_be_visible()
    first = {url: headers for url, headers in scripts.items() if url.endswith(".js") and not url.endswith(AFTER)}
    sizes = [int(headers["content-length"]) for headers in first.values()]
    assert 20 < len(sizes) <= 44
    assert sum(sizes) <= 70_000
    others = {"new_table.js", "waiting_room.js", "account.js", "orders.js"}
    assert not others & {url.rpartition("/")[2] for url in scripts}


def test_a_table_is_opened_and_a_move_made_by_the_keyboard_alone(visit):
    page = visit().open()
    expect(page.get_by_label("Show").locator("option")).to_have_count(1 + len(GAMES))
    press_until(page, "New table")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_label("Game")).to_be_focused()
    page.keyboard.press("End")  # the last game of the list: Colony-61
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    press_until(page, "Play", "Open the table")
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    begin = page.get_by_role("button", name="Start the game")
    expect(begin.or_(page.locator(".actions.mine button").first)).to_be_visible()
    if begin.is_visible():
        press_until(page, "Start the game")
        page.keyboard.press("Enter")
    expect(page.locator(".actions.mine button").first).to_be_visible()
    before = page.locator(".feed li").first.inner_text()
    press_until(page, "Let the server choose this once")
    page.keyboard.press("Enter")
    expect(page.locator(".feed li").first).not_to_have_text(before)


def press_until(page, *names):
    """Tab by Tab, until what has the focus is called so."""
    wanted = [each if isinstance(each, re.Pattern) else re.compile(f"^{re.escape(each)}$") for each in names]
    for _ in range(150):
        page.keyboard.press("Tab")
        said = page.evaluate(
            "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText ?? ''"
        )
        if any(each.search(said.strip()) for each in wanted):
            return
    raise AssertionError(f"no way to {names} by Tab")


def test_off_line_for_a_while_the_page_says_so_and_goes_on_by_itself(visit):
    visitor = visit()
    visitor.allowed = ("Failed to load resource", "ERR_")
    page = visitor.open()
    open_table(page)
    expect(page.locator(".actions.mine button").first).to_be_visible()
    visitor.context.set_offline(True)
    expect(page.get_by_text("The server does not answer. The page tries")).to_be_visible()
    visitor.context.set_offline(False)
    expect(page.get_by_text("The server does not answer. The page tries")).to_be_hidden()
    expect(page.locator(".actions.mine button").first).to_be_visible()


ASK = "import('/api.js').then((api) => api.call('Catalogue/GetServer')).then(() => (window.isAnswered = true))"
SAYS_AWAY = """() => {
  const says = () => document.body.innerText.includes("The server does not answer");
  new MutationObserver(() => (window.isAway = says())).observe(document.body, { subtree: true, childList: true });
}"""


def test_answer_to_a_call_begun_before_offline_does_not_hide_that(visit):
    visitor = visit()
    visitor.allowed = ("Failed to load resource", "ERR_")
    page = visitor.open()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    page.evaluate(SAYS_AWAY)
    held = []
    page.route("**/turnledger.v1.Catalogue/GetServer", lambda route: held.append((route, route.fetch())), times=1)
    page.evaluate(f"void {ASK}")
    until(lambda: bool(held), page)
    visitor.context.set_offline(True)
    expect(page.get_by_text("The server does not answer. The page tries")).to_be_visible()
    page.evaluate("window.isAway = true")
    # Everything but the held call fails from here, so that only its answer can show that the server works.
    page.route("**/turnledger.v1.**", lambda route: route.abort("internetdisconnected"))
    (route, answer), *_ = held
    route.fulfill(response=answer)
    page.wait_for_function("window.isAnswered")
    assert page.evaluate("window.isAway"), "an answer from before hid that the page is off line"


def test_the_page_opens_while_the_server_is_away_and_says_so(visit, own_service):
    service = own_service()
    visitor = visit(service.url, service_workers="allow")
    visitor.allowed = ("Failed to load resource", "ERR_")
    page = visitor.open()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), page)
    page.reload()  # now all of it goes through the worker
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    service.stop()
    page.reload()
    expect(page.get_by_text("The server does not answer. The page tries")).to_be_visible()
    service.start()
    expect(page.get_by_text("The server does not answer. The page tries")).to_be_hidden()


STORED = """async () => {
  const places = ["metrics", "readyz", "log/policy", "style.css", "?t=secret", "mail/recover?t=secret"];
  await Promise.all(places.map((each) => fetch(each)));
  const urls = [];
  for (const name of await caches.keys()) urls.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
  return urls;
}"""


def test_the_service_worker_stores_neither_links_with_tokens_nor_answers_of_the_moment(visit, own_service):
    service = own_service(SMTP="smtp://127.0.0.1:25", MAIL_FROM="us@play.example", PUBLIC_URL="https://play.example")
    visitor = visit(service.url, service_workers="allow")
    visitor.allowed = ("Failed to load resource", "ERR_")  # the server ends first
    page = visitor.open()
    until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), page)
    page.reload()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    stored = page.evaluate(STORED)
    assert f"{service.url}/style.css" in stored
    assert not [url for url in stored if "?" in url or re.search("metrics|readyz|/log/|/mail/", url)]


HIDDEN = {"deck", "resourceDeck", "removedBlind", "seed", "secret", "own", "hand"}


def hidden_values(value, at=""):
    """Whatever stands in a field that the public must not know."""
    if isinstance(value, list):
        return [found for each in value for found in hidden_values(each, at)]
    if not isinstance(value, dict):
        return []
    own = [f"{at}.{name}" for name, each in value.items() if name in HIDDEN and each]
    return own + [found for name, each in value.items() for found in hidden_values(each, f"{at}.{name}")]


@pytest.mark.parametrize("game", ["Power Grid: the Card Game", "Colony-61: Light Elements"])
def test_a_spectator_is_sent_nothing_that_is_hidden(visit, game):
    player = visit().open()
    open_table(player, game=game)
    expect(player.locator(".actions.mine button").first).to_be_visible()
    answers = player.evaluate(AS_SPECTATOR, {"place": player.url, "own": True})
    assert hidden_values(answers["board"]) or game != "Colony-61: Light Elements"  # the test sees what is hidden
    watching = visit()
    spectator = watching.open(player.url.partition("#/")[2])
    expect(spectator.locator(".board")).not_to_contain_text("Loading")
    expect(spectator.locator(".actions button")).to_have_count(0)
    answers = spectator.evaluate(AS_SPECTATOR, {"place": player.url, "own": False})
    assert answers["events"]
    assert hidden_values(answers) == []


AS_SPECTATOR = """async ({place, own}) => {
    const {tokens} = JSON.parse(localStorage.getItem('turnledger.session'));
    const gameId = place.split('/').pop();
    const ask = async (method, message) => (await fetch(`/turnledger.v1.${method}`, {method: 'POST',
        headers: {'Content-Type': 'application/json', Authorization: `Bearer ${tokens.accessToken}`},
        body: JSON.stringify({gameId, ...message})})).json();
    const {snapshot} = await ask('Views/GetBoard', {parts: {board: true, options: true}});
    const {events} = await ask('History/ListEvents', {pageSize: 100, words: true});
    return {board: snapshot.board, options: own ? snapshot.options : null, events};
}"""


def test_a_move_that_comes_too_late_is_explained_and_can_be_given_again(visit):
    visitor = visit()
    visitor.allowed = ("Failed to load resource",)
    page = visitor.open()
    open_table(page, game="Colony-61: Light Elements")
    choose = page.get_by_role("button", name="Let the server choose this once")
    expect(choose).to_be_visible()

    def as_if_on_an_old_board(route):
        route.continue_(post_data=json.dumps(route.request.post_data_json | {"expectedVersion": 3}))

    page.route("**/turnledger.v1.Play/Submit", as_if_on_an_old_board, times=1)
    choose.click()
    expect(page.get_by_role("dialog")).to_contain_text("The game has moved on. Look at it and decide again.")
    page.get_by_role("button", name="All right").click()
    before = page.locator(".feed li").first.inner_text()
    choose.click()
    expect(page.locator(".feed li").first).not_to_have_text(before)
