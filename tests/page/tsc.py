"""Checks the types of the page's modules (JSDoc, and the contract in proto/contract.d.ts) with TypeScript, which is a
native program and needs no Node: `python -m tests.page.tsc`.

It is fetched once, by npm, into .venv, and held to its hash. Where there is no npm, or no registry answers, it
says that nothing was checked."""

import hashlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
VERSION = "7.0.2"
PACKAGE = "@typescript/typescript-linux-x64"
SHA256 = "7ecad6f67377e831856367ab062ef394f21506a611405bf8ac0ff039348637d3"
HOME = ROOT / ".venv" / f"typescript-{VERSION}"
TSC = HOME / "package/lib/tsc"
FETCH_S = 120


def fetched() -> bool:
    """Whether the program is there now. Raises ValueError for another program than we know."""
    if TSC.exists():
        return True
    npm = shutil.which("npm")
    if npm is None or (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return False
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", "--silent", f"{PACKAGE}@{VERSION}"]
        packed = subprocess.run(command, cwd=folder, capture_output=True, timeout=FETCH_S)
        archives = list(Path(folder).glob("*.tgz"))
        if packed.returncode or not archives:
            return False
        found = hashlib.sha256(archives[0].read_bytes()).hexdigest()
        if found != SHA256:
            raise ValueError(f"{PACKAGE} {VERSION} is not the one we know: sha256 {found}")
        with tarfile.open(archives[0]) as archive:
            archive.extractall(HOME, filter="data")
    return TSC.exists()


def main() -> int:
    if not fetched():
        print(
            "THE PAGE'S TYPES WERE NOT CHECKED: TypeScript could not be fetched (npm on Linux x86-64)", file=sys.stderr
        )
        return 0
    return subprocess.run([TSC, "-p", ROOT / "services/web/page"]).returncode


if __name__ == "__main__":
    sys.exit(main())
