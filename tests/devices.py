"""Devices of players in tests: Ed25519 keys that follow from a name."""

from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.kernel.device_keys import DeviceSignature


class Device:
    def __init__(self, name):
        self._private = Ed25519PrivateKey.from_private_bytes(sha256(f"device of {name}".encode()).digest())
        self.key = self._private.public_key().public_bytes_raw().hex()

    def sign(self, message):
        return self._private.sign(message).hex()

    def signed(self, message):
        return DeviceSignature(self.key, self.sign(message))


def message(game_id, actor, version, link, request_id, command):
    """Return the bytes to sign by docs/history-format.md, not by the program under test."""
    digest = sha256(command).hexdigest()
    return "\0".join(("turnledger/device/1", game_id, actor, str(version), link, request_id, digest)).encode()
