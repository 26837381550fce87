"""Errors that only the API raises."""

from domain.kernel.refused import Refused
from turnledger.v1 import play_pb2


class RefusedMove(Exception):
    """A rule of `game` refuses a seat's command; `legal` is what the seat may do instead."""

    def __init__(self, refused: Refused, legal: play_pb2.LegalInstead, game: str) -> None:
        super().__init__(refused)
        self.refused, self.legal, self.game = refused, legal, game


class NotAllowed(Exception):
    """The caller may not do that. `said` is for the caller."""

    def __init__(self, reason: str, said: str) -> None:
        super().__init__(reason, said)
        self.reason, self.said = reason, said


class NotPossible(Exception):
    """The request is impossible in the current state. `said` is for the developer."""

    def __init__(self, reason: str, said: str) -> None:
        super().__init__(reason, said)
        self.reason, self.said = reason, said


class Draining(Exception):
    """The server stops. A stream can be resumed elsewhere: after a version, a number or with a token."""

    def __init__(self, resume_from: int | str) -> None:
        super().__init__(resume_from)
        self.resume_from = resume_from
