"""Tokens: signed by keys of a folder that several processes share, renewed, and never trusted blindly."""

import json
import random
from base64 import urlsafe_b64encode
from collections import Counter

import pytest
from joserfc import jwt
from joserfc.jwk import OKPKey

from services.accounts.tokens import ACCESS_S, KEY_KEPT_S, KEY_SIGNS_S, Issuer, KeyRing, Unauthenticated, issuer_of


class Clock:
    def __init__(self):
        self.now = 1_800_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def process(tmp_path, clock):
    """Each call is another process, or the same after a restart: it knows only the folder."""
    return lambda: Issuer(KeyRing(tmp_path / "keys", clock), clock=clock)


def reason(issuer, token):
    with pytest.raises(Unauthenticated) as error:
        issuer.read(token)
    return error.value.reason


def test_a_token_is_read_by_its_issuer_after_a_restart_too(process, clock):
    token, expires_at = process().issue("ann")
    assert expires_at == clock.now + ACCESS_S
    assert process().read(token).account_id == "ann"


def test_a_second_process_signs_with_the_same_key(process, tmp_path):
    process().issue("ann")
    token, _ = process().issue("bob")
    assert len(list((tmp_path / "keys").glob("*.jwk"))) == 1
    assert process().read(token).account_id == "bob"


def test_keys_are_readable_by_their_owner_alone(process, tmp_path):
    process().issue("ann")
    (path,) = (tmp_path / "keys").glob("*.jwk")
    assert path.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o700


def test_a_key_signs_for_a_while_is_kept_for_its_tokens_and_then_goes(process, clock, tmp_path):
    old, _ = process().issue("ann")
    clock.now += KEY_SIGNS_S + 1
    new, _ = process().issue("bob")
    assert len(list((tmp_path / "keys").glob("*.jwk"))) == 2
    assert process().read(new).account_id == "bob"
    assert reason(process(), old) == "TOKEN_EXPIRED"
    clock.now += KEY_KEPT_S
    process().issue("cy")
    assert reason(process(), old) == "TOKEN_INVALID"


def test_a_leaked_key_that_was_taken_away_signs_no_more_and_its_tokens_end_once_there_is_another(process, tmp_path):
    running, restarted, folder = process(), process(), tmp_path / "keys"
    old, _ = running.issue("ann")
    (leaked,) = folder.iterdir()
    leaked.unlink()
    assert running.read(old).account_id == "ann"  # a folder that is unavailable for a moment signs no player out
    new, _ = restarted.issue("ann")
    assert (reason(running, old), reason(restarted, old)) == ("TOKEN_INVALID", "TOKEN_INVALID")
    again, _ = running.issue("ann")
    assert [restarted.read(token).account_id for token in (new, again)] == ["ann", "ann"]


def test_in_a_folder_that_cannot_be_written_the_newest_key_goes_on_signing_and_none_is_thrown_away(
    process, clock, tmp_path, monkeypatch
):
    process().issue("ann")
    (kept,) = (tmp_path / "keys").iterdir()
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root may write everywhere
    clock.now += KEY_KEPT_S + 1
    token, _ = process().issue("bob")
    assert list((tmp_path / "keys").iterdir()) == [kept]
    assert process().read(token).account_id == "bob"


def test_expired_tokens_are_refused(process, clock):
    token, _ = process().issue("ann")
    clock.now += ACCESS_S + 60
    assert reason(process(), token) == "TOKEN_EXPIRED"


def test_forged_tokens_are_refused(process, tmp_path):
    issuer = process()
    token, _ = issuer.issue("ann")
    head, body, signature = token.split(".")
    stolen_id = json.loads((next((tmp_path / "keys").glob("*.jwk"))).read_text())["kid"]
    thief = OKPKey.generate_key("Ed25519")
    claims = {"iss": "turnledger", "sub": "ann", "iat": 1, "exp": 9_999_999_999}
    forged = jwt.encode({"alg": "Ed25519", "kid": stolen_id}, claims, thief, algorithms=["Ed25519"])
    unsigned = "eyJhbGciOiJub25lIn0." + body + "."
    for wrong in (forged, unsigned, f"{head}.{body}.{signature[:-4]}AAAA", "", "a.b.c", "x" * 10_000):
        assert reason(issuer, wrong) == "TOKEN_INVALID"


