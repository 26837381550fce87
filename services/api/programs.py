"""Programs with accounts of their own, and their challenges, over the wire."""

from datetime import UTC, datetime
from urllib.parse import urlsplit

from domain.table.messages import DeclineInvitation
from projections.read.lists import TableLists
from services.accounts.program_storage import Program, ProgramRefused
from services.accounts.sign_in import SignIn
from services.api.gate.gate import Call
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.messages.contract import timestamp
from services.api.messages.convert import MalformedMessage
from services.api.messages.players import player
from services.api.messages.tables import Tables
from services.application.game_service import GameService
from turnledger.v1 import programs_pb2

HOME_PAGE_MAX = 200
_PREFIX = "DECLINE_REASON_"


class Programs:
    def __init__(self, sign_in: SignIn, games: GameService, lists: TableLists) -> None:
        self._sign_in, self._games, self._lists, self._tables = sign_in, games, lists, Tables(sign_in)

    async def create_program(
        self, request: programs_pb2.CreateProgramRequest, call: Call
    ) -> programs_pb2.CreateProgramResponse:
        _check_home_page(request.home_page)
        program, token = await self._sign_in.create_program(call.account, request.display_name, request.home_page)
        return programs_pb2.CreateProgramResponse(program=await self._program(program), token=token)

    async def list_programs(
        self, request: programs_pb2.ListProgramsRequest, call: Call
    ) -> programs_pb2.ListProgramsResponse:
        tokens, size = PageTokens("ListPrograms", request.owner_account_id), page_size(request.page_size)
        found = await self._sign_in.programs(request.owner_account_id, tokens.place(request.page_token), size + 1)
        return programs_pb2.ListProgramsResponse(
            programs=[await self._program(each) for each in found[:size]],
            next_page_token=tokens.behind(found, size, lambda each: each.program_id),
        )

    async def create_program_token(
        self, request: programs_pb2.CreateProgramTokenRequest, call: Call
    ) -> programs_pb2.CreateProgramTokenResponse:
        token = await self._sign_in.create_program_token(call.account, request.account_id)
        return programs_pb2.CreateProgramTokenResponse(token=token)

    async def delete_program(
        self, request: programs_pb2.DeleteProgramRequest, call: Call
    ) -> programs_pb2.DeleteProgramResponse:
        await self._sign_in.delete_program(call.account, request.account_id)
        return programs_pb2.DeleteProgramResponse()

    async def list_challenges(
        self, request: programs_pb2.ListChallengesRequest, call: Call
    ) -> programs_pb2.ListChallengesResponse:
        tokens, size = PageTokens("ListChallenges", call.account), page_size(request.page_size)
        page = await self._lists.challenges(call.account, tokens.place(request.page_token), size)
        tables = [await self._tables.of_view(each) for each in page.items]
        return programs_pb2.ListChallengesResponse(tables=tables, next_page_token=tokens.issue(page.next))

    async def decline_challenge(
        self, request: programs_pb2.DeclineChallengeRequest, call: Call
    ) -> programs_pb2.DeclineChallengeResponse:
        if not await self._sign_in.is_program(call.account):
            raise ProgramRefused("NOT_A_PROGRAM")
        reason = request.reason or programs_pb2.DECLINE_REASON_OTHER
        await self._games.execute(
            request.game_id,
            DeclineInvitation(programs_pb2.DeclineReason.Name(reason).removeprefix(_PREFIX)),
            actor=call.account,
            request_id=request.request_id,
            timeout_s=call.timeout_s,
        )
        return programs_pb2.DeclineChallengeResponse()

    async def _program(self, program: Program) -> programs_pb2.Program:
        return programs_pb2.Program(
            player=await player(program.program_id, self._sign_in),
            owner=await player(program.owner, self._sign_in),
            home_page=program.home_page,
            create_time=timestamp(datetime.fromtimestamp(program.created_at, UTC)),
        )


def _check_home_page(url: str) -> None:
    """Check the form alone: the server never fetches the page. Raises MalformedMessage."""
    try:
        parts = urlsplit(url)
        is_fit = parts.scheme == "https" and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        is_fit = False
    if not is_fit or len(url) > HOME_PAGE_MAX or not url.isascii() or not url.isprintable() or " " in url:
        raise MalformedMessage("home_page", f"must be an https address of at most {HOME_PAGE_MAX} characters")
