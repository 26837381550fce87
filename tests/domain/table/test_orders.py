"""Standing orders: what went wrong elsewhere does not here (eleven tests, each named after it), and what else holds."""

import json

import msgspec
import pytest

from domain.colony61 import orders as colony61
from domain.colony61.messages import LayCards
from domain.colony61.options import AcceptDefault, LayOption, StandingOption
from domain.history.file import export, take_apart
from domain.history.verify import verify
from domain.kernel.refused import Refused
from domain.power_grid.messages import (
    BuyResources,
    FinishBuying,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    Run,
)
from domain.power_grid.orders import BidUpTo, BuyFuel, ConnectFor, Finish, PassAuctions, RunMost, RunThese
from domain.power_grid.phases import bureaucracy
from domain.table import forced, standing_orders, taking_orders
from domain.table.clock import Clock
from domain.table.decide import decide
from domain.table.devices import check_signed
from domain.table.messages import (
    FollowOrder,
    HandSeat,
    PlayForced,
    ProposeUndo,
    Resign,
    TakeSeatBack,
    Terms,
    Undo,
    Vote,
)
from support import demo
from tests.domain.history.book import CODEC, RING
from tests.domain.table.ordered import Ordered
from tests.kit import Refusal

BOB, CY, ANN = 1, 2, 0
"""In the order in which Russia's first auction asks them."""


def table():
    game = Ordered()
    assert (game.account_to_act, game.board.order, game.board.current) == ("bob", (BOB, CY, ANN), (3, 4, 5))
    return game


def in_resources():
    """All have bought a plant; ann buys fuel first, because the owner of the largest plant goes last."""
    game = table()
    game.play(("bob", NominatePlant(BOB, 5, 5)), ("cy", PassBid(CY)), ("ann", PassBid(ANN)))
    game.act(NominatePlant, until=lambda game: game.board.phase == "resources" or game.board.lot)
    while game.board.phase != "resources":
        seat = game.aggregate.to_act[0]
        game.play((game.account_to_act, PassBid(seat) if game.board.lot else _cheapest(game, seat)))
    return game


def _cheapest(game, seat):
    return game.aggregate.rules.options(game.state, seat)[0].nth(0)


def refused(game, account, *items, **how):
    with pytest.raises(Refused) as error:
        game.order(account, *items, **how)
    return Refusal.of(error.value)


def buyer(game):
    """Return the account that buys now, its seat, a fuel that burns in its plant, and the prices."""
    seat = game.aggregate.to_act[0]
    option = game.aggregate.rules.options(game.state, seat)[0]
    fuel = min(option.prices)
    return game.account_to_act, seat, fuel, option.prices[fuel]


# ---- what went wrong elsewhere (18xx, terraforming-mars) -----------------------------------------------------------


@pytest.mark.rule("TB-ORD-04")
def test_1_buy_then_pass_does_not_pass_when_the_first_part_failed():
    game = in_resources()
    account, seat, fuel, prices = buyer(game)
    cash = game.board.seats[seat].cash
    game.order(account, BuyFuel(fuel, 2, prices[0] - 1), Finish())
    assert game.ends == [(account, "PRICE_ABOVE")]
    assert (game.account_to_act, game.board.seats[seat].cash, game.followed) == (account, cash, [])


@pytest.mark.rule("TB-ORD-01", "TB-ORD-04")
def test_2_an_order_of_one_round_does_not_play_the_next():
    game = in_resources()
    account, seat, *_ = buyer(game)
    game.order(account, RunMost(), phase="bureaucracy")
    game.act(FinishBuying, until=lambda game: game.board.phase == "building")
    while game.board.phase != "auction":
        seat = game.aggregate.to_act[0]
        game.play((game.account_to_act, game.aggregate.rules.default(game.state, seat)))
    assert [kind for _, kind in game.followed] == ["PlantsRun"]
    assert game.ends == [(account, "ORDER_DONE")]
    ran = len(game.followed)
    while (game.board.round, game.board.phase) != (3, "auction"):
        game.play((game.account_to_act, game.aggregate.rules.default(game.state, game.aggregate.to_act[0])))
    assert len(game.followed) == ran


