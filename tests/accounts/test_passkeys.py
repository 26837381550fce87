"""Passkeys: whose they are, what is asked before one counts, and what is never taken."""

import json
import random
import time
from contextlib import suppress

import pytest

from services.accounts.account import UnknownAccount
from services.accounts.account_storage import AccountStorage
from services.accounts.attempt_limiter import TRIES
from services.accounts.passkey_storage import CHALLENGE_MS, NOBODY, PASSKEYS_MAX, PasskeyStorage
from services.accounts.passkeys import Party, PasskeyRefused, Passkeys
from services.accounts.proof import OwnerProof, ProofNeeded
from services.accounts.recovery import RecoveryCodes
from services.accounts.sign_in import SignIn
from services.accounts.staff import Staff
from services.accounts.tokens import Issuer, KeyRing, Unauthenticated
from services.api.accounts import Accounts
from services.api.gate.gate import Call
from services.api.gate.request_checks import check
from services.main.passkeys import party_of
from services.platform.rate_limiter import TooFast
from services.settings import BadSettings, from_environment
from tests.accounts.authenticator import PRESENT, VERIFIED, Authenticator, b64, unb64
from turnledger.v1 import accounts_pb2

PASSWORD = "correct horse"
PARTY = Party("play.example.org", ("https://play.example.org", "https://beta.play.example.org"))
pytestmark = pytest.mark.usefixtures("quick_passwords")


class Clock:
    def __init__(self):
        self.now = time.time()

    def __call__(self):
        self.now += 0.01
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def sign_in(sql, clock, tmp_path):
    return SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")), clock)


@pytest.fixture
def passkeys(sql, sign_in, clock):
    return Passkeys(sql, sign_in, PARTY, clock)


@pytest.fixture
def phone():
    return Authenticator()


@pytest.fixture
def add(passkeys, clock):
    async def add(account_id, authenticator, password="", name="telephone", by=None):
        """`by`: the authenticator and passkey of an account without a password that has some already."""
        clock.now += 1
        made = authenticator.make(await passkeys.begin(account_id))
        proof = OwnerProof(password)
        if by:
            proof = OwnerProof(passkey_json=by[0].show(await passkeys.begin_sign_in(), by[1]))
        return await passkeys.add(account_id, made, name, proof)

    return add


async def guest(sign_in, name="Ann"):
    return (await sign_in.as_guest(name))[0].account_id


async def refused(passkeys, credential):
    with pytest.raises(Unauthenticated, match="PASSKEY_WRONG"):
        await passkeys.sign_in(credential)


async def not_proven(passkeys, account_id, credential):
    with pytest.raises(PasskeyRefused, match="PASSKEY_NOT_PROVEN"):
        await passkeys.add(account_id, credential, "", OwnerProof())
    assert await passkeys.of(account_id) == []


async def test_a_guest_keeps_its_account_with_a_passkey_and_signs_in_with_it_elsewhere(passkeys, sign_in, add, phone):
    ann = await guest(sign_in)
    account, (kept,) = await add(ann, phone)
    assert (account.account_id, account.guest, account.has_password, kept.name) == (ann, False, False, "telephone")
    found, tokens = await passkeys.sign_in(phone.show(await passkeys.begin_sign_in()), "tablet")
    assert (found.account_id, await sign_in.who(tokens.access)) == (ann, ann)
    assert "tablet" in [each.name for each in await sign_in.devices(ann)]
    assert (await passkeys.of(ann))[0].used_at > 0


async def test_a_passkey_of_many_accounts_signs_in_to_the_one_that_its_person_chooses(passkeys, sign_in, add, phone):
    accounts = [await guest(sign_in, name) for name in ("Ann", "Bob")]
    for each in accounts:
        await add(each, phone)
    for account_id, passkey_id in zip(accounts, list(phone.keys), strict=True):
        found, _ = await passkeys.sign_in(phone.show(await passkeys.begin_sign_in(), passkey_id))
        assert found.account_id == account_id


