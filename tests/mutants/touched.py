"""The map from lines to the tests that run them. It is made for a few test files at a time, and stored for each."""

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from coverage import CoverageData
from msgspec import Struct

from tests.mutants.places import ROOMS, ROOT, Mutant

FOLDER = ROOT / ".venv/mutants"
NOT_TRACED = ("page", "e2e", "faults", "docs", "architecture", "bench", "deployed", "connect_conformance")
"""These start the product as other processes, or do not run it."""
NEAR = {
    "domain": ("domain", "projections", "history"),
    "projections": ("contracts", "read_models", "api"),
    "services": ("application", "api", "operations"),
}
"""The test rooms that also run a room of the product, after those that have its name."""
ALSO = {"tables": "table_services", "store": "contracts", "projection_runner": "projections", "stores": "contracts"}
FILES_MAX = {"domain": 28, "projections": 10, "services": 8}
"""The test files that are looked at for one mutant, the nearest first."""
FILES_MIN = 6
GUESSED = 4
TRACED_AT_ONCE = 12
TRACE_MAX_S = 1200


class Traced(Struct):
    """The lines that the tests of one file run, and how long each test takes."""

    digest: str
    sources: dict[str, str] = {}
    seconds: dict[str, float] = {}
    lines: dict[str, dict[int, list[str]]] = {}


def digest(path: str) -> str:
    return sha256((ROOT / path).read_bytes()).hexdigest()[:16]


@cache
def _test_files() -> dict[str, str]:
    """Paths and texts of all test files."""
    return {str(path.relative_to(ROOT)): path.read_text() for path in sorted((ROOT / "tests").rglob("test_*.py"))}


def _is_traced(file: str) -> bool:
    return file.split("/")[1] not in NOT_TRACED


def near(path: str) -> list[str]:
    """Return test files that probably run a file of the product: they import it, share its subject or its room."""
    ranked = [each for each in _ranked(path) if _is_traced(each[1])]
    most = FILES_MAX[path.partition("/")[0]]
    found = [file for number, file in ranked if number < 3][:most]
    return found if len(found) >= FILES_MIN else [file for number, file in ranked if number < 9][:FILES_MIN]


def guessed(mutant: Mutant) -> list[str]:
    """Return test files that may notice a mutant although no traced test runs its line, those that start processes
    included: files that name its function, then the nearest ones."""
    ranked = [file for _, file in _ranked(mutant.path) if file.split("/")[1] == "e2e" or _is_traced(file)]
    name = re.compile(rf"\b{mutant.function.strip('_')}\b")
    ranked.sort(key=lambda file: not name.search(_test_files()[file]))
    return ranked[:GUESSED]


@cache
def _ranked(path: str) -> list[tuple[int, str]]:
    """Return all test files, the nearest first; 9 is a file that has nothing to do with the path."""
    package, _, name = path.removesuffix(".py").replace("/", ".").rpartition(".")
    imports = re.compile(rf"{re.escape(package)}\.{name}\b|from {re.escape(package)} import [^\n]*\b{name}\b")
    subjects = [*path.split("/")[1:-1], name]
    rooms = {*subjects, *(ALSO[each] for each in subjects if each in ALSO)}

    def rank(file: str) -> tuple[int, int, str]:
        parts, text = file.removesuffix(".py").split("/")[1:], _test_files()[file]
        words = {*parts[:-1], *parts[-1].split("_")}
        alike = len(rooms & words) + 2 * (parts[-1].removeprefix("test_").rstrip("s") == name.rstrip("s"))
        if imports.search(text):
            return 0, -alike, file
        if alike or parts[:-1] == [path.partition("/")[0]]:
            return 1, -alike - (package in text), file
        if package in text:
            return 2, 0, file
        return (3 if parts[0] in NEAR[path.partition("/")[0]] else 9), 0, file

    return [(number, file) for number, _, file in sorted(map(rank, _test_files()))]


