"""Checks the types of the page's modules (JSDoc, and the contract in proto/contract.d.ts) with TypeScript, which is a
native program and needs no Node: `python -m tests.page.tsc`. Without npm it reports that nothing was checked."""

import subprocess
import sys

from tests.page.npm import ROOT, Program

TYPESCRIPT = Program(
    package="@typescript/typescript-linux-x64",
    version="7.0.2",
    sha256="7ecad6f67377e831856367ab062ef394f21506a611405bf8ac0ff039348637d3",
    path="lib/tsc",
)


def main() -> int:
    tsc = TYPESCRIPT.fetch()
    if tsc is None:
        print(
            "THE PAGE'S TYPES WERE NOT CHECKED: TypeScript could not be fetched (npm on Linux x86-64)", file=sys.stderr
        )
        return 0
    return subprocess.run([tsc, "-p", ROOT / "clients/web"]).returncode


if __name__ == "__main__":
    sys.exit(main())
