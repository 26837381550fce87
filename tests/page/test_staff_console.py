"""Grants of the staff by clicks: given, shown, used and taken; the console shows what its account may do."""

import re

import pytest
from playwright.sync_api import expect

from support.bot_games import Caller
from support.browser import PATIENCE_MS, PHONE
from tests.page.test_around import account_of, fits
from tests.page.test_shell import violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)
UPGRADE = """async () => {
  const { connection, upgrade } = await import("./session.js");
  await connection.tokens.access();
  await upgrade("Mia", "correct horse");
}"""
TABLE = {"requestId": "c5a0d6f4-2f39-4b8e-9d3f-5f7a4f6d2b10", "variant": "card_game", "seats": 2, "join": True}


def test_grants_are_given_and_taken_and_the_console_shows_what_they_allow(own_service, visit):
    server = own_service()
    olga = visit(server.url)
    operator = account_of(olga.open())
    server.stop()
    server.settings = {"OPERATORS": operator}
    server.start()
    olga.allowed = ("ERR_", "Failed to load")
    table = Caller(server).call("Lobby/CreateTable", **TABLE)["table"]
    mia = visit(server.url, locale="ru-RU", viewport=PHONE)
    mia.allowed = ("403",)
    theirs = mia.open()
    theirs.evaluate(UPGRADE)
    page = olga.open("operator")
    gives_the_grant_of_tables(page)
    assert violations(page) == {}

    theirs.goto(f"{mia.url}/#/operator")
    grants = theirs.get_by_role("region", name="Права сотрудников")
    expect(grants).to_contain_text("Mia: Останавливать столы до ")
    grants.get_by_text("Действия сотрудников").click()
    expect(grants.get_by_text("право дано (Останавливать столы, до ")).to_be_visible()
    theirs.get_by_label("Номер стола").fill(table["gameId"])
    theirs.get_by_role("button", name="Смотреть стол", exact=True).click()
    expect(theirs.get_by_role("button", name="Остановить стол", exact=True)).to_be_visible()
    theirs.get_by_label("Имя игрока или номер учётной записи").fill(table["occupants"][0]["accountId"])
    theirs.get_by_role("button", name="Смотреть запись", exact=True).last.click()
    expect(theirs.get_by_text("Запись не заглушена.")).to_be_visible()
    for name in ("Заглушить", "Закрыть вход", "Переименовать", "Дать", "Отобрать…", "Сообщить всем"):
        expect(theirs.get_by_role("button", name=name, exact=True, include_hidden=True)).to_have_count(0)
    assert violations(theirs) == {}
    assert fits(theirs)
    theirs.get_by_role("button", name="Остановить стол", exact=True).click()
    theirs.get_by_role("button", name="Остановить насовсем").click()
    expect(theirs.get_by_role("button", name="Остановить стол", exact=True)).to_have_count(0)

    takes_it_again(page)
    assert violations(page) == {}
    theirs.reload()
    expect(theirs.get_by_role("heading", name="Для операторов")).to_be_visible()
    expect(theirs.get_by_label("Номер стола")).to_have_count(0)


def gives_the_grant_of_tables(page):
    grants = page.get_by_role("region", name="Grants of the staff")
    expect(grants.get_by_text("No account holds a grant.")).to_be_visible()
    grants.get_by_text("Give a grant", exact=True).click()
    grants.get_by_label("Account that gets it: name or id").fill("mia")
    grants.get_by_label("Grant", exact=True).select_option("Stop tables")
    grants.get_by_label("Valid for").select_option("7")
    grants.get_by_label("Why? Other operators read it.").fill("helps")
    grants.get_by_role("button", name="Give it").click()
    held = grants.get_by_role("listitem").filter(has_text="Mia: Stop tables until ")
    expect(held).to_contain_text(": helps")
    expect(held.get_by_role("link")).to_have_text([re.compile("^Mia$"), re.compile("^Guest ")])


def takes_it_again(page):
    grants = page.get_by_role("region", name="Grants of the staff")
    grants.get_by_role("button", name="Take from Mia: Stop tables").click()
    asked = page.get_by_role("dialog", name="Take a grant from Mia?")
    expect(asked.get_by_role("button").first).to_have_text("Cancel")
    asked.get_by_label("Why? Other operators read it.").fill("has left")
    asked.get_by_role("button", name="Take the grant").click()
    expect(grants.get_by_text("No account holds a grant.")).to_be_visible()
    grants.get_by_text("Actions of the staff").click()
    lines = grants.get_by_role("listitem")
    expect(lines.first).to_contain_text("grant taken (Stop tables): has left")
    expect(lines.last).to_contain_text("grant given (Stop tables, until ")
