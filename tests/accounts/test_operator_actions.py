"""Operators' actions on accounts, on SQLite and on PostgreSQL."""

import pytest
from msgspec.structs import replace

from services.accounts.account import NameRefused
from services.accounts.account_storage import NAME_KEPT_S, AccountStorage
from services.accounts.operator_actions import BAN_LIFTED, BANNED, RENAMED, OperatorActions, OperatorRequest
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing, Unauthenticated
from services.notify.maintenance import READ_S, Maintenance, MaintenanceNotices
from services.store import open_sql
from services.store.schema import migrate

PASSWORD = "correct horse"
NOW_S = 1_800_000_000
pytestmark = pytest.mark.usefixtures("quick_passwords")


class Clock:
    def __init__(self):
        self.now = float(NOW_S)

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def sign_in(sql, tmp_path, clock):
    return SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys"), clock=clock), clock)


@pytest.fixture
def actions(sql):
    return OperatorActions(sql)


def request(request_id, reason="because", at_s=NOW_S):
    return OperatorRequest("olga", request_id, at_s * 1000, reason, "setting")


async def done(actions, account):
    return [(each.action, each.reason) for each in await actions.of(account.account_id, 0, 10)]


async def test_nobody_is_let_in_with_a_banned_account_until_the_ban_is_lifted(sign_in, actions, clock):
    ann, _ = await sign_in.as_guest("Ann")
    await sign_in.upgrade(ann.account_id, "Anna", PASSWORD)
    _, tokens = await sign_in.with_password("Anna", PASSWORD)
    await actions.ban(ann.account_id, request("r1", "cheats"))
    for let_in in (
        lambda: sign_in.who(tokens.access),
        lambda: sign_in.with_password("Anna", PASSWORD),
        lambda: sign_in.on_device(ann.account_id, "another"),
        lambda: sign_in.come_back(ann.account_id, "a new password, hashed", ""),
    ):
        with pytest.raises(Unauthenticated, match="BANNED"):
            await let_in()
    with pytest.raises(Unauthenticated, match="TOKEN_"):
        await sign_in.refresh(tokens.refresh)
    await actions.lift_ban(ann.account_id, request("r2", "did not"))
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await sign_in.who(tokens.access)
    again, new = await sign_in.with_password("Anna", PASSWORD)
    assert (again.account_id, await sign_in.who(new.access)) == (ann.account_id, ann.account_id)
    assert await done(actions, ann) == [(BAN_LIFTED, "did not"), (BANNED, "cheats")]


async def test_a_repeated_request_has_one_effect_and_one_line(sign_in, actions):
    ann, _ = await sign_in.as_guest("Ann")
    await actions.ban(ann.account_id, request("r1"))
    await actions.lift_ban(ann.account_id, request("r2"))
    await actions.ban(ann.account_id, request("r1"))
    assert not (await sign_in.account(ann.account_id)).banned
    await actions.rename(ann.account_id, "Zoe", request("r3"))
    await actions.rename(ann.account_id, "Zoe", request("r3"))
    assert [action for action, _ in await done(actions, ann)] == [RENAMED, BAN_LIFTED, BANNED]


async def test_a_name_that_was_taken_away_is_nobodys_for_a_while_its_owners_neither(sign_in, actions, clock):
    ann, _ = await sign_in.as_guest("Rude Name")
    bob, _ = await sign_in.as_guest("Bob")
    await actions.rename(ann.account_id, "Polite", request("r1", "insults"))
    sign_in.forget_seen(ann.account_id)
    assert await sign_in.name(ann.account_id) == "Polite"
    for account in (ann, bob):
        with pytest.raises(NameRefused, match="NAME_TAKEN"):
            await sign_in.rename(account.account_id, "Rude Name")
    with pytest.raises(NameRefused, match="NAME_TAKEN"):
        await actions.rename(bob.account_id, "Polite", request("r2"))
    assert await done(actions, bob) == []
    clock.now += NAME_KEPT_S + 1
    assert (await sign_in.rename(bob.account_id, "Rude Name")).display_name == "Rude Name"


async def test_actions_are_read_from_the_last_one_on(sign_in, actions):
    ann, _ = await sign_in.as_guest("Ann")
    for number in range(3):
        await actions.ban(ann.account_id, request(f"r{number}", str(number)))
    first = await actions.of(ann.account_id, 0, 2)
    rest = await actions.of(ann.account_id, first[-1].number, 2)
    assert [each.reason for each in [*first, *rest]] == ["2", "1", "0"]


async def test_a_notice_of_works_is_told_until_they_are_over(sql, clock):
    seconds = Clock()
    here, there = [MaintenanceNotices(sql, clock, seconds) for _ in range(2)]
    assert (await here.current(), await there.current()) == (None, None)
    works = Maintenance(NOW_S + 60, NOW_S + 120, {"en": "A new disk.", "ru": "Новый диск."})
    await here.set(works.start_s, works.end_s, works.texts, request("r1"))
    assert (await here.current(), await there.current()) == (works, None)
    seconds.now += READ_S
    assert await there.current() == works
    longer = replace(works, end_s=NOW_S + 240)
    await here.set(longer.start_s, longer.end_s, longer.texts, request("r2"))
    clock.now += 120
    assert await here.current() == longer
    clock.now += 120
    assert await here.current() is None
    clock.now -= 240
    await here.clear(request("r3"))
    assert await here.current() is None
    assert [each.action for each in await OperatorActions(sql).of("", 0, 10)] == [
        "NOTICE_CLEARED",
        "NOTICE_SET",
        "NOTICE_SET",
    ]


async def test_while_the_store_is_away_the_notice_stays_what_it_was(tmp_path, clock):
    url, seconds = f"sqlite:///{tmp_path}/events.db", Clock()
    migrate(url)
    sql = open_sql(url)
    notices = MaintenanceNotices(sql, clock, seconds)
    await notices.set(NOW_S, NOW_S + 120, {"en": "A new disk."}, request("r1"))
    seen = await notices.current()
    await sql.run("DROP TABLE maintenance")
    seconds.now += READ_S
    assert await notices.current() == seen is not None
    await sql.close()
