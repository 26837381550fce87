"""The signature below an exported file, whatever the file holds."""

from msgspec import UnsetType

from domain.history.adjudicate import Fault, Wrong
from domain.history.file import Keys


def check_signature(key: str, signature: str | UnsetType, message: bytes, keys: Keys) -> None:
    """`message`: the bytes that are signed. Raises Wrong."""
    if key not in keys:
        raise Wrong(Fault("KEY_UNKNOWN", "format", f"signed with {key!r}, which is not in the key set"))
    if not signature or not keys[key](message, bytes.fromhex(signature)):
        raise Wrong(Fault("SIGNATURE", "format", f"not what the key {key} signed"))
