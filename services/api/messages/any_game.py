"""Games without messages in the contract: their JSON as a google.protobuf.Struct, with the game's name.

Values that the domain tags with `type` keep their tag: `{"game": "three_lots", "type": "Bid", "amount": 3}`. Whole
numbers have up to 53 bits.
"""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar, Union

import msgspec
from google.protobuf.struct_pb2 import Struct as AnyObject

from services.api.messages.convert import Given, MalformedMessage, whole_numbers

T = TypeVar("T", bound=msgspec.Struct)

OTHER = "other"
"""The case of every oneof of games.proto for such games."""
GAME = "game"


def game_of(message: AnyObject) -> str:
    """The name of the game that the object is of; empty if it names none."""
    return message.fields[GAME].string_value if GAME in message.fields else ""


class AnyFamily(Generic[T]):
    """The counterpart of Family or Converter for such games."""

    def __init__(self, game: str, types: Iterable[type[T]], given: Given) -> None:
        self._game, self._given = game, given
        one_of: Any = Union[tuple(types)]  # noqa: UP007
        self._decode = msgspec.json.Decoder(one_of).decode

    def fields(self, value: T) -> dict[str, Any]:
        """Return the arguments of the message's constructor."""
        written = msgspec.json.decode(msgspec.json.encode(value))
        return {GAME: self._game} | {name: part for name, part in written.items() if name not in self._given}

    def to_struct(self, message: AnyObject) -> T:
        """Raises MalformedMessage."""
        members = whole_numbers(message)
        if members.pop(GAME, self._game) != self._game:
            raise MalformedMessage(GAME, f"must be {self._game}")
        try:
            return self._decode(msgspec.json.encode(members | dict(self._given)))  # type: ignore[no-any-return]
        except msgspec.ValidationError as error:
            raise MalformedMessage(OTHER, str(error)) from error
