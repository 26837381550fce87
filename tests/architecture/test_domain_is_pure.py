"""The domain imports the standard library and msgspec only, and nothing that makes two runs differ."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "domain").rglob("*.py"))
ALLOWED = {
    "__future__", "abc", "argparse", "base64", "bisect", "collections", "dataclasses", "enum", "fractions",
    "functools", "hashlib", "heapq", "hmac", "importlib", "itertools", "json", "math", "msgspec", "operator", "pathlib",
    "re", "string", "struct", "sys", "types", "typing", "domain",
}  # fmt: skip
READS_FILES = {"pathlib", "importlib", "json", "argparse", "sys"}
MAY_READ_FILES = {"editions.py", "checks.py"}


def imports(nodes: list[ast.AST]) -> set[str]:
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_of_the_domain_is_pure(path):
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = imports(nodes)
    # Stored rows carry the moment the server decided; histories hold the type, no rule of a game does.
    allowed = ALLOWED | {"datetime"} if {"history", "telling"} & {*path.parts} else ALLOWED
    if path.relative_to(ROOT) == Path("domain/kernel/beacon.py"):
        allowed = allowed | {"py_arkworks_bls12381"}  # arithmetic of a curve, as pure as hashlib (decision 24)
    if path.relative_to(ROOT) == Path("domain/kernel/device_keys.py"):
        allowed = allowed | {"cryptography"}  # the same (decision 32)
    assert names <= allowed, "only the standard library's pure parts and msgspec"
    if path.name not in MAY_READ_FILES:
        assert not names & READS_FILES, "only editions are read from files"
    for node in nodes:
        if isinstance(node, (ast.For, ast.comprehension)):
            over = node.iter
            sets = isinstance(over, (ast.Set, ast.SetComp)) or (
                isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id in {"set", "frozenset"}
            )
            assert not sets, f"line {over.lineno}: a set has no order"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"open", "hash", "id", "float", "eval", "exec"}, f"line {node.lineno}"
