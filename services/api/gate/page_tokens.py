"""Page tokens: opaque, and valid only for the list that issued them, with the same filters. They are not secret and
need no key: a forged token leads only to data that its caller may read anyway."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeVar

from services.api.gate.request_checks import position
from services.api.messages.convert import MalformedMessage

BOUND_BYTES = 6
T = TypeVar("T")


class PageTokens:
    """The tokens of one list: its method, and the filters of the request."""

    def __init__(self, method: str, *filters: object, field: str = "page_token") -> None:
        self._field = field
        self._bound = sha256(repr((method, *filters)).encode()).digest()[:BOUND_BYTES]

    def issue(self, place: str) -> str:
        """Empty for no place: the list is at its end."""
        return urlsafe_b64encode(self._bound + place.encode()).rstrip(b"=").decode() if place else ""

    def behind(self, found: Sequence[T], size: int, place: Callable[[T], object]) -> str:
        """Return the token of the page behind the first `size` of what was found, empty where that is all. `place`: of
        the last one shown."""
        return self.issue(str(place(found[size - 1]))) if len(found) > size else ""

    def place(self, token: str) -> str:
        """Return the value that the token was issued for, empty without a token. Raises MalformedMessage."""
        if not token:
            return ""
        try:
            found = urlsafe_b64decode(token.encode() + b"=" * (-len(token) % 4))
            bound, place = found[:BOUND_BYTES], found[BOUND_BYTES:].decode()
        except ValueError as error:
            raise self._none_of_ours() from error
        if bound != self._bound or not place:
            raise self._none_of_ours()
        return place

    def position(self, token: str) -> int:
        """The same as a number, 0 without a token."""
        return position(self._field, self.place(token))

    def _none_of_ours(self) -> MalformedMessage:
        return MalformedMessage(self._field, "is none that this list has given under these filters")
