"""Runs the suite at its pinned version, then the official clients of other languages against a real server, and writes
docs/conformance.md: `make conformance`. Needs Go, Node, Java and Maven.

Ends with 1 where a case fails that is not among the known ones, or passes though it is among them.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.connect_conformance.official import runner

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
REPORT = ROOT / "docs/conformance.md"
SUITE, VERSION = "connectrpc.com/conformance", "v1.0.5"
PORTS = {"grpc": "gRPC port (gRPC)", "http": "HTTP port (Connect, gRPC-Web)"}
LISTS = {"known-failing": "known-failing", "known-flaky": "known-flaky", "skipped": "skip"}
"""The suite's options, by the files that hold them."""
RUN_S = 300
TOTAL = re.compile(r"Total cases: (\d+)\n(\d+) passed")
HEAD = f"""# Conformance

The [conformance suite](https://github.com/connectrpc/conformance) of Connect, gRPC and gRPC-Web, {VERSION}, against the
servers of this project: its test service runs behind the same HTTP application and the same gRPC library as ours. This
page is made by `make conformance`. A case that fails and is not listed here makes the run red, and so does one that is
listed as failing and passes.

| port | cases | passed | failed, as is known |
| --- | ---: | ---: | ---: |
"""

CLIENTS = """
## The official clients against a real server

A call, a refusal whose reason is read, a call without a token, a stream that its reader leaves, and a deadline in a
stream, in each protocol and packing that the library has. The kits for Go, Kotlin and Python use the official libraries
too (connect-go, connect-kotlin, grpcio), and play whole games (`make kits`, `make test`).

connect-swift is not among them: it and SwiftProtobuf are published as repositories alone, which SwiftPM fetches from a
forge, and this target takes nothing but what package registries have. Our own kit for Swift uses Foundation and speaks
Connect in JSON by itself. It passes the same cases as every kit, and plays whole games (`make kits`).

"""


def fetched() -> Path:
    """Return the folder of the suite's sources."""
    asked = ["go", "mod", "download", "-json", f"{SUITE}@{VERSION}"]
    told = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    found = re.search(r'"Dir": "([^"]+)"', told)
    assert found, told
    return Path(found[1])


def run(port: str, folder: Path) -> tuple[int, int, int]:
    """Cases, those that passed, those that failed as is known. Raises SystemExit if anything else came of it."""
    lists = [f"--{option}=@{HERE}/{port}-{kind}.txt" for kind, option in LISTS.items()]
    served = [sys.executable, "-m", "tests.connect_conformance.server", str(folder / "descriptors")]
    asked = [
        str(folder / "connectconformance"),
        "--mode=server",
        "--max-servers=1",
        f"--conf={HERE}/{port}.yaml",
        *lists,
        "--",
        *served,
    ]
    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=RUN_S)
    found = TOTAL.search(told.stdout)
    if told.returncode or not found:
        raise SystemExit(f"{PORTS[port]}:\n{told.stdout}{told.stderr}")
    cases, passed = map(int, found.groups())
    return cases, passed, cases - passed


def reasons(port: str) -> str:
    """The lists as they are, which say why."""
    texts = [(HERE / f"{port}-{kind}.txt").read_text() for kind in LISTS]
    return "".join(f"\n```\n{text}```\n" for text in texts if text)


def main() -> None:
    sources = fetched()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        built = ["go", "build", "-o", str(folder), "./cmd/connectconformance"]
        subprocess.run(built, cwd=sources, check=True)
        buf = Path(sys.executable).with_name("buf")
        subprocess.run([buf, "build", sources / "proto", "-o", f"{folder}/descriptors#format=binpb"], check=True)
        rows = {port: run(port, folder) for port in PORTS}
    table = "".join(f"| {PORTS[port]} | {' | '.join(map(str, row))} |\n" for port, row in rows.items())
    lists = "".join(f"\n## Known: {PORTS[port]}\n{reasons(port)}" for port in PORTS)
    told = runner.run()
    REPORT.write_text(HEAD + table + CLIENTS + runner.table(told) + lists)
    print(table, end="")
    if wrong := [row for row in told if row["wrong"]]:
        raise SystemExit("\n".join(map(str, wrong)))


if __name__ == "__main__":
    main()
