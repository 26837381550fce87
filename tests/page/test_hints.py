"""A hint at a table that allows them, by clicks."""

import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS
from tests.page.test_shell import violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)


def opened(page, hints):
    """A table with one bot, unrated; `hints` as they are chosen in the dialog, None where it is left as it is."""
    page.get_by_role("button", name="New table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(label="Power Grid: the Card Game")
    dialog.get_by_label("Players").select_option(label="2 players")
    dialog.get_by_label("Bots").select_option("1")
    expect(dialog.get_by_label("Hints for each player", exact=True)).to_have_count(0)
    dialog.get_by_label("Counts for the rating").set_checked(False)
    if hints:
        dialog.get_by_label("Hints for each player", exact=True).select_option(hints)
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".actions.mine")).to_be_visible()


def test_a_player_takes_a_hint_and_the_log_says_so(visit):
    page = visit().open()
    opened(page, "3")
    page.get_by_role("button", name="A hint", exact=True).click()
    expect(page.locator(".hint p")).to_contain_text("A hint: ")
    expect(page.locator(".feed")).to_contain_text("takes a hint", ignore_case=True)
    assert violations(page) == {}


def test_a_table_without_hints_shows_no_button(visit):
    page = visit().open()
    opened(page, None)
    expect(page.locator(".actions.mine [data-do]").first).to_be_visible()
    page.locator(".seat-actions summary").click()
    expect(page.get_by_role("button", name="Resign", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="A hint", exact=True)).to_have_count(0)
