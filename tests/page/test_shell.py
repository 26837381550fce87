"""The page as a newcomer meets it."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from services.web.app import PAGE
from support.browser import PATIENCE_MS, PHONE, until

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
AXE = Axe()
SESSION = "JSON.parse(localStorage.getItem('turnledger.session'))"


def violations(page):
    """Return axe's findings by rule, with the first place of each. The other results of axe stay in the browser, where
    they cost less."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)")
    return {each["id"]: each["nodes"][0]["html"] for each in found}


def test_a_newcomer_is_a_guest_and_stays_the_same_one(visit):
    visitor = visit()
    page = visitor.open()
    name = page.get_by_role("button", name="Account: ")
    expect(name).to_contain_text("(guest)")
    said = name.inner_text()
    page.reload()
    expect(name).to_have_text(said)
    other = visitor.open()
    expect(other.get_by_role("button", name="Account: ")).to_have_text(said)
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()


def test_a_browser_reads_every_script_as_it_is_sent(visit):
    page = visit().open()
    # an import of a script with a wrong syntax rejects
    paths = [str(path.relative_to(PAGE)) for path in PAGE.rglob("*.js") if path.name not in ("app.js", "sw.js")]
    assert len(paths) > 100
    read = "paths => Promise.all(paths.map(path => import(`/${path}`).then(() => path)))"
    assert page.evaluate(read, paths) == paths


def test_six_tabs_that_open_at_once_make_one_account(visit):
    visitor = visit()
    tabs = [visitor.context.new_page() for _ in range(6)]
    for tab in tabs:
        tab.evaluate("url => { location.href = url }", f"{visitor.url}/#/")
    names = set()
    for tab in tabs:
        expect(tab.get_by_role("button", name="Account: ")).to_contain_text("(guest)")
        expect(tab.get_by_role("heading", name="Open tables")).to_be_visible()
        names.add(tab.get_by_role("button", name="Account: ").inner_text())
    assert len(names) == 1


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_the_lobby_and_its_dialogs_are_for_everybody(visit, language, viewport):
    page = visit(locale=language, **({"viewport": viewport} if viewport else {})).open()
    expect(page.locator(".lobby section").first).to_be_visible()
    assert violations(page) == {}
    for place in range(2):
        page.locator(".start button").nth(place).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(page.locator("dialog select").first).to_be_visible()
        assert violations(page) == {}
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()


def test_another_language_is_one_press_away_and_stays(visit):
    visitor = visit()
    page = visitor.open()
    page.get_by_role("button", name="RU", exact=True).click()
    expect(page.get_by_role("button", name="Быстрая игра")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "ru"
    again = visitor.open()
    expect(again.get_by_role("button", name="Быстрая игра")).to_be_visible()
    again.get_by_role(
        "link", name="Статистика", exact=True
    ).first.click()  # a page of the server, which knows no choice
    expect(again.get_by_role("heading", name="Статистика: Все игры")).to_be_visible()


def test_an_answer_about_the_account_that_comes_late_does_not_undo_what_was_done_meanwhile(visit):
    visitor = visit()
    held = []
    visitor.context.route("**/turnledger.v1.Accounts/GetMe", lambda route: held.append((route, route.fetch())), times=1)
    page = visitor.open()
    until(lambda: held, page)
    page.get_by_role("button", name="Keep this account").click()
    page.get_by_label("Name").fill("Kitty Scherbatskaya")
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Keep it").click()
    name = page.get_by_role("button", name="Account: ")
    expect(name).to_have_text("Kitty Scherbatskaya")
    route, answer = held[0]
    with page.expect_event("requestfinished", lambda request: request.url.endswith("/GetMe")):
        route.fulfill(response=answer)
    page.evaluate("() => new Promise((done) => setTimeout(done))")  # all waiters for the answer have it
    assert page.evaluate(SESSION)["account"]["displayName"] == "Kitty Scherbatskaya"
    expect(name).to_have_text("Kitty Scherbatskaya")


def test_an_account_is_kept_by_a_name_signed_out_and_signed_in_on_another_device(visit):
    visitor = visit()
    page = visitor.open()
    page.get_by_role("button", name="Keep this account").click()
    page.get_by_label("Name").fill("Anna Karenina")
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("button", name="Account: ")).to_have_text("Anna Karenina")
    account = page.evaluate(SESSION)["account"]["accountId"]
    elsewhere = visit()
    other = elsewhere.open()
    other.get_by_role("button", name="Account: ").click()
    other.get_by_role("button", name="Sign in to another account").click()
    other.get_by_label("Name").fill("anna karenina")
    other.get_by_label("Password").fill("a long password")
    other.get_by_role("button", name="Sign in", exact=True).click()
    expect(other.get_by_role("button", name="Account: ")).to_have_text("Anna Karenina")
    assert other.evaluate(SESSION)["account"]["accountId"] == account
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("button", name="Devices").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(2)
    page.get_by_role("button", name="Close").click()
    other.get_by_role("button", name="Account: ").click()
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_role("alert")).to_contain_text("Anna Karenina was signed out")
    other.get_by_role("button", name="Continue as a guest").click()
    expect(other.get_by_role("button", name="Account: ")).to_contain_text("(guest)")


