"""Takes checks, locks, retries and writes of positions out of the product, and runs the plans: is each noticed?

    python -m tests.simulation.mutants [--count 200] [--seed 1] [--only TEXT …] [--kind KIND] [--at-once 2]

The places are those of mutant_places.py where a plan takes the way that the mutant changes; as many of each kind as
exist, up to its share, in a random order, so that a run that is stopped has tried some of each kind. A mutant is
noticed if a plan finds something wrong, misses a state that its test demands, fails, or does not end. The plans are the
fixed ones and those of mends.py, the shortest first. Mutants of mutants.toml change nothing that a plan could notice,
for the reason given there; they are left out. Exit code 1: more than one in twenty was not noticed.
"""

import argparse
import gc
import os
import resource
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import CodeType, FunctionType

import msgspec
from coverage import Coverage
from msgspec import Struct

from tests.mutants.__main__ import NOTICED, NOTICED_MIN, SURVIVED
from tests.mutants.places import ROOT, Mutant
from tests.simulation.faults import Plan
from tests.simulation.forks import forked
from tests.simulation.mends import MENDS
from tests.simulation.mutant_places import KINDS, Kind, Place, PlaceFinder
from tests.simulation.test_rooms import PLANS as PLANS_OF_ROOMS
from tests.simulation.test_rooms import STATES
from tests.simulation.test_seeds import PLANS as PLANS_OF_GAMES
from tests.simulation.world import run

PLANS = tuple(dict.fromkeys((*PLANS_OF_GAMES, *PLANS_OF_ROOMS, *(mend.plan for mend in MENDS))))
PACKAGES = ("projections", "services")
EQUIVALENT = Path(__file__).with_name("mutants.toml")
PATIENCE, PATIENCE_S = 3, 10
"""A plan may take PATIENCE times as long as it took when its lines were noted, and PATIENCE_S more."""


class Covered(Struct):
    """A plan, the states that it has to reach, its digest, its seconds, and the lines and the ways between them of each
    file."""

    plan: Plan
    states: list[str]
    digest: str
    seconds: float
    lines: dict[str, set[int]]
    arcs: dict[str, set[tuple[int, int]]]

    def takes(self, place: Place) -> bool:
        path = place.mutant.path
        return place.is_taken(self.lines.get(path, set()), self.arcs.get(path, set()))


class Verdict(Struct):
    """`found`: by which the mutant was noticed. `changes`: it changed the course of a plan."""

    found: str = ""
    changes: bool = False


def covered(plan: Plan) -> Covered:
    """Run a plan and note the lines of the product that it runs."""
    coverage = Coverage(data_file=None, branch=True, source=[str(ROOT / each) for each in PACKAGES])
    began_s = time.process_time()
    with coverage.collect():
        outcome = run(plan)
    if wrong := outcome.faults:
        raise SystemExit(f"a plan finds something without a mutant: {wrong[0]}")
    data = coverage.get_data()
    files = {file.removeprefix(f"{ROOT}/"): file for file in data.measured_files()}
    lines = {path: set(data.lines(file) or ()) for path, file in files.items()}
    arcs = {path: set(data.arcs(file) or ()) for path, file in files.items()}
    states = [state for room in plan.rooms if plan in PLANS_OF_ROOMS for state in STATES[room]]
    return Covered(plan, states, outcome.digest, time.process_time() - began_s, lines, arcs)


def verdict(mutant: Mutant, plans: list[Covered]) -> Verdict:
    """Break the product in this process, and run plans until one notices."""
    _break(mutant)
    changes = False
    for each in plans:
        limit_s = int(time.process_time() + PATIENCE * each.seconds + PATIENCE_S)
        resource.setrlimit(resource.RLIMIT_CPU, (limit_s, resource.RLIM_INFINITY))
        try:
            outcome = run(each.plan)
        except BaseException as error:
            return Verdict(f"{type(error).__name__}: {error}")
        missing = [state for state in each.states if not outcome.reached[state]]
        for wrong in (*outcome.faults, *(f"not reached: {state}" for state in missing)):
            return Verdict(wrong, changes=True)
        changes |= outcome.digest != each.digest
    return Verdict(changes=changes)


def _break(mutant: Mutant) -> None:
    """Give the loaded functions around a place their code with the mutant."""
    for function, code in broken(mutant):
        function.__code__ = code


