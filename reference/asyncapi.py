"""The contract's streams and webhooks as AsyncAPI 3.0 (https://www.asyncapi.com/docs/reference/specification/v3.0.0).

The application that it describes is the server: it receives the request of a stream and replies with its messages, and
it sends notices to webhooks. Bodies are those of schemas.json, in the same folder."""

from collections.abc import Iterator
from typing import Any

import yaml  # type: ignore[import-untyped]
from google.protobuf.descriptor import Descriptor, MethodDescriptor, ServiceDescriptor

from reference import contract
from reference.openapi import WEBHOOK_HEADERS, webhook_bodies
from reference.project import VERSION
from reference.schemas import DIALECT, Schema
from services.api.gate.scopes import is_public, scope_of, word

_SAID = """\
Streams are methods of the contract: over gRPC, or as a POST of Connect's envelopes (`application/connect+json`) to
their address (https://connectrpc.com/docs/protocol). The request is the first message, and each reply is one more.
`docs/public-stream.md` has the stream of everything public, `docs/notices.md` the webhooks."""
_FORMAT = f"application/schema+json;version={DIALECT.split('/')[4]}"
_CONNECT = {"http": {"method": "POST", "bindingVersion": "0.3.0"}}


def asyncapi() -> dict[str, Any]:
    streams = [
        (service, method)
        for service in contract.services()
        for method in service.methods
        if method.server_streaming or method.client_streaming
    ]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Turnledger: streams and webhooks",
            "version": VERSION,
            "description": _SAID,
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": {_name(*each): _stream(*each) for each in streams} | dict(_webhooks()),
        "operations": {_name(*each): _operation(*each) for each in streams} | dict(_posts()),
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "The access token of an account."}
            }
        },
    }


def text() -> str:
    """The file."""
    written: str = yaml.safe_dump(asyncapi(), sort_keys=False, width=120, allow_unicode=True)
    return f"# Made from the contract by `make reference`.\n{written}"


def _name(service: ServiceDescriptor, method: MethodDescriptor) -> str:
    return f"{service.name}_{method.name}"


def _stream(service: ServiceDescriptor, method: MethodDescriptor) -> Schema:
    return {
        "address": f"/{service.full_name}/{method.name}",
        "description": contract.comment(method.full_name),
        "messages": {each.name: _message(each) for each in (method.input_type, method.output_type)},
    }


def _message(message: Descriptor) -> Schema:
    body = {"schemaFormat": _FORMAT, "schema": {"$ref": f"schemas.json#/$defs/{contract.short(message.full_name)}"}}
    return {"summary": contract.comment(message.full_name), "payload": body}


def _operation(service: ServiceDescriptor, method: MethodDescriptor) -> Schema:
    channel = {"$ref": f"#/channels/{_name(service, method)}"}
    first = contract.comment(method.full_name).partition(". ")[0].rstrip(".")
    operation: Schema = {
        "action": "receive",
        "channel": channel,
        "summary": first,
        "bindings": _CONNECT,
        "messages": [{"$ref": f"{channel['$ref']}/messages/{method.input_type.name}"}],
        "reply": {
            "channel": channel,
            "messages": [{"$ref": f"{channel['$ref']}/messages/{method.output_type.name}"}],
        },
    }
    if not is_public(method):
        operation["security"] = [{"$ref": "#/components/securitySchemes/token"}]
        operation["description"] = f"The token needs the scope `{word(scope_of(method))}`."
    return operation


def _webhooks() -> Iterator[tuple[str, Schema]]:
    headers = {
        "type": "object",
        "required": list(WEBHOOK_HEADERS),
        "properties": {name: {"type": "string", "description": said} for name, said in WEBHOOK_HEADERS.items()},
    }
    for name, said, schema in webhook_bodies():
        body = {"schemaFormat": _FORMAT, "schema": schema}
        message = {"summary": said, "headers": headers, "payload": body}
        yield (
            f"webhook_{name}",
            {"address": None, "description": "The URL that the account set.", "messages": {name: message}},
        )


def _posts() -> Iterator[tuple[str, Schema]]:
    for name, said, _ in webhook_bodies():
        channel = {"$ref": f"#/channels/webhook_{name}"}
        yield f"webhook_{name}", {"action": "send", "channel": channel, "summary": said, "bindings": _CONNECT}
