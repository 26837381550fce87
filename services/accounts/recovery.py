"""Codes that an owner writes down, each good once to get back in without the password: eighty random bits, of which the
hash is kept."""

import secrets
from base64 import b32encode
from hashlib import sha256

from services.platform.typed_text import name_key
from services.store.sql import Sql

CODES = 10
_BYTES, _PART = 10, 4
_TYPED = str.maketrans("018", "OIB")
"""Characters that no code contains, and the characters that they are read as."""


class RecoveryCodes:
    """Every method raises StoreUnavailable."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def make(self, account_id: str) -> list[str]:
        """The account's codes, in place of those before."""
        codes = [_format_code(b32encode(secrets.token_bytes(_BYTES)).decode()) for _ in range(CODES)]
        kept = [
            ("INSERT INTO recovery_codes (account_id, code_sha256) VALUES (?, ?)", (account_id, _hash(code)))
            for code in codes
        ]
        await self._sql.together([("DELETE FROM recovery_codes WHERE account_id = ?", (account_id,)), *kept])
        return codes

    async def account(self, name: str, code: str) -> str:
        """Return the account of the code; empty for a wrong name or code."""
        rows = await self._sql.run(
            "SELECT account_id FROM recovery_codes JOIN accounts USING (account_id)"
            " WHERE name_key = ? AND code_sha256 = ?",
            (name_key(name), _hash(code)),
        )
        return rows[0][0] if rows else ""

    async def use(self, account_id: str, code: str) -> bool:
        """Use up the code. Return whether it was still valid."""
        rows = await self._sql.run(
            "DELETE FROM recovery_codes WHERE account_id = ? AND code_sha256 = ? RETURNING account_id",
            (account_id, _hash(code)),
        )
        return bool(rows)


def _format_code(letters: str) -> str:
    return "-".join(letters[start : start + _PART] for start in range(0, len(letters), _PART))


def _hash(code: str) -> str:
    """However it is typed."""
    letters = "".join(letter for letter in code.upper().translate(_TYPED) if letter.isalnum())
    return sha256(letters.encode(errors="replace")).hexdigest()
