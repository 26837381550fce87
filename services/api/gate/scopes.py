"""The scope that each method of the contract names, and whether a token has it."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, cast

from google.protobuf.descriptor import MethodDescriptor

from services.api.messages.convert import MalformedMessage
from turnledger.v1 import options_pb2, scopes_pb2

_PREFIX = "SCOPE_"
SESSION = scopes_pb2.SCOPE_SESSION
PUBLIC = scopes_pb2.SCOPE_PUBLIC
IDENTITY = (scopes_pb2.SCOPE_OPENID, scopes_pb2.SCOPE_PROFILE)
"""Scopes of OpenID Connect: an app may have them, and no method wants them."""
GRANTED: tuple[scopes_pb2.Scope, ...] = tuple(
    cast("scopes_pb2.Scope", scope)
    for scope in scopes_pb2.Scope.values()
    if scope not in (scopes_pb2.SCOPE_UNSPECIFIED, PUBLIC, SESSION, *IDENTITY)
)
"""Scopes that a limited token may have, in the order of the contract."""


class ScopeMissing(Exception):
    """The token of the call lacks a scope; `scope` is SESSION where no limited token may call the method."""

    def __init__(self, scope: scopes_pb2.Scope) -> None:
        super().__init__(word(scope))
        self.scope = scope


@cache
def scope_of(method: MethodDescriptor) -> scopes_pb2.Scope:
    """Return the scope that the contract names for the method. A method that names none needs a sign-in."""
    extensions: Any = method.GetOptions().Extensions  # the stubs know the extension as a descriptor alone
    named: scopes_pb2.Scope = extensions[options_pb2.scope]
    return named or SESSION


def is_public(method: MethodDescriptor) -> bool:
    """Return whether the method needs no token."""
    return scope_of(method) == PUBLIC


def check_scope(scopes: frozenset[str], wanted: scopes_pb2.Scope) -> None:
    """Raise ScopeMissing unless a limited token with these scopes may call a method that wants this one."""
    if wanted not in GRANTED or word(wanted) not in scopes:
        raise ScopeMissing(wanted)


@cache
def word(scope: scopes_pb2.Scope) -> str:
    """Return the scope as OAuth writes it: `games:read`."""
    return scopes_pb2.Scope.Name(scope).removeprefix(_PREFIX).lower().replace("_", ":", 1)


def words(field: str, scopes: Sequence[scopes_pb2.Scope]) -> frozenset[str]:
    """Return the words of scopes for a limited token. Raises MalformedMessage for none, and for one that no such token
    may have."""
    if not scopes:
        raise MalformedMessage(field, "must name at least one scope")
    if not set(scopes) <= set(GRANTED):
        raise MalformedMessage(field, f"may be {', '.join(map(word, GRANTED))}")
    return frozenset(map(word, scopes))


def from_words(stored: Iterable[str]) -> list[scopes_pb2.Scope]:
    """Return stored scopes in the order of the contract."""
    return [scope for scope in (*IDENTITY, *GRANTED) if word(scope) in stored]
