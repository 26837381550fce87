"""`python -m domain.colony61.validate [FILE]`: names every problem of an edition and where it is.

Without a file it reads the published editions. Leaves with 1 if there is a problem.
"""

import sys
from pathlib import Path

from domain.colony61.checks import problems_of
from domain.colony61.data import FOLDER


def main(arguments: list[str]) -> int:
    paths = [Path(argument) for argument in arguments] or sorted(FOLDER.glob("*.json"))
    found = [f"{path.name}: {problem}" for path in paths for problem in problems_of(path.read_bytes())]
    sys.stdout.write("".join(f"{line}\n" for line in found) or f"{len(paths)} edition(s) without a problem\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
