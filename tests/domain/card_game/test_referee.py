"""The engine compared with a second referee (`referee.py`): random legal commands from real set-ups and from random
positions; after each the whole state, every legal command and some others are compared."""

from dataclasses import fields
from random import Random

import pytest

from domain.card_game.messages import (
    EVENTS,
    BuyResourceCard,
    CompensationPaid,
    FinishBuying,
    GameStarted,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    RenovationCardRemoved,
    Run,
    RunPlants,
    ScrapPlant,
    TrustPlantRemoved,
    TrustPlantTaken,
    TrustResourcesDiscarded,
    TrustResourcesTaken,
)
from domain.card_game.options import BidPass, Bids, Demolition, Nominations, Production, ResourcePurchase
from domain.kernel.decider import fold
from tests.domain.card_game.referee import COLUMN_SIZE, Referee
from tests.domain.card_game.referee_cards import (
    EDITION,
    FUEL_CARDS,
    FUELS,
    LEFTOVER_CARDS,
    PLANTS,
    PLUS_PLUS_CARDS,
    fits,
    units_by_fuel,
)
from tests.domain.card_game.referee_legal import legal, meant, spelled
from tests.domain.card_game.tables import begun, drawn, is_legal, standing

PROBES_A_TURN = 12
"""Commands tried before each turn; most of them are illegal."""
MARKS = {2: {"2-6"}, 3: {"2-6"}, 4: {"2-6", "4-6"}, 5: {"2-6", "4-6", "5-6"}, 6: {"2-6", "4-6", "5-6"}}
"""Corner marks of the standard cards in use, by number of players (CG-SET-08)."""
FULL_MARKET = {"DECK": 8, "MARKET": 7, "OUT": 6}
"""Plants in the market, by where the last-round card is (CG-SET-03, CG-AUC-15)."""
GAMES = {2: 40, 3: 25, 4: 18, 5: 15, 6: 15}
"""Slow games a table, by number of players: few seats make short games, and two bring the trust company."""
EVERY_TABLE = pytest.mark.parametrize(
    ("players", "renovation"), [(players, renovation) for players in (2, 3, 4, 5, 6) for renovation in ("off", "on")]
)


# Where a game starts


def any_position(random, players, renovation):
    """A position with everything drawn at random that the rules allow to lie so."""
    last = random.choice(["DECK", "DECK", "MARKET", "OUT"])
    last_round = last == "OUT" and random.random() < 0.6
    phase = any_phase(random, last, last_round)
    plants = any_plants(random, players, last)
    return standing(
        players,
        renovation,
        in_round=random.choice([1, 2, 5]),
        phase=phase,
        row=any_row(random, players),
        last=last,
        last_round=last_round or (last == "OUT" and phase == "AUCTION"),
        cash={seat: random.choice([0, 1, 3, 8, 12, 30, 60]) for seat in range(players)},
        **plants,
        **any_fuel(random, players, plants["plants"]),
    )


def any_phase(random, last, last_round):
    """The last-round card is never in the market outside phase 1, and the last round has no phase 3."""
    if last == "MARKET":
        return "AUCTION"
    return random.choice(["AUCTION", "RESOURCES"] if last_round else ["AUCTION", "RESOURCES", "BUREAUCRACY"])


def any_row(random, players):
    seats = random.sample(range(players), players)
    return (seats[0], "TRUST", seats[1]) if players == 2 else tuple(seats)


def any_plants(random, players, last):
    """Plants of the players, the trust company, the market and the deck; hybrids often go to players, sometimes the
    deck is cheaper than the market (CG-AUC-13), and the market has shrunk only where there is no deck (CG-AUC-18)."""
    pile = random.sample(sorted(PLANTS), len(PLANTS))
    if random.random() < 0.4:
        pile.sort(key=lambda card: PLANTS[card].fuel != "hybrid")
    owned = {seat: tuple(take(pile, random.choice([0, 1, 2, 3, 3]))) for seat in range(players)}
    trust = take(pile, random.choice([1, 2, 3])) if players == 2 else []
    random.shuffle(pile)
    if random.random() < 0.3:
        pile.sort(key=lambda card: -PLANTS[card].number)
    full = FULL_MARKET[last]
    in_market = full if last == "DECK" else random.choice([full, full, 4, 2, 1])
    return {
        "plants": owned,
        "trust": trust,
        "market": take(pile, in_market),
        "deck": take(pile, random.choice([0, 1, 2, 3, 6]) if in_market == full else 0),
        "under": take(pile, random.choice([0, 1, 3])) if last == "DECK" else [],
    }


