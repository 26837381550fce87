"""Count ten habits of writing that docs/style.md advises against, and compare the counts with their ceilings.

`python -m tests.docs.habits` prints the counts, `--find HABIT [AREA]` the places, `--update` lowers the ceilings.
The patterns are simple on purpose: they miss some cases and find a few good sentences, so a count is a trend, no proof.
"""

import argparse
import ast
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
CEILINGS = Path(__file__).with_name("habits.toml")

# A question may begin with these words, so a sentence that ends in a question mark is not counted.
STATEMENT = r"\b(?![^.!?\n]*\?)"
PATTERNS = {
    "headless_what": rf"\bWhat{STATEMENT}",
    "headless_who": rf"\bWho{STATEMENT}|\b[Ww]hoever\b|\b(?:of|to|for|from|by|with|than) who\b",
    "is_told": r"\b(?:is|are|be|was|were|been) told\b|\bsa(?:y|ys|id) so\b|\bt(?:ell|ells|old) (?:\w+ )?apart\b",
    "stands": r"\b(?:stands?|stood)\b(?![- ](?:in|for)\b)|\b(?:lies|lay)\b|\b(?:go|goes|went) on\b"
    r"|\b(?:is|are|was|were) there\b(?! (?:an?|any|no)\b)",
    "somebody": r"\b(?:some|no|any|every)body\b",
    "for_cause": r", for (?:it|he|she|they|there|that|this|these|those|we|you|nothing|nobody|everybody|what|who|only)\b"
    r"|, for (?:\w+ ){1,3}(?:is|are|has|have|was|were|would|can|may|does|knows|needs)\b",
    "anew": r"\banew\b|\bbeside\b|\bthe own\b|\b(?:is|are|was|were|be) none\b"
    r"|(?<!here )\b(?:is|are) no (?!longer\b|more\b|less\b|later\b|earlier\b|other\b)\w+",
    "guillemets": "«",
}
# Lines are wrapped, so a space in a pattern may be the end of a line.
CASED = {"headless_what", "headless_who"}
COMPILED = {
    habit: re.compile(pattern.replace(" ", r"\s"), 0 if habit in CASED else re.IGNORECASE)
    for habit, pattern in PATTERNS.items()
}
# A docstring that begins so continues the name above it and means nothing alone.
FRAGMENT = re.compile(
    r"(?:About|And|Are|As|Beside|By|For|From|Has|How|Is|Of|Or|So|That|To|What|Where|Whether|Which|Who|Whose|Yet)\b"
)
PARTICIPLE = re.compile(r"_?(?:asked|found|given|held|kept|left|looks|made|said|sent|shown|taken|told|wanted)_?")
HABITS = [*PATTERNS, "fragment", "participle"]


@dataclass(frozen=True)
class Place:
    area: str
    habit: str
    path: str
    line: int
    text: str


def area_of(path: str) -> str:
    """Return the area whose ceiling a file counts towards, or "" for a file that is not counted."""
    top, suffix = path.split("/")[0], Path(path).suffix
    generated = "_pb2" in path or path.startswith(("docs/reference/", "turnledger/v1/")) or "/vendor/" in path
    if generated or path == "docs/style.md" or path.startswith(("docs/rules/ru/", "tests/golden/")):
        return ""
    if suffix == ".md":
        folder = path.split("/")[1] if path.startswith("docs/") else ""
        return folder if folder in {"decisions", "rules"} else "docs"
    if suffix == ".pot":
        return "texts"
    if suffix == ".py":
        return {"support": "tests"}.get(top, top if top in {"domain", "projections", "services", "tests"} else "tools")
    return "scripts" if suffix in {".js", ".mjs", ".ts", ".go", ".kt", ".kts", ".swift", ".proto"} else ""


def files() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return sorted(path for path in set(listed.stdout.splitlines()) if area_of(path) and (ROOT / path).is_file())