@pytest.mark.parametrize("claims", [b"[" * 9_000, b'{"iss":' * 9_000, b"\xff", b"5", b""])
def test_of_claims_that_are_none_no_issuer_is_read(claims):
    assert issuer_of(f"a.{urlsafe_b64encode(claims).decode().rstrip('=')}.b") == ""


def encoded(part):
    return urlsafe_b64encode(part if isinstance(part, bytes) else json.dumps(part).encode()).decode().rstrip("=")


def signed(folder, header, claims):
    """Signed by the server's own key."""
    key = OKPKey.import_key(json.loads(next((folder / "keys").glob("*.jwk")).read_text()))
    header = header if isinstance(header, bytes) else {"alg": "Ed25519", "kid": key.kid} | header
    content = f"{encoded(header)}.{encoded(claims)}"
    return f"{content}.{encoded(key.private_key.sign(content.encode()))}"


GOOD = {"iss": "turnledger", "sub": "ann", "iat": 1_800_000_000, "exp": 1_800_000_600}
VALUES = (5, -1, None, True, "", "x", [], ["exp"], {}, {"a": 1}, 1e308, 10**400, "\ud800", "a\0b", "ключ")
HEADERS = ("alg", "kid", "crit", "b64", "typ", "cty", "zip", "jwk", "jku", "x5c", "x5u", "x5t", "enc", "epk", "url", "")
NESTED = (b"[" * 3_000, b'{"a":' * 30_000, b'{"sub":' * 900 + b"1" + b"}" * 900, b"\xff", b"null", b"5", b'"x"', b"")


def odd_tokens(folder, luck):
    """With a good signature and without one."""
    for _ in range(2_000):
        header = {luck.choice(HEADERS): luck.choice(VALUES) for _ in range(luck.randint(0, 2))}
        claims = GOOD | {luck.choice([*GOOD, "nbf", "jti"]): luck.choice(VALUES) for _ in range(luck.randint(0, 2))}
        yield signed(folder, header, claims)
        yield f"{encoded({'alg': 'Ed25519', 'kid': 'x'} | header)}.{encoded(claims)}.AA"
        yield "".join(luck.choice("..=-_aA0é\0 \ud800") for _ in range(luck.randint(0, 12)))
    for odd in NESTED:
        yield from (signed(folder, {}, odd), signed(folder, odd, GOOD), f"{encoded(odd)}.{encoded(odd)}.AA")


def test_whatever_a_token_holds_it_is_read_or_refused(process, tmp_path):
    """A `crit` that is not a list, deeply nested claims, invalid texts: no token causes an internal error."""
    issuer = process()
    issuer.issue("ann")
    assert issuer.read(signed(tmp_path, {}, GOOD)).account_id == "ann"
    outcomes = Counter()
    for token in odd_tokens(tmp_path, random.Random(5)):
        assert isinstance(issuer_of(token), str)
        try:
            outcomes[issuer.read(token).account_id] += 1
        except Unauthenticated as refused:
            outcomes[refused.reason] += 1
    assert set(outcomes) == {"ann", "x", "TOKEN_INVALID", "TOKEN_EXPIRED"}


@pytest.mark.parametrize("crit", [5, [], ["exp"], ["b64"], {}, "exp", None])
def test_a_token_with_an_extension_that_we_must_understand_is_refused(process, tmp_path, crit):
    issuer = process()
    issuer.issue("ann")
    assert reason(issuer, signed(tmp_path, {"crit": crit}, GOOD)) == "TOKEN_INVALID"
