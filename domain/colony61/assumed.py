"""A state that a seat may be in, made of its view alone: other hands, open choices and the draw pile are dealt."""

from domain.colony61.branching import redeal
from domain.colony61.cubes import total
from domain.colony61.rules import Rules
from domain.colony61.state import Corporation, State
from domain.colony61.view import ColonyBoard, CorporationBoard
from domain.kernel.dice import SEED_BYTES, Dice
from domain.kernel.ids import Seat

SHUFFLED = 2
"""Deal as if discards had been shuffled in: the start cards of other players are not assumed."""


def assumed(rules: Rules, board: ColonyBoard, seat: Seat, dice: Dice) -> State:
    own = board.own
    assert own is not None, "a seat that weighs its moves sees its own cards"
    seen = {*own.hand, *own.offer, *board.discard, *[module.card for module in board.state_modules]}
    for each in board.corporations:
        seen.update([*[module.card for module in each.modules], *[face.card for face in each.laid]])
    left = iter([card for card in rules.all_cards if card not in seen])

    def some(count: int) -> tuple[str, ...]:
        return tuple([next(left) for _ in range(count)])

    corporations = tuple(
        [
            corporation(each, own.hand, own.offer)
            if each.player == seat
            else corporation(each, some(each.hand_count), some(each.looks_at))
            for each in board.corporations
        ]
    )
    state = State(
        edition=board.edition,
        colony=board.colony,
        colony_drawn=False,
        capital=board.capital,
        hand_target=board.hand_target,
        seed="00" * SEED_BYTES,
        markers=board.markers,
        state_modules=board.state_modules,
        draw=some(board.draw_left),
        corporations=corporations,
        discard=board.discard,
        given_out=total([each.storage for each in board.corporations]),
        shuffles=SHUFFLED,
        turn=board.turn,
        slots=board.slots,
        step=board.step,
        owing=board.owing,
        waiting=board.owing,
        last_turn=board.last_turn,
    )
    return redeal(rules, state, seat, dice)


def corporation(board: CorporationBoard, hand: tuple[str, ...], offer: tuple[str, ...]) -> Corporation:
    """Return the player without its choice: a secret choice may name any cards."""
    return Corporation(
        storage=board.storage,
        hand=hand,
        offer=offer,
        keep_count=board.keeps,
        laid=tuple([face.card for face in board.laid]),
        recycled=board.recycled,
        modules=board.modules,
        income_default=board.income_default,
        exchange_default=board.exchange_default,
    )
