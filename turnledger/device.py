"""A device's key: it signs its player's commands, so that no other party can have given them
(docs/history-format.md)."""

from hashlib import sha256

from turnledger.v1 import play_pb2

_COMMAND, _OWNED = "turnledger/device/1", "turnledger/device-key/1"


class DeviceMismatch(Exception):
    """The server wants something else to be signed than was sent, or at another place. Nothing was signed."""


class Device:
    """An Ed25519 key (RFC 8032). `private`: its 32 bytes, as `private_bytes` gave them; without them it is a new one.
    Keep them as you keep a password."""

    def __init__(self, private: bytes | None = None) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # 30 ms, for programs that sign

        self._key = Ed25519PrivateKey.from_private_bytes(private) if private else Ed25519PrivateKey.generate()

    @property
    def private_bytes(self) -> bytes:
        return self._key.private_bytes_raw()

    @property
    def public_key(self) -> str:
        """64 hexadecimal digits."""
        return self._key.public_key().public_bytes_raw().hex()

    def proof(self, account_id: str) -> str:
        """Return the proof that the key belongs to this account: AddDeviceKeyRequest.proof."""
        return self._signed(_OWNED, account_id)

    def sign(
        self, game_id: str, account_id: str, request_id: str, to_sign: play_pb2.ToSign
    ) -> play_pb2.DeviceSignature:
        """Signs whatever it is given: look at it first, as signing.py does."""
        digest = sha256(to_sign.command.encode()).hexdigest()
        place = (game_id, account_id, str(to_sign.version), to_sign.chain, request_id)
        signature = self._signed(_COMMAND, *place, digest)
        return play_pb2.DeviceSignature(key=self.public_key, version=to_sign.version, signature=signature)

    def _signed(self, *parts: str) -> str:
        return self._key.sign("\0".join(parts).encode()).hex()
