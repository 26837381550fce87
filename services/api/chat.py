"""Talking at a table, over the wire."""

from collections.abc import AsyncGenerator
from functools import partial

from services.accounts.sign_in import SignIn
from services.api.gate.api_errors import Draining
from services.api.gate.gate import Call
from services.api.gate.page_tokens import PageTokens
from services.api.gate.request_checks import page_size
from services.api.gate.stopping import Stopped, Stopping
from services.api.messages.chat_messages import message_of, timestamp_of
from services.api.messages.players import player
from services.api.watching.shared_poll import HEARTBEAT_S, PAGE, WAIT_S, SharedPoll
from services.application.game_service import GameService
from services.chat.chat import TableChat as Talk
from services.chat.chat import table_of
from services.chat.message import Message
from services.chat.reports import Report
from services.notify.news import MENTIONED, told_by
from services.notify.notice_storage import NoticeStorage
from services.platform.jitter import jittered
from services.platform.typed_text import mentioned
from turnledger.v1 import chat_pb2

NUMBER_MAX = 2**31 - 1
AT = "@"


class Chat:
    def __init__(
        self, talk: Talk, sign_in: SignIn, stopping: Stopping, games: GameService, notices: NoticeStorage
    ) -> None:
        self._talk, self._sign_in, self._stopping = talk, sign_in, stopping
        self._games, self._notices = games, notices
        self._waits: SharedPoll[tuple[str, bool, int], int] = SharedPoll()

    async def send_message(self, request: chat_pb2.SendMessageRequest, call: Call) -> chat_pb2.SendMessageResponse:
        message = await self._talk.say(
            request.game_id,
            request.text,
            actor=call.account,
            request_id=request.request_id,
            watching=request.watching,
            timeout_s=call.timeout_s,
        )
        if AT in message.text and not request.watching:
            await self._tell_mentioned(request.game_id, message, call)
        return chat_pb2.SendMessageResponse(message=await message_of(message, self._sign_in))

    async def _tell_mentioned(self, game_id: str, message: Message, call: Call) -> None:
        """Those at the table whose names stand in it, unless they do not read what its writer says."""
        table = (await self._games.load(game_id, timeout_s=call.timeout_s)).loaded
        accounts = {each.account for each in table.occupants} - {""}
        names = {account: await self._sign_in.name(account) for account in accounts}
        found = mentioned(message.text, names.values())
        for account in accounts - {message.account}:
            if names[account] in found and message.account not in await self._talk.muted(account):
                await self._notices.tell(told_by(MENTIONED, account, game_id, table, message.number, message.at_ms))

    async def list_messages(self, request: chat_pb2.ListMessagesRequest, call: Call) -> chat_pb2.ListMessagesResponse:
        tokens = PageTokens(
            "ListMessages", request.game_id, request.after_number, request.newest_first, request.watching
        )
        place, size = tokens.position(request.page_token), page_size(request.page_size)
        after, before = request.after_number, None
        if request.newest_first:
            before = place or NUMBER_MAX
        else:
            after = place or after
        found = await self._talk.read(
            request.game_id, after, size + 1, actor=call.account, before=before, watching=request.watching
        )
        return chat_pb2.ListMessagesResponse(
            messages=[await message_of(each, self._sign_in) for each in found[:size]],
            next_page_token=tokens.behind(found, size, lambda each: each.number),
        )

    async def watch_chat(
        self, request: chat_pb2.WatchChatRequest, call: Call
    ) -> AsyncGenerator[chat_pb2.WatchChatResponse, None]:
        """Asks before each page whether the caller may read. The number passes over what muted accounts said."""
        now = not request.HasField("after_number")
        number = newest = (
            await self._talk.last(request.game_id, watching=request.watching) if now else request.after_number
        )
        while True:
            page = await self._talk.read(request.game_id, number, PAGE, actor=call.account, watching=request.watching)
            more = len(page) == PAGE
            number = page[-1].number if more else max(newest, *(each.number for each in page), number)
            messages = [await message_of(each, self._sign_in) for each in page]
            yield chat_pb2.WatchChatResponse(messages=messages, number=number)
            newest = number
            while not more and newest == number:
                waiting = partial(self._newest, request.game_id, number, watching=request.watching)
                room = request.game_id, request.watching, number
                newest = await self._waits.within(jittered(HEARTBEAT_S), room, waiting) or number
                if newest == number:
                    yield chat_pb2.WatchChatResponse(number=number)

    async def _newest(self, game_id: str, number: int, *, watching: bool) -> int | None:
        """The number of the last message, once it is above this, within WAIT_S."""
        try:
            newest = await self._stopping.unless(
                self._talk.wait_for(game_id, number + 1, jittered(WAIT_S), watching=watching)
            )
        except Stopped as stopped:
            raise Draining(number) from stopped
        return newest if newest > number else None

    async def mute(self, request: chat_pb2.MuteRequest, call: Call) -> chat_pb2.MuteResponse:
        account = await self._sign_in.account(request.account_id)
        await self._talk.mute(account.account_id, actor=call.account)
        return chat_pb2.MuteResponse()

    async def list_muted(self, request: chat_pb2.ListMutedRequest, call: Call) -> chat_pb2.ListMutedResponse:
        tokens, size = PageTokens("ListMuted", call.account), page_size(request.page_size)
        after = tokens.place(request.page_token)
        muted = [each for each in sorted(await self._talk.muted(call.account)) if each > after]
        return chat_pb2.ListMutedResponse(
            muted=[await player(each, self._sign_in) for each in muted[:size]],
            next_page_token=tokens.behind(muted, size, lambda each: each),
        )

    async def unmute(self, request: chat_pb2.UnmuteRequest, call: Call) -> chat_pb2.UnmuteResponse:
        await self._talk.unmute(request.account_id, actor=call.account)
        return chat_pb2.UnmuteResponse()

    async def report(self, request: chat_pb2.ReportRequest, call: Call) -> chat_pb2.ReportResponse:
        about = await self._sign_in.account(request.account_id)
        await self._talk.report(
            request.game_id,
            about.account_id,
            request.number,
            request.text,
            actor=call.account,
            request_id=request.request_id,
            watching=request.watching,
            timeout_s=call.timeout_s,
        )
        return chat_pb2.ReportResponse()

    async def list_my_reports(
        self, request: chat_pb2.ListMyReportsRequest, call: Call
    ) -> chat_pb2.ListMyReportsResponse:
        tokens, size = PageTokens("ListMyReports", call.account), page_size(request.page_size)
        before = tokens.position(request.page_token) or NUMBER_MAX
        found = await self._talk.reported_by(call.account, before, size + 1)
        return chat_pb2.ListMyReportsResponse(
            reports=[await self._my_report(each) for each in found[:size]],
            next_page_token=tokens.behind(found, size, lambda each: each.number),
        )

    async def _my_report(self, each: Report) -> chat_pb2.MyReport:
        return chat_pb2.MyReport(
            game_id=table_of(each.game_id)[0],
            about=await player(each.about, self._sign_in),
            text=each.why,
            create_time=timestamp_of(each.at_ms),
            settled=bool(each.settled_by),
            answer=each.answer,
        )
