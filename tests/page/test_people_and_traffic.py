"""Traffic and its effects: hidden things, revoked devices, slow networks, wild names, other viewers, files of other
servers."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.bot_games import Caller
from support.browser import PATIENCE_MS, PHONE, Service, until
from tests.page.test_shell import SESSION
from tests.page.test_table import invitation, open_table, play_first

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
RECORD = """(() => {
    window.traffic = [];
    const ask = window.fetch;
    window.fetch = async (...asked) => {
        const answer = await ask(...asked);
        const reader = answer.clone().body?.getReader();
        const place = window.traffic.push('') - 1;
        const decoder = new TextDecoder();
        const read = ({value, done}) => {
            if (value) window.traffic[place] += decoder.decode(value, {stream: true});
            return done ? undefined : reader.read().then(read, () => {});
        };
        reader?.read().then(read, () => {});
        return answer;
    };
})()"""
"""All that a tab is answered, streams too, while they go on."""
OWN_CARDS = """async (gameId) => {
    const {tokens} = JSON.parse(localStorage.getItem('turnledger.session'));
    const answer = await fetch('/turnledger.v1.Views/GetBoard', {method: 'POST',
        headers: {'Content-Type': 'application/json', Authorization: `Bearer ${tokens.accessToken}`},
        body: JSON.stringify({gameId, parts: {board: true}})});
    return JSON.stringify((await answer.json()).snapshot.board.colony61.own.hand);
}"""


def recorded(visitor):
    """A tab of the visitor that remembers all answers."""
    page = visitor.open()
    page.add_init_script(RECORD)
    page.reload()
    expect(page.get_by_role("button", name="Account: ")).to_be_visible()
    return page


def traffic(page):
    return "\n".join(page.evaluate("window.traffic"))


def cards(page, game):
    """The ids of the hand that the account of a tab may see."""
    return set(re.findall(r'"([a-z_]+-\d+)"', page.evaluate(OWN_CARDS, game)))


def test_no_answer_to_a_player_or_a_spectator_has_anothers_hand_chance_or_the_secret(visit, service):
    host, guest = recorded(visit()), recorded(visit())
    open_table(host, game="Colony-61: Light Elements", bots="0", Private=True)
    link = invitation(host)
    guest.goto(link)
    expect(host.locator(".places .place")).to_have_count(2)
    host.get_by_role("button", name="Start the game").click()
    game = host.url.rpartition("/")[2]
    watcher = recorded(visit())
    watcher.goto(f"/#/game/{game}")
    players = (host, guest)
    for page in players:
        expect(page.get_by_role("button", name="Let the server choose this once")).to_be_visible()
    before = host.locator(".feed li").first.inner_text()
    for page in players:
        page.get_by_role("button", name="Let the server choose this once").click()
    expect(host.locator(".feed li").first).not_to_have_text(before)
    version = Caller(service).call("Views/GetBoard", gameId=game)["snapshot"]["version"]
    until(lambda: re.search(rf'"version":\s*{version}\b', traffic(watcher)), watcher)
    chances = [
        page.evaluate("JSON.parse(localStorage.getItem('turnledger.chances'))")[game]["nonce"] for page in players
    ]
    hands = [cards(page, game) for page in players]
    heard = [traffic(page) for page in (*players, watcher)]
    for seat, hand in enumerate(hands):
        assert len(hand) >= 3
        assert all(f'"{card}"' in heard[seat] for card in hand), "the test sees what is hidden"
        hidden = {card for card in hand if f'"{card}"' not in heard[2]}  # some start cards lie open by the rules
        assert hidden, f"the spectator was told the whole hand of seat {seat}"
        seen = {card for card in hidden if f'"{card}"' in heard[1 - seat]}
        assert seen == set(), f"of the hand of seat {seat}, in what the other seat was answered"
        assert not any(chances[seat] in heard[other] for other in {0, 1, 2} - {seat})
    assert not any(re.search(r'"(secret|seed)":\s*"[0-9a-f]{64}"', each) for each in heard)


def two_devices(here, there, name):
    """An account that one browser keeps, and another signs in to: it is the one that was seen last."""
    page = here.open()
    page.get_by_role("button", name="Keep this account").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("button", name="Account: ")).to_have_text(name)
    other = there.open()
    other.get_by_role("button", name="Account: ").click()
    other.get_by_role("button", name="Sign in to another account").click()
    other.get_by_label("Name").fill(name)
    other.get_by_label("Password").fill("a long password")
    other.get_by_role("button", name="Sign in", exact=True).click()
    expect(other.get_by_role("button", name="Account: ")).to_have_text(name)
    return page, other


def as_after_an_hour(page):
    """End the page's access token, so that it asks for another one. It may be signed out already, once a watch has
    continued."""
    if kept := page.evaluate(SESSION):
        kept["tokens"]["accessExpireTime"] = "2020-01-01T00:00:00Z"
        page.evaluate("kept => localStorage.setItem('turnledger.session', kept)", json.dumps(kept))
    page.reload()


def test_who_signs_out_leaves_the_device_that_was_seen_later_as_it_is(visit):
    here, there = visit(), visit()
    page, other = two_devices(here, there, "Maria Taglioni")
    old = page.evaluate(SESSION)["tokens"]
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Maria Taglioni was signed out")
    as_after_an_hour(other)
    other.get_by_role("button", name="Account: ").click()
    expect(other.get_by_role("dialog")).to_contain_text("Maria Taglioni")
    other.get_by_role("button", name="Devices", exact=True).click()
    rows = other.get_by_role("dialog").get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("this device")
    again = other.request.post("/turnledger.v1.Accounts/RefreshTokens", data={"refreshToken": old["refreshToken"]})
    assert again.status == 401, "what signed out is signed out at the server, too"


def test_a_device_that_another_one_signs_out_is_told_so_and_can_do_nothing_more(visit):
    here, there = visit(), visit()
    there.allowed = ("401",)
    page, other = two_devices(here, there, "Anna Pavlova")
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("button", name="Devices", exact=True).click()
    rows = page.get_by_role("dialog").get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="this device").get_by_role("button")).to_have_count(0)
    rows.filter(has_not_text="this device").get_by_role("button", name="Sign out").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("this device")
    page.get_by_role("button", name="Close").click()
    as_after_an_hour(other)
    expect(other.get_by_role("alert")).to_contain_text("Anna Pavlova was signed out")
    page.reload()
    expect(page.get_by_role("button", name="Account: ")).to_have_text("Anna Pavlova")


def test_over_a_slow_network_a_table_is_opened_and_a_move_made(visit):
    visitor = visit()
    page = visitor.context.new_page()
    devtools = visitor.context.new_cdp_session(page)
    devtools.send("Network.enable")
    slow = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
    devtools.send("Network.emulateNetworkConditions", slow)
    page.goto(f"{visitor.url}/#/")
    open_table(page)
    play_first(page)


WILD = [
    "<script>window.hacked=1</script>",
    "<img src=x onerror='window.hacked=1'>",
    "🎲🃏👑",
    "ç̷̛̳̝̆ȩ̴̊l̶a",
    "名前" * 20,
]


def test_what_people_write_is_shown_as_they_wrote_it_and_is_never_markup(visit, service):
    """Names as far as the server takes them, and what they say, which may be anything."""
    host, guest = visit().open(), visit().open()
    open_table(host, bots="0", Private=True)
    guest.goto(invitation(host))
    for text in WILD:
        guest.get_by_label("Say something").fill(text)
        guest.get_by_role("button", name="Send").click()
        expect(host.locator(".messages")).to_contain_text(text)
    for page in (host, guest):
        assert page.evaluate("window.hacked") is None
        assert page.locator(".messages img, .messages script").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_what_is_typed_while_a_line_is_being_sent_stays(visit):
    host = visit().open()
    open_table(host, bots="0", Private=True)
    held = []
    host.route("**/turnledger.v1.Chat/SendMessage", lambda route: held.append(route), times=1)
    line = host.get_by_label("Say something")
    line.fill("Hello.")
    host.get_by_role("button", name="Send").click()
    until(lambda: held, host)
    line.fill("Is anybody there?")
    held[0].continue_()
    expect(host.locator(".messages")).to_contain_text("Hello.")
    expect(line).to_have_value("Is anybody there?")
    host.get_by_role("button", name="Send").click()
    expect(line).to_have_value("")
    expect(host.locator(".messages")).to_contain_text("Is anybody there?")


LONG = "Wolfeschlegelsteinhausen Юлия Å"
"""As long as a name may be nearly, in three scripts, hardly a place to break it."""


def test_a_long_name_stands_everywhere_on_a_phone_and_a_tag_is_no_name(visit):
    visitor = visit(viewport=PHONE, has_touch=True)
    visitor.allowed = ("400",)
    page = visitor.open()
    account = page.get_by_role("button", name="Account: ")
    account.click()
    page.get_by_role("button", name="Another name").click()
    page.get_by_role("textbox", name="Name").fill("<b onclick=alert(1)>")
    page.get_by_role("dialog").locator("[type=submit]").click()
    page.get_by_role("button", name="All right").click()
    page.get_by_role("textbox", name="Name").fill(LONG)
    page.get_by_role("dialog").locator("[type=submit]").click()
    expect(account).to_contain_text(LONG)
    open_table(page)
    expect(page.locator(".actions.mine button").first).to_be_visible()
    for place in (".seats", ".feed"):
        expect(page.locator(place).first).to_contain_text(LONG)
    within = f"document.documentElement.scrollWidth <= {PHONE['width']}"
    assert page.evaluate(within)
    page.locator(".seats a").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(LONG)
    assert page.evaluate(within)
    page.goto("/#/")
    expect(page.locator(".lobby .mine")).to_contain_text(LONG)
    assert page.evaluate(within)


SHAPES = """() => {
    const houses = [...document.querySelectorAll('.g-map .g-house-at')];
    return houses.map((each) => [
        each.querySelector('path').getAttribute('fill'), each.querySelector('.g-window').getAttribute('d'),
    ]);
}"""


@pytest.mark.parametrize("eyes", ["achromatopsia", "deuteranopia", "protanopia", "tritanopia"])
def test_houses_are_told_apart_by_their_shape_whatever_colours_one_sees(visit, built, eyes):
    url, game = built
    visitor = visit(url)
    page = visitor.context.new_page()
    visitor.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
    page.goto(f"{url}/#/game/{game}")
    expect(page.locator(".g-map .g-house-at").first).to_be_visible()
    houses = {tuple(each) for each in page.evaluate(SHAPES)}
    assert len(houses) >= 4, "one look for each seat that has houses"
    assert len({shape for _, shape in houses}) == len(houses), "no two seats have the same shape"
    signs = page.locator(".g-seats .g-mark path, .seats .sign path, .standings .sign path")
    assert len(set(signs.evaluate_all("all => all.map(each => each.getAttribute('d'))"))) >= 4


@pytest.fixture(scope="module")
def built():
    """A finished game of six, and the server that has it."""
    with Service() as started:
        yield started.url, Caller(started).finished("power_grid/russia", 6)


def test_a_file_of_another_server_is_taken_in_by_clicks_and_looked_back_at(visit, service, own_service, tmp_path):
    theirs = Caller(service)
    game = theirs.finished("card_game", 2)
    keys = theirs.call("History/ListSigningKeys")["keySet"]
    ours = own_service()
    (ours.folder / "keys/trusted.json").write_text(keys)
    ours.stop()
    ours.start()
    page = visit().open(f"game/{game}/1")
    page.get_by_role("button", name="Is this history genuine?").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the file").click()
    file, key_file = tmp_path / f"{game}.jsonl", tmp_path / "keys.json"
    download.value.save_as(file)
    key_file.write_text(keys)
    visitor = visit(ours.url)
    visitor.allowed = ("Failed to load resource", "ERR_")  # the server goes first
    host = visitor.open("prove")
    host.get_by_label("A file from disk").set_input_files([file, key_file])
    expect(host.get_by_role("heading", name="The history is genuine.")).to_be_visible()
    host.get_by_role("button", name="Take this game in").click()
    host.wait_for_url("**/#/game/*")
    expect(host.get_by_role("region", name="Result")).to_be_visible()
    host.get_by_role("region", name="Result").get_by_role("link", name="Look back").click()
    expect(host.get_by_role("heading", name="Figures")).to_be_visible()