async def test_a_challenge_is_good_once(passkeys, sign_in, add, phone):
    ann = await guest(sign_in)
    options = await passkeys.begin(ann)
    await passkeys.add(ann, phone.make(options), "", OwnerProof())
    newest = next(iter(phone.keys))
    proof = OwnerProof(passkey_json=phone.show(await passkeys.begin_sign_in(), newest))
    with pytest.raises(PasskeyRefused, match="PASSKEY_NOT_PROVEN"):
        await passkeys.add(ann, phone.make(options), "", proof)
    shown = phone.show(await passkeys.begin_sign_in(), newest)
    await passkeys.sign_in(shown)
    await refused(passkeys, shown)


async def test_a_challenge_that_was_answered_wrongly_is_no_longer_good(passkeys, sign_in, add, phone):
    await add(await guest(sign_in), phone)
    options = await passkeys.begin_sign_in()
    await refused(passkeys, phone.show(options, origin="https://evil.example"))
    await refused(passkeys, phone.show(options))


async def test_a_challenge_ends_after_five_minutes(passkeys, sign_in, add, phone, clock):
    ann, bob = await guest(sign_in), await guest(sign_in, "Bob")
    await add(ann, phone)
    made, shown = Authenticator().make(await passkeys.begin(bob)), phone.show(await passkeys.begin_sign_in())
    clock.now += CHALLENGE_MS / 1000
    await refused(passkeys, shown)
    await not_proven(passkeys, bob, made)
    made, shown = Authenticator().make(await passkeys.begin(bob)), phone.show(await passkeys.begin_sign_in())
    clock.now += CHALLENGE_MS / 1000 - 1
    await passkeys.sign_in(shown)
    await passkeys.add(bob, made, "", OwnerProof())


async def test_a_challenge_is_good_for_what_it_was_given_for_alone(passkeys, sign_in, add, phone):
    ann, bob = await guest(sign_in), await guest(sign_in, "Bob")
    await add(ann, phone)
    await not_proven(passkeys, bob, Authenticator().make(await passkeys.begin(ann)))
    challenge = json.loads(await passkeys.begin(bob))["challenge"]
    await refused(passkeys, phone.show(await passkeys.begin_sign_in(), challenge=challenge))
    challenge = json.loads(await passkeys.begin_sign_in())["challenge"]
    await not_proven(passkeys, bob, Authenticator().make(await passkeys.begin(bob), challenge=challenge))


@pytest.mark.parametrize(
    "changes",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://play.example.org"},
        {"origin": "https://play.example.org.evil.example"},
        {"challenge": b64(b"x" * 32)},
        {"type": "webauthn.other"},
    ],
)
async def test_what_was_said_elsewhere_or_to_something_else_is_refused(passkeys, sign_in, add, phone, changes):
    ann, bob = await guest(sign_in), await guest(sign_in, "Bob")
    await add(ann, phone)
    await refused(passkeys, phone.show(await passkeys.begin_sign_in(), **changes))
    await not_proven(passkeys, bob, Authenticator().make(await passkeys.begin(bob), **changes))


async def test_every_origin_of_the_settings_is_ours(passkeys, sign_in, add):
    beta = Authenticator(origin="https://beta.play.example.org")
    ann = await guest(sign_in)
    await add(ann, beta)
    assert (await passkeys.sign_in(beta.show(await passkeys.begin_sign_in())))[0].account_id == ann


async def test_a_passkey_of_another_domain_is_refused(passkeys, sql, sign_in, add, phone, clock):
    ann = await guest(sign_in)
    other = Passkeys(sql, sign_in, Party("example.org", PARTY.origins), clock)
    await not_proven(passkeys, ann, phone.make(await other.begin(ann)))
    await add(ann, phone)
    await refused(passkeys, phone.show(await other.begin_sign_in()))


@pytest.mark.parametrize("flags", [0, PRESENT, VERIFIED])
async def test_its_person_must_be_there_and_be_the_owner(passkeys, sign_in, add, phone, flags):
    ann, bob = await guest(sign_in), await guest(sign_in, "Bob")
    await add(ann, phone)
    phone.flags = flags
    await refused(passkeys, phone.show(await passkeys.begin_sign_in()))
    await not_proven(passkeys, bob, phone.make(await passkeys.begin(bob)))


