"""Clubs over gRPC, at a whole server: visibility and rights."""

from uuid import uuid4

import grpc
import pytest

from services.main import running
from tests.api.api_kit import accounts_made, refused
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.v1 import clubs_pb2, tournaments_pb2

Code = grpc.StatusCode
OWNER, MEMBER = clubs_pb2.CLUB_STANDING_OWNER, clubs_pb2.CLUB_STANDING_MEMBER
NOTHING, PUT_OUT = clubs_pb2.CLUB_STANDING_UNSPECIFIED, clubs_pb2.CLUB_STANDING_PUT_OUT
ASKED, INVITED = clubs_pb2.CLUB_STANDING_ASKED, clubs_pb2.CLUB_STANDING_INVITED


async def found_club(client, name="Riverside", admission=clubs_pb2.CLUB_ADMISSION_REQUEST, **profile):
    wanted = clubs_pb2.ClubProfile(name=name, admission=admission, **profile)
    return (await client.clubs.create_club(request_id=str(uuid4()), profile=wanted)).club


async def join(client, club_id, text=""):
    return (await client.clubs.join_club(request_id=str(uuid4()), club_id=club_id, text=text)).club


async def decide(client, club_id, text="", **decision):
    made = await client.clubs.decide_club(request_id=str(uuid4()), club_id=club_id, text=text, **decision)
    return made.club


async def people(client, method, club_id):
    found = [each async for each in getattr(client.clubs, method)(club_id=club_id)]
    return [(each.player.display_name, each.standing, each.text) for each in found]


def ids(*clients):
    return [each.account.account_id for each in clients]


async def test_a_club_is_founded_asked_for_and_joined(server, player):
    olga, ann, bob = [await player(name) for name in ("Olga", "Ann", "Bob")]
    club = await found_club(olga, description="On Fridays.\nBring tea.")
    assert (club.version, club.members, club.standing, club.owner.display_name) == (1, 1, OWNER, "Olga")
    assert (club.profile.description, club.closed) == ("On Fridays.\nBring tea.", False)
    assert (await join(ann, club.club_id, "We met.")).standing == ASKED
    assert await people(olga, "list_club_requests", club.club_id) == [("Ann", ASKED, "We met.")]
    told = await decide(olga, club.club_id, admit_applicant={"account_id": ids(ann)[0]})
    assert (told.members, told.version) == (2, 3)
    assert await people(bob, "list_members", club.club_id) == [("Olga", OWNER, ""), ("Ann", MEMBER, "")]
    mine = [each async for each in ann.clubs.list_clubs(mine=True)]
    assert [(each.profile.name, each.standing) for each in mine] == [("Riverside", MEMBER)]
    left = await ann.clubs.leave_club(request_id=str(uuid4()), club_id=club.club_id)
    assert (left.club.standing, left.club.members) == (NOTHING, 1)


async def test_what_is_for_officers_is_told_to_nobody_else(server, player):
    olga, ann, bob, cid = [await player(name) for name in ("Olga", "Ann", "Bob", "Cid")]
    club_id = (await found_club(olga)).club_id
    await join(bob, club_id)
    await decide(olga, club_id, admit_applicant={"account_id": ids(bob)[0]})
    await join(ann, club_id, "a secret")
    await decide(olga, club_id, invite_account={"account_id": ids(cid)[0]})
    for other in (ann, bob):
        async with refused(Code.PERMISSION_DENIED, "NOT_AN_OFFICER"):
            await people(other, "list_club_requests", club_id)
    await decide(olga, club_id, text="shouts", remove_member={"account_id": ids(bob)[0]})
    told = [each async for each in olga.clubs.list_club_requests(club_id=club_id)]
    assert [(each.standing, each.text) for each in told] == [(ASKED, "a secret"), (INVITED, ""), (PUT_OUT, "shouts")]
    assert told[1].invited_by.display_name == "Olga"
    own, others = [await client.clubs.get_club(club_id=club_id) for client in (bob, ann)]
    assert (own.club.standing, own.put_out_text) == (PUT_OUT, "shouts")
    assert (others.club.standing, others.put_out_text, others.officer) == (ASKED, "", False)


async def test_officers_and_owners_decide_what_is_theirs(server, player):
    olga, ann, bob = [await player(name) for name in ("Olga", "Ann", "Bob")]
    club_id = (await found_club(olga, admission=clubs_pb2.CLUB_ADMISSION_OPEN)).club_id
    for member in (ann, bob):
        await join(member, club_id)
    (ann_id, bob_id) = ids(ann, bob)
    async with refused(Code.PERMISSION_DENIED, "NOT_AN_OFFICER"):
        await decide(ann, club_id, text="shouts", remove_member={"account_id": bob_id})
    await decide(olga, club_id, appoint_officer={"account_id": ann_id})
    assert (await ann.clubs.get_club(club_id=club_id)).officer
    async with refused(Code.PERMISSION_DENIED, "NOT_THE_OWNER"):
        await decide(ann, club_id, appoint_officer={"account_id": bob_id})
    await decide(ann, club_id, dismiss_officer={"account_id": ann_id})
    await decide(olga, club_id, transfer_club={"account_id": bob_id})
    changed = await decide(bob, club_id, change=clubs_pb2.ClubProfile(name="Hillside"))
    assert (changed.profile.name, changed.profile.admission) == ("Hillside", clubs_pb2.CLUB_ADMISSION_REQUEST)
    async with refused(Code.INVALID_ARGUMENT, "REASON_NEEDED"):
        await decide(bob, club_id, close={})
    assert (await decide(bob, club_id, text="enough", close={})).closed
    assert [each async for each in bob.clubs.list_clubs()] == []
    async with refused(Code.FAILED_PRECONDITION, "CLUB_CLOSED"):
        await join(ann, club_id)


