"""All stored data of an account, for its owner: one JSON object per line, `kind` first. Secrets of the service are left
out: hashes of passwords, tokens and codes are useless to a reader."""

from collections.abc import AsyncIterator, Mapping

import msgspec

from projections.read.lists import PAGE_MAX, TableLists
from services.store.sql import Sql

MESSAGES_MAX = 50_000
"""The newest: at the speed at which one may talk, a day and a night without a break."""
KEPT: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "account": ("accounts", ("account_id", "display_name", "guest", "created_at", "banned", "program"), ""),
    "device": ("devices", ("device_id", "device_name", "seen_at"), ""),
    "device_key": ("device_keys", ("public_key", "device_name", "created_at"), ""),
    "passkey": ("passkeys", ("passkey_id", "passkey_name", "created_at", "used_at"), ""),
    "personal_token": (
        "personal_tokens",
        ("token_id", "token_name", "scopes", "created_at", "expires_at", "used_at"),
        "",
    ),
    "app": (
        "app_grants",
        ("grant_id", "client_id", "client_name", "scopes", "created_at", "used_at", "resource"),
        "",
    ),
    "program": ("programs", ("program_id", "home_page", "created_at"), ""),
    "identity": ("identities", ("issuer", "subject"), ""),
    "target": (
        "notice_targets",
        ("channel", "address", "kinds", "language", "pace", "wait_s", "daily", "is_off", "proven"),
        "",
    ),
    "hours": ("notice_hours", ("zone", "quiet_from", "quiet_until", "digest_at"), ""),
    "quiet_game": ("quiet_games", ("game_id",), ""),
    "relation": ("relations", ("kind", "other_id"), ""),
    "unlisted": ("unlisted_names", ("account_id",), ""),
    "puzzle_answer": ("puzzle_answers", ("puzzle", "nth", "choice", "mean", "doubt", "at_ms"), ""),
    "note": ("game_notes", ("game_id", "note"), ""),
    "tournament": ("tournament_accounts", ("event_id",), ""),
    "club": ("club_accounts", ("club_id", "standing"), ""),
    "muted": ("chat_mutes", ("muted_id",), ""),
    "report": ("reports", ("game_id", "about_id", "message", "at_ms", "why", "answer"), ""),
    "operator_action": ("operator_actions", ("at_ms", "action", "reason"), ""),
    "message": ("chat_messages", ("game_id", "number", "at_ms", "said"), f" ORDER BY at_ms DESC LIMIT {MESSAGES_MAX}"),
}
"""Kind -> its table, what is shown of it, and how much."""
LEFT_OUT = frozenset(
    {"names", "app_codes", "app_devices", "outbox", "recovery_codes", "passkey_challenges", "deletions"}
)
"""Tables with rows of accounts that say nothing: hashes, and what is on its way to a target."""


class OwnData:
    """Every method raises StoreUnavailable, ViewUnavailable."""

    def __init__(self, sql: Sql, lists: TableLists) -> None:
        self._sql, self._lists = sql, lists

    async def lines(self, account: str) -> AsyncIterator[bytes]:
        for kind, (table, columns, most) in KEPT.items():
            rows = await self._sql.run(
                f"SELECT {', '.join(columns)} FROM {table} WHERE account_id = ?{most}",  # noqa: S608  # of KEPT alone
                (account,),
            )
            for row in rows:
                yield _line(kind, dict(zip(columns, row, strict=True)))
        for listing in (self._lists.my_games, self._lists.played):
            after = ""
            while True:
                page = await listing(account, after, PAGE_MAX)
                for table_view in page.items:
                    fields = {"game_id": table_view.game_id, "variant": table_view.variant, "status": table_view.status}
                    yield _line("game", fields)
                if not page.next:
                    break
                after = page.next


def _line(kind: str, fields: Mapping[str, object]) -> bytes:
    """A field of the row that is called kind is exported as `of`."""
    told = {("of" if name == "kind" else name): value for name, value in fields.items()}
    return msgspec.json.encode({"kind": kind, **told}) + b"\n"
