from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class Grant(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GRANT_UNSPECIFIED: _ClassVar[Grant]
    GRANT_SETTING: _ClassVar[Grant]
    GRANT_READ: _ClassVar[Grant]
    GRANT_MODERATE: _ClassVar[Grant]
    GRANT_TABLES: _ClassVar[Grant]
    GRANT_TOURNAMENTS: _ClassVar[Grant]
    GRANT_ACCOUNTS: _ClassVar[Grant]
GRANT_UNSPECIFIED: Grant
GRANT_SETTING: Grant
GRANT_READ: Grant
GRANT_MODERATE: Grant
GRANT_TABLES: Grant
GRANT_TOURNAMENTS: Grant
GRANT_ACCOUNTS: Grant
