"""Webhooks from before accounts had several targets continue as they were set."""

import sqlite3
from contextlib import closing

from services.notify.notice_storage import NoticeStorage
from services.notify.targets import WEBHOOK, Hours
from services.store import open_sql
from services.store.migrations import scripts
from services.store.schema import migrate

BEFORE = 14
NOTICE = (
    '{"notice_id":"n","account":"ann","kind":"YOUR_TURN","game_id":"g","variant":"demo","version":7,"seat":0,'
    '"due_ms":5,"deadline_ms":0}'
)


async def test_webhooks_their_hours_and_what_waits_are_taken_over(tmp_path):
    path = tmp_path / "events.db"
    with closing(sqlite3.connect(path)) as file:
        for script in scripts("sqlite")[:BEFORE]:
            file.executescript(script)
        file.execute(f"PRAGMA user_version = {BEFORE}")
        hooks = [("ann", 60, 120), ("bob", 0, 0)]
        for account, quiet_from, quiet_until in hooks:
            file.execute(
                "INSERT INTO webhooks VALUES (?, 'https://x.example/', '0102', 'YOUR_TURN,GAME_OVER', ?, ?, 9, 0, 1)",
                (account, quiet_from, quiet_until),
            )
        file.execute("INSERT INTO notices VALUES ('n', 'ann', 5, 3, ?, 'YOUR_TURN/g/0')", (NOTICE,))
        file.commit()
    migrate(f"sqlite:///{path}")
    sql = open_sql(f"sqlite:///{path}")
    storage = NoticeStorage(sql)
    (ann,), (bob,) = await storage.of("ann"), await storage.of("bob")
    assert (ann.channel, ann.address, ann.secret, ann.kinds) == (
        *(WEBHOOK, "https://x.example/", b"\x01\x02", ("YOUR_TURN", "GAME_OVER")),
    )
    assert (ann.proven, ann.off, ann.failing_since_ms) == (True, False, 9)
    assert (ann.hours, bob.hours) == (Hours("UTC", 60, 120), Hours())
    ((notice, tries),) = (await storage.outbox.due(5, 10))[ann.target_id]
    assert (notice.kind, notice.game_id, tries) == ("YOUR_TURN", "g", 3)
    await sql.close()
