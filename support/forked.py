"""Our own server as a fork of a process that has imported it and done nothing else: to import it takes twice as long
as to start it. As it is installed, with `turnledger serve`, it is started by tests/faults, tests/e2e and tests/cli.
"""

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([f"{__package__}.imported"])


class Forked:
    """The part of `subprocess.Popen` that support/servers.py needs."""

    def __init__(self, folder: Path, settings: Mapping[str, str], *words: str) -> None:
        self.args = words
        self._process = _FORKS.Process(target=_become, args=(folder, {**os.environ, **settings}, words))
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


def _become(folder: Path, environment: Mapping[str, str], words: tuple[str, ...]) -> None:
    """In the new process: run `turnledger WORDS`, which ends with its parent."""
    os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    os.chdir(folder)
    log = os.open("log", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(log, 1), os.dup2(log, 2)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["turnledger", *words]

    from turnledger_server.__main__ import app

    app()
