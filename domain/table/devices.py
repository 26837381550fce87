"""Commands that a device of the player signed: whose keys a seat may sign with, and where it must (TB-SIGN)."""

from msgspec import UNSET, UnsetType

from domain.kernel.device_keys import KEYS_MAX, Signed, are_keys, is_signed
from domain.kernel.messages import Command
from domain.kernel.refused import Refused
from domain.table.aggregate import RUNNING, Aggregate
from domain.table.messages import SEAT_COMMANDS, FollowOrder, TableCommand


def check_device_keys(keys: tuple[str, ...] | UnsetType, *, needed: bool) -> None:
    """Check the device keys of a player who takes a seat (TB-SIGN-01)."""
    if keys is UNSET:
        if needed:
            raise Refused("DEVICE_KEY_NEEDED", "TB-SIGN-01")
    elif not are_keys(keys):
        raise Refused("MALFORMED_COMMAND", "TB-SIGN-01", field="device_keys", keys_max=KEYS_MAX)


def is_a_players(command: TableCommand | Command) -> bool:
    """Return whether devices sign this kind of command: commands of players while the game runs."""
    return isinstance(command, (Command, FollowOrder, *SEAT_COMMANDS))


def check_signed(aggregate: Aggregate, command: TableCommand | Command, actor: str, signed: Signed | None) -> None:
    """Check the device signature before the command is decided (TB-SIGN-02, TB-SIGN-03). `signed`: the signature that
    came with it, or None. Games that are not running are refused later."""
    if signed is None and not aggregate.terms.signed:
        return
    if not is_a_players(command):
        if signed:
            raise Refused("DEVICE_SIGNATURE_WRONG", "TB-SIGN-02")
        return
    if aggregate.status != RUNNING:
        return
    seat = aggregate.seat_of(actor)
    if signed is None:
        if seat is not None:
            raise Refused("DEVICE_NEEDED", "TB-SIGN-03", player=seat)
        return
    keys = () if seat is None else aggregate.occupants[seat].device_keys or ()
    if signed.by.key not in keys:
        raise Refused("DEVICE_UNKNOWN", "TB-SIGN-01", keys=len(keys))
    if not is_signed(signed.by, signed.message):
        raise Refused("DEVICE_SIGNATURE_WRONG", "TB-SIGN-02")
