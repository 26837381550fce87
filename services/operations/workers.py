"""Several server processes on one machine that share its ports: started together, started again when one dies, ended
together, also when this process dies: each holds the end of a pipe from here as its standard input. The kernel deals
the connections to them; they share nothing but the store."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress

import structlog

from services.settings import PREFIX

RESTART_FIRST_S, RESTART_MAX_S = 0.1, 5.0
STEADY_S = 10.0
"""A worker that lived so long starts again at once."""
END_S = 20.0
_COMMAND = (sys.executable, "-m", "turnledger_server", "serve", "--with-parent")
log = structlog.get_logger(__name__)


class Workers:
    """Runs `turnledger serve` so many times, with shared ports and these settings on top of the environment's. The
    first worker tells the addresses, `as_json` as one JSON object."""

    def __init__(self, count: int, settings: Mapping[str, str], *, as_json: bool) -> None:
        self._count = count
        self._command = (*_COMMAND, "--json") if as_json else _COMMAND
        self._environment = {**os.environ, **settings, f"{PREFIX}SHARED_PORTS": "true"}
        self._stop = asyncio.Event()

    async def run(self) -> None:
        """Run until SIGTERM or SIGINT; then every worker ends in order."""
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._stop.set)
        async with asyncio.TaskGroup() as group:
            for place in range(self._count):
                group.create_task(self._keep(place), name=f"worker {place}")

    async def _keep(self, place: int) -> None:
        """One worker after another in the same place."""
        delay_s, clock = RESTART_FIRST_S, asyncio.get_running_loop().time
        while not self._stop.is_set():
            started = clock()
            out = subprocess.DEVNULL if place else None
            process = await asyncio.create_subprocess_exec(
                *self._command, env=self._environment, stdin=subprocess.PIPE, stdout=out
            )
            code = await self._until_it_ends(process)
            if self._stop.is_set():
                return
            delay_s = RESTART_FIRST_S if clock() - started > STEADY_S else min(2 * delay_s, RESTART_MAX_S)
            log.error("a worker has ended and is started again", worker=place, code=code, after_s=delay_s)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), delay_s)

    async def _until_it_ends(self, process: asyncio.subprocess.Process) -> int:
        ended, stop = asyncio.create_task(process.wait()), asyncio.create_task(self._stop.wait())
        try:
            await asyncio.wait({ended, stop}, return_when=asyncio.FIRST_COMPLETED)
            if not ended.done():
                process.terminate()
                with suppress(TimeoutError):
                    await asyncio.wait_for(asyncio.shield(ended), END_S)
            if not ended.done():
                process.kill()
            return await ended
        finally:
            stop.cancel()
