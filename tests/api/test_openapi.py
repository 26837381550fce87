"""docs/reference/openapi.json is valid, has every method that it may, and tells what a server takes and answers."""

import json
from uuid import uuid4

import httpx
import msgspec
import pytest
from google.protobuf.json_format import MessageToDict
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from reference.__main__ import TARGET
from services.notify.webhook import Challenge, Payload
from tests.api.methods import EXAMPLES, METHODS, PUBLIC, request

OPENAPI = json.loads((TARGET / "openapi.json").read_text())
SCHEMAS = json.loads((TARGET / "schemas.json").read_text())
UNARY = {name for name, method in METHODS.items() if not (method.client_streaming or method.server_streaming)}


def validate(schema, value):
    """Raises ValidationError."""
    Draft202012Validator({"$ref": f"#/components/schemas/{schema}", "components": OPENAPI["components"]}).validate(
        value
    )


@pytest.mark.slow
@pytest.mark.timeout(1200)  # four seconds of a processor, of which there may be few
def test_both_files_are_valid():
    from openapi_spec_validator import OpenAPIV31SpecValidator  # seconds

    OpenAPIV31SpecValidator(OPENAPI).validate()
    Draft202012Validator.check_schema(SCHEMAS)
    assert SCHEMAS["$defs"].keys() == OPENAPI["components"]["schemas"].keys() - {"Error", "ErrorDetail"}


def test_the_bodies_of_webhooks_are_described_as_they_are_sent():
    schemas = {
        name: each["post"]["requestBody"]["content"]["application/json"]["schema"]
        for name, each in OPENAPI["webhooks"].items()
    }
    assert schemas["notice"]["properties"].keys() == {field.encode_name for field in msgspec.structs.fields(Payload)}
    assert schemas["challenge"]["properties"].keys() == set(Challenge.__struct_fields__)
    sent = json.loads(msgspec.json.encode(Payload(str(uuid4()), "TEST", "", "", 0, -1, 0)))
    Draft202012Validator(schemas["notice"]).validate(sent)
    assert set(schemas["notice"]["required"]) == sent.keys()


def test_every_unary_method_is_there_and_says_whether_it_needs_a_token():
    paths = {path.removeprefix("/turnledger.v1."): each["post"] for path, each in OPENAPI["paths"].items()}
    assert paths.keys() == UNARY
    assert {name for name, operation in paths.items() if operation.get("security") == []} == PUBLIC
    assert all(operation["description"] for operation in paths.values())


def test_every_field_method_and_value_has_its_comment():
    for name, schema in SCHEMAS["$defs"].items():
        assert schema.get("description"), name
        for field, told in schema.get("properties", {}).items():
            assert told.get("description"), f"{name}.{field}"


@pytest.mark.parametrize("name", sorted(UNARY & EXAMPLES.keys()))
def test_a_request_that_is_meant_is_one_of_its_schema(name):
    message = request(name, str(uuid4()), str(uuid4()), EXAMPLES[name])
    validate(METHODS[name].input_type.name, MessageToDict(message))


def test_what_is_of_another_type_is_none():
    for wrong in ({"gameId": 7}, {"expectedVersion": "7"}, {"parts": []}, {"choice": {"option": "first"}}):
        with pytest.raises(ValidationError):
            validate("SubmitRequest", wrong)
    with pytest.raises(ValidationError):
        validate("SubmitResponse", {})
    ids = {"gameId": str(uuid4()), "requestId": str(uuid4())}
    validate("SubmitRequest", {**ids, "choice": {"option": 0, "number": 0}, "ofALaterRelease": 1})


async def test_what_a_server_answers_is_as_it_says(server):
    async with httpx.AsyncClient(base_url=f"http://{server.http}", timeout=60) as caller:

        async def post(name, **body):
            answer = await caller.post(f"/turnledger.v1.{name}", json=body)
            kind = METHODS[name].output_type.name if answer.status_code == 200 else "Error"
            validate(kind, answer.json())
            return answer.json()

        assert (await post("Accounts/GetMe"))["code"] == "unauthenticated"
        tokens = (await post("Accounts/SignInAsGuest"))["tokens"]
        caller.headers["authorization"] = f"Bearer {tokens['accessToken']}"
        for name in ("Accounts/GetMe", "Catalogue/GetServer", "Catalogue/ListVariants", "Lobby/ListTables"):
            assert "code" not in await post(name)
        for variant in ("power_grid/russia", "card_game", "colony61"):
            assert "code" not in await post("Catalogue/GetGameData", variant=variant)
            seats = {"variant": variant, "seats": 2, "join": True, "bots": ["greedy"], "start": True}
            table = (await post("Lobby/CreateTable", requestId=str(uuid4()), **seats))["table"]
            game = {"gameId": table["gameId"]}
            asked = {"minVersion": table["version"], "parts": {"board": True, "options": True, "words": True}}
            stands = await post("Views/GetBoard", **game, **asked)
            assert stands["snapshot"]["board"]
            assert "code" not in await post("Play/ListOptions", **game)
            assert "code" not in await post("History/ListEvents", **game, words=True)
            choice = {"option": 99, "number": 0}
            refused = await post("Play/Submit", **game, requestId=str(uuid4()), expectedVersion=1, choice=choice)
            assert refused["details"][0]["debug"]["reason"]
