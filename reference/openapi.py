"""The contract's unary methods as OpenAPI 3.1: Connect's JSON over POST (https://connectrpc.com/docs/protocol)."""

import json
from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor

from reference import contract
from reference.project import VERSION
from reference.schemas import DIALECT, Schema, schemas
from services.api.gate.scopes import is_public, scope_of, word
from services.notify.news import CHALLENGE, KINDS, NO_SEAT, TEST
from services.web.connect_errors import CODES

_WHERE = "#/components/schemas/"
_SAID = """\
Each method is a POST of a JSON object to its path, with `content-type: application/json`; the answer is one too.
Bytes are base64, times RFC 3339, enum values names. In answers zeros are written, absent messages left out.
Names, enum values and cases that a client does not know come with later releases and are passed over.

Get tokens with `Accounts/SignInAsGuest` and send `authorization: Bearer ACCESS_TOKEN`. A writing call has a
`requestId`, a UUID of the client's: sent again after a lost answer it has one effect and one answer. Errors go by
`reason` (`/reasons.json`).

Methods that stream are not in this file: watches (`GetBoard` with `minVersion` waits for the next version instead),
exports, sessions."""
_LANGUAGE = {
    "name": "accept-language",
    "in": "header",
    "description": "Of sentences for people: `en`, `ru`.",
    "schema": {"type": "string"},
}
_TIMEOUT = {
    "name": "connect-timeout-ms",
    "in": "header",
    "description": "So long the caller waits: a minute at most, ten seconds if it does not say or says 0.",
    "schema": {"type": "integer", "minimum": 0},
}
_ERROR: Schema = {
    "type": "object",
    "description": "An error as Connect writes it. What to do: docs/errors.md.",
    "required": ["code"],
    "properties": {
        "code": {"type": "string", "x-extensible-enum": sorted(CODES.values())},
        "message": {"type": "string", "description": "For the developer, in English."},
        "details": {"type": "array", "items": {"$ref": f"{_WHERE}ErrorDetail"}},
    },
}
_DETAIL: Schema = {
    "type": "object",
    "description": """\
`google.rpc.ErrorInfo` has the `reason` and the figures (`metadata`), `google.rpc.LocalizedMessage` a sentence for the
person, `google.rpc.RetryInfo` when to ask again, `google.rpc.BadRequest` the fields, `turnledger.v1.Refusal` the
figures as they are, `turnledger.v1.LegalInstead` what the seat may do. Others may come.""",
    "required": ["type", "value"],
    "properties": {
        "type": {"type": "string"},
        "value": {"type": "string", "description": "The message as protobuf, base64 without padding."},
        "debug": {
            "type": "object",
            "description": "The message as JSON: `reason`, `domain` and `metadata` of ErrorInfo.",
        },
    },
}
WEBHOOK_HEADERS = {
    "webhook-id": "The notice's id, the same each time that it is sent.",
    "webhook-timestamp": "When it was sent, seconds since 1970 UTC.",
    "webhook-signature": "`v1,` and a signature as https://www.standardwebhooks.com writes it; two, with a space"
    " between them, for a day after the secret was changed.",
}
_ID: Schema = {"type": "string", "format": "uuid"}
_INTEGER: Schema = {"type": "integer"}
_NOTICE: Schema = {
    "type": "object",
    "required": ["id", "kind", "game_id", "variant", "version", "seat", "deadline_ms"],
    "properties": {
        "id": _ID,
        "kind": {"type": "string", "x-extensible-enum": [*KINDS, TEST]},
        "game_id": {"type": "string", "description": "Empty for notices of no game."},
        "variant": {"type": "string", "description": "Empty for notices of no game."},
        "version": {**_INTEGER, "description": "Of the game, or of the tournament, after the event."},
        "seat": {**_INTEGER, "minimum": NO_SEAT, "description": "-1 where the notice is about none."},
        "deadline_ms": {**_INTEGER, "description": "Milliseconds since 1970 UTC; 0 for no clock."},
        "tournament_id": {"type": "string", "description": "Of tournaments alone: the tournament."},
        "event_id": {"type": "string", "description": "Use `tournament_id`.", "deprecated": True},
        "round": {**_INTEGER, "description": "Of tournaments alone."},
        "place": {**_INTEGER, "description": "Of tournaments alone."},
        "ending": {"type": "string", "x-extensible-enum": ["UP", "DOWN", "CANCELLED", "OFFERED"]},
    },
}
_CHALLENGE: Schema = {
    "type": "object",
    "required": ["id", "kind", "challenge"],
    "properties": {"id": _ID, "kind": {"const": CHALLENGE}, "challenge": {"type": "string"}},
}

