"""A second referee of Power Grid, who follows the events of a game and disputes what the printed rules do not say.

The tests of the rules look at positions that their authors thought of, and the invariants at states that must never
occur. This referee follows whole games: after each event it knows which may come next, and its exact content: every
price, path, income, row of the market and place in the order.

It is worth something only while it is a second opinion. It may share with `domain.power_grid` the events (its input)
and the published figures (read as JSON), and nothing else: no state, no rule, no arithmetic. It is written from
docs/rules/power_grid.md. Where it differs from the game, the printed rules say who is wrong.

A stretch of the game is a function with `yield`: it yields the kind of event that must come next, or the kinds a
player may choose from, and gets the event that came. So it reads like the rulebook. The plants, the auction, fuel
and cities have files of their own.
"""

from msgspec.structs import asdict

from domain.power_grid.messages import (
    CarbonTaxIntroduced,
    GameEnded,
    GameEndTriggered,
    GameStarted,
    PhaseBegan,
    Rank,
    RoundBegan,
    SortKey,
    StageBegan,
    TurnOrderDetermined,
)  # fmt: skip
from tests.domain.power_grid.referee_auction import auction
from tests.domain.power_grid.referee_cities import PlayArea, building, check_regions, draft
from tests.domain.power_grid.referee_fuel import Fuels, bureaucracy, cities_powered, income, resources, uranium_sale
from tests.domain.power_grid.referee_plants import PlantMarket, check_deal, replace_cheapest
from tests.domain.power_grid.referee_robots import in_their_places, robots_join
from tests.domain.power_grid.referee_table import Dispute, Table, demand, same

NOTHING = ()
"""No event may come: the game is over."""


def follow(events, dealt_by_hand=False, rules_version=3):
    """Checks the events of one game, from the first to the last. Raises Dispute with the version of the event.

    `dealt_by_hand`: the cards need not be as the set-up would have dealt them. `rules_version`: the version it began
    with.
    """
    script = game(dealt_by_hand, rules_version)
    expected = next(script)
    for version, event in enumerate(events, 1):
        try:
            demand(isinstance(event, expected), f"next comes {named(expected)}")
            expected = script.send(event)
        except (Dispute, LookupError) as difference:
            raise Dispute(f"version {version}: {difference}\nin {event}") from difference
    same("what may come after the last event", expected, NOTHING)


def named(expected):
    kinds = expected if isinstance(expected, tuple) else (expected,)
    return " or ".join(kind.__name__ for kind in kinds) or "nothing"


def game(dealt_by_hand, rules_version):
    started = yield GameStarted
    table = set_up(started, dealt_by_hand, rules_version)
    began = yield from robots_join(table)
    while not (yield from one_round(table, began)):
        began = yield RoundBegan
    yield NOTHING


def set_up(started, dealt_by_hand, rules_version):
    """PG-SET-01 to PG-SET-11."""
    table = Table(started, rules_version)
    same("cash", started.cash, table.base["starting_money"])
    table.drafts = started.options["regions"] == "drafted"
    if table.drafts:
        same("regions", started.regions, ())
    else:
        check_regions(table, started.regions)
    check_deal(table, started, dealt_by_hand)
    same("cards", started.deck_size, len(started.deck))
    pile = table.base["renovation"] if started.options["renovation"] == "on" else []
    same("Renovation cards", [asdict(card) for card in started.renovation_pile], pile)
    table.area = PlayArea(table, started.regions)
    table.market = PlantMarket(table, started)
    table.fuels = Fuels(table, started)
    return table


