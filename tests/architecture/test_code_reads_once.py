"""Statements, signatures and modules can be read at first sight."""

import ast
import re
from functools import cache

from tests.tracked import ROOT, tracked

PARAMETERS_MAX = 10
MORE_PARAMETERS = {
    "domain/history/codec.py: seal": 12,  # the envelope, by name
    "services/api/notifications.py: __init__": 11,  # the parts that a servicer needs
    "services/application/game_service.py: execute": 11,  # a command with all that clients may say about it
    "services/projection_runner/runner.py: __init__": 11,
}
"""Functions that have more. A command of the terminal has one for each of its options and is exempt."""
SHARED = {
    "domain/catalogue.py: TITLES": "the register of games",
    "domain/catalogue.py: VARIANTS": "the register of games",
    "services/observe/traces.py: _heard": "OpenTelemetry has one provider for each process",
    "services/store/primary.py: _of_urls": "connections of a process to one server share its state, by weak reference",
}
"""Mutable containers of modules, and why each is one."""
MUTABLE = {"dict", "list", "set", "deque", "defaultdict", "OrderedDict", "WeakValueDictionary", "WeakKeyDictionary"}
JOINED = re.compile(r"^\s*(?:await )?[\w.]+\([^()]*\), (?:await )?[\w.]+\(.*\)$", re.MULTILINE)


def written(pattern: str) -> list[str]:
    return [path for path in tracked(pattern) if "_pb2" not in path]


@cache
def parsed() -> list[tuple[str, ast.Module]]:
    return [(path, ast.parse((ROOT / path).read_text())) for path in written("*.py") if not path.startswith("tests/")]


def test_no_statement_joins_calls_by_a_comma():
    joined = [
        f"{path}:{node.lineno}"
        for path, tree in parsed()
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Tuple)
    ]
    assert joined == []


def test_no_example_of_a_document_joins_calls_by_a_comma():
    assert [path for path in written("*.md") if JOINED.search((ROOT / path).read_text())] == []
    assert JOINED.search("await game.add_bot('greedy'), await game.start()")


def test_functions_have_few_parameters():
    found = {
        f"{path}: {node.name}": count
        for path, tree in parsed()
        if path.startswith(("domain/", "projections/", "services/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.decorator_list
        and not path.startswith("services/cli/")
        and (count := len(node.args.args) + len(node.args.posonlyargs) + len(node.args.kwonlyargs)) > PARAMETERS_MAX
    }
    assert found == MORE_PARAMETERS


def test_modules_keep_no_mutable_state():
    found = {
        f"{path}: {ast.unparse(target)}"
        for path, tree in parsed()
        if path.startswith(("domain/", "projections/", "services/"))
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and is_mutable(node)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    }
    assert found == set(SHARED)


def is_mutable(node: ast.Assign | ast.AnnAssign) -> bool:
    """Return whether a container is made empty, to be filled later. A table of values is a constant."""
    made = node.value
    if isinstance(made, ast.Dict | ast.List) and not (made.keys if isinstance(made, ast.Dict) else made.elts):
        return not (
            isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith(("Mapping", "Given", "Final"))
        )
    return isinstance(made, ast.Call) and not made.args and ast.unparse(made.func).partition("[")[0] in MUTABLE
