"""Signing in with the operator's issuer, by clicks: the page, our server and the issuer are three real places."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE, Service
from tests.issuer import NAME, OpenIdProvider
from tests.page.test_shell import SESSION, violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def house():
    """A server that signs people in with the issuer."""
    server = Service()
    provider = OpenIdProvider(f"{server.url}/")
    with provider:
        server.settings = provider.settings()
        with server:
            yield server


def account(page):
    return page.get_by_role("button", name="Account: ")


def at_the_issuer(page, who):
    page.get_by_label("Who are you?").fill(who)
    page.get_by_role("button", name="Let me in").click()


def test_a_guest_keeps_its_account_with_the_issuer_and_signs_in_to_it_elsewhere(visit, house):
    visitor = visit(house.url)
    asked = []
    visitor.context.on(
        "request", lambda each: each.resource_type == "fetch" and asked.append(urlsplit(each.url).netloc)
    )
    page = visitor.open("settings")
    expect(account(page)).to_contain_text("(guest)")
    before = page.evaluate(SESSION)["account"]
    page.get_by_role("button", name="Keep this account").click()
    page.get_by_role("button", name=f"Keep it with {NAME}").click()
    at_the_issuer(page, "Anna")
    expect(account(page)).to_have_text(before["displayName"])
    assert page.url == f"{house.url}/#/settings", "back where one was, and no code in the address"
    kept = page.evaluate(SESSION)["account"]
    assert (kept["accountId"], kept["guest"], kept["linked"]) == (before["accountId"], False, True)
    assert set(asked) == {urlsplit(house.url).netloc}, "the page itself asks nobody else"
    other = visit(house.url).open()
    account(other).click()
    other.get_by_role("button", name="Sign in to another account").click()
    other.get_by_role("button", name=f"Sign in with {NAME}").click()
    at_the_issuer(other, "Anna")
    expect(account(other)).to_have_text(before["displayName"])
    assert other.evaluate(SESSION)["account"]["accountId"] == before["accountId"]


@pytest.mark.parametrize(
    ("viewport", "language", "text"), [(None, "en-GB", "Sign in with"), (PHONE, "ru-RU", "Войти с")]
)
def test_a_newcomer_signs_in_with_the_name_it_has_there_signs_out_and_in_again(visit, house, viewport, language, text):
    page = visit(house.url, locale=language, **({"viewport": viewport} if viewport else {})).open()
    head = page.locator(".people > .button.quiet")
    head.click()
    page.locator(".menu .button").nth(2).click()
    expect(page.locator(".with-issuer")).to_contain_text(text)
    assert violations(page) == {}
    page.locator(".with-issuer").click()
    at_the_issuer(page, f"Boris {language}")
    expect(head).to_have_text(f"Boris {language}")
    mine = page.evaluate(SESSION)["account"]["accountId"]
    head.click()
    expect(page.locator(".menu .button.danger")).to_be_visible()
    page.locator(".menu .button").nth(-2).click()
    page.locator(".signed-out .primary").click()
    page.locator(".with-issuer").click()
    at_the_issuer(page, f"Boris {language}")
    expect(head).to_have_text(f"Boris {language}")
    assert page.evaluate(SESSION)["account"]["accountId"] == mine


def test_an_account_with_a_password_is_asked_for_it_before_it_is_linked(visit, house):
    visitor = visit(house.url)
    visitor.allowed = ("401",)
    page = visitor.open()
    page.get_by_role("button", name="Keep this account").click()
    page.get_by_label("Name").fill("Cyd Charisse")
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Keep it", exact=True).click()
    expect(account(page)).to_have_text("Cyd Charisse")
    account(page).click()
    page.get_by_role("button", name=f"Sign in with {NAME} too").click()
    at_the_issuer(page, "cyd")
    page.get_by_label("Password").fill("not the one")
    page.get_by_role("button", name="Link it").click()
    expect(page.get_by_text("The name or the password is wrong.")).to_be_visible()
    page.get_by_role("button", name="All right").click()
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Link it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate(SESSION)["account"]["linked"]
    account(page).click()
    expect(page.get_by_role("button", name="Another password")).to_be_visible()
    expect(page.get_by_role("button", name=f"Sign in with {NAME} too")).to_have_count(0)


def test_who_says_no_at_the_issuer_or_comes_with_anothers_answer_stays_who_it_was(visit, house):
    page = visit(house.url).open()
    expect(account(page)).to_contain_text("(guest)")
    before = page.evaluate(SESSION)["account"]["accountId"]
    page.get_by_role("button", name="Keep this account").click()
    page.get_by_role("button", name=f"Keep it with {NAME}").click()
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_text("The sign-in was not confirmed.")).to_be_visible()
    expect(page.get_by_text("access_denied")).to_be_visible()
    asked = []
    page.on("request", lambda each: "LinkIssuer" in each.url and asked.append(each.url))
    page.get_by_role("button", name="All right").click()
    page.get_by_role("button", name="Keep this account").click()
    page.get_by_role("button", name=f"Keep it with {NAME}").click()
    expect(page.get_by_label("Who are you?")).to_be_visible()
    # A link that another person prepared: its state is not the one that this tab has made.
    page.goto(f"{house.url}/?code=anothers&state=anothers")
    expect(page.get_by_text("The sign-in was not confirmed.")).to_be_visible()
    assert (page.url, asked) == (f"{house.url}/#/", [])
    assert page.evaluate(SESSION)["account"]["accountId"] == before
    assert page.evaluate(SESSION)["account"]["guest"]