def one_round(table, began):
    """PG-GEN-01. Gives whether the game is over."""
    table.round += 1
    same("round", began.number, table.round)
    yield from phase(table, "turn_order")
    yield from turn_order(table, "LOT" if table.round == 1 else "ROUND_START")
    if table.drafts and table.round == 1:
        yield from draft(table)
    yield from phase(table, "auction")
    yield from auction(table)
    if table.round == 1:
        yield from turn_order(table, "FIRST_ROUND_REDO")
    yield from phase(table, "resources")
    yield from resources(table)
    yield from phase(table, "building")
    yield from building(table)
    if table.largest_network() >= table.limit("ends_at"):
        yield from ending(table)
        return True
    if table.stage == 1 and not table.stage_3_drawn and table.largest_network() >= table.limit("stage_2_at"):
        yield from stage_begins(table, 2, "NETWORK_SIZE")  # PG-STG-02, PG-STG-11
        yield from replace_cheapest(table, "STAGE_2")  # PG-STG-03
    yield from phase(table, "bureaucracy")
    yield from bureaucracy(table)
    return False


def phase(table, name):
    """A phase begins; stage 3 begins with the phase after its card was drawn (PG-STG-05)."""
    if table.stage_3_drawn and table.stage < 3:
        yield from stage_begins(table, 3, "STAGE_3_CARD")
        yield from carbon_tax(table)
    table.market.check_size()
    began = yield PhaseBegan
    same("phase", began.name, name)
    table.phase = name


def stage_begins(table, stage, trigger):
    began = yield StageBegan
    same("stage", (began.stage, began.from_stage, began.trigger), (stage, table.stage, trigger))
    table.stage = stage


def carbon_tax(table):
    """AU-08: with stage 3 every space costs more, and the tokens stay where they are."""
    if table.map == "australia":
        introduced = yield CarbonTaxIntroduced
        for space in [space for row in table.fuels.spaces.values() for space in row]:
            space.price += table.board["carbon_tax"]
        table.fuels.check_market(introduced.resource_market)


def turn_order(table, reason):
    """PG-ORD-01 to PG-ORD-04: the largest network, then the dearest plant; round 1 begins with a lot."""
    determined = yield TurnOrderDetermined
    same("reason", determined.reason, reason)
    if reason == "LOT":
        same("seats", sorted(determined.order), list(range(table.players)))
        same("robots that are last", determined.order, in_their_places(table, determined.order))
        table.order = determined.order
    else:
        order = sorted(table.order, key=lambda player: standing(table, player), reverse=True)
        table.order = in_their_places(table, order)
        same("turn order", determined.order, table.order)
    same("why so", determined.keys, tuple(sort_key(table, player) for player in table.order))


def standing(table, player):
    seat = table.seats[player]
    return len(seat.cities), max((table.rank(plant) for plant in seat.plants), default=0)


def sort_key(table, player):
    seat = table.seats[player]
    return SortKey(player, len(seat.cities), max(seat.plants, key=table.rank, default=None))


def ending(table):
    """PG-END-01 to PG-END-04; a blackout is still paid for (IN-12), uranium is still sold (AU-14)."""
    triggered = yield GameEndTriggered
    there = [player for player, seat in enumerate(table.seats) if len(seat.cities) >= table.limit("ends_at")]
    same("who ends the game", sorted(triggered.players), there)
    same("largest network", triggered.network_size, table.largest_network())
    powered = [table.best_powered(player) for player in range(table.players)]
    for player in table.order:
        yield from cities_powered(table, player, powered[player], final=True)
    payouts = 2 if table.options.get("final_blackout") == "twice" else 1  # DEC-PG-34
    for player in [*table.order] * payouts if table.blackout else []:
        yield from income(table, player, powered[player], final=True)
    yield from uranium_sale(table, final=True)
    ended = yield GameEnded
    check_ranking(table, ended, powered)


def check_ranking(table, ended, powered):
    """PG-END-04: cities powered, then cash, then the network; equals share a place."""
    scores = [(powered[player], seat.cash, len(seat.cities)) for player, seat in enumerate(table.seats)]
    places = [1 + sum(other > score for other in scores) for score in scores]
    ranking = [Rank(player, places[player], *scores[player]) for player in range(table.players)]
    same("ranking", sorted(ended.ranking, key=lambda rank: rank.player), ranking)
    same("places in the ranking", [rank.rank for rank in ended.ranking], sorted(places))
    same("winners", sorted(ended.winners), [player for player, place in enumerate(places) if place == 1])
