"""Who signed what in a history: each signature of a device is checked with its command, and counted seat by seat."""

from collections import Counter
from typing import TypeAlias

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from domain.history.codec import Body, link_of
from domain.history.record import Row
from domain.kernel.decider import Command
from domain.kernel.device import DeviceSignature, Signed, command_message
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.table.aggregate import RUNNING, Aggregate
from domain.table.devices import check_signed, is_a_players
from domain.table.messages import Occupant, TableCommand

Signature: TypeAlias = DeviceSignature | UnsetType
read_signature = msgspec.json.Decoder(DeviceSignature).decode


class Signer(Struct, frozen=True):
    """How a seat signed. `keys`: what its account may sign with; `signed`, `unsigned`: how many commands the account
    gave while the game ran."""

    seat: Seat
    account: str
    keys: tuple[str, ...]
    signed: int
    unsigned: int


class Signers:
    """Of one history, command by command."""

    def __init__(self) -> None:
        self._given: Counter[tuple[str, bool]] = Counter()
        """By account, and whether a device signed."""
        self._seated: tuple[Occupant, ...] = ()
        self._has_keys = False
        """Whether any of those has some: in a game in which nobody can sign, nobody has to, and nothing is counted."""

    def check(
        self, before: Aggregate | None, last: Row, command: TableCommand | Command, body: Body, by: Signature
    ) -> None:
        """TB-SIGN, before the command is decided. `before`: how things stand, None for nothing yet; `last`: the row
        before the command, of the opening itself its own. Raises Refused."""
        if before is None:
            if by:
                raise Refused("DEVICE_SIGNATURE_WRONG", "TB-SIGN-02")
            return
        if before.occupants is not self._seated:
            self._seated, self._has_keys = before.occupants, any(each.device_keys for each in before.occupants)
        if by is UNSET and not self._has_keys:
            return
        signed = _signed(last, body, by) if by else None
        check_signed(before, command, body.actor, signed)
        if before.status == RUNNING and is_a_players(command):
            self._given[body.actor, signed is not None] += 1

    def by_seat(self, aggregate: Aggregate) -> tuple[Signer, ...]:
        """Of all seats of accounts, if one of them has keys; else empty."""
        seated, given = aggregate.occupants, self._given
        if not any(each.device_keys for each in seated):
            return ()
        return tuple(
            Signer(
                Seat(seat), each.account, each.device_keys or (), given[each.account, True], given[each.account, False]
            )
            for seat, each in enumerate(seated)
            if each.account
        )


def _signed(last: Row, body: Body, by: DeviceSignature) -> Signed:
    assert isinstance(body.command, Raw), "a command's"
    place = (last.game_id, body.actor, last.version, link_of(last), body.request_id)
    return Signed(by, command_message(*place, bytes(body.command)))
