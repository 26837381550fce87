"""A docstring says what the code does: what returns nothing does not begin with “Return”."""

import ast
import subprocess

from tests.docs.habits import ROOT

WAITS = ("Return when ", "Return once ", "Return as soon as ", "Return at once")
NAMES = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def returns_nothing(node):
    if isinstance(node, ast.ClassDef):
        return True
    return isinstance(node.returns, ast.Constant) and node.returns.value is None


def test_what_returns_nothing_does_not_say_that_it_does():
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [path for path in listed.stdout.split() if not path.endswith("_pb2.py") and (ROOT / path).exists()]
    wrong = [
        f"{path}:{node.lineno}"
        for path in paths
        for node in ast.walk(ast.parse((ROOT / path).read_text()))
        if isinstance(node, NAMES) and returns_nothing(node)
        if (said := ast.get_docstring(node) or "").startswith("Return ") and not said.startswith(WAITS)
    ]
    assert len(paths) > 1000
    assert wrong == []