@pytest.mark.rule("TB-ORD-05")
def test_3_what_happened_before_an_order_was_given_does_not_stop_it():
    game = table()
    game.play(("bob", NominatePlant(BOB, 5, 5)), ("cy", PassBid(CY)), ("ann", PassBid(ANN)))
    drawn = [json.loads(row.body)["event"]["type"] for row in game.rows[-2:]]
    assert "PlantDrawn" in drawn, "a plant was drawn a moment ago"
    plant = game.board.current[0]
    game.order("ann", BidUpTo(plant, 12)).play(("cy", NominatePlant(CY, plant, 6)))
    assert (game.ends, game.board.seats[CY].cash) == ([], 50)
    assert (game.board.lot.bid, game.account_to_act) == (7, "cy")


@pytest.mark.rule("TB-ORD-05")
def test_4_it_is_not_stopped_by_what_others_do_and_a_reason_can_be_switched_off():
    game = table().order("ann", BidUpTo(4, 20))
    game.play(("bob", NominatePlant(BOB, 4, 4)), ("cy", PlaceBid(CY, 9)))
    assert (game.board.lot.bid, game.account_to_act, game.ends) == (10, "bob", [])
    game.play(("bob", PassBid(BOB)), ("cy", PlaceBid(CY, 12)))
    assert (game.board.lot.bid, game.ends) == (13, [])
    stopped = table().order("ann", BidUpTo(4, 20))
    stopped.play(("bob", NominatePlant(BOB, 3, 3)), ("cy", PassBid(CY)))
    assert stopped.ends == [("ann", "ASKED_SOMETHING_ELSE")]
    for ignore, ends in (((), [("ann", "PLANT_DRAWN")]), (("PLANT_DRAWN",), [])):
        game = table()
        game.order("ann", PassAuctions(5), BidUpTo(4, 20), ignore=ignore)
        game.play(("bob", NominatePlant(BOB, 5, 5)), ("cy", PlaceBid(CY, 6)), ("bob", PassBid(BOB)))
        assert game.board.seats[CY].plants == (5,)
        assert game.ends == ends


@pytest.mark.rule("TB-ORD-04")
def test_5_every_end_says_which_order_why_and_with_which_figures():
    game = table().order("cy", BidUpTo(5, 7))
    game.play(("bob", NominatePlant(BOB, 5, 5)), ("ann", PlaceBid(ANN, 9)), ("bob", PassBid(BOB)))
    (end,) = game.desks[CY].ended
    assert (end.number, end.reason, end.facts) == (1, "MAXIMUM_REACHED", {"bid": 9, "most": 7})
    assert end.version == game.aggregate.version
    assert game.desks[CY].standing is None


@pytest.mark.rule("TB-ORD-03")
def test_6_the_server_alone_makes_the_move_and_whoever_checks_makes_the_same_one():
    game = table().order("cy", BidUpTo(5, 7))
    game.play(("bob", NominatePlant(BOB, 5, 5)))
    stored = json.loads(game.rows[-1].body)
    assert stored["event"] == {"type": "BidPlaced", "player": CY, "plant": 5, "amount": 6, "outbid": 1}
    assert (stored["actor"], stored["command"]["type"]) == ("cy", "FollowOrder")
    assert "amount" not in stored["command"]
    checked = verify(export(game.rows, CODEC, RING.signer), CODEC, RING.keys)
    assert (checked.fault, checked.status) == (None, "RUNNING")


@pytest.mark.rule("TB-ORD-03", "TB-ORD-04")
def test_7_what_the_rules_refuse_is_tried_once_and_ends_that_order():
    game = in_resources()
    account, seat, *_ = buyer(game)
    game.order(account, RunThese((Run(99, {"coal": 2}),)), phase="bureaucracy")
    while game.board.phase != "auction" and not game.ends:
        waits = game.aggregate.to_act[0]
        game.play((game.account_to_act, game.aggregate.rules.default(game.state, waits)))
    (end,) = game.desks[seat].ended
    assert (end.reason, end.facts) == ("ORDER_REFUSED", {"code": "PLANT_NOT_OWNED"})
    assert (game.account_to_act, game.followed) == (account, [])


