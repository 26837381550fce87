"""The proofs of an owner that a request carries."""

from services.accounts.code_flow import Code
from services.accounts.proof import OwnerProof
from services.api.gate.gate import Call
from turnledger.v1 import accounts_pb2, notifications_pb2

Proving = (
    accounts_pb2.AddDeviceKeyRequest
    | accounts_pb2.AddPasskeyRequest
    | accounts_pb2.CreatePersonalTokenRequest
    | accounts_pb2.DeleteMeRequest
    | accounts_pb2.LinkIssuerRequest
    | accounts_pb2.MakeRecoveryCodesRequest
    | notifications_pb2.SetTargetRequest
)


def owner_proof(request: Proving, call: Call) -> OwnerProof:
    """Read the password or the fresh proof of a request that changes a way into the caller's account."""
    given = request.owner_proof
    code = issuer_code(given.issuer_code) if given.WhichOneof("proof") == "issuer_code" else None
    return OwnerProof(request.password, given.passkey_json, code, call.token)


def issuer_code(code: accounts_pb2.IssuerCode) -> Code:
    """Read what a browser brought back from the issuer."""
    return Code(code.authorization_code, code.code_verifier, code.redirect_url, code.nonce)
