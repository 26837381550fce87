"""The package as its users get it. `generate.py` comes first; then `pack` writes a zip of sources, generated code,
licence and README, `try` unpacks one next to an empty project that depends on it by its path (Empty), which is built
and run.

    python3 package.py pack FILE
    python3 package.py try
"""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NAME = "turnledger-client"


def pack(out: Path) -> None:
    """The same sources make the same bytes."""
    sources = [*HERE.glob("Sources/**/*.swift"), *HERE.glob("Examples/**/*.swift"), HERE / "README.md"]
    files = {path.relative_to(HERE).as_posix(): path.read_text() for path in sources}
    if not any("/Generated/" in name for name in files):
        raise SystemExit("generate.py comes first")
    manifest = (HERE / "Package.swift").read_text().splitlines(keepends=True)
    files["Package.swift"] = "".join(line for line in manifest if ".testTarget" not in line)
    files["LICENSE"] = (ROOT / "LICENSE").read_text()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in sorted(files.items()):
            packed.writestr(zipfile.ZipInfo(f"{NAME}/{name}"), text, zipfile.ZIP_DEFLATED)


def install() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        pack(folder / "packed.zip")
        with zipfile.ZipFile(folder / "packed.zip") as packed:
            packed.extractall(folder)
        shutil.copytree(HERE / "Empty", folder / "empty")
        golden = ROOT / "tests/golden/history"
        run = ("swift", "run", "empty", str(golden / "demo.jsonl"), str(golden / "keys.json"))
        subprocess.run(run, cwd=folder / "empty", check=True)  # noqa: S603


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["pack", file]:
            pack(Path(file))
        case ["try"]:
            install()
        case _:
            raise SystemExit(__doc__)