@pytest.mark.rule("TB-ORD-03", "TB-ORD-04")
def test_8_an_order_that_fails_breaks_neither_the_movers_command_nor_others_orders():
    game = table().order("cy", BidUpTo(5, 5)).order("ann", BidUpTo(5, 30))
    version = game.aggregate.version
    game.play(("bob", NominatePlant(BOB, 5, 6)))
    assert game.board.lot.bid == 6, "bob's command stands"
    assert (game.aggregate.version, game.ends, game.account_to_act) == (version + 1, [("cy", "MAXIMUM_REACHED")], "cy")
    game.play(("cy", PassBid(CY)))
    assert (game.board.lot.bid, game.standing("ann") is not None) == (7, True)


@pytest.mark.rule("TB-ORD-01", "TB-ORD-04")
def test_9_none_is_ever_on_by_itself_and_one_is_given_out_of_turn():
    game = table()
    game.order("ann", PassAuctions(5))
    assert (game.account_to_act, game.followed) == ("bob", [])
    game.play(("bob", NominatePlant(BOB, 5, 5)), ("cy", PassBid(CY)))
    assert (game.followed, game.ends) == ([(ANN, "BidPassed")], [("ann", "ORDER_DONE")])
    game.play(("cy", NominatePlant(CY, 4, 4)))
    assert (game.account_to_act, len(game.followed)) == ("ann", 1)
    game.execute(("ann", HandSeat()), ("ann", TakeSeatBack()))
    assert game.settle().standing("ann") is None


@pytest.mark.rule("TB-ORD-06")
def test_10_what_an_order_did_is_taken_back_like_an_own_command_and_not_done_again():
    game = table().order("cy", BidUpTo(5, 30))
    game.play(("bob", NominatePlant(BOB, 5, 5)))
    assert game.board.lot.bid == 6
    game.play(("cy", Undo()))
    assert (game.board.lot.bid, game.account_to_act) == (5, "cy")
    assert (game.ends, len(game.followed)) == ([("cy", "UNDONE")], 1)
    assert game.settle().board.lot.bid == 5


@pytest.mark.rule("TB-ORD-01")
def test_11_it_says_whether_it_ends_the_turn():
    game = in_resources()
    account, seat, fuel, prices = buyer(game)
    game.order(account, BuyFuel(fuel, 1, prices[0]))
    assert (game.account_to_act, game.board.seats[seat].fuel[fuel]) == (account, 1)
    known = standing_orders.orders_of(game.aggregate)
    desk = game.desks[seat]
    for items, ends in (((BuyFuel(fuel, 1, 9),), False), ((BuyFuel(fuel, 1, 9), Finish()), True)):
        assert standing_orders.ends_turn(known, taking_orders.order(desk, game.aggregate, account, items)) is ends
    game.order(account, BuyFuel(fuel, 1, 9), Finish())
    assert game.account_to_act != account
    assert game.ends == [(account, "ORDER_DONE")] * 2


# ---- giving --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TB-ORD-01", "TB-ORD-05")
def test_what_is_no_order_of_the_phase_is_refused_with_its_figures():
    game = table()
    assert refused(game, "ann") == Refusal("NO_ITEMS", items=0, items_max=8)
    assert refused(game, "ann", *[PassAuctions()] * 9) == Refusal("TOO_MANY_ITEMS", items=9, items_max=8)
    assert refused(game, "ann", PassAuctions(), Finish()) == Refusal(
        "NOT_IN_THIS_PHASE", item=1, phase="auction", phases=("resources", "building")
    )
    assert refused(game, "ann", Finish(), phase="tea") == Refusal(
        "NOT_IN_THIS_PHASE", item=0, phase="tea", phases=("resources", "building")
    )
    assert refused(game, "ann", BuyFuel("coal", 0, 3), phase="resources") == Refusal(
        "MALFORMED_COMMAND", field="items[0]", problem="at least one token"
    )
    assert refused(game, "ann", PassAuctions(), ignore=("TEA",)) == Refusal(
        "UNKNOWN_REASON", unknown=("TEA",), known=("PLANT_DRAWN", "STAGE_BEGAN")
    )
    assert refused(game, "zed", PassAuctions()) == Refusal("NOT_A_PLAYER")
    game.execute(("ann", HandSeat()))
    assert refused(game, "ann", PassAuctions()) == Refusal("SEAT_IS_HANDED", player=ANN)


