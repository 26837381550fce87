"""Grants of staff over the wire; authority.tsv holds which grant reaches which method."""

import time
from contextlib import AsyncExitStack
from uuid import uuid4

import grpc
import pytest

from services.api.gate.grants import grant_of, is_for_operators
from services.main import running
from tests.api.api_kit import accounts_made, refused, two_at_a_table
from tests.api.conftest import settings
from tests.api.methods import EXAMPLES, METHODS
from turnledger import sign_in
from turnledger.v1 import grants_pb2, options_pb2

DENIED, INVALID = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.INVALID_ARGUMENT
DAY_S = 24 * 60 * 60
pytestmark = pytest.mark.usefixtures("quick_passwords")


@pytest.fixture
async def people(tmp_path):
    """Olga, whom the setting names, Mia of the staff, and the players Ann and Bob."""
    ((account, tokens),) = await accounts_made(tmp_path, 1)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings(tmp_path, operators=(account,))))
        olga = await stack.enter_async_context(sign_in(server.grpc, tokens=tokens))
        others = [await stack.enter_async_context(sign_in(server.grpc, name)) for name in ("Mia", "Ann", "Bob")]
        await others[0].accounts.upgrade_me(display_name="Mia", password="correct horse")
        yield olga, *others


def the(client):
    return {"account_id": client.account.account_id}


async def give(olga, client, grant, **more):
    end = {"seconds": int(time.time()) + DAY_S}
    await olga.operators.give_grant(**({"grant": grant, "end_time": end, "text": "helps"} | the(client) | more))


async def test_a_grant_lets_its_holder_act_until_it_is_taken(people):
    olga, mia, ann, _ = people
    async with refused(DENIED, "NOT_AN_OPERATOR") as error:
        await mia.operators.mute_account(**the(ann))
    assert error[0].facts == {"grant": "moderate"}
    await give(olga, mia, "GRANT_MODERATE")
    await mia.operators.mute_account(**the(ann))
    async with refused(DENIED, "GRANT_MISSING") as error:
        await mia.operators.ban_account(text="cheats", **the(ann))
    assert error[0].facts == {"grant": "accounts"}
    me = (await mia.accounts.get_me()).account
    assert (me.operator, list(me.grants)) == (True, [grants_pb2.GRANT_MODERATE])
    await olga.operators.take_grant(grant="GRANT_MODERATE", text="has left", **the(mia))
    async with refused(DENIED, "NOT_AN_OPERATOR"):
        await mia.operators.unmute_account(**the(ann))
    assert not (await mia.accounts.get_me()).account.operator


async def test_no_grant_lets_its_holder_give_or_take_grants(people):
    olga, mia, _, _ = people
    for grant in ("READ", "MODERATE", "TABLES", "TOURNAMENTS", "ACCOUNTS"):
        await give(olga, mia, f"GRANT_{grant}")
    async with refused(DENIED, "GRANT_MISSING") as error:
        await give(mia, mia, "GRANT_TABLES")
    assert error[0].facts == {"grant": "setting"}
    async with refused(DENIED, "GRANT_MISSING"):
        await mia.operators.take_grant(grant="GRANT_READ", text="no", **the(mia))
    assert list((await olga.accounts.get_me()).account.grants) == [grants_pb2.GRANT_SETTING]


async def test_staff_reads_every_grant_and_what_allowed_each_action(people):
    olga, mia, ann, _ = people
    await give(olga, mia, "GRANT_ACCOUNTS", text="the new one")
    (held,) = [each async for each in mia.operators.list_grants()]
    assert (held.holder.display_name, held.grant, held.text) == ("Mia", grants_pb2.GRANT_ACCOUNTS, "the new one")
    assert (held.giver_id, held.end_time.seconds > time.time()) == (olga.account.account_id, True)
    await mia.operators.rename_account(display_name="Polite", text="insults", **the(ann))
    told = [each async for each in mia.operators.list_operator_actions(page_size=1)]
    assert [(each.action, each.operator_id, each.account_id, each.allowed_by) for each in told] == [
        ("RENAMED", mia.account.account_id, ann.account.account_id, f"accounts {held.number}"),
        ("GRANT_GIVEN", olga.account.account_id, mia.account.account_id, "setting"),
    ]
    assert (told[1].grant, told[1].grant_end_time) == (grants_pb2.GRANT_ACCOUNTS, held.end_time)
    (action,) = (await mia.operators.list_account_actions(**the(ann))).actions
    assert action == told[0]


