"""The page where the browser, the computer and the network around it are not as they should be."""

import json
import re
import uuid

import psycopg
import pytest
from playwright.sync_api import expect

from services.store.schema import migrate
from support.browser import PATIENCE_MS, chromium, until
from tests.page.players import Player, open_table, opening

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
TOKEN = "JSON.parse(localStorage.getItem('turnledger.session'))?.tokens.accessToken"
NO_COOKIES = {"profile": {"default_content_setting_values": {"cookies": 2}}}
NOT_STORED = "This browser stores nothing for this page."
CLOCK = """(() => { const off = %d * 1000, D = Date; window.Date = class extends D {
    constructor(...given) { given.length ? super(...given) : super(D.now() + off) }
    static now() { return D.now() + off } } })()"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
SEEN = """state => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange')) }"""
KEPT = ("session", "colors", "calls", "chances", "requests", "language", "theme", "log.policy")
CUT_OFF = dict.fromkeys(KEPT, '{"account":[')
OF_ANOTHER_KIND = {
    "session": '{"account":{"accountId":1}}', "colors": '{"red":"url(x)"}', "calls": "[]", "chances": "7",
    "requests": "{}", "language": "русский",
}  # fmt: skip


def stored(values):
    """A script that stores these, where nothing is yet."""
    return f"""if (location.host) for (const [name, value] of Object.entries({json.dumps(values)}))
        localStorage.getItem(`turnledger.${{name}}`) ?? localStorage.setItem(`turnledger.${{name}}`, value)"""


STATES = {"full": FULL, "broken": stored(CUT_OFF), "of_another_kind": stored(OF_ANOTHER_KIND)}


@pytest.fixture
def closed_profile(browser, service, tmp_path):
    """A profile whose owner blocks all data of sites."""
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default/Preferences").write_text(json.dumps(NO_COOKIES))
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=chromium(), args=["--no-sandbox"], locale="en-GB", base_url=service.url
    )
    yield context
    context.close()


def test_a_browser_that_blocks_storage_shows_the_page_and_plays(closed_profile):
    faults = []
    page = closed_profile.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("/")
    expect(page.get_by_text(NOT_STORED)).to_be_visible()
    open_table(page, "card_game")
    player = Player(page)
    first_turn(player, player.offered())
    expect(page.locator(".feed li").nth(1)).to_be_visible()
    assert faults == []


def first_turn(player, offered):
    """Pass the bot's auction, or open the first one."""
    if "pass" in offered:
        player.move("pass")
        return
    player.press(next(each for each in offered if each.startswith("nominate-")))
    player.move("open")


@pytest.mark.parametrize("state", STATES)
def test_a_storage_that_is_no_use_stops_nobody_from_playing(visit, state):
    visitor = visit()
    visitor.context.add_init_script(STATES[state])
    page = visitor.open()
    expect(page.get_by_role("button", name="Account: ")).to_contain_text("(guest)")
    open_table(page, "colony61")
    player = Player(page)
    player.offered()
    player.move("default")
    assert page.get_by_text(NOT_STORED).count() == (state == "full")


@pytest.mark.parametrize("tags", [["en-US@posix", "en"], ["C"], ["x-klingon", "ru_RU"], []])
def test_a_language_that_no_browser_knows_leaves_the_page_readable(visit, tags):
    visitor = visit()
    visitor.context.add_init_script(
        f"Object.defineProperty(Navigator.prototype, 'languages', {{get: () => {json.dumps(tags)}}})"
    )
    expect(visitor.open().get_by_role("heading", name="Open tables")).to_be_visible()


