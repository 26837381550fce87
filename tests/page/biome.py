"""Checks the format of the page's scripts and styles and of the TypeScript kit, with Biome:
`python -m tests.page.biome`; `--write` formats them.

Biome is a native program and needs no Node. Without npm it reports that nothing was checked.
"""

import subprocess
import sys

from tests.page.npm import ROOT, Program

BIOME = Program(
    package="@biomejs/cli-linux-x64",
    version="2.6.8",
    sha256="e9fc491ffec6ba4024549b7c797937cd4f01855b4fe66a78220efe83b95be7f1",
    path="biome",
)
FOLDERS = ("clients/web", "clients/typescript")


def main(*options: str) -> int:
    biome = BIOME.fetch()
    if biome is None:
        print("THE PAGE'S FORMAT WAS NOT CHECKED: Biome could not be fetched (npm on Linux x86-64)", file=sys.stderr)
        return 0
    return max(subprocess.run([biome, "format", *options, "."], cwd=ROOT / folder).returncode for folder in FOLDERS)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