async def test_staff_is_renamed_and_banned_by_the_accounts_of_the_setting_alone(people):
    olga, mia, ann, _ = people
    await ann.accounts.upgrade_me(display_name="Ann", password="correct horse")
    await give(olga, mia, "GRANT_ACCOUNTS")
    await give(olga, ann, "GRANT_READ")
    for about in (ann, olga):
        async with refused(DENIED, "ACCOUNT_OF_OPERATOR"):
            await mia.operators.ban_account(text="cheats", **the(about))
    await olga.operators.ban_account(text="cheats", **the(ann))
    await olga.operators.lift_ban(text="did not", **the(ann))
    assert [each.holder.display_name async for each in mia.operators.list_grants()] == ["Mia"]


async def test_a_grant_of_tables_stops_a_game_and_one_of_tournaments_acts_as_an_official(people):
    olga, mia, ann, bob = people
    game, _ = await two_at_a_table(ann, bob)
    await give(olga, mia, "GRANT_TOURNAMENTS")
    async with refused(DENIED, "GRANT_MISSING"):
        await mia.operators.stop_table(game_id=game.game_id)
    terms = EXAMPLES["Tournaments/CreateTournament"]["terms"]
    made = (await ann.tournaments.create_tournament(request_id=str(uuid4()), terms=terms)).tournament
    about = {"tournament_id": made.tournament_id}
    assert (await mia.tournaments.get_tournament(**about)).official
    assert not (await bob.tournaments.get_tournament(**about)).official
    await mia.tournaments.decide_tournament(request_id=str(uuid4()), text="a test", cancel={}, **about)
    await give(olga, mia, "GRANT_TABLES")
    await mia.operators.stop_table(game_id=game.game_id)
    assert (await game.table()).outcome.reason == "STOPPED"


async def test_a_grant_that_cannot_be_is_refused(people):
    olga, mia, ann, _ = people
    now = int(time.time())
    wrong = (
        *({"grant": each} for each in ("GRANT_UNSPECIFIED", "GRANT_SETTING", 99)),
        *({"end_time": {"seconds": each}} for each in (now - 1, now + 367 * DAY_S, 1 << 40)),
        {"text": " "},
    )
    for each in wrong:
        async with refused(INVALID, "MALFORMED"):
            await give(olga, mia, **({"grant": "GRANT_READ"} | each))
    async with refused(grpc.StatusCode.FAILED_PRECONDITION, "NAME_NEEDED"):
        await give(olga, ann, "GRANT_READ")
    async with refused(grpc.StatusCode.NOT_FOUND, "UNKNOWN_ACCOUNT"):
        await give(olga, mia, "GRANT_READ", account_id="a" * 26)
    assert [each async for each in olga.operators.list_grants()] == []


async def test_a_repeated_request_gives_a_grant_once(people):
    olga, mia, _, _ = people
    request_id = str(uuid4())
    for _ in range(2):
        await give(olga, mia, "GRANT_READ", request_id=request_id)
    assert len([each async for each in olga.operators.list_operator_actions()]) == 1


def test_every_method_of_operators_names_its_grant_in_the_contract():
    named = {name for name, method in METHODS.items() if method.GetOptions().Extensions[options_pb2.grant]}
    assert {name for name, method in METHODS.items() if is_for_operators(method)} - named == set()


def test_no_stream_is_for_staff():
    """A grant is checked when a call begins, which is enough for calls that end."""
    assert [name for name, method in METHODS.items() if grant_of(method) and method.server_streaming] == []
