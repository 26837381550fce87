"""An authenticator with discoverable passkeys, written from https://www.w3.org/TR/webauthn-3/ (6.1, 6.5.4, 8.7)."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40
ES256, EC2, P256 = -7, 2, 1


def b64(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    """An authenticator with the browser around it. `counts`: whether it counts its signatures."""

    origin: str = "https://play.example.org"
    counts: bool = False
    flags: int = PRESENT | VERIFIED
    count: int = 0
    keys: dict = field(default_factory=dict)
    """Credential id -> user handle and private key."""

    def make(self, options, **changes):
        """RegistrationResponseJSON. `changes`: of the client data."""
        asked, private, passkey_id = json.loads(options), generate_private_key(SECP256R1()), token_bytes(16)
        assert asked["authenticatorSelection"]["residentKey"] == "required"
        assert ES256 in [each["alg"] for each in asked["pubKeyCredParams"]]
        assert b64(passkey_id) not in [each["id"] for each in asked["excludeCredentials"]]
        self.keys[passkey_id] = (unb64(asked["user"]["id"]), private)
        point = private.public_key().public_numbers()
        key = {1: EC2, 3: ES256, -1: P256, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(passkey_id).to_bytes(2, "big") + passkey_id + cbor2.dumps(key)
        data = self._data(asked["rp"]["id"], WITH_KEY) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = self._client_data("webauthn.create", asked, changes)
        return _credential(passkey_id, {"clientDataJSON": b64(client_data), "attestationObject": b64(attestation)})

    def show(self, options, passkey_id=None, handle=None, **changes):
        """AuthenticationResponseJSON, with the newest passkey if none is named."""
        asked = json.loads(options)
        passkey_id = passkey_id or list(self.keys)[-1]
        own_handle, private = self.keys[passkey_id]
        self.count += self.counts
        data = self._data(asked["rpId"])
        client_data = self._client_data("webauthn.get", asked, changes)
        signature = private.sign(data + sha256(client_data).digest(), ECDSA(SHA256()))
        shown = {"clientDataJSON": b64(client_data), "authenticatorData": b64(data), "signature": b64(signature)}
        return _credential(passkey_id, shown | {"userHandle": b64(handle if handle is not None else own_handle)})

    def _data(self, party_id, more=0):
        return sha256(party_id.encode()).digest() + bytes([self.flags | more]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind, asked, changes):
        said = {"type": kind, "challenge": asked["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(said | changes).encode()


def _credential(passkey_id, response):
    named = {"id": b64(passkey_id), "rawId": b64(passkey_id), "type": "public-key"}
    return json.dumps(named | {"response": response, "clientExtensionResults": {}})
