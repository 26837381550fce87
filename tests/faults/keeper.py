"""A process that takes the checkpoint of tables on, a row a step, until it is killed. Argument: URL. Says each step."""

import asyncio
import sys
from collections.abc import Sequence

from services.store import open_sql, open_store
from services.store.sql import Sql, Statement
from services.tables.unfinished import OpenTableIndex


async def main(url: str) -> None:
    store, sql = open_store(url), open_sql(url)
    sql.together = _announcing(sql)  # type: ignore[method-assign]
    tables = OpenTableIndex(store, sql, step=1, recent_s=0)
    while True:
        await tables.keep()


def _announcing(sql: Sql):
    together = sql.together

    async def together_announced(statements: Sequence[Statement], *, only_if: Statement | None = None) -> bool:
        sys.stdout.write("step\n")
        sys.stdout.flush()
        return await together(statements, only_if=only_if)

    return together_announced


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
