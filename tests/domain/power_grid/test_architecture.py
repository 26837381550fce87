"""A map is data and small rule objects: no phase, module or shared file knows a map by name."""

import ast
import re
from pathlib import Path

import pytest

from tests.domain.power_grid.positions import MAPS

PACKAGE = Path(__file__).parents[3] / "domain/power_grid"
MAY_NAME_MAPS = {"maps.py", "variant.py"}
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.name not in MAY_NAME_MAPS)
MAP_NAMES = re.compile(rf"(?<![a-z])(?:{'|'.join(MAPS)})(?![a-z])", re.IGNORECASE)


def without_prose(source: str) -> str:
    """The program without docstrings and comments, which may say which map a rule is from."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            prose = [part for part in body if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)]
            node.body = [part for part in body if part not in prose] or [ast.Pass()]
    return ast.unparse(tree)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_file_but_the_layers_and_the_catalogue_names_a_map(path):
    assert MAP_NAMES.findall(without_prose(path.read_text())) == []


@pytest.mark.parametrize("path", sorted((PACKAGE / "phases").glob("*.py")), ids=lambda path: path.name)
def test_phases_ask_the_rules_and_know_no_module_of_a_variant(path):
    imported = [node.module or "" for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    assert not [name for name in imported if ".modules" in name or name.endswith((".maps", ".variant"))]
