import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from turnledger.v1 import common_pb2 as _common_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ClubAdmission(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLUB_ADMISSION_UNSPECIFIED: _ClassVar[ClubAdmission]
    CLUB_ADMISSION_OPEN: _ClassVar[ClubAdmission]
    CLUB_ADMISSION_REQUEST: _ClassVar[ClubAdmission]
    CLUB_ADMISSION_INVITATION: _ClassVar[ClubAdmission]

class ClubStanding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLUB_STANDING_UNSPECIFIED: _ClassVar[ClubStanding]
    CLUB_STANDING_OWNER: _ClassVar[ClubStanding]
    CLUB_STANDING_OFFICER: _ClassVar[ClubStanding]
    CLUB_STANDING_MEMBER: _ClassVar[ClubStanding]
    CLUB_STANDING_ASKED: _ClassVar[ClubStanding]
    CLUB_STANDING_INVITED: _ClassVar[ClubStanding]
    CLUB_STANDING_PUT_OUT: _ClassVar[ClubStanding]
CLUB_ADMISSION_UNSPECIFIED: ClubAdmission
CLUB_ADMISSION_OPEN: ClubAdmission
CLUB_ADMISSION_REQUEST: ClubAdmission
CLUB_ADMISSION_INVITATION: ClubAdmission
CLUB_STANDING_UNSPECIFIED: ClubStanding
CLUB_STANDING_OWNER: ClubStanding
CLUB_STANDING_OFFICER: ClubStanding
CLUB_STANDING_MEMBER: ClubStanding
CLUB_STANDING_ASKED: ClubStanding
CLUB_STANDING_INVITED: ClubStanding
CLUB_STANDING_PUT_OUT: ClubStanding

class ClubProfile(_message.Message):
    __slots__ = ("name", "description", "admission")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    ADMISSION_FIELD_NUMBER: _ClassVar[int]
    name: str
    description: str
    admission: ClubAdmission
    def __init__(self, name: _Optional[str] = ..., description: _Optional[str] = ..., admission: _Optional[_Union[ClubAdmission, str]] = ...) -> None: ...

class Club(_message.Message):
    __slots__ = ("club_id", "version", "profile", "owner", "members", "create_time", "closed", "standing")
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    STANDING_FIELD_NUMBER: _ClassVar[int]
    club_id: str
    version: int
    profile: ClubProfile
    owner: _common_pb2.Player
    members: int
    create_time: _timestamp_pb2.Timestamp
    closed: bool
    standing: ClubStanding
    def __init__(self, club_id: _Optional[str] = ..., version: _Optional[int] = ..., profile: _Optional[_Union[ClubProfile, _Mapping]] = ..., owner: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., members: _Optional[int] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., closed: _Optional[bool] = ..., standing: _Optional[_Union[ClubStanding, str]] = ...) -> None: ...

class ClubMember(_message.Message):
    __slots__ = ("player", "standing", "text", "invited_by")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    STANDING_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    INVITED_BY_FIELD_NUMBER: _ClassVar[int]
    player: _common_pb2.Player
    standing: ClubStanding
    text: str
    invited_by: _common_pb2.Player
    def __init__(self, player: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., standing: _Optional[_Union[ClubStanding, str]] = ..., text: _Optional[str] = ..., invited_by: _Optional[_Union[_common_pb2.Player, _Mapping]] = ...) -> None: ...

class CreateClubRequest(_message.Message):
    __slots__ = ("request_id", "profile")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    profile: ClubProfile
    def __init__(self, request_id: _Optional[str] = ..., profile: _Optional[_Union[ClubProfile, _Mapping]] = ...) -> None: ...

class CreateClubResponse(_message.Message):
    __slots__ = ("club",)
    CLUB_FIELD_NUMBER: _ClassVar[int]
    club: Club
    def __init__(self, club: _Optional[_Union[Club, _Mapping]] = ...) -> None: ...

class GetClubRequest(_message.Message):
    __slots__ = ("club_id",)
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    club_id: str
    def __init__(self, club_id: _Optional[str] = ...) -> None: ...

class GetClubResponse(_message.Message):
    __slots__ = ("club", "officer", "owner", "put_out_text")
    CLUB_FIELD_NUMBER: _ClassVar[int]
    OFFICER_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    PUT_OUT_TEXT_FIELD_NUMBER: _ClassVar[int]
    club: Club
    officer: bool
    owner: bool
    put_out_text: str
    def __init__(self, club: _Optional[_Union[Club, _Mapping]] = ..., officer: _Optional[bool] = ..., owner: _Optional[bool] = ..., put_out_text: _Optional[str] = ...) -> None: ...

class ListClubsRequest(_message.Message):
    __slots__ = ("mine", "name", "page_size", "page_token")
    MINE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    mine: bool
    name: str
    page_size: int
    page_token: str
    def __init__(self, mine: _Optional[bool] = ..., name: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListClubsResponse(_message.Message):
    __slots__ = ("clubs", "next_page_token")
    CLUBS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    clubs: _containers.RepeatedCompositeFieldContainer[Club]
    next_page_token: str
    def __init__(self, clubs: _Optional[_Iterable[_Union[Club, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListMembersRequest(_message.Message):
    __slots__ = ("club_id", "page_size", "page_token")
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    club_id: str
    page_size: int
    page_token: str
    def __init__(self, club_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListMembersResponse(_message.Message):
    __slots__ = ("members", "next_page_token")
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    members: _containers.RepeatedCompositeFieldContainer[ClubMember]
    next_page_token: str
    def __init__(self, members: _Optional[_Iterable[_Union[ClubMember, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListClubRequestsRequest(_message.Message):
    __slots__ = ("club_id", "page_size", "page_token")
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    club_id: str
    page_size: int
    page_token: str
    def __init__(self, club_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListClubRequestsResponse(_message.Message):
    __slots__ = ("people", "next_page_token")
    PEOPLE_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    people: _containers.RepeatedCompositeFieldContainer[ClubMember]
    next_page_token: str
    def __init__(self, people: _Optional[_Iterable[_Union[ClubMember, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListLadderRequest(_message.Message):
    __slots__ = ("club_id", "page_size", "page_token")
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    club_id: str
    page_size: int
    page_token: str
    def __init__(self, club_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class LadderRow(_message.Message):
    __slots__ = ("rank", "player", "games", "wins")
    RANK_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    rank: int
    player: _common_pb2.Player
    games: int
    wins: int
    def __init__(self, rank: _Optional[int] = ..., player: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., games: _Optional[int] = ..., wins: _Optional[int] = ...) -> None: ...

class ListLadderResponse(_message.Message):
    __slots__ = ("rows", "next_page_token")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedCompositeFieldContainer[LadderRow]
    next_page_token: str
    def __init__(self, rows: _Optional[_Iterable[_Union[LadderRow, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetClubRecordsRequest(_message.Message):
    __slots__ = ("club_id",)
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    club_id: str
    def __init__(self, club_id: _Optional[str] = ...) -> None: ...

class ClubRecord(_message.Message):
    __slots__ = ("variant", "score", "player", "game_id")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    variant: str
    score: int
    player: _common_pb2.Player
    game_id: str
    def __init__(self, variant: _Optional[str] = ..., score: _Optional[int] = ..., player: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., game_id: _Optional[str] = ...) -> None: ...

class GetClubRecordsResponse(_message.Message):
    __slots__ = ("records",)
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    records: _containers.RepeatedCompositeFieldContainer[ClubRecord]
    def __init__(self, records: _Optional[_Iterable[_Union[ClubRecord, _Mapping]]] = ...) -> None: ...

class JoinClubRequest(_message.Message):
    __slots__ = ("request_id", "club_id", "text")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    club_id: str
    text: str
    def __init__(self, request_id: _Optional[str] = ..., club_id: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class JoinClubResponse(_message.Message):
    __slots__ = ("club",)
    CLUB_FIELD_NUMBER: _ClassVar[int]
    club: Club
    def __init__(self, club: _Optional[_Union[Club, _Mapping]] = ...) -> None: ...

class LeaveClubRequest(_message.Message):
    __slots__ = ("request_id", "club_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    club_id: str
    def __init__(self, request_id: _Optional[str] = ..., club_id: _Optional[str] = ...) -> None: ...

class LeaveClubResponse(_message.Message):
    __slots__ = ("club",)
    CLUB_FIELD_NUMBER: _ClassVar[int]
    club: Club
    def __init__(self, club: _Optional[_Union[Club, _Mapping]] = ...) -> None: ...

class DecideClubRequest(_message.Message):
    __slots__ = ("request_id", "club_id", "text", "admit", "refuse", "invite", "take_back_invitation", "put_out", "name_officer", "relieve_officer", "hand_over", "change", "close", "admit_applicant", "refuse_applicant", "invite_account", "withdraw_invitation", "remove_member", "appoint_officer", "dismiss_officer", "transfer_club")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ADMIT_FIELD_NUMBER: _ClassVar[int]
    REFUSE_FIELD_NUMBER: _ClassVar[int]
    INVITE_FIELD_NUMBER: _ClassVar[int]
    TAKE_BACK_INVITATION_FIELD_NUMBER: _ClassVar[int]
    PUT_OUT_FIELD_NUMBER: _ClassVar[int]
    NAME_OFFICER_FIELD_NUMBER: _ClassVar[int]
    RELIEVE_OFFICER_FIELD_NUMBER: _ClassVar[int]
    HAND_OVER_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    ADMIT_APPLICANT_FIELD_NUMBER: _ClassVar[int]
    REFUSE_APPLICANT_FIELD_NUMBER: _ClassVar[int]
    INVITE_ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    WITHDRAW_INVITATION_FIELD_NUMBER: _ClassVar[int]
    REMOVE_MEMBER_FIELD_NUMBER: _ClassVar[int]
    APPOINT_OFFICER_FIELD_NUMBER: _ClassVar[int]
    DISMISS_OFFICER_FIELD_NUMBER: _ClassVar[int]
    TRANSFER_CLUB_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    club_id: str
    text: str
    admit: str
    refuse: str
    invite: str
    take_back_invitation: str
    put_out: str
    name_officer: str
    relieve_officer: str
    hand_over: str
    change: ClubProfile
    close: CloseClub
    admit_applicant: AdmitApplicant
    refuse_applicant: RefuseApplicant
    invite_account: InviteAccount
    withdraw_invitation: WithdrawInvitation
    remove_member: RemoveMember
    appoint_officer: AppointOfficer
    dismiss_officer: DismissOfficer
    transfer_club: TransferClub
    def __init__(self, request_id: _Optional[str] = ..., club_id: _Optional[str] = ..., text: _Optional[str] = ..., admit: _Optional[str] = ..., refuse: _Optional[str] = ..., invite: _Optional[str] = ..., take_back_invitation: _Optional[str] = ..., put_out: _Optional[str] = ..., name_officer: _Optional[str] = ..., relieve_officer: _Optional[str] = ..., hand_over: _Optional[str] = ..., change: _Optional[_Union[ClubProfile, _Mapping]] = ..., close: _Optional[_Union[CloseClub, _Mapping]] = ..., admit_applicant: _Optional[_Union[AdmitApplicant, _Mapping]] = ..., refuse_applicant: _Optional[_Union[RefuseApplicant, _Mapping]] = ..., invite_account: _Optional[_Union[InviteAccount, _Mapping]] = ..., withdraw_invitation: _Optional[_Union[WithdrawInvitation, _Mapping]] = ..., remove_member: _Optional[_Union[RemoveMember, _Mapping]] = ..., appoint_officer: _Optional[_Union[AppointOfficer, _Mapping]] = ..., dismiss_officer: _Optional[_Union[DismissOfficer, _Mapping]] = ..., transfer_club: _Optional[_Union[TransferClub, _Mapping]] = ...) -> None: ...

class AdmitApplicant(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class RefuseApplicant(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class InviteAccount(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class WithdrawInvitation(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class RemoveMember(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class AppointOfficer(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class DismissOfficer(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class TransferClub(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class CloseClub(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DecideClubResponse(_message.Message):
    __slots__ = ("club",)
    CLUB_FIELD_NUMBER: _ClassVar[int]
    club: Club
    def __init__(self, club: _Optional[_Union[Club, _Mapping]] = ...) -> None: ...
