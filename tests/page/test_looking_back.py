"""Looking back at games, by clicks and keys."""

import re

import pytest
from playwright.sync_api import expect

from support.bot_games import Caller
from support.browser import PATIENCE_MS, PHONE, Service, picture
from tests.page.test_shell import violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def service():
    """Yield a service for the module: its tests look at games, each by its id, and change no other test's."""
    with Service() as started:
        yield started


@pytest.fixture(scope="module")
def played(service):
    """A finished game of Power Grid, and who can ask about it."""
    caller = Caller(service)
    return caller, caller.finished("power_grid/russia", 3)


def opened(visitor, place):
    """The screen with the whole game read: half of what an account may read at once, so a later screen may wait."""
    visitor.allowed = (*visitor.allowed, "429 (Too Many Requests)")
    page = visitor.open(f"game/{place}")
    expect(page.get_by_role("heading", name="Figures")).to_be_visible()
    return page


def version_of(page):
    (version,) = re.findall(r"Version (\d+) of", page.locator(".b-slider label").inner_text())
    return int(version)


def shows(page, version):
    expect(page.locator(".b-slider label")).to_contain_text(f"Version {version} of")


def test_every_version_shows_the_figures_that_it_had_and_asks_the_server_nothing(visit, played):
    caller, game = played
    page = opened(visit(), f"{game}/1")
    asked = []
    page.on("request", lambda request: "Views" in request.url and asked.append(request.url))
    page.get_by_role("slider").focus()
    for key in ["ArrowRight"] * 3 + ["PageUp"] * 4 + ["End"] + ["Shift+ArrowLeft"] * 2:
        page.keyboard.press(key)
        version = version_of(page)
        board = caller.call("Views/GetBoard", gameId=game, version=version)["snapshot"]
        assert board["version"] == version
        for place, seat in enumerate(board["board"]["powerGrid"]["seats"]):
            expect(page.locator(".b-legend strong").nth(place)).to_have_text(str(len(seat["cities"])))
    page.get_by_label("Show").select_option("Money")
    money = [str(seat["cash"]) for seat in board["board"]["powerGrid"]["seats"]]
    assert page.locator(".b-legend strong").all_inner_texts() == money
    assert asked == []
    picture(page, "replay")


def test_what_was_earned_and_paid_in_a_round_is_drawn_as_the_server_counts_it(visit, played):
    caller, game = played
    counted = caller.call("History/GetFigures", gameId=game)
    place = next(n for n, each in enumerate(counted["figures"]) if each["name"] == "PAID_FOR_CITIES")
    page = opened(visit(), f"{game}/1")
    name = f"{counted['figures'][place]['says']}, in the round"
    page.get_by_label("Show").select_option(name)
    page.get_by_text("As a table", exact=True).click()
    rows = [[str(each["values"][place]) for each in counted["rounds"] if each["round"] == number] for number in (1, 2)]
    for number, row in enumerate(rows):
        expect(page.locator(".b-figures tbody").first.locator("tr").nth(number).locator("td")).to_have_text(row)
    assert violations(page) == {}


def test_the_wheel_reaches_the_proof_at_the_end_of_a_game_on_a_desktop(visit, played):
    page = opened(visit(viewport={"width": 1440, "height": 900}), f"{played[1]}/1")
    proof = page.get_by_role("button", name="Is this history genuine?")
    expect(proof).not_to_be_in_viewport()
    page.get_by_role("heading", level=1).hover()
    page.mouse.wheel(0, 5_000)
    expect(proof).to_be_in_viewport()


def test_the_rules_name_the_edition_and_a_table_with_a_guest_says_that_it_does_not_count(visit, played):
    caller, game = played
    visitor = visit()
    page = opened(visitor, f"{game}/30")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Power Grid: Russia")
    expect(page.locator(".about")).to_have_count(0)
    edition = ".a-beside > .small"
    expect(page.locator(edition)).to_be_hidden()
    expect(page.locator(edition)).to_have_text("Edition: power_grid/base/2, power_grid/russia/1")
    with_a_guest = caller.begun("power_grid/japan")
    page = visitor.open(f"game/{with_a_guest}")
    counts = "a guest has a seat here: not rated"
    expect(page.locator(".about")).to_have_text(counts)
    expect(page.locator(edition)).to_have_text("Edition: power_grid/base/2, power_grid/japan/1")
    page.goto(f"{visitor.url}/#/game/{with_a_guest}/5")
    expect(page.locator(".b-back .about")).to_have_text(counts)


def test_the_figures_of_colony61_have_the_influence_as_it_would_be_counted(visit, service):
    caller = Caller(service)
    game = caller.finished("colony61", 2)
    page = opened(visit(), f"{game}/1")
    expect(page.get_by_label("Show")).to_have_value("Influence if counted now")
    page.keyboard.press("End")
    end = caller.call("Views/GetBoard", gameId=game)["snapshot"]["board"]["colony61"]
    told = [str(each["influence"]) for each in end["corporations"]]
    expect(page.locator(".b-legend strong")).to_have_text(told)