def test_a_refused_name_is_explained_in_words(visit):
    visitor = visit()
    visitor.allowed = ("400",)
    page = visitor.open()
    page.get_by_role("button", name="Keep this account").click()
    page.get_by_label("Name").fill("staff")
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_text("neither sounds nor looks like the staff")).to_be_visible()
    page.get_by_role("button", name="All right").click()
    expect(page.get_by_role("textbox", name="Name")).to_have_value("staff")


def test_a_worthless_access_token_is_renewed_once_for_all_tabs(visit):
    visitor = visit()
    page = visitor.open()
    expect(page.get_by_role("button", name="Account: ")).to_contain_text("(guest)")
    renewed = []
    visitor.context.on("request", lambda request: "RefreshTokens" in request.url and renewed.append(request.url))
    kept = page.evaluate(SESSION)
    kept["tokens"]["accessExpireTime"] = "2020-01-01T00:00:00Z"
    page.evaluate("kept => localStorage.setItem('turnledger.session', kept)", json.dumps(kept))
    tabs = [visitor.open() for _ in range(2)]
    for tab in tabs:
        expect(tab.get_by_role("heading", name="Open tables")).to_be_visible()
    assert len(renewed) == 1
    assert page.evaluate(SESSION)["account"] == kept["account"]


def test_who_was_signed_out_elsewhere_is_told_and_goes_on_as_a_new_guest(visit):
    visitor = visit()
    visitor.allowed = ("401",)
    page = visitor.open()
    expect(page.get_by_role("button", name="Account: ")).to_contain_text("(guest)")
    kept = page.evaluate(SESSION)
    lost = kept | {"tokens": kept["tokens"] | {"accessExpireTime": "2020-01-01T00:00:00Z", "refreshToken": "worthless"}}
    page.evaluate("kept => localStorage.setItem('turnledger.session', kept)", json.dumps(lost))
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("This guest account was signed out.")
    page.get_by_role("button", name="Continue as a guest").click()
    expect(page.get_by_role("button", name="Account: ")).to_contain_text("(guest)")
    assert page.evaluate(SESSION)["account"]["accountId"] != kept["account"]["accountId"]


def test_an_account_is_deleted_only_by_who_writes_its_name(visit):
    visitor = visit()
    visitor.allowed = ("400",)
    page = visitor.open()
    expect(page.get_by_role("button", name="Account: ")).to_contain_text("(guest)")
    name = page.evaluate(SESSION)["account"]["displayName"]
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("button", name="Delete this account").click()
    field = page.get_by_label("To be sure, write the account's name")
    field.fill("somebody else")
    page.get_by_role("button", name="Delete it for good").click()
    expect(page.get_by_text("Nothing was deleted.")).to_be_visible()
    page.get_by_role("button", name="All right").click()
    field.fill(name)
    page.get_by_role("button", name="Delete it for good").click()
    expect(page.get_by_role("alert")).to_contain_text(f"The account {name} was deleted.")
    assert page.evaluate(SESSION) is None