_TAKEN = {
    "notice": "Taken. Others are sent again later.",
    "challenge": "The text of `challenge` is the whole body: the receiver wants notices.",
}


def openapi() -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "jsonSchemaDialect": DIALECT,
        "info": {
            "title": "Turnledger",
            "version": VERSION,
            "description": _SAID,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "tags": [_tag(service) for service in contract.services()],
        "paths": dict(_paths()),
        "webhooks": webhooks(),
        "components": {
            "schemas": {**schemas(_WHERE), "Error": _ERROR, "ErrorDetail": _DETAIL},
            "parameters": {"Language": _LANGUAGE, "Timeout": _TIMEOUT},
            "responses": {
                "Error": {"description": "What went wrong.", "content": _json({"$ref": f"{_WHERE}Error"})},
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def webhook_bodies() -> tuple[tuple[str, str, Schema], ...]:
    """Return the name, a sentence and the schema of each call that the server makes to webhooks (docs/notices.md)."""
    return (
        ("notice", "A notice to the owner of the webhook.", _NOTICE),
        ("challenge", "The first call to a new address, before any notice.", _CHALLENGE),
    )


def webhooks() -> dict[str, Any]:
    """The calls that the server makes to the webhooks that players set (docs/notices.md)."""
    headers = [
        {"name": name, "in": "header", "required": True, "description": said, "schema": {"type": "string"}}
        for name, said in WEBHOOK_HEADERS.items()
    ]
    return {
        name: {
            "post": {
                "operationId": f"webhook_{name}",
                "description": said,
                "security": [],
                "parameters": headers,
                "requestBody": {"required": True, "content": _json(schema)},
                "responses": {"2XX": {"description": _TAKEN[name]}, "410": {"description": "Send no more."}},
            }
        }
        for name, said, schema in webhook_bodies()
    }


def text() -> str:
    """The file."""
    return json.dumps(openapi(), ensure_ascii=False, indent=1) + "\n"


def _tag(service: ServiceDescriptor) -> dict[str, str]:
    return {"name": service.name, "description": contract.comment(service.full_name)}


def _paths() -> Iterator[tuple[str, Any]]:
    for service in contract.services():
        for method in service.methods:
            if not (method.client_streaming or method.server_streaming):
                yield f"/{service.full_name}/{method.name}", {"post": _operation(service, method)}


def _operation(service: ServiceDescriptor, method: MethodDescriptor) -> dict[str, Any]:
    said = contract.comment(method.full_name)
    operation: dict[str, Any] = {
        "operationId": f"{service.name}_{method.name}",
        "tags": [service.name],
        "summary": said.partition(". ")[0].rstrip("."),
        "description": said,
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in ("Language", "Timeout")],
        "requestBody": {"required": True, "content": _json(_message(method.input_type.full_name))},
        "responses": {
            "200": {"description": "The answer.", "content": _json(_message(method.output_type.full_name))},
            "default": {"$ref": "#/components/responses/Error"},
        },
    }
    return operation | {"security": [] if is_public(method) else [{"token": [word(scope_of(method))]}]}


def _message(full_name: str) -> Schema:
    return {"$ref": _WHERE + contract.short(full_name)}


def _json(schema: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