def broken(mutant: Mutant) -> list[tuple[FunctionType, CodeType]]:
    """Return the loaded functions around a place, each with its code with the mutant. Empty: it cannot be replaced."""
    file = str(ROOT / mutant.path)
    module = compile(mutant.applied_to(Path(file).read_bytes()), file, "exec", dont_inherit=True)
    codes = {(each.co_qualname, each.co_firstlineno): each for each in _codes(module)}
    around = [each for each in _functions()[file] if mutant.line in _lines(each.__code__)]
    pairs = [(each, codes[each.__code__.co_qualname, each.__code__.co_firstlineno]) for each in around]
    return pairs if all(code.co_freevars == each.__code__.co_freevars for each, code in pairs) else []


@cache
def _functions() -> dict[str, list[FunctionType]]:
    """Return all loaded functions by their file."""
    found = defaultdict[str, list[FunctionType]](list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found[each.__code__.co_filename].append(each)
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _lines(code: CodeType) -> range:
    lines = [line for each in _codes(code) for _, _, line in each.co_lines() if line]
    return range(min(lines), max(lines) + 1)


def drawn(plans: list[Covered], count: int, seed: int, only: list[str], kinds: list[Kind]) -> list[Place]:
    """Draw places where a plan takes the way that the mutant changes, of each kind as many as exist up to its share."""
    files = sorted({file for each in plans for file in each.lines})
    for file in files:
        import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    found = (place for file in files for place in PlaceFinder(file).places())
    every = [place for place in found if not only or any(map(place.mutant.line_diff().startswith, only))]
    taken = [place for place in every if any(each.takes(place) for each in plans)]
    by_kind = [[place for place in taken if place.kind == kind] for kind in kinds]
    print(f"{len(every)} places in {len(files)} files; {len(plans)} plans take the way of {len(taken)}:", flush=True)
    dice, some = Random(seed), list[Place]()
    for done, places in enumerate(sorted(by_kind, key=len)):
        more = dice.sample(places, min(len(places), (count - len(some)) // (len(kinds) - done)))
        print(*(f"  {places[0].kind}: {len(places)}, of which {len(more)} are tried" for _ in places[:1]), flush=True)
        some += more
    dice.shuffle(some)
    return some


def _equivalent() -> set[str]:
    """Return the keys of the mutants that no plan can notice."""
    listed = tomllib.loads(EQUIVALENT.read_text())["mutant"]
    return {f"{each['file']}\n  - {each['place']}\n  + {each['instead']}" for each in listed}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="only places that begin so, as they are printed")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only this kind")
    parser.add_argument("--at-once", type=int, default=2)
    args = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # as in __main__.py
        command = [sys.executable, "-m", "tests.simulation.mutants", *sys.argv[1:]]
        os.execve(sys.executable, command, {**os.environ, "PYTHONHASHSEED": "0"})
    plans = [msgspec.msgpack.decode(result, type=Covered) for _, result in forked(covered, list(PLANS), args.at_once)]
    plans.sort(key=lambda each: each.seconds)
    equivalent, verdicts = _equivalent(), Counter[str]()
    places = drawn(plans, args.count, args.seed, args.only, args.kind or list(KINDS))
    counted = [each for each in places if each.mutant.key() not in equivalent and broken(each.mutant)]
    print(f"{len(places) - len(counted)} are left out", flush=True)

    def tried(place: Place) -> Verdict:
        return verdict(place.mutant, [each for each in plans if each.takes(place)])

    for place, result in forked(tried, counted, args.at_once):
        found = msgspec.msgpack.decode(result, type=Verdict) if result else Verdict("a plan does not end", True)
        name = NOTICED if found.found else SURVIVED
        verdicts[name] += 1
        unchanged = "" if found.found or found.changes else "no plan runs differently"
        print(f"{name:10} {place.kind}: {place.mutant.line_diff()}  # {unchanged}{found.found[:150]}", flush=True)
    rate = verdicts[NOTICED] / max(1, verdicts.total())
    print(f"{verdicts.total()} tried, {verdicts[SURVIVED]} not noticed ({rate:.1%} noticed)")
    return int(rate < NOTICED_MIN)


if __name__ == "__main__":
    sys.exit(main())
