"""The card game at the prompt: `auction 23`, `bid 30`, `buy 3 coal`, `run 4 13`, `run 4 13 #2`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from domain.card_game import options as o
from domain.card_game.fuel import FuelCard, Plan
from domain.card_game.messages import RunPlants, ScrapPlant
from domain.card_game.ways_to_burn import count_choices, nth_choice
from domain.kernel.messages import Command
from services.cli.player.phrases.auction import bids, buying_none, leaving, nomination
from services.cli.player.phrases.lines import Line, Unclear, nothing_more, numbered, tokens
from services.cli.reader import Reader

BY_CARD: Final = "#"
WAYS_MAX: Final = 20
"""Ways that are listed."""


def nominate(option: o.Nominations, by: Reader) -> Line:
    says = by.say("{plant}, from {least} to {most}").format(
        plant=by.called(option.card), least=option.bid_min, most=option.bid_max
    )
    return nomination(option, option.card, says, by)


def bid(option: o.Bids, by: Reader) -> Line:
    return bids(option, by.called(option.card), by)


def dropping_out(option: o.BidPass, by: Reader) -> Line:
    return leaving(option, by.called(option.card), by)


def demolish(option: o.Demolition, by: Reader) -> Line:
    ways = [by.amounts(fuel) or by.say("nothing thrown away") for fuel in option.discards]
    read = numbered(ways, option.by_discard, by.say)

    def with_cards(rest: str) -> Command:
        said, is_by_card, number = rest.partition(BY_CARD)
        command = read(said)
        assert isinstance(command, ScrapPlant)
        if not is_by_card:
            return command
        return replace(command, cards=chosen_cards(option.stock, command.discarded or {}, number, by))

    return Line(by.verbs("close"), by.names(option.card), by.called(option.card), with_cards)


def chosen_cards(stock: Sequence[FuelCard], burnt: Mapping[str, int], number: str, by: Reader) -> dict[str, int]:
    """Return the cards of the way with this number; the ways are listed if none is typed."""
    if not stock:
        raise Unclear(by.say("a fixed order says which cards are burnt"))
    count = count_choices(stock, burnt)
    if number.strip().isdigit() and 1 <= int(number) <= count:
        return nth_choice(stock, burnt, int(number) - 1)
    units = {card.card: card.units for card in stock}
    ways = [nth_choice(stock, burnt, way) for way in range(min(count, WAYS_MAX))]
    listed = [
        f"  {way:3} " + ", ".join(f"{by.called(card)}: {taken}/{units[card]}" for card, taken in cards.items())
        for way, cards in enumerate(ways, 1)
    ]
    more = [by.say("  … up to {count}").format(count=count)] if count > WAYS_MAX else []
    raise Unclear("\n".join([by.say("which way? Say its number too:"), *listed, *more]))


def buy(option: o.ResourcePurchase, by: Reader) -> Line:
    says = by.say("{card} for {price}").format(card=by.called(option.card), price=option.price)
    if option.units_kept < option.units:
        says += by.say(", {kept} of them fit").format(kept=option.units_kept)
    fuels = by.names(option.fuel)
    about = (*by.names(option.card)[:-1], *(f"{option.units} {fuel}" for fuel in fuels), *fuels)
    price = by.say("{card} for {price}").format(card=by.called(option.card), price=option.price)
    return Line(by.verbs("buy"), about, says, nothing_more(option.nth(0), by.say), lambda _: price)


def bought(option: o.BuyingEnd, by: Reader) -> Line:
    says = by.say("buy no more fuel")
    return Line(by.verbs("done"), (), says, nothing_more(option.nth(0), by.say))


def run(option: o.Production, by: Reader) -> Line:
    best = max(option.plans, key=lambda plan: plan.profit)
    says = by.say(
        "the best plan (earns {profit}), or plants by number: run 4 13, run none",
    ).format(profit=best.profit)
    if option.stock:
        says += by.say("; # after it lists the cards to burn")

    def read(rest: str) -> Command:
        said, is_by_card, number = rest.partition(BY_CARD)
        plan = read_plan(tokens(said))
        if not is_by_card:
            return option.by_plan(plan)
        return RunPlants(option.player, plan.runs, chosen_cards(option.stock, plan.burnt, number, by))

    def read_plan(said: Sequence[str]) -> Plan:
        if not said:
            return best
        wanted = () if said[0] in by.verbs("none") else tuple(sorted(said))
        plans = [plan for plan in option.plans if _numbers(plan.runs, by) == wanted]
        if not plans:
            raise Unclear(by.say("these plants cannot be run together"))
        return max(plans, key=lambda plan: plan.profit)

    def price(command: Command) -> str:
        assert isinstance(command, RunPlants)
        profit = next(plan.profit for plan in option.plans if plan.runs == command.runs)
        told = ", ".join(f"{by.called(each.card)}: {by.amounts(each.fuel) or '–'}" for each in command.runs)
        asked = by.say("{told}; earns {profit}")
        return asked.format(told=told or by.say("no plant"), profit=profit)

    return Line(by.verbs("run"), (), says, read, price)


def _numbers(runs: tuple[Any, ...], by: Reader) -> tuple[str, ...]:
    return tuple(sorted(tokens(by.called(each.card))[0] for each in runs))


PHRASES: dict[type, Callable[[Any, Reader], Line]] = {
    o.Nominations: nominate,
    o.NominationPass: buying_none,
    o.Bids: bid,
    o.BidPass: dropping_out,
    o.Demolition: demolish,
    o.ResourcePurchase: buy,
    o.BuyingEnd: bought,
    o.Production: run,
}
