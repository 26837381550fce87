"""Archives games in processes that kill themselves, each at another step: URL FOLDER. Says how each ended."""

import asyncio
import os
import signal
import sys

from services.store.archive.objects import FolderObjects
from services.store.backends import backend
from tests.archive.archive_kit import LATER, archiver, opened


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def instead(of, at):
    """Dies before or after the call."""

    def dying(*arguments):
        if at == "before":
            die()
        of(*arguments)
        die()

    return dying


async def main(url, folder, step, at):
    async with opened(url, folder) as (store, sql):
        let_go = backend(url).let_go
        if step == "let_go":
            let_go = instead(let_go, at)
        else:
            setattr(FolderObjects, step, instead(getattr(FolderObjects, step), at))
        async for _ in archiver(url, store, sql, let_go).run(LATER):
            pass


if __name__ == "__main__":
    for step, at in (("put", "before"), ("put", "after"), ("let_go", "before"), ("let_go", "after")):
        child = os.fork()
        if not child:
            asyncio.run(main(*sys.argv[1:], step, at))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
