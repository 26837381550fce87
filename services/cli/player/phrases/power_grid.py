"""Power Grid at the prompt: `bid 21`, `city Moscow`, `buy 2 coal 1 oil`, `run 4 13`."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.kernel.messages import Command
from domain.power_grid import options as o
from domain.power_grid.messages import BuyResources, RunPlants
from services.cli.player.phrases.auction import bids, buying_none, leaving, nomination
from services.cli.player.phrases.lines import Line, Unclear, nothing_more, numbered, tokens
from services.cli.reader import Reader


def nominate(option: o.NominateOption, by: Reader) -> Line:
    limits = f"{option.bid_min}–{option.bid_max}" if option.bid_max > option.bid_min else str(option.bid_min)
    says = by.say("{plant}, from {bids}").format(plant=by.plant(option.plant), bids=limits)
    return nomination(option, str(option.plant), says, by)


def bid(option: o.PlaceBidOption, by: Reader) -> Line:
    return bids(option, by.plant(option.plant), by)


def dropping_out(option: o.PassBidOption, by: Reader) -> Line:
    return leaving(option, by.plant(option.plant), by)


def close(option: o.ScrapPlantOption, by: Reader) -> Line:
    ways = [by.amounts(fuel) or by.say("nothing back") for fuel in option.returns]
    says = by.plant(option.plant)
    if len(ways) == 1 and any(option.returns[0].values()):
        says += by.say(", fuel returned: ") + ways[0]
    return Line(by.verbs("close"), by.names(str(option.plant)), says, numbered(ways, option.nth, by.say))


EXAMPLES_MAX = 60
"""The number of purchases that are tried to find an example."""


def buy(option: o.BuyResourcesOption, by: Reader) -> Line:
    shelves = (f"{by.called(fuel)} {', '.join(map(str, prices))}" for fuel, prices in option.prices.items() if prices)
    example = by.amounts(_example(option))
    says = by.say("{example}… (you have {cash}); next prices: {shelves}")

    def price(command: Command) -> str:
        assert isinstance(command, BuyResources)
        total = sum(sum(option.prices[fuel][:n]) for fuel, n in command.items.items())
        asked = by.say("{items} for {total}; {left} left")
        return asked.format(items=by.amounts(command.items), total=total, left=option.cash - total)

    def read(rest: str) -> Command:
        items = amounts(rest, {fuel: len(prices) for fuel, prices in option.prices.items()}, by)
        if not items:
            raise Unclear(by.say("how many of what? {example}").format(example=example))
        return BuyResources(option.player, items)

    return Line(
        by.verbs("buy"), (), says.format(example=example, cash=option.cash, shelves="; ".join(shelves)), read, price
    )


def _example(option: o.BuyResourcesOption) -> Mapping[str, int]:
    """Return a legal purchase as an example: three tokens of two fuels, or the nearest to it."""
    first = (option.nth(number) for number in range(min(option.count(), EXAMPLES_MAX)))
    some = [command.items for command in first if isinstance(command, BuyResources)]
    few = [items for items in some if len(items) <= 2 and sum(items.values()) <= 3]
    return max(few, key=lambda items: (len(items), sum(items.values())))


def amounts(rest: str, most: dict[str, int], by: Reader) -> dict[str, int]:
    """`2 coal 1 oil`, `coal 2`, `coal`: pairs of a fuel and a number, in any order. Raises Unclear."""
    found, number, fuel = Counter[str](), None, None
    for word in tokens(rest):
        if word.isdigit():
            if fuel is not None:
                found[fuel] += int(word)
                fuel = None
            else:
                number = int(word)
            continue
        if fuel is not None:
            found[fuel] += 1
        fuel = _fuel(word, most, by)
        if number is not None:
            found[fuel] += number
            number = fuel = None
    if fuel is not None:
        found[fuel] += 1
    for name, n in found.items():
        if not 1 <= n <= most[name]:
            raise Unclear(by.say("{fuel}: from 1 to {most}").format(fuel=by.called(name), most=most[name]))
    return dict(found)


def _fuel(word: str, fuels: Iterable[str], by: Reader) -> str:
    fitting = [fuel for fuel in fuels if any(name.startswith(word) for name in by.names(fuel))]
    if len(fitting) != 1:
        listed = ", ".join(by.called(fuel) for fuel in fitting or fuels)
        raise Unclear(by.say("{word}: which fuel? {listed}").format(word=word, listed=listed))
    return fitting[0]


def bought(option: o.FinishBuyingOption, by: Reader) -> Line:
    says = by.say("buy no more fuel")
    return Line(by.verbs("done"), (), says, nothing_more(option.nth(0), by.say))


def city(option: o.ConnectCityOption, by: Reader) -> Line:
    parts = by.say("{city} for {total} (place {slot}, connection {way})")
    says = parts.format(
        city=by.called(option.city), total=option.total, slot=option.slot_cost, way=option.connection_cost
    )
    about = by.names(option.city)
    if option.mode == "START":
        says += by.say(", a new network")
        about = tuple(f"{name} {word}" for name in about for word in by.verbs("new"))
    return Line(by.verbs("city"), about, says, nothing_more(option.nth(0), by.say))


def region(option: o.ChooseRegionOption, by: Reader) -> Line:
    return Line(
        by.verbs("region"), by.names(option.region), by.called(option.region), nothing_more(option.nth(0), by.say)
    )


def bar(option: o.BarCityOption, by: Reader) -> Line:
    says = by.say("{city}: {robot} may not take it").format(city=by.called(option.city), robot=by.seat(option.robot))
    return Line(by.verbs("bar"), by.names(option.city), says, nothing_more(option.nth(0), by.say))


def name(option: o.NameCityOption, by: Reader) -> Line:
    says = by.say("{city} for {robot}").format(city=by.called(option.city), robot=by.seat(option.robot))
    if option.bid_max == 0:
        return Line(by.verbs("name"), by.names(option.city), says, nothing_more(option.nth(0), by.say))
    limits = [str(bid) for bid in range(option.bid_min, option.bid_max + 1)]
    return Line(by.verbs("name"), by.names(option.city), says, numbered(limits, option.nth, by.say))


def naming_nothing(option: o.PassNamingOption, by: Reader) -> Line:
    says = by.say("no city for {robot}").format(robot=by.seat(option.robot))
    return Line(by.verbs("pass"), (), says, nothing_more(option.nth(0), by.say))


def built(option: o.FinishBuildingOption, by: Reader) -> Line:
    says = by.say("build no more")
    return Line(by.verbs("done"), (), says, nothing_more(option.nth(0), by.say))


def run(option: o.RunPlantsOption, by: Reader) -> Line:
    says = by.say(
        "the best plan, or plants by number: run 4 13, run none ({plants})",
    ).format(plants=", ".join(by.plant(each.plant) for each in option.plants) or "–")

    def read(rest: str) -> Command:
        said = tokens(rest)
        if not said:
            return option.thriftiest()
        wanted = set() if said[0] in by.verbs("none") else set(said)
        plans = [plan for plan in option.plans() if {str(each.plant) for each in plan} == wanted]
        if not plans:
            raise Unclear(by.say("these plants cannot be run together"))
        best = min(plans, key=lambda plan: sum(sum(each.fuel.values()) for each in plan))
        return RunPlants(option.player, best)

    def price(command: Command) -> str:
        assert isinstance(command, RunPlants)
        powers = {each.plant: each.powers for each in option.plants}
        burnt = sum((Counter(each.fuel) for each in command.runs), Counter[str]())
        output = sum(powers[each.plant] for each in command.runs)
        asked = by.say("{output} of your {size} cities, burning {fuel}")
        return asked.format(
            output=min(output, option.network_size),
            size=option.network_size,
            fuel=by.amounts(burnt) or by.say("nothing"),
        )

    return Line(by.verbs("run"), (), says, read, price)


def sell(option: o.SellUraniumOption, by: Reader) -> Line:
    says = by.say("all {units} uranium at {price} each").format(units=option.units, price=option.price)
    return Line(by.verbs("sell"), (), says, nothing_more(option.nth(0), by.say))


def keep(option: o.DeclineUraniumSaleOption, by: Reader) -> Line:
    says = by.say("sell no uranium")
    return Line(by.verbs("keep"), (), says, nothing_more(option.nth(0), by.say))


PHRASES: dict[type, Callable[[Any, Reader], Line]] = {
    o.NominateOption: nominate,
    o.PassNominationOption: buying_none,
    o.PlaceBidOption: bid,
    o.PassBidOption: dropping_out,
    o.ScrapPlantOption: close,
    o.BuyResourcesOption: buy,
    o.FinishBuyingOption: bought,
    o.ConnectCityOption: city,
    o.ChooseRegionOption: region,
    o.BarCityOption: bar,
    o.NameCityOption: name,
    o.PassNamingOption: naming_nothing,
    o.FinishBuildingOption: built,
    o.RunPlantsOption: run,
    o.SellUraniumOption: sell,
    o.DeclineUraniumSaleOption: keep,
}
