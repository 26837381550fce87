"""The process in which experts think: it reads questions on standard input and writes moves to standard output.

It runs next to a server with a lower priority. It ends with its standard input, and so with the server, however that
ends.
"""

import os
import pickle
import struct
import sys
from typing import Any, BinaryIO

from msgspec import Struct

from domain import catalogue
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from domain.kernel.search import Expert
from domain.kernel.variant import Edition

NICENESS = 10
SIZE = struct.Struct(">I")
"""The prefix of each message: its length in bytes."""


class ExpertQuestion(Struct, frozen=True):
    """A question to an expert, with everything that its move follows from."""

    variant: str
    options: dict[str, str]
    players: int
    editions: tuple[Edition, ...]
    rules_version: int
    bot: str
    tries: int
    board: Any
    listed: tuple[Option, ...]
    seat: Seat
    seed: bytes
    label: str


def answer(asked: ExpertQuestion) -> Any:
    """Return the command that the expert chooses."""
    variant = catalogue.find(asked.variant)
    expert = variant.decider(asked.options, asked.players, asked.editions, asked.rules_version).bots[asked.bot]
    assert isinstance(expert, Expert), "others are asked in the server"
    return expert.within(asked.tries)(asked.board, asked.listed, asked.seat, Roll(asked.seed, asked.label))


def main() -> None:
    os.nice(NICENESS)
    while size := sys.stdin.buffer.read(SIZE.size):
        asked = pickle.loads(sys.stdin.buffer.read(*SIZE.unpack(size)))  # noqa: S301  # of the server that started this
        write(sys.stdout.buffer, answer(asked))


def write(out: BinaryIO, message: Any) -> None:
    out.write(packed(message))
    out.flush()


def packed(message: Any) -> bytes:
    """Return a message as it goes through a pipe."""
    content = pickle.dumps(message)
    return SIZE.pack(len(content)) + content


if __name__ == "__main__":
    main()
