"""Programs that play under accounts of their own: their owners and home pages (decision 109)."""

from msgspec import Struct

from services.accounts.account import UnknownAccount
from services.store.sql import Sql

PROGRAMS_MAX = 5
"""Of one owner."""
PROGRAM_TOKEN = "program"  # noqa: S105  # the name of the token's entry
PROGRAM_SCOPES = frozenset({"games:read", "games:play", "tables:manage", "account:read"})


class Program(Struct, frozen=True):
    """`program_id`: its account. `owner`: the account that made it. `created_at`: in seconds since 1970, UTC."""

    program_id: str
    owner: str
    home_page: str
    created_at: int


class ProgramRefused(Exception):
    """`reason`: NAME_NEEDED for a guest, PROGRAMS_FULL, or NOT_A_PROGRAM."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ProgramStorage:
    """Every method raises StoreUnavailable."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, program: Program) -> None:
        """Raises ProgramRefused."""
        # The owner's row comes first: of two at the same moment the second waits, and counts what the first did.
        alone = ("UPDATE accounts SET guest = guest WHERE account_id = ?", (program.owner,))
        added = (
            "INSERT INTO programs (program_id, account_id, home_page, created_at)"
            " SELECT ?, account_id, ?, ? FROM accounts WHERE account_id = ?"
            " AND (SELECT count(*) FROM programs WHERE account_id = ?) < ?",
            (program.program_id, program.home_page, program.created_at, program.owner, program.owner, PROGRAMS_MAX),
        )
        await self._sql.together([alone, added])
        if not await self._sql.run("SELECT 1 FROM programs WHERE program_id = ?", (program.program_id,)):
            raise ProgramRefused("PROGRAMS_FULL")

    async def remove(self, program_id: str) -> None:
        await self._sql.run("DELETE FROM programs WHERE program_id = ?", (program_id,))

    async def page(self, owner: str, after: str, limit: int) -> list[Program]:
        """Return the programs of the owner, or of all if it is empty, by their ids above `after`."""
        rows = await self._sql.run(
            "SELECT program_id, account_id, home_page, created_at FROM programs"
            " WHERE (account_id = ? OR ? = '') AND program_id > ? ORDER BY program_id LIMIT ?",
            (owner, owner, after, limit),
        )
        return [Program(*row) for row in rows]

    async def check_owned(self, owner: str, program_id: str) -> None:
        """Raise UnknownAccount unless the program is the owner's."""
        if not await self._sql.run(
            "SELECT 1 FROM programs WHERE program_id = ? AND account_id = ?", (program_id, owner)
        ):
            raise UnknownAccount(program_id)
