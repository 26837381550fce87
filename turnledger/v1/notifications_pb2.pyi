from turnledger.v1 import accounts_pb2 as _accounts_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class NoticeKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NOTICE_KIND_UNSPECIFIED: _ClassVar[NoticeKind]
    NOTICE_KIND_YOUR_TURN: _ClassVar[NoticeKind]
    NOTICE_KIND_TIME_IS_SHORT: _ClassVar[NoticeKind]
    NOTICE_KIND_GAME_OVER: _ClassVar[NoticeKind]
    NOTICE_KIND_SEAT_LOST: _ClassVar[NoticeKind]
    NOTICE_KIND_INVITED: _ClassVar[NoticeKind]
    NOTICE_KIND_MENTIONED: _ClassVar[NoticeKind]
    NOTICE_KIND_REPORT_ANSWERED: _ClassVar[NoticeKind]
    NOTICE_KIND_ORDER_ENDED: _ClassVar[NoticeKind]
    NOTICE_KIND_ADMITTED: _ClassVar[NoticeKind]
    NOTICE_KIND_ROUND_BEGAN: _ClassVar[NoticeKind]
    NOTICE_KIND_TOURNAMENT_OVER: _ClassVar[NoticeKind]

class GamePace(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GAME_PACE_UNSPECIFIED: _ClassVar[GamePace]
    GAME_PACE_LIVE: _ClassVar[GamePace]
    GAME_PACE_SLOW: _ClassVar[GamePace]

class WebhookFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WEBHOOK_FORMAT_UNSPECIFIED: _ClassVar[WebhookFormat]
    WEBHOOK_FORMAT_DISCORD: _ClassVar[WebhookFormat]
    WEBHOOK_FORMAT_SLACK: _ClassVar[WebhookFormat]
    WEBHOOK_FORMAT_TELEGRAM: _ClassVar[WebhookFormat]
    WEBHOOK_FORMAT_SIGNED_JSON: _ClassVar[WebhookFormat]
    WEBHOOK_FORMAT_CLOUDEVENTS: _ClassVar[WebhookFormat]
NOTICE_KIND_UNSPECIFIED: NoticeKind
NOTICE_KIND_YOUR_TURN: NoticeKind
NOTICE_KIND_TIME_IS_SHORT: NoticeKind
NOTICE_KIND_GAME_OVER: NoticeKind
NOTICE_KIND_SEAT_LOST: NoticeKind
NOTICE_KIND_INVITED: NoticeKind
NOTICE_KIND_MENTIONED: NoticeKind
NOTICE_KIND_REPORT_ANSWERED: NoticeKind
NOTICE_KIND_ORDER_ENDED: NoticeKind
NOTICE_KIND_ADMITTED: NoticeKind
NOTICE_KIND_ROUND_BEGAN: NoticeKind
NOTICE_KIND_TOURNAMENT_OVER: NoticeKind
GAME_PACE_UNSPECIFIED: GamePace
GAME_PACE_LIVE: GamePace
GAME_PACE_SLOW: GamePace
WEBHOOK_FORMAT_UNSPECIFIED: WebhookFormat
WEBHOOK_FORMAT_DISCORD: WebhookFormat
WEBHOOK_FORMAT_SLACK: WebhookFormat
WEBHOOK_FORMAT_TELEGRAM: WebhookFormat
WEBHOOK_FORMAT_SIGNED_JSON: WebhookFormat
WEBHOOK_FORMAT_CLOUDEVENTS: WebhookFormat

class Target(_message.Message):
    __slots__ = ("target_id", "webhook", "web_push", "mail", "fcm", "apns", "kinds", "pace", "wait_s", "daily", "language", "off", "proven", "all_kinds")
    TARGET_ID_FIELD_NUMBER: _ClassVar[int]
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    WEB_PUSH_FIELD_NUMBER: _ClassVar[int]
    MAIL_FIELD_NUMBER: _ClassVar[int]
    FCM_FIELD_NUMBER: _ClassVar[int]
    APNS_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    PACE_FIELD_NUMBER: _ClassVar[int]
    WAIT_S_FIELD_NUMBER: _ClassVar[int]
    DAILY_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    OFF_FIELD_NUMBER: _ClassVar[int]
    PROVEN_FIELD_NUMBER: _ClassVar[int]
    ALL_KINDS_FIELD_NUMBER: _ClassVar[int]
    target_id: str
    webhook: Webhook
    web_push: WebPush
    mail: Mail
    fcm: FcmApp
    apns: ApnsApp
    kinds: _containers.RepeatedScalarFieldContainer[NoticeKind]
    pace: GamePace
    wait_s: int
    daily: bool
    language: str
    off: bool
    proven: bool
    all_kinds: bool
    def __init__(self, target_id: _Optional[str] = ..., webhook: _Optional[_Union[Webhook, _Mapping]] = ..., web_push: _Optional[_Union[WebPush, _Mapping]] = ..., mail: _Optional[_Union[Mail, _Mapping]] = ..., fcm: _Optional[_Union[FcmApp, _Mapping]] = ..., apns: _Optional[_Union[ApnsApp, _Mapping]] = ..., kinds: _Optional[_Iterable[_Union[NoticeKind, str]]] = ..., pace: _Optional[_Union[GamePace, str]] = ..., wait_s: _Optional[int] = ..., daily: _Optional[bool] = ..., language: _Optional[str] = ..., off: _Optional[bool] = ..., proven: _Optional[bool] = ..., all_kinds: _Optional[bool] = ...) -> None: ...

class Webhook(_message.Message):
    __slots__ = ("url", "format")
    URL_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    url: str
    format: WebhookFormat
    def __init__(self, url: _Optional[str] = ..., format: _Optional[_Union[WebhookFormat, str]] = ...) -> None: ...

class WebPush(_message.Message):
    __slots__ = ("url", "p256dh", "auth")
    URL_FIELD_NUMBER: _ClassVar[int]
    P256DH_FIELD_NUMBER: _ClassVar[int]
    AUTH_FIELD_NUMBER: _ClassVar[int]
    url: str
    p256dh: str
    auth: str
    def __init__(self, url: _Optional[str] = ..., p256dh: _Optional[str] = ..., auth: _Optional[str] = ...) -> None: ...

class Mail(_message.Message):
    __slots__ = ("address",)
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    address: str
    def __init__(self, address: _Optional[str] = ...) -> None: ...

class FcmApp(_message.Message):
    __slots__ = ("registration_token",)
    REGISTRATION_TOKEN_FIELD_NUMBER: _ClassVar[int]
    registration_token: str
    def __init__(self, registration_token: _Optional[str] = ...) -> None: ...

class ApnsApp(_message.Message):
    __slots__ = ("device_token",)
    DEVICE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    device_token: str
    def __init__(self, device_token: _Optional[str] = ...) -> None: ...

class Hours(_message.Message):
    __slots__ = ("time_zone", "quiet_from", "quiet_until", "digest_minute")
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    QUIET_FROM_FIELD_NUMBER: _ClassVar[int]
    QUIET_UNTIL_FIELD_NUMBER: _ClassVar[int]
    DIGEST_MINUTE_FIELD_NUMBER: _ClassVar[int]
    time_zone: str
    quiet_from: int
    quiet_until: int
    digest_minute: int
    def __init__(self, time_zone: _Optional[str] = ..., quiet_from: _Optional[int] = ..., quiet_until: _Optional[int] = ..., digest_minute: _Optional[int] = ...) -> None: ...

class SetTargetRequest(_message.Message):
    __slots__ = ("target", "password", "owner_proof")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    OWNER_PROOF_FIELD_NUMBER: _ClassVar[int]
    target: Target
    password: str
    owner_proof: _accounts_pb2.OwnerProof
    def __init__(self, target: _Optional[_Union[Target, _Mapping]] = ..., password: _Optional[str] = ..., owner_proof: _Optional[_Union[_accounts_pb2.OwnerProof, _Mapping]] = ...) -> None: ...

class SetTargetResponse(_message.Message):
    __slots__ = ("target", "secret")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    target: Target
    secret: str
    def __init__(self, target: _Optional[_Union[Target, _Mapping]] = ..., secret: _Optional[str] = ...) -> None: ...

class ListTargetsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListTargetsResponse(_message.Message):
    __slots__ = ("targets",)
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    targets: _containers.RepeatedCompositeFieldContainer[Target]
    def __init__(self, targets: _Optional[_Iterable[_Union[Target, _Mapping]]] = ...) -> None: ...

class DeleteTargetRequest(_message.Message):
    __slots__ = ("target_id",)
    TARGET_ID_FIELD_NUMBER: _ClassVar[int]
    target_id: str
    def __init__(self, target_id: _Optional[str] = ...) -> None: ...

class DeleteTargetResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ConfirmMailRequest(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: str
    def __init__(self, token: _Optional[str] = ...) -> None: ...

class ConfirmMailResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SendTestNoticeRequest(_message.Message):
    __slots__ = ("target_id",)
    TARGET_ID_FIELD_NUMBER: _ClassVar[int]
    target_id: str
    def __init__(self, target_id: _Optional[str] = ...) -> None: ...

class SendTestNoticeResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetHoursRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetHoursResponse(_message.Message):
    __slots__ = ("hours",)
    HOURS_FIELD_NUMBER: _ClassVar[int]
    hours: Hours
    def __init__(self, hours: _Optional[_Union[Hours, _Mapping]] = ...) -> None: ...

class SetHoursRequest(_message.Message):
    __slots__ = ("hours",)
    HOURS_FIELD_NUMBER: _ClassVar[int]
    hours: Hours
    def __init__(self, hours: _Optional[_Union[Hours, _Mapping]] = ...) -> None: ...

class SetHoursResponse(_message.Message):
    __slots__ = ("hours",)
    HOURS_FIELD_NUMBER: _ClassVar[int]
    hours: Hours
    def __init__(self, hours: _Optional[_Union[Hours, _Mapping]] = ...) -> None: ...

class SetGameQuietRequest(_message.Message):
    __slots__ = ("game_id", "quiet")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    QUIET_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    quiet: bool
    def __init__(self, game_id: _Optional[str] = ..., quiet: _Optional[bool] = ...) -> None: ...

class SetGameQuietResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetPushKeyRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetPushKeyResponse(_message.Message):
    __slots__ = ("public_key", "fcm_project", "apns_topic")
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    FCM_PROJECT_FIELD_NUMBER: _ClassVar[int]
    APNS_TOPIC_FIELD_NUMBER: _ClassVar[int]
    public_key: str
    fcm_project: str
    apns_topic: str
    def __init__(self, public_key: _Optional[str] = ..., fcm_project: _Optional[str] = ..., apns_topic: _Optional[str] = ...) -> None: ...
