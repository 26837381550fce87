"""Every method of the contract (proto/turnledger/v1), a line each. How they are called: methods.py."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from turnledger.chance import Chances
from turnledger.connection import Connection
from turnledger.device import Device
from turnledger.log import SeenLog
from turnledger.methods import (
    AccountCall,
    Paged,
    Service,
    SigningIn,
    Stream,
    Unary,
    Watch,
    by_event,
    by_number,
    by_page_token,
    by_position,
    by_resume_token,
    by_version,
    drop_older_events,
)
from turnledger.session import Session, open_session
from turnledger.v1 import accounts_pb2 as a
from turnledger.v1 import catalogue_pb2 as ca
from turnledger.v1 import chat_pb2 as c
from turnledger.v1 import clubs_pb2 as cl
from turnledger.v1 import history_pb2 as h
from turnledger.v1 import lobby_pb2 as lo
from turnledger.v1 import notifications_pb2 as n
from turnledger.v1 import operators_pb2 as o
from turnledger.v1 import people_pb2 as pe
from turnledger.v1 import play_pb2 as p
from turnledger.v1 import programs_pb2 as pr
from turnledger.v1 import puzzles_pb2 as pu
from turnledger.v1 import tournaments_pb2 as t
from turnledger.v1 import views_pb2 as v
from turnledger.v1.games_pb2 import Command


class Accounts(Service):
    sign_in_as_guest = SigningIn(a.SignInAsGuestRequest, a.SignInAsGuestResponse)
    sign_in = SigningIn(a.SignInRequest, a.SignInResponse)
    refresh_tokens = SigningIn(a.RefreshTokensRequest, a.RefreshTokensResponse)
    revoke_tokens = SigningIn(a.RevokeTokensRequest, a.RevokeTokensResponse)
    get_me = AccountCall(a.GetMeRequest, a.GetMeResponse)
    update_me = AccountCall(a.UpdateMeRequest, a.UpdateMeResponse)
    upgrade_me = AccountCall(a.UpgradeMeRequest, a.UpgradeMeResponse)
    get_issuer = Unary(a.GetIssuerRequest, a.GetIssuerResponse)
    sign_in_with_issuer = SigningIn(a.SignInWithIssuerRequest, a.SignInWithIssuerResponse)
    link_issuer = AccountCall(a.LinkIssuerRequest, a.LinkIssuerResponse)
    change_password = SigningIn(a.ChangePasswordRequest, a.ChangePasswordResponse)
    make_recovery_codes = Unary(a.MakeRecoveryCodesRequest, a.MakeRecoveryCodesResponse)
    request_recovery = Unary(a.RequestRecoveryRequest, a.RequestRecoveryResponse)
    recover = SigningIn(a.RecoverRequest, a.RecoverResponse)
    begin_passkey = Unary(a.BeginPasskeyRequest, a.BeginPasskeyResponse)
    add_passkey = AccountCall(a.AddPasskeyRequest, a.AddPasskeyResponse)
    list_passkeys = Unary(a.ListPasskeysRequest, a.ListPasskeysResponse)
    remove_passkey = Unary(a.RemovePasskeyRequest, a.RemovePasskeyResponse)
    begin_passkey_sign_in = Unary(a.BeginPasskeySignInRequest, a.BeginPasskeySignInResponse)
    sign_in_with_passkey = SigningIn(a.SignInWithPasskeyRequest, a.SignInWithPasskeyResponse)
    create_personal_token = Unary(a.CreatePersonalTokenRequest, a.CreatePersonalTokenResponse)
    list_personal_tokens = Unary(a.ListPersonalTokensRequest, a.ListPersonalTokensResponse)
    begin_app_sign_in = Unary(a.BeginAppSignInRequest, a.BeginAppSignInResponse)
    answer_app_sign_in = Unary(a.AnswerAppSignInRequest, a.AnswerAppSignInResponse)
    list_apps = Unary(a.ListAppsRequest, a.ListAppsResponse)
    revoke_app = Unary(a.RevokeAppRequest, a.RevokeAppResponse)
    revoke_personal_token = Unary(a.RevokePersonalTokenRequest, a.RevokePersonalTokenResponse)
    export_me = Stream(a.ExportMeRequest, a.ExportMeResponse)
    list_devices = Unary(a.ListDevicesRequest, a.ListDevicesResponse)
    sign_out_device = Unary(a.SignOutDeviceRequest, a.SignOutDeviceResponse)
    add_device_key = Unary(a.AddDeviceKeyRequest, a.AddDeviceKeyResponse)
    list_device_keys = Unary(a.ListDeviceKeysRequest, a.ListDeviceKeysResponse)
    remove_device_key = Unary(a.RemoveDeviceKeyRequest, a.RemoveDeviceKeyResponse)
    delete_me = Unary(a.DeleteMeRequest, a.DeleteMeResponse)


class Catalogue(Service):
    get_server = Unary(ca.GetServerRequest, ca.GetServerResponse)
    list_variants = Unary(ca.ListVariantsRequest, ca.ListVariantsResponse)
    get_game_data = Unary(ca.GetGameDataRequest, ca.GetGameDataResponse)
    get_edition = Unary(ca.GetEditionRequest, ca.GetEditionResponse)


class Chat(Service):
    send_message = Unary(c.SendMessageRequest, c.SendMessageResponse)
    list_messages = Paged(c.ListMessagesRequest, c.ListMessagesResponse, lambda page: page.messages, by_page_token)
    watch_chat = Watch(c.WatchChatRequest, c.WatchChatResponse, by_number)
    list_muted = Paged(c.ListMutedRequest, c.ListMutedResponse, lambda page: page.muted, by_page_token)
    mute = Unary(c.MuteRequest, c.MuteResponse)
    unmute = Unary(c.UnmuteRequest, c.UnmuteResponse)
    report = Unary(c.ReportRequest, c.ReportResponse)
    list_my_reports = Paged(c.ListMyReportsRequest, c.ListMyReportsResponse, lambda page: page.reports, by_page_token)


class History(Service):
    list_events = Paged(h.ListEventsRequest, h.ListEventsResponse, lambda page: page.events, by_page_token)
    export_game = Stream(h.ExportGameRequest, h.ExportGameResponse)
    import_game = Unary(h.ImportGameRequest, h.ImportGameResponse)
    verify_game = Unary(h.VerifyGameRequest, h.VerifyGameResponse)
    branch_game = Unary(h.BranchGameRequest, h.BranchGameResponse)
    list_branches = Paged(h.ListBranchesRequest, h.ListBranchesResponse, lambda page: page.branches, by_page_token)
    list_checkpoints = Paged(
        h.ListCheckpointsRequest, h.ListCheckpointsResponse, lambda page: page.checkpoints, by_page_token
    )
    get_proofs = Unary(h.GetProofsRequest, h.GetProofsResponse)
    get_log_head = Unary(h.GetLogHeadRequest, h.GetLogHeadResponse)
    knowledge = Unary(h.KnowledgeRequest, h.KnowledgeResponse)
    get_figures = Unary(h.GetFiguresRequest, h.GetFiguresResponse)
    analyze_game = Stream(h.AnalyzeGameRequest, h.AnalyzeGameResponse)
    list_signing_keys = Unary(h.ListSigningKeysRequest, h.ListSigningKeysResponse)


class Lobby(Service):
    create_table = Unary(lo.CreateTableRequest, lo.CreateTableResponse)
    get_table = Unary(lo.GetTableRequest, lo.GetTableResponse)
    list_tables = Paged(lo.ListTablesRequest, lo.ListTablesResponse, lambda page: page.tables, by_page_token)
    join_table = Unary(lo.JoinTableRequest, lo.JoinTableResponse)
    leave_table = Unary(lo.LeaveTableRequest, lo.LeaveTableResponse)
    add_bot = Unary(lo.AddBotRequest, lo.AddBotResponse)
    clear_seat = Unary(lo.ClearSeatRequest, lo.ClearSeatResponse)
    start_game = Unary(lo.StartGameRequest, lo.StartGameResponse)
    begin_game = Unary(lo.BeginGameRequest, lo.BeginGameResponse)
    close_table = Unary(lo.CloseTableRequest, lo.CloseTableResponse)
    arrange_seats = Unary(lo.ArrangeSeatsRequest, lo.ArrangeSeatsResponse)
    choose_colour = Unary(lo.ChooseColourRequest, lo.ChooseColourResponse)
    set_ready = Unary(lo.SetReadyRequest, lo.SetReadyResponse)
    get_invite = Unary(lo.GetInviteRequest, lo.GetInviteResponse)
    quick_match = Unary(lo.QuickMatchRequest, lo.QuickMatchResponse)
    rematch = Unary(lo.RematchRequest, lo.RematchResponse)


class Notifications(Service):
    set_target = Unary(n.SetTargetRequest, n.SetTargetResponse)
    list_targets = Unary(n.ListTargetsRequest, n.ListTargetsResponse)
    delete_target = Unary(n.DeleteTargetRequest, n.DeleteTargetResponse)
    confirm_mail = Unary(n.ConfirmMailRequest, n.ConfirmMailResponse)
    send_test_notice = Unary(n.SendTestNoticeRequest, n.SendTestNoticeResponse)
    get_hours = Unary(n.GetHoursRequest, n.GetHoursResponse)
    set_hours = Unary(n.SetHoursRequest, n.SetHoursResponse)
    set_game_quiet = Unary(n.SetGameQuietRequest, n.SetGameQuietResponse)
    get_push_key = Unary(n.GetPushKeyRequest, n.GetPushKeyResponse)


class People(Service):
    find_players = Unary(pe.FindPlayersRequest, pe.FindPlayersResponse)
    set_listed = Unary(pe.SetListedRequest, pe.SetListedResponse)
    get_listed = Unary(pe.GetListedRequest, pe.GetListedResponse)
    list_played_with = Unary(pe.ListPlayedWithRequest, pe.ListPlayedWithResponse)
    follow = Unary(pe.FollowRequest, pe.FollowResponse)
    unfollow = Unary(pe.UnfollowRequest, pe.UnfollowResponse)
    list_followed = Paged(pe.ListFollowedRequest, pe.ListFollowedResponse, lambda page: page.players, by_page_token)
    block = Unary(pe.BlockRequest, pe.BlockResponse)
    unblock = Unary(pe.UnblockRequest, pe.UnblockResponse)
    list_blocked = Paged(pe.ListBlockedRequest, pe.ListBlockedResponse, lambda page: page.players, by_page_token)
    get_game_note = Unary(pe.GetGameNoteRequest, pe.GetGameNoteResponse)
    set_game_note = Unary(pe.SetGameNoteRequest, pe.SetGameNoteResponse)


class Operators(Service):
    stop_table = Unary(o.StopTableRequest, o.StopTableResponse)
    list_account_tables = Paged(
        o.ListAccountTablesRequest, o.ListAccountTablesResponse, lambda page: page.tables, by_page_token
    )
    list_table_messages = Paged(
        o.ListTableMessagesRequest, o.ListTableMessagesResponse, lambda page: page.messages, by_page_token
    )
    mute_account = Unary(o.MuteAccountRequest, o.MuteAccountResponse)
    unmute_account = Unary(o.UnmuteAccountRequest, o.UnmuteAccountResponse)
    list_reports = Paged(o.ListReportsRequest, o.ListReportsResponse, lambda page: page.reports, by_page_token)
    settle_report = Unary(o.SettleReportRequest, o.SettleReportResponse)
    rename_account = Unary(o.RenameAccountRequest, o.RenameAccountResponse)
    ban_account = Unary(o.BanAccountRequest, o.BanAccountResponse)
    lift_ban = Unary(o.LiftBanRequest, o.LiftBanResponse)
    list_account_actions = Paged(
        o.ListAccountActionsRequest, o.ListAccountActionsResponse, lambda page: page.actions, by_page_token
    )
    give_grant = Unary(o.GiveGrantRequest, o.GiveGrantResponse)
    take_grant = Unary(o.TakeGrantRequest, o.TakeGrantResponse)
    list_grants = Paged(o.ListGrantsRequest, o.ListGrantsResponse, lambda page: page.grants, by_page_token)
    list_operator_actions = Paged(
        o.ListOperatorActionsRequest, o.ListOperatorActionsResponse, lambda page: page.actions, by_page_token
    )
    compare_with_expert = Unary(o.CompareWithExpertRequest, o.CompareWithExpertResponse)
    set_maintenance = Unary(o.SetMaintenanceRequest, o.SetMaintenanceResponse)
    clear_maintenance = Unary(o.ClearMaintenanceRequest, o.ClearMaintenanceResponse)


class Play(Service):
    submit = Unary(p.SubmitRequest, p.SubmitResponse)
    list_options = Unary(p.ListOptionsRequest, p.ListOptionsResponse)
    list_commands = Paged(p.ListCommandsRequest, p.ListCommandsResponse, lambda page: page.commands, by_page_token)
    act = Unary(p.ActRequest, p.ActResponse)
    set_orders = Unary(p.SetOrdersRequest, p.SetOrdersResponse)
    get_orders = Unary(p.GetOrdersRequest, p.GetOrdersResponse)
    get_hint = Unary(p.GetHintRequest, p.GetHintResponse)

    def session(self) -> AbstractAsyncContextManager[Session]:
        return open_session(self.connection)


class Views(Service):
    get_board = Unary(v.GetBoardRequest, v.GetBoardResponse)
    list_boards = Paged(v.ListBoardsRequest, v.ListBoardsResponse, lambda page: page.snapshots, by_page_token)
    watch_game = Watch(v.WatchGameRequest, v.WatchGameResponse, by_event, drop_older_events)
    list_my_games = Paged(v.ListMyGamesRequest, v.ListMyGamesResponse, lambda page: page.games, by_page_token)
    watch_lobby = Watch(v.WatchLobbyRequest, v.WatchLobbyResponse, by_resume_token)
    watch_me = Watch(v.WatchMeRequest, v.WatchMeResponse, by_resume_token)
    watch_public = Watch(v.WatchPublicRequest, v.WatchPublicResponse, by_position)
    get_leaderboard = Paged(v.GetLeaderboardRequest, v.GetLeaderboardResponse, lambda page: page.rows, by_page_token)
    get_player = Unary(v.GetPlayerRequest, v.GetPlayerResponse)
    list_player_games = Paged(
        v.ListPlayerGamesRequest, v.ListPlayerGamesResponse, lambda page: page.tables, by_page_token
    )
    get_statistics = Unary(v.GetStatisticsRequest, v.GetStatisticsResponse)
    list_ratings = Paged(v.ListRatingsRequest, v.ListRatingsResponse, lambda page: page.games, by_page_token)


class Tournaments(Service):
    create_tournament = Unary(t.CreateTournamentRequest, t.CreateTournamentResponse)
    get_tournament = Unary(t.GetTournamentRequest, t.GetTournamentResponse)
    list_tournaments = Paged(
        t.ListTournamentsRequest, t.ListTournamentsResponse, lambda page: page.tournaments, by_page_token
    )
    enter_tournament = Unary(t.EnterTournamentRequest, t.EnterTournamentResponse)
    check_in_to_tournament = Unary(t.CheckInToTournamentRequest, t.CheckInToTournamentResponse)
    withdraw_from_tournament = Unary(t.WithdrawFromTournamentRequest, t.WithdrawFromTournamentResponse)
    start_tournament = Unary(t.StartTournamentRequest, t.StartTournamentResponse)
    create_tables = Unary(t.CreateTablesRequest, t.CreateTablesResponse)
    decide_tournament = Unary(t.DecideTournamentRequest, t.DecideTournamentResponse)
    list_entrants = Paged(t.ListEntrantsRequest, t.ListEntrantsResponse, lambda page: page.entrants, by_page_token)
    list_standings = Paged(t.ListStandingsRequest, t.ListStandingsResponse, lambda page: page.rows, by_page_token)
    list_pairings = Paged(t.ListPairingsRequest, t.ListPairingsResponse, lambda page: page.pairings, by_page_token)
    export_tournament = Stream(t.ExportTournamentRequest, t.ExportTournamentResponse)
    watch_tournament = Watch(t.WatchTournamentRequest, t.WatchTournamentResponse, by_version)


class Clubs(Service):
    create_club = Unary(cl.CreateClubRequest, cl.CreateClubResponse)
    get_club = Unary(cl.GetClubRequest, cl.GetClubResponse)
    list_clubs = Paged(cl.ListClubsRequest, cl.ListClubsResponse, lambda page: page.clubs, by_page_token)
    list_members = Paged(cl.ListMembersRequest, cl.ListMembersResponse, lambda page: page.members, by_page_token)
    list_club_requests = Paged(
        cl.ListClubRequestsRequest, cl.ListClubRequestsResponse, lambda page: page.people, by_page_token
    )
    list_ladder = Paged(cl.ListLadderRequest, cl.ListLadderResponse, lambda page: page.rows, by_page_token)
    get_club_records = Unary(cl.GetClubRecordsRequest, cl.GetClubRecordsResponse)
    join_club = Unary(cl.JoinClubRequest, cl.JoinClubResponse)
    leave_club = Unary(cl.LeaveClubRequest, cl.LeaveClubResponse)
    decide_club = Unary(cl.DecideClubRequest, cl.DecideClubResponse)


class Programs(Service):
    create_program = Unary(pr.CreateProgramRequest, pr.CreateProgramResponse)
    list_programs = Paged(pr.ListProgramsRequest, pr.ListProgramsResponse, lambda page: page.programs, by_page_token)
    create_program_token = Unary(pr.CreateProgramTokenRequest, pr.CreateProgramTokenResponse)
    delete_program = Unary(pr.DeleteProgramRequest, pr.DeleteProgramResponse)
    list_challenges = Paged(
        pr.ListChallengesRequest, pr.ListChallengesResponse, lambda page: page.tables, by_page_token
    )
    decline_challenge = Unary(pr.DeclineChallengeRequest, pr.DeclineChallengeResponse)


class Puzzles(Service):
    get_puzzle = Unary(pu.GetPuzzleRequest, pu.GetPuzzleResponse)
    answer_puzzle = Unary(pu.AnswerPuzzleRequest, pu.AnswerPuzzleResponse)


class Services:
    """All services, for one account."""

    def __init__(self, connection: Connection) -> None:
        self.connection, self.chances = connection, Chances()
        self.accounts, self.catalogue, self.chat = Accounts(connection), Catalogue(connection), Chat(connection)
        self.history, self.lobby = History(connection), Lobby(connection)
        self.log = SeenLog(self.history.get_log_head)
        self.notifications, self.operators = Notifications(connection), Operators(connection)
        self.people, self.play, self.views = People(connection), Play(connection), Views(connection)
        self.tournaments, self.clubs = Tournaments(connection), Clubs(connection)
        self.programs, self.puzzles = Programs(connection), Puzzles(connection)
        self.device: Device | None = None
        """Signs the account's commands at tables that know its key."""
        self.is_same: Callable[[str, Command, int], bool] | None = None
        """Return whether stored JSON is the command that was sent, from a seat: for programs that know the stored form,
        in place of says.py."""
