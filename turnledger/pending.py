"""Writing requests: stored before they are sent, deleted when they are answered.

A request without an answer when the program ended is sent again unchanged, and happens once (docs/building-clients.md).
Requests of `Accounts`, which contain passwords, are never stored.
"""

import time
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from turnledger.connection import Connection
from turnledger.errors import ServiceError
from turnledger.stores import Store

_REQUESTS = "request/"
_WITH_PASSWORDS = "Accounts/"


@dataclass(frozen=True)
class Sent:
    """The outcome of a request that an earlier program had stored. `method`: `Play/Submit`; one of `response` and
    `refused` is set."""

    method: str
    request: Message
    response: Message | None = None
    refused: ServiceError | None = None


class Pending:
    """The pending requests of one account, in its store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._numbers = count(time.time_ns())
        """In the order of sending; a later program's are greater, because no request takes less than a nanosecond."""
        self.elsewhere: set[str] = set()
        """Request ids that another component stores."""

    def keep(self, method: str, request: Any) -> str:
        """Stores what changes something. Its name there; empty where nothing was stored."""
        has_id, has_trial = _looked_at(request.DESCRIPTOR)
        if not has_id or method.startswith(_WITH_PASSWORDS) or request.request_id in self.elsewhere:
            return ""
        if has_trial and request.validate_only:
            return ""
        name = f"{_REQUESTS}{next(self._numbers):020}"
        self._store.put(name, written(method, request))
        return name

    def answered(self, name: str) -> None:
        if name:
            self._store.delete(name)

    def forget(self) -> None:
        """Drop all stored requests."""
        for name in self._store.names(_REQUESTS):
            self._store.delete(name)

    async def resume(self, connection: Connection) -> list[Sent]:
        """Sends again, in order, what was not answered. Raises ServiceError where there is still no answer: then what
        is left stays for the next time."""
        told = []
        for name in self._store.names(_REQUESTS):
            stored = self._store.get(name)
            if stored is None:  # answered meanwhile
                continue
            method, request, response = read(stored)
            try:
                told.append(Sent(method, request, await connection.ask(method, request, response)))
            except ServiceError as error:
                if error.stays_open:
                    raise
                told.append(Sent(method, request, refused=error))
            self._store.delete(name)
        return told


@cache
def _looked_at(request: Descriptor) -> tuple[bool, bool]:
    """Return whether requests of this type have a request_id, and whether they may be trials."""
    fields = request.fields_by_name
    return "request_id" in fields, "validate_only" in fields


def written(method: str, request: Message) -> bytes:
    """The stored form: the method's name, a line feed, the message."""
    return method.encode() + b"\n" + request.SerializeToString()


def read(stored: bytes) -> tuple[str, Any, type[Message]]:
    """The method, the request, the type of its answer."""
    name, _, content = stored.partition(b"\n")
    service, method = name.decode().split("/")
    found = descriptor_pool.Default().FindServiceByName(f"turnledger.v1.{service}").methods_by_name[method]
    request = GetMessageClass(found.input_type).FromString(content)
    return name.decode(), request, GetMessageClass(found.output_type)
