"""The ladder and the records of a club over the wire: members alone are shown."""

import asyncio
from uuid import uuid4

import pytest

from domain.club.messages import FoundClub, Join, Leave, Profile
from domain.table.messages import Terms
from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.api.clubs import Clubs
from services.api.gate.gate import Call
from services.clubs.club_errors import UnknownClub
from services.clubs.club_service import Clubs as Streams
from services.clubs.club_storage import ClubStorage
from services.store import open_sql, open_store
from support.histories import Game
from tests.projections.projection_kit import Service
from turnledger.v1 import clubs_pb2


@pytest.fixture
async def sql(tmp_path):
    url = f"sqlite:///{tmp_path}/store.db"
    store, opened = open_store(url), open_sql(url)
    yield opened
    await opened.close()
    await store.close()


@pytest.fixture
def sign_in(sql, tmp_path):
    return SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")))


async def club_of(streams, owner, *members):
    command = FoundClub(Profile("Riverside", admission="OPEN"))
    club_id = (await streams.found_club(command, actor=owner, request_id=str(uuid4()))).club_id
    for member in members:
        await streams.execute(club_id, Join(), actor=member, request_id=str(uuid4()))
    return club_id


def a_call():
    return Call("anybody", asyncio.get_running_loop().time() + 10)


@pytest.mark.rule("CL-LADDER-04", "CL-REC-01")
async def test_members_alone_stand_on_the_ladder_and_who_comes_back_stands_where_he_stood(sql, sign_in):
    service, streams = Service(), Streams(ClubStorage(sql))
    ann, bob, cid = [(await sign_in.as_guest(name))[0].account_id for name in ("Ann", "Bob", "Cid")]
    club_id = await club_of(streams, ann, bob, cid)
    for number, players in enumerate(((bob, ann), (bob, cid))):  # who sits first wins: 3 and 3 against 1 and 1
        game = Game(service.log, f"g{number}").open(terms=Terms(club=club_id)).seat(*players).start()
        game.choose(3, 1, 3, 1)
    clubs = Clubs(streams, sign_in, (await service.catch_up()).clubs)

    async def ladder(**page):
        answer = await clubs.list_ladder(clubs_pb2.ListLadderRequest(club_id=club_id, **page), a_call())
        return [(row.rank, row.player.account_id, row.games, row.wins) for row in answer.rows], answer.next_page_token

    async def execute(command, actor):
        await streams.execute(club_id, command, actor=actor, request_id=str(uuid4()))

    assert (await ladder())[0] == [(1, bob, 2, 2), (2, ann, 1, 0), (3, cid, 1, 0)]
    first, token = await ladder(page_size=2)
    rest, end = await ladder(page_size=2, page_token=token)
    assert (first + rest, end) == ((await ladder())[0], "")
    await execute(Leave(), bob)
    assert (await ladder())[0] == [(1, ann, 1, 0), (2, cid, 1, 0)]
    await execute(Join(), bob)
    assert (await ladder())[0][0] == (1, bob, 2, 2)
    (record,) = (await clubs.get_club_records(clubs_pb2.GetClubRecordsRequest(club_id=club_id), a_call())).records
    assert (record.variant, record.player.account_id, record.game_id in ("g0", "g1")) == ("demo", bob, True)
    with pytest.raises(UnknownClub):
        await clubs.get_club_records(clubs_pb2.GetClubRecordsRequest(club_id=str(uuid4())), a_call())
