"""Reflection by its final name, `grpc.reflection.v1`: grpcio-reflection has `v1alpha` alone, with the same messages.

Clients ask for `v1` first, and newer ones for nothing else.
"""

from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto
from grpc_reflection.v1alpha import reflection_pb2

_ALPHA, _FINAL = "grpc.reflection.v1alpha", "grpc.reflection.v1"
SERVICE_NAME = f"{_FINAL}.ServerReflection"


def describe() -> None:
    """Make the service and its messages known to reflection itself."""
    file = FileDescriptorProto()
    reflection_pb2.DESCRIPTOR.CopyToProto(file)
    file.name = file.name.replace("v1alpha", "v1")
    file.package = _FINAL
    for message in file.message_type:
        _rename(message)
    for method in file.service[0].method:
        method.input_type = method.input_type.replace(_ALPHA, _FINAL)
        method.output_type = method.output_type.replace(_ALPHA, _FINAL)
    descriptor_pool.Default().Add(file)  # the same file may be added again


def _rename(message: DescriptorProto) -> None:
    for field in message.field:
        if field.type_name:
            field.type_name = field.type_name.replace(_ALPHA, _FINAL)
    for nested in message.nested_type:
        _rename(nested)
