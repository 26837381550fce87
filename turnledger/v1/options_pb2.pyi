from google.protobuf import descriptor_pb2 as _descriptor_pb2
from turnledger.v1 import grants_pb2 as _grants_pb2
from turnledger.v1 import scopes_pb2 as _scopes_pb2
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor
SCOPE_FIELD_NUMBER: _ClassVar[int]
scope: _descriptor.FieldDescriptor
GRANT_FIELD_NUMBER: _ClassVar[int]
grant: _descriptor.FieldDescriptor