async def test_another_accounts_passkey_signs_in_to_nobody_elses(passkeys, sign_in, add, phone):
    ann, bob = await guest(sign_in), await guest(sign_in, "Bob")
    await add(ann, phone)
    eve = Authenticator()
    await add(bob, eve)
    await refused(passkeys, eve.show(await passkeys.begin_sign_in(), handle=ann.encode()))
    await refused(passkeys, eve.show(await passkeys.begin_sign_in(), handle=b""))
    ((stolen, _),) = phone.keys.items()
    eve.keys[stolen] = (ann.encode(), next(iter(eve.keys.values()))[1])
    await refused(passkeys, eve.show(await passkeys.begin_sign_in(), stolen))


async def test_a_passkey_is_one_accounts(passkeys, sign_in, add, phone):
    ann, bob = await guest(sign_in), await guest(sign_in, "Bob")
    await add(ann, phone)
    ((taken, _),) = phone.keys.items()
    made = json.loads(Authenticator().make(await passkeys.begin(bob)))
    raw = made["response"]["attestationObject"]
    from_own = json.loads(Cloned(taken).make(await passkeys.begin(bob)))
    assert raw != from_own["response"]["attestationObject"]
    with pytest.raises(PasskeyRefused, match="PASSKEY_TAKEN"):
        await passkeys.add(bob, json.dumps(from_own), "", OwnerProof())
    assert (await sign_in.account(bob)).guest
    assert (await passkeys.sign_in(phone.show(await passkeys.begin_sign_in())))[0].account_id == ann


async def test_a_clone_is_found_by_its_count(passkeys, sign_in, add):
    ann, phone = await guest(sign_in), Authenticator(counts=True)
    await add(ann, phone)
    for _ in range(2):
        await passkeys.sign_in(phone.show(await passkeys.begin_sign_in()))
    clone = Authenticator(counts=True, keys=phone.keys, count=phone.count - 1)
    await refused(passkeys, clone.show(await passkeys.begin_sign_in()))
    silent = Authenticator(keys=phone.keys)
    await refused(passkeys, silent.show(await passkeys.begin_sign_in()))
    await passkeys.sign_in(phone.show(await passkeys.begin_sign_in()))


async def test_of_two_with_the_same_count_at_the_same_moment_one_signs_in(sql, passkeys, sign_in, add):
    ann, phone = await guest(sign_in), Authenticator(counts=True)
    await add(ann, phone)
    (kept,), storage = await passkeys.of(ann), PasskeyStorage(sql)
    assert [await storage.used(kept, 1, 1), await storage.used(kept, 1, 1)] == [True, False]


async def test_who_has_a_password_gives_it_before_a_passkey_is_added(passkeys, sign_in, add, phone):
    """A stolen access token must not become a way in that lasts."""
    ann = await guest(sign_in)
    await sign_in.upgrade(ann, "Anna", PASSWORD)
    made = phone.make(await passkeys.begin(ann))
    with pytest.raises(Unauthenticated, match="NAME_OR_PASSWORD_WRONG"):
        await passkeys.add(ann, made, "", OwnerProof("wrong password"))
    assert (await passkeys.add(ann, made, "", OwnerProof(PASSWORD)))[0].has_password


async def test_the_last_way_in_stays(passkeys, sign_in, add, phone):
    ann, bob = await guest(sign_in), await guest(sign_in, "Bob")
    await sign_in.upgrade(bob, "Robert", PASSWORD)
    _, (first,) = await add(ann, phone)
    with pytest.raises(PasskeyRefused, match="LAST_PASSKEY"):
        await passkeys.remove(ann, first.passkey_id)
    _, (_, second) = await add(ann, Authenticator(), by=(phone, next(iter(phone.keys))))
    assert await passkeys.remove(bob, first.passkey_id) == [], "one's own alone"
    assert len(await passkeys.of(ann)) == 2
    assert await passkeys.remove(ann, first.passkey_id) == [second]
    assert await passkeys.remove(ann, first.passkey_id) == [second]
    await refused(passkeys, phone.show(await passkeys.begin_sign_in()))
    _, (of_bob,) = await add(bob, Authenticator(), PASSWORD)
    assert await passkeys.remove(bob, of_bob.passkey_id) == [], "there is a password"


