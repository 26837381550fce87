"""Signed notes (https://c2sp.org/signed-note) and cosignatures (https://c2sp.org/tlog-cosignature).

A note is a text followed by signature lines. A signer is a name and a key of a kind: Ed25519 over the text (logs),
Ed25519 or ML-DSA-44 over the text or the tree and a moment (witnesses).
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey, MLDSA44PublicKey
from msgspec import Struct

ED25519, COSIGNED_ED25519, COSIGNED_ML_DSA = 0x01, 0x04, 0x06
KEY_BYTES = {ED25519: 32, COSIGNED_ED25519: 32, COSIGNED_ML_DSA: 1312}
NOTE_BYTES_MAX, SIGNATURES_MAX = 256 * 1024, 100
_ID_BYTES, _TIME_BYTES = 4, 8
_TIME_MAX = 2**63 - 1
_CONTROL = re.compile(rb"[\x00-\x09\x0b-\x1f]")
_NAME = re.compile(r"[^\s+]+")
_VKEY = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})")
_DASH = "— "


class MalformedNote(ValueError):
    """The text does not have the specified form."""


class Signature(Struct, frozen=True):
    """A line below a note."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def line(self) -> bytes:
        return f"{_DASH}{self.name} {b64encode(self.key_id + self.signature).decode()}\n".encode()


class Note(Struct, frozen=True):
    """`text` ends with a line feed."""

    text: bytes
    signatures: tuple[Signature, ...]

    @property
    def content(self) -> bytes:
        return self.text + b"\n" + b"".join(each.line for each in self.signatures)


