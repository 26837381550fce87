"""Reads typed lines without blocking the program: Ctrl-C ends it at once, also while it waits for a line."""

import asyncio
import os
from threading import Thread

_CHUNK = 4096


class Typed:
    """Standard input, line by line. Read past Python's own buffer, whose lock a thread that waits would keep at the
    end."""

    def __init__(self, source: int = 0) -> None:
        self._source = source
        self._lines: asyncio.Queue[str | None] | None = None

    async def line(self) -> str:
        """The next line without its end. Raises EOFError."""
        if self._lines is None:
            self._lines = asyncio.Queue()
            Thread(target=self._read, args=(asyncio.get_running_loop(), self._lines), daemon=True).start()
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
            raise EOFError
        return line

    def _read(self, loop: asyncio.AbstractEventLoop, lines: "asyncio.Queue[str | None]") -> None:
        def hand_over(line: str | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(lines.put_nowait, line)

        left = b""
        while data := os.read(self._source, _CHUNK):
            *whole, left = (left + data).split(b"\n")
            for line in whole:
                hand_over(line.decode(errors="replace"))
        if left:
            hand_over(left.decode(errors="replace"))
        hand_over(None)
