"""The places that a mutant can change: one comparison, condition, number or statement inside a function."""

import ast
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from random import Random

from msgspec import Struct
from msgspec.structs import replace

ROOT = Path(__file__).parents[2]
ROOMS = ("domain", "projections", "services")
NOT_BROKEN = ("invariants.py",)
"""Only tests ask for invariants. The rules never break one, so nothing notices a weaker one."""
OTHER: Mapping[type[ast.AST], str] = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
    ast.Add: "-", ast.Sub: "+", ast.And: "or", ast.Or: "and",
}  # fmt: skip
SIGNS: Mapping[type[ast.AST], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
    ast.Add: "+", ast.Sub: "-", ast.And: "and", ast.Or: "or",
}  # fmt: skip


class Mutant(Struct, frozen=True):
    """One change of one file. `start` and `end` count bytes of the file; `line` counts from 1. `function`: the name of
    the one around it."""

    path: str
    line: int
    start: int
    end: int
    text: str
    function: str = ""

    def applied_to(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def _lines(self) -> tuple[str, str]:
        source = (ROOT / self.path).read_bytes()
        changed = self.applied_to(source)
        return tuple(each.splitlines()[self.line - 1].decode().strip() for each in (source, changed))  # type: ignore[return-value]

    def diff(self) -> str:
        before, after = self._lines()
        return f"{self.path}:{self.line}\n  - {before}\n  + {after}"

    def line_diff(self) -> str:
        before, after = self._lines()
        return f"{self.path}:{self.line}: {before}  =>  {after}"

    def key(self) -> str:
        """Its name in the list of equivalents: the line may move, its text may not change."""
        return self.diff().replace(f":{self.line}\n", "\n", 1)

    def name(self) -> str:
        """Its name in the results."""
        return f"{self.path}:{self.start}:{self.end}:{self.text}"

    def source_digest(self) -> str:
        return sha256((ROOT / self.path).read_bytes()).hexdigest()[:16]


class Source:
    """A file and the places of its nodes in bytes."""

    def __init__(self, path: str) -> None:
        self.path, self.content = path, (ROOT / path).read_bytes()
        self._begins = [0]
        for line in self.content.splitlines(keepends=True):
            self._begins.append(self._begins[-1] + len(line))

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self._begins[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno
        assert node.end_col_offset is not None
        return self._begins[node.end_lineno - 1] + node.end_col_offset

    def mutants(self) -> Iterator[Mutant]:
        """Yield the mutants of all functions. Code between functions runs at import, in the name of no test."""
        for function in ast.walk(ast.parse(self.content)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for statement in function.body:
                    for mutant in self._inside(statement):
                        yield replace(mutant, function=function.name)

    def _inside(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda | ast.Assert):
            return
        yield from self._of(node)
        for name, child in ast.iter_fields(node):
            if name not in ("annotation", "returns", "ctx"):
                for each in child if isinstance(child, list) else [child]:
                    if isinstance(each, ast.AST):
                        yield from self._inside(each)

    def _of(self, node: ast.AST) -> Iterator[Mutant]:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                yield from self._sign(op, left, right)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OTHER:
                yield from self._sign(op, left, right)
            case ast.BoolOp(op=op, values=[left, right, *_]):
                yield from self._sign(op, left, right)
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                yield self._mutant(node, str(number + 1))
            case ast.Constant(value=bool(flag)):
                yield self._mutant(node, str(not flag))
            case ast.Raise(exc=ast.Call(func=ast.Name(id="AssertionError"))):
                pass
            case ast.Expr(value=ast.Call() | ast.Await()) | ast.Raise() | ast.AugAssign():
                yield self._mutant(node, "pass")
            case _:
                pass
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            condition = self.content[self.start(node.test) : self.end(node.test)].decode()
            yield self._mutant(node.test, f"(not ({condition}))")

    def _sign(self, op: ast.AST, left: ast.expr, right: ast.expr) -> Iterator[Mutant]:
        """The operator between two operands; none where brackets hide it."""
        start, end = self.end(left), self.start(right)
        between = self.content[start:end].decode()
        if between.strip() == SIGNS[type(op)] and "\n" not in between:
            yield Mutant(self.path, left.end_lineno or left.lineno, start, end, f" {OTHER[type(op)]} ")

    def _mutant(self, node: ast.expr | ast.stmt, text: str) -> Mutant:
        return Mutant(self.path, node.lineno, self.start(node), self.end(node), text)


def sample(count: int, seed: int) -> list[Mutant]:
    """Places drawn over all files, each as likely as any other."""
    found = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")) if path.name not in NOT_BROKEN]
    files = [str(path.relative_to(ROOT)) for path in found]
    every = [mutant for path in files for mutant in Source(path).mutants()]
    return Random(seed).sample(every, min(count, len(every)))