class Key(Struct, frozen=True):
    """A verifier key (vkey)."""

    name: str
    kind: int
    public: bytes

    @property
    def key_id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + bytes((self.kind,)) + self.public).digest()[:_ID_BYTES]

    @property
    def vkey(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{b64encode(bytes((self.kind,)) + self.public).decode()}"

    def is_by(self, signature: Signature) -> bool:
        """Return whether the signature names this key."""
        return (signature.name, signature.key_id) == (self.name, self.key_id)


def is_name(text: str) -> bool:
    """Return whether the name is valid for a key."""
    return _NAME.fullmatch(text) is not None and text.isprintable()


def read_note(content: bytes) -> Note:
    """Raises MalformedNote."""
    if len(content) > NOTE_BYTES_MAX or _CONTROL.search(content):
        raise MalformedNote("a note is short, and has no control characters")
    text, blank, below = content.rpartition(b"\n\n")
    if not blank or not below.endswith(b"\n"):
        raise MalformedNote("a note is a text, an empty line, and lines of signatures")
    try:
        content.decode()
        lines = below.decode().removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise MalformedNote("a note is UTF-8") from error
    if len(lines) > SIGNATURES_MAX:
        raise MalformedNote(f"at most {SIGNATURES_MAX} signatures")
    return Note(text + b"\n", tuple(map(read_signature, lines)))


def read_signature(line: str) -> Signature:
    """Raises MalformedNote."""
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not is_name(name):
        raise MalformedNote("not a line of a signature")
    signed = decoded(encoded)
    if len(signed) <= _ID_BYTES:
        raise MalformedNote("a signature is longer")
    return Signature(name, signed[:_ID_BYTES], signed[_ID_BYTES:])


def decoded(text: str) -> bytes:
    """Base 64 as RFC 4648, section 4 has it, in its one spelling. Raises MalformedNote."""
    try:
        found = b64decode(text, validate=True)
    except (NotBase64, ValueError) as error:
        raise MalformedNote("not base 64") from error
    if b64encode(found).decode() != text:
        raise MalformedNote("base 64 in another spelling")
    return found


def read_vkey(text: str) -> Key:
    """Raises MalformedNote."""
    parts = _VKEY.fullmatch(text)
    if not parts:
        raise MalformedNote(f"no verifier key: {text[:80]!r}")
    material = decoded(parts[3])
    key = Key(parts[1], material[0], material[1:])
    if KEY_BYTES.get(key.kind) != len(key.public):
        raise MalformedNote(f"a key of a kind that this program does not know: {text[:80]!r}")
    if key.key_id.hex() != parts[2]:
        raise MalformedNote(f"the id is not that of the key: {text[:80]!r}")
    return key


def is_signed(note: Note, key: Key) -> bool:
    """Return whether a log of kind ED25519 has signed the note. A line that names the key but does not verify makes it
    False, whatever the other lines say."""
    own = [each for each in note.signatures if key.is_by(each)]
    return bool(own) and all(_checks(key, note.text, each.signature) for each in own)


def cosigned_at(note: Note, key: Key, tree: "Tree") -> int | None:
    """Return when a witness cosigned the tree, in seconds since 1970 UTC; None if it has not. `tree`: from the text."""
    for each in note.signatures:
        if key.is_by(each) and len(each.signature) > _TIME_BYTES:
            at = int.from_bytes(each.signature[:_TIME_BYTES])
            signature = each.signature[_TIME_BYTES:]
            if 0 < at <= _TIME_MAX and _checks(key, cosigned_message(key, note.text, tree, at), signature):
                return at
    return None


class Tree(Struct, frozen=True):
    """The content of a checkpoint."""

    origin: str
    size: int
    root: bytes


class Signer:
    """A private key with its name. `kind`: of KEY_BYTES; `seed`: 32 bytes."""

    def __init__(self, name: str, kind: int, seed: bytes) -> None:
        self._private: Ed25519PrivateKey | MLDSA44PrivateKey = (
            MLDSA44PrivateKey.from_seed_bytes(seed)
            if kind == COSIGNED_ML_DSA
            else Ed25519PrivateKey.from_private_bytes(seed)
        )
        self.key = Key(name, kind, self._private.public_key().public_bytes_raw())
        self._seed = seed

    @property
    def stored(self) -> str:
        """The key in the form that its owner stores."""
        material = b64encode(bytes((self.key.kind,)) + self._seed).decode()
        return f"PRIVATE+KEY+{self.key.name}+{self.key.key_id.hex()}+{material}"

    def sign(self, text: bytes) -> Signature:
        """A log's signature of a note."""
        assert self.key.kind == ED25519
        return Signature(self.key.name, self.key.key_id, self._private.sign(text))

    def cosign(self, text: bytes, tree: Tree, at: int) -> Signature:
        """A witness's, at a moment: seconds since 1970 UTC."""
        signature = self._private.sign(cosigned_message(self.key, text, tree, at))
        return Signature(self.key.name, self.key.key_id, at.to_bytes(_TIME_BYTES) + signature)


def read_signer(stored: str) -> Signer:
    """Raises MalformedNote."""
    vkey = stored.strip().removeprefix("PRIVATE+KEY+")
    parts = _VKEY.fullmatch(vkey)
    if not parts or vkey == stored.strip():
        raise MalformedNote("not a private key")
    material = decoded(parts[3])
    if material[0] not in KEY_BYTES or len(material) != 33:  # a kind and a seed
        raise MalformedNote("a private key of a kind that this program does not know")
    signer = Signer(parts[1], material[0], material[1:])
    if signer.key.key_id.hex() != parts[2]:
        raise MalformedNote("the id is not that of the key")
    return signer


def cosigned_message(key: Key, text: bytes, tree: Tree, at: int) -> bytes:
    """Return the bytes that a witness signs."""
    if key.kind == COSIGNED_ED25519:
        return b"cosignature/v1\ntime %d\n%b" % (at, text)
    name, origin = key.name.encode(), tree.origin.encode()
    named = b"subtree/v1\n\0" + bytes((len(name),)) + name + at.to_bytes(8) + bytes((len(origin),)) + origin
    return named + (0).to_bytes(8) + tree.size.to_bytes(8) + tree.root


def _checks(key: Key, message: bytes, signature: bytes) -> bool:
    try:
        if key.kind == COSIGNED_ML_DSA:
            MLDSA44PublicKey.from_public_bytes(key.public).verify(signature, message)
        else:
            Ed25519PublicKey.from_public_bytes(key.public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def unique(signatures: Sequence[Signature]) -> tuple[Signature, ...]:
    """One a key, the last that came."""
    return tuple({(each.name, each.key_id): each for each in signatures}.values())
