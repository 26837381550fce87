"""A club on the page: founded, asked for, joined; the officers' queue, a table for members."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from support.bot_games import Caller
from support.browser import PATIENCE_MS, PHONE
from support.servers import wait_until
from tests.page.test_shell import SESSION
from tests.page.test_tournaments import is_for_everybody

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)


def founded(page, name, admission="REQUEST"):
    expect(page.get_by_role("button", name="Account: ")).to_be_visible()
    page.get_by_role("link", name="Clubs", exact=True).click()
    page.get_by_role("button", name="Found a club", exact=True).click()
    page.get_by_label("Its name", exact=True).fill(name)
    page.get_by_label("Subject", exact=True).fill("On Fridays.\nBring tea.")
    page.get_by_label("Ways to become a member", exact=True).select_option(admission)
    page.get_by_role("button", name="Found it", exact=True).click()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def test_a_club_is_founded_asked_for_and_its_officers_admit_and_put_out(visit):
    owner, guest = visit().open(), visit(locale="ru-RU", viewport=PHONE, has_touch=True).open()
    founded(owner, "Riverside")
    expect(owner.get_by_text("Bring tea.", exact=True)).to_be_visible()
    expect(guest.get_by_role("button", name="Учётная запись: ")).to_be_visible()
    name = guest.evaluate(SESSION)["account"]["displayName"]
    guest.goto(owner.url)
    guest.get_by_role("button", name="Попроситься в клуб", exact=True).click()
    assert is_for_everybody(guest)
    guest.get_by_label("Несколько слов распорядителям", exact=True).fill("We met on Friday.")
    guest.get_by_role("button", name="Попроситься", exact=True).click()
    expect(guest.get_by_text("Вы: просится", exact=True)).to_be_visible()
    owner.reload()
    expect(owner.get_by_text("We met on Friday.")).to_be_visible()
    owner.get_by_role("button", name=f"Admit: {name}", exact=True).click()
    members = owner.get_by_role("region", name="Members", exact=True).get_by_role("listitem")
    expect(members).to_have_count(2)
    assert is_for_everybody(owner)
    guest.reload()
    expect(guest.get_by_text("Вы: член клуба", exact=True)).to_be_visible()
    owner.get_by_role("button", name=f"Put out: {name}", exact=True).click()
    owner.get_by_label("Why", exact=True).fill("shouts")
    owner.get_by_role("dialog").get_by_role("button", name="Put out", exact=True).click()
    expect(members).to_have_count(1)
    guest.reload()
    expect(guest.get_by_text("Вы: исключён", exact=True)).to_be_visible()
    expect(guest.get_by_text("shouts", exact=True)).to_be_visible()


def test_officers_invite_by_id_and_learn_that_a_name_is_unknown(visit):
    owner, guest = visit().open(), visit().open()
    founded(owner, "Lakeside")
    expect(guest.get_by_role("button", name="Account: ")).to_be_visible()
    invited = owner.get_by_label("Invite by name or id", exact=True)
    door = owner.get_by_role("region", name="At the door", exact=True)
    invited.fill("Nobody at all")
    door.get_by_role("button", name="Invite", exact=True).click()
    expect(owner.get_by_text("No listed player has this name. The id of the account works, too.")).to_be_visible()
    owner.keyboard.press("Escape")
    expect(invited).to_have_value("Nobody at all")
    invited.fill(guest.evaluate(SESSION)["account"]["accountId"])
    door.get_by_role("button", name="Invite", exact=True).click()
    expect(door.get_by_role("listitem")).to_have_count(1)


def test_members_open_a_table_of_the_club_and_it_stands_on_its_page(visit):
    owner, other = visit().open(), visit().open()
    founded(owner, "Hillside", "OPEN")
    club = owner.url
    expect(other.get_by_role("button", name="Account: ")).to_be_visible()
    other.goto(club)
    other.get_by_role("button", name="Join the club", exact=True).click()
    other.get_by_role("button", name="New table for members", exact=True).click()
    other.get_by_label("Game", exact=True).select_option("card_game")
    other.get_by_label("Bots", exact=True).select_option("0")
    other.get_by_role("button", name="Open the table", exact=True).click()
    other.wait_for_url("**/#/game/*")
    owner.reload()
    table = owner.get_by_role("region", name="Tables for members", exact=True).get_by_role("listitem")
    expect(table).to_have_count(1)
    expect(table).to_contain_text("for members of a club")
    owner.get_by_role("link", name="All clubs", exact=True).click()
    expect(
        owner.get_by_role("region", name="Your clubs", exact=True).get_by_role("link", name="Hillside")
    ).to_be_visible()
    assert is_for_everybody(owner)


def call(caller, method, **message):
    return caller.call(method, requestId=str(uuid4()), **message)


def played_at(club, *members):
    """A game of two members, which the second gives up when both have moved."""
    first, second = members
    table = {"variant": "card_game", "seats": 2, "join": True, "terms": {"clubId": club}}
    game = call(first, "Lobby/CreateTable", **table)["table"]["gameId"]
    call(second, "Lobby/JoinTable", gameId=game)
    call(first, "Lobby/StartGame", gameId=game)
    moved = set()
    while len(moved) < 2:
        seat = first.call("Lobby/GetTable", gameId=game)["table"]["toAct"][0]
        members[seat].move(game)
        moved.add(seat)
    call(second, "Play/Act", gameId=game, resign={})


def test_the_ladder_shows_who_stands_above_whom(visit, service):
    winner, loser = Caller(service), Caller(service)
    profile = {"name": "Lakeside", "admission": "CLUB_ADMISSION_OPEN"}
    club = call(loser, "Clubs/CreateClub", profile=profile)["club"]["clubId"]
    call(winner, "Clubs/JoinClub", clubId=club)
    played_at(club, winner, loser)
    wait_until(lambda: winner.call("Clubs/ListLadder", clubId=club).get("rows"), "the ladder")
    names = [each.call("Accounts/GetMe")["account"]["displayName"] for each in (winner, loser)]
    page = visit(locale="ru-RU", viewport=PHONE, has_touch=True).open()
    expect(page.get_by_role("button", name="Учётная запись: ")).to_be_visible()
    page.goto(f"{service.url}/#/club/{club}")
    rows = page.get_by_role("region", name="Лестница", exact=True).get_by_role("row")
    expect(rows).to_have_count(3)
    for number, name in enumerate(names, 1):
        expect(rows.nth(number)).to_contain_text(name)
    assert is_for_everybody(page)