def test_a_game_of_turns_is_stepped_by_whole_turns(visit, service):
    page = opened(visit(), f"{Caller(service).finished('colony61', 2)}/1")
    expect(page.get_by_role("group", name="whole turn")).to_be_visible()
    page.get_by_role("button", name="A turn on").click()
    expect(page.locator(".b-slider")).to_contain_text("Turn 1")


def test_the_end_of_a_game_is_no_phase(visit, played):
    _, game = played
    page = opened(visit(), f"{game}/1")
    expect(page.locator(".g-phases [aria-current]")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator(".b-slider small")).to_contain_text("finished")
    expect(page.locator(".g-phases")).to_contain_text("Finished")
    expect(page.locator(".g-phases [aria-current]")).to_have_count(0)


def test_figures_fill_the_room_below_the_board(visit, played):
    _, game = played
    page = opened(visit(viewport={"width": 1440, "height": 900}), f"{game}/1")
    at = "what => document.querySelector(what).getBoundingClientRect()"
    board, figures = page.evaluate(f"({at})('.board').toJSON()"), page.evaluate(f"({at})('.b-figures').toJSON()")
    assert (figures["left"], figures["width"]) == (board["left"], board["width"])
    assert figures["top"] >= board["bottom"]


def test_steps_lead_by_round_by_phase_and_by_turn_and_the_address_names_the_version(visit, played):
    caller, game = played
    visitor = visit()
    page = opened(visitor, f"{game}/1")
    first = version_of(page)
    page.get_by_role("button", name="A round on").click()
    expect(page.locator(".b-slider")).to_contain_text("Round 2")
    second = version_of(page)
    page.get_by_role("button", name="A phase on").click()
    expect(page.locator(".b-slider small")).not_to_contain_text("Auction")
    page.get_by_role("button", name="A phase back").click()
    shows(page, second)
    page.get_by_role("button", name="A move back").click()
    expect(page.locator(".b-slider")).to_contain_text("Round 1")
    page.get_by_label("Turns of").select_option("1")
    page.get_by_role("button", name="To the next turn").click()
    there = version_of(page)
    assert 1 in caller.call("Views/GetBoard", gameId=game, version=there)["snapshot"]["toAct"]
    page.wait_for_url(f"**/#/game/{game}/{there}")
    again = opened(visitor, f"{game}/{there}")
    shows(again, there)
    again.keyboard.press("Home")
    shows(again, first)
    expect(again.get_by_role("button", name="A move back")).to_have_attribute("aria-disabled", "true")


def test_it_plays_by_itself_until_it_is_stopped_or_over(visit, played):
    _, game = played
    page = opened(visit(), f"{game}/99999")
    last = version_of(page)
    page.get_by_role("button", name="A move back").click()
    before = version_of(page)
    page.get_by_role("button", name="Play 4 moves a second").click()
    shows(page, last)
    expect(page.get_by_role("button", name="Play 4 moves a second")).to_have_attribute("aria-pressed", "false")
    assert before < last


def test_a_sentence_leads_to_its_version_and_is_marked_there(visit, played):
    _, game = played
    page = opened(visit(), f"{game}/1")
    line = page.locator(".b-told li").filter(has_text="Round 2 begins.")
    line.get_by_role("link").click()
    expect(line).to_have_attribute("aria-current", "step")
    expect(page.locator(".b-slider")).to_contain_text("Round 2")
    titles = page.locator(".b-told h3").all_inner_texts()
    assert titles[:3] == ["Before the game", "Round 1", "Round 2"]
    expect(line.locator("xpath=../..").get_by_role("heading")).to_have_text("Round 2")


def test_who_plays_on_from_a_version_gets_a_table_that_the_old_game_lists(visit, played):
    _, game = played
    visitor = visit()
    page = opened(visitor, f"{game}/60")
    version = version_of(page)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(lambda url: "/#/game/" in url and game not in url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    again = opened(visitor, f"{game}/1")
    expect(again.get_by_role("link", name=f"A table that continues from version {version}")).to_be_visible()
    again.get_by_role("button", name=f"To version {version}").click()
    shows(again, version)


SPENT = """async token => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const body = JSON.stringify({ gameId: "GAME", version: 1 });
  const look = () => fetch("/turnledger.v1.Views/GetBoard", { method: "POST", headers, body });
  return (await Promise.all(Array.from({ length: 250 }, look))).filter(({ status }) => status === 429).length;
}"""


def test_who_looked_back_too_often_waits_and_then_sees_the_game(visit, played):
    _, game = played
    visitor = visit()
    page = visitor.open()
    expect(page.get_by_role("button", name="Account: ")).to_contain_text("(guest)")
    token = page.evaluate("JSON.parse(localStorage.getItem('turnledger.session')).tokens.accessToken")
    assert page.evaluate(SPENT.replace("GAME", game), token)
    opened(visitor, f"{game}/1")


def test_at_the_end_the_table_leads_to_looking_back(visit, played):
    _, game = played
    page = visit().open(f"game/{game}")
    page.get_by_role("region", name="Result").get_by_role("link", name="Look back").click()
    expect(page.get_by_role("heading", name="Figures")).to_be_visible()
    assert version_of(page) > 100
    page.get_by_text("Earned and paid, and who led").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="As a file for spreadsheets").click()
    head, *rows = download.value.path().read_text("utf-8-sig").splitlines()
    assert head.startswith('"Round","Player",')
    assert {row.count(",") for row in rows} == {head.count(",")}
    assert violations(page) == {}


