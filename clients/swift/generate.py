"""Makes Sources/TurnledgerClient/Generated from the contract: messages, enums, services. `python3 generate.py`; buf is
that of the repository's lock file, or what BUF names. The generated code is not committed."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OUT = HERE / "Sources/TurnledgerClient/Generated"
PACKAGE = ".turnledger.v1."
KNOWN = {
    ".google.protobuf.Timestamp": "Date",
    ".google.protobuf.Duration": "Seconds",
    ".google.protobuf.FieldMask": "String",
    ".google.protobuf.Struct": "JSON",
    ".google.rpc.Status": "JSON",
}
SCALARS = {
    "TYPE_STRING": "String",
    "TYPE_BOOL": "Bool",
    "TYPE_BYTES": "Data",
    "TYPE_DOUBLE": "Double",
    "TYPE_FLOAT": "Double",
}
KEYWORDS = {
    *("as", "break", "case", "class", "continue", "default", "do", "else", "enum", "extension", "for", "func", "if"),
    *("import", "in", "init", "internal", "is", "let", "none", "open", "operator", "private", "protocol", "public"),
    *("repeat", "return", "self", "some", "static", "struct", "switch", "throw", "throws", "var", "where"),
}
RESUMED_BY = {"resume_token": "resumeToken", "after_version": "version", "after_number": "number"}
"""A field of the request and of the answer by which a watch goes on after it broke off."""
ANONYMOUS = {
    *("RefreshTokens", "SignIn", "SignInAsGuest", "SignInWithIssuer", "Recover", "RequestRecovery"),
    *("BeginPasskeySignIn", "SignInWithPasskey"),
}
"""The calls that sign in: a token is no part of them, and a new one would not help."""

Proto = dict  # a descriptor as buf writes it in JSON
Comments = dict[str, str]


def main() -> None:
    files = contract()
    answers = {PACKAGE + each["name"]: each for file in files for each in file.get("messageType", ())}
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    for file in files:
        name = camel(Path(file["name"]).stem)
        lines = [
            *types(file),
            *(
                line
                for place, each in enumerate(file.get("service", ()))
                for line in service(each, place, file, answers)
            ),
        ]
        head = "// Made by generate.py: do not edit.\nimport Foundation\n\n"
        (OUT / f"{upper(name)}.swift").write_text(head + "\n".join(lines) + "\n")
    services = [each["name"] for file in files for each in file.get("service", ())]
    named = "\n".join(f"    public var {lower(each)}: {each} {{ {each}(layer: layer) }}" for each in sorted(services))
    (OUT / "Services.swift").write_text(
        f"// Made by generate.py: do not edit.\n\nextension Turnledger {{\n{named}\n}}\n"
    )


def contract() -> list[Proto]:
    own = ROOT / ".venv/bin/buf"
    buf = os.environ.get("BUF") or (str(own) if own.exists() else "buf")
    command = [buf, "build", str(ROOT / "proto"), "-o", "-#format=json"]
    image = subprocess.run(command, check=True, capture_output=True, timeout=120)  # noqa: S603
    return [file for file in json.loads(image.stdout)["file"] if file.get("package") == "turnledger.v1"]


# ---- words ----


def camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda found: found[1].upper(), name)


def upper(name: str) -> str:
    return name[0].upper() + name[1:]


def lower(name: str) -> str:
    return name[0].lower() + name[1:]


def quoted(name: str) -> str:
    return f"`{name}`" if name in KEYWORDS else name


def comments_of(file: Proto) -> Comments:
    """Return the comment before each element of the file, by its path there."""
    places = file.get("sourceCodeInfo", {}).get("location", ())
    return {".".join(map(str, each["path"])): each["leadingComments"] for each in places if each.get("leadingComments")}


def comment(text: str | None, indent: str) -> list[str]:
    return [f"{indent}/// {line.strip()}".rstrip() for line in (text or "").rstrip().splitlines()]


# ---- messages ----


def types(file: Proto) -> Iterator[str]:
    said = comments_of(file)
    for place, kind in enumerate(file.get("enumType", ())):
        yield from enum(kind, said, f"5.{place}", "")
    for place, message in enumerate(file.get("messageType", ())):
        yield from struct(message, said, f"4.{place}", "")


def enum(kind: Proto, said: Comments, path: str, indent: str) -> Iterator[str]:
    name, inner = kind["name"], indent + "    "
    prefix = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper() + "_"
    yield from comment(said.get(path), indent)
    yield f"{indent}public struct {name}: ContractEnum {{"
    yield f"{inner}public let rawValue: String"
    yield f"{inner}public init(rawValue: String) {{ self.rawValue = rawValue }}"
    for place, value in enumerate(kind["value"]):
        short = camel(value["name"].removeprefix(prefix).lower())
        yield from comment(said.get(f"{path}.2.{place}"), inner)
        yield f'{inner}public static let {quoted(short)} = Self(rawValue: "{value["name"]}")'
    known = ", ".join(f'"{value["name"]}"' for value in kind["value"])
    yield f"{inner}public static let known = [{known}]"
    yield f"{indent}}}"


def struct(message: Proto, said: Comments, path: str, indent: str) -> Iterator[str]:
    name, inner, fields = message["name"], indent + "    ", message.get("field", [])
    yield from comment(said.get(path), indent)
    yield f"{indent}public struct {name}: Message {{"
    yield f"{inner}public var fields: [String: JSON] = [:]"
    yield f"{inner}public init(fields: [String: JSON]) {{ self.fields = fields }}"
    yield from initialiser(message, inner)
    for place, field in enumerate(fields):
        yield from comment(said.get(f"{path}.2.{place}"), inner)
        yield from accessor(field, message, inner)
    for place in range(len(message.get("oneofDecl", ()))):
        yield from oneof(message, place, said.get(f"{path}.8.{place}"), inner)
    for place, kind in enumerate(message.get("enumType", ())):
        yield from enum(kind, said, f"{path}.4.{place}", inner)
    for place, each in enumerate(message.get("nestedType", ())):
        if not each.get("options", {}).get("mapEntry"):
            yield from struct(each, said, f"{path}.3.{place}", inner)
    yield f"{indent}}}"


def initialiser(message: Proto, indent: str) -> Iterator[str]:
    """Yield the initialiser, which takes any of its fields."""
    fields = message.get("field", ())
    takes = ", ".join(f"{quoted(field['jsonName'])}: {bare(field, message)}? = nil" for field in fields)
    yield f"{indent}public init({takes}) {{"
    for field in fields:
        yield f'{indent}    give("{field["jsonName"]}", {quoted(field["jsonName"])})'
    yield f"{indent}}}"


def accessor(field: Proto, message: Proto, indent: str) -> Iterator[str]:
    name, kind = field["jsonName"], bare(field, message) + ("?" if has_presence(field) else "")
    siblings = cases(message, field["oneofIndex"]) if of_a_oneof(field) else []
    others = [f'"{each["jsonName"]}"' for each in siblings if each is not field]
    put = f'put("{name}", newValue' + (f", instead: [{', '.join(others)}])" if others else ")")
    yield f"{indent}public var {quoted(name)}: {kind} {{"
    yield f'{indent}    get {{ of("{name}") }}'
    yield f"{indent}    set {{ {put} }}"
    yield f"{indent}}}"


def oneof(message: Proto, place: int, said: str | None, indent: str) -> Iterator[str]:
    """Yield the property of the case that is set: nil for none, and for one that came later."""
    found = cases(message, place)
    if not found:
        return
    name = camel(message["oneofDecl"][place]["name"])
    kind = f"{upper(name)}Case"
    yield from comment(said, indent)
    yield f"{indent}public enum {kind}: Sendable {{"
    yield from (f"{indent}    case {quoted(each['jsonName'])}({bare(each, message)})" for each in found)
    yield f"{indent}}}"
    yield f"{indent}/// Nil where there is none, and for one that came later than this release."
    yield f"{indent}public var {quoted(name)}: {kind}? {{"
    for case in (each["jsonName"] for each in found):
        there = f"self.{case}" if case in KEYWORDS else case
        yield f"{indent}    if let one = {there} {{ return .{case}(one) }}"
    yield f"{indent}    return nil"
    yield f"{indent}}}"


def of_a_oneof(field: Proto) -> bool:
    return "oneofIndex" in field and not field.get("proto3Optional")


def cases(message: Proto, place: int) -> list[Proto]:
    return [each for each in message.get("field", ()) if of_a_oneof(each) and each["oneofIndex"] == place]


def has_presence(field: Proto) -> bool:
    return field["label"] != "LABEL_REPEATED" and (field["type"] == "TYPE_MESSAGE" or "oneofIndex" in field)


def bare(field: Proto, message: Proto) -> str:
    """The field's type, without its presence."""
    for each in message.get("nestedType", ()):
        if each.get("options", {}).get("mapEntry") and field.get("typeName", "").endswith(
            f".{message['name']}.{each['name']}"
        ):
            return f"[String: {single(each['field'][1])}]"
    return f"[{single(field)}]" if field["label"] == "LABEL_REPEATED" else single(field)