async def test_decisions_of_contract_1_name_the_account_alone(server, player):
    olga, ann = [await player(name) for name in ("Olga", "Ann")]
    club_id = (await found_club(olga)).club_id
    (ann_id,) = ids(ann)
    await decide(olga, club_id, invite=ann_id)
    await decide(olga, club_id, take_back_invitation=ann_id)
    await join(ann, club_id)
    await decide(olga, club_id, admit=ann_id)
    await decide(olga, club_id, name_officer=ann_id)
    assert (await ann.clubs.get_club(club_id=club_id)).officer
    await decide(olga, club_id, relieve_officer=ann_id)
    await decide(olga, club_id, text="shouts", put_out=ann_id)
    assert await people(olga, "list_club_requests", club_id) == [("Ann", PUT_OUT, "shouts")]


async def test_who_is_no_account_is_not_invited_and_no_request_is_without_a_decision(server, player):
    olga = await player("Olga")
    club_id = (await found_club(olga)).club_id
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await decide(olga, club_id, invite_account={"account_id": "nobody"})
    async with refused(Code.NOT_FOUND, "UNKNOWN_ACCOUNT"):
        await decide(olga, club_id, invite_account={"account_id": "a" * 26})
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await decide(olga, club_id)
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await olga.clubs.create_club(request_id=str(uuid4()))


async def open_club(owner, *members):
    club_id = (await found_club(owner, admission=clubs_pb2.CLUB_ADMISSION_OPEN)).club_id
    for member in members:
        await join(member, club_id)
    return club_id


@pytest.mark.rule("CL-TABLE-01", "CL-TABLE-02")
async def test_members_alone_open_a_clubs_table_and_sit_down_at_it(server, player):
    olga, ann, eve = [await player(name) for name in ("Olga", "Ann", "Eve")]
    club_id = await open_club(olga, ann)
    terms = {"club_id": club_id, "invited_account_ids": ids(eve)}
    async with refused(Code.PERMISSION_DENIED, "MEMBERS_ONLY") as error:
        await eve.create_table("card_game", seats=2, terms=terms)
    assert error[0].figures == {"club_id": club_id}
    table = await ann.create_table("card_game", seats=2, join=True, terms=terms)
    assert (await eve.lobby.get_table(game_id=table.game_id)).table.terms.club_id == club_id
    async with refused(Code.PERMISSION_DENIED, "MEMBERS_ONLY"):
        await eve.lobby.join_table(game_id=table.game_id)
    assert (await olga.lobby.join_table(game_id=table.game_id)).seat == 1
    await olga.clubs.leave_club(request_id=str(uuid4()), club_id=club_id)
    await ann.game(table.game_id).start()
    await ann.game(table.game_id).resign()
    async with refused(Code.PERMISSION_DENIED, "MEMBERS_ONLY"):
        await olga.lobby.rematch(game_id=table.game_id)
    assert (await ann.lobby.rematch(game_id=table.game_id)).table.terms.club_id == club_id


@pytest.mark.rule("CL-EVENT-01", "CL-EVENT-02")
async def test_an_officer_opens_a_clubs_tournament_and_members_alone_enter(server, player):
    olga, ann, eve = [await player(name) for name in ("Olga", "Ann", "Eve")]
    club_id = await open_club(olga, ann)
    terms = tournaments_pb2.TournamentTerms(
        name="Club Cup",
        form=tournaments_pb2.TOURNAMENT_FORM_SWISS,
        variants=["card_game"],
        seats=2,
        rounds=1,
        unrated=True,
        club_id=club_id,
    )
    for other in (ann, eve):
        async with refused(Code.PERMISSION_DENIED, "NOT_AN_OFFICER"):
            await other.tournaments.create_tournament(request_id=str(uuid4()), terms=terms)
    made = (await olga.tournaments.create_tournament(request_id=str(uuid4()), terms=terms)).tournament
    assert made.terms.club_id == club_id
    async with refused(Code.PERMISSION_DENIED, "MEMBERS_ONLY"):
        await eve.tournaments.enter_tournament(request_id=str(uuid4()), tournament_id=made.tournament_id)
    await ann.tournaments.enter_tournament(request_id=str(uuid4()), tournament_id=made.tournament_id)
    of_club = [each.tournament_id async for each in eve.tournaments.list_tournaments(of_club_id=club_id)]
    others = [each async for each in eve.tournaments.list_tournaments(of_club_id=str(uuid4()))]
    assert (of_club, others) == ([made.tournament_id], [])
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        assert [each async for each in eve.tournaments.list_tournaments(mine=True, of_club_id=club_id)]


@pytest.mark.rule("CL-OFF-03", "CL-LEAVE-01")
async def test_an_operator_closes_any_club_and_whom_it_bans_has_left(tmp_path):
    ((operator, tokens),) = await accounts_made(tmp_path, 1)
    async with (
        running(settings(tmp_path, operators=(operator,))) as server,
        sign_in(server.grpc, "Olga") as olga,
        sign_in(server.grpc, "Ann") as ann,
        sign_in(server.grpc, tokens=tokens) as zoe,
    ):
        club_id = (await found_club(olga, admission=clubs_pb2.CLUB_ADMISSION_OPEN)).club_id
        await join(ann, club_id)
        assert (await zoe.clubs.get_club(club_id=club_id)).owner
        await zoe.operators.ban_account(request_id=str(uuid4()), account_id=ids(olga)[0], text="insults")
        assert await people(ann, "list_members", club_id) == [("Ann", OWNER, "")]
        async with refused(Code.NOT_FOUND, "UNKNOWN_ACCOUNT"):
            await decide(ann, club_id, invite_account={"account_id": ids(olga)[0]})
        assert (await decide(zoe, club_id, text="empty", close={})).closed
