"""Whom an account knows, on SQLite and PostgreSQL."""

import pytest

from services.accounts import people as limits
from services.accounts.account import Account
from services.accounts.account_storage import AccountStorage
from services.accounts.people import BLOCK, FOLLOW, People, TooManyKnown


@pytest.fixture
def people(sql):
    return People(sql)


@pytest.fixture
async def named(sql):
    accounts = AccountStorage(sql)
    for number, name in enumerate(["Anna", "ANTON", "Анна", "an_x", "Bob", "Ann%"[:3] + "ika"]):
        await accounts.add(Account(f"a{number}", name, guest=name == "an_x", created_at=0))


async def find_names(people, start):
    return [account.display_name for account in await people.find(start)]


async def test_names_are_found_by_how_they_begin_whatever_the_case_but_no_guests(people, named):
    assert await find_names(people, "AN") == ["Anna", "Annika", "ANTON"]
    assert await find_names(people, "ан") == ["Анна"]
    assert await find_names(people, "nna") == []
    for wild in ("%", "_", "a_", "An%", "' OR 1=1"):
        assert await find_names(people, wild) == []


async def test_who_does_not_want_it_is_not_found(people, named):
    await people.list_name("a0", listed=False)
    await people.list_name("a0", listed=False)
    assert await find_names(people, "anna") == []
    assert not await people.is_listed("a0")
    await people.list_name("a0", listed=True)
    assert await find_names(people, "anna") == ["Anna"]


async def test_a_list_has_pages_and_is_its_accounts_own(people):
    for other in ("c", "b", "d", "b"):
        await people.add("ann", FOLLOW, other)
    await people.add("bob", FOLLOW, "x")
    assert await people.of("ann", FOLLOW, "", 2) == ["b", "c"]
    assert await people.of("ann", FOLLOW, "c", 2) == ["d"]
    assert await people.of("ann", BLOCK, "", 2) == []
    await people.remove("ann", FOLLOW, "b")
    await people.remove("bob", FOLLOW, "c")
    assert await people.of("ann", FOLLOW, "", 9) == ["c", "d"]


async def test_a_block_keeps_both_apart(people):
    await people.add("ann", BLOCK, "bob")
    await people.add("cy", BLOCK, "ann")
    await people.add("ann", FOLLOW, "dan")
    assert await people.apart("ann") == {"bob", "cy"}
    assert (await people.apart("bob"), await people.apart("dan")) == ({"ann"}, set())


async def test_lists_and_notes_are_bounded_and_what_is_there_can_be_set_again(people, monkeypatch):
    monkeypatch.setattr(limits, "KNOWN_MAX", 2)
    monkeypatch.setattr(limits, "NOTES_MAX", 1)
    for other in ("b", "c", "c"):
        await people.add("ann", BLOCK, other)
    with pytest.raises(TooManyKnown):
        await people.add("ann", BLOCK, "d")
    await people.add("ann", FOLLOW, "d")
    await people.set_note("ann", "g", "hoards coal")
    await people.set_note("ann", "g", "hoards oil")
    with pytest.raises(TooManyKnown):
        await people.set_note("ann", "h", "x")
    assert (await people.note("ann", "g"), await people.note("bob", "g")) == ("hoards oil", "")
    await people.set_note("ann", "g", "")
    await people.set_note("ann", "h", "x")


async def test_a_deleted_account_is_on_nobodys_list(people, sql):
    await people.add("ann", BLOCK, "bob")
    await people.add("bob", FOLLOW, "ann")
    await people.list_name("bob", listed=False)
    await people.set_note("bob", "g", "x")
    await people.forget("bob")
    for table in ("relations", "unlisted_names", "game_notes"):
        assert await sql.run(f"SELECT * FROM {table}") == []