@pytest.mark.rule("TB-ORD-01")
@pytest.mark.parametrize(
    ("item", "phase", "problem"),
    [
        (ConnectFor("x" * 65, 9), "building", "texts: up to 64 printable letters"),
        (ConnectFor("Mos\x00kva", 9), "building", "texts: up to 64 printable letters"),
        (RunThese((Run(3, {"coal\n": 1}),)), "bureaucracy", "texts: up to 64 printable letters"),
        (RunThese((Run(3, {}),) * 33), "bureaucracy", "lists: up to 32 parts"),
    ],
)
def test_what_is_stored_before_the_game_looks_at_it_is_bounded(item, phase, problem):
    refusal = Refusal("MALFORMED_COMMAND", field="items[0]", problem=problem)
    assert refused(table(), "ann", item, phase=phase) == refusal


@pytest.mark.rule("TB-CLOCK-02", "TB-ORD-03")
def test_a_clock_runs_for_a_seat_that_has_left_an_order_until_it_is_carried_out():
    clocks = {}
    for away in (True, False):
        game = Ordered(terms=Terms(clock=Clock(move_s=60, bank_s=600)))
        if away:
            game.order("cy", BidUpTo(5, 34))
        game.execute(("bob", NominatePlant(BOB, 5, 5)))
        waits = game.aggregate.clocks[CY].deadline_ms
        assert waits == game.aggregate.time_ms + 660_000
        if away:
            game.settle()
        else:
            game.execute(("cy", PlaceBid(CY, 6)))
        clocks[away] = game.aggregate.clocks, game.aggregate.version
        assert game.aggregate.clocks[CY].deadline_ms is None
    assert clocks[True] == clocks[False]


@pytest.mark.rule("TB-ORD-01", "TB-SIGN-03")
def test_where_devices_sign_nobody_orders_and_no_server_says_that_somebody_did():
    game = table()
    opened = msgspec.structs.replace(game.aggregate.opened, terms=Terms(signed=True))
    signed = msgspec.structs.replace(game.aggregate, opened=opened)
    with pytest.raises(Refused) as error:
        taking_orders.order(standing_orders.SeatOrders(), signed, "ann", [PassAuctions()])
    assert Refusal.of(error.value) == Refusal("DEVICE_NEEDED", player=ANN)
    follow = FollowOrder(ANN, game.order("ann", PassAuctions()).standing("ann"), 0, 0)
    with pytest.raises(Refused) as error:
        check_signed(signed, follow, "ann", None)
    assert Refusal.of(error.value) == Refusal("DEVICE_NEEDED", player=ANN)


@pytest.mark.rule("TB-ORD-01")
def test_a_hundred_orders_of_a_seat_are_taken():
    game, desk = table(), standing_orders.SeatOrders(given=taking_orders.GIVEN_MAX)
    with pytest.raises(Refused) as error:
        taking_orders.order(desk, game.aggregate, "ann", [PassAuctions()])
    assert Refusal.of(error.value) == Refusal("TOO_MANY_ORDERS", given=100, orders_max=100)
    assert (
        taking_orders.order(standing_orders.SeatOrders(given=99), game.aggregate, "ann", [PassAuctions()]).number == 100
    )


@pytest.mark.rule("TB-ORD-01")
def test_before_the_start_and_after_the_end_nothing_is_ordered():
    game = table()
    before = game.aggregate
    with pytest.raises(Refused) as error:
        taking_orders.order(
            standing_orders.SeatOrders(), msgspec.structs.replace(before, status="OPEN"), "ann", [Finish()]
        )
    assert Refusal.of(error.value) == Refusal("GAME_NOT_STARTED")
    game.execute(("bob", Resign()), ("cy", Resign()))
    assert refused(game, "ann", PassAuctions()) == Refusal("GAME_OVER")


@pytest.mark.rule("TB-ORD-01")
def test_a_new_order_takes_the_place_of_the_one_before_and_a_phase_that_is_over_comes_in_the_next_round():
    game = in_resources()
    account, *_ = buyer(game)
    assert game.order(account, PassAuctions(), phase="auction").standing(account).round == 2
    assert game.order(account, Finish(), phase="building").standing(account).round == 1
    assert game.ends == [(account, "ORDER_REPLACED")]
    assert game.standing(account).number == 2


