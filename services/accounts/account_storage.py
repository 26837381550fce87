"""Accounts and their names, in SQL tables (services/store/migrations/)."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from services.accounts.account import Account, Device, NameRefused, UnknownAccount
from services.accounts.app_storage import AppStorage
from services.accounts.attempt_limiter import AttemptLimiter
from services.accounts.deletions import DeletionStorage, deletion
from services.accounts.device_keys import DeviceKeyStorage
from services.accounts.devices import DeviceStorage, signed_in
from services.accounts.personal_tokens import PersonalTokenStorage
from services.accounts.program_storage import ProgramStorage
from services.platform.confusables import skeletons
from services.platform.typed_text import name_key
from services.store.sql import AlreadyThere, Sql, Statement

NAME_KEPT_S = 30 * 24 * 60 * 60
"""How long the name of a deleted or renamed account stays reserved."""

_PAGE = 500
COLUMNS = "account_id, display_name, guest, created_at, tokens_from, password <> '', banned, program"


Subject: TypeAlias = tuple[str, str]
"""An issuer's name, and whom it means."""


class SubjectKnown(Exception):
    """The subject has the account `account_id` already."""

    def __init__(self, account_id: str) -> None:
        super().__init__(account_id)
        self.account_id = account_id


class AccountStorage:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql
        self.devices, self.tries, self.device_keys = DeviceStorage(sql), AttemptLimiter(sql), DeviceKeyStorage(sql)
        self.personal_tokens, self.apps = PersonalTokenStorage(sql), AppStorage(sql)
        self.programs, self.deletions = ProgramStorage(sql), DeletionStorage(sql)

    async def add(self, account: Account, subject: Subject | None = None) -> None:
        """Add an account, for a subject of another issuer perhaps, both or neither. Raises NameRefused, and
        SubjectKnown where the subject has an account."""
        added = (
            "INSERT INTO accounts (account_id, display_name, name_key, guest, created_at, tokens_from, program)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                *(account.account_id, account.display_name, name_key(account.display_name)),
                *(int(account.guest), account.created_at, account.tokens_from, int(account.program)),
            ),
        )
        statements = [added, *_take_name(account.account_id, account.display_name, account.created_at)]
        if subject is None:
            await self._name(account.display_name, statements)
            return
        kept = "INSERT INTO identities (issuer, subject, account_id) VALUES (?, ?, ?)"
        try:
            await self._name(account.display_name, [*statements, (kept, (*subject, account.account_id))])
        except NameRefused:
            if account_id := await self.identified(*subject):  # another call of the same subject was faster
                raise SubjectKnown(account_id) from None
            raise

    async def get(self, account_id: str) -> Account:
        """Raises UnknownAccount."""
        rows = await self._sql.run(f"SELECT {COLUMNS} FROM accounts WHERE account_id = ?", (account_id,))  # noqa: S608
        if not rows:
            raise UnknownAccount(account_id)
        return account_of(rows[0])

    async def name(self, account_id: str) -> str:
        """Empty for an account that is gone."""
        rows = await self._sql.run("SELECT display_name FROM accounts WHERE account_id = ?", (account_id,))
        return rows[0][0] if rows else ""

    async def rename(self, account_id: str, name: str, now: int) -> None:
        """The name so far stays the account's for a while, should it want it back; only the last one. Raises
        NameRefused."""
        await self._name(name, _renamed(account_id, name, now))

    async def take_looks(self, now: int) -> int:
        """Backfill the skeletons of names from before schema 12 (PostgreSQL) and 9 (SQLite), the oldest first, unless
        another account has the skeleton. Return how many had none."""
        found, after = 0, (0, "")
        while rows := await self._sql.run(
            "SELECT created_at, account_id, display_name FROM accounts WHERE (created_at, account_id) > (?, ?)"
            " AND NOT EXISTS (SELECT 1 FROM names WHERE names.account_id = accounts.account_id)"
            " ORDER BY created_at, account_id LIMIT ?",
            (*after, _PAGE),
        ):
            await self._sql.together(
                [each for _, account_id, name in rows for each in _taken_if_free(account_id, name, now)]
            )
            found, after = found + len(rows), (rows[-1][0], rows[-1][1])
        return found

    async def _name(self, name: str, statements: Sequence[Statement]) -> None:
        try:
            await self._sql.together(statements)
        except AlreadyThere as taken:
            raise NameRefused("NAME_TAKEN", name) from taken

    async def upgrade(self, account_id: str, name: str, password: str, now: int) -> None:
        """Set name and password together; the account is no longer a guest's. Raises NameRefused."""
        named = ("UPDATE accounts SET password = ?, guest = 0 WHERE account_id = ?", (password, account_id))
        await self._name(name, [*_renamed(account_id, name, now), named])

    async def replace_tokens(self, device: Device, refresh_token: str, tokens_from: int, password: str) -> None:
        """Signs the device in and all others of its account out; access tokens of before `tokens_from`, personal
        tokens and those of apps are worthless from now on. Sets the password, unless it is empty. All of it or
        nothing. Raises AlreadyThere for a device that was signed in before."""
        account_id = device.account_id
        # The account's row comes first: of two at the same moment the second waits for it, and sees what the first did.
        later = (
            "UPDATE accounts SET tokens_from = CASE WHEN tokens_from > ? THEN tokens_from ELSE ? END"
            " WHERE account_id = ?"
        )
        changed = ("UPDATE accounts SET password = ? WHERE account_id = ?", (password, account_id))
        await self._sql.together(
            [
                (later, (tokens_from, tokens_from, account_id)),
                *([changed] if password else []),
                signed_in(device, refresh_token),
                ("DELETE FROM devices WHERE account_id = ? AND device_id <> ?", (account_id, device.device_id)),
                *_tokens_of_programs(account_id),
            ]
        )

    async def reset_password(self, account_id: str, password: str, now: int) -> None:
        """Sets the password, signs out all devices and removes all passkeys and tokens of programs and apps: any may be
        a thief's. Access tokens of before now are worthless."""
        changed = (
            "UPDATE accounts SET password = ?, tokens_from = CASE WHEN tokens_from > ? THEN tokens_from ELSE ? END"
            " WHERE account_id = ?"
        )
        await self._sql.together(
            [
                (changed, (password, now, now, account_id)),
                ("DELETE FROM devices WHERE account_id = ?", (account_id,)),
                ("DELETE FROM passkeys WHERE account_id = ?", (account_id,)),
                *_tokens_of_programs(account_id),
            ]
        )

    async def password(self, name: str) -> tuple[str, str] | None:
        """Account and kept password of a display name."""
        rows = await self._sql.run(
            "SELECT account_id, password FROM accounts WHERE name_key = ? AND password <> ''", (name_key(name),)
        )
        return (rows[0][0], rows[0][1]) if rows else None

    async def password_of(self, account_id: str) -> str:
        """The account's kept password; empty for none."""
        rows = await self._sql.run("SELECT password FROM accounts WHERE account_id = ?", (account_id,))
        return rows[0][0] if rows else ""

    async def hash_again(self, account_id: str, kept: str, password: str) -> None:
        """Replace a stored password by another hash of it, unless it has changed meanwhile."""
        await self._sql.run(
            "UPDATE accounts SET password = ? WHERE account_id = ? AND password = ?", (password, account_id, kept)
        )

    async def identified(self, issuer: str, subject: str) -> str | None:
        """The account of another issuer's subject."""
        rows = await self._sql.run(
            "SELECT account_id FROM identities WHERE issuer = ? AND subject = ?", (issuer, subject)
        )
        return rows[0][0] if rows else None

    async def link(self, issuer: str, subject: str, account_id: str) -> None:
        """Link the subject to this account, which is then no longer a guest's, unless the subject or the account is
        linked otherwise."""
        mine = "SELECT 1 FROM identities WHERE account_id = ? AND issuer = ?"
        kept = (
            "INSERT INTO identities (issuer, subject, account_id) SELECT ?, ?, account_id FROM accounts"  # noqa: S608
            f" WHERE account_id = ? AND NOT EXISTS ({mine}) ON CONFLICT DO NOTHING",
            (issuer, subject, account_id, account_id, issuer),
        )
        named = (
            f"UPDATE accounts SET guest = 0 WHERE account_id = ? AND EXISTS ({mine} AND subject = ?)",  # noqa: S608
            (account_id, account_id, issuer, subject),
        )
        await self._sql.together([kept, named])

    async def is_linked(self, issuer: str, account_id: str) -> bool:
        rows = await self._sql.run(
            "SELECT 1 FROM identities WHERE account_id = ? AND issuer = ? LIMIT 1", (account_id, issuer)
        )
        return bool(rows)

    async def delete(self, account_id: str, now: int) -> None:
        """Keep the name of the account reserved for a while, and note that the account has to be looked at again."""
        kept = _nobodys(account_id, now)
        tables = (
            *("devices", "device_keys", "identities", "recovery_codes", "passkeys", "passkey_challenges"),
            *("personal_tokens", "app_codes", "app_devices", "app_grants", "accounts"),
        )
        gone = [(f"DELETE FROM {table} WHERE account_id = ?", (account_id,)) for table in tables]  # noqa: S608
        entry = ("DELETE FROM programs WHERE program_id = ?", (account_id,))
        await self._sql.together([kept, entry, *gone, deletion(account_id)])


