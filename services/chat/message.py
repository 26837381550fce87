"""What was said at a table, as it is kept."""

from msgspec import Struct

TRIES_MAX = 8
"""To keep something at the next number, which others may take first."""


class Message(Struct, frozen=True):
    """`number`: its place among the table's messages, from 1 without gaps. `at_ms`: milliseconds since 1970 UTC."""

    number: int
    account: str
    at_ms: int
    text: str
