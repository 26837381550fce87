"""Stage 2 as numbered families of commands: a whole income, equal to the default except for one part.

docs/decisions/0008-what-the-options-of-colony-61-cover.md lists the covered parts and the others.
"""

from collections.abc import Iterator
from math import prod
from typing import Literal

from msgspec.structs import replace

from domain.colony61.cubes import Cubes, purses, selections, split, splits, total
from domain.colony61.default_income import default_bonuses, default_plan, paid_in_full, spelt_out, spent, with_upkeep
from domain.colony61.income import Basis, Plan, portions_of
from domain.colony61.messages import Bonus, EffectChoice, Merge, ResolveIncome, UpkeepPayment
from domain.colony61.rules import UpkeepDue
from domain.colony61.settling import all_cubes, bonuses_given
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option

Vary = Literal["cubes", "bonuses", "keep", "upkeep"]

COUNT_MOST = 1 << 62
"""Numbers stay drawable, and fit 64 bits on the wire."""


class IncomeOption(Option, frozen=True):
    """A whole income under one effect, like the default but for what `vary` names: the cubes (and the exchange), the
    targets of bonuses and links, the cubes that stay, or the way upkeep is paid. `basis` holds all that may be
    combined freely."""

    player: Seat
    vary: Vary
    effect: EffectChoice | None
    basis: Basis

    def count(self) -> int:
        match self.vary:
            case "cubes":
                return len(self._exchanges()) * splits(*self._most())
            case "bonuses":
                return prod(len(choices) for choices in self._free_choices())
            case "keep":
                return len(self._selections())
            case "upkeep":
                return len(self._upkeep_plans())

    def is_offered(self) -> bool:
        """Return whether there is something to vary, which a count would say after more work."""
        match self.vary:
            case "cubes":
                return bool(self._exchanges())
            case "bonuses":
                return bool(self.basis.bonuses or self.basis.merges)
            case "keep":
                return bool(self._selections())
            case "upkeep":
                return bool(self.basis.upkeep)

    def nth(self, index: int) -> Command:
        match self.vary:
            case "cubes":
                return self._nth_cubes(index)
            case "bonuses":
                return self._nth_bonuses(index)
            case "keep":
                return replace(self._default(), keep=self._selections()[index])
            case "upkeep":
                return self._in_full(self._upkeep_plans()[index])

    def kind(self) -> str:
        return ResolveIncome.__name__  # without making one, which takes a plan

    def _plan(self) -> Plan:
        return default_plan(self.basis, self.effect)

    def _default(self) -> ResolveIncome:
        return self._in_full(self._plan())

    def _in_full(self, laid_out: Plan) -> ResolveIncome:
        return spelt_out(self.basis, self.player, paid_in_full(self.basis, laid_out))

    def _exchanges(self) -> tuple[Cubes | None, ...]:
        return purses(self.basis.storage.value, self.basis.cells) if self.basis.recycled else (None,)

    def _most(self) -> tuple[int, int]:
        """Return how many 5s the portions can hold, with a 10 counted as two, and how many 10s."""
        left = [portion.left for portion in self._plan().portions]
        return sum(amount // 5 for amount in left), sum(amount // 10 for amount in left)

    def _nth_cubes(self, index: int) -> ResolveIncome:
        """The assignment of cubes to portions does not matter, so the first portions that can give the large cubes give
        them."""
        exchanges, laid_out = self._exchanges(), self._plan()
        number, exchange = divmod(index, len(exchanges))
        tens, fives = split(self._most()[0], number)
        cubes = {}
        for portion in laid_out.portions:
            own_tens = min(tens, portion.left // 10)
            tens -= own_tens
            cubes[portion.name] = Cubes(0, 0, own_tens)
        for portion in laid_out.portions:
            own_tens = cubes[portion.name].tens
            own_fives = min(fives, portion.left // 5 - 2 * own_tens)
            fives -= own_fives
            cubes[portion.name] = Cubes(portion.left - 10 * own_tens - 5 * own_fives, own_fives, own_tens)
        held = all_cubes(self.basis, exchanges[exchange], cubes)
        return spelt_out(self.basis, self.player, spent(self.basis, laid_out, exchanges[exchange], cubes, held))

    def _free_choices(self) -> list[tuple[Bonus | Merge | None, ...]]:
        """For each merging and each bonus module: unused, or any use of it. A module that would raise the count above
        COUNT_MOST keeps its default: a link unused, a bonus with its default target."""
        defaults = {given.source: Bonus(given.source, given.target) for given in default_bonuses(self.basis)}
        rights: list[tuple[Bonus | None, tuple[Bonus | Merge, ...]]] = [
            (None, tuple(Merge(right.by, a, b) for a, b in right.pairs())) for right in self.basis.merges
        ]
        rights += [
            (defaults.get(right.by), tuple(Bonus(right.by, target) for target in right.targets))
            for right in self.basis.bonuses
        ]
        count, choices = 1, list[tuple[Bonus | Merge | None, ...]]()
        for default, uses in rights:
            choices.append((None, *uses) if count * (1 + len(uses)) <= COUNT_MOST else (default,))
            count *= len(choices[-1])
        return choices

    def _nth_bonuses(self, index: int) -> ResolveIncome:
        used = []
        for choices in self._free_choices():
            index, number = divmod(index, len(choices))
            used.append(choices[number])
        given = bonuses_given(self.basis, tuple(use for use in used if isinstance(use, Bonus)))
        merges = tuple(use for use in used if isinstance(use, Merge))
        portions = portions_of(self.basis, self.effect, given, merges)
        return self._in_full(with_upkeep(self.basis, self.effect, given, merges, portions))

    def _selections(self) -> tuple[Cubes, ...]:
        default = self._default()
        stored = self.basis.storage if default.exchange is None else default.exchange
        held = total((stored, *(entry.cubes for entry in default.cubes or ())))
        for entry in default.upkeep or ():
            held -= entry.cubes or Cubes()
        return selections(held, self.basis.cells) if held.count > self.basis.cells else ()

    def _upkeep_plans(self) -> list[Plan]:
        """Every way to take each upkeep from a portion that still holds it, or from cubes."""
        laid_out = self._plan()
        portions = portions_of(self.basis, self.effect, laid_out.bonuses, laid_out.merges)
        plans = [replace(laid_out, portions=tuple(portions), upkeep=())]
        for due in self.basis.upkeep:
            plans = [paying for before in plans for paying in ways_to_pay_upkeep(before, due)]
        return plans


def ways_to_pay_upkeep(before: Plan, due: UpkeepDue) -> Iterator[Plan]:
    """The payment in cubes, then from each portion that still holds the resource."""
    yield replace(before, upkeep=(*before.upkeep, UpkeepPayment(due.module)))
    for payer in before.portions:
        if payer.left >= due.amount:
            less = replace(payer, left=payer.left - due.amount)
            portions = tuple(less if each is payer else each for each in before.portions)
            yield replace(before, portions=portions, upkeep=(*before.upkeep, UpkeepPayment(due.module, payer.name)))


def income_options(player: Seat, basis: Basis) -> tuple[IncomeOption, ...]:
    effects: tuple[EffectChoice | None, ...] = ("PLUS_10", "DOUBLE") if basis.recycled else (None,)
    varied: tuple[Vary, ...] = ("cubes", "bonuses", "keep", "upkeep")
    families = (IncomeOption(player, vary, effect, basis) for effect in effects for vary in varied)
    return tuple(family for family in families if family.is_offered())
