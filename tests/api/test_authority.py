"""Who may call what: every method of the contract, without a good token, and by stranger, player, host and operator.

A new method fails here until it has its row. tests/domain/table/test_authority.py has every command of the table.
"""

import json
import time
from contextlib import AsyncExitStack

import grpc
import pytest
from joserfc import jwt
from joserfc.jwk import OKPKey

from services.accounts.tokens import ACCESS_S, Issuer, KeyRing
from services.main import running
from tests.api.conftest import settings
from tests.api.kit import RUSSIA, accounts_made
from tests.api.methods import EXAMPLES, METHODS, OK, PUBLIC, call, request
from turnledger import sign_in

ANYBODY = (OK, OK, OK, OK)
HOST_ONLY = ("NOT_THE_HOST", "NOT_THE_HOST", OK, "NOT_THE_HOST")
PLAYERS = ("NOT_A_PLAYER", OK, OK, "NOT_A_PLAYER")
OPERATORS = (*("NOT_AN_OPERATOR",) * 3, OK)
OPEN, RUNNING = "open", "running"
NO_TOURNAMENT = ("UNKNOWN_TOURNAMENT",) * 4
NO_CLUB = ("UNKNOWN_CLUB",) * 4
NO_PASSWORD = ("NAME_OR_PASSWORD_WRONG",) * 4
ROWS = {
    # Each acts on the account of its own token; no request names another account to act on.
    "Accounts/SignInAsGuest": (OPEN, ANYBODY),
    "Accounts/SignIn": (OPEN, NO_PASSWORD),
    "Accounts/GetIssuer": (OPEN, ANYBODY),
    "Accounts/SignInWithIssuer": (OPEN, ("NO_ISSUER",) * 4),
    "Accounts/LinkIssuer": (OPEN, ("NO_ISSUER",) * 4),
    "Accounts/RefreshTokens": (OPEN, ("TOKEN_INVALID",) * 4),
    "Accounts/RevokeTokens": (OPEN, ANYBODY),
    "Accounts/GetMe": (OPEN, ANYBODY),
    "Accounts/UpdateMe": (OPEN, (OK, "NAME_TAKEN", "NAME_TAKEN", "NAME_TAKEN")),
    "Accounts/UpgradeMe": (OPEN, (OK, "NAME_TAKEN", "NAME_TAKEN", "NAME_TAKEN")),
    "Accounts/ChangePassword": (OPEN, NO_PASSWORD),
    "Accounts/MakeRecoveryCodes": (OPEN, ANYBODY),
    "Accounts/RequestRecovery": (OPEN, ("NO_MAIL",) * 4),
    "Accounts/Recover": (OPEN, ("RECOVERY_WRONG",) * 4),
    **{f"Accounts/{name}": (OPEN, ("NO_PASSKEYS",) * 4) for name in ("BeginPasskey", "AddPasskey")},
    **{f"Accounts/{name}": (OPEN, ("NO_PASSKEYS",) * 4) for name in ("BeginPasskeySignIn", "SignInWithPasskey")},
    "Accounts/ListPasskeys": (OPEN, ANYBODY),
    "Accounts/RemovePasskey": (OPEN, ANYBODY),
    "Accounts/ExportMe": (OPEN, ANYBODY),
    "Accounts/ListDevices": (OPEN, ANYBODY),
    "Accounts/SignOutDevice": (OPEN, ANYBODY),
    "Accounts/AddDeviceKey": (OPEN, ("DEVICE_KEY_INVALID",) * 4),
    "Accounts/ListDeviceKeys": (OPEN, ANYBODY),
    "Accounts/RemoveDeviceKey": (OPEN, ANYBODY),
    "Accounts/DeleteMe": (OPEN, ("NAME_DIFFERS",) * 4),
    "Catalogue/GetServer": (OPEN, ANYBODY),
    "Catalogue/ListVariants": (OPEN, ANYBODY),
    "Catalogue/GetGameData": (OPEN, ANYBODY),
    "Catalogue/GetEdition": (OPEN, ("UNKNOWN_EDITION",) * 4),
    "Chat/SendMessage": (OPEN, PLAYERS),
    "Chat/ListMessages": (OPEN, PLAYERS),
    "Chat/WatchChat": (OPEN, PLAYERS),
    "Chat/Mute": (OPEN, ("MALFORMED_COMMAND",) * 4),  # one's own account
    "Chat/ListMuted": (OPEN, ANYBODY),
    "Chat/Unmute": (OPEN, ANYBODY),
    "Chat/Report": (OPEN, ("NOT_A_PLAYER", "MALFORMED_COMMAND", "MALFORMED_COMMAND", "NOT_A_PLAYER")),  # oneself
    "Chat/ListMyReports": (OPEN, ANYBODY),
    # tests/api/test_clubs.py has what members, officers, owners and operators may do in one.
    "Clubs/CreateClub": (OPEN, (OK, "CLUB_NAME_TAKEN", "CLUB_NAME_TAKEN", "CLUB_NAME_TAKEN")),
    "Clubs/GetClub": (OPEN, NO_CLUB),
    "Clubs/ListClubs": (OPEN, ANYBODY),
    "Clubs/ListMembers": (OPEN, NO_CLUB),
    "Clubs/ListClubRequests": (OPEN, NO_CLUB),
    "Clubs/ListLadder": (OPEN, NO_CLUB),
    "Clubs/GetClubRecords": (OPEN, NO_CLUB),
    "Clubs/JoinClub": (OPEN, NO_CLUB),
    "Clubs/LeaveClub": (OPEN, NO_CLUB),
    "Clubs/DecideClub": (OPEN, NO_CLUB),
    "History/ListEvents": (RUNNING, ANYBODY),
    "History/ExportGame": (RUNNING, ANYBODY),
    "History/ImportGame": (OPEN, ("WRONG_FILE",) * 4),
    "History/VerifyGame": (RUNNING, ANYBODY),
    "History/BranchGame": (RUNNING, ("NOT_A_PLAYER", "GAME_NOT_STARTED", "GAME_NOT_STARTED", "NOT_A_PLAYER")),
    "History/ListBranches": (RUNNING, ANYBODY),
    "History/ListCheckpoints": (RUNNING, ANYBODY),
    "History/GetProofs": (RUNNING, ANYBODY),
    "History/GetLogHead": (OPEN, ANYBODY),
    "History/AnalyzeGame": (RUNNING, ("GAME_NOT_OVER",) * 4),
    "History/GetFigures": (RUNNING, ("GAME_NOT_OVER",) * 4),
    "History/Knowledge": (RUNNING, ANYBODY),
    "History/ListSigningKeys": (OPEN, ANYBODY),
    "Lobby/CreateTable": (OPEN, ANYBODY),
    "Lobby/GetTable": (OPEN, ANYBODY),
    "Lobby/ListTables": (OPEN, ANYBODY),
    "Lobby/JoinTable": (OPEN, (OK, "ALREADY_SEATED", "ALREADY_SEATED", OK)),
    "Lobby/LeaveTable": (OPEN, ("NOT_SEATED", OK, OK, "NOT_SEATED")),
    "Lobby/AddBot": (OPEN, HOST_ONLY),
    "Lobby/ClearSeat": (OPEN, HOST_ONLY),
    "Lobby/StartGame": (OPEN, HOST_ONLY),
    "Lobby/BeginGame": (OPEN, ("NOT_STARTING",) * 4),
    "Lobby/CloseTable": (OPEN, HOST_ONLY),
    "Lobby/ArrangeSeats": (OPEN, HOST_ONLY),
    "Lobby/ChooseColour": (OPEN, HOST_ONLY),
    "Lobby/SetReady": (OPEN, ("NOT_SEATED", OK, OK, "NOT_SEATED")),
    "Lobby/GetInvite": (OPEN, HOST_ONLY),
    "Lobby/QuickMatch": (OPEN, ANYBODY),
    "Lobby/Rematch": (RUNNING, ("GAME_NOT_OVER",) * 4),
    "Notifications/SetTarget": (OPEN, ("MALFORMED",) * 4),
    "Notifications/ListTargets": (OPEN, ANYBODY),
    "Notifications/DeleteTarget": (OPEN, ANYBODY),
    "Notifications/ConfirmMail": (OPEN, ("LINK_ENDED",) * 4),
    "Notifications/SendTestNotice": (OPEN, ("UNKNOWN_TARGET",) * 4),
    "Notifications/GetHours": (OPEN, ANYBODY),
    "Notifications/SetHours": (OPEN, ANYBODY),
    "Notifications/SetGameQuiet": (OPEN, PLAYERS),
    "Notifications/GetPushKey": (OPEN, ANYBODY),
    "Operators/StopTable": (RUNNING, OPERATORS),
    "Operators/ListAccountTables": (RUNNING, OPERATORS),
    "Operators/ListTableMessages": (RUNNING, OPERATORS),
    "Operators/MuteAccount": (OPEN, OPERATORS),
    "Operators/UnmuteAccount": (OPEN, OPERATORS),
    "Operators/ListReports": (RUNNING, OPERATORS),
    "Operators/SettleReport": (RUNNING, OPERATORS),
    "Operators/RenameAccount": (OPEN, (*("NOT_AN_OPERATOR",) * 3, "ACCOUNT_OF_OPERATOR")),  # one's own account
    "Operators/BanAccount": (OPEN, (*("NOT_AN_OPERATOR",) * 3, "ACCOUNT_OF_OPERATOR")),
    "Operators/LiftBan": (OPEN, (*("NOT_AN_OPERATOR",) * 3, "ACCOUNT_OF_OPERATOR")),
    "Operators/ListAccountActions": (OPEN, OPERATORS),
    "Operators/CompareWithExpert": (OPEN, OPERATORS),
    "Operators/SetMaintenance": (OPEN, OPERATORS),
    "Operators/ClearMaintenance": (OPEN, OPERATORS),
    "People/FindPlayers": (OPEN, ANYBODY),
    "People/SetListed": (OPEN, ANYBODY),
    "People/GetListed": (OPEN, ANYBODY),
    "People/ListPlayedWith": (OPEN, ANYBODY),
    "People/Follow": (OPEN, ("MALFORMED",) * 4),
    "People/Unfollow": (OPEN, ANYBODY),
    "People/ListFollowed": (OPEN, ANYBODY),
    "People/Block": (OPEN, ("MALFORMED",) * 4),  # oneself
    "People/Unblock": (OPEN, ANYBODY),
    "People/ListBlocked": (OPEN, ANYBODY),
    "People/GetGameNote": (RUNNING, ANYBODY),
    "People/SetGameNote": (RUNNING, ANYBODY),
    "Play/GetHint": (RUNNING, ("NO_HINT_TAKEN",) * 4),
    "Play/Submit": (RUNNING, PLAYERS),
    "Play/Session": (RUNNING, PLAYERS),
    "Play/ListOptions": (RUNNING, PLAYERS),
    "Play/ListCommands": (RUNNING, PLAYERS),
    "Play/Act": (RUNNING, PLAYERS),
    "Play/SetOrders": (RUNNING, PLAYERS),
    "Play/GetOrders": (RUNNING, PLAYERS),
    # tests/api/test_tournaments.py has what players, organisers and operators may do in one.
    "Tournaments/CreateTournament": (OPEN, ANYBODY),
    "Tournaments/GetTournament": (OPEN, NO_TOURNAMENT),
    "Tournaments/ListTournaments": (OPEN, ANYBODY),
    "Tournaments/EnterTournament": (OPEN, NO_TOURNAMENT),
    "Tournaments/CheckInToTournament": (OPEN, NO_TOURNAMENT),
    "Tournaments/WithdrawFromTournament": (OPEN, NO_TOURNAMENT),
    "Tournaments/StartTournament": (OPEN, NO_TOURNAMENT),
    "Tournaments/DecideTournament": (OPEN, NO_TOURNAMENT),
    "Tournaments/ListEntrants": (OPEN, NO_TOURNAMENT),
    "Tournaments/ListStandings": (OPEN, NO_TOURNAMENT),
    "Tournaments/ListPairings": (OPEN, NO_TOURNAMENT),
    "Tournaments/ExportTournament": (OPEN, NO_TOURNAMENT),
    "Tournaments/WatchTournament": (OPEN, NO_TOURNAMENT),
    "Views/GetBoard": (RUNNING, ANYBODY),
    "Views/ListBoards": (RUNNING, ANYBODY),
    "Views/WatchGame": (RUNNING, ANYBODY),
    "Views/ListMyGames": (OPEN, ANYBODY),
    "Views/WatchLobby": (OPEN, ANYBODY),
    "Views/WatchMe": (OPEN, ANYBODY),
    "Views/GetLeaderboard": (OPEN, ANYBODY),
    "Views/GetPlayer": (OPEN, ANYBODY),
    "Views/ListPlayerGames": (OPEN, ANYBODY),
    "Views/ListRatings": (OPEN, ANYBODY),
}
"""Method -> the table it is called for; what eve (not at the table), bob (seat 1), ann (seat 0, host) and olga (an
operator, not at the table) get."""


