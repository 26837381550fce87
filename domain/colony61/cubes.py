"""Money: cubes of 1, 5 and 10 without identity and without change (C61-GEN-03). Pure arithmetic, no state."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import comb

from msgspec import Struct


class Cubes(
    Struct,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    order=True,
    rename={"ones": "1", "fives": "5", "tens": "10"},
):
    """The number of cubes of each value; in a difference it can be negative. In JSON `{"1": n, "5": n, "10": n}`."""

    public = ("ones", "fives", "tens")

    ones: int = 0
    fives: int = 0
    tens: int = 0

    @property
    def value(self) -> int:
        return self.ones + 5 * self.fives + 10 * self.tens

    @property
    def count(self) -> int:
        return self.ones + self.fives + self.tens

    def __add__(self, other: "Cubes") -> "Cubes":
        return Cubes(self.ones + other.ones, self.fives + other.fives, self.tens + other.tens)

    def __sub__(self, other: "Cubes") -> "Cubes":
        return Cubes(self.ones - other.ones, self.fives - other.fives, self.tens - other.tens)

    def holds(self, other: "Cubes") -> bool:
        return self.ones >= other.ones and self.fives >= other.fives and self.tens >= other.tens

    @property
    def well_formed(self) -> bool:
        return self.ones >= 0 and self.fives >= 0 and self.tens >= 0


NOTHING = Cubes()


def total(sets: Iterable[Cubes]) -> Cubes:
    ones = fives = tens = 0
    for cubes in sets:
        ones += cubes.ones
        fives += cubes.fives
        tens += cubes.tens
    return Cubes(ones, fives, tens)


@lru_cache(maxsize=1024)
def fewest(value: int) -> Cubes:
    """The value in as many 10s, then 5s, then 1s as possible."""
    return Cubes(value % 5, value % 10 // 5, value // 10)


def most_valuable(cubes: Cubes, cells: int) -> Cubes:
    """The most valuable cubes that fit the cells (C61-STO-03)."""
    if cubes.count <= cells:
        return cubes
    tens = min(cubes.tens, cells)
    fives = min(cubes.fives, cells - tens)
    return Cubes(min(cubes.ones, cells - tens - fives), fives, tens)


def purses(value: int, cells: int) -> tuple[Cubes, ...]:
    """Every set of cubes of exactly that value that fits the cells; none where even the fewest do not fit."""
    return tuple(
        Cubes(ones, fives, tens)
        for tens in range(value // 10 + 1)
        for fives in range((value - 10 * tens) // 5 + 1)
        if (ones := value - 10 * tens - 5 * fives) + fives + tens <= cells
    )


def selections(cubes: Cubes, count: int) -> tuple[Cubes, ...]:
    """Every choice of exactly so many of the cubes."""
    return tuple(
        Cubes(ones, fives, tens)
        for tens in range(min(cubes.tens, count) + 1)
        for fives in range(min(cubes.fives, count - tens) + 1)
        if (ones := count - tens - fives) <= cubes.ones
    )


@lru_cache(maxsize=4096)
def lean_sets(cost: int, held: Cubes) -> tuple[Cubes, ...]:
    """Every set of held cubes worth at least the cost from which no cube can be taken away."""
    found = []
    for tens in range(min(held.tens, -(-cost // 10)) + 1):
        left = max(0, cost - 10 * tens)
        for fives in range(min(held.fives, -(-left // 5)) + 1):
            ones = max(0, left - 5 * fives)
            spare = 10 * tens + 5 * fives + ones - cost
            smallest = 1 if ones else 5 if fives else 10
            if ones <= held.ones and spare < smallest:
                found.append(Cubes(ones, fives, tens))
    return tuple(found)


def least_sufficient(cost: int, held: Cubes) -> Cubes:
    """The set of least value that is enough, then of fewest cubes, then with more 10s; everything if too poor."""
    return min(lean_sets(cost, held), key=lambda paid: (paid.value, paid.count, -paid.tens), default=held)


@lru_cache(maxsize=8192)
def payable(costs: tuple[int, ...], held: Cubes) -> bool:
    """Return whether each cost can be paid with a set of its own (C61-PAY-02)."""
    if len(costs) < 2:
        return held.value >= sum(costs)
    if held.value < sum(costs):
        return False
    return any(payable(costs[1:], held - paid) for paid in lean_sets(costs[0], held))


Key = tuple[int, int, int, tuple[int, ...], tuple[tuple[int, int], ...]]
NOTHING_PAID: tuple[Key, tuple[Cubes, ...]] = (0, 0, 0, (), ()), ()


@lru_cache(maxsize=8192)
def thriftiest(costs: tuple[int, ...], held: Cubes) -> tuple[Key, tuple[Cubes, ...]] | None:
    """Return the best payment of the costs in their order (C61-BLD-10), or None.

    Best means: least total value, then fewest cubes, then more 10s, then the first set of least value, and so on; then
    that set has more 10s, then more 5s, and so on. The payment after the first set is compared by the same order, so
    the best whole contains the best rest.
    """
    if not costs:
        return NOTHING_PAID
    first, others = costs[0], costs[1:]
    best: tuple[Key, tuple[Cubes, ...]] | None = None
    for paid in lean_sets(first, held):
        rest = thriftiest(others, held - paid) if others else NOTHING_PAID
        if rest is None:
            continue
        (value, count, tens, values, coins), sets = rest
        key = (
            value + paid.value,
            count + paid.count,
            tens - paid.tens,
            (paid.value, *values),
            ((-paid.tens, -paid.fives), *coins),
        )
        if best is None or key < best[0]:
            best = key, (paid, *sets)
    return best


def _sets(cost: int, held: Cubes) -> Iterator[Cubes]:
    """Every set of held cubes worth at least the cost, needless cubes too (DEC-C61-32)."""
    for tens in range(held.tens + 1):
        for fives in range(held.fives + 1):
            for ones in range(max(0, cost - 10 * tens - 5 * fives), held.ones + 1):
                yield Cubes(ones, fives, tens)


def ways_to_pay(costs: tuple[int, ...], held: Cubes) -> int:
    """Return the number of ways to give every cost a set of its own, with or without overpayment. The order of the
    costs does not matter, so a caller that needs many of them counts each once."""
    return _ways(tuple(sorted(costs)), held.ones, held.fives, held.tens)


@lru_cache(maxsize=1 << 16)
def _ways(costs: tuple[int, ...], ones: int, fives: int, tens: int) -> int:
    if not costs:
        return 1
    if ones + 5 * fives + 10 * tens < sum(costs):
        return 0
    dearest, others = costs[-1], costs[:-1]
    return sum(
        _ways_up_to(others, ones - least, fives - paid_fives, tens - paid_tens)
        for paid_tens in range(tens + 1)
        for paid_fives in range(fives + 1)
        if (least := max(0, dearest - 10 * paid_tens - 5 * paid_fives)) <= ones
    )


@lru_cache(maxsize=1 << 16)
def _ways_up_to(costs: tuple[int, ...], ones: int, fives: int, tens: int) -> int:
    """The ways with each number of 1s up to this one, together."""
    if not costs:
        return ones + 1
    return _ways(costs, ones, fives, tens) + (_ways_up_to(costs, ones - 1, fives, tens) if ones else 0)


def way_to_pay(costs: tuple[int, ...], held: Cubes, index: int) -> tuple[Cubes, ...]:
    """Way number `index` of `ways_to_pay`."""
    if not costs:
        return ()
    for paid in _sets(costs[0], held):
        ways = ways_to_pay(costs[1:], held - paid)
        if index < ways:
            return paid, *way_to_pay(costs[1:], held - paid, index)
        index -= ways
    raise IndexError(index)


def splits(fives_most: int, tens_most: int) -> int:
    """Return the number of pairs (tens, fives): at most so many 10s, and so many 5s that the 10s counted double still
    fit."""
    return sum(fives_most - 2 * tens + 1 for tens in range(tens_most + 1))


def split(fives_most: int, index: int) -> tuple[int, int]:
    """Pair number `index` of `splits`, as (tens, fives)."""
    tens = 0
    while index > fives_most - 2 * tens:
        index -= fives_most - 2 * tens + 1
        tens += 1
    return tens, index


def subsets(items: int, least: int, most: int) -> int:
    """Return the number of choices of `least` to `most` things."""
    return sum(comb(items, size) for size in range(least, most + 1))
