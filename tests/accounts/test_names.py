"""Names are unique, whoever asks at the same moment, and can be read and told apart."""

import asyncio

import pytest

from services.accounts.account import Account, NameRefused, checked_name
from services.accounts.storage import AccountStorage
from services.store import open_sql
from services.store.schema import migrate


def account(number):
    return Account(f"account-{number}", f"Guest {number}", guest=True, created_at=1, tokens_from=0)


async def test_of_many_who_want_one_name_at_once_one_has_it(store_url):
    migrate(store_url)
    sqls = [open_sql(store_url) for _ in range(3)]
    storages = [AccountStorage(sql) for sql in sqls]
    for number in range(12):
        await storages[0].add(account(number))
    asked = [storages[number % 3].rename(f"account-{number}", "Ann") for number in range(12)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers if answer is not None] == [NameRefused] * 11
    with pytest.raises(NameRefused):
        await storages[1].add(Account("another", "ann", guest=True, created_at=1, tokens_from=0))
    for sql in sqls:
        await sql.close()


@pytest.mark.parametrize(
    "name", ["Ann", "Жанна", "D'Artagnan", "J. R.", "анна_2", "松本さくら", "Guest 000000001", "Sysadmin"]
)
def test_names_of_people_may_be_had(name):
    assert checked_name(name) == name


@pytest.mark.parametrize("name", ["\u3164", "\u115f\u1160", "Ann\uffa0", "...", "_", "- -", "'"])
def test_a_name_has_something_to_be_read(name):
    with pytest.raises(NameRefused):
        checked_name(name)


@pytest.mark.parametrize("name", ["admin", "ADMIN", "-admin-", "a.d.m.i.n", "Админ", "модератор_", "ad min"])
def test_a_name_does_not_sound_like_the_staff(name):
    with pytest.raises(NameRefused):
        checked_name(name)
