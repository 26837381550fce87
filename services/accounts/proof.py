"""Fresh proofs that the owner of an account asks, and not a thief with a stolen access token (decision 35)."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from services.accounts.code_flow import Code


class OwnerProof(Struct, frozen=True):
    """The proofs that came with one call. `passkey_json`: AuthenticationResponseJSON. `code`: the issuer's. `token`:
    the access token of the call itself, which proves something only where the issuer gave it a moment ago."""

    password: str = ""
    passkey_json: str = ""
    code: Code | None = None
    token: str = ""

    @property
    def is_tried(self) -> bool:
        """Return whether the proof has a passkey's answer or a code, which count as an attempt like a password."""
        return bool(self.passkey_json) or self.code is not None


class ProofNeeded(Exception):
    """The account has no password, and the call brought none of the proofs that it could. `ways`: PASSKEY, ISSUER."""

    def __init__(self, ways: Sequence[str]) -> None:
        super().__init__(*ways)
        self.ways = tuple(ways)


class Prover(Protocol):
    """One way in to which an owner can be asked to prove it. `way` is its word in ProofNeeded."""

    way: str

    async def is_way_of(self, account_id: str) -> bool:
        """Return whether the account is signed in to this way."""

    async def proves(self, account_id: str, proof: OwnerProof) -> bool:
        """Return whether the call brought this proof. Raises Unauthenticated where it did and the proof is wrong."""
