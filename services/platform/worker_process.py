"""A process next to a server that answers questions one after the other, with a lower priority."""

import asyncio
import os
import struct
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

NICENESS = 10
_SIZE = struct.Struct(">I")
"""The prefix of each message: its length in bytes."""


class WorkerEnded(Exception):
    """The process ended before it answered."""


class WorkerProcess:
    """One process of a module that calls `answer_questions`, started with the first question. Callers take turns."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """The process that answered last."""
        assert self._process, "a question was asked"
        return self._process.pid

    async def ask(self, question: bytes) -> bytes:
        """Raises WorkerEnded."""
        process = await self._started()
        try:
            return await _answer(process, question)
        except BaseException as failure:
            await self.close()  # also on cancellation: the next question must not get the answer to this one
            if isinstance(failure, asyncio.IncompleteReadError | OSError):
                raise WorkerEnded(f"{self._module} ended with {process.returncode}") from failure
            raise

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        await process.wait()

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            command = (sys.executable, "-m", self._module)
            self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        return self._process


async def _answer(process: Process, question: bytes) -> bytes:
    assert process.stdin, "a pipe"
    assert process.stdout, "a pipe"
    process.stdin.write(_SIZE.pack(len(question)) + question)
    await process.stdin.drain()
    (size,) = _SIZE.unpack(await process.stdout.readexactly(_SIZE.size))
    return await process.stdout.readexactly(size)


def answer_questions(answer: Callable[[bytes], bytes]) -> None:
    """Answer until standard input ends, and so with the server, however that ends."""
    os.nice(NICENESS)
    while size := sys.stdin.buffer.read(_SIZE.size):
        content = answer(sys.stdin.buffer.read(*_SIZE.unpack(size)))
        sys.stdout.buffer.write(_SIZE.pack(len(content)) + content)
        sys.stdout.buffer.flush()
