"""A follower, or a rebuild of the boards, as a process of its own. Says what it does, a line each.

`python -m tests.faults.follow STORE_URL VIEWS_URL [rebuild]`
"""

import asyncio
import sys
from contextlib import asynccontextmanager

from services.observe import logs
from services.projection_runner.rebuild import rebuild
from services.projection_runner.views import open_views
from services.store.postgres import PostgresStore
from support.histories import CODEC


class Telling(PostgresStore):
    @asynccontextmanager
    async def lead(self, name):
        async with super().lead(name):
            say("leads")
            yield


def say(what, *_):
    print(what, flush=True)


async def main(store_url, views_url, task="follow"):
    logs.configure()  # on stderr: the lines on stdout are what the tests wait for
    views = await open_views(views_url)
    if task == "follow":
        say("waits")
        await views.follower(Telling(store_url), CODEC).run()
    else:
        store = PostgresStore(store_url)
        projection, view = next(iter(views))
        told = set()

        def progress(phase, done, of):
            if phase not in told:
                told.add(phase)
                say(phase)

        await rebuild(store, CODEC.read, projection, view, lead=store.lead, progress=progress)


asyncio.run(main(*sys.argv[1:]))
