"""The card game at the prompt: `auction 23`, `bid 30`, `buy 3 coal`, `run 4 13`."""

from collections.abc import Callable
from typing import Any

from domain.card_game import options as o
from domain.card_game.messages import RunPlants
from domain.kernel.decider import Command
from services.cli.phrases.auction import bids, buying_none, leaving, nomination
from services.cli.phrases.lines import Line, Unclear, nothing_more, numbered, tokens
from services.cli.reader import Reader


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
    read = numbered(ways, option.nth, by.say)
    return Line(by.verbs("close"), by.names(option.card), by.called(option.card), read)


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

    def read(rest: str) -> Command:
        said = tokens(rest)
        if not said:
            return option.nth(option.plans.index(best))
        wanted = () if said[0] in by.verbs("none") else tuple(sorted(said))
        plans = [plan for plan in option.plans if _numbers(plan.runs, by) == wanted]
        if not plans:
            raise Unclear(by.say("these plants cannot be run together"))
        return option.nth(option.plans.index(max(plans, key=lambda plan: plan.profit)))

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
