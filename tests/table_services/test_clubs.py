"""Clubs on a real store: what was said counts once, whichever process takes it; names are of one club alone."""

import asyncio
from uuid import uuid4

import pytest

from domain.club.messages import ChangeClub, FoundClub, Invite, Join, Leave, Profile
from domain.kernel.refused import Refused
from services.accounts.people import BLOCK, People
from services.application.command_errors import RequestReused
from services.clubs.club_errors import UnknownClub
from services.clubs.club_service import OWNED_MAX, Clubs
from services.clubs.club_storage import ClubStorage
from services.platform.rate_limiter import TooMany
from services.store import open_sql
from services.store.schema import migrate
from tests.table_services.services_kit import FakeClock


@pytest.fixture
async def sql(store_url):
    migrate(store_url)
    opened = open_sql(store_url)
    yield opened
    await opened.close()


@pytest.fixture
def process(sql):
    """A process's own view of the store, each time it is called."""
    return lambda: Clubs(ClubStorage(sql), FakeClock())


async def found_club(clubs, name="Riverside", actor="olga", admission="OPEN"):
    command = FoundClub(Profile(name, admission=admission))
    return (await clubs.found_club(command, actor=actor, request_id=str(uuid4()))).club_id


async def execute(clubs, club_id, actor, command, request_id=None):
    return await clubs.execute(club_id, command, actor=actor, request_id=request_id or str(uuid4()))


async def listed(clubs, account, name="", *, mine=False):
    page = await clubs.storage.page(account, name, "", 10, mine=mine)
    return [(each.summary.name, each.standing, each.summary.members) for each in page]


async def test_a_repeated_request_happens_once_in_every_process(process):
    one, other = process(), process()
    request, profile = str(uuid4()), Profile("Riverside", admission="OPEN")
    first = await one.found_club(FoundClub(profile), actor="olga", request_id=request)
    again = await other.found_club(FoundClub(profile), actor="olga", request_id=request)
    assert (first.club_id, first.version) == (again.club_id, again.version)
    entry = str(uuid4())
    await execute(one, first.club_id, "ann", Join(), entry)
    assert (await execute(other, first.club_id, "ann", Join(), entry)).version == 2
    with pytest.raises(RequestReused):
        await execute(other, first.club_id, "ann", Leave(), entry)
    assert (await process().load(first.club_id)).club.members == ("olga", "ann")
    with pytest.raises(UnknownClub):
        await one.load(str(uuid4()))


async def test_of_many_who_join_at_the_same_moment_in_two_processes_everybody_does(process):
    one, other = process(), process()
    club_id = await found_club(one)
    await asyncio.gather(*(execute((one, other)[number % 2], club_id, f"p{number}", Join()) for number in range(8)))
    assert sorted((await one.load(club_id)).club.members) == ["olga", *(f"p{number}" for number in range(8))]
    assert (await listed(one, "p0")) == [("Riverside", "MEMBER", 9)]


@pytest.mark.rule("CL-FOUND-02")
async def test_two_clubs_that_are_open_have_not_the_same_name(process):
    one = process()
    first, second = await found_club(one), await found_club(process(), "Hillside")
    for attempt in (
        found_club(process(), "RIVERSIDE", "ann"),
        execute(process(), second, "olga", ChangeClub(Profile("riverside"))),
    ):
        with pytest.raises(Refused) as refused:
            await attempt
        assert (refused.value.code, refused.value.rule) == ("CLUB_NAME_TAKEN", "CL-FOUND-02")
    await execute(one, first, "olga", ChangeClub(Profile("RiverSide", "New.")))
    await execute(one, first, "olga", Leave())
    assert (await one.load(first)).club.closed
    assert await found_club(process(), "RIVERSIDE", "ann")


@pytest.mark.parametrize("name", ["Operators", "OPERAT0RS", "Turnledger Support", "Администрация", "bot: Riverside"])
async def test_a_club_does_not_speak_for_the_house(process, name):
    clubs = process()
    with pytest.raises(Refused, match="CLUB_NAME_INVALID"):
        await found_club(clubs, name)
    club_id = await found_club(clubs, "Friends of operas")
    with pytest.raises(Refused, match="CLUB_NAME_INVALID"):
        await execute(clubs, club_id, "olga", ChangeClub(Profile(name, admission="OPEN")))


