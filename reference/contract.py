"""The contract as its descriptors and comments have it, in the order in which it is written."""

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import grpc_tools
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FileDescriptor, OneofDescriptor, ServiceDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from grpc_tools import protoc

from reference.raised import ROOT

PROTO = ROOT / "proto"
PACKAGE = "turnledger.v1"
_CHILDREN = {
    "": ((4, "message_type"), (5, "enum_type"), (6, "service")),
    "DescriptorProto": ((2, "field"), (3, "nested_type"), (4, "enum_type"), (8, "oneof_decl")),
    "EnumDescriptorProto": ((2, "value"),),
    "ServiceDescriptorProto": ((2, "method"),),
}
"""Numbers and names of what may stand in what, in descriptor.proto: a comment's place is a path of such numbers."""


@cache
def files() -> tuple[FileDescriptor, ...]:
    names = sorted(path.stem for path in (PROTO / "turnledger/v1").glob("*.proto"))
    return tuple(import_module(f"{PACKAGE}.{name}_pb2").DESCRIPTOR for name in names)


def services() -> list[ServiceDescriptor]:
    return [service for file in files() for service in file.services_by_name.values()]


def messages() -> list[Descriptor]:
    """With those inside others, but for the entries of maps."""
    return [each for file in files() for top in file.message_types_by_name.values() for each in _with_nested(top)]


def enums() -> list[EnumDescriptor]:
    return [
        *(each for file in files() for each in file.enum_types_by_name.values()),
        *(each for message in messages() for each in message.enum_types),
    ]


def short(full_name: str) -> str:
    """`Table.Status` of `turnledger.v1.Table.Status`; `google.rpc.Status` as it is."""
    return full_name.removeprefix(f"{PACKAGE}.")


def comment(full_name: str) -> str:
    """Return the comment as one paragraph; empty without a comment."""
    return _comments().get(full_name, "")


def is_written(oneof: OneofDescriptor) -> bool:
    """No `optional` field, which is a oneof of its own to the compiler."""
    return len(oneof.fields) > 1 or oneof.fields[0].name != oneof.name.removeprefix("_")


def _with_nested(message: Descriptor) -> Iterator[Descriptor]:
    if not message.GetOptions().map_entry:
        yield message
        for nested in message.nested_types:
            yield from _with_nested(nested)


@cache
def _comments() -> Mapping[str, str]:
    """Return the comments by full name. The contract is compiled again, because generated modules have none."""
    found: dict[str, str] = {}
    for file in _compiled():
        names = dict(_names((), f"{file.package}.", file, ""))
        for location in file.source_code_info.location:
            said = location.leading_comments or location.trailing_comments
            if said and tuple(location.path) in names:
                found[names[tuple(location.path)]] = re.sub(r"\s+", " ", said).strip()
    return found


def _compiled() -> Sequence[FileDescriptorProto]:
    """Raises SyntaxError where protoc refuses the contract."""
    own = str(Path(grpc_tools.__file__).parent / "_proto")
    paths = [str(PROTO / file.name) for file in files()]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "contract.binpb")
        asked = ["", f"-I{PROTO}", f"-I{own}", "--include_source_info", f"--descriptor_set_out={out}", *paths]
        if protoc.main(asked):
            raise SyntaxError(f"protoc refuses {PROTO}")
        return FileDescriptorSet.FromString(out.read_bytes()).file


def _names(path: tuple[int, ...], scope: str, holder: Any, kind: str) -> Iterator[tuple[tuple[int, ...], str]]:
    """Paths of what is in a file's descriptor, and full names."""
    for number, member in _CHILDREN.get(kind, ()):
        for index, each in enumerate(getattr(holder, member)):
            at, name = (*path, number, index), scope + each.name
            yield at, name
            yield from _names(at, f"{name}.", each, each.DESCRIPTOR.name)
