"""Every method of the contract, from its descriptors, with a request that could be meant. Calls them with any bytes."""

import importlib
import time
from pathlib import Path
from uuid import uuid4

import grpc
from google.protobuf.message_factory import GetMessageClass

from tests.api.api_kit import RUSSIA
from turnledger.errors import error_of_status, service_error
from turnledger.v1 import play_pb2

STUBS = Path(play_pb2.__file__).parent
SERVICES = [
    service
    for path in sorted(STUBS.glob("*_pb2.py"))
    for service in importlib.import_module(f"turnledger.v1.{path.stem}").DESCRIPTOR.services_by_name.values()
]
METHODS = {f"{service.name}/{method.name}": method for service in SERVICES for method in service.methods}
PUBLIC = {
    *("Accounts/RequestRecovery", "Accounts/Recover", "Notifications/ConfirmMail"),
    *("Accounts/BeginPasskeySignIn", "Accounts/SignInWithPasskey", "Catalogue/GetServer"),
    *(f"Accounts/{name}" for name in ("SignInAsGuest", "SignIn", "RefreshTokens", "GetIssuer", "SignInWithIssuer")),
}
ANSWER_S = 10.0
OK = "ok"
STATUS_LOST = "Internal error from Core"
"""A fault of grpc.aio's client, once in ten thousand calls: its write came after the server's refusal, and its failure
replaces the status that had arrived (github.com/grpc/grpc/issues/36066)."""


def request(name, game_id, account_id, fields):
    """A message of the method's type: ids filled in where it has them, then the given fields."""
    kind = GetMessageClass(METHODS[name].input_type)
    if name == "Play/Session":
        return kind(submit=request("Play/Submit", game_id, account_id, fields))
    there = dict.fromkeys(("game_id", "tournament_id", "club_id"), game_id)
    ids = there | {"account_id": account_id, "request_id": str(uuid4())}
    own = {field: value for field, value in ids.items() if field in kind.DESCRIPTOR.fields_by_name}
    return kind(**(own | fields))


async def call(channel, name, data, token="", language=""):
    """The first answer to these bytes: `ok`, or the ServiceError."""
    method = METHODS[name]
    metadata = [("authorization", f"Bearer {token}")] if token else []
    metadata += [("accept-language", language)] if language else []
    path, reply = f"/turnledger.v1.{name}", GetMessageClass(method.output_type).FromString
    options = {"metadata": metadata, "timeout": ANSWER_S}
    try:
        if method.client_streaming:
            stream = channel.stream_stream(path, response_deserializer=reply)(iter([data]), **options)
            answer = await stream.read()
            stream.cancel()
            if answer is not grpc.aio.EOF and answer.WhichOneof("outcome") == "error":
                return error_of_status(answer.error)
        elif method.server_streaming:
            stream = channel.unary_stream(path, response_deserializer=reply)(data, **options)
            await stream.read()
            stream.cancel()
        else:
            await channel.unary_unary(path, response_deserializer=reply)(data, **options)
    except grpc.aio.AioRpcError as error:
        if method.client_streaming and error.details() == STATUS_LOST:
            return await call(channel, name, data, token, language)
        return service_error(error)
    return OK


CHOICE = {"choice": play_pb2.Choice(option=0, number=0), "expected_version": 4}
CUP = {"name": "Cup", "form": "TOURNAMENT_FORM_SWISS", "variants": ["card_game"], "seats": 2, "rounds": 1}
EXAMPLES = {
    "Accounts/SignIn": {"display_name": "Ann", "password": "not the one"},
    "Accounts/SignInAsGuest": {},
    "Accounts/SignInWithIssuer": {"code": {"authorization_code": "none"}},
    "Accounts/LinkIssuer": {"code": {"authorization_code": "none"}},
    "Accounts/RefreshTokens": {"refresh_token": "nobody's"},
    "Accounts/UpdateMe": {"account": {"display_name": "Zoe"}},
    "Accounts/UpgradeMe": {"display_name": "Zora", "password": "long enough"},
    "Accounts/ChangePassword": {"current_password": "not the one", "password": "long enough"},
    "Accounts/RequestRecovery": {"mail": "nobody@example.org"},
    "Accounts/Recover": {"token": "none", "password": "long enough"},
    "Accounts/SignOutDevice": {"device_id": "none"},
    "Accounts/CreatePersonalToken": {
        "token_name": "bot",
        "scopes": ["SCOPE_GAMES_READ"],
        "lifetime": {"seconds": 3600},
    },
    "Accounts/DeleteMe": {"display_name": "not mine"},
    "Catalogue/GetGameData": {"variant": RUSSIA},
    "Puzzles/AnswerPuzzle": {"number": 1, "choice": 0},
    "Programs/CreateProgram": {"display_name": "Deep Grid", "home_page": "https://example.org/deep"},
    "Operators/CompareWithExpert": {"variant": RUSSIA},
    "Catalogue/GetEdition": {"edition": "none"},
    "Clubs/CreateClub": {"profile": {"name": "Riverside"}},
    "Clubs/DecideClub": {"close": {}, "text": "a test"},
    "Chat/SendMessage": {"text": "good luck"},
    "Chat/Report": {"text": "insults everybody"},
    "History/BranchGame": {"version": 1},
    "History/Knowledge": {"version": 1, "field": "variant"},
    "History/ImportGame": {"content": b"no history"},
    "Lobby/CreateTable": {"variant": RUSSIA},
    "Lobby/AddBot": {"bot": "greedy"},
    "Lobby/ClearSeat": {"seat": 1},
    "Lobby/ArrangeSeats": {"order": [1, 0]},
    "Lobby/ChooseColour": {"seat": 0, "colour": "black"},
    "Lobby/SetReady": {"ready": True},
    "Lobby/QuickMatch": {"variant": RUSSIA, "seats": 2},
    "Notifications/SetTarget": {"target": {"webhook": {"url": "http://127.0.0.1/"}}},
    "Notifications/SetGameQuiet": {"quiet": True},
    "Operators/RenameAccount": {"display_name": "Polite", "text": "insults"},
    "Operators/BanAccount": {"text": "cheats"},
    "Operators/LiftBan": {"text": "did not"},
    "Operators/SetMaintenance": {
        "maintenance": {"start_time": {"seconds": 1}, "end_time": {"seconds": 1 << 32}, "texts": {"en": "Works."}}
    },
    "Operators/GiveGrant": {"grant": "GRANT_READ", "end_time": {"seconds": int(time.time()) + 3_600}, "text": "helps"},
    "Operators/TakeGrant": {"grant": "GRANT_READ", "text": "has left"},
    "People/FindPlayers": {"name": "An"},
    "People/SetListed": {"listed": True},
    "People/SetGameNote": {"note": "she hoards coal"},
    "Play/Submit": CHOICE,
    "Play/Session": CHOICE,
    "Play/ListCommands": {"option": 0, "expected_version": 4},
    "Play/Act": {"hand_seat": {"bot": "random"}},
    "Play/SetOrders": {"items": [{"colony61": {"take_default": {}}}]},
    "Tournaments/CreateTournament": {"terms": CUP},
    "Tournaments/CreateTables": {"tables": [{"name": "Red", "account_ids": []}]},
    "Tournaments/DecideTournament": {"pause": {}, "text": "a test"},
    "Views/GetBoard": {"as_spectator": True},
    "Views/WatchGame": {"after_version": 0},
}
"""Fields besides the ids."""
