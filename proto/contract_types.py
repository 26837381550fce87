"""Writes proto/contract.d.ts: the contract as a program in a browser sees it in JSON, for tsc. Run by `make proto`.

Names are camelCase, numbers of 64 bits and bytes are texts. Fields without presence are always written by the server,
zeros included; messages and `optional` fields may be absent. `turnledger.Snapshot` is turnledger.v1.Snapshot."""

import importlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor, FileDescriptor

HERE = Path(__file__).parent
TARGET = HERE / "contract.d.ts"
_NUMBERS = {
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_UINT32,
    FieldDescriptor.CPPTYPE_DOUBLE,
    FieldDescriptor.CPPTYPE_FLOAT,
}
_KNOWN = {
    "google.protobuf.Timestamp": "string",
    "google.protobuf.Duration": "string",
    "google.protobuf.FieldMask": "string",
    "google.protobuf.Struct": "Record<string, any>",
    "google.rpc.Status": "{code: number, message: string, details: any[]}",
}


def contract() -> str:
    """The whole file."""
    lines = ["// Written by proto/contract_types.py (`make proto`): do not edit.", "declare namespace turnledger {"]
    for file in _files():
        for enum in file.enum_types_by_name.values():
            lines += _enum(enum, "  ")
        for message in file.message_types_by_name.values():
            lines += _message(message, "  ")
    return "\n".join([*lines, "}", ""])


def _files() -> Iterator[FileDescriptor]:
    for path in sorted((HERE / "turnledger/v1").glob("*.proto")):
        yield importlib.import_module(f"turnledger.v1.{path.stem}_pb2").DESCRIPTOR


def _enum(enum: EnumDescriptor, indent: str) -> Iterable[str]:
    return [
        f"{indent}type {enum.name} = {' | '.join(repr(value.name) for value in enum.values).replace(chr(39), chr(34))};"
    ]


def _message(message: Descriptor, indent: str) -> Iterator[str]:
    yield f"{indent}interface {message.name} {{"
    for field in message.fields:
        yield f"{indent}  {field.camelcase_name}{'?' if field.has_presence else ''}: {_type(field)};"
    yield f"{indent}}}"
    within = [each for each in message.nested_types if not each.GetOptions().map_entry]
    if within or message.enum_types:
        yield f"{indent}namespace {message.name} {{"
        for enum in message.enum_types:
            yield from _enum(enum, indent + "  ")
        for nested in within:
            yield from _message(nested, indent + "  ")
        yield f"{indent}}}"


def _type(field: FieldDescriptor) -> str:
    if field.message_type and field.message_type.GetOptions().map_entry:
        return f"Record<string, {_single(field.message_type.fields_by_name['value'])}>"
    return f"{_single(field)}[]" if field.is_repeated else _single(field)


def _single(field: FieldDescriptor) -> str:
    if field.message_type:
        name = field.message_type.full_name
        return _KNOWN.get(name) or name.replace("turnledger.v1.", "turnledger.")
    if field.enum_type:
        return str(field.enum_type.full_name).replace("turnledger.v1.", "turnledger.")
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return "boolean"
    return "number" if field.cpp_type in _NUMBERS else "string"


if __name__ == "__main__":
    TARGET.write_text(contract())
