"""A command on its way from its caller to the rules."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from domain.history.codec import canonical_command
from domain.kernel.decider import Command
from domain.table.aggregate import Aggregate
from domain.table.messages import TableCommand
from services.application.requests import meant
from services.store.interface import Request

Still: TypeAlias = Callable[[Aggregate], bool]
"""Whether what was decided on an older version is meant as well for the game as it stands."""


def binding(_: Aggregate) -> bool:
    """The version itself is meant: who named it decides again."""
    return False


class Given(Struct, frozen=True, gc=False):
    """`bytes`: the command as it is stored."""

    command: TableCommand | Command
    bytes: bytes
    request: Request
    expected_version: int | None = None
    still: Still = binding
    validate_only: bool = False


def given(command: TableCommand | Command, actor: str, request_id: str, *more: Any) -> Given:
    stored = canonical_command(command)
    return Given(command, stored, Request(actor, request_id, meant(stored)), *more)