async def test_an_account_has_ten_at_most(passkeys, sign_in, add):
    ann = await guest(sign_in)
    await sign_in.upgrade(ann, "Anna", PASSWORD)
    for _ in range(PASSKEYS_MAX):
        await add(ann, Authenticator(), PASSWORD)
    with pytest.raises(PasskeyRefused, match="PASSKEYS_FULL"):
        await add(ann, Authenticator(), PASSWORD)
    assert len(await passkeys.of(ann)) == PASSKEYS_MAX


async def test_challenges_that_wait_are_bounded(sql, passkeys, sign_in, monkeypatch):
    monkeypatch.setattr("services.accounts.passkey_storage.STRANGERS_MAX", 20)
    ann = await guest(sign_in)
    for _ in range(30):
        await passkeys.begin(ann)
        await passkeys.begin_sign_in()
    counted = dict(await sql.run("SELECT account_id, count(*) FROM passkey_challenges GROUP BY account_id"))
    assert counted == {ann: 5, NOBODY: 20}


async def test_the_store_holds_no_challenge_that_could_be_answered(sql, passkeys):
    challenge = json.loads(await passkeys.begin_sign_in())["challenge"]
    rows = await sql.run("SELECT challenge_sha256 FROM passkey_challenges")
    assert (len(rows), challenge in str(rows)) == (1, False)


async def test_who_comes_back_by_a_code_leaves_no_passkey_behind(sql, passkeys, sign_in, add, phone):
    """It may belong to a thief."""
    account, thief = await sign_in.as_guest("Ann")
    ann = account.account_id
    await add(ann, phone)
    codes = await RecoveryCodes(sql).make(ann)
    assert len(codes) == 10
    assert await sign_in.who(thief.access) == ann
    await sign_in.come_back(ann, await sign_in.new_password(PASSWORD), "")
    with pytest.raises(Unauthenticated, match="TOKEN_REVOKED"):
        await sign_in.who(thief.access)
    assert await passkeys.of(ann) == []
    await refused(passkeys, phone.show(await passkeys.begin_sign_in()))


async def test_who_was_shut_out_or_is_gone_does_not_sign_in(sql, passkeys, sign_in, add, phone):
    ann = await guest(sign_in)
    await add(ann, phone)
    await sql.run("UPDATE accounts SET banned = 1 WHERE account_id = ?", (ann,))
    with pytest.raises(Unauthenticated, match="BANNED"):
        await passkeys.sign_in(phone.show(await passkeys.begin_sign_in()))
    await passkeys.begin(ann)
    await sign_in.delete(ann)
    await refused(passkeys, phone.show(await passkeys.begin_sign_in()))
    assert await sql.run("SELECT 1 FROM passkeys") == []
    with pytest.raises(UnknownAccount):
        await passkeys.begin(ann)


async def test_any_bytes_are_refused_and_nothing_else(passkeys, sign_in, add, phone):
    """A browser's answer with a part of it changed, cut or doubled."""
    draws, ann, bob = random.Random(7), await guest(sign_in), await guest(sign_in, "Bob")
    await add(ann, phone)
    for what in ("", "{}", "[]", "1", "[" * 9_000, '{"id":1}', "ж"):
        await refused(passkeys, what)
        await not_proven(passkeys, bob, what)
    for _ in range(150):
        shown, made = phone.show(await passkeys.begin_sign_in()), Authenticator().make(await passkeys.begin(bob))
        await refused(passkeys, spoilt(shown, draws, "authenticatorData"))
        with suppress(PasskeyRefused, ProofNeeded):  # no party signs it: a key of other bytes is one that cannot sign
            await passkeys.add(bob, spoilt(made, draws, "attestationObject"), "", OwnerProof())