def test_every_method_has_its_row():
    assert set(ROWS) == set(METHODS)
    assert set(EXAMPLES) <= set(METHODS)


def tokens(folder, account):
    """What is sent instead of a good token, and the reason that comes back."""
    ring = KeyRing(folder / "keys")
    own = OKPKey.import_key(json.loads(max((folder / "keys").glob("*.jwk")).read_text()))
    stranger = OKPKey.generate_key("Ed25519", {"kid": own.kid})
    claims = {"iss": "turnledger", "sub": account, "iat": int(time.time()), "exp": int(time.time()) + 60}
    forged = jwt.encode({"alg": "Ed25519", "kid": own.kid}, claims, stranger, algorithms=["Ed25519"])
    unsigned = forged.rpartition(".")[0] + "."
    expired, _ = Issuer(ring).issue(account, int(time.time()) - ACCESS_S - 60)
    return {"": "TOKEN_MISSING", forged: "TOKEN_INVALID", unsigned: "TOKEN_INVALID", expired: "TOKEN_EXPIRED"}


@pytest.mark.slow
async def test_without_a_good_token_nobody_gets_anywhere_but_to_sign_in(tmp_path):
    async with running(settings(tmp_path, calls_per_s=10_000)) as server, sign_in(server.grpc, "Ann") as ann:
        game = await ann.create_table(RUSSIA)
        async with grpc.aio.insecure_channel(server.grpc) as channel:
            for token, reason in tokens(tmp_path, ann.account.account_id).items():
                for name in METHODS:
                    fields = EXAMPLES.get(name, {})
                    data = request(name, game.game_id, ann.account.account_id, fields).SerializeToString()
                    told = await call(channel, name, data, token)
                    if name in PUBLIC:
                        assert told == OK or told.reason == ROWS[name][1][0], name
                    else:
                        assert (told.code, told.reason) == (grpc.StatusCode.UNAUTHENTICATED, reason), name


