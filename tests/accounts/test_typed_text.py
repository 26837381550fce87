"""Names, passwords and mentions are compared as people type them, whatever keyboard they have."""

import unicodedata

import pytest

from services.accounts.account import NameRefused, checked_name
from services.accounts.account_storage import AccountStorage
from services.accounts.password import _scrypt, fits, hashed
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing, Unauthenticated
from services.platform.confusables import skeletons
from services.platform.typed_text import mentioned, name_key
from services.store import open_sql
from tests.stores import new_sqlite

pytestmark = pytest.mark.usefixtures("quick_passwords")
ACCENTED = "café à la crème, ёлка и йод"


@pytest.fixture
async def sql(tmp_path):
    opened = open_sql(new_sqlite(tmp_path / "accounts.db"))
    yield opened
    await opened.close()


@pytest.fixture
def storage(sql):
    return AccountStorage(sql)


@pytest.fixture
def sign_in(storage, tmp_path):
    return SignIn(storage, Issuer(KeyRing(tmp_path / "keys")))


def spelled(form, text=ACCENTED):
    return unicodedata.normalize(form, text)


async def as_older_servers_stored(password):
    salt = bytes(range(16))
    return (salt + await _scrypt(password, salt)).hex()


@pytest.mark.parametrize("made", ["NFC", "NFD"])
@pytest.mark.parametrize("typed", ["NFC", "NFD"])
async def test_a_password_fits_however_its_letters_are_composed(made, typed):
    kept = await hashed(spelled(made))
    assert await fits(spelled(typed), kept)
    assert not await fits(spelled(typed).upper(), kept)


async def test_a_no_break_space_in_a_password_is_a_space():
    assert await fits("correct\xa0horse battery", await hashed("correct horse\u3000battery"))


@pytest.mark.parametrize("stored", ["NFC", "NFD"])
@pytest.mark.parametrize("typed", ["NFC", "NFD"])
async def test_a_password_stored_as_it_was_typed_still_signs_in_and_is_stored_again(sign_in, storage, stored, typed):
    account, _ = await sign_in.as_guest("Ann")
    await sign_in.upgrade(account.account_id, "Ann", ACCENTED)
    old = await as_older_servers_stored(spelled(stored))
    await storage.hash_again(account.account_id, await storage.password_of(account.account_id), old)
    found, _ = await sign_in.with_password("Ann", spelled(typed))
    assert found.account_id == account.account_id
    now = await storage.password_of(account.account_id)
    assert await fits(spelled("NFC"), now)
    assert (now == old) == (stored == "NFC"), "only what was stored in another spelling is stored again"
    with pytest.raises(Unauthenticated):
        await sign_in.with_password("Ann", ACCENTED + "!")


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Ann ", "Ann"),
        (" Ann\xa0Lee", "Ann Lee"),
        ("Ann  Lee", "Ann Lee"),
        ("D’Arcy", "D'Arcy"),
        ("Rene\u0301", "René"),
        ("йод".replace("й", "и\u0306"), "йод"),
    ],
)
def test_a_name_is_stored_in_one_spelling_and_found_by_all(typed, stored):
    assert checked_name(typed) == stored
    assert name_key(typed) == name_key(stored)
    assert skeletons(checked_name(typed)) == skeletons(stored)


def test_full_width_letters_and_other_case_are_the_same_name():
    assert name_key("ＡＮＮ") == name_key("ann")


@pytest.mark.parametrize("name", ["\U00010d4a\U00010d4b", "Ann\u200d", "An\u202en", "Ann\U0001fae8", "\u3164"])
def test_names_have_letters_of_one_fixed_unicode_version(name):
    """Every Python refuses letters of Garay (Unicode 16): one that does not know them cannot compare them."""
    with pytest.raises(NameRefused, match="NAME_INVALID"):
        checked_name(name)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@Ann hi", {"Ann"}),
        ("@Ann Lee hi", {"Ann Lee"}),
        ("hi (@ann), @BOB's turn.", {"Ann", "Bob"}),
        ("@Ann.", {"Ann"}),
        ("@ann\n@bob", {"Ann", "Bob"}),
        ("@o’neil, @ＡＮＮ", {"O'Neil", "Ann"}),
        ("@rene\u0301", {"René"}),
        ("write to me@ann.example or x.y@bob", set()),
        ("@anna @ann-marie @ann.lee @ann_1 @ann2 @ann'ette", set()),
        ("@@ann", {"Ann"}),
        ("ann bob", set()),
        ("@", set()),
    ],
)
def test_mentions_are_whole_names(text, found):
    assert mentioned(text, ["Ann", "Ann Lee", "Bob", "O'Neil", "René", ""]) == found
