"""No module imports itself by way of others: in Python, and in the scripts of the page, imports on demand included."""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOPS = ("domain", "projections", "services", "turnledger_server", "reference", "bench")
PAGE = ROOT / "clients/web"
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*$", re.DOTALL | re.MULTILINE)
_SCRIPT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.[^"]+)\"""")


def python_modules() -> dict[str, set[str]]:
    """Return the modules that each module imports, at its top or inside of a function."""
    files = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for top in TOPS
        for path in (ROOT / top).rglob("*.py")
    }
    imports = {name: set[str]() for name in files}
    for name, path in files.items():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    imports[name].add(inner if inner in files else node.module)
    return {name: found & files.keys() for name, found in imports.items()}


def page_scripts() -> dict[str, set[str]]:
    scripts = {path for path in PAGE.rglob("*.js") if path.parent.name != "vendor"}
    return {
        str(path.relative_to(PAGE)): {
            str(target.relative_to(PAGE))
            for found in _SCRIPT.findall(_COMMENT.sub("", path.read_text()))
            if (target := (path.parent / found).resolve()) in scripts
        }
        for path in scripts
    }


def circle(imports: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("graph", [python_modules, page_scripts])
def test_imports_have_no_circle(graph):
    imports = graph()
    assert sum(map(len, imports.values())) > 100
    assert circle(imports) == []


def test_a_circle_is_found_with_its_modules():
    assert set(circle({"one": {"two"}, "two": {"three"}, "three": {"one"}, "apart": set()})) == {"one", "two", "three"}
