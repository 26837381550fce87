"""Requests made from openapi.json: what it allows passes the gate, what it forbids does not.

`OPENAPI_SEED` makes other requests."""

import json
import os
import random
from collections import Counter
from functools import cache
from uuid import uuid4

import httpx
import pytest
from google.protobuf.message_factory import GetMessageClass
from jsonschema import Draft202012Validator

from reference.__main__ import TARGET
from services.api.gate.request_checks import check, fill_new_names
from services.api.messages.convert import MalformedMessage
from services.main import running
from services.web.from_json import from_json
from tests.api.conftest import settings
from tests.api.methods import METHODS

SEED = int(os.environ.get("OPENAPI_SEED", "0"))
OPENAPI = json.loads((TARGET / "openapi.json").read_text())
SCHEMAS = OPENAPI["components"]["schemas"]
UNARY = sorted(name for name, method in METHODS.items() if not (method.client_streaming or method.server_streaming))
EACH = 10
CALLS = 3
DEPTH = 4
WORDS = ("Ann", "power_grid/russia", "greedy", "black", "2026-11", "en", "a note", "Привет")
NEVER_CALLED = {"Accounts/DeleteMe", "Accounts/RevokeTokens"}
"""They end the caller's account or its token."""


class Requests:
    """Makes JSON that the schemas allow. `ids`: values of fields, by name, where something exists under them."""

    def __init__(self, luck, ids=None):
        self._luck, self._ids = luck, ids or {}

    def of(self, schema, depth=0):
        schema = _resolved(schema)
        if "x-extensible-enum" in schema:
            return self._luck.choice(schema["x-extensible-enum"])
        match schema["type"]:
            case "object":
                return self._object(schema, depth)
            case "array":
                return [self.of(schema["items"], depth + 1) for _ in range(self._luck.randint(0, 3))]
            case "boolean":
                return self._luck.random() < 0.5
            case "integer":
                return self._luck.choice((0, 1, 2, 3, 40))
            case "number":
                return 0.5
        return self._text(schema)

    def _object(self, schema, depth):
        if "additionalProperties" in schema:
            return {"en": self.of(schema["additionalProperties"], depth + 1)}
        fields = schema.get("properties", {})
        wanted = {*schema.get("required", ())}
        if depth < DEPTH:
            wanted |= {name for name in fields if self._luck.random() < 0.3}
        if schema.get("x-oneof") is None:  # a deprecated name must not differ from the new one
            wanted -= {name for name in wanted if fields[name].get("deprecated")}
        for alternatives in schema.get("allOf", ()):
            wanted -= {name for each in alternatives["anyOf"] for name in each["required"]}
            wanted |= {*self._luck.choice(alternatives["anyOf"])["required"]}
        for cases in schema.get("x-oneof", {}).values():
            wanted -= {*[name for name in cases if name in wanted][1:]}
        return {name: self._ids.get(name) or self.of(fields[name], depth + 1) for name in sorted(wanted)}

    def _text(self, schema):
        if schema.get("format") == "uuid":
            return str(uuid4())
        if schema.get("format") == "date-time":
            return "2026-11-26T12:00:00Z"
        if "pattern" in schema:
            return "60s"
        if "format" in schema:
            return "7"
        if "contentEncoding" in schema:
            return "AAAA"
        return self._luck.choice(WORDS)[: schema.get("maxLength", 200)]


def _resolved(schema):
    return SCHEMAS[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def schema_of(name):
    return SCHEMAS[METHODS[name].input_type.name]


@cache
def validator(name):
    schema = {"$ref": f"#/components/schemas/{METHODS[name].input_type.name}", "components": OPENAPI["components"]}
    return Draft202012Validator(schema)


def is_allowed(name, request):
    return validator(name).is_valid(request)


def pass_gate(name, request):
    """Raises MalformedMessage."""
    message = from_json(json.dumps(request).encode(), GetMessageClass(METHODS[name].input_type))
    fill_new_names(message)
    check(message)


def spoilt(name, request, luck):
    """The same request with one change that the schema forbids; None where it has no such rule."""
    schema = schema_of(name)
    fields = schema.get("properties", {})
    changes = [{key: value for key, value in request.items() if key != each} for each in schema.get("required", ())]
    for alternatives in schema.get("allOf", ()):
        gone = {key for each in alternatives["anyOf"] for key in each["required"]}
        changes.append({key: value for key, value in request.items() if key not in gone})
    for key, field in fields.items():
        if "maxLength" in field:
            changes.append(request | {key: "x" * (field["maxLength"] + 1)})
        if field.get("format") == "uuid":
            changes.append(request | {key: "none"})
        if field.get("minimum") == 0:
            changes.append(request | {key: -1})
        if "maxItems" in field and "maxLength" in field["items"]:
            changes.append(request | {key: ["x"] * (field["maxItems"] + 1)})
        if "maxItems" in field and "maxLength" in field["items"]:
            changes.append(request | {key: ["x" * (field["items"]["maxLength"] + 1)]})
    return luck.choice(changes) if changes else None


@pytest.mark.parametrize("name", UNARY)
def test_requests_that_the_schema_allows_pass_the_gate(name):
    made = Requests(random.Random(f"{SEED} {name}"))
    for _ in range(EACH):
        request = made.of(schema_of(name))
        assert is_allowed(name, request), request
        pass_gate(name, request)


@pytest.mark.parametrize("name", UNARY)
def test_requests_that_the_schema_forbids_are_refused_at_the_gate(name):
    luck = random.Random(f"{SEED} {name}")
    made = Requests(luck)
    for _ in range(EACH):
        request = spoilt(name, made.of(schema_of(name)), luck)
        if request is None:
            return
        assert not is_allowed(name, request), request
        with pytest.raises(MalformedMessage):
            pass_gate(name, request)


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_a_server_accepts_most_requests_that_the_schema_allows(tmp_path):
    luck, codes = random.Random(SEED), Counter()
    async with (
        running(settings(tmp_path, calls_per_s=1_000_000)) as server,
        httpx.AsyncClient(
            base_url=f"http://{server.http}", timeout=60, headers={"connect-timeout-ms": "2000"}
        ) as caller,
    ):

        async def post(name, body):
            return (await caller.post(f"/turnledger.v1.{name}", json=body)).json()

        me = await post("Accounts/SignInAsGuest", {})
        caller.headers["authorization"] = f"Bearer {me['tokens']['accessToken']}"
        table = {"variant": "power_grid/russia", "seats": 2, "join": True, "bots": ["greedy"], "start": True}
        game = (await post("Lobby/CreateTable", {"requestId": str(uuid4()), **table}))["table"]
        made = Requests(luck, {"gameId": game["gameId"], "accountId": me["account"]["accountId"]})
        for name in UNARY:
            for _ in range(0 if name in NEVER_CALLED else CALLS):
                answer = await post(name, made.of(schema_of(name)))
                codes[answer.get("code") if isinstance(answer.get("code"), str) else "ok"] += 1
    assert "internal" not in codes
    assert codes["invalid_argument"] <= codes.total() / 3, codes
    assert codes["ok"] >= codes.total() / 4, codes
