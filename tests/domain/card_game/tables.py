"""Tables to test at: a real set-up with chosen cards, or a position in the middle of a game. Both keep every card in
exactly one place, or they are not made."""

from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from domain.card_game.figures import LAST
from domain.card_game.messages import CardUnits
from domain.card_game.state import AUCTION, RESOURCES, Fuel, Plants, Player, Setup, State, Trust
from domain.kernel.decider import Table, decide, fold
from domain.kernel.dice import Dice
from domain.kernel.refused import Refused
from tests import kit
from tests.kit import COLOURS, Refusal

SEED = Dice.from_text("tests of the card game").seed.hex()


def decider(players=2, renovation="off", rules_version=None):
    return kit.decider("card_game", players, {"renovation": renovation}, rules_version)


def is_legal(rules, state, command):
    try:
        decide(rules, state, command)
    except Refused:
        return False
    return True


@dataclass
class Game:
    """A game under test: give it commands, look at the events and the state."""

    rules: object
    state: State
    events: list = field(default_factory=list)

    def when(self, *commands):
        """Carries the commands out; answers the events of the last one."""
        for command in commands:
            self.events = decide(self.rules, self.state, command)
            self.state = fold(self.rules, self.events, self.state)
            assert self.rules.broken_invariants(self.state) == ()
        return self.events

    def refusal(self, command):
        """The command must be refused; nothing has changed."""
        with pytest.raises(Refused) as refused:
            decide(self.rules, self.state, command)
        return Refusal.of(refused.value)

    def events_of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def to_act(self):
        return self.rules.to_act(self.state)

    def options(self, kind):
        (seat,) = self.to_act
        return [option for option in self.rules.options(self.state, seat) if isinstance(option, kind)]


def drawn(players=2, renovation="off", text="any"):
    """A set-up as dice give it."""
    rules = decider(players, renovation)
    return rules, rules.draw_setup(Table(COLOURS[:players]), Dice.from_text(text))


def started(players=2, renovation="off", **chosen) -> Game:
    """A game just begun: the set-up of some dice, with the fields of `Setup` that are chosen."""
    rules, setup = drawn(players, renovation)
    events = rules.begin(replace(setup, **chosen))
    return Game(rules, fold(rules, events), events)


def begun(rules, setup: Setup) -> Game:
    events = rules.begin(setup)
    return Game(rules, fold(rules, events), events)


def standing(
    players=2,
    renovation="off",
    *,
    in_round=2,
    phase=AUCTION,
    row=None,
    market=(),
    deck=(),
    last="DECK",
    under=(),
    discount=True,
    plants=None,
    trust=(),
    stock=None,
    trust_stock=None,
    columns=((), (), (), ()),
    resource_deck=(),
    discard=None,
    reshuffles=0,
    cash=None,
    last_round=False,
    renovation_pile=None,
    trust_acted=False,
) -> Game:
    """A position. Plants not named are out of the game, resource cards not named are on their piles. `deck`: the cards
    above the last-round card, or the whole deck once that card is up; `under`: the cards below it."""
    rules = decider(players, renovation)
    cards, seats = rules.rules.cards, range(players)
    plants, stock, cash = plants or {}, stock or {}, cash or {}
    row = row or ((0, "TRUST", 1) if players == 2 else tuple(seats))
    market = tuple(sorted(market, key=cards.number.__getitem__))
    whole_deck = (*deck, LAST, *under) if last == "DECK" else tuple(deck)
    offer, outlook = (market, ()) if last == "OUT" else (market[:4], market[4:] + ((LAST,) if last == "MARKET" else ()))
    named = [*market, *whole_deck, *trust, *(card for owned in plants.values() for card in owned)]
    held = [card for holding in (*stock.values(), trust_stock or {}) for card in holding]
    placed = [*held, *resource_deck, *(card for column in columns for card in column), *(discard or ())]
    figures = cards.figures
    usual = [*cards.standard(rules.rules.setup.marks), *(card.id for card in figures.plus)]
    usual += [card.id for card in figures.plus_plus] if reshuffles else []
    rest = tuple(card for card in usual if card not in placed)
    money = [cash.get(seat, 50) for seat in seats]
    state = State(
        colours=COLOURS[:players],
        players=tuple(Player(money[seat], tuple(plants.get(seat, ())), units(stock.get(seat, {}))) for seat in seats),
        plants=Plants(
            offer,
            outlook,
            whole_deck,
            (),
            out=tuple(card for card in cards.plants if card not in named),
            discount=market[0] if discount and market and phase == AUCTION else None,
            last=last,
        ),
        fuel=Fuel(
            tuple(tuple(sorted(column)) for column in columns),
            tuple(resource_deck) if discard is None else (*resource_deck, *rest),
            rest if discard is None else tuple(discard),
            tuple(card for card in cards.leftover if card not in placed),
            reshuffles,
        ),
        seed=SEED,
        trust=Trust(tuple(trust), units(trust_stock or {}), trust_acted) if players == 2 else None,
        renovation=renovation_pile or rules.rules.compensation.pile(),
        bank=-sum(money),
        row=row,
        round=in_round,
        phase=phase,
        last_round=last_round,
        waiting={AUCTION: (), RESOURCES: row[::-1]}.get(phase, row),
    )
    assert rules.broken_invariants(state) == ()
    return Game(rules, state)


def units(stock):
    return tuple(CardUnits(card, left) for card, left in stock.items())
