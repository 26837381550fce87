"""Chat messages of a table, as they are stored."""

from msgspec import Struct

TRIES_MAX = 8
"""A request to store a message at the next number; another message may take it first."""


class Message(Struct, frozen=True):
    """`number`: its place among the table's messages, from 1 without gaps. `at_ms`: milliseconds since 1970 UTC."""

    number: int
    account: str
    at_ms: int
    text: str