def spoilt(credential, draws, part):
    said = json.loads(credential)
    text = said["response"][part]
    place, to = draws.randrange(len(text) - 8), draws.choice(["A", "_", "", "zz", "9999", "AAAAAAAA"])
    said["response"][part] = text[:place] + to + text[place + draws.choice([1, 2, 8]) :]
    if said["response"][part] == text:
        said["response"][part] = text[:-4]
    return json.dumps(said)


class Cloned(Authenticator):
    """An answer that gives its key the name of another's."""

    def __init__(self, passkey_id):
        super().__init__()
        self._wanted = passkey_id

    def make(self, options, **changes):
        made = json.loads(super().make(options, **changes))
        own = list(self.keys)[-1]
        attestation = unb64(made["response"]["attestationObject"]).replace(own, self._wanted)
        made["response"]["attestationObject"] = b64(attestation)
        made["id"] = made["rawId"] = b64(self._wanted)
        return json.dumps(made)


async def test_over_the_wire_each_acts_on_its_own_account_alone(sql, passkeys, sign_in, phone):
    servicer, ann, bob = Accounts(sign_in, Staff(sql), None, None, None, passkeys, None), await guest(sign_in), "bob"
    begun = await servicer.begin_passkey(accounts_pb2.BeginPasskeyRequest(), Call(ann, 0.0))
    asked = accounts_pb2.AddPasskeyRequest(credential_json=phone.make(begun.options_json), passkey_name="telephone")
    added = await servicer.add_passkey(asked, Call(ann, 0.0))
    (kept,) = added.passkeys
    assert (added.account.account_id, added.account.guest, kept.passkey_name) == (ann, False, "telephone")
    assert kept.HasField("create_time")
    assert not kept.HasField("use_time")
    begun = await servicer.begin_passkey_sign_in(accounts_pb2.BeginPasskeySignInRequest(), Call("", 0.0))
    shown = accounts_pb2.SignInWithPasskeyRequest(credential_json=phone.show(begun.options_json), device_name="tablet")
    signed_in = await servicer.sign_in_with_passkey(shown, Call("", 0.0))
    assert (signed_in.account.account_id, await sign_in.who(signed_in.tokens.access_token)) == (ann, ann)
    for account, left in ((bob, 0), (ann, 1)):
        listed = await servicer.list_passkeys(accounts_pb2.ListPasskeysRequest(), Call(account, 0.0))
        assert [each.HasField("use_time") for each in listed.passkeys] == [True] * left
    gone = accounts_pb2.RemovePasskeyRequest(passkey_id=kept.passkey_id)
    assert list((await servicer.remove_passkey(gone, Call(bob, 0.0))).passkeys) == []
    assert len(await passkeys.of(ann)) == 1


def test_what_browsers_give_is_not_too_long_for_a_request():
    check(accounts_pb2.AddPasskeyRequest(credential_json="x" * 16_000))
    check(accounts_pb2.SignInWithPasskeyRequest(credential_json="x" * 16_000))
    check(accounts_pb2.RemovePasskeyRequest(passkey_id=b64(b"x" * 1023)))


@pytest.mark.parametrize(
    ("given", "party"),
    [
        ({}, None),
        ({"PUBLIC_URL": "https://play.example.org"}, Party("play.example.org", ("https://play.example.org",))),
        ({"PUBLIC_URL": "http://localhost:8080"}, Party("localhost", ("http://localhost:8080",))),
        ({"PUBLIC_URL": "http://127.0.0.1:8080"}, None),
        ({"PUBLIC_URL": "http://play.lan"}, None),
        (
            {"PUBLIC_URL": "https://play.example.org", "PASSKEY_ID": "example.org"},
            Party("example.org", ("https://play.example.org",)),
        ),
        (
            {"PASSKEY_ID": "example.org", "PASSKEY_ORIGINS": f"https://a.example.org,android:apk-key-hash:{'x' * 43}"},
            Party("example.org", ("https://a.example.org", f"android:apk-key-hash:{'x' * 43}")),
        ),
    ],
)
def test_the_relying_party_is_what_the_settings_say(given, party):
    assert party_of(from_environment({f"TURNLEDGER_{name}": value for name, value in given.items()})) == party


