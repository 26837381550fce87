"""Device signatures of a history: each is checked with its command, and counted by seat."""

from collections import Counter
from typing import TypeAlias

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from domain.history.codec import Body, link_of
from domain.history.record import EventRow
from domain.kernel.device_keys import DeviceSignature, Signed, command_message
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.kernel.refused import Refused
from domain.table.aggregate import RUNNING, Aggregate
from domain.table.devices import check_signed, is_a_players
from domain.table.messages import Occupant, TableCommand

Signature: TypeAlias = DeviceSignature | UnsetType
read_signature = msgspec.json.Decoder(DeviceSignature).decode


class Signer(Struct, frozen=True):
    """Signatures of a seat. `keys`: its account's keys; `signed`, `unsigned`: the number of commands of the account
    while the game ran."""

    seat: Seat
    account: str
    keys: tuple[str, ...]
    signed: int
    unsigned: int


class Signers:
    """Checks the signatures of one history, command by command."""

    def __init__(self) -> None:
        self._given: Counter[tuple[str, bool]] = Counter()
        """Counts by account and by whether a device signed."""
        self._seated: tuple[Occupant, ...] = ()
        self._has_keys = False
        """True if any account has keys. In a game without keys no signature is required, and nothing is counted."""

    def check(
        self, before: Aggregate | None, last: EventRow, command: TableCommand | Command, body: Body, by: Signature
    ) -> None:
        """Check a signature before its command is decided (TB-SIGN). `before`: the state, None at the start; `last`:
        the row before the command, for the opening its own row. Raises Refused."""
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
        """Return the signatures of all seats of accounts, if one of them has keys; else empty."""
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


def _signed(last: EventRow, body: Body, by: DeviceSignature) -> Signed:
    assert isinstance(body.command, Raw), "a command's"
    place = (last.stream_id, body.actor, last.version, link_of(last), body.request_id)
    return Signed(by, command_message(*place, bytes(body.command)))
