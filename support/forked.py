"""Our own programs as forks of a process that has imported them and done nothing else: to import them takes four times
as long as to start a server. As they are installed, tests/faults, tests/observe and tests/cli start them.
"""

import ctypes
import fcntl
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import termios
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([f"{__package__}.imported"])


class Forked:
    """The part of `subprocess.Popen` that support/servers.py needs."""

    def __init__(self, folder: Path, settings: Mapping[str, str], *words: str) -> None:
        log = str(folder / "log")
        self.args = words
        self._process = _FORKS.Process(target=_become, args=(folder, {**os.environ, **settings}, words, log, log))
        self._process.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    returncode = property(poll)

    def send_signal(self, by: signal.Signals) -> None:
        os.kill(self.pid, by)

    def wait(self, timeout: float) -> None:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutError(f"{self.args} goes on")


class AtTerminal(Forked):
    """A program whose input, output and errors are a terminal. It takes the descriptor of the terminal."""

    def __init__(self, descriptor: int, environment: Mapping[str, str], *words: str) -> None:
        self.args = words
        with Connection(descriptor) as terminal:  # which multiprocessing can send
            self._process = _FORKS.Process(target=_take_terminal, args=(terminal, dict(environment), words))
            self._process.start()


def turnledger(*words: str, environment: Mapping[str, str], timeout_s: float = 240) -> subprocess.CompletedProcess[str]:
    """Run `turnledger WORDS` without input to its end, like `subprocess.run(…, capture_output=True, text=True)`."""
    with tempfile.TemporaryDirectory(prefix="turnledger-") as folder:
        out, errors = Path(folder, "out"), Path(folder, "errors")
        arguments = (Path.cwd(), dict(environment), words, str(out), str(errors))
        process = _FORKS.Process(target=_become, args=arguments)
        process.start()
        process.join(timeout_s)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(words, timeout_s, out.read_bytes(), errors.read_bytes())
        return subprocess.CompletedProcess(words, process.exitcode, out.read_text(), errors.read_text())


def _become(folder: Path, environment: Mapping[str, str], words: tuple[str, ...], out: str, errors: str) -> None:
    """In the new process: run `turnledger WORDS`, which ends with its parent."""
    os.setsid()
    os.chdir(folder)
    for descriptor, path in ((1, out), (2, errors)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT), descriptor)
    _run(environment, words)


def _take_terminal(terminal: Connection, environment: Mapping[str, str], words: tuple[str, ...]) -> None:
    """In the new process: run `turnledger WORDS` with a terminal, where Ctrl-C is SIGINT as at any other."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    fcntl.ioctl(terminal.fileno(), termios.TIOCSCTTY, 0)
    for descriptor in range(3):
        os.dup2(terminal.fileno(), descriptor)
    terminal.close()
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False)
    _run(environment, words)


def _run(environment: Mapping[str, str], words: tuple[str, ...]) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["turnledger", *words]

    from turnledger_server.__main__ import app

    app()
