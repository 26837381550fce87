"""The steps before turn 1: state modules, start hands, and the secret choice of cards and capital (C61-SET)."""

import re
from functools import cache

from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.colony61 import draws, turns
from domain.colony61.cubes import Cubes, purses
from domain.colony61.messages import CardFace, ChooseStart, GameStarted, StartCardsDealt, StartChosen, StartHandTaken
from domain.colony61.rules import Decision, Rules
from domain.colony61.state import Corporation, Module, StartChoice, State, chosen, is_new, less, with_corporation
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused

RULESET = "colony61"
PLAYERS_MIN, PLAYERS_MAX = 2, 5
SEED = re.compile(r"[0-9a-f]{64}")


class Setup(Struct, frozen=True):
    """Everything decided before the first move. `draw_pile`: without the state's and the fixed cards, front first;
    `seed`: 32 bytes in hex, for later shuffles."""

    players: tuple[Seat, ...]
    colony: str
    colony_drawn: bool
    draw_pile: tuple[str, ...]
    seed: str


@cache
def fixed_cards(rules: Rules, players: int) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The state's cards and each seat's fixed ones: the lowest numbers go to the state, then by seat (DEC-C61-46)."""
    taken = dict.fromkeys(rules.kinds, 0)

    def take(kind: str) -> str:
        taken[kind] += 1
        return f"{kind}-{taken[kind]}"

    state = tuple(take(kind) for kind in rules.figures.state_modules)
    return state, tuple(tuple(take(kind) for kind in rules.colony.start_hand.fixed) for _ in range(players))


@cache
def unshuffled_pile(rules: Rules, players: int) -> tuple[str, ...]:
    """Card id order, without the state's and the fixed cards."""
    state, hands = fixed_cards(rules, players)
    return less(rules.all_cards, (*state, *(card for hand in hands for card in hand)))


def draw_setup(rules: Rules, players: tuple[Seat, ...], colony_drawn: bool, dice: Dice) -> Setup:
    check_players(players)
    pile = dice.roll("shuffle/0").shuffle(unshuffled_pile(rules, len(players)))
    return Setup(players, rules.colony.id, colony_drawn, pile, dice.seed.hex())


def check_players(players: tuple[Seat, ...]) -> None:
    """C61-SET-01. Seats are numbered from 0 without gaps, in seat order."""
    if not PLAYERS_MIN <= len(players) <= PLAYERS_MAX:
        raise Refused("PLAYER_COUNT_INVALID", "C61-SET-01", players=len(players), least=PLAYERS_MIN, most=PLAYERS_MAX)
    if len(dict.fromkeys(players)) < len(players):
        raise Refused("DUPLICATE_PLAYER", "C61-SET-01", players=players)
    if players != tuple(range(len(players))):
        raise Refused("UNKNOWN_PLAYER", "C61-SET-01", players=players)


def began(rules: Rules, edition: str, setup: Setup) -> GameStarted:
    """The first event. Refuses a set-up that cannot be."""
    if not SEED.fullmatch(setup.seed):
        raise Refused("MALFORMED_COMMAND", "C61-GEN-04", field="seed")
    if sorted(setup.draw_pile) != list(unshuffled_pile(rules, len(setup.players))):
        raise Refused("MALFORMED_COMMAND", "C61-GEN-05", field="draw_pile")
    state, _ = fixed_cards(rules, len(setup.players))
    return GameStarted(
        ruleset=RULESET,
        edition=edition,
        players=setup.players,
        colony=setup.colony,
        colony_drawn=setup.colony_drawn,
        capital=rules.colony.start_capital,
        hand_target=rules.hand_target,
        markers={row.id: row.start for row in rules.figures.resources},
        state_modules=tuple(CardFace(card, rules.kind_of[card].id) for card in state),
        draw_left=len(setup.draw_pile),
        draw_pile=setup.draw_pile,
        seed=setup.seed,
        options=rules.readings.recorded() or UNSET,
    )