def _tokens_of_programs(account_id: str) -> list[Statement]:
    """End personal tokens and sign-ins of apps."""
    tables = ("personal_tokens", "app_codes", "app_devices", "app_grants")
    return [(f"DELETE FROM {table} WHERE account_id = ?", (account_id,)) for table in tables]  # noqa: S608


def taken_from(account_id: str, name: str, now: int) -> list[Statement]:
    """Another name for an account whose name so far it cannot take back."""
    return [_nobodys(account_id, now), *_take_name(account_id, name, now), _called(account_id, name)]


def _nobodys(account_id: str, now: int) -> Statement:
    return "UPDATE names SET account_id = '', until = ? WHERE account_id = ?", (now + NAME_KEPT_S, account_id)


def _called(account_id: str, name: str) -> Statement:
    return (
        "UPDATE accounts SET display_name = ?, name_key = ? WHERE account_id = ?",
        (name, name_key(name), account_id),
    )


def _renamed(account_id: str, name: str, now: int) -> list[Statement]:
    given_up = ("DELETE FROM names WHERE account_id = ? AND until > 0", (account_id,))
    kept = ("UPDATE names SET until = ? WHERE account_id = ?", (now + NAME_KEPT_S, account_id))
    return [given_up, kept, *_take_name(account_id, name, now), _called(account_id, name)]


