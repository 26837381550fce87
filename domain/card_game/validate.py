"""`python -m domain.card_game.validate [FILE]`: names every problem of an edition's file, and where."""

import sys
from pathlib import Path

from domain.card_game.checks import problems
from domain.card_game.data import content, published


def main(arguments: list[str]) -> int:
    """Checks the named files, or the published editions. 0 when all are good, else 1."""
    files = {name: Path(name).read_bytes() for name in arguments} or {name: content(name) for name in published()}
    found = [f"{name}: {problem}" for name, raw in files.items() for problem in problems(raw)]
    sys.stdout.write("".join(f"{line}\n" for line in found) or f"{', '.join(files)}: good\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
