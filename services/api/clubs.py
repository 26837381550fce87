"""The Clubs service. Public data of a club is visible to all callers; the rules say who may decide what."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import structlog

from domain.club import messages as m
from domain.club.rights import check_officer, is_officer, is_owner
from domain.club.state import ASKED, INVITED, OFFICER, OWNER, PUT_OUT, Club
from domain.table.messages import OPERATOR_ACTOR
from projections.folds.club_figures import Tally
from projections.read.clubs import ClubLadders
from services.accounts.account import UnknownAccount, is_account_id
from services.accounts.sign_in import SignIn
from services.api.gate.gate import Call
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.messages.contract import timestamp
from services.api.messages.convert import MalformedMessage
from services.api.messages.players import player
from services.clubs.club_service import Clubs as Streams
from services.clubs.club_service import Loaded
from services.clubs.club_storage import Listed
from services.platform.history_quota import HistoryQuota
from turnledger.v1 import clubs_pb2 as pb

CHANGES_PER_S, CHANGES = 0.5, 60
"""Rate limit of one account's changes in clubs: each change is stored for ever."""
log = structlog.get_logger(__name__)
T = TypeVar("T")
_PREFIX = "CLUB_ADMISSION_"


class Clubs:
    """Operators with the grant of a method may do in every club what its owner may."""

    def __init__(self, streams: Streams, sign_in: SignIn, ladders: ClubLadders) -> None:
        self._streams, self._sign_in, self._ladders = streams, sign_in, ladders
        self._changes = HistoryQuota(CHANGES_PER_S, CHANGES)

    async def create_club(self, request: pb.CreateClubRequest, call: Call) -> pb.CreateClubResponse:
        self._changes.take(call.account, call.caller)
        command = m.FoundClub(_profile(request.profile))
        found = await self._streams.found_club(command, actor=call.account, request_id=request.request_id)
        return pb.CreateClubResponse(club=await self._message(found, call))

    async def get_club(self, request: pb.GetClubRequest, call: Call) -> pb.GetClubResponse:
        held = await self._streams.load(request.club_id)
        actor = self._actor(held.club, call)
        return pb.GetClubResponse(
            club=await self._message(held, call),
            officer=is_officer(held.club, actor),
            owner=is_owner(held.club, actor),
            put_out_text=held.club.put_out.get(call.account, ""),
        )

    async def list_clubs(self, request: pb.ListClubsRequest, call: Call) -> pb.ListClubsResponse:
        tokens, size = PageTokens("ListClubs", request.mine, request.name, call.account), page_size(request.page_size)
        found = await self._streams.storage.page(
            call.account, request.name, tokens.place(request.page_token), size + 1, mine=request.mine
        )
        return pb.ListClubsResponse(
            clubs=[await self._listed(each) for each in found[:size]],
            next_page_token=tokens.behind(found, size, lambda each: each.place),
        )

    async def list_members(self, request: pb.ListMembersRequest, call: Call) -> pb.ListMembersResponse:
        club = (await self._streams.load(request.club_id)).club
        accounts, token = _page(club.members, PageTokens("ListMembers", request.club_id), request)
        members = [await self._person(club, account) for account in accounts]
        return pb.ListMembersResponse(members=members, next_page_token=token)

    async def list_club_requests(self, request: pb.ListClubRequestsRequest, call: Call) -> pb.ListClubRequestsResponse:
        club = (await self._streams.load(request.club_id)).club
        check_officer(club, self._actor(club, call), "CL-SEE-01")
        accounts = tuple(dict.fromkeys((*club.asked, *club.invited, *club.put_out)))
        page, token = _page(accounts, PageTokens("ListClubRequests", request.club_id), request)
        people = [await self._person(club, account, to_officer=True) for account in page]
        return pb.ListClubRequestsResponse(people=people, next_page_token=token)

    async def list_ladder(self, request: pb.ListLadderRequest, call: Call) -> pb.ListLadderResponse:
        members = frozenset((await self._streams.load(request.club_id)).club.members)
        figures = await self._ladders.figures(request.club_id)
        ladder = tuple(enumerate((each for each in figures.ladder if each in members), 1))
        rungs, token = _page(ladder, PageTokens("ListLadder", request.club_id), request)
        rows = [await self._rung(rank, account, figures.tallies[account]) for rank, account in rungs]
        return pb.ListLadderResponse(rows=rows, next_page_token=token)

    async def get_club_records(self, request: pb.GetClubRecordsRequest, call: Call) -> pb.GetClubRecordsResponse:
        await self._streams.load(request.club_id)
        best = (await self._ladders.figures(request.club_id)).best
        records = [
            pb.ClubRecord(
                variant=variant,
                score=best[variant].score,
                player=await player(best[variant].account, self._sign_in),
                game_id=best[variant].game_id,
            )
            for variant in sorted(best)
        ]
        return pb.GetClubRecordsResponse(records=records)

    async def _rung(self, rank: int, account: str, tally: Tally) -> pb.LadderRow:
        return pb.LadderRow(rank=rank, player=await player(account, self._sign_in), games=tally.games, wins=tally.wins)

    async def join_club(self, request: pb.JoinClubRequest, call: Call) -> pb.JoinClubResponse:
        return pb.JoinClubResponse(club=await self._give(request, m.Join(request.text), call.account, call))

    async def leave_club(self, request: pb.LeaveClubRequest, call: Call) -> pb.LeaveClubResponse:
        return pb.LeaveClubResponse(club=await self._give(request, m.Leave(), call.account, call))

    async def decide_club(self, request: pb.DecideClubRequest, call: Call) -> pb.DecideClubResponse:
        command, held = _decision(request), await self._streams.load(request.club_id)
        if isinstance(command, m.Invite) and (await self._sign_in.account(command.account)).banned:
            raise UnknownAccount(command.account)
        actor = self._actor(held.club, call)
        if actor != call.account:
            log.info("an operator decides in a club", operator=call.account, allowed_by=call.allowed_by)
        return pb.DecideClubResponse(club=await self._give(request, command, actor, call))

    async def _give(self, request: Any, command: m.ClubCommand, actor: str, call: Call) -> pb.Club:
        self._changes.take(call.account, call.caller)
        found = await self._streams.execute(request.club_id, command, actor=actor, request_id=request.request_id)
        return await self._message(found, call)

    def _actor(self, club: Club, call: Call) -> str:
        """Return the role in which the caller decides: as operator, unless it has rights in the club itself."""
        if call.allowed_by and club.standing(call.account) not in (OWNER, OFFICER):
            return OPERATOR_ACTOR + call.account
        return call.account

    async def _message(self, held: Loaded, call: Call) -> pb.Club:
        club = held.club
        return pb.Club(
            club_id=held.club_id,
            version=held.version,
            profile=pb.ClubProfile(
                name=club.profile.name,
                description=club.profile.description,
                admission=f"{_PREFIX}{club.profile.admission}",
            ),
            owner=await player(club.owner, self._sign_in),
            members=len(club.members),
            create_time=timestamp(held.founded_at),
            closed=club.closed,
            standing=_standing(club.standing(call.account)),
        )

    async def _listed(self, each: Listed) -> pb.Club:
        told = each.summary
        return pb.Club(
            club_id=each.club_id,
            version=each.version,
            profile=pb.ClubProfile(name=told.name, admission=f"{_PREFIX}{told.admission}"),
            owner=await player(each.owner, self._sign_in),
            members=told.members,
            create_time=timestamp(each.founded_at),
            standing=_standing(each.standing),
        )

    async def _person(self, club: Club, account: str, *, to_officer: bool = False) -> pb.ClubMember:
        """Only officers see messages of requests, inviters, and the reasons for removals (CL-SEE-01)."""
        standing = club.standing(account)
        told = pb.ClubMember(player=await player(account, self._sign_in), standing=_standing(standing))
        if to_officer and standing == ASKED:
            told.text = club.asked[account]
        if to_officer and standing == PUT_OUT:
            told.text = club.put_out[account]
        if to_officer and standing == INVITED:
            told.invited_by.CopyFrom(await player(club.invited[account], self._sign_in))
        return told


