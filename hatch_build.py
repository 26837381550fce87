"""Puts the folders `domain`, `projections` and `services` into the wheel as packages inside `turnledger_server`,
and next to them the page for browsers and what the service shows of docs/.

A checkout imports them by their own names. Installed, those would be names that any other package may claim, so the
build rewrites every import: `from domain.kernel …` becomes `from turnledger_server.domain.kernel …`. Nothing else is
changed (docs/decisions/0018). An editable installation uses the folders unchanged.
"""

import ast
import re
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HOME = "turnledger_server"
FOLDERS = ("domain", "projections", "services")
SERVED = ("clients/web", "docs/rules", "docs/reference")
"""Files that the service shows: the page for browsers, rules and the reference."""
_IMPORT = re.compile(rf"^(\s*)from ({'|'.join(FOLDERS)})\b", re.MULTILINE)


class MovedImports(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard":
            return
        self._moved = tempfile.TemporaryDirectory()
        for folder in (*FOLDERS, *SERVED, HOME):
            source = Path(self.root, folder)
            for path in sorted(source.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    inside = path.relative_to(self.root) if folder != HOME else path.relative_to(source)
                    target = Path(self._moved.name, HOME, inside)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(moved(path))
        build_data["force_include"][str(Path(self._moved.name, HOME))] = HOME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version == "standard":
            self._moved.cleanup()


def moved(path: Path) -> bytes:
    """The file's bytes with its imports rewritten."""
    if path.suffix != ".py":
        return path.read_bytes()
    text = path.read_text()
    for statement in ast.walk(ast.parse(text)):
        if isinstance(statement, ast.Import):
            plain = [name.name for name in statement.names if name.name.partition(".")[0] in FOLDERS]
            assert not plain, f"{path}: write `from … import …`, not `import {', '.join(plain)}`"
    return _IMPORT.sub(rf"\1from {HOME}.\2", text).encode()
