"""docs/reference/asyncapi.yaml is valid AsyncAPI 3.0, and has every stream of the contract and every webhook."""

import gzip
import json
from pathlib import Path

import yaml
from jsonschema import Draft7Validator

from reference.__main__ import TARGET
from reference.openapi import webhook_bodies
from services.api.gate.scopes import PUBLIC, scope_of
from tests.api.methods import METHODS

ASYNCAPI = yaml.safe_load((TARGET / "asyncapi.yaml").read_text())
SCHEMAS = json.loads((TARGET / "schemas.json").read_text())["$defs"]
SPECIFICATION = Path(__file__).with_name("asyncapi-3.0.0.json.gz")
"""The schema that the AsyncAPI Initiative publishes in its package @asyncapi/specs 6.11.1 (Apache-2.0)."""
STREAMS = {name for name, method in METHODS.items() if method.server_streaming or method.client_streaming}


def part_of(reference):
    """The part of the file that a reference within it names."""
    part = ASYNCAPI
    for name in reference.removeprefix("#/").split("/"):
        part = part[name]
    return part


def test_the_file_is_valid():
    Draft7Validator(json.loads(gzip.decompress(SPECIFICATION.read_bytes()))).validate(ASYNCAPI)


def test_it_has_every_stream_and_webhook():
    webhooks = {f"webhook_{name}" for name, *_ in webhook_bodies()}
    assert ASYNCAPI["operations"].keys() == {name.replace("/", "_") for name in STREAMS} | webhooks
    assert ASYNCAPI["channels"].keys() == ASYNCAPI["operations"].keys()
    assert {ASYNCAPI["channels"][name.replace("/", "_")]["address"] for name in STREAMS} == {
        f"/turnledger.v1.{name}" for name in STREAMS
    }


def test_its_references_lead_to_messages_and_schemas():
    for operation in ASYNCAPI["operations"].values():
        references = [
            operation["channel"],
            *operation.get("messages", ()),
            *operation.get("reply", {}).get("messages", ()),
        ]
        assert all(part_of(each["$ref"]) for each in references)
    bodies = [
        message["payload"]["schema"]["$ref"]
        for name, channel in ASYNCAPI["channels"].items()
        if not name.startswith("webhook_")
        for message in channel["messages"].values()
    ]
    assert len(bodies) == 2 * len(STREAMS)
    assert all(each.removeprefix("schemas.json#/$defs/") in SCHEMAS for each in bodies)


def test_an_operation_says_whether_it_needs_a_token_and_which_scope():
    for name in STREAMS:
        operation, scope = ASYNCAPI["operations"][name.replace("/", "_")], scope_of(METHODS[name])
        assert ("security" in operation) == (scope != PUBLIC)
    assert ASYNCAPI["operations"]["Views_WatchPublic"]["description"] == "The token needs the scope `games:read`."
