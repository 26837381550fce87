"""Messages and reports of the chat, as the contract has them."""

from google.protobuf.timestamp_pb2 import Timestamp

from services.accounts.sign_in import SignIn
from services.api.messages.players import player
from services.chat.chat import table_of
from services.chat.message import Message
from services.chat.reports import Report
from turnledger.v1 import chat_pb2, operators_pb2


async def report_of(each: Report, message: Message | None, sign_in: SignIn) -> operators_pb2.Report:
    return operators_pb2.Report(
        number=each.number,
        game_id=table_of(each.game_id)[0],
        watching=table_of(each.game_id)[1],
        reporter=await player(each.account, sign_in),
        about=await player(each.about, sign_in),
        message=await message_of(message, sign_in) if message else None,
        text=each.why,
        create_time=timestamp_of(each.at_ms),
    )


async def message_of(each: Message, sign_in: SignIn) -> chat_pb2.ChatMessage:
    return chat_pb2.ChatMessage(
        number=each.number,
        player=await player(each.account, sign_in),
        create_time=timestamp_of(each.at_ms),
        text=each.text,
    )


def timestamp_of(at_ms: int) -> Timestamp:
    at = Timestamp()
    at.FromMilliseconds(at_ms)
    return at
