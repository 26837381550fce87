"""A command on its way from its caller to the rules."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from domain.history.codec import canonical_command
from domain.kernel.decider import Command
from domain.kernel.device import DeviceSignature, Signed, command_message
from domain.table.aggregate import Aggregate
from domain.table.messages import TableCommand
from services.application.requests import meant
from services.store.interface import Request

Still: TypeAlias = Callable[[Aggregate], bool]
"""Whether what was decided on an older version is meant as well for the game as it stands."""


def binding(_: Aggregate) -> bool:
    """The version itself is meant: who named it decides again."""
    return False


class Device(Struct, frozen=True, gc=False):
    """A signature of a player's device. `version`: whose link it signed."""

    by: DeviceSignature
    version: int


class Given(Struct, frozen=True, gc=False):
    """`bytes`: the command as it is stored. `device`: by which it was signed, None for none."""

    command: TableCommand | Command
    bytes: bytes
    request: Request
    expected_version: int | None = None
    still: Still = binding
    validate_only: bool = False
    device: Device | None = None

    def signed(self, game_id: str, version: int, chain: str) -> Signed | None:
        """With what had to be signed where the game stands so."""
        if self.device is None:
            return None
        actor, request_id = self.request.actor, self.request.request_id
        return Signed(self.device.by, command_message(game_id, actor, version, chain, request_id, self.bytes))


def given(command: TableCommand | Command, actor: str, request_id: str, *more: Any) -> Given:
    stored = canonical_command(command)
    return Given(command, stored, Request(actor, request_id, meant(stored)), *more)
