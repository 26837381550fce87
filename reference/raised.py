"""Every place of the source that gives a reason code, read from its syntax trees."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from domain import catalogue

ROOT = Path(__file__).parents[1]
FOLDERS = ("domain", "projections", "services")
CODE = re.compile(r"[A-Z][A-Z0-9_]{3,}")
RAISES = {
    "Refused": 0,
    "Unauthenticated": 0,
    "NotAllowed": 0,
    "NotPossible": 0,
    "NameRefused": 0,
    "PasswordRefused": 0,
    "LinkRefused": 0,
    "DeviceKeyRefused": 0,
    "PasskeyRefused": 0,
    "ProgramRefused": 0,
    "StatusFields": 1,
    "TooMany": 0,
    "ConcurrencyLimiter": 1,
    "Stop": 0,
}
"""What is raised or told with a reason code, and which argument that is."""
ORDER = "Stop"
"""Why a standing order ended: told of the order, and no error."""
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Assign


class Place(NamedTuple):
    """`raises`: one of RAISES. `facts`: the names of the figures; None where they are not written out in the place."""

    path: Path
    raises: str
    facts: frozenset[str] | None


@cache
def raised() -> Mapping[str, list[Place]]:
    """Return the places that raise each reason code."""
    found: dict[str, list[Place]] = defaultdict(list)
    for top in FOLDERS:
        for path in sorted((ROOT / top).rglob("*.py")):
            source = path.read_text()
            if any(f"{name}(" in source for name in RAISES):
                for code, place in _of_file(path.relative_to(ROOT), ast.parse(source)):
                    found[code].append(place)
    for path, code in _of_orders():
        found[code].append(Place(path, ORDER, None))
    return found


def _of_file(path: Path, tree: ast.Module) -> Iterator[tuple[str, Place]]:
    functions: list[Function] = [
        each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    for function in [*functions, *(each for each in tree.body if isinstance(each, ast.Assign))]:
        for call in ast.walk(function):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in RAISES):
                continue
            argument = call.args[RAISES[call.func.id]]
            if isinstance(argument, ast.Attribute):  # passes on what was raised elsewhere
                continue
            place = Place(path, call.func.id, _facts(call))
            for code in _codes(argument, function):
                yield code, place


def _facts(call: ast.Call) -> frozenset[str] | None:
    match call:
        case ast.Call(func=ast.Name("Refused")):
            return frozenset(each.arg for each in call.keywords if each.arg)
        case ast.Call(func=ast.Name("Stop"), args=[_, ast.Dict(keys=keys)]):
            return frozenset(key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
    return None


def _codes(argument: ast.expr, function: Function) -> set[str]:
    """Codes that an expression may have, looked up in the function around it where it is a name."""
    if not isinstance(argument, ast.Name):
        return {code for code in _constants(argument) if CODE.fullmatch(code)}
    assigned = [each for each in ast.walk(function) if isinstance(each, ast.Assign) if argument.id in _names(each)]
    assert assigned, f"where does {argument.id} come from?"
    # rules ("JP-06") and compared steps occur next to the codes; a code has an underscore
    found = {code for each in assigned for code in _constants(each.value) if CODE.fullmatch(code)}
    return {code for code in found if "_" in code}


def _constants(node: ast.AST) -> set[str]:
    return {each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def _names(assign: ast.Assign) -> set[str]:
    return {each.id for target in assign.targets for each in ast.walk(target) if isinstance(each, ast.Name)}


def _of_orders() -> Iterator[tuple[Path, str]]:
    """Yield the reasons that end a game's order, in addition to those written where they are raised."""
    for title in catalogue.TITLES.values():
        variant = title.variants[0]
        if title.name != "demo":
            for reason in variant.decider({}, variant.players_min).orders.reasons:
                yield Path("domain", title.name, "orders.py"), reason.code
