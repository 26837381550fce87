"""Whom an account knows, over the wire. Every method acts on the caller's own lists."""

from projections.folds.tables import TableView
from projections.read.lists import TableLists
from services.accounts.account import NAME_MAX, UnknownAccount, is_account_id
from services.accounts.people import BLOCK, FOLLOW, KNOWN_MAX, NOTES_MAX, TooManyKnown
from services.accounts.people import People as Storage
from services.accounts.sign_in import SignIn
from services.api.gate.api_errors import NotPossible
from services.api.gate.gate import Call
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.messages.contract import timestamp
from services.api.messages.convert import MalformedMessage
from services.api.messages.players import player
from services.application.game_service import GameService
from services.chat.chat import TableChat
from services.platform.rate_limiter import Limiter
from turnledger.v1 import common_pb2, people_pb2

SHORTEST = 2
FINDS_PER_S, FINDS = 1, 20
LAST_GAMES, COMPANIONS_MAX = 100, 100


class People:
    def __init__(
        self, storage: Storage, sign_in: SignIn, chat: TableChat, games: GameService, lists: TableLists
    ) -> None:
        self._storage, self._sign_in, self._chat, self._games, self._lists = storage, sign_in, chat, games, lists
        self._finds = Limiter(FINDS_PER_S, FINDS)

    async def find_players(self, request: people_pb2.FindPlayersRequest, call: Call) -> people_pb2.FindPlayersResponse:
        self._finds.take(call.account)
        name = request.name.strip()
        if not SHORTEST <= len(name) <= NAME_MAX:
            raise MalformedMessage("name", f"must have {SHORTEST}-{NAME_MAX} characters")
        found = await self._storage.find(name)
        players = [
            common_pb2.Player(account_id=each.account_id, display_name=each.display_name, program=each.program)
            for each in found
        ]
        return people_pb2.FindPlayersResponse(players=players)

    async def set_listed(self, request: people_pb2.SetListedRequest, call: Call) -> people_pb2.SetListedResponse:
        await self._storage.list_name(call.account, listed=request.listed)
        return people_pb2.SetListedResponse()

    async def get_listed(self, _: people_pb2.GetListedRequest, call: Call) -> people_pb2.GetListedResponse:
        guest = await self._sign_in.is_guest(call.account)
        return people_pb2.GetListedResponse(listed=not guest and await self._storage.is_listed(call.account))

    async def list_played_with(
        self, _: people_pb2.ListPlayedWithRequest, call: Call
    ) -> people_pb2.ListPlayedWithResponse:
        met: dict[str, list[TableView]] = {}
        for table in (await self._lists.played(call.account, limit=LAST_GAMES)).items:
            for other in {each.account for each in table.sitters} - {"", call.account}:
                met.setdefault(other, []).append(table)
        companions = [
            people_pb2.Companion(
                player=who,
                games=len(tables),
                last_game_id=tables[0].game_id,
                last_time=timestamp(tables[0].changed_at),
            )
            for other, tables in list(met.items())[:COMPANIONS_MAX]
            if (who := await player(other, self._sign_in)).display_name
        ]
        return people_pb2.ListPlayedWithResponse(companions=companions)

    async def follow(self, request: people_pb2.FollowRequest, call: Call) -> people_pb2.FollowResponse:
        await self._add(call.account, FOLLOW, request.account_id)
        return people_pb2.FollowResponse()

    async def unfollow(self, request: people_pb2.UnfollowRequest, call: Call) -> people_pb2.UnfollowResponse:
        await self._storage.remove(call.account, FOLLOW, request.account_id)
        return people_pb2.UnfollowResponse()

    async def list_followed(
        self, request: people_pb2.ListFollowedRequest, call: Call
    ) -> people_pb2.ListFollowedResponse:
        players, token = await self._page(FOLLOW, request.page_token, request.page_size, call)
        return people_pb2.ListFollowedResponse(players=players, next_page_token=token)

    async def block(self, request: people_pb2.BlockRequest, call: Call) -> people_pb2.BlockResponse:
        await self._add(call.account, BLOCK, request.account_id)
        await self._chat.mute(request.account_id, actor=call.account)
        return people_pb2.BlockResponse()

    async def unblock(self, request: people_pb2.UnblockRequest, call: Call) -> people_pb2.UnblockResponse:
        await self._storage.remove(call.account, BLOCK, request.account_id)
        await self._chat.unmute(request.account_id, actor=call.account)
        return people_pb2.UnblockResponse()

    async def list_blocked(self, request: people_pb2.ListBlockedRequest, call: Call) -> people_pb2.ListBlockedResponse:
        players, token = await self._page(BLOCK, request.page_token, request.page_size, call)
        return people_pb2.ListBlockedResponse(players=players, next_page_token=token)

    async def get_game_note(self, request: people_pb2.GetGameNoteRequest, call: Call) -> people_pb2.GetGameNoteResponse:
        return people_pb2.GetGameNoteResponse(note=await self._storage.note(call.account, request.game_id))

    async def set_game_note(self, request: people_pb2.SetGameNoteRequest, call: Call) -> people_pb2.SetGameNoteResponse:
        await self._games.load(request.game_id, timeout_s=call.timeout_s)
        try:
            await self._storage.set_note(call.account, request.game_id, request.note)
        except TooManyKnown as many:
            raise NotPossible("TOO_MANY_NOTES", f"an account has notes on {NOTES_MAX} games at most") from many
        return people_pb2.SetGameNoteResponse()

    async def _add(self, account: str, kind: str, other: str) -> None:
        if other == account or not is_account_id(other):
            raise MalformedMessage("account_id", "must be another account's id")
        if not (await self._sign_in.name(other)):
            raise UnknownAccount(other)
        try:
            await self._storage.add(account, kind, other)
        except TooManyKnown as many:
            raise NotPossible("TOO_MANY_KNOWN", f"an account has {KNOWN_MAX} of them at most") from many

    async def _page(self, kind: str, token: str, size: int, call: Call) -> tuple[list[common_pb2.Player], str]:
        tokens, size = PageTokens(kind, call.account), page_size(size)
        found = await self._storage.of(call.account, kind, tokens.place(token), size + 1)
        players = [await player(each, self._sign_in) for each in found[:size]]
        return players, tokens.behind(found, size, lambda each: each)