@pytest.mark.parametrize(
    "given",
    [
        {"PASSKEY_ID": "example.org"},
        {"PASSKEY_ORIGINS": "https://example.org"},
        {"PASSKEY_ID": "127.0.0.1", "PASSKEY_ORIGINS": "https://127.0.0.1"},
        {"PASSKEY_ID": "example.org", "PASSKEY_ORIGINS": "https://evil-example.org"},
        {"PASSKEY_ID": "example.org", "PASSKEY_ORIGINS": "http://example.org"},
        {"PASSKEY_ID": "example.org", "PASSKEY_ORIGINS": "https://example.org/"},
        {"PASSKEY_ID": "other.org", "PUBLIC_URL": "https://play.example.org"},
    ],
)
def test_a_relying_party_that_no_browser_takes_is_refused(given):
    with pytest.raises(BadSettings, match="TURNLEDGER_PASSKEY_"):
        party_of(from_environment({f"TURNLEDGER_{name}": value for name, value in given.items()}))


async def test_without_a_relying_party_there_are_no_passkeys(sql, sign_in):
    none = Passkeys(sql, sign_in, None)
    for ask in (none.begin("ann"), none.add("ann", "{}", "", ""), none.begin_sign_in(), none.sign_in("{}")):
        with pytest.raises(PasskeyRefused, match="NO_PASSKEYS"):
            await ask


@pytest.mark.parametrize("bring", ["nothing", "a password", "another's passkey", "an old answer"])
async def test_a_stolen_token_adds_no_passkey_to_an_account_without_a_password(
    passkeys, sign_in, add, phone, clock, bring
):
    ann, eve = await guest(sign_in), await guest(sign_in, "Eve")
    await add(ann, phone)
    thief = Authenticator()
    await add(eve, thief)
    made = Authenticator().make(await passkeys.begin(ann))
    proof = OwnerProof("" if bring == "nothing" else PASSWORD)
    if bring == "another's passkey":
        proof = OwnerProof(passkey_json=thief.show(await passkeys.begin_sign_in()))
    if bring == "an old answer":
        shown = phone.show(await passkeys.begin_sign_in())
        await passkeys.sign_in(shown)
        proof = OwnerProof(passkey_json=shown)
    with pytest.raises(ProofNeeded if proof.passkey_json == "" else Unauthenticated):
        await passkeys.add(ann, made, "", proof)
    assert len(await passkeys.of(ann)) == 1


async def test_every_change_of_a_way_in_asks_an_account_without_a_password_for_its_passkey(
    passkeys, sign_in, add, phone, sql
):
    ann = await guest(sign_in)
    await add(ann, phone)
    with pytest.raises(ProofNeeded) as needed:
        await sign_in.prove(ann, OwnerProof())
    assert needed.value.ways == ("PASSKEY",)
    shown = phone.show(await passkeys.begin_sign_in())
    await sign_in.prove(ann, OwnerProof(passkey_json=shown))
    with pytest.raises(Unauthenticated, match="PASSKEY_WRONG"):
        await sign_in.prove(ann, OwnerProof(passkey_json=shown))


async def test_an_account_with_a_password_may_prove_itself_by_its_passkey_too(passkeys, sign_in, add, phone):
    ann = await guest(sign_in)
    await sign_in.upgrade(ann, "Anna", PASSWORD)
    await add(ann, phone, PASSWORD)
    await sign_in.prove(ann, OwnerProof(passkey_json=phone.show(await passkeys.begin_sign_in())))
    with pytest.raises(Unauthenticated, match="NAME_OR_PASSWORD_WRONG"):
        await sign_in.prove(ann, OwnerProof())


async def test_wrong_passkeys_count_as_tries_of_the_account(passkeys, sign_in, add, phone):
    ann = await guest(sign_in)
    await add(ann, phone)
    for _ in range(TRIES):
        with pytest.raises(Unauthenticated):
            await sign_in.prove(ann, OwnerProof(passkey_json="{}"))
    with pytest.raises(TooFast):
        await sign_in.prove(ann, OwnerProof(passkey_json="{}"))
