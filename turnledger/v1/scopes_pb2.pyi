from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class Scope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SCOPE_UNSPECIFIED: _ClassVar[Scope]
    SCOPE_PUBLIC: _ClassVar[Scope]
    SCOPE_SESSION: _ClassVar[Scope]
    SCOPE_GAMES_READ: _ClassVar[Scope]
    SCOPE_GAMES_PLAY: _ClassVar[Scope]
    SCOPE_TABLES_MANAGE: _ClassVar[Scope]
    SCOPE_CLUBS_MANAGE: _ClassVar[Scope]
    SCOPE_TOURNAMENTS_RUN: _ClassVar[Scope]
    SCOPE_CHAT_READ: _ClassVar[Scope]
    SCOPE_CHAT_WRITE: _ClassVar[Scope]
    SCOPE_ACCOUNT_READ: _ClassVar[Scope]
    SCOPE_ACCOUNT_MANAGE: _ClassVar[Scope]
    SCOPE_OPENID: _ClassVar[Scope]
    SCOPE_PROFILE: _ClassVar[Scope]
SCOPE_UNSPECIFIED: Scope
SCOPE_PUBLIC: Scope
SCOPE_SESSION: Scope
SCOPE_GAMES_READ: Scope
SCOPE_GAMES_PLAY: Scope
SCOPE_TABLES_MANAGE: Scope
SCOPE_CLUBS_MANAGE: Scope
SCOPE_TOURNAMENTS_RUN: Scope
SCOPE_CHAT_READ: Scope
SCOPE_CHAT_WRITE: Scope
SCOPE_ACCOUNT_READ: Scope
SCOPE_ACCOUNT_MANAGE: Scope
SCOPE_OPENID: Scope
SCOPE_PROFILE: Scope
