"""Tokens of an operator's own issuer: a local one, with real keys, signatures and HTTP."""

import asyncio
import hmac
import json
from base64 import urlsafe_b64encode
from functools import partial

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OKPKey, RSAKey

from services.accounts.account_storage import AccountStorage
from services.accounts.oidc import AGAIN_S, UNKNOWN_KEY_S, OidcIssuer
from services.accounts.proof import OwnerProof, ProofNeeded
from services.accounts.replacing import TokenRequest
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing, Unauthenticated
from services.accounts.with_issuer import FRESH_S, WithIssuerToken
from services.store import open_sql, open_store
from services.store.interface import StoreUnavailable
from tests.stores import new_sqlite

NAME, AUDIENCE = "https://login.example", "turnledger"
RSA = RSAKey.generate_key(2048, {"kid": "rsa", "use": "sig"})
EC = ECKey.generate_key("P-256", {"kid": "ec", "use": "sig"})
ED = OKPKey.generate_key("Ed25519", {"kid": "ed", "use": "sig"})
STRANGER = ECKey.generate_key("P-256", {"kid": "ec"})


class LocalIssuer:
    """Serves its key set; `status` for when it does not."""

    def __init__(self):
        self.keys, self.status, self.asked = [RSA, EC], 200, 0

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/keys"
        return self

    async def __aexit__(self, *_):
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        self.asked += 1
        body = json.dumps(KeySet(self.keys).as_dict(private=False)).encode()
        head = f"HTTP/1.1 {self.status} X\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        writer.close()


class Clock:
    def __init__(self):
        self.now = 1_800_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
async def login():
    async with LocalIssuer() as login:
        yield login


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def sql(tmp_path):
    store = open_store(new_sqlite(tmp_path / "events.db"))
    sql = open_sql(f"sqlite:///{tmp_path}/events.db")
    yield sql
    await sql.close()
    await store.close()


@pytest.fixture
async def sign_in(tmp_path, sql, login, clock):
    oidc = OidcIssuer(NAME, AUDIENCE, login.url, clock)
    return SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys", clock), clock=clock), clock, oidc)


@pytest.fixture
def token(clock):
    def token(key=RSA, alg="RS256", **claims):
        given = {"iss": NAME, "sub": "user-7", "aud": AUDIENCE, "iat": clock.now, "exp": clock.now + 600} | claims
        return jwt.encode({"alg": alg, "kid": key.kid}, given, key, algorithms=[alg])

    return token


async def test_a_subject_gets_an_account_at_its_first_call_and_keeps_it(sign_in, token):
    account_id = await sign_in.who(token())
    assert await sign_in.who(token(EC, "ES256", aud=["other", AUDIENCE])) == account_id
    assert not (await sign_in.account(account_id)).guest
    assert await sign_in.who(token(sub="user-8")) != account_id


async def test_calls_of_a_new_subject_at_the_same_moment_make_one_account(sign_in, token):
    accounts = await asyncio.gather(*(sign_in.who(token(jti=str(number))) for number in range(8)))
    assert len(set(accounts)) == 1


class CutOnce:
    """A connection that is lost when an account is to be kept for a subject for the first time."""

    def __init__(self, sql):
        self._sql, self.is_cut = sql, False

    async def run(self, statement, values=()):
        self._cut(statement)
        return await self._sql.run(statement, values)

    async def together(self, statements, *, only_if=None):
        for statement, _ in statements:
            self._cut(statement)
        return await self._sql.together(statements, only_if=only_if)

    def _cut(self, statement):
        if "INTO identities" in statement and not self.is_cut:
            self.is_cut = True
            raise StoreUnavailable("the connection is lost")


async def test_a_first_call_that_was_cut_does_not_keep_the_name_from_its_subject(sign_in, sql):
    sign_in._storage = AccountStorage(CutOnce(sql))
    with pytest.raises(StoreUnavailable):
        await sign_in.account_of_subject(NAME, "user-9", "Ann")
    account_id = await sign_in.account_of_subject(NAME, "user-9", "Ann")
    assert (await sign_in.account(account_id)).display_name == "Ann"
    assert await sql.run("SELECT count(*) FROM accounts") == [(1,)]


async def test_our_own_tokens_are_taken_beside_them(sign_in):
    guest, tokens = await sign_in.as_guest("Ann")
    assert await sign_in.who(tokens.access) == guest.account_id