def prose(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a file that people read, each with the number of its first line."""
    suffix = Path(path).suffix
    if suffix == ".md":
        code_and_paths = re.compile(r"^```.*?^```|`[^`\n]*`|(?<=\])\([^)]*\)", re.M | re.S)
        yield 1, code_and_paths.sub(lambda match: "\n" * match[0].count("\n"), text)
    elif suffix == ".pot":
        for match in re.finditer(r'^msgid(?:_plural)? ((?:"[^\n]*"\n)+)', text, re.M):
            yield text.count("\n", 0, match.start()) + 1, re.sub(r'"\n"|^"|"\n$', "", match[1])
    elif suffix == ".py":
        yield from comments(text, r"(?:^\s*|  )# (.*)")
    else:
        yield from comments(text, r"(?:^|\s)//+ (.*)|^\s*/?\*+ (.*)")


def comments(text: str, pattern: str) -> Iterator[tuple[int, str]]:
    """Yield the comments without the `code` in them, such as the name of a step `LAY`."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.search(pattern, line):
            yield number, re.sub(r"`[^`]*`", "", match[match.lastindex or 0])


def definitions(node: ast.AST) -> Iterator[ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the module or definition itself and every definition in its statements."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node
    for block in ("body", "orelse", "handlers", "finalbody"):
        for statement in getattr(node, block, []):
            if isinstance(statement, ast.stmt | ast.excepthandler):
                yield from definitions(statement)


def places() -> Iterator[Place]:
    for path in files():
        area, text = area_of(path), (ROOT / path).read_text()
        for line, part in prose(path, text):
            yield from in_prose(area, path, line, part)
        if path.endswith(".py"):
            for node in definitions(ast.parse(text)):
                yield from in_definition(area, path, node)


def in_prose(area: str, path: str, line: int, part: str) -> Iterator[Place]:
    for habit, pattern in COMPILED.items():
        for match in pattern.finditer(part):
            start = part.rfind("\n", 0, match.start()) + 1
            shown = part[start:].split("\n", 1)[0][:160].strip()
            yield Place(area, habit, path, line + part.count("\n", 0, match.start()), shown)


def in_definition(
    area: str, path: str, node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
) -> Iterator[Place]:
    if doc := ast.get_docstring(node):
        line = node.body[0].lineno
        yield from in_prose(area, path, line, doc)
        if FRAGMENT.match(doc):
            yield Place(area, "fragment", path, line, doc.splitlines()[0])
    if not isinstance(node, ast.Module) and PARTICIPLE.fullmatch(node.name.lower()):
        yield Place(area, "participle", path, node.lineno, node.name)


def counts() -> Counter[tuple[str, str]]:
    return Counter((place.area, place.habit) for place in places())


def ceilings() -> dict[tuple[str, str], tuple[int, int]]:
    """Return (count when the pass began, most allowed now) of every area and habit."""
    stored = tomllib.loads(CEILINGS.read_text()) if CEILINGS.exists() else {}
    return {(area, habit): tuple(pair) for area, habits in stored.items() for habit, pair in habits.items()}


def write(limits: dict[tuple[str, str], tuple[int, int]]) -> None:
    lines = ["# [count when the pass began, most allowed now]; written by `python -m tests.docs.habits --update`"]
    for area in sorted({area for area, _ in limits}):
        lines += ["", f"[{area}]", *(f"{habit} = {list(limits[area, habit])}" for habit in HABITS)]
    CEILINGS.write_text("\n".join(lines) + "\n")


def lowered() -> dict[tuple[str, str], tuple[int, int]]:
    """Return the ceilings after an update: an area that is new begins at its count, the others only fall."""
    now, before = counts(), ceilings()
    areas = {area for area, _ in before} | {area for area, _ in now}
    keys = [(area, habit) for area in areas for habit in HABITS]
    starts = {key: before.get(key, (now[key], now[key])) for key in keys}
    return {key: (start, min(most, now[key])) for key, (start, most) in starts.items()}


def table() -> str:
    now, limits = counts(), ceilings()
    areas = sorted({area for area, _ in limits})
    rows = [["habit", *areas, "all", "at the start"]]
    for habit in HABITS:
        found = [now[area, habit] for area in areas]
        start = sum(limits[area, habit][0] for area in areas)
        rows.append([habit, *map(str, found), str(sum(found)), str(start)])
    return "\n".join(f"{row[0]:<15}" + "".join(f"{cell:>13}" for cell in row[1:]) for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="Count ten habits of writing (docs/style.md).")
    parser.add_argument("--update", action="store_true", help="lower the ceilings to the counts; never raises one")
    parser.add_argument("--find", metavar="HABIT", choices=[*HABITS, "all"], help="print the places of a habit")
    parser.add_argument("area", nargs="?", help="with --find: only this area, or a path's beginning")
    arguments = parser.parse_args()
    if arguments.update:
        write(lowered())
    if arguments.find:
        for place in places():
            chosen = arguments.area is None or place.area == arguments.area or place.path.startswith(arguments.area)
            if chosen and arguments.find in {place.habit, "all"}:
                print(f"{place.path}:{place.line}: {place.habit}: {place.text}")
    else:
        print(table())


if __name__ == "__main__":
    main()
