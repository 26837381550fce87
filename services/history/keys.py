"""The Ed25519 keys that sign histories: one signs, the older ones stay published so that old files verify.

Kept as a JSON Web Key Set (RFC 7517, RFC 8037) whose first key signs. A key's id is its thumbprint (RFC 7638).
"""

import json
import os
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey

from domain.history.file import Keys
from domain.kernel.device_keys import is_weak
from services.platform.private_files import create_once, write_file


class Ed25519Signer:
    """The key that signs now."""

    def __init__(self, key: OKPKey) -> None:
        self.key = key.thumbprint()
        private = key.get_op_key("sign")
        assert isinstance(private, Ed25519PrivateKey), "a signing key is an Ed25519 key with its private part"
        self.sign: Callable[[bytes], bytes] = private.sign


class SigningKeys:
    """Keys in order of age, the newest first; only the newest has to have its private part."""

    def __init__(self, keys: tuple[OKPKey, ...]) -> None:
        assert keys, "there is a key that signs"
        self._keys = keys
        self.signer = Ed25519Signer(keys[0])
        self.keys: Keys = {key.thumbprint(): _checker(key) for key in keys}

    @classmethod
    def fresh(cls) -> "SigningKeys":
        return cls((OKPKey.generate_key("Ed25519"),))

    @classmethod
    def from_secrets(cls, *secrets: str) -> "SigningKeys":
        """The keys whose private keys are the SHA-256 of these texts: for simulations and tests."""
        return cls(tuple(_from_seed(sha256(secret.encode()).digest()) for secret in secrets))

    @classmethod
    def at(cls, path: Path) -> "SigningKeys":
        """Return the keys in that file, which only its owner can read; or a new key. Processes that
        create one at the same moment all get the first one."""
        if not path.exists():
            create_once(path, cls.fresh()._file())
        return cls(_keys(json.loads(path.read_text())))

    def rotated(self) -> "SigningKeys":
        """A new key signs from now on. The private part of the last one is gone, its signatures still verify."""
        return SigningKeys((OKPKey.generate_key("Ed25519"), *map(_public, self._keys)))

    def published(self) -> dict[str, Any]:
        """Return the public key set, to be given to all verifiers."""
        return _published(self._keys)

    def save(self, path: Path) -> None:
        """Replaces the file at once, so that no reader finds half of it."""
        new = path.with_suffix(f".{token_hex(8)}")
        try:
            write_file(new, self._file())
            os.replace(new, path)
        finally:
            new.unlink(missing_ok=True)

    def _file(self) -> bytes:
        """Return the key set with its private parts."""
        entries = [_entry(key, private=key.is_private) for key in self._keys]
        return json.dumps({"keys": entries}, indent=1).encode()


class WrongKeySet(ValueError):
    """`code`: docs/history-format.md."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(f"{code}: {says}")
        self.code = code


def published_keys(key_set: Mapping[str, Any]) -> Keys:
    """Check a published key set. Raises ValueError for a malformed one, WrongKeySet for one that proves nothing."""
    return {key.thumbprint(): _checker(key) for key in _keys(key_set)}


def without_secrets(key_set: Mapping[str, Any]) -> dict[str, Any]:
    """Return the key set in its public form. Raises ValueError for a malformed one."""
    return _published(_keys(key_set))


def _published(keys: tuple[OKPKey, ...]) -> dict[str, Any]:
    return {"keys": [_entry(key, private=False) for key in keys]}


def _keys(key_set: Mapping[str, Any]) -> tuple[OKPKey, ...]:
    try:
        entries = [each for each in key_set["keys"] if each["crv"] == "Ed25519"]
        keys = tuple(OKPKey.import_key(each) for each in entries)
    except (KeyError, TypeError, ValueError, JoseError) as error:
        raise ValueError(f"not a key set of Ed25519 keys: {error!r}") from error
    ids = set[str]()
    for entry, key in zip(entries, keys, strict=True):
        key_id = key.thumbprint()
        if entry.get("kid", key_id) != key_id:
            raise WrongKeySet("KEY_ID", f"{entry['kid']!r:.80} is not the thumbprint of its key, {key_id}")
        if key_id in ids:
            raise WrongKeySet("KEY_DOUBLED", f"the key {key_id} stands there twice")
        if is_weak(_public_bytes(key)):
            raise WrongKeySet(
                "KEY_WEAK", f"of the key {key_id} every signature may be: no point, or one of small order"
            )
        ids.add(key_id)
    return keys


def _from_seed(seed: bytes) -> OKPKey:
    pem = Ed25519PrivateKey.from_private_bytes(seed).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return OKPKey.import_key(pem)


def _public(key: OKPKey) -> OKPKey:
    return OKPKey.import_key(key.as_dict(private=False))


def _entry(key: OKPKey, *, private: bool) -> dict[str, Any]:
    return {**key.as_dict(private=private), "kid": key.thumbprint(), "use": "sig", "alg": "EdDSA"}


def _public_bytes(key: OKPKey) -> bytes:
    return _public_part(key).public_bytes_raw()


def _public_part(key: OKPKey) -> Ed25519PublicKey:
    public = key.get_op_key("verify")
    assert isinstance(public, Ed25519PublicKey), "only Ed25519 keys are taken up"
    return public


def _checker(key: OKPKey) -> Callable[[bytes, bytes], bool]:
    public = _public_part(key)

    def is_signed(message: bytes, signature: bytes) -> bool:
        try:
            public.verify(signature, message)
        except InvalidSignature:
            return False
        return True

    return is_signed
