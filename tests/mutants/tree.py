"""A tree with one mutant in it. Its files are links to the real ones, so compiled modules are kept between mutants."""

import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from tests.mutants.places import ROOT, Mutant
from tests.mutants.touched import FOLDER

_TEST_MAX_S = 60
_AGO_S = 10 * 365 * 86400


class Gone(Exception):
    """Tests of the map do not exist in the tree."""


class Tree:
    """Tries mutants, one after the other."""

    def __init__(self, number: int) -> None:
        self._path = FOLDER / f"tree-{number}"
        shutil.rmtree(self._path, ignore_errors=True)
        tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        for name in filter((lambda each: (ROOT / each).exists()), tracked.decode().split("\0")[:-1]):
            (self._path / name).parent.mkdir(parents=True, exist_ok=True)
            (self._path / name).symlink_to(ROOT / name)

    def failing(self, mutant: Mutant, tests: list[str], limit_s: float) -> str | None:
        """Return the line of the first test that fails, empty if all pass, None if they need longer than `limit_s`."""
        broken = self._path / mutant.path
        content = mutant.applied_to((ROOT / mutant.path).read_bytes())
        broken.unlink()
        try:
            broken.write_bytes(content)
            # A compiled module is valid for one time and size: each mutant has its own time, years before the real one.
            os.utime(broken, (time.time(), time.time() - _AGO_S))
            try:
                return self._run(tests, limit_s)
            except Gone as gone:  # tests whose names depend on the folder, as those of files that are found there
                left = [test for test in tests if test.partition("::")[0] not in str(gone)]
                return self._run(left, limit_s) if left else ""
        finally:
            broken.unlink()
            broken.symlink_to(ROOT / mutant.path)

    def fails_unbroken(self, failing: str, limit_s: float) -> bool:
        """Return whether the test of a line that `failing` returned fails without a mutant, too."""
        test = failing.removeprefix("FAILED ").partition(" - ")[0]
        return failing.startswith("FAILED ") and self._run([test], limit_s) != ""

    def _run(self, tests: list[str], limit_s: float) -> str | None:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--timeout", str(_TEST_MAX_S), "--no-header", "--tb=no"]
        command += ["-p", "no:rerunfailures", "-p", "no:cacheprovider", *tests]
        cache = FOLDER / "pycache" / self._path.name
        away = {"PYTHONPATH": str(self._path), "PYTHONPYCACHEPREFIX": str(cache), "PYTHONDONTWRITEBYTECODE": ""}
        process = subprocess.Popen(
            command, cwd=self._path, env={**os.environ, **away}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        try:
            said = process.communicate(timeout=limit_s)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None
        failed = ("FAILED ", "ERROR ", "+++", "ImportError while loading conftest")
        lines = [line for line in said.splitlines() if line.startswith(failed)]
        if lines:
            return lines[0]
        if process.returncode in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
            raise Gone(said)
        return "" if process.returncode == pytest.ExitCode.OK else f"exit code {process.returncode}"
