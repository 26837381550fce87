"""Visibility (C61-VIS): allow-list boards, redacted events, two worlds that differ only in hidden things."""

from collections.abc import Sequence
from itertools import product, takewhile

import msgspec
import pytest
from msgspec.structs import replace

from domain.colony61.messages import (
    EVENTS,
    CardsDecided,
    CardsExchanged,
    CardsLaid,
    CardsOffered,
    CardsRevealed,
    ChooseStart,
    ChooseSwap,
    ColonyCommand,
    DeckReshuffled,
    GameStarted,
    KeepCards,
    KeepChosen,
    LayCards,
    StartCardsDealt,
    StartChosen,
    StartHandTaken,
    SupplyDrawn,
    SwapChosen,
)
from domain.colony61.state import State
from domain.kernel.decider import decide, digest, fold
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat, Viewer
from domain.kernel.privacy import redact
from domain.kernel.refused import Refused
from tests.domain.colony61.positions import (
    RULES,
    Place,
    begun,
    cubes,
    decider,
    defaults,
    given,
    of,
    only,
    position,
    to_step,
    when,
)
from tests.kit import whole_game

A, B, C = Seat(0), Seat(1), Seat(2)
encode = msgspec.json.Encoder(order="deterministic").encode

PRIVATE: dict[type, tuple[str, ...]] = {
    GameStarted: ("draw_pile", "seed"),
    DeckReshuffled: ("order",),
}
OWN: dict[type, tuple[str, ...]] = {
    StartCardsDealt: ("offered",),
    StartChosen: ("keep", "cubes", "by_default"),
    StartHandTaken: ("kept",),
    CardsLaid: ("cards", "by_default"),
    CardsDecided: ("build", "recycle", "payments", "by_default"),
    SupplyDrawn: ("cards",),
    SwapChosen: ("cards", "by_default"),
    CardsOffered: ("cards",),
    KeepChosen: ("keep", "by_default"),
    CardsExchanged: ("kept",),
}
"""The fields marked (own) and (p) in §16 of the catalogue; every choice event also holds a private salt."""


def refusal_text(state: State, command: ColonyCommand) -> str:
    try:
        decide(RULES, state, command)
    except Refused as refused:
        return str(refused)
    return "accepted"


def probes(seat: Seat, turn: int) -> tuple[ColonyCommand, ...]:
    """Commands a curious seat may try, to learn from the answers."""
    return (
        LayCards(seat, turn, ("mine-1",)),
        LayCards(seat, turn, ("mine-2", "greenhouse-1")),
        ChooseSwap(seat, turn, ("mine-1",)),
        KeepCards(seat, turn, ("mine-1",)),
        ChooseStart(seat, ("mine-5",), cubes(tens=3)),
        LayCards(seat, turn + 1, ("mine-1",)),
    )


def known_to(state: State, viewer: Viewer) -> bytes:
    """Everything that a viewer can ask of a state: board, options, whose turn it is, answers to commands."""
    asked = [encode(RULES.view(state, viewer)), encode(RULES.to_act(state)), encode(RULES.moment(state))]
    asked.append(encode(RULES.outcome(state)))
    if viewer is not None:
        asked.append(encode(RULES.options(state, viewer)))
        asked += [refusal_text(state, command).encode() for command in probes(viewer, state.turn)]
        if viewer in RULES.to_act(state):
            asked.append(encode(RULES.default(state, viewer)))
    return b"\n".join(asked)


def told_to(viewer: Viewer, events: Sequence) -> bytes:
    return b"\n".join(encode(redact(event, viewer)) for event in events)


def alike(one: State, other: State, *commands: tuple[ColonyCommand, ColonyCommand], viewers=(B, None)) -> None:
    """Gives each world its own command of every pair; the viewers cannot tell the worlds apart at any moment."""
    assert digest(one) != digest(other) or any(first != second for first, second in commands)
    for viewer in viewers:
        assert known_to(one, viewer) == known_to(other, viewer)
    for first, second in commands:
        events, other_events = when(one, first), when(other, second)
        one, other = fold(RULES, events, one), fold(RULES, other_events, other)
        for viewer in viewers:
            assert told_to(viewer, events) == told_to(viewer, other_events)
            assert known_to(one, viewer) == known_to(other, viewer)


# ---- two worlds --------------------------------------------------------------------------------------------------