def deal(decision: Decision) -> None:
    """C61-SET-04: fixed cards and an offer for each seat; the step START opens."""
    rules, state = decision.rules, decision.state
    _, hands = fixed_cards(rules, len(state.corporations))
    for seat in state.seats:
        offered = decision.state.draw[: rules.colony.start_hand.of]
        left = len(decision.state.draw) - len(offered)
        decision.record(StartCardsDealt(seat, hands[seat], len(offered), offered, left))
    turns.open_step(decision, "START", state.seats)


def default(rules: Rules, state: State, seat: Seat) -> ChooseStart:
    """C61-SET-07."""
    keep = rules.cheapest(state.corporations[seat].offer, rules.colony.start_hand.pick)
    cubes = max(start_purses(rules, state), key=lambda purse: (purse.count, purse.ones, purse.fives))
    return ChooseStart(seat, keep, cubes)


def start_purses(rules: Rules, state: State) -> tuple[Cubes, ...]:
    return purses(state.capital, rules.cells(()))


def choose(decision: Decision, command: ChooseStart) -> None:
    rules, state, seat = decision.rules, decision.state, command.player
    by_default = command.accept_default
    if by_default:
        command = default(rules, state, seat)
    keep, cubes = tuple(sorted(command.keep or ())), command.cubes or Cubes()
    offer = state.corporations[seat].offer
    if not by_default:
        if len(keep) != rules.colony.start_hand.pick or any(card not in offer for card in keep):
            raise Refused("HAND_CHOICE_INVALID", "C61-SET-05", pick=rules.colony.start_hand.pick)
        if len(dict.fromkeys(keep)) < len(keep):
            raise Refused("HAND_CHOICE_INVALID", "C61-SET-05", pick=rules.colony.start_hand.pick)
        if cubes.value != state.capital:
            raise Refused("START_CAPITAL_WRONG", "C61-SET-05", capital=state.capital, cubes=cubes.value)
        if cubes.count > rules.cells(()):
            raise Refused("STORAGE_EXCEEDED", "C61-SET-05", cubes=cubes.count, cells=rules.cells(()))
    if is_new(state.corporations[seat], StartChoice(keep, cubes), by_default):
        decision.record(StartChosen(seat, keep, cubes, by_default, draws.salt(decision, seat)))


def close(decision: Decision) -> None:
    """C61-SET-06."""
    state = decision.state
    for seat in state.seats:
        corporation = state.corporations[seat]
        choice = corporation.choice
        assert isinstance(choice, StartChoice)
        decision.record(
            StartHandTaken(
                player=seat,
                kept=choice.keep,
                hand_count=len(corporation.hand) + len(choice.keep),
                discarded=less(corporation.offer, choice.keep),
                storage=choice.cubes,
                by_default=corporation.by_default,
            )
        )


# ---- evolve ------------------------------------------------------------------------------------------------------


def after_start(state: State | None, event: GameStarted) -> State:
    assert state is None, "a game begins once"
    assert event.draw_pile is not None
    assert event.seed is not None
    return State(
        edition=event.edition,
        colony=event.colony,
        colony_drawn=event.colony_drawn,
        capital=event.capital,
        hand_target=event.hand_target,
        seed=event.seed,
        markers=event.markers,
        state_modules=tuple(Module(face.card, face.kind, 0) for face in event.state_modules),
        draw=event.draw_pile,
        corporations=(Corporation(),) * len(event.players),
        reached={} if event.options else UNSET,
    )


def after_deal(state: State, event: StartCardsDealt) -> State:
    assert event.offered is not None
    corporation = replace(state.corporations[event.player], hand=event.fixed, offer=event.offered)
    return replace(
        state,
        corporations=with_corporation(state, event.player, corporation),
        draw=state.draw[event.offered_count :],
    )


def after_choice(state: State, event: StartChosen) -> State:
    assert event.keep is not None
    assert event.cubes is not None
    return chosen(state, event.player, StartChoice(event.keep, event.cubes), event.by_default)


def after_hand(state: State, event: StartHandTaken) -> State:
    assert event.kept is not None
    corporation = state.corporations[event.player]
    corporation = replace(
        corporation, hand=corporation.hand + event.kept, offer=(), storage=corporation.storage + event.storage
    )
    return replace(
        state,
        corporations=with_corporation(state, event.player, corporation),
        discard=state.discard + event.discarded,
        given_out=state.given_out + event.storage,
    )
