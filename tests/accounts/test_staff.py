"""Grants of staff, on SQLite and on PostgreSQL."""

import pytest

from services.accounts.account import Account
from services.accounts.account_storage import AccountStorage
from services.accounts.operator_actions import GRANT_GIVEN, GRANT_TAKEN, OperatorActions, OperatorRequest
from services.accounts.staff import Staff

NOW_S, DAY_S = 1_800_000_000, 24 * 60 * 60
NOBODY = ("", False)


class Clock:
    def __init__(self):
        self.now = float(NOW_S)

    def __call__(self):
        return self.now


class Office:
    """The staff of a store with Ann and Bob. The setting names Olga."""

    def __init__(self, sql):
        self.clock = Clock()
        self.staff, self.actions = Staff(sql, ["olga"], self.clock), OperatorActions(sql)
        self.storage, self._requests = AccountStorage(sql), 0

    def request(self):
        self._requests += 1
        return OperatorRequest("olga", str(self._requests), NOW_S * 1000, "helps", "setting")

    async def give(self, account, grant, days=1):
        until_ms = (NOW_S + days * DAY_S) * 1000
        await self.actions.do(GRANT_GIVEN, account, [], self.request(), granted=grant, until_ms=until_ms)

    async def take(self, account, grant):
        await self.actions.do(GRANT_TAKEN, account, [], self.request(), granted=grant)


@pytest.fixture
async def office(sql):
    made = Office(sql)
    for name in ("ann", "bob"):
        await made.storage.add(Account(name, name, guest=False, created_at=NOW_S))
    return made


async def test_accounts_of_the_setting_have_every_power_and_others_none(office):
    for grant in ("setting", "read", "moderate"):
        assert await office.staff.allowing("olga", grant) == ("setting", True)
        assert await office.staff.allowing("ann", grant) == NOBODY


async def test_a_grant_allows_its_own_actions_and_reading_and_names_itself(office):
    await office.give("bob", "tables")
    await office.give("ann", "moderate")
    told = {grant: await office.staff.allowing("ann", grant) for grant in ("moderate", "read", "accounts", "setting")}
    assert told == {
        "moderate": ("moderate 2", True),
        "read": ("moderate 2", True),
        "accounts": ("", True),
        "setting": ("", True),
    }
    await office.give("ann", "read")
    assert await office.staff.allowing("ann", "read") == ("read 3", True)


async def test_a_grant_ends_at_its_time_to_the_second(office):
    await office.give("ann", "moderate")
    office.clock.now = NOW_S + DAY_S - 1
    assert await office.staff.allowing("ann", "moderate") == ("moderate 1", True)
    office.clock.now = NOW_S + DAY_S
    assert await office.staff.allowing("ann", "moderate") == NOBODY


async def test_a_grant_that_is_taken_leaves_the_others(office):
    await office.give("ann", "moderate")
    await office.give("ann", "tables")
    await office.take("ann", "moderate")
    assert await office.staff.allowing("ann", "moderate") == ("", True)
    assert await office.staff.allowing("ann", "tables") == ("tables 2", True)
    await office.give("ann", "moderate")
    assert await office.staff.allowing("ann", "moderate") == ("moderate 4", True)


async def test_the_same_grant_given_again_replaces_the_first_also_with_an_earlier_end(office):
    await office.give("ann", "moderate", days=30)
    await office.give("ann", "moderate", days=1)
    assert [each.number for each in await office.staff.grants_of("ann")] == [2]
    office.clock.now = NOW_S + 2 * DAY_S
    assert await office.staff.grants_of("ann") == []


async def test_a_ban_ends_all_grants_of_the_account_for_good(office):
    for account in ("ann", "bob"):
        await office.give(account, "moderate")
        await office.give(account, "accounts")
    await office.actions.ban("ann", office.request())
    await office.actions.lift_ban("ann", office.request())
    assert await office.staff.allowing("ann", "moderate") == NOBODY
    assert await office.staff.allowing("bob", "moderate") == ("moderate 3", True)


async def test_deleted_accounts_hold_no_grants(office):
    await office.give("ann", "moderate")
    await office.give("bob", "moderate")
    await office.storage.delete("ann", NOW_S)
    assert [each.account for each in await office.staff.page(0, 10)] == ["bob"]
    assert await office.staff.allowing("ann", "moderate") == NOBODY


async def test_grants_in_force_are_read_page_by_page_with_their_giver_and_reason(office):
    await office.give("ann", "moderate")
    await office.give("bob", "tables", days=2)
    (first,) = await office.staff.page(0, 1)
    (second,) = await office.staff.page(first.number, 10)
    told = (second.account, second.name, second.giver, second.reason, second.until_ms)
    assert told == ("bob", "tables", "olga", "helps", (NOW_S + 2 * DAY_S) * 1000)


async def test_the_audit_names_what_allowed_each_action_the_last_first(office):
    await office.give("ann", "accounts")
    asked = OperatorRequest("ann", "by a grant", NOW_S * 1000, "insults", "accounts 1")
    await office.actions.rename("bob", "Polite", asked)
    await office.take("ann", "accounts")
    told = [(each.action, each.account, each.granted, each.allowed_by) for each in await office.actions.page(0, 10)]
    assert told == [
        ("GRANT_TAKEN", "ann", "accounts", "setting"),
        ("RENAMED", "bob", "", "accounts 1"),
        ("GRANT_GIVEN", "ann", "accounts", "setting"),
    ]
    assert [each.action for each in await office.actions.page(2, 10)] == ["GRANT_GIVEN"]
