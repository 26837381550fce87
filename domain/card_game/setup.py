"""Everything before the first move (CG-SET)."""

import re

from domain.card_game.figures import LAST
from domain.card_game.market import rows, sorted_in
from domain.card_game.messages import TRUST, GameStarted, PlantMarket, Row, TurnOrderDetermined
from domain.card_game.readings import recorded
from domain.card_game.rules import Rules
from domain.card_game.state import Setup
from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.kernel.refused import Refused

DEARER_COLUMNS = 3
"""The columns of 2, 3 and 4 E are filled, the first starts empty (CG-SET-09)."""


def draw(rules: Rules, table: Table, dice: Dice) -> Setup:
    """Lots, shuffles and blind removals. Refuses `PLAYER_COUNT_INVALID`, `DUPLICATE_PLAYER`."""
    check_table(rules, table)
    cards, players = rules.cards, rules.setup
    small = dice.roll("small plants").shuffle(cards.small())
    large = dice.roll("large plants").shuffle(cards.large())
    laid_out = cards.tables.offer + cards.tables.outlook
    market: Row = ()
    for card in small[:laid_out]:
        market = sorted_in(cards, market, card)
    blind = (*small[laid_out : laid_out + players.removed_small], *large[: players.removed_large])
    top, *small_left = small[laid_out + players.removed_small :]
    middle = dice.roll("plant deck").shuffle((*small_left, *large[players.removed_large :]))
    fuel = dice.roll("resource deck").shuffle(cards.standard(players.marks))
    size = players.column
    columns = tuple(tuple(sorted(fuel[size * column : size * (column + 1)])) for column in range(DEARER_COLUMNS))
    offer, outlook = rows(cards.tables, market, "DECK")
    return Setup(
        table=table,
        row=rules.company.joined(dice.roll("order row").shuffle(table.seats)),
        offer=offer,
        outlook=outlook,
        deck=(top, *middle, LAST),
        removed_blind=blind,
        columns=(columns[0], columns[1], columns[2]),
        resource_deck=fuel[size * DEARER_COLUMNS :],
        seed=dice.seed.hex(),
    )


def check_table(rules: Rules, table: Table) -> None:
    if len(table.colours) != rules.setup.players:
        raise Refused("PLAYER_COUNT_INVALID", "CG-SET-01", players=len(table.colours), expected=rules.setup.players)
    if len(dict.fromkeys(table.colours)) != len(table.colours):
        raise Refused("DUPLICATE_PLAYER", "CG-SET-01", colours=table.colours)


def opening(rules: Rules, drawn: Setup) -> tuple[GameStarted, TurnOrderDetermined]:
    """The first two events. Refuses `MALFORMED_COMMAND` for a set-up that cannot be."""
    check_table(rules, drawn.table)
    for fault in faults(rules, drawn):
        raise Refused("MALFORMED_COMMAND", "CG-SET-07", fault=fault)
    figures = rules.cards.figures
    started = GameStarted(
        ruleset="card_game",
        edition=figures.id,
        players=drawn.table.colours,
        options=recorded(rules.options),
        cash=figures.tables.start_money,
        plant_market=PlantMarket(drawn.offer, drawn.outlook),
        deck_size=len(drawn.deck),
        top_back=rules.cards.back(drawn.deck),
        resource_columns=((), *drawn.columns),
        leftover_pile=tuple(sorted(card.id for card in figures.leftover)),
        discard_pile=tuple(card.id for card in figures.plus),
        resource_deck_size=len(drawn.resource_deck),
        trust=rules.setup.trust,
        renovation_pile=rules.compensation.pile(),
        deck=drawn.deck,
        resource_deck=drawn.resource_deck,
        removed_blind=drawn.removed_blind,
        seed=drawn.seed,
    )
    return started, TurnOrderDetermined(drawn.row, "LOT")


def faults(rules: Rules, drawn: Setup) -> tuple[str, ...]:
    """Return the parts of a set-up that no shuffle of this edition can produce."""
    cards, players = rules.cards, rules.setup
    market = (*drawn.offer, *drawn.outlook)
    fuel = (*(card for column in drawn.columns for card in column), *drawn.resource_deck)
    lot = tuple(place for place in drawn.row if place != TRUST)
    if sorted((*market, *drawn.deck, *drawn.removed_blind)) != sorted((*cards.plants, LAST)) or LAST in market:
        return ("plants",)
    blind = [cards.plants[card].size for card in drawn.removed_blind if card != LAST]
    checks = {
        "row": sorted(lot) == sorted(drawn.table.seats) and drawn.row == rules.company.joined(lot),
        "market": (len(drawn.offer), len(drawn.outlook)) == (cards.tables.offer, cards.tables.outlook)
        and all(card in cards.small() for card in market)
        and market == tuple(sorted(market, key=cards.number.__getitem__)),
        "deck": drawn.deck[-1:] == (LAST,) and cards.back(drawn.deck) == "SMALL",
        "removed_blind": (blind.count("small"), blind.count("large")) == (players.removed_small, players.removed_large),
        "resource_deck": sorted(fuel) == sorted(cards.standard(players.marks)),
        "columns": all(len(column) == players.column for column in drawn.columns),
        "seed": re.fullmatch("[0-9a-f]{64}", drawn.seed) is not None,
    }
    return tuple(name for name, holds in checks.items() if not holds)