async def test_of_two_who_take_a_name_at_the_same_moment_one_has_it(process):
    taken = await asyncio.gather(
        *(found_club(process(), "Riverside", actor) for actor in ("ann", "bob")), return_exceptions=True
    )
    refused = [each for each in taken if isinstance(each, Refused)]
    assert [each.code for each in refused] == ["CLUB_NAME_TAKEN"]
    assert len(await listed(process(), "ann")) == 1


async def test_nobody_owns_more_clubs_than_there_are_days_to_look_after_them(process):
    clubs = process()
    last = [await found_club(clubs, f"Club {number}") for number in range(OWNED_MAX)][-1]
    with pytest.raises(TooMany):
        await found_club(clubs, "One more")
    await execute(clubs, last, "olga", Leave())
    assert await found_club(clubs, "One more")


async def test_lists_say_who_one_is_in_each_and_begin_with_a_name(process):
    clubs = process()
    riverside, hillside = await found_club(clubs), await found_club(clubs, "Hillside", "ann", "REQUEST")
    await execute(clubs, riverside, "ann", Join())
    await execute(clubs, hillside, "bob", Join("Hello."))
    assert await listed(clubs, "bob", mine=True) == [("Hillside", "ASKED", 1)]
    assert sorted(await listed(clubs, "ann")) == [("Hillside", "OWNER", 1), ("Riverside", "MEMBER", 2)]
    assert await listed(clubs, "eve", "HILL") == [("Hillside", "", 1)]
    assert await listed(clubs, "eve", mine=True) == []
    await execute(clubs, hillside, "ann", Leave())
    assert await listed(clubs, "bob", mine=True) == []


async def test_pages_follow_each_other(process):
    clubs = process()
    names = {f"Club {number}" for number in range(3)}
    for name in sorted(names):
        await found_club(clubs, name)
    first = await clubs.storage.page("olga", "", "", 2, mine=False)
    rest = await clubs.storage.page("olga", "", first[-1].place, 2, mine=False)
    assert [len(first), len(rest)] == [2, 1]
    assert {each.summary.name for each in (*first, *rest)} == names


async def test_an_invitation_by_somebody_blocked_is_not_among_the_own_clubs(process, sql):
    clubs = process()
    club_id = await found_club(clubs)
    await execute(clubs, club_id, "olga", Invite("ann"))
    assert await listed(clubs, "ann", mine=True) == [("Riverside", "INVITED", 1)]
    await People(sql).add("ann", BLOCK, "olga")
    assert await listed(clubs, "ann", mine=True) == []


@pytest.mark.rule("CL-LEAVE-01")
async def test_an_account_that_is_gone_has_left_everywhere_and_its_clubs_are_passed_on(process):
    clubs = process()
    riverside, hillside = await found_club(clubs), await found_club(clubs, "Hillside", "ann")
    await execute(clubs, riverside, "ann", Join())
    await execute(clubs, hillside, "olga", Join())
    await clubs.leave("olga")
    assert (await clubs.load(riverside)).club.owner == "ann"
    assert (await clubs.load(hillside)).club.members == ("ann",)
    assert await listed(clubs, "olga", mine=True) == []
    await execute(clubs, hillside, "olga", Join())
    await clubs.leave("olga")
    assert (await clubs.load(hillside)).club.members == ("ann",)


async def test_events_that_the_store_has_lost_are_noticed(process, sql):
    clubs = process()
    club_id = await found_club(clubs)
    await execute(clubs, club_id, "ann", Join())
    await sql.run("DELETE FROM club_events WHERE club_id = ? AND version = 2", (club_id,))
    assert (await clubs.load(club_id)).club.members == ("olga",)


class LosingStorage(ClubStorage):
    """Its server loses the second event of a club just before the third is appended."""

    def __init__(self, sql):
        super().__init__(sql)
        self.sql = sql

    async def append(self, stored):
        first = stored.rows[0]
        if first.version == 3:
            await self.sql.run("DELETE FROM club_events WHERE club_id = ? AND version = 2", (first.stream_id,))
        return await super().append(stored)


async def test_an_event_is_not_appended_behind_one_that_the_store_has_just_lost(process, sql):
    clubs = Clubs(LosingStorage(sql), FakeClock())
    club_id = await found_club(clubs)
    await execute(clubs, club_id, "ann", Join())
    await execute(clubs, club_id, "bob", Join())
    assert (await process().load(club_id)).club.members == ("olga", "bob")