def any_fuel(random, players, plants):
    """Resource cards in stocks as far as they fit, in the columns and in the deck; the others lie on their piles."""
    reshuffles = random.choice([0, 0, 1, 2])
    cards = [card.id for card in EDITION.standard if card.players in MARKS[players]]
    cards += [card.id for card in EDITION.plus] + (sorted(PLUS_PLUS_CARDS) if reshuffles else [])
    random.shuffle(cards)
    stock = any_stocks(random, plants, [*cards, *sorted(LEFTOVER_CARDS)])
    held = {card for holding in stock.values() for card in holding}
    cards = [card for card in cards if card not in held]
    size = COLUMN_SIZE[players]
    dearer = [take(cards, random.choice([0, 1, 2, size, size])) for _ in (2, 3, 4)]
    return {
        "stock": stock,
        "columns": ([card for card in sorted(LEFTOVER_CARDS - held) if random.random() < 0.4], *dearer),
        "resource_deck": take(cards, random.choice([0, 0, 1, 2, 5, len(cards)])),
        "discard": cards,
        "reshuffles": reshuffles,
    }


def any_stocks(random, plants, cards):
    """Return the units left, by seat and card."""
    stock = {seat: {} for seat in plants}
    for card in cards:
        seat = random.choice(sorted(stock))
        held = stock[seat] | {card: random.randint(1, FUEL_CARDS[card].amount)}
        if random.random() < 0.5 and fits(plants[seat], units_by_fuel(held)):
            stock[seat] = held
    return stock


def take(pile, count):
    """Take `count` cards off the pile, or all that remain."""
    taken, pile[:] = pile[:count], pile[count:]
    return taken


# Commands that are tried


def any_probe(random, state, seat):
    """A command by this seat, of the phase or sometimes of another, near the legal ones or far from them."""
    phase = state.phase if random.random() < 0.8 else random.choice(sorted(PROBES))
    return random.choice(PROBES[phase])(random, state, seat)


def any_nomination(random, state, seat):
    """Return a nomination near the plant's number, near the cash, or near the minimum with the token."""
    card = random.choice([*state.plants.offer, *state.plants.outlook, *state.plants.out[:2], "P99"])
    printed, cash = PLANTS[card].number if card in PLANTS else 5, state.players[seat].cash
    return NominatePlant(seat, card, random.choice([0, 1, 2, printed - 1, printed, cash, cash + 1]))


def any_bid(random, state, seat):
    cash, standing_bid = state.players[seat].cash, state.auction.lot.bid if state.auction.lot else 1
    return PlaceBid(seat, random.choice([0, standing_bid, standing_bid + 1, cash, cash + 1]))


def any_demolition(random, state, seat):
    discarded = random.choice([None, {}, any_mix(random)])
    return ScrapPlant(seat, random.choice(state.players[seat].plants or ("P01",)), discarded)


def any_purchase(random, _state, seat):
    return BuyResourceCard(seat, random.choice([*FUEL_CARDS, "R99"]))


def any_run(random, state, seat):
    """Some plants, perhaps one twice or of another seat, each with some fuel."""
    plants = [*state.players[seat].plants, random.choice([*PLANTS])]
    return RunPlants(seat, tuple(Run(random.choice(plants), any_mix(random)) for _ in range(random.randint(0, 2))))


def any_mix(random):
    kinds = random.choice([(), ("gas", "oil"), *((fuel,) for fuel in FUELS)])
    return {fuel: random.randint(1, 3) for fuel in kinds}


PROBES = {
    "AUCTION": [
        any_nomination,
        any_bid,
        any_demolition,
        lambda _random, _state, seat: PassNomination(seat),
        lambda _random, _state, seat: PassBid(seat),
    ],
    "RESOURCES": [any_purchase, lambda _random, _state, seat: FinishBuying(seat)],
    "BUREAUCRACY": [any_run],
}


# Play


def any_move(random, commands):
    """Each kind of command equally often, then each of the kind."""
    kind = random.choice(sorted({type(command) for command in commands}, key=lambda kind: kind.__name__))
    return random.choice([command for command in commands if isinstance(command, kind)])


def busy_move(random, commands):
    """Buys and runs what it can, at low bids, so that a game comes far."""
    if any(isinstance(command, RunPlants) for command in commands):
        return max(commands, key=lambda command: len(command.runs))
    if any(isinstance(command, PassBid) for command in commands):
        return random.choice(sorted(commands, key=bid_of)[:2])
    busy = [command for command in commands if not isinstance(command, PassNomination | FinishBuying)]
    if not busy:
        return random.choice(commands)
    card = random.choice(sorted({command.card for command in busy}))
    return random.choice(sorted((command for command in busy if command.card == card), key=bid_of)[:3])


