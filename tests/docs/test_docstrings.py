"""A docstring says what the code does: what returns nothing does not begin with “Return”."""

import ast

from tests.tracked import ROOT, tracked

WAITS = ("Return when ", "Return once ", "Return as soon as ", "Return at once")
NAMES = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def returns_nothing(node):
    if isinstance(node, ast.ClassDef):
        return True
    return isinstance(node.returns, ast.Constant) and node.returns.value is None


def test_what_returns_nothing_does_not_say_that_it_does():
    paths = [path for path in tracked("*.py") if not path.endswith("_pb2.py")]
    wrong = [
        f"{path}:{node.lineno}"
        for path in paths
        for node in ast.walk(ast.parse((ROOT / path).read_text()))
        if isinstance(node, NAMES) and returns_nothing(node)
        if (said := ast.get_docstring(node) or "").startswith("Return ") and not said.startswith(WAITS)
    ]
    assert len(paths) > 1000
    assert wrong == []
