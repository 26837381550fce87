"""The places at which the product checks, locks, tries again or stores a position, each with the text that drops this.

- check: a guard never leaves, a condition always holds, a part of a condition or a filter is left out, nothing is
  raised.
- lock: a block runs without its lock, a transaction without its condition.
- retry: an error that was handled is raised, a loop runs once.
- position: a position, a version or a checkpoint is not written.
"""

import ast
import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from tests.mutants.places import Mutant, Source

Kind: TypeAlias = Literal["check", "lock", "retry", "position"]
KINDS: tuple[Kind, ...] = ("check", "lock", "retry", "position")
Node: TypeAlias = ast.expr | ast.stmt
NOT_BROKEN = (
    *("services/texts/", "services/cli/", "services/api/messages/", "services/observe/", "services/settings/"),
    *("services/store/sqlite", "services/store/backends.py", "services/store/migrations/"),
)
"""Words, the terminal, the forms of messages, figures about the service, and settings; and the store that is not
simulated, with which a run makes its tables."""
NO_LOCK = '__import__("contextlib").nullcontext()'
_LOCK = re.compile(
    r"(lock|_turns|places|_keeping|_reading|_readers|_connecting|_looking|_opening|_open|_asking|_free|_one_at_a_time)\b"
    r"|\b(lead|_leading|only_rebuild|GameLock)\(",
    re.IGNORECASE,
)
_POSITION = re.compile(
    r"position|cursor|checkpoint|version|upto|heads?\b|_standing|_seen|_marks?\b|_passed|read_to|folded_to|advance|_cut\b"
    r"|_levels|arrive",
    re.IGNORECASE,
)
_LEAVES = (ast.Raise, ast.Return, ast.Continue, ast.Break)
_JUMPS = (ast.Break, ast.Continue)
_BLOCKS = (ast.If, ast.Try, ast.With, ast.AsyncWith, ast.For, ast.ExceptHandler)


class Place(Struct, frozen=True):
    """`runs`: the line that a plan runs if it takes the way that the mutant changes. `condition`: the lines of a
    condition; here a plan takes that way if it leaves them for another line than `runs`."""

    kind: Kind
    mutant: Mutant
    runs: int
    condition: range = range(0)

    def is_taken(self, lines: set[int], arcs: set[tuple[int, int]]) -> bool:
        if not self.condition:
            return self.runs in lines
        others = {*self.condition, self.runs}
        return any(before in self.condition and after not in others for before, after in arcs)


class PlaceFinder(Source):
    """Finds the places of one file."""

    def places(self) -> Iterator[Place]:
        """Yield the places of all functions."""
        if self.path.startswith(NOT_BROKEN):
            return
        for function in ast.walk(ast.parse(self.content)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for statement in function.body:
                    yield from self._in(statement, function.name)

    def _in(self, node: ast.AST, function: str) -> Iterator[Place]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda | ast.Assert):
            return
        yield from self._of(node, function)
        for child in ast.iter_child_nodes(node):
            yield from self._in(child, function)

    def _of(self, node: ast.AST, function: str) -> Iterator[Place]:
        for change in (*_checks(node), *_raises(node), *_locks(node), *_retries(node), *_positions(node)):
            start, end = self.start(change.first), self.end(change.last or change.first)
            end = start + len(change.instead_of) if change.instead_of else end
            mutant = Mutant(self.path, change.first.lineno, start, end, change.text, function)
            yield Place(change.kind, mutant, change.runs or change.first.lineno, change.condition)


class _Change(NamedTuple):
    """The nodes that a text replaces, or the word at their beginning that it replaces."""

    kind: Kind
    first: Node
    text: str
    runs: int = 0
    condition: range = range(0)
    last: Node | None = None
    instead_of: str = ""


def _checks(node: ast.AST) -> Iterator[_Change]:
    match node:
        case ast.If(test=test, body=[first, *_] as body, orelse=other):
            condition = range(test.lineno, (test.end_lineno or test.lineno) + 1)
            if isinstance(body[-1], _LEAVES) and not other:
                yield _Change("check", test, "False", first.lineno)
            else:
                yield _Change("check", test, "True", first.lineno, condition)
            match test:
                case ast.BoolOp(op=ast.And(), values=parts):
                    yield from (_Change("check", each, "True", first.lineno, condition) for each in parts)
                case ast.BoolOp(op=ast.Or(), values=parts):
                    yield from (_Change("check", each, "False", first.lineno) for each in parts)
        case ast.comprehension(ifs=conditions):
            yield from (_Change("check", each, "True") for each in conditions)


def _raises(node: ast.AST) -> Iterator[_Change]:
    """Yield errors that are raised, but not those whose guard is dropped with the same effect."""
    blocks = [getattr(node, name, None) for name in ("body", "orelse", "finalbody") if isinstance(node, _BLOCKS)]
    for block in filter(None, blocks):
        if isinstance(block[-1], ast.Raise) and not (isinstance(node, ast.If) and len(block) == 1):
            yield _Change("check", block[-1], "pass")


def _locks(node: ast.AST) -> Iterator[_Change]:
    match node:
        case ast.With(items=items) | ast.AsyncWith(items=items):
            held = [each.context_expr for each in items if not each.optional_vars]
            yield from (_Change("lock", each, NO_LOCK) for each in held if _LOCK.search(ast.unparse(each)))
        case ast.Call(keywords=keywords):
            yield from (_Change("lock", each.value, "None") for each in keywords if each.arg == "only_if")


def _retries(node: ast.AST) -> Iterator[_Change]:
    match node:
        case ast.While(body=body) if not any(isinstance(each, _JUMPS) for part in body for each in ast.walk(part)):
            yield _Change("retry", node, "if", body[0].lineno, instead_of="while")
        case ast.ExceptHandler(body=[first, *_] as body) if not any(
            isinstance(each, ast.Raise) for part in body for each in ast.walk(part)
        ):
            yield _Change("retry", first, "raise", last=body[-1])


def _positions(node: ast.AST) -> Iterator[_Change]:
    match node:
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript() as target]) | ast.AugAssign(target=target):
            if _POSITION.search(ast.unparse(target)):
                yield _Change("position", node, "pass")
        case ast.Expr(value=ast.Call() | ast.Await(value=ast.Call())):
            if _POSITION.search(ast.unparse(node)):
                yield _Change("position", node, "pass")