class Touched:
    """Finds the tests that run a line; files that were not traced yet, or changed since, are traced first."""

    def __init__(self, folder: Path = FOLDER / "map") -> None:
        self._folder = folder
        self._known: dict[str, Traced] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def prepare(self, paths: Iterable[str]) -> None:
        """Trace the test files near files of the product, and keep each portion: a run may be stopped."""
        wanted: dict[str, None] = {}
        for path in paths:
            wanted |= dict.fromkeys(file for file in near(path) if self._is_stale(file, path))
        files = list(wanted)
        for first in range(0, len(files), TRACED_AT_ONCE):
            self._trace(files[first : first + TRACED_AT_ONCE])

    def tests(self, mutant: Mutant, budget_s: float) -> list[str]:
        """The tests that run the line, the most specific first, as many as take `budget_s`; at least one if any."""
        found: dict[str, tuple[int, float]] = {}
        for file in near(mutant.path):
            traced = self._read(file)
            sizes = self._sizes(file)
            for test in traced.lines.get(mutant.path, {}).get(mutant.line, []) if traced else []:
                if traced and test in traced.seconds:
                    found[test] = (sizes[test], traced.seconds[test])
        chosen: list[str] = []
        for test, (_, seconds) in sorted(found.items(), key=lambda each: (each[1], each[0])):
            if chosen and (budget_s := budget_s - seconds) < 0:
                continue
            chosen.append(test)
        return chosen

    def _is_stale(self, file: str, path: str) -> bool:
        traced = self._read(file)
        return not traced or traced.digest != digest(file) or traced.sources.get(path, digest(path)) != digest(path)

    def _read(self, file: str) -> Traced | None:
        stored = self._stored(file)
        if file not in self._known and stored.exists():
            self._known[file] = msgspec.json.decode(stored.read_bytes(), type=Traced)
        return self._known.get(file)

    def _stored(self, file: str) -> Path:
        return self._folder / f"{file.replace('/', '.')}.json"

    @cache  # noqa: B019 - one for each run
    def _sizes(self, file: str) -> dict[str, int]:
        """Return the number of lines that each test runs."""
        sizes: dict[str, int] = defaultdict(int)
        if traced := self._read(file):
            for lines in traced.lines.values():
                for tests in lines.values():
                    for test in tests:
                        sizes[test] += 1
        return sizes

    def _trace(self, files: list[str]) -> None:
        print(f"tracing {len(files)} test files: {' '.join(files)}", flush=True)
        with TemporaryDirectory(prefix="mutants-") as folder:
            data, times = Path(folder) / "lines", Path(folder) / "times.json"
            command = [sys.executable, "-m", "pytest", "-q", "-m", "not slow", "-p", "tests.mutants.tracing"]
            command += ["-p", "no:cacheprovider", "-p", "no:rerunfailures", "--cov-context=test", "--cov-report="]
            command += [f"--cov={room}" for room in ROOMS] + files
            away = {"COVERAGE_FILE": str(data), "MUTANTS_TIMES": str(times)}
            with open(FOLDER / "trace.log", "ab") as log:
                try:
                    subprocess.run(
                        command,
                        cwd=ROOT,
                        env={**os.environ, **away},
                        stdout=log,
                        stderr=log,
                        timeout=TRACE_MAX_S,
                        check=False,
                    )
                except subprocess.TimeoutExpired:
                    raise SystemExit(f"no map within {TRACE_MAX_S} s: the machine is too busy") from None
            made = {file: Traced(digest(file)) for file in files}
            self._known |= made
            if times.exists() and data.exists():  # else it was stopped, and the next run traces them again
                self._store(made, msgspec.json.decode(times.read_bytes(), type=dict[str, float]), data)

    def _store(self, made: dict[str, Traced], seconds: dict[str, float], data: Path) -> None:
        for test, took in seconds.items():
            made[test.partition("::")[0]].seconds[test] = took
        covered = CoverageData(str(data))
        covered.read()
        for source in covered.measured_files():
            path = str(Path(source).relative_to(ROOT))
            for line, contexts in covered.contexts_by_lineno(source).items():
                for test in {each.partition("|")[0] for each in contexts if each}:
                    if traced := made.get(test.partition("::")[0]):
                        traced.sources[path] = digest(path)
                        traced.lines.setdefault(path, {}).setdefault(line, []).append(test)
        for file, traced in made.items():
            self._stored(file).write_bytes(msgspec.json.encode(traced))
        self._sizes.cache_clear()  # type: ignore[attr-defined]
