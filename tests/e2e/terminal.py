"""A person at a real terminal: a program on a pseudo-terminal, what it prints and what is typed."""

import asyncio
import os
import pty
import re
import signal
from contextlib import asynccontextmanager

from support.forked import AtTerminal

WIDTH = 200
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    def __init__(self, process, master):
        self._process, self._master = process, master
        self.printed = ""
        """Since the last time that something was awaited."""

    async def until(self, wanted, timeout_s=60):
        """Return the output up to and including a text that matches; the end of the program ends it, too."""
        loop = asyncio.get_running_loop()
        printed, self.printed = self.printed, ""
        async with asyncio.timeout(timeout_s):
            while not re.search(wanted, printed):
                try:
                    data = await loop.run_in_executor(None, os.read, self._master, 65536)
                except OSError:  # Linux: the other end is closed
                    break
                if not data:
                    break
                printed += ESCAPES.sub("", data.decode(errors="replace")).replace("\r\n", "\n")
        return printed

    def type(self, line):
        os.write(self._master, f"{line}\n".encode())

    def press_ctrl_c(self):
        os.write(self._master, b"\x03")

    async def ended(self, timeout_s=60):
        """Its exit status."""
        await asyncio.to_thread(self._process.wait, timeout_s)
        return self._process.returncode


@asynccontextmanager
async def at_a_terminal(*arguments, **environment):
    """`turnledger` with these arguments."""
    master, slave = pty.openpty()
    settings = os.environ | {"COLUMNS": str(WIDTH), "TERM": "dumb", "LANG": "en"} | environment
    process = await asyncio.to_thread(AtTerminal, slave, settings, *map(str, arguments))
    try:
        yield Terminal(process, master)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        await asyncio.to_thread(process.wait, 60)
        os.close(master)
