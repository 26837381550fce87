"""Whole games in which seats leave orders all the time: none does what is not offered, nor spends more than it says."""

import json

import pytest

from domain.card_game import orders as card_game
from domain.colony61 import orders as colony61
from domain.history.file import export
from domain.history.verify import verify
from domain.kernel.dice import Roll
from domain.power_grid import orders as power_grid
from domain.table.aggregate import FINISHED
from domain.table.taking_orders import GIVEN_MAX
from tests.domain.history.book import CODEC, RING
from tests.domain.table.ordered import Ordered

pytestmark = pytest.mark.slow
SPENT = {"BidPlaced": "amount", "PlantNominated": "bid"}


def of_plants(module, plants, roll):
    """Items of either game with power plants, for a phase of its own."""
    auction, resources, bureaucracy = (p for p in module.ORDERS.phases if p.lower() not in ("turn_order", "building"))
    plant, most = roll.choice(plants) if plants else 3, roll.below(40)
    fuel, price = roll.choice(("coal", "oil", "gas", "garbage")), 1 + roll.below(6)
    fuel = fuel if module is power_grid and fuel != "gas" else "coal"
    lists = {
        auction: (
            (module.BidUpTo(plant, most, then_pass=bool(roll.below(2))),),
            (module.PassAuctions(plant), module.BidUpTo(plant, most)),
            (module.PassAuctions(),),
        ),
        resources: ((module.BuyFuel(fuel, 1 + roll.below(3), price), module.Finish()), (module.Finish(),)),
        bureaucracy: ((module.RunMost(),), (module.RunThese(()),)),
    }
    phase = roll.choice((auction, resources, bureaucracy))
    return phase, roll.choice(lists[phase])


def of_power_grid(board, roll):
    cities = sorted(board.houses) or ["Moskva"]
    if roll.below(5) == 0:
        return "building", (power_grid.ConnectFor(roll.choice(cities), 10 + roll.below(20)), power_grid.Finish())
    return of_plants(power_grid, [card for card in board.current if isinstance(card, int)], roll)


def of_card_game(board, roll):
    return of_plants(card_game, [offered.plant.card for offered in board.offer], roll)


def of_colony61(board, roll):
    hand = board.own.hand or ("none",)
    phase = roll.choice(colony61.ORDERS.phases)
    given = {"LAY": colony61.LayThese((roll.choice(hand),)), "SWAP": colony61.SwapThese((roll.choice(hand),))}
    return phase, (roll.choice((given.get(phase, colony61.TakeDefault()), colony61.TakeDefault())),)


GAMES = [
    ("power_grid/russia", of_power_grid),
    ("power_grid/india", of_power_grid),
    ("card_game", of_card_game),
    ("colony61", of_colony61),
]


def play(game, items_of, roll):
    """Bots play; before every third command a seat leaves an order."""
    while game.aggregate.status != FINISHED:
        rules, account = game.aggregate.rules, game.aggregate.occupants[roll.below(3)].account
        if roll.below(3) == 0:
            phase, items = items_of(rules.view(game.state, game.seat(account)), roll)
            if len(game.desks) < 3 or game.desks[game.seat(account)].given < GIVEN_MAX:
                game.order(account, *items, phase=phase)
        if game.aggregate.status != FINISHED:
            seat = game.aggregate.to_act[0]
            chosen = rules.bots["greedy"](rules.view(game.state, seat), rules.options(game.state, seat), seat, roll)
            game.play((game.aggregate.occupants[seat].account, chosen))
    return game


@pytest.mark.rule("TB-ORD-03", "TB-ORD-04")
@pytest.mark.parametrize(("variant", "items_of"), GAMES, ids=[name for name, _ in GAMES])
def test_no_order_does_what_is_not_offered_nor_spends_more_than_it_says(variant, items_of):
    game = play(Ordered(variant, 3), items_of, Roll(b"orders", variant))
    assert len(game.followed) > 15, "many did something"
    assert {reason for _, reason in game.ends} >= {"ORDER_DONE", "PHASE_OVER", "ORDER_REPLACED"}
    ordered = [body for body in map(read, game.rows) if body.get("command", {}).get("type") == "FollowOrder"]
    assert len(ordered) == len(game.followed)
    for body in ordered:
        command, event = body["command"], body["event"]
        item = command["order"]["items"][command["item"]]
        assert event.get("amount", 0) <= item.get("most", 99) if event["type"] == "BidPlaced" else True
        for paid in dict(event.get("prices", {})).values():
            assert max(paid) <= item["price_most"]
        assert event.get("price", 0) <= item.get("price_most", 99)
        assert event.get("total", 0) <= item.get("most", 999) or "prices" in event


@pytest.mark.rule("TB-ORD-03")
@pytest.mark.parametrize(("variant", "items_of"), GAMES, ids=[name for name, _ in GAMES])
def test_a_file_of_a_game_with_orders_is_proven(variant, items_of):
    game = play(Ordered(variant, 3, seed="proof"), items_of, Roll(b"orders", "proof"))
    content = export(game.rows, CODEC, RING.signer)
    verdict = verify(content, CODEC, RING.keys)
    assert (verdict.fault, verdict.status) == (None, "FINISHED")
    assert b'"type":"FollowOrder"' in content


def read(row):
    return json.loads(row.body)