@pytest.mark.parametrize(
    ("claims", "reason"),
    [
        ({"aud": "somebody else"}, "TOKEN_INVALID"),
        ({"sub": ""}, "TOKEN_INVALID"),
        ({"sub": 7}, "TOKEN_INVALID"),
        ({"iat": 1_800_000_100}, "TOKEN_INVALID"),
        ({"nbf": 1_800_000_100}, "TOKEN_INVALID"),
        ({"exp": "soon"}, "TOKEN_INVALID"),
        ({"exp": 1_799_999_900}, "TOKEN_EXPIRED"),
    ],
)
async def test_a_token_that_is_not_for_us_or_not_now_is_refused(sign_in, token, claims, reason):
    with pytest.raises(Unauthenticated, match=reason):
        await sign_in.who(token(**claims))


async def test_a_forged_token_is_refused(sign_in, token):
    head, claims, signature = token().split(".")
    by_hmac = urlsafe_b64encode(b'{"alg":"HS256","kid":"rsa"}').decode().rstrip("=") + f".{claims}"
    public = hmac.digest(RSA.as_pem(private=False), by_hmac.encode(), "sha256")
    forged = (
        token(STRANGER, "ES256"),
        f"{by_hmac}.{urlsafe_b64encode(public).decode().rstrip('=')}",
        f"{head}.{claims}.{signature[:-4]}AAAA",
        f"{head}.{claims}.",
        token(iss="https://evil.example"),
    )
    for each in forged:
        with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
            await sign_in.who(each)


async def test_a_new_key_of_the_issuer_is_found_but_nobody_makes_us_ask_all_the_time(sign_in, token, login, clock):
    await sign_in.who(token())
    login.keys = [ED]
    with pytest.raises(Unauthenticated):
        await sign_in.who(token(ED, "Ed25519"))
    assert login.asked == 1
    clock.now += UNKNOWN_KEY_S
    await sign_in.who(token(ED, "Ed25519"))
    assert login.asked == 2


async def test_a_revoked_account_needs_a_newer_token(sign_in, token, clock):
    old = token()
    await sign_in.revoke(TokenRequest(old, "r"))
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await sign_in.who(old)
    clock.now += 1
    await sign_in.who(token())


async def test_an_issuer_that_does_not_answer_is_no_verdict_on_the_token(sign_in, token, login):
    login.status = 500
    with pytest.raises(StoreUnavailable):
        await sign_in.who(token())


@pytest.mark.parametrize("sub", ["", 7, None, "a\0b", "x" * 256, "Анна", ["x"]])
async def test_a_subject_that_no_issuer_may_give_is_refused(sign_in, token, sub):
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await sign_in.who(token(sub=sub))


@pytest.mark.parametrize(
    "head", [{"crit": 5}, {"crit": ["b64"]}, {"alg": 5}, {"kid": {}}, {"alg": "ES256", "kid": "rsa"}]
)
async def test_an_odd_header_is_no_mistake_of_ours(sign_in, token, head):
    _, claims, signature = token().split(".")
    odd = urlsafe_b64encode(json.dumps({"alg": "RS256", "kid": "rsa"} | head).encode()).decode().rstrip("=")
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await sign_in.who(f"{odd}.{claims}.{signature}")


async def test_an_issuer_that_does_not_answer_is_not_asked_once_a_token(sign_in, token, login, clock):
    login.status = 500
    for number in range(5):
        with pytest.raises(StoreUnavailable):
            await sign_in.who(token(jti=str(number)))
    assert login.asked == 1
    clock.now += AGAIN_S
    login.status = 200
    await sign_in.who(token())


async def test_where_the_issuer_is_asked_for_no_codes_its_token_of_a_moment_ago_proves_the_owner(
    sign_in, sql, token, login, clock
):
    WithIssuerToken(OidcIssuer(NAME, AUDIENCE, login.url, clock), sign_in, AccountStorage(sql), clock)
    fresh = token(sub="Ann")
    ann = await sign_in.who(fresh)
    prove = partial(sign_in.prove, ann)
    await prove(OwnerProof(token=fresh))
    own = (await sign_in.on_device(ann, ""))[1].access
    for stolen in (own, token(sub="Eve"), token(sub="Ann", iat=clock() - FRESH_S - 60, exp=clock() + 600)):
        with pytest.raises(ProofNeeded):
            await prove(OwnerProof(token=stolen))
