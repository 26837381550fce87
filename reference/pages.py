"""The contract as pages to read, one a proto file: docs/reference/play.md is what play.proto says."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from google.protobuf.descriptor import (
    Descriptor,
    EnumDescriptor,
    FieldDescriptor,
    FileDescriptor,
    MethodDescriptor,
    ServiceDescriptor,
)
from google.protobuf.descriptor_pb2 import MethodOptions

from reference import contract
from services.api.gate.grants import GIVEN, grant_of, grant_word
from services.api.gate.scopes import GRANTED, PUBLIC, SESSION, is_public, scope_of, word
from turnledger.v1 import grants_pb2, scopes_pb2

_SCALARS = {
    getattr(FieldDescriptor, name): name.removeprefix("TYPE_").lower()
    for name in vars(FieldDescriptor)
    if name.startswith("TYPE_")
}


def pages() -> Mapping[str, Callable[[], str]]:
    """Return the maker of each page by file name; `index.md` links them all."""
    return {"index.md": index} | {f"{_stem(file)}.md": partial(page, file) for file in _described_files()}


def index() -> str:
    lines = ["# The contract", "", "Made from `proto/turnledger/v1` and the code by `make reference`.", ""]
    lines += ["| service | is for |", "| --- | --- |"]
    for service in contract.services():
        lines.append(f"| {_link(service.full_name, service.file)} | {_cell(contract.comment(service.full_name))} |")
    others = ", ".join(
        f"[{_stem(file)}.proto]({_stem(file)}.md)" for file in _described_files() if not file.services_by_name
    )
    lines += ["", f"What several services or one game have: {others}.", ""]
    lines += [
        "Fields, values of enums, cases of oneofs, events, reason codes and words come with later releases: pass over"
        " what you do not know ([how the contract grows](../contract.md)). What exists keeps its name and meaning.",
        "",
        "A call without a deadline has ten seconds, any call a minute; streams live as long as their token."
        " Figures of all limits: [limits](../limits.md).",
        "",
    ]
    lines.append(
        "For programs: [reason codes](reasons.json), [OpenAPI 3.1](openapi.json), [AsyncAPI 3.0](asyncapi.yaml),"
        " [JSON Schemas](schemas.json), [grants of methods](grants.json);\nhow to use them:"
        " [building clients](../building-clients.md)."
    )
    return "\n".join(lines) + "\n"


def page(file: FileDescriptor) -> str:
    lines = [f"# {_stem(file)}.proto", ""]
    for service in file.services_by_name.values():
        lines += _service(service)
    for message in (each for each in contract.messages() if each.file is file):
        lines += _message(message)
    for enum in (each for each in contract.enums() if each.file is file):
        lines += _enum(enum)
    if file is scopes_pb2.DESCRIPTOR:
        lines += _methods_by("scope", {word(scope): scope for scope in (PUBLIC, SESSION, *GRANTED)}, scope_of)
    if file is grants_pb2.DESCRIPTOR:
        grants = {grant_word(grant): grant for grant in (grants_pb2.GRANT_SETTING, *GIVEN)}
        lines += _methods_by("grant", grants, grant_of)
    return "\n".join(lines)


def _service(service: ServiceDescriptor) -> Iterator[str]:
    yield from _heading(service.full_name)
    for method in service.methods:
        yield f"### {service.name}.{method.name}"
        yield ""
        yield contract.comment(method.full_name)
        yield ""
        yield f"{_side(method, method.input_type, method.client_streaming)} → " + (
            f"{_side(method, method.output_type, method.server_streaming)}{_notes(method)}"
        )
        yield ""


def _side(method: MethodDescriptor, message: Descriptor, streams: bool) -> str:
    return ("stream of " if streams else "") + _link(message.full_name, message.file)


def _notes(method: MethodDescriptor) -> str:
    notes = [
        *(["a read, by GET too"] if method.GetOptions().idempotency_level == MethodOptions.NO_SIDE_EFFECTS else []),
        "needs no token" if is_public(method) else f"scope `{word(scope_of(method))}`",
        *([f"grant `{grant_word(grant)}`"] if (grant := grant_of(method)) else []),
        *(["over gRPC alone"] if method.client_streaming else []),
    ]
    return f" ({'; '.join(notes)})" if notes else ""


def _methods_by(option: str, values: Mapping[str, int], option_of: Callable[[MethodDescriptor], int]) -> Iterator[str]:
    """Yield a table of the methods by an option of theirs; `values`: its values by their words."""
    yield from (f"## Methods by {option}", "", f"| {option} | methods |", "| --- | --- |")
    methods = [method for service in contract.services() for method in service.methods]
    for name, value in values.items():
        links = [
            f"[{each.containing_service.name}.{each.name}]({_stem(each.containing_service.file)}.md)"
            for each in methods
            if option_of(each) == value
        ]
        yield f"| `{name}` | {', '.join(links)} |"
    yield ""


def _described_files() -> list[FileDescriptor]:
    """Return the files that define something other than options of methods."""
    return [
        file
        for file in contract.files()
        if file.services_by_name or file.message_types_by_name or file.enum_types_by_name
    ]


def _message(message: Descriptor) -> Iterator[str]:
    yield from _heading(message.full_name)
    if message.fields:
        yield from ("| field | type | |", "| --- | --- | --- |")
        for field in message.fields:
            yield f"| `{field.name}` = {field.number} | {_type(field)} | {_cell(contract.comment(field.full_name))} |"
        yield ""


def _enum(enum: EnumDescriptor) -> Iterator[str]:
    yield from _heading(enum.full_name)
    yield from ("| value | |", "| --- | --- |")
    for value in enum.values:
        said = contract.comment(f"{enum.full_name}.{value.name}")
        yield f"| `{value.name}` = {value.number} | {_cell(said)} |"
    yield ""


def _heading(full_name: str) -> Iterator[str]:
    yield from (f"## {contract.short(full_name)}", "", contract.comment(full_name), "")


def _type(field: FieldDescriptor) -> str:
    kind = field.message_type
    if kind and kind.GetOptions().map_entry:
        key, value = kind.fields_by_name["key"], kind.fields_by_name["value"]
        return f"map of {_one(key)} to {_one(value)}"
    if field.is_repeated:
        return f"list of {_one(field)}"
    oneof = field.containing_oneof
    if oneof and contract.is_written(oneof):
        return f"{_one(field)}, one of `{oneof.name}`"
    return f"{_one(field)}, optional" if oneof else _one(field)


def _one(field: FieldDescriptor) -> str:
    kind = field.message_type or field.enum_type
    return _link(kind.full_name, kind.file) if kind else _SCALARS[field.type]


def _link(full_name: str, file: FileDescriptor) -> str:
    """Return a link to its place; types of Google have no page here."""
    if file.package != contract.PACKAGE:
        return f"`{full_name}`"
    return f"[{contract.short(full_name)}]({_stem(file)}.md#{_anchor(full_name)})"


def _anchor(full_name: str) -> str:
    """Return the anchor that Markdown makes of a heading, here and at forges."""
    return contract.short(full_name).lower().replace(".", "")


def _stem(file: FileDescriptor) -> str:
    return str(file.name).rpartition("/")[2].removesuffix(".proto")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
