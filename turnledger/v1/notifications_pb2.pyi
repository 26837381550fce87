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
NOTICE_KIND_UNSPECIFIED: NoticeKind
NOTICE_KIND_YOUR_TURN: NoticeKind
NOTICE_KIND_TIME_IS_SHORT: NoticeKind
NOTICE_KIND_GAME_OVER: NoticeKind
NOTICE_KIND_SEAT_LOST: NoticeKind

class Webhook(_message.Message):
    __slots__ = ("url", "kinds", "quiet_from", "quiet_until", "off", "proven")
    URL_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    QUIET_FROM_FIELD_NUMBER: _ClassVar[int]
    QUIET_UNTIL_FIELD_NUMBER: _ClassVar[int]
    OFF_FIELD_NUMBER: _ClassVar[int]
    PROVEN_FIELD_NUMBER: _ClassVar[int]
    url: str
    kinds: _containers.RepeatedScalarFieldContainer[NoticeKind]
    quiet_from: int
    quiet_until: int
    off: bool
    proven: bool
    def __init__(self, url: _Optional[str] = ..., kinds: _Optional[_Iterable[_Union[NoticeKind, str]]] = ..., quiet_from: _Optional[int] = ..., quiet_until: _Optional[int] = ..., off: _Optional[bool] = ..., proven: _Optional[bool] = ...) -> None: ...

class SetWebhookRequest(_message.Message):
    __slots__ = ("webhook",)
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    webhook: Webhook
    def __init__(self, webhook: _Optional[_Union[Webhook, _Mapping]] = ...) -> None: ...

class SetWebhookResponse(_message.Message):
    __slots__ = ("webhook", "secret")
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    webhook: Webhook
    secret: str
    def __init__(self, webhook: _Optional[_Union[Webhook, _Mapping]] = ..., secret: _Optional[str] = ...) -> None: ...

class GetWebhookRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetWebhookResponse(_message.Message):
    __slots__ = ("webhook",)
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    webhook: Webhook
    def __init__(self, webhook: _Optional[_Union[Webhook, _Mapping]] = ...) -> None: ...

class DeleteWebhookRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DeleteWebhookResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