def _profile(message: pb.ClubProfile) -> m.Profile:
    admission = str(pb.ClubAdmission.Name(message.admission)).removeprefix(_PREFIX) if message.admission else m.REQUEST
    return m.Profile(message.name, message.description, admission)


def _standing(word: str) -> Any:
    return pb.ClubStanding.Value(f"CLUB_STANDING_{word or 'UNSPECIFIED'}")


def _page(items: Sequence[T], tokens: PageTokens, request: Any) -> tuple[Sequence[T], str]:
    first, size = tokens.position(request.page_token), page_size(request.page_size)
    last = first + size
    return items[first:last], tokens.issue(str(last)) if last < len(items) else ""


def _decision(request: pb.DecideClubRequest) -> m.ClubCommand:
    """Raises MalformedMessage."""
    which = request.WhichOneof("decision")
    match which:
        case None:
            raise MalformedMessage("decision", "must be there")
        case "change":
            return m.ChangeClub(_profile(request.change))
        case "close":
            return m.CloseClub(request.text)
    decision = getattr(request, which)
    account = decision if isinstance(decision, str) else decision.account_id
    if not is_account_id(account):
        raise MalformedMessage(which, "is no account's id")
    if which in ("remove_member", "put_out"):
        return m.PutOut(account, request.text)
    return _ABOUT[which](account)


_ABOUT: Mapping[str, Callable[[str], m.ClubCommand]] = {
    "admit_applicant": m.Admit,
    "refuse_applicant": m.Refuse,
    "invite_account": m.Invite,
    "withdraw_invitation": m.TakeBackInvitation,
    "appoint_officer": m.NameOfficer,
    "dismiss_officer": m.RelieveOfficer,
    "transfer_club": m.HandOver,
    "admit": m.Admit,
    "refuse": m.Refuse,
    "invite": m.Invite,
    "take_back_invitation": m.TakeBackInvitation,
    "name_officer": m.NameOfficer,
    "relieve_officer": m.RelieveOfficer,
    "hand_over": m.HandOver,
}
"""The commands about one account. The names from `admit` on are deprecated cases whose value is the id itself."""