@pytest.mark.rule("EX-C61-29", "C61-SIM-03", "C61-VIS-04", "DEC-C61-26", "C61-VIS-02")
def test_laid_cards_are_told_apart_by_nobody_else_neither_which_nor_how_many_nor_whether_by_default():
    state = position(Place(hand="mine greenhouse warehouse", storage=cubes(tens=2)), Place(hand="mine"),
                     Place(hand="resonator"), slots=2)  # fmt: skip
    one, two = LayCards(A, 3, ("mine-1",)), LayCards(A, 3, ("greenhouse-1", "warehouse-1"))
    by_default = LayCards(A, 3, accept_default=True)
    again = LayCards(C, 3, ("resonator-1",))
    for first, second in ((one, two), (one, by_default), (two, by_default)):
        alike(state, state, (first, second), (again, again))
    alike(given(state, one), given(state, two), (two, one))  # changing a choice


@pytest.mark.rule("C61-VIS-01", "C61-VIS-02", "C61-SIM-03")
def test_hands_and_the_order_of_the_pile_are_told_apart_by_nobody_else():
    state = position(Place(hand="mine greenhouse", storage=cubes(tens=1)), Place(hand="warehouse"), Place(hand="mine"))
    hand, pile = state.corporations[0].hand, state.draw
    swapped = replace(state.corporations[0], hand=pile[:2])
    other = replace(state, corporations=(swapped, *state.corporations[1:]), draw=(*pile[:1:-1], *hand))
    alike(state, other, (LayCards(A, 3, hand[:1]), LayCards(A, 3, pile[:1])), viewers=(B, C, None))


@pytest.mark.rule("C61-VIS-01", "C61-VIS-02", "C61-SIM-03", "C61-SET-05")
def test_start_offers_and_choices_are_told_apart_by_nobody_else():
    state = begun(3)
    offer, pile = state.corporations[0].offer, state.draw
    swapped = replace(state.corporations[0], offer=pile[:6])
    other = replace(state, corporations=(swapped, *state.corporations[1:]), draw=(*pile[6:], *offer))
    choices = ChooseStart(A, offer[:3], cubes(tens=3)), ChooseStart(A, pile[3:6], cubes(fives=6))
    alike(state, other, choices, (ChooseStart(A, offer[3:], cubes(tens=3)), ChooseStart(A, accept_default=True)))


@pytest.mark.rule("C61-VIS-02", "C61-SIM-03", "DEC-C61-05")
def test_decisions_are_told_apart_by_nobody_else_before_all_are_in():
    state = position(Place(laid="mine", storage=cubes(fives=1)), Place(laid="mine", storage=cubes(fives=1)),
                     step="DECIDE")  # fmt: skip
    options = RULES.options(state, A)
    build, recycle = options[1].nth(0), options[2].nth(0)
    alike(state, state, (build, recycle), (recycle, RULES.default(state, A)))


@pytest.mark.rule("C61-VIS-02", "C61-SIM-03", "C61-EXC-04", "C61-EXC-05")
def test_cards_given_up_looked_at_and_kept_are_told_apart_by_nobody_else():
    swap = position(Place(hand="mine greenhouse", modules="radar_station resonator"), Place(hand="mine"), step="SWAP",
                    population=3)  # fmt: skip
    alike(swap, swap, (ChooseSwap(A, 3, ()), ChooseSwap(A, 3, ("mine-1", "greenhouse-1"))))
    keep = position(Place(offer="mine greenhouse warehouse", keep=2), Place(offer="mine mine", keep=1), step="KEEP")
    looked_at, pile = keep.corporations[0].offer, keep.draw
    swapped = replace(keep.corporations[0], offer=pile[:3])
    other = replace(keep, corporations=(swapped, *keep.corporations[1:]), draw=(*pile[3:], *looked_at))
    alike(keep, other, (KeepCards(A, 3, looked_at[:2]), KeepCards(A, 3, pile[1:3])))