def shortened(random, rules, state, command):
    """Half of the demolitions leave the discard out, where that is legal (CG-PLT-08)."""
    if not isinstance(command, ScrapPlant) or random.random() < 0.5:
        return command
    bare = ScrapPlant(command.player, command.card)
    return bare if is_legal(rules, state, bare) else command


def bid_of(command):
    """0 for a command without a bid."""
    return getattr(command, "bid", getattr(command, "amount", 0))


# Comparison


def figures_of(option, index):
    """The figures an option tells of one of its commands, as `referee_legal.py` names them."""
    match option:
        case Nominations() | Demolition():
            return option.number
        case Bids() | BidPass():
            return option.card
        case ResourcePurchase():
            return option.fuel, option.price, option.units, option.units_kept
        case Production():
            return option.plans[index].profit
    return None


def first_difference(referee, state):
    """The first thing on the table that the two see differently, or None."""
    engine = Referee.taking_over(state)
    for each in fields(Referee):
        mine, engines = getattr(referee, each.name), getattr(engine, each.name)
        if mine != engines:
            return f"{each.name}: the referee has {mine}, the engine {engines}"
    rows = tuple(referee.offer()), tuple(referee.outlook())
    if rows != (state.plants.offer, state.plants.outlook):
        return f"offer and outlook: the referee has {rows}, the engine {state.plants.offer, state.plants.outlook}"
    return None


def compare_options(rules, state, referee):
    """Answers the legal commands in the engine's order, and as the referee has them."""
    seat = referee.to_act()
    assert rules.to_act(state) == (() if seat is None else (seat,)), f"to act: the referee says {seat}"
    offered = [
        (option.nth(index), figures_of(option, index))
        for place in range(len(state.players))
        for option in rules.options(state, place)
        for index in range(option.count())
    ]
    engines, mine = {spelled(command): figures for command, figures in offered}, legal(referee)
    for command in sorted({*engines, *mine}):
        verdicts = mine.get(command, "illegal"), engines.get(command, "illegal")
        assert verdicts[0] == verdicts[1], f"option {command}: referee and engine say {verdicts}"
    assert len(engines) == len(offered), "an option is offered twice"
    return [command for command, _ in offered], mine


def compare_probes(random, rules, state, referee, legal_ones):
    for _ in range(PROBES_A_TURN):
        probe = any_probe(random, state, random.randrange(len(state.players)))
        expected = spelled(meant(referee, probe)) in legal_ones
        assert is_legal(rules, state, probe) == expected, f"probe {probe}: the referee says legal is {expected}"


def play(game, random, where):
    """Plays the game to its end before both referees; answers its events."""
    rules, state, referee = game.rules, game.state, Referee.taking_over(game.state)
    happened, played, busy = [], [], random.random()
    try:
        while not state.ranking:
            commands, legal_ones = compare_options(rules, state, referee)
            compare_probes(random, rules, state, referee, legal_ones)
            chosen = busy_move(random, commands) if random.random() < busy else any_move(random, commands)
            played.append(shortened(random, rules, state, chosen))
            events, state = judged(rules, state, played[-1])
            happened += events
            referee.carry_out(played[-1], events)
            difference = first_difference(referee, state)
            assert not difference, difference
        assert compare_options(rules, state, referee) == ([], {})
    except Exception as failure:
        failure.add_note(f"{where}, at or after command {len(played)}: {played[-1:]}")
        raise
    return happened


def judged(rules, state, command):
    events, after = rules.judge(state, command)
    assert fold(rules, events, state) == after, "the events tell another state"
    assert rules.broken_invariants(after) == ()
    return events, after


def play_seeds(seeds, players, renovation):
    """Every third game begins with a real set-up, the others in the middle."""
    happened = []
    for seed in seeds:
        where = f"seed {seed}, {players} players, Renovation {renovation}"
        random = Random(where)
        middle = seed % 3
        game = any_position(random, players, renovation) if middle else begun(*drawn(players, renovation, where))
        happened += play(game, random, where)
    return {type(event) for event in happened}


def events_of(players, renovation):
    """Every kind of event that such a table can see after its set-up."""
    trust = {TrustPlantTaken, TrustPlantRemoved, TrustResourcesTaken, TrustResourcesDiscarded}
    paid = {CompensationPaid, RenovationCardRemoved}
    return set(EVENTS) - {GameStarted} - (trust if players > 2 else set()) - (paid if renovation == "off" else set())


@EVERY_TABLE
def test_a_second_referee_agrees_with_the_engine(players, renovation):
    assert play_seeds(range(2), players, renovation)


@pytest.mark.slow
@EVERY_TABLE
def test_a_second_referee_agrees_with_the_engine_whatever_happens(players, renovation):
    happened = play_seeds(range(2, 2 + GAMES[players]), players, renovation)
    assert happened >= events_of(players, renovation)  # or the games are too tame to prove anything