def single(field: Proto) -> str:
    if field["type"] in {"TYPE_MESSAGE", "TYPE_ENUM"}:
        return KNOWN.get(field["typeName"]) or field["typeName"].removeprefix(PACKAGE)
    return SCALARS.get(field["type"], "Int")  # 64 bits, too, which are text on the wire


# ---- services ----


def service(kind: Proto, place: int, file: Proto, messages: dict[str, Proto]) -> Iterator[str]:
    said = comments_of(file)
    yield from comment(said.get(f"6.{place}"), "")
    yield f"public struct {kind['name']}: Sendable {{"
    yield "    let layer: Layer"
    for at, method in enumerate(kind["method"]):
        if not method.get("clientStreaming"):  # a stream of requests is not for URLSession
            yield from comment(said.get(f"6.{place}.2.{at}"), "    ")
            yield from function(kind["name"], method, messages)
    yield "}"


def function(owner: str, method: Proto, messages: dict[str, Proto]) -> Iterator[str]:
    asked, told = (method[each].removeprefix(PACKAGE) for each in ("inputType", "outputType"))
    name, path = quoted(lower(method["name"])), f'"{owner}/{method["name"]}"'
    takes = f"    public func {name}(_ request: {asked} = .init())"
    fields = {field["name"] for field in messages[method["inputType"]].get("field", ())}
    resumed = next((each for each in RESUMED_BY if each in fields), None)
    if method.get("serverStreaming"):
        yield f"{takes} -> AsyncThrowingStream<{told}, any Error> {{"
        goes_on = f', ask: "{camel(resumed)}", from: "{RESUMED_BY[resumed]}"' if resumed else ""
        yield f"        layer.{'watch' if resumed else 'stream'}({path}, request{goes_on})"
    elif "page_token" in fields:
        yield from pages(takes, path, messages[method["outputType"]], told)
    else:
        yield f"{takes} async throws -> {told} {{"
        yield f"        try await layer.call({how(owner, method['name'], path, fields)}, request)"
    yield "    }"


def pages(takes: str, path: str, answer: Proto, told: str) -> Iterator[str]:
    items = next(each for each in answer["field"] if each["label"] == "LABEL_REPEATED")
    yield f"{takes} -> Pages<{told}, {single(items)}> {{"
    yield f'        layer.pages({path}, request, items: "{items["jsonName"]}")'


def how(owner: str, name: str, path: str, fields: set[str]) -> str:
    marks = {
        "once": "request_id" in fields,
        "secret": owner == "Accounts",
        "sits": "nonce" in fields,
        "anonymous": owner == "Accounts" and name in ANONYMOUS,
    }
    return f"Method({path}" + "".join(f", {mark}: true" for mark, holds in marks.items() if holds) + ")"


if __name__ == "__main__":
    main()