@pytest.mark.rule("C61-SIM-03", "C61-SIM-04", "C61-VIS-02")
def test_the_last_seat_learns_nothing_of_the_others_choices_that_it_could_still_take_back():
    swap = position(Place(hand="mine greenhouse", modules="radar_station"), Place(hand="mine"), step="SWAP",
                    population=3)  # fmt: skip
    lay = position(Place(hand="mine greenhouse", storage=cubes(fives=1)), Place(hand="mine"))
    decide = position(Place(laid="mine", storage=cubes(fives=1)), Place(laid="mine", storage=cubes(fives=1)),
                      step="DECIDE")  # fmt: skip
    build, recycle = (option.nth(0) for option in RULES.options(decide, A)[1:3])
    for state, *choices, last in (
        (swap, ChooseSwap(A, 3, ()), ChooseSwap(A, 3, ("mine-1",)), ChooseSwap(B, 3, ())),
        (lay, LayCards(A, 3, ("mine-1",)), LayCards(A, 3, ("greenhouse-1",)), LayCards(B, 3, ("mine-2",))),
        (decide, build, recycle, RULES.default(decide, B)),
    ):
        ends = [when(state, choice, last) for choice in choices]
        assert ends[0] != ends[1]
        told = {told_to(B, list(takewhile(lambda event: not event.reveals, events))) for events in ends}
        assert len(told) == 1


@pytest.mark.rule("C61-VIS-01", "C61-VIS-02")
def test_the_public_number_of_cards_in_a_hand_falls_only_when_the_step_closes():
    def hand_count(state: State) -> int:
        return RULES.view(state, B).corporations[0].hand_count

    lay = position(Place(hand="mine greenhouse", storage=cubes(fives=1)), Place(hand="mine"))
    chosen = given(lay, LayCards(A, 3, ("mine-1",)))
    assert (hand_count(lay), hand_count(chosen)) == (2, 2)
    assert hand_count(given(chosen, LayCards(B, 3, ("mine-2",)))) == 1
    swap = position(Place(hand="mine greenhouse", modules="homeostatic_dome"), Place(hand="mine"), step="SWAP",
                    population=1)  # fmt: skip
    chosen = given(swap, ChooseSwap(A, 3, ("mine-1",)))
    assert hand_count(chosen) == 2
    assert hand_count(given(chosen, ChooseSwap(B, 3, ()))) == 1


# ---- whole games -------------------------------------------------------------------------------------------------


def hidden_from(state: State, viewer: Viewer) -> set[str]:
    """Cards that lie in the pile, or with another seat where that seat alone may look. The card recycled this turn
    stays named, although a reshuffle may have brought it there."""
    others = [each for seat, each in enumerate(state.corporations) if seat != viewer]
    recycled = {each.recycled for each in state.corporations}
    return set(state.draw).union(*(each.hand + each.offer for each in others)) - recycled


@pytest.mark.rule("C61-VIS-01", "C61-VIS-03", "C61-VIS-04")
@pytest.mark.parametrize(
    ("players", "number"),
    [(2, 0), (4, 0), *(pytest.param(*each, marks=pytest.mark.slow) for each in product((2, 4), (1, 2)))],
)
def test_no_hidden_card_and_no_seed_is_on_a_board_among_options_or_in_an_event_of_whole_games(players, number):
    rules = decider(players=players)
    turns = list(whole_game(rules, players, "random", f"hidden/{players}/{number}"))
    viewers: list[Viewer] = [*turns[0].state.seats, None]
    for before, turn in zip([turns[0], *turns], turns, strict=False):
        for viewer in viewers:
            hidden = hidden_from(turn.state, viewer)
            shown = known_to(turn.state, viewer).decode()
            assert not [card for card in hidden if f'"{card}"' in shown]
            assert turn.state.seed not in shown
            if turn is before:
                continue
            told = told_to(viewer, turn.events).decode()
            still_hidden = hidden & hidden_from(before.state, viewer)
            assert not [card for card in still_hidden if f'"{card}"' in told]
            assert turn.state.seed not in told


@pytest.mark.rule("C61-VIS-01", "C61-VIS-03", "C61-SIM-03")
def test_others_get_an_event_without_its_own_fields_and_nobody_gets_a_private_one():
    events = [event for turn in whole_game(decider(players=3), 3, "random", "redacted") for event in turn.events]
    for event in events:
        kind, owner = type(event), getattr(event, "player", None)
        for viewer in (A, B, C, None):
            seen = redact(event, viewer)
            emptied = set(PRIVATE.get(kind, ()))
            emptied |= {"salt"} & set(event.__struct_fields__)
            if viewer != owner or owner is None:
                emptied |= set(OWN.get(kind, ()))
            assert type(seen) is kind
            for field in event.__struct_fields__:
                expected = None if field in emptied else getattr(event, field)
                assert getattr(seen, field) == expected


