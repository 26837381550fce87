"""Names are unique, even if two callers ask at the same moment, and can be read and distinguished."""

import asyncio

import pytest

from services.accounts.account import Account, NameRefused, checked_name
from services.accounts.account_storage import AccountStorage
from services.platform.confusables import skeleton, skeletons
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
    asked = [storages[number % 3].rename(f"account-{number}", "Ann", 1) for number in range(12)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers if answer is not None] == [NameRefused] * 11
    with pytest.raises(NameRefused):
        await storages[1].add(Account("another", "ann", guest=True, created_at=1, tokens_from=0))
    for sql in sqls:
        await sql.close()


@pytest.mark.parametrize("name", ["Ann", "Жанна", "D'Artagnan", "J. R.", "анна_2", "松本さくら", "Guest 000000001"])
def test_names_of_people_may_be_had(name):
    assert checked_name(name) == name


@pytest.mark.parametrize("name", ["\u3164", "\u115f\u1160", "Ann\uffa0", "...", "_", "- -", "'"])
def test_a_name_has_something_to_be_read(name):
    with pytest.raises(NameRefused):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Adm1n",
            "0perator",
            "ADMlN",
            "4dmin",
            "Adrnin",
            "support",
            "5upport",
            "Support Team",
            "root",
            "r00t",
            "server",
        ),
        *(
            "Server 1",
            "The Operator",
            "m0derator",
            "Moderator_7",
            "bot",
            "b0t",
            "Bot Greedy",
            "botːgreedy",
            "bot.greedy",
        ),
        *(
            "Sysadmin",
            "SuperAdmin",
            "Site Admins",
            "webmaster",
            "Tech-Support",
            "techsupp0rt",
            "Game Master",
            "no-reply",
        ),
        *("moderators", "администраторы", "суперадмин"),
        *("system", "staff", "Turnledger", "техподдержка", "Оператор 2", "0ператор"),
    ],
)
def test_nobody_speaks_for_the_house(name):
    with pytest.raises(NameRefused, match="NAME_INVALID"):
        checked_name(name)


@pytest.mark.parametrize(
    "name", ["Robot", "Abbot", "Hostess", "Serverus", "Rooth", "Modest", "Stafford", "ノリ", "Ада"]
)
def test_names_that_hold_such_a_word_by_chance_may_be_had(name):
    assert checked_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [("раураl", "paypal"), ("ⅼ", "l"), ("𝐀", "A"), ("ѕсоре", "scope"), ("m", "rn"), ("1", "l"), ("Ӏ", "I")],
)
def test_the_skeleton_is_that_of_unicode(one, other):
    """Pairs from confusables.txt of Unicode 17."""
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Bob", "Rob"), ("Анна", "Анка"), ("a", "b")])
def test_names_that_are_told_apart_have_other_looks(one, other):
    assert not set(skeletons(one)) & set(skeletons(other))


@pytest.mark.parametrize("name", ["admin", "ADMIN", "-admin-", "a.d.m.i.n", "Админ", "модератор_", "ad min"])
def test_a_name_does_not_sound_like_the_staff(name):
    with pytest.raises(NameRefused):
        checked_name(name)
