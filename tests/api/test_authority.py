"""Every method of the contract with no token, a forged, an unsigned and an expired one.

test_authority_matrix.py has every kind of caller with a good one; tests/domain/table/test_authority.py every command of
the table.
"""

import json
import time

import grpc
import pytest
from joserfc import jwt
from joserfc.jwk import OKPKey

from services.accounts.tokens import ACCESS_S, Issuer, KeyRing
from services.main import running
from tests.api.api_kit import RUSSIA
from tests.api.conftest import settings
from tests.api.methods import EXAMPLES, METHODS, OK, PUBLIC, call, request
from tests.api.test_authority_matrix import rows
from turnledger import sign_in


def tokens(folder, account):
    """The value sent instead of a valid token, and the reason that comes back."""
    ring = KeyRing(folder / "keys")
    own = OKPKey.import_key(json.loads(max((folder / "keys").glob("*.jwk")).read_text()))
    stranger = OKPKey.generate_key("Ed25519", {"kid": own.kid})
    claims = {"iss": "turnledger", "sub": account, "iat": int(time.time()), "exp": int(time.time()) + 60}
    forged = jwt.encode({"alg": "Ed25519", "kid": own.kid}, claims, stranger, algorithms=["Ed25519"])
    unsigned = forged.rpartition(".")[0] + "."
    expired, _ = Issuer(ring).issue(account, int(time.time()) - ACCESS_S - 60)
    return {"": "TOKEN_MISSING", forged: "TOKEN_INVALID", unsigned: "TOKEN_INVALID", expired: "TOKEN_EXPIRED"}


@pytest.mark.slow
async def test_without_a_good_token_nobody_gets_anywhere_but_to_sign_in(tmp_path):
    expected = rows()
    async with running(settings(tmp_path, calls_per_s=10_000)) as server, sign_in(server.grpc, "Ann") as ann:
        game = await ann.create_table(RUSSIA)
        async with grpc.aio.insecure_channel(server.grpc) as channel:
            for token, reason in tokens(tmp_path, ann.account.account_id).items():
                for name in METHODS:
                    fields = EXAMPLES.get(name, {})
                    data = request(name, game.game_id, ann.account.account_id, fields).SerializeToString()
                    told = await call(channel, name, data, token)
                    if name in PUBLIC:
                        assert told == OK or told.reason == expected[name]["none"], name
                    else:
                        assert (told.code, told.reason) == (grpc.StatusCode.UNAUTHENTICATED, reason), name
