"""Names in comments of the contract and in guides exist: methods, messages, fields. Numbers are right too."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from google.protobuf.descriptor import FieldDescriptor

ROOT = Path(__file__).parents[2]
PROTO = sorted((ROOT / "proto/turnledger/v1").glob("*.proto"))
PAGES = [
    ROOT / "docs" / name
    for name in ("api.md", "building-clients.md", "errors.md", "limits.md", "client.md", "notices.md")
]
DOTTED = re.compile(r"\b([A-Z][A-Za-z0-9]+)\.([A-Za-z][A-Za-z_0-9]*)\b")
HUMPED = re.compile(r"(?<![./\w])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b(?!\.)")
OF_WEBAUTHN = {
    "PublicKeyCredentialCreationOptionsJSON",
    "PublicKeyCredentialRequestOptionsJSON",
    "RegistrationResponseJSON",
    "AuthenticationResponseJSON",
}
OF_OTHERS = {"EdDSA", "ErrorInfo"} | OF_WEBAUTHN
"""Names that other standards give."""


def comments(path):
    return "\n".join(re.findall(r"//(.*)", path.read_text()))


def files():
    return [import_module(f"turnledger.v1.{path.stem}_pb2").DESCRIPTOR for path in PROTO]


def messages(of):
    for each in of.values():
        yield each
        yield from messages(each.nested_types_by_name)


def members():
    """The members of each service and message, by its own name."""
    found = {}
    for file in files():
        for name, service in file.services_by_name.items():
            found[name] = set(service.methods_by_name)
        for message in messages(file.message_types_by_name):
            found.setdefault(message.name, set()).update(message.fields_by_name, message.nested_types_by_name)
    return found


MEMBERS = members()
KNOWN = set(MEMBERS) | {name for names in MEMBERS.values() for name in names} | OF_OTHERS


def unknown(text):
    dotted = [f"{owner}.{name}" for owner, name in DOTTED.findall(text) if name not in MEMBERS.get(owner, ())]
    return dotted + [name for name in HUMPED.findall(text) if name not in KNOWN]


def test_names_that_are_not_there_are_found():
    said = "An id (Catalogue.GetMap), as ListTables and Lobby.GetTable give it, or ListMaps (Table.seatz)."
    assert unknown(said) == ["Catalogue.GetMap", "Table.seatz", "ListMaps"]


@pytest.mark.parametrize("path", PROTO, ids=lambda path: path.stem)
def test_comments_of_the_contract_name_what_is_there(path):
    assert unknown(comments(path)) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_methods_that_the_guides_name_are_there(path):
    named = [(owner, name) for owner, name in DOTTED.findall(path.read_text()) if owner in services()]
    assert [(owner, name) for owner, name in named if name not in MEMBERS[owner]] == []


def services():
    return {name for file in files() for name in file.services_by_name}


def test_numbers_are_numbers_in_json_too():
    """Those of 64 bits are text there: `"43" + 1` is `"431"`."""
    of_64_bits = FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64
    found = [
        each.full_name
        for file in files()
        for message in messages(file.message_types_by_name)
        for each in message.fields
        if each.cpp_type in of_64_bits
    ]
    assert found == ["turnledger.v1.Beacon.genesis_s"]
