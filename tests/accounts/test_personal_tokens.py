"""Personal tokens on SQLite and on PostgreSQL: what is stored, how many there may be, and how they end."""

import pytest

from services.accounts.account_storage import AccountStorage
from services.accounts.personal_tokens import PREFIX, TOKENS_MAX, USE_S, PersonalTokensFull
from services.accounts.proof import OwnerProof
from services.accounts.replacing import TokenRequest
from services.accounts.sign_in import Bearer, SignIn
from services.accounts.tokens import Issuer, KeyRing, Unauthenticated
from services.platform.callers import HERE

READ = frozenset({"games:read"})
NO_PROOF = OwnerProof()
PASSWORD = "correct horse"
pytestmark = pytest.mark.usefixtures("quick_passwords")


class Time:
    def __init__(self):
        self.now_s = 1_800_000_000.0

    def __call__(self):
        return self.now_s


class House:
    """An account with a sign-in, and a second process on the same store."""

    def __init__(self, sql, folder):
        self.sql, self.time = sql, Time()
        keys = KeyRing(folder / "keys", self.time)
        self.sign_in, self.other = (
            SignIn(AccountStorage(sql), Issuer(keys, clock=self.time), self.time) for _ in range(2)
        )

    async def enter(self):
        self.ann, self.tokens = await self.sign_in.as_guest("Ann")
        return self

    async def token(self, *, lifetime_s=3_600, scopes=READ, proof=NO_PROOF, name="bot"):
        return await self.sign_in.create_personal_token(self.ann.account_id, name, scopes, lifetime_s, proof, HERE)

    async def listed(self):
        return await self.sign_in.personal_tokens(self.ann.account_id)


@pytest.fixture
async def house(sql, tmp_path):
    return await House(sql, tmp_path).enter()


async def test_personal_token_calls_as_its_owner_with_its_scopes_alone(house):
    secret, token = await house.token()
    for process in (house.sign_in, house.other):
        assert await process.bearer(secret) == Bearer(house.ann.account_id, READ)
    assert (await house.sign_in.bearer(house.tokens.access)).scopes is None
    assert [each.token_id for each in await house.listed()] == [token.token_id]


async def test_store_has_the_digest_of_a_personal_token_and_never_the_token(house):
    secret, _ = await house.token()
    assert secret.startswith(PREFIX)
    assert len(secret) >= 40
    (row,) = await house.sql.run("SELECT * FROM personal_tokens")
    assert not any(secret.removeprefix(PREFIX) in str(value) for value in tuple(row))


async def test_personal_token_ends_when_it_expires(house):
    secret, _ = await house.token(lifetime_s=3_600)
    await house.sign_in.bearer(secret)
    house.time.now_s += 3_600
    with pytest.raises(Unauthenticated, match="TOKEN_EXPIRED"):
        await house.sign_in.bearer(secret)
    assert len(await house.listed()) == 1
    await house.token(name="next")
    assert [each.name for each in await house.listed()] == ["next"]


async def test_revoked_personal_token_ends_here_at_once_and_elsewhere_within_a_minute(house):
    secret, token = await house.token()
    for process in (house.sign_in, house.other):
        await process.bearer(secret)
    await house.sign_in.revoke_personal_token("another account", token.token_id)
    assert await house.listed()
    await house.sign_in.revoke_personal_token(house.ann.account_id, token.token_id)
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await house.sign_in.bearer(secret)
    house.time.now_s += 61
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        await house.other.bearer(secret)


async def test_account_has_a_bounded_number_of_personal_tokens(house):
    storage, account = AccountStorage(house.sql).personal_tokens, house.ann.account_id
    for number in range(TOKENS_MAX):
        await storage.create(account, f"{number}", READ, int(house.time()), 3_600)
    with pytest.raises(PersonalTokensFull):
        await storage.create(account, "one more", READ, int(house.time()), 3_600)
    assert len(await house.listed()) == TOKENS_MAX


async def test_new_personal_token_of_a_named_account_needs_its_password(house):
    await house.sign_in.upgrade(house.ann.account_id, "Ann", PASSWORD)
    for proof in (OwnerProof(), OwnerProof("not the one")):
        with pytest.raises(Unauthenticated, match="NAME_OR_PASSWORD_WRONG"):
            await house.token(proof=proof)
    secret, _ = await house.token(proof=OwnerProof(PASSWORD))
    assert (await house.sign_in.bearer(secret)).account_id == house.ann.account_id


async def test_last_use_of_a_personal_token_is_stored_to_the_hour(house):
    secret, _ = await house.token(lifetime_s=10 * USE_S)
    assert [each.used_at for each in await house.listed()] == [0]
    first = int(house.time())
    await house.sign_in.bearer(secret)
    house.time.now_s += USE_S - 1
    await house.sign_in.bearer(secret)
    assert [each.used_at for each in await house.listed()] == [first]
    house.time.now_s += 61
    await house.sign_in.bearer(secret)
    assert [each.used_at for each in await house.listed()] == [first + USE_S + 60]


@pytest.mark.parametrize("end", ["revoke", "reset", "delete"])
async def test_personal_tokens_end_with_all_other_tokens_of_the_account(house, end):
    secret, _ = await house.token()
    await house.other.bearer(secret)
    if end == "revoke":
        await house.sign_in.revoke(TokenRequest(house.tokens.access, "request"))
    elif end == "reset":
        await house.sign_in.come_back(house.ann.account_id, "kept", "telephone")
    else:
        await house.sign_in.delete(house.ann.account_id)
    house.time.now_s += 61
    for process in (house.sign_in, house.other):
        with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
            await process.bearer(secret)


async def test_banned_owner_is_shut_out_with_a_personal_token_too(house):
    secret, _ = await house.token()
    await house.sql.run("UPDATE accounts SET banned = 1 WHERE account_id = ?", (house.ann.account_id,))
    with pytest.raises(Unauthenticated, match="BANNED"):
        await house.sign_in.bearer(secret)