def test_a_game_that_runs_is_read_on_and_who_watches_it_gets_no_hand(visit, service):
    caller = Caller(service)
    game = caller.begun("colony61")
    visitor, answers = visit(), []
    visitor.context.on("response", lambda answer: "ListBoards" in answer.url and answers.append(answer))
    page = opened(visitor, f"{game}/1")
    page.keyboard.press("End")
    before = version_of(page)
    caller.move(game)
    page.get_by_role("button", name="To the latest move").click()
    expect(page.locator(".b-slider label")).not_to_contain_text(f"Version {before} of")
    assert version_of(page) > before
    assert len(answers) == 2
    assert ['"own"' in answer.text() for answer in answers] == [False, False]
    own = caller.call("Views/ListBoards", gameId=game)["snapshots"]
    assert any("own" in each.get("board", {}).get("colony61", {}) for each in own)


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_looking_back_is_for_everybody(visit, played, language, viewport):
    _, game = played
    page = visit(locale=language, **({"viewport": viewport} if viewport else {})).open(f"game/{game}/200")
    expect(page.locator(".b-figures")).to_be_visible()
    for place in range(2):  # every figure as a table; what was earned and paid
        page.locator(".b-figures summary").nth(place).click()
    assert violations(page) == {}
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.get_by_role("button", name="Play on from here" if language == "en-GB" else "Играть дальше отсюда").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == {}
    if viewport and language == "en-GB":
        page.keyboard.press("Escape")
        page.evaluate("scrollTo(0, 0)")
        picture(page, "replay-phone")


def proven_by_clicks(page):
    page.get_by_role("button", name="Is this history genuine?").click()
    page.get_by_role("button", name="Prove this game").click()
    return page.get_by_role("region", name="Proof")


def test_a_game_is_proven_in_the_page_and_says_what_is_not_proven(visit, played):
    caller, game = played
    page = opened(visit(), f"{game}/100")
    proof = proven_by_clicks(page)
    expect(proof.get_by_role("heading", name="The history is genuine.")).to_be_visible()
    expect(proof.get_by_text("The server knew each card from the start on.")).to_be_visible()
    for part in [
        "every link holds",
        "committed to before the first player took a seat",
        "The server signed this very file",
    ]:
        expect(proof.locator("ul").first).to_contain_text(part)
    unproven = proof.locator("ul").nth(1)
    expect(unproven).to_contain_text("follows from its command by the rules of the game. Only the server says this.")
    expect(proof).to_contain_text(
        "From the seed, and the same as were played: the deck of plants, the first turn order"
    )
    expect(proof).to_contain_text(
        "Not repeated here, because it needs the rules: the play area. turnledger verify repeats it."
    )
    expect(proof).to_contain_text(f"Link of version {version_of(page)}")
    commitment = caller.call("Lobby/GetTable", gameId=game)["table"]["commitment"]
    proof.get_by_text("The dice", exact=True).click()
    expect(proof.get_by_text(commitment)).to_be_visible()
    assert violations(page) == {}
    proof.scroll_into_view_if_needed()
    picture(page, "proof")


def test_a_downloaded_file_is_proven_from_disk_and_one_byte_changed_fails_and_says_where(visit, played, tmp_path):
    _, game = played
    page = opened(visit(), f"{game}/1")
    proof = proven_by_clicks(page)
    with page.expect_download() as download:
        proof.get_by_role("button", name="Download the file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    elsewhere = visit().open("prove")
    elsewhere.get_by_label("A file from disk").set_input_files(file)
    expect(elsewhere.get_by_role("heading", name="The history is genuine.")).to_be_visible()
    lines = file.read_bytes().split(b"\n")
    place = next(number for number, line in enumerate(lines) if b"BidPlaced" in line)
    lines[place] = lines[place].replace(b'"amount":', b'"amount":1')
    file.write_bytes(b"\n".join(lines))
    elsewhere.get_by_label("A file from disk").set_input_files(file)
    expect(elsewhere.get_by_role("heading", name="The history is not genuine.")).to_be_visible()
    expect(elsewhere.get_by_role("region", name="Proof")).to_contain_text(f"Event {place}")
    assert violations(elsewhere) == {}
    page.get_by_label("A file from disk").set_input_files(file)
    proof.get_by_role("button", name=f"To version {place}").click()
    assert version_of(page) >= place