# ---- carrying out --------------------------------------------------------------------------------------------------


@pytest.mark.rule("TB-ORD-03")
def test_two_maxima_rise_bid_by_bid_to_what_the_second_would_pay():
    game = table().order("cy", BidUpTo(5, 34, then_pass=True)).order("ann", BidUpTo(5, 20, then_pass=True))
    game.play(("bob", NominatePlant(BOB, 5, 5)), ("bob", PassBid(BOB)))
    sold = next(each for each in map(CODEC.read, game.rows) if type(each.event).__name__ == "PlantBought").event
    assert (sold.player, sold.plant, sold.price) == (CY, 5, 20)
    bids = [r.event.amount for r in map(CODEC.read, game.rows) if type(r.event).__name__ == "BidPlaced"]
    assert bids == list(range(6, 21))


@pytest.mark.rule("TB-ORD-03")
def test_items_are_asked_one_after_the_other_each_for_all_it_says():
    game = in_resources()
    account, seat, fuel, prices = buyer(game)
    cash = game.board.seats[seat].cash
    game.order(account, BuyFuel(fuel, 2, prices[1]), Finish())
    assert game.board.seats[seat].cash == cash - prices[0] - prices[1]
    assert [kind for _, kind in game.followed] == ["ResourcesBought", "ResourceBuyingFinished"]
    assert game.ends == [(account, "ORDER_DONE")]


@pytest.mark.rule("TB-ORD-04")
@pytest.mark.parametrize(
    ("done", "reason"),
    [
        ((("ann", HandSeat()),), "SEAT_IS_HANDED"),
        ((("ann", Resign()),), "SEAT_IS_HANDED"),
        ((("bob", NominatePlant(BOB, 3, 3)), ("cy", PassBid(CY)), ("ann", PassBid(ANN))), "ASKED_SOMETHING_ELSE"),
    ],
)
def test_an_order_ends_with_its_players_rule_over_the_seat(done, reason):
    game = table().order("ann", BidUpTo(5, 30))
    for account, command in done:
        game.execute((account, command))
        game.settle()
    assert game.ends == [("ann", reason)]


@pytest.mark.rule("TB-ORD-04")
def test_who_plays_in_the_phase_has_the_say_again_and_what_is_ordered_for_later_stays():
    game = table().order("bob", PassAuctions(4)).play(("bob", NominatePlant(BOB, 5, 5)))
    assert game.ends == [("bob", "ASKED_SOMETHING_ELSE")]
    game = table()
    game.order("ann", RunMost(), phase="bureaucracy")
    game.play(("bob", NominatePlant(BOB, 5, 5)), ("cy", PassBid(CY)), ("ann", PassBid(ANN)))
    assert (game.ends, game.standing("ann").phase) == ([], "bureaucracy")
    game = table().order("ann", BidUpTo(5, 5, then_pass=False))
    game.play(("bob", NominatePlant(BOB, 5, 5)))
    game.execute(("cy", PlaceBid(CY, 6)))
    game.execute(("ann", PassBid(ANN)))
    assert game.settle().ends == [("ann", "OWN_COMMAND")]


@pytest.mark.rule("TB-ORD-06")
def test_an_undo_that_all_agree_on_ends_every_order():
    game = table().order("ann", BidUpTo(5, 30))
    game.play(("bob", NominatePlant(BOB, 5, 5)), ("cy", PlaceBid(CY, 6)))
    game.play(("cy", ProposeUndo(1)), ("ann", Vote(True)), ("bob", Vote(True)))
    assert game.ends == [("ann", "UNDONE")]


@pytest.mark.rule("TB-ORD-03")
def test_the_same_command_of_an_order_has_the_same_number_and_looks_like_a_clients():
    game = table().order("cy", BidUpTo(5, 30))
    standing, at = game.standing("cy"), game.aggregate
    numbers = [standing_orders.request_of(at, seat, standing, n) for seat in (CY, ANN) for n in range(20)]
    assert len(set(numbers)) == 40
    assert all(number[14] == "4" and number[19] in "89ab" and len(number) == 36 for number in numbers)
    game.play(("bob", NominatePlant(BOB, 5, 5)))
    assert json.loads(game.rows[-1].body)["request_id"] == standing_orders.request_of(at, CY, standing, 0)


