"""Build and test every kit whose toolchain is installed, and print the skipped ones: `make kits`.

A kit is a folder here with a `kit.json`: the programs that it `needs`, and its `steps`, commands that are run in the
folder one after the other. They find the fake server's command in KIT_FAKE_SERVER, our server's in KIT_SERVER, and need
no network but a package registry. None of these begins with TURNLEDGER_: a server, which the tests start, refuses
variables that it does not know.
Where CI is set, a missing toolchain is a failure.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
STEP_S = 1800
NO_DAEMON = "-Dkotlin.daemon.jvm.options=-XX:+KotlinIsCompiledWithoutItsDaemon"
"""Ends Kotlin's compiler daemon at its start: a build that asks for it fails here, and not on a busy machine alone."""


def kits() -> list[Path]:
    """The folders of all kits, by name."""
    return sorted(path.parent for path in HERE.glob("*/kit.json"))


def missing(kit: Path) -> list[str]:
    """Programs that the kit needs and this machine does not have."""
    return [name for name in json.loads((kit / "kit.json").read_text())["needs"] if shutil.which(name) is None]


def environment() -> dict[str, str]:
    """Return the extra environment variables of a kit's steps."""
    return {
        "KIT_FAKE_SERVER": f"{sys.executable} -m clients.fake_server",
        "KIT_SERVER": str(Path(sys.executable).with_name("turnledger")),
        "MAVEN_OPTS": f"{os.environ.get('MAVEN_OPTS', '')} {NO_DAEMON}".strip(),
    }


def build(kit: Path) -> str:
    """Return the result in a line. It begins with `passed`, `failed` or `left out`."""
    if absent := missing(kit):
        return f"{'failed' if os.environ.get('CI') else 'left out'}: there is no {', no '.join(absent)}"
    began = time.monotonic()
    for step in json.loads((kit / "kit.json").read_text())["steps"]:
        print(f"== {kit.name}: {' '.join(step)}", flush=True)
        if subprocess.run(step, cwd=kit, env=os.environ | environment(), timeout=STEP_S).returncode:
            return f"failed: {' '.join(step)}"
    return f"passed in {time.monotonic() - began:.0f} s"


def main(names: list[str]) -> int:
    """`names`: of the kits that are wanted; none for all. 1 if one of them failed."""
    if unknown := set(names) - {kit.name for kit in kits()}:
        print(f"there is no kit {', '.join(sorted(unknown))}", file=sys.stderr)
        return 1
    told = {kit.name: build(kit) for kit in kits() if not names or kit.name in names}
    print("\n".join(f"{name:<12} {how}" for name, how in told.items()))
    return int(any(how.startswith("failed") for how in told.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
