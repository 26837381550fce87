"""The files of the repository."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def tracked(*patterns: str) -> list[str]:
    """Return the paths of existing files that Git tracks."""
    command = ["git", "ls-files", "-z", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.split("\0") if path and (ROOT / path).exists()]