def _take_name(account_id: str, name: str, now: int) -> list[Statement]:
    """Takes what the name looks like, for an account that there is; others' looks are in the way."""
    statements: list[Statement] = []
    for look in _hashed_looks(name):
        statements += [
            (
                "DELETE FROM names WHERE look = ? AND (account_id = ? OR (until > 0 AND until <= ?))",
                (look, account_id, now),
            ),
            (
                "INSERT INTO names (look, account_id, until)"
                " SELECT ?, account_id, 0 FROM accounts WHERE account_id = ?",
                (look, account_id),
            ),
        ]
    return statements


def _taken_if_free(account_id: str, name: str, now: int) -> list[Statement]:
    statements: list[Statement] = []
    for look in _hashed_looks(name):
        statements += [
            ("DELETE FROM names WHERE look = ? AND until > 0 AND until <= ?", (look, now)),
            (
                "INSERT INTO names (look, account_id, until) SELECT ?, account_id, 0 FROM accounts"
                " WHERE account_id = ? AND display_name = ? ON CONFLICT DO NOTHING",
                (look, account_id, name),
            ),
        ]
    return statements


def _hashed_looks(name: str) -> list[str]:
    """Return the rows always in the same order, so that two transactions never wait for each other."""
    return sorted(sha256(look.encode()).hexdigest() for look in skeletons(name))


def account_of(row: Any) -> Account:
    account_id, display_name, guest, created_at, tokens_from, has_password, banned, program = row
    return Account(
        account_id,
        display_name,
        bool(guest),
        created_at,
        tokens_from,
        bool(has_password),
        bool(banned),
        bool(program),
    )
