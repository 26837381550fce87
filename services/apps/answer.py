"""The answer of an OAuth endpoint, before HTTP."""

from typing import Any


class Answer:
    """`location`: where to redirect; empty for a JSON body. Authlib's extensions change it."""

    def __init__(self, status: int, body: dict[str, Any], location: str = "") -> None:
        self.status, self.body, self.location = status, body, location
