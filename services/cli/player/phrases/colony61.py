"""Colony-61 at the prompt: `lay Mine, Warehouse`, `build Mine recycle Warehouse`, `default`. Options are sentences."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.colony61 import messages as m
from domain.colony61.cubes import Cubes
from domain.colony61.income_options import IncomeOption
from domain.colony61.options import (
    AcceptDefault,
    DecideOption,
    KeepOption,
    LayOption,
    StandingOption,
    StartOption,
    SwapOption,
)
from domain.kernel.messages import Command
from services.cli.player.phrases.lines import Line, Names, Unclear, nothing_more, tokens
from services.cli.reader import Reader

WAYS_MAX = 30


def command_sentence(command: Any, by: Reader) -> str:
    """A command as a sentence."""
    match command:
        case m.ChooseStart(keep=keep, cubes=cubes):
            return by.say("start with {cards} and {cubes}").format(cards=_cards(keep, by), cubes=_cubes(cubes, by))
        case m.LayCards(cards=cards):
            return by.say("lay {cards}").format(cards=_cards(cards, by))
        case m.DecideCards():
            return _decided(command, by)
        case m.ResolveIncome():
            return _income(command, by)
        case m.ChooseSwap(cards=cards):
            return by.say("give up {cards}").format(cards=_cards(cards, by))
        case m.KeepCards(keep=keep):
            return by.say("keep {cards}").format(cards=_cards(keep, by))
        case m.SetStandingDefaults(income=income, exchange=exchange):
            return _standing(income, exchange, by)
    raise AssertionError(command)


def _cards(cards: Iterable[str] | None, by: Reader) -> str:
    return ", ".join(map(by.called, cards or ())) or by.say("no cards")


def _cubes(cubes: Cubes | None, by: Reader) -> str:
    """`2×10, 1×5`: how many cubes of which value."""
    if not cubes:
        return "–"
    each = ((cubes.tens, 10), (cubes.fives, 5), (cubes.ones, 1))
    shown = ", ".join(f"{n}×{value}" for n, value in each if n)
    return f"{cubes.value} $ ({shown})" if shown else "0 $"


def _decided(command: m.DecideCards, by: Reader) -> str:
    said = by.say("build {cards}").format(cards=_cards(command.build, by))
    paid = [_cubes(each.cubes, by) for each in command.payments or ()]
    if paid:
        said += by.say(", paying ") + "; ".join(paid)
    if command.recycle:
        said += by.say(", recycle {card}").format(card=by.called(command.recycle))
    return said


def _income(command: m.ResolveIncome, by: Reader) -> str:
    """Only the parts that are not empty."""
    parts = [by.called(command.effect)] if command.effect else []
    if command.exchange:
        parts.append(by.say("exchange to ") + _cubes(command.exchange, by))
    parts += [f"{by.called(each.source)} → {by.called(each.target)}" for each in command.bonuses or ()]
    parts += [f"{by.called(each.by)}: {by.called(each.a)} + {by.called(each.b)}" for each in command.merges or ()]
    parts += [
        by.say("upkeep of {module} from {portion}").format(
            module=by.called(each.module),
            portion=by.called(each.portion) if each.portion else _cubes(each.cubes, by),
        )
        for each in command.upkeep or ()
    ]
    parts += [f"{by.called(each.portion)} {_cubes(each.cubes, by)}" for each in command.cubes or () if each.cubes.value]
    if command.keep:
        parts.append(by.say("keep ") + _cubes(command.keep, by))
    return by.say("take income: ") + ("; ".join(parts) or by.say("nothing"))


def _standing(income: bool, exchange: bool, by: Reader) -> str:
    which = [by.say("income")] * income + [by.say("exchange")] * exchange
    if not which:
        return by.say("choose everything myself")
    return by.say("let the server choose: ") + ", ".join(which)


def default(option: AcceptDefault, by: Reader) -> Line:
    says = by.say("the server's choice: ") + command_sentence(option.command, by)
    return Line(by.verbs("default"), (), says, nothing_more(option.nth(0), by.say))


def start(option: StartOption, by: Reader) -> Line:
    purses = [_cubes(each, by) for each in option.purses]
    listed = "; ".join(f"{number}: {purse}" for number, purse in enumerate(purses, 1))
    says = by.say("{pick} of {cards}, and cubes by number ({purses})").format(
        pick=option.pick, cards=_cards(option.offered, by), purses=listed
    )

    def read(rest: str) -> Command:
        cards, _, number = rest.rpartition("$") if "$" in rest else (rest, "", "1")
        keep = _named(option.offered, cards, option.pick, option.pick, by)
        place = int(number) if number.strip().isdigit() else 0
        if not 1 <= place <= len(option.purses):
            raise Unclear(by.say("cubes after $, by number: ") + listed)
        return m.ChooseStart(option.player, keep, option.purses[place - 1])

    return Line(by.verbs("start"), (), says, read)


def lay(option: LayOption, by: Reader) -> Line:
    hand = tuple(dict.fromkeys(card for cards in option.sets for card in cards))
    most = max(map(len, option.sets), default=0)
    says = by.say("up to {most} of {cards}").format(most=most, cards=_cards(hand, by))

    def read(rest: str) -> Command:
        cards = _named(hand, rest, 0, most, by)
        found = next((each for each in option.sets if set(each) == set(cards)), None)
        if found is None:
            raise Unclear(by.say("these cards may not be laid together"))
        return m.LayCards(option.player, option.turn, found)

    return Line(by.verbs("lay"), (), says, read)


def decide(option: DecideOption, by: Reader) -> Line:
    costs = sum(option.costs)
    says = by.say("{cards} for {cost} $").format(cards=_cards(option.build, by), cost=costs)
    recycled = ", ".join(by.called(card) for card in (option.recycle, *option.unpayable) if card)
    if recycled:
        says += by.say(", recycle {card}").format(card=recycled)
    about = _orders(option, by)
    if option.build:
        verbs = by.verbs("build")
    elif option.recycle:
        verbs, says = by.verbs("recycle"), recycled
    else:
        verbs, says = by.verbs("nothing"), by.say("build and recycle nothing")
    read = _way(option, by)
    return Line(verbs, about, says, read, lambda command: command_sentence(command, by) if costs else "")


def _orders(option: DecideOption, by: Reader) -> tuple[str, ...]:
    """Return the text to type for it: the cards to build in the order shown, and the recycled card after the word for
    it."""
    found = []
    for language in (0, 1, 2):
        names = [_name(card, language, by) for card in option.build]
        words = by.verbs("recycle")
        word = words[min(language, len(words) - 1)]
        recycled = [*([word] if option.build else []), _name(option.recycle, language, by)] if option.recycle else []
        found.append(" ".join([*names, *recycled]))
    return tuple(dict.fromkeys(found))


def _name(card: str, number: int, by: Reader) -> str:
    names = by.names(card)
    return names[min(number, len(names) - 1)]


def income(option: IncomeOption, by: Reader) -> Line:
    vary = {
        "cubes": by.say("choose the cubes"),
        "bonuses": by.say("choose bonuses and links"),
        "keep": by.say("choose the cubes that stay"),
        "upkeep": by.say("choose how upkeep is paid"),
    }[option.vary]
    effect = f"{by.called(option.effect)}, " if option.effect else ""
    kinds = {
        "cubes": by.verbs("cubes"),
        "bonuses": by.verbs("bonuses"),
        "keep": by.verbs("rest"),
        "upkeep": by.verbs("upkeep"),
    }[option.vary]
    effects = {"PLUS_10": by.verbs("plus"), "DOUBLE": by.verbs("double"), None: ("",) * len(kinds)}
    about = tuple(f"{kind} {word}".strip() for kind, word in zip(kinds, effects[option.effect], strict=True))
    says = f"{about[0]}: {effect}{vary}"
    return Line(by.verbs("income"), about, says, _way(option, by), lambda command: command_sentence(command, by))


def _way(option: DecideOption | IncomeOption, by: Reader) -> Callable[[str], Command]:
    """The way of that number, the first where there is one alone. Ways beyond those listed have numbers too."""
    count = option.count()

    def read(rest: str) -> Command:
        said = tokens(rest)
        if not said and (count == 1 or isinstance(option, DecideOption)):
            return option.nth(0)
        if len(said) == 1 and said[0].isdigit() and 1 <= int(said[0]) <= count:
            return option.nth(int(said[0]) - 1)
        ways = [
            f"  {number + 1:3} {command_sentence(option.nth(number), by)}" for number in range(min(count, WAYS_MAX))
        ]
        more = [by.say("  … up to {count}").format(count=count)] if count > WAYS_MAX else []
        raise Unclear("\n".join([by.say("which way? Say its number too:"), *ways, *more]))

    return read


def swap(option: SwapOption, by: Reader) -> Line:
    says = by.say("up to {most} of {cards}, or give none").format(most=option.most, cards=_cards(option.cards, by))

    def read(rest: str) -> Command:
        cards = _named(option.cards, rest, 0, option.most, by)
        return m.ChooseSwap(option.player, option.turn, _in_order(option.cards, cards))

    return Line(by.verbs("give"), (), says, read)


def keep(option: KeepOption, by: Reader) -> Line:
    says = by.say("{n} of {cards}").format(n=option.keep, cards=_cards(option.cards, by))

    def read(rest: str) -> Command:
        cards = _named(option.cards, rest, option.keep, option.keep, by)
        return m.KeepCards(option.player, option.turn, _in_order(option.cards, cards))

    return Line(by.verbs("keep"), (), says, read)


def standing(option: StandingOption, by: Reader) -> Line:
    now = _standing(option.income, option.exchange, by)
    says = by.say(
        "income, exchange, both or none by the server (now: {now})",
    )
    words = {
        (True, False): by.verbs("income"),
        (False, True): by.verbs("exchange"),
        (True, True): by.verbs("both"),
        (False, False): by.verbs("none"),
    }

    def read(rest: str) -> Command:
        said = tokens(rest)
        for (income, exchange), names in words.items():
            if len(said) == 1 and said[0] in names:
                return m.SetStandingDefaults(option.player, income=income, exchange=exchange)
        raise Unclear(by.say("which? income, exchange, both or none"))

    return Line(by.verbs("auto"), (), says.format(now=now), read)


def _named(cards: Iterable[str], rest: str, least: int, most: int, by: Reader) -> tuple[str, ...]:
    """The cards that are named, with commas between; `none` for none. Raises Unclear."""
    none = rest.strip().casefold() in by.verbs("none")
    found = () if none else Names({card: by.names(card) for card in cards}).several(rest, by.say)
    if not least <= len(found) <= most or not (found or none):
        wanted = str(most) if least == most else f"{least}–{most}"
        listed = _cards(cards, by)
        raise Unclear(by.say("name {n} of {cards}, with commas between").format(n=wanted, cards=listed))
    return found


def _in_order(cards: Iterable[str], chosen: Iterable[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if card in set(chosen))


PHRASES: dict[type, Callable[[Any, Reader], Line]] = {
    AcceptDefault: default,
    StartOption: start,
    LayOption: lay,
    DecideOption: decide,
    IncomeOption: income,
    SwapOption: swap,
    KeepOption: keep,
    StandingOption: standing,
}
