"""A command on its way from its caller to the rules."""

from collections.abc import Callable
from hashlib import sha256
from typing import TypeAlias

from msgspec import Struct

from domain.kernel.decider import Command
from domain.table.messages import TableCommand
from domain.table.session import Session
from services.store.contract import Request

Still: TypeAlias = Callable[[Session], bool]
"""Whether what was decided on an older version is meant as well for the game as it stands."""


def binding(_: Session) -> bool:
    """The version itself is meant: who named it decides again."""
    return False


class Given(Struct, frozen=True, gc=False):
    """`bytes`: the command as it is stored."""

    command: TableCommand | Command
    bytes: bytes
    actor: str
    request_id: str
    expected_version: int | None = None
    still: Still = binding
    validate_only: bool = False

    @property
    def request(self) -> Request:
        return Request(self.actor, self.request_id, sha256(self.bytes).hexdigest())
