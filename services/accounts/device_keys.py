"""Keys of players' devices. A named account registers keys here and may sign its commands with them, from the next
table that it joins (TB-SIGN). See docs/history-format.md, “Devices”."""

from msgspec import Struct

from domain.kernel.device_keys import KEYS_MAX, DeviceSignature, is_key, is_signed, owned_message
from services.store.sql import Sql


class DeviceKey(Struct, frozen=True):
    """`key`: the public key, 64 hex digits. `name`: what its owner calls the device. `created_at`: seconds since 1970,
    UTC."""

    key: str
    name: str
    created_at: int


class DeviceKeyRefused(Exception):
    """`reason`: DEVICE_KEY_INVALID for an invalid key or one under which anyone can forge signatures;
    DEVICE_KEY_NOT_PROVEN if the device did not sign for this account; DEVICE_KEYS_FULL; NAME_NEEDED for a guest."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def check_owned(account_id: str, key: str, proof: str) -> None:
    """Check that the device signed for this account. Raises DeviceKeyRefused."""
    if not is_key(key):
        raise DeviceKeyRefused("DEVICE_KEY_INVALID")
    if not is_signed(DeviceSignature(key, proof), owned_message(account_id)):
        raise DeviceKeyRefused("DEVICE_KEY_NOT_PROVEN")


class DeviceKeyStorage:
    """Every method raises StoreUnavailable."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, account_id: str, key: DeviceKey) -> None:
        """Store the key; an existing one is not changed. Raises DeviceKeyRefused if there are too many."""
        # The account's row comes first: of two at the same moment the second waits for it, and counts what the first
        # did.
        alone = ("UPDATE accounts SET guest = guest WHERE account_id = ?", (account_id,))
        added = (
            "INSERT INTO device_keys (account_id, public_key, device_name, created_at)"
            " SELECT account_id, ?, ?, ? FROM accounts WHERE account_id = ?"
            " AND (SELECT count(*) FROM device_keys WHERE account_id = ?) < ? ON CONFLICT DO NOTHING",
            (key.key, key.name, key.created_at, account_id, account_id, KEYS_MAX),
        )
        await self._sql.together([alone, added])
        if not any(each.key == key.key for each in await self.list(account_id)):
            raise DeviceKeyRefused("DEVICE_KEYS_FULL")

    async def list(self, account_id: str) -> list[DeviceKey]:
        """Oldest first."""
        rows = await self._sql.run(
            "SELECT public_key, device_name, created_at FROM device_keys WHERE account_id = ?"
            " ORDER BY created_at, public_key",
            (account_id,),
        )
        return [DeviceKey(*row) for row in rows]

    async def remove(self, account_id: str, key: str) -> None:
        """Remove the key. At tables where its owner has a seat already it stays a key of the seat."""
        await self._sql.run("DELETE FROM device_keys WHERE account_id = ? AND public_key = ?", (account_id, key))