@pytest.mark.rule("C61-VIS-03", "C61-GEN-02")
def test_a_spectator_has_no_own_part_of_the_board_and_a_seat_that_is_not_at_the_table_gives_no_command():
    state = defaults(begun())
    assert RULES.view(state, None).own is None
    assert RULES.view(state, A).own.hand == state.corporations[0].hand
    assert refusal_text(state, LayCards(Seat(2), 1, ("mine-1",))).startswith("UNKNOWN_PLAYER")


@pytest.mark.rule("C61-VIS-01", "DEC-C61-27")
def test_the_discard_pile_is_open_and_the_draw_pile_a_number():
    state = position(Place(hand="mine", recycled="warehouse"), Place(hand="mine"))
    board = RULES.view(state, None)
    assert (board.discard, board.draw_left) == (("warehouse-1",), len(state.draw))
    assert [seat.storage for seat in board.corporations] == [corporation.storage for corporation in state.corporations]
    assert board.markers == state.markers


@pytest.mark.rule("C61-VIS-02", "C61-SIM-03")
def test_closing_writes_new_public_events_and_shows_what_the_table_says():
    start = begun()
    taken = of(when(start, RULES.default(start, A), RULES.default(start, B)), StartHandTaken)[0]
    shown = redact(taken, B)
    assert (shown.kept, shown.hand_count, len(shown.discarded), shown.storage) == (None, 5, 3, cubes(fives=6))
    lay = to_step(start, "LAY")
    revealed = only(when(lay, RULES.default(lay, A), RULES.default(lay, B)), CardsRevealed)
    assert redact(revealed, None) == revealed
    keep = position(Place(offer="mine greenhouse", keep=1), Place(), step="KEEP", owing=[0])
    exchanged = only(when(keep, KeepCards(A, 3, ("mine-1",))), CardsExchanged)
    shown = redact(exchanged, None)
    assert (shown.kept, shown.hand_count, shown.discarded) == (None, 1, ("greenhouse-1",))


@pytest.mark.rule("C61-VIS-04")
def test_every_secret_choice_holds_another_salt_of_128_bits():
    state = position(Place(hand="mine greenhouse", storage=cubes(fives=1)), Place(hand="mine"))
    salts = []
    for card in ("mine-1", "greenhouse-1", "mine-1", "greenhouse-1"):
        (event,) = when(state, LayCards(A, 3, (card,)))
        salts.append(event.salt)
        state = given(state, LayCards(A, 3, (card,)))
    assert len(set(salts)) == 4
    assert all(len(bytes.fromhex(salt)) == 16 for salt in salts)


@pytest.mark.rule("C61-VIS-05", "C61-VIS-01")
def test_the_stored_history_holds_everything_so_that_after_the_end_everything_can_be_shown():
    rules = decider(players=2)
    turns = list(whole_game(rules, 2, "random", "after the end"))
    events = [event for turn in turns for event in turn.events]
    for event in events:
        for field in (*PRIVATE.get(type(event), ()), *OWN.get(type(event), ())):
            assert getattr(event, field) is not None or field == "recycle"
    board = rules.view(turns[-1].state, None)
    assert board.result is not None
    assert len(board.scores) in (0, 2)


def test_events_that_reveal_something_say_so_and_secret_choices_do_not():
    revealing = {kind.__name__ for kind in EVENTS if kind.reveals}
    assert {"StepClosed", "CardsRevealed", "SupplyDrawn", "CardsOffered", "DeckReshuffled", "GameStarted"} <= revealing
    assert not {"StartChosen", "CardsLaid", "CardsDecided", "SwapChosen", "KeepChosen", "IncomeResolved"} & revealing
    assert all(kind.rules for kind in EVENTS)


def test_a_choice_drawn_anew_is_still_secret():
    """The redacted event of any two legal choices of one seat is the same, whatever was drawn."""
    roll = Roll(b"\0" * 32, "choices")
    state = to_step(begun(3, text="choices"), "LAY")
    for option in RULES.options(state, A)[:2]:
        told = {told_to(B, when(state, option.nth(roll.below(option.count())))) for _ in range(5)}
        assert len(told) == 1
