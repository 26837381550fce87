"""Signing in with the operator's issuer: a real provider in a process of its own, the browser an HTTP client."""

import asyncio
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from services.accounts.account_storage import AccountStorage
from services.accounts.code_flow import Client, Code, CodeFlow
from services.accounts.oidc import IssuerUnavailable, OidcIssuer
from services.accounts.proof import OwnerProof, ProofNeeded
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing, Unauthenticated
from services.accounts.with_issuer import LinkRefused, WithIssuer
from services.store import open_sql, open_store
from services.store.interface import StoreUnavailable
from tests.issuer import CLIENT, NAME, SECRET, OpenIdProvider

pytestmark = [pytest.mark.servers, pytest.mark.slow]
BACK = "http://127.0.0.1/page"


@pytest.fixture(scope="module")
def provider():
    with OpenIdProvider(BACK) as started:
        yield started


@pytest.fixture
async def house(tmp_path, provider):
    store, sql = (open_(f"sqlite:///{tmp_path}/events.db") for open_ in (open_store, open_sql))
    accounts, oidc = AccountStorage(sql), OidcIssuer(provider.url, "", f"{provider.url}/keys")
    sign_in = SignIn(accounts, Issuer(KeyRing(tmp_path / "keys")), oidc=oidc)
    yield WithIssuer(CodeFlow(oidc, Client(CLIENT, NAME, SECRET)), sign_in, accounts), sign_in
    await sql.close()
    await store.close()


async def brought(flow, who):
    """The data that a browser brings back after `who` has signed in at the issuer."""
    verifier, nonce = secrets.token_urlsafe(32), secrets.token_urlsafe(8)
    challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
    asked = {"response_type": "code", "client_id": CLIENT, "redirect_uri": BACK, "scope": "openid", "state": "s"}
    asked |= {"nonce": nonce, "code_challenge": challenge, "code_challenge_method": "S256"}
    place = (await flow.endpoints()).authorization_endpoint
    async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
        assert (await http.get(place, params=asked)).status_code == 200
        answer = await http.get(f"{flow.issuer}/allow", params=asked | {"who": who})
    (code,) = parse_qs(urlsplit(answer.headers["location"]).query)["code"]
    return Code(code, verifier, BACK, nonce)


async def test_a_person_gets_one_account_with_the_name_it_likes_and_our_own_tokens(house):
    with_issuer, sign_in = house
    ann, tokens = await with_issuer.sign_in(await brought(with_issuer.flow, "Ann"), "laptop")
    assert (ann.display_name, ann.guest) == ("Ann", False)
    assert await sign_in.who(tokens.access) == ann.account_id
    again, _ = await with_issuer.sign_in(await brought(with_issuer.flow, "Ann"), "phone")
    assert again.account_id == ann.account_id
    assert sorted(device.name for device in await sign_in.devices(ann.account_id)) == ["laptop", "phone"]


async def test_a_name_that_somebody_has_or_nobody_may_have_is_replaced(house):
    with_issuer, sign_in = house
    await sign_in.as_guest("Bob")
    for name in ("bob", "admin", "x" * 40):
        account, _ = await with_issuer.sign_in(await brought(with_issuer.flow, name))
        assert account.display_name.startswith("Guest ")


async def test_a_code_is_good_once_and_only_for_who_began_it(house):
    with_issuer, _ = house
    code = await brought(with_issuer.flow, "Ann")
    await with_issuer.sign_in(code)
    fresh = [await brought(with_issuer.flow, "Ann") for _ in range(3)]
    stolen = [
        code,
        Code(fresh[0].code, secrets.token_urlsafe(32), BACK, fresh[0].nonce),
        Code(fresh[1].code, fresh[1].verifier, BACK + "/elsewhere", fresh[1].nonce),
        Code(fresh[2].code, fresh[2].verifier, BACK, "of another sign-in"),
        Code("made up", fresh[2].verifier, BACK, ""),
    ]
    for each in stolen:
        with pytest.raises(Unauthenticated, match="ISSUER_REFUSED"):
            await with_issuer.sign_in(each)


async def test_a_guest_who_is_linked_is_none_any_more_and_comes_back_to_its_account(house):
    with_issuer, sign_in = house
    guest, _ = await sign_in.as_guest("Cyd")
    linked = await with_issuer.link(guest.account_id, await brought(with_issuer.flow, "someone"), OwnerProof())
    assert (linked.account_id, linked.display_name, linked.guest) == (guest.account_id, "Cyd", False)
    assert await with_issuer.is_linked(guest.account_id)
    again, _ = await with_issuer.sign_in(await brought(with_issuer.flow, "someone"))
    assert again.account_id == guest.account_id
    relinked = await with_issuer.link(guest.account_id, await brought(with_issuer.flow, "someone"), OwnerProof())
    assert relinked == again


