"""A possible state of the game, made from a seat's view alone: the hidden parts are dealt.

The board does not show which seats are out of this round's auctions. Of the seats not bidding, those before all bidders
are assumed to be out.
"""

from domain.kernel.dice import SEED_BYTES, Dice
from domain.kernel.ids import Seat
from domain.power_grid import branching
from domain.power_grid.messages import AUCTION, BUILDING, RESOURCES, STAGE_3, Card
from domain.power_grid.modules.robot_choices import CityBarring, CityNaming
from domain.power_grid.rules import Ruleset
from domain.power_grid.state import Holding, State
from domain.power_grid.view import PowerGridBoard


def assumed(rules: Ruleset, board: PowerGridBoard, dice: Dice) -> State:
    """Players know all but the decks, so it is the same for every seat."""
    deck, blind = unseen(rules, board)
    waiting = still_waiting(rules, board)
    return branching.redeal(
        rules,
        State(
            regions=board.regions,
            colours=tuple([seat.colour for seat in board.seats]),
            seed="00" * SEED_BYTES,
            holdings=tuple(
                [
                    Holding(seat.cash, seat.fuel, seat.plants, seat.cities, seat.networks_started, seat.powered)
                    for seat in board.seats
                ]
            ),
            current=board.current,
            future=board.future,
            deck=deck,
            removed_blind=blind,
            market=board.resource_market,
            reserve=board.reserve,
            order=board.order,
            round=board.round,
            phase=board.phase,
            stage=board.stage,
            stage_3_drawn=board.stage_3_drawn,
            waiting=waiting,
            buyers=tuple([seat for seat in board.order if seat not in waiting]) if board.phase == AUCTION else (),
            lot=board.lot,
            scrap=board.scrap,
            houses=board.houses,
            built=board.houses_built,
            removed=board.removed,
            bank=len(board.seats) * rules.starting_money - sum([seat.cash for seat in board.seats]),
            modules=board.modules,
            ending=board.ending,
            ranking=board.ranking,
        ),
        dice,
    )


def unseen(rules: Ruleset, board: PowerGridBoard) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A possible deck with the cards removed blindly: a new deal shuffles all cards that may be in either."""
    owned = [card for seat in board.seats for card in seat.plants]
    seen = {STAGE_3, *board.current, *board.future, *board.removed, *board.under_deck, *owned}
    figures = rules.deck
    left = [card for card in rules.cards if card not in seen]
    first = [card for card in left if card == figures.top]
    near = [card for card in left if card in figures.near_top]
    others = branching.in_order([card for card in left if card not in (*first, *near)])
    drawn = board.stage_3_drawn or STAGE_3 in (*board.current, *board.future)
    below = () if drawn else (STAGE_3, *board.under_deck)
    pile = (*first, *near, *others)
    above = board.deck_left - len(below)
    return (*pile[:above], *below), pile[above:]


def still_waiting(rules: Ruleset, board: PowerGridBoard) -> tuple[Seat, ...]:
    """The seats that still have to act in the phase. Needed where moves differ: before plants run."""
    if not board.to_act:
        return ()
    choice = next((part for part in board.modules if isinstance(part, CityBarring | CityNaming)), None)
    next_one = choice.robot if choice else board.to_act[0]
    if board.phase == AUCTION:
        return in_auction(board, next_one)
    row = board.order[::-1] if board.phase in (RESOURCES, BUILDING) else board.order
    place = row.index(next_one)
    in_turns = board.phase == RESOURCES and rules.buying.tokens_most is not None
    return (*row[place:], *row[:place]) if in_turns else row[place:]


def in_auction(board: PowerGridBoard, next_one: Seat) -> tuple[Seat, ...]:
    order = board.order
    if board.round == 1:
        return tuple([seat for seat in order if not board.seats[seat].plants])
    if board.scrap:
        return order[order.index(next_one) + 1 :]
    bidders = board.lot.bidders if board.lot else (next_one,)
    return order[min([order.index(seat) for seat in bidders]) :]
