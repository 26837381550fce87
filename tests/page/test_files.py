"""What the page is made of, without a browser."""

import gzip
import hashlib
import importlib.util
import re
from pathlib import Path

from services.web.app import PAGE

ROOT = Path(__file__).parents[2]
JS_GZIP_MAX = 150_000
MODULES = [path for path in PAGE.rglob("*.js") if path.parent.name != "vendor"]


def test_the_types_of_the_contract_are_those_of_the_contract():
    spec = importlib.util.spec_from_file_location("contract_types", ROOT / "proto/contract_types.py")
    types = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(types)
    assert types.TARGET.read_text() == types.contract(), "run `make proto`"
    assert "    toAct: number[];\n" in types.contract()
    assert "    seat?: number;\n" in types.contract()


def test_the_library_of_the_page_is_the_one_that_was_read():
    (wanted,) = re.findall(r"^    ([0-9a-f]{64})  preact\.js$", (PAGE / "vendor/README.md").read_text(), re.MULTILINE)
    assert hashlib.sha256((PAGE / "vendor/preact.js").read_bytes()).hexdigest() == wanted
    assert "MIT License" in (PAGE / "vendor/LICENSES.txt").read_text()


def test_all_scripts_together_are_small_enough():
    """A budget (docs/decisions/0026)."""
    packed = sum(len(gzip.compress(path.read_bytes())) for path in PAGE.rglob("*.js"))
    assert 20_000 < packed <= JS_GZIP_MAX


def test_modules_import_each_other_by_relative_paths_that_are_there():
    imports = [(path, found) for path in MODULES for found in re.findall(r'\bfrom "([^"]+)"', path.read_text())]
    assert len(imports) > 20
    wrong = [
        (path.name, found) for path, found in imports if not (found.startswith(".") and (path.parent / found).is_file())
    ]
    assert wrong == []


def test_what_the_first_screens_are_made_of_is_loaded_at_once():
    """Module by module each import would wait for the one before it."""
    wanted, todo = set(), [PAGE / name for name in ("app.js", "views/lobby.js", "views/table.js")]
    while todo:
        path = todo.pop()
        if path not in wanted:
            wanted.add(path)
            todo += [(path.parent / found).resolve() for found in re.findall(r'\bfrom "([^"]+)"', path.read_text())]
    listed = re.findall(r'<link rel="modulepreload" href="([^"]+)">', (PAGE / "index.html").read_text())
    assert sorted(listed) == sorted(str(path.relative_to(PAGE)) for path in wanted if path.name != "app.js")
