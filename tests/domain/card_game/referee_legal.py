"""Legal commands by the second referee (`referee.py`): every command, one by one, with its figures."""

from operator import attrgetter

import msgspec

from domain.card_game.messages import (
    BuyResourceCard,
    FinishBuying,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    RunPlants,
    ScrapPlant,
)
from tests.domain.card_game.referee_cards import (
    FUEL_CARDS,
    number,
    productions,
    profit,
    smallest_discards,
    units_by_fuel,
)
from tests.domain.card_game.referee_table import Table


def spelled(command) -> bytes:
    """Equal for commands that mean the same: the order in which runs and fuels are named says nothing."""
    if isinstance(command, RunPlants):
        command = RunPlants(command.player, tuple(sorted(command.runs, key=attrgetter("card"))))
    return msgspec.json.encode(command, order="deterministic")


def legal(table: Table) -> dict[bytes, object]:
    """Every legal command, spelled, with the figures that an option tells of it."""
    seat = table.to_act()
    if seat is None:
        return {}
    if table.phase == "RESOURCES":
        listed = purchases(table, seat)
    elif table.phase == "BUREAUCRACY":
        listed = reports(table, seat)
    elif table.scrapping is not None:
        listed = demolitions(table, seat)
    else:
        listed = bids(table, seat) if table.lot else nominations(table, seat)
    return {spelled(command): figures for command, figures in listed}


def meant(table: Table, command):
    """A discard that was left out, named, where there is no choice (CG-PLT-08)."""
    if isinstance(command, ScrapPlant) and command.discarded is None and command.player == table.scrapping:
        ways = [named for named, _ in demolitions(table, command.player) if named.card == command.card]
        return ways[0] if len(ways) == 1 else command
    return command


def nominations(table: Table, seat: int):
    """CG-AUC-04, CG-AUC-08; in round 1 who can buy must (CG-AUC-09, DEC-CG-01)."""
    can_buy = False
    for card in table.offer():
        for bid in range(table.minimum_bid(card), table.players[seat].cash + 1):
            can_buy = True
            yield NominatePlant(seat, card, bid), number(card)
    if table.round > 1 or not can_buy:
        yield PassNomination(seat), None


def bids(table: Table, seat: int):
    """CG-AUC-05."""
    yield PassBid(seat), table.lot.card
    for amount in range(table.lot.bid + 1, table.players[seat].cash + 1):
        yield PlaceBid(seat, amount), table.lot.card


def demolitions(table: Table, seat: int):
    """One of the plants owned before (CG-PLT-07), with every smallest discard of fuel."""
    plants, units = table.players[seat].plants, units_by_fuel(table.players[seat].stock)
    for card in plants[:-1]:
        for way in smallest_discards([plant for plant in plants if plant != card], units):
            yield ScrapPlant(seat, card, way), number(card)


def purchases(table: Table, seat: int):
    """Any card that can be paid and of which a unit can be kept (CG-RES-02, CG-RES-03, CG-RES-04, CG-RES-08)."""
    yield FinishBuying(seat), None
    for price, column in enumerate(table.columns, 1):
        for card in column:
            kept = table.units_kept(seat, card)
            if kept and price <= table.players[seat].cash:
                fuel_card = FUEL_CARDS[card]
                yield BuyResourceCard(seat, card), (fuel_card.fuel, price, fuel_card.amount, kept)


def reports(table: Table, seat: int):
    """CG-BUR-02."""
    player = table.players[seat]
    for runs in productions(player.plants, units_by_fuel(player.stock)):
        yield RunPlants(seat, runs), profit(run.card for run in runs)