def post(url, page, method, token=None, **message):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    answer = page.request.post(f"{url}/turnledger.v1.{method}", data=json.dumps(message), headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


def guest(url, page):
    return post(url, page, "Accounts/SignInAsGuest")["tokens"]["accessToken"]


def started(url, page, own, others, **terms):
    """The table that this page's player and these others begin, with its version."""
    made = post(url, page, "Lobby/CreateTable", own, requestId=str(uuid.uuid4()), join=True, **terms)
    table = {"gameId": made["table"]["gameId"]}
    for token in others:
        post(url, page, "Lobby/JoinTable", token, requestId=str(uuid.uuid4()), **table)
    begun = post(url, page, "Lobby/StartGame", own, requestId=str(uuid.uuid4()), **table)
    return table["gameId"], begun["table"]["version"]


@pytest.mark.parametrize("hours", [0, 3, -3, 26])
def test_clocks_go_by_the_servers_time_on_a_computer_whose_clock_is_wrong(visit, hours):
    visitor = visit()
    visitor.context.add_init_script(CLOCK % (hours * 3600))
    page = visitor.open()
    until(lambda: page.evaluate(TOKEN), page)
    own = page.evaluate(TOKEN)
    game, _ = started(
        visitor.url, page, own, [guest(visitor.url, page)],
        variant="card_game", seats=2, terms={"clock": {"bankS": 300, "incrementS": 10}},
    )  # fmt: skip
    page.goto(f"{visitor.url}/#/table/{game}")
    running = page.locator("time.clock[title^=until]")
    expect(running).to_have_text(re.compile(r"^(4:[345]\d|5:00)$"))
    page.goto(f"{visitor.url}/#/")
    expect(page.locator(".mine .table-row .when, .table-row .when").first).to_contain_text("this minute")


def test_a_bid_typed_for_one_plant_is_not_proposed_for_the_next(visit):
    visitor = visit()
    page, url = visitor.open(), visitor.url
    until(lambda: page.evaluate(TOKEN), page)
    own = page.evaluate(TOKEN)
    others = [guest(url, page), guest(url, page)]
    tokens = [own, *others]
    while True:  # until the player of the page is the last in order
        game, version = started(url, page, own, others, variant="power_grid/japan", seats=3)
        shown = post(url, page, "Views/GetBoard", own, gameId=game, minVersion=version, parts={"board": True})
        board = shown["snapshot"]["board"]
        first, second, third = board["powerGrid"]["order"]
        if third == 0:
            break

    def act(seat, command):
        message = {"requestId": str(uuid.uuid4()), "gameId": game, "command": {"powerGrid": command}}
        post(url, page, "Play/Submit", tokens[seat], **message)

    def others_pass(last):
        for seat in (1, 2):
            options = post(url, page, "Play/ListOptions", tokens[seat], gameId=game).get("options", [])
            if any("passBidOption" in each["powerGrid"] for each in options):
                act(seat, {"passBid": {}})
                return None if last else others_pass(last=True)
        return None

    page.goto(f"{url}/#/table/{game}")
    act(first, {"nominatePlant": {"plant": "6", "bid": 6}})
    others_pass(last=False)
    field = page.get_by_role("spinbutton", name="Bid")
    field.fill("45")
    field.press("Tab")
    expect(page.locator("[data-do=bid]")).to_have_text("Bid 45")
    page.locator("[data-do=pass]").click()
    expect(page.locator("[data-do=bid]")).to_have_count(0)
    others_pass(last=False)
    act(second, {"nominatePlant": {"plant": "3", "bid": 3}})
    others_pass(last=False)
    expect(page.locator("[data-do=bid]")).to_have_text("Bid 4")


def test_the_page_opens_without_the_server_after_one_visit(visit, own_service):
    service = own_service()
    visitor = visit(service.url, locale="ru-RU", service_workers="allow")
    visitor.allowed = ("Failed to load resource", "ERR_")
    page = visitor.open()
    expect(page.get_by_role("heading", name="Открытые столы")).to_be_visible()
    until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), page)
    service.kill()
    again = visitor.open()
    expect(again.get_by_text("Сервер не отвечает. Страница попробует снова сама")).to_be_visible()
    expect(again.get_by_role("button", name="Быстрая игра")).to_be_visible()


def test_a_table_is_shown_as_the_store_has_it_after_it_lost_the_last_event(own_service, postgres_url, visit):
    """The event is of a bot that takes the last seat. It is seated again, and the game begins."""
    migrate(postgres_url)
    page = visit(own_service(STORE=postgres_url).url).open()
    dialog = opening(page, "power_grid/germany", players=2, bots=0)
    dialog.get_by_role("button", name="Open the table", exact=True).click()
    seat_bot = page.get_by_role("button", name="A bot that plays by tiles", exact=True)
    seat_bot.click()
    expect(seat_bot).to_be_hidden()
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(
            "DELETE FROM stored_events WHERE originator_version = (SELECT max(originator_version) FROM stored_events)"
        )
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE 'turnledger%'"
        )
    expect(seat_bot).to_be_visible()
    seat_bot.click()
    page.get_by_role("button", name="Start the game", exact=True).click()
    assert Player(page).offered()


def test_the_board_of_an_answer_that_the_store_has_lost_is_not_shown_for_ever(own_service, postgres_url, visit):
    """The watch sleeps while the answer comes. It continues at the event before, which the store has."""
    migrate(postgres_url)
    visitor = visit(own_service(STORE=postgres_url).url)
    page, url = visitor.open(), visitor.url
    until(lambda: page.evaluate(TOKEN), page)
    own = page.evaluate(TOKEN)
    game, _ = started(url, page, own, [guest(url, page)], variant="colony61", seats=2)
    page.goto(f"{url}/#/table/{game}")
    player = Player(page)
    player.offered()
    before = player.board.get_attribute("data-version")
    page.evaluate(SEEN, "hidden")
    player.move("default")
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        lost = "DELETE FROM stored_events WHERE originator_id = %s AND originator_version > %s"
        assert admin.execute(lost, (game, before)).rowcount
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE 'turnledger%'"
        )
    until(lambda: str(post(url, page, "Views/GetBoard", own, gameId=game)["snapshot"]["version"]) == before, page)
    page.evaluate(SEEN, "visible")
    page.locator(f'.g-board[data-version="{before}"]').wait_for(timeout=PATIENCE_MS)
    player.offered()
    player.move("default")
