"""The process in which experts think."""

import pickle
from typing import Any

from msgspec import Struct

from domain import catalogue
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from domain.kernel.search import Expert
from domain.kernel.variant import Edition
from services.platform.worker_process import answer_questions


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


def answer_pickled(question: bytes) -> bytes:
    return pickle.dumps(answer(pickle.loads(question)))  # noqa: S301  # of the server that started this


if __name__ == "__main__":
    answer_questions(answer_pickled)