@pytest.mark.rule("TB-ORD-03")
def test_a_server_that_does_what_no_order_says_is_found_out():
    game = table().order("cy", BidUpTo(5, 7))
    forged = FollowOrder(CY, game.standing("cy"), 0, 0)
    with pytest.raises(Refused) as error:
        decide(game.aggregate, forged, "cy", 0)
    assert Refusal.of(error.value) == Refusal("ORDER_DOES_NOT_APPLY", number=1)
    game.play(("bob", NominatePlant(BOB, 5, 5)))
    rows = export(game.rows, CODEC, RING.signer)
    more = rows.replace(b'"most":7', b'"most":5')
    assert more != rows
    assert verify(more, CODEC, RING.keys).fault.code == "CHAIN"
    with pytest.raises(Refused) as error:
        decide(game.aggregate, forged, "ann", 0)
    assert Refusal.of(error.value) == Refusal("NOT_YOUR_SEAT", player=CY)


@pytest.mark.rule("TB-ORD-01")
@pytest.mark.parametrize(
    ("item", "problem"),
    [
        ({"type": "Tea"}, "Invalid value 'Tea' - at `$.type`"),
        ({"type": "BidUpTo", "plant": 5, "most": 7}, "all members, each once"),
        (
            {"type": "BidUpTo", "plant": 5, "most": 7, "then_pass": False, "tea": 1},
            "Object contains unknown field `tea`",
        ),
    ],
)
def test_a_stored_order_is_spelled_in_one_way(item, problem):
    game = table()
    wrong = msgspec.structs.replace(game.order("cy", BidUpTo(5, 7)).standing("cy"), items=(item,))
    with pytest.raises(Refused) as error:
        decide(game.aggregate, FollowOrder(CY, wrong, 0, 0), "cy", 0)
    assert Refusal.of(error.value) == Refusal("MALFORMED_COMMAND", field="items", problem=problem)


@pytest.mark.rule("TB-ORD-02")
def test_nobody_elses_file_of_a_running_game_differs_by_a_byte_but_for_links_numbers_and_moments():
    """Two worlds: in one cy is away and has left an order, in the other cy gives the same commands."""
    away, there = table().order("cy", BidUpTo(5, 34, then_pass=True)), table()
    moves = (("bob", NominatePlant(BOB, 5, 5)), ("ann", PlaceBid(ANN, 9)), ("bob", PassBid(BOB)))
    away.play(*moves)
    for at, move in enumerate(moves):
        there.execute(move)
        if at in (0, 2):
            there.execute(("cy", PlaceBid(CY, 6 if at == 0 else 10)))
    assert [event["type"] for event in events_for(away, "seat 0")] == [
        event["type"] for event in events_for(there, "seat 0")
    ]
    for viewer in ("spectator", "seat 0", "seat 1", "seat 2"):
        assert events_for(away, viewer) == events_for(there, viewer)
        assert b"most" not in export(away.rows, CODEC, RING.signer, viewer)
    assert b'"most":34' in export(away.rows, CODEC, RING.signer)


def events_for(game, viewer):
    """Return the events in a viewer's file, without links and request ids, which are drawn at random."""
    told = [json.loads(row.body) for row in take_apart(export(game.rows, CODEC, RING.signer, viewer)).rows]
    return [{**body["event"], "actor": body["actor"], "at": body["at"]} for body in told]


@pytest.mark.rule("TB-ORD-05")
def test_another_game_has_reasons_and_items_of_its_own():
    game = Ordered("demo", 2)
    game.order("ann", demo.ChooseNext(2, 2)).play(("bob", demo.Choose(1, 1)))
    assert [kind for _, kind in game.followed] == ["NumberChosen"]
    assert game.aggregate.play.chosen == (None, None)
    assert game.ends == [("ann", "PHASE_OVER")]
    assert refused(game, "ann", PassAuctions()).startswith("NOT_IN_THIS_PHASE")


