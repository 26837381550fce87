"""Leaderboards over the wire: whose lines are shown, and what is said of them."""

import asyncio

import pytest

from services.accounts.sign_in import SignIn
from services.accounts.storage import AccountStorage
from services.accounts.tokens import Issuer, KeyRing
from services.api.rpc import Call
from services.api.stopping import Stopping
from services.api.views import Views
from services.application.games import Games
from services.platform.looks import Looks
from services.store import open_sql, open_store
from tests.projections.histories import CODEC, league
from tests.projections.kit import Service
from turnledger.v1 import views_pb2


@pytest.fixture
async def sign_in(tmp_path):
    url = f"sqlite:///{tmp_path}/store.db"
    store, sql = open_store(url), open_sql(url)
    yield SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")))
    await sql.close()
    await store.close()


async def ask(sign_in, service, **fields):
    views = Views(Games(service.log, CODEC), await service.catch_up(), sign_in, Stopping(), Looks(10, 10))
    call = Call("anybody", asyncio.get_running_loop().time() + 10)
    return list((await views.get_leaderboard(views_pb2.GetLeaderboardRequest(**fields), call)).rows)


@pytest.mark.rule("TB-RATE-05")
async def test_a_line_says_how_certain_its_rating_is_and_that_of_a_deleted_account_is_not_shown(sign_in):
    service = Service()
    ids = [(await sign_in.as_guest(f"Player {number:02}"))[0].account_id for number in range(13)]
    league(service.log, *ids)
    before = await ask(sign_in, service)
    assert {(row.record.provisional, row.record.with_bots) for row in before} == {(False, False)}
    assert all(200 < row.record.deviation <= 260 for row in before)
    gone = before[2]
    await sign_in.delete(gone.player.account_id)
    after = await ask(sign_in, service)
    assert [row.rank for row in after] == [1, 2, *range(4, len(before) + 1)]
    assert [row.player.account_id for row in after] == [row.player.account_id for row in before if row != gone]
    neighbours = await ask(sign_in, service, around_account_id=before[3].player.account_id, page_size=1)
    assert [row.rank for row in neighbours] == [4, 5]


@pytest.mark.rule("TB-RATE-02")
async def test_bots_are_listed_by_their_names_among_those_who_play_with_them(sign_in):
    service = Service()
    ids = [(await sign_in.as_guest(f"Player {number:02}"))[0].account_id for number in range(12)]
    league(service.log, ids[0], "bot:greedy", *ids[1:])
    rows = await ask(sign_in, service, around_account_id="bot:greedy", page_size=5)
    assert [(row.player.account_id, row.player.display_name) for row in rows] == [("bot:greedy", "bot:greedy")]
    assert [row.record.with_bots for row in await ask(sign_in, service, bots=True)] == [True]