async def test_a_person_has_one_account_and_an_account_one_person(house):
    with_issuer, sign_in = house
    ann, _ = await with_issuer.sign_in(await brought(with_issuer.flow, "Ann"))
    guest, _ = await sign_in.as_guest("Dan")
    with pytest.raises(LinkRefused, match="ISSUER_TAKEN"):
        await with_issuer.link(guest.account_id, await brought(with_issuer.flow, "Ann"), OwnerProof())
    assert (await sign_in.account(guest.account_id)).guest
    with pytest.raises(LinkRefused, match="ALREADY_LINKED"):
        await with_issuer.link(ann.account_id, await brought(with_issuer.flow, "Eve"), OwnerProof())
    assert not await with_issuer.is_linked(guest.account_id)


async def test_an_account_with_a_password_is_linked_by_who_knows_it(house):
    with_issuer, sign_in = house
    guest, _ = await sign_in.as_guest("Fay")
    await sign_in.upgrade(guest.account_id, "Fay", "a long password")
    code = await brought(with_issuer.flow, "fay")
    with pytest.raises(Unauthenticated, match="NAME_OR_PASSWORD_WRONG"):
        await with_issuer.link(guest.account_id, code, OwnerProof("not the one"))
    assert not await with_issuer.is_linked(guest.account_id)
    linked = await with_issuer.link(guest.account_id, code, OwnerProof("a long password"))
    assert linked.has_password, "the code was not spent by the wrong one"


async def test_many_links_at_the_same_moment_link_one_account(house):
    with_issuer, sign_in = house
    guests = [(await sign_in.as_guest(""))[0].account_id for _ in range(4)]
    codes = [await brought(with_issuer.flow, "Gil") for _ in guests]
    tried = [with_issuer.link(guest, code, OwnerProof()) for guest, code in zip(guests, codes, strict=True)]
    results = await asyncio.gather(*tried, return_exceptions=True)
    assert [isinstance(each, LinkRefused) for each in results].count(False) == 1
    assert [(await sign_in.account(guest)).guest for guest in guests].count(False) == 1


async def test_no_token_of_the_issuer_itself_is_taken_where_no_audience_is_set(house, provider):
    with_issuer, sign_in = house
    code = await brought(with_issuer.flow, "Ann")
    async with httpx.AsyncClient(
        trust_env=False, auth=httpx.BasicAuth(CLIENT, "a%20secret%2Fwith%3A%20100%2525%20signs")
    ) as http:
        given = {"code": code.code, "code_verifier": code.verifier, "redirect_uri": BACK}
        token = (await http.post(f"{provider.url}/token", data=given)).json()["id_token"]
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await sign_in.who(token)


async def test_an_issuer_that_is_away_or_another_one_is_no_verdict_on_anybody(house, provider):
    with_issuer, _ = house
    oidc = OidcIssuer(f"{provider.url}/", "", f"{provider.url}/keys")
    with pytest.raises(IssuerUnavailable, match="publishes"):
        await CodeFlow(oidc, Client(CLIENT, NAME, SECRET)).endpoints()
    away = OidcIssuer("http://127.0.0.1:9", "", "http://127.0.0.1:9/keys")
    with pytest.raises(StoreUnavailable):
        await CodeFlow(away, Client(CLIENT, NAME)).person(await brought(with_issuer.flow, "Ann"))


async def test_an_account_of_the_issuer_alone_proves_itself_by_a_fresh_code_of_its_person(house):
    with_issuer, sign_in = house
    ann, _ = await with_issuer.sign_in(await brought(with_issuer.flow, "Ann"))
    with pytest.raises(ProofNeeded) as needed:
        await sign_in.prove(ann.account_id, OwnerProof())
    assert needed.value.ways == ("ISSUER",)
    with pytest.raises(Unauthenticated, match="ISSUER_REFUSED"):
        await sign_in.prove(ann.account_id, OwnerProof(code=await brought(with_issuer.flow, "Eve")))
    code = await brought(with_issuer.flow, "Ann")
    await sign_in.prove(ann.account_id, OwnerProof(code=code))
    with pytest.raises(Unauthenticated, match="ISSUER_REFUSED"):
        await sign_in.prove(ann.account_id, OwnerProof(code=code))
