"""Puts `turnledger_env` and the rules into the wheel: `domain` becomes the package `turnledger_env.domain`.

The rules lie next to this file in a source distribution, and at the top of a checkout. There is one copy of them in the
repository. Installed, `domain` would be a name that any other package may claim, so the build rewrites each import of
it, as the server's wheel does (docs/decisions/0018).
"""

import re
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HOME = "turnledger_env"
RULES = "domain"
_IMPORT = re.compile(rf"^(\s*)from {RULES}\b", re.MULTILINE)


class RulesInside(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard":
            return
        self._moved = tempfile.TemporaryDirectory()
        here = Path(self.root)
        (rules, *_) = [folder for folder in (here / RULES, here.parents[1] / RULES) if folder.is_dir()]
        for source, home in ((here / HOME, Path(HOME)), (rules, Path(HOME, RULES))):
            for path in sorted(source.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    target = Path(self._moved.name, home, path.relative_to(source))
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(moved(path))
        build_data["force_include"][str(Path(self._moved.name, HOME))] = HOME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version == "standard":
            self._moved.cleanup()


def moved(path: Path) -> bytes:
    """Return the bytes of the file, its imports of the rules rewritten."""
    if path.suffix != ".py":
        return path.read_bytes()
    return _IMPORT.sub(rf"\1from {HOME}.{RULES}", path.read_text()).encode()