@pytest.mark.slow
async def test_strangers_players_hosts_and_operators_may_what_their_row_says(tmp_path):
    wrong, olgas = {}, await accounts_made(tmp_path, len(ROWS))
    operators = tuple(account for account, _ in olgas)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings(tmp_path, calls_per_s=10_000, operators=operators)))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(server.grpc))
        for number, (name, (where, expected)) in enumerate(ROWS.items()):
            _, tokens_of_olga = olgas[number]
            async with AsyncExitStack() as players:
                eve, bob, ann = [
                    await players.enter_async_context(sign_in(server.grpc, f"{who} {number}"))
                    for who in ("Eve", "Bob", "Ann")
                ]
                olga = await players.enter_async_context(sign_in(server.grpc, tokens=tokens_of_olga))
                table = {"variant": "colony61", "seats": 2} if where == RUNNING else {"variant": RUSSIA, "seats": 4}
                game = await ann.create_table(**table, join=True, unrated=True)
                await bob.game(game.game_id).join()
                if where == RUNNING:
                    await game.start()
                answers = {each: await answer(channel, name, game, each) for each in (eve, olga, bob, ann)}
                told = [answers[each] for each in (eve, bob, ann, olga)]
            if told != list(expected):
                wrong[name] = told
    assert not wrong


async def answer(channel, name, game, client):
    fields = dict(EXAMPLES.get(name, {}))
    if name in ("Play/Submit", "Play/Session"):
        fields["expected_version"] = (await game.table()).version
    data = request(name, game.game_id, client.account.account_id, fields).SerializeToString()
    told = await call(channel, name, data, client.connection.metadata()[0][1].removeprefix("Bearer "))
    return told if told == OK else told.reason