@pytest.mark.rule("TB-ORD-03")
def test_passing_for_the_phase_and_running_as_before():
    game = in_resources()
    while game.board.phase != "auction":
        game.play((game.account_to_act, game.aggregate.rules.default(game.state, game.aggregate.to_act[0])))
    first = game.account_to_act
    game.order(first, PassAuctions())
    assert [kind for _, kind in game.followed] == ["NominationPassed"]
    assert game.standing(first) is not None
    while game.board.phase == "auction":
        game.play((game.account_to_act, PassNomination(game.aggregate.to_act[0])))
    assert game.ends == [(first, "PHASE_OVER")]
    account, seat, fuel, prices = buyer(game)
    game.play((account, BuyResources(seat, {fuel: len(prices)})))
    plant = game.board.seats[seat].plants[0]
    burnt = next(o for o in runnable(game, seat) if o.plant == plant).burns[0]
    game.order(account, RunThese((Run(plant, burnt),)), phase="bureaucracy")
    while len(game.ends) == 1:
        game.play((game.account_to_act, game.aggregate.rules.default(game.state, game.aggregate.to_act[0])))
    assert game.ends[-1] == (account, "ORDER_DONE")
    ran = [each.event.runs for each in map(CODEC.read, game.rows) if type(each.event).__name__ == "PlantsRun"]
    assert (Run(plant, burnt),) in ran


def runnable(game, seat):
    """Return the plants that the seat could run now."""
    return bureaucracy.options(game.aggregate.rules.rules, game.state, seat)[0].plants


# ---- what a seat cannot but do -------------------------------------------------------------------------------------


def all_in(**terms):
    """Return a game in which Bob bids as much as each player has: cy can only pass."""
    game = table()
    opened = msgspec.structs.replace(game.aggregate.opened, terms=Terms(**terms))
    game.aggregate = msgspec.structs.replace(game.aggregate, opened=opened)
    return game.execute(("bob", NominatePlant(BOB, 5, 50)))


@pytest.mark.rule("TB-ORD-07")
def test_where_a_seat_can_do_one_thing_only_the_server_does_it_if_the_table_wants_it():
    game = all_in(forced_moves=True)
    assert forced.only_command(game.aggregate, CY) == PassBid(CY)
    (passed,) = decide(game.aggregate, PlayForced(CY), "cy", 0).events
    assert (type(passed).__name__, passed.player) == ("BidPassed", CY)
    assert forced_refusal(all_in(), CY, "cy") == Refusal("NOT_FORCED", player=CY)
    assert forced_refusal(game, ANN, "ann") == Refusal("NOT_FORCED", player=ANN), "is not asked"
    assert forced_refusal(game, CY, "ann") == Refusal("NOT_YOUR_SEAT", player=CY)
    free = table()
    free.aggregate = msgspec.structs.replace(free.aggregate, opened=game.aggregate.opened)
    assert forced_refusal(free, BOB, "bob") == Refusal("NOT_FORCED", player=BOB), "has a choice"
    game.execute(("cy", HandSeat()))
    assert forced.only_command(game.aggregate, CY) is None, "a bot plays"


def forced_refusal(game, seat, actor):
    with pytest.raises(Refused) as error:
        decide(game.aggregate, PlayForced(seat), actor, 0)
    return Refusal.of(error.value)


@pytest.mark.rule("TB-ORD-07")
def test_what_is_forced_does_not_end_an_order_and_has_numbers_of_its_own():
    game = all_in(forced_moves=True)
    game.order("cy", RunMost(), phase="bureaucracy").order("cy", PassAuctions(4))
    assert game.ends[-1] == ("cy", "ASKED_SOMETHING_ELSE")
    game.order("ann", PassAuctions())
    game.execute(("cy", PlayForced(CY)))
    assert game.settle().ends[2:] == []
    numbers = {forced.forced_request(game.aggregate, seat) for seat in (ANN, BOB, CY)}
    assert len(numbers) == 3
    assert all(number[14] == "4" and number[19] in "89ab" for number in numbers)


@pytest.mark.rule("TB-ORD-07")
def test_settings_and_other_spellings_are_no_choice():
    known = colony61.ORDERS
    laid = LayOption(ANN, 1, (("a",),))
    others = (AcceptDefault(LayCards(ANN, 1, ("a",))), StandingOption(ANN, False, False))
    assert known.only_command((*others, laid)) == LayCards(ANN, 1, ("a",))
    assert known.only_command((*others, LayOption(ANN, 1, (("a",), ("b",))))) is None
    assert known.only_command(others) is None
