"""The referee of stage 1 by its events: slots, laying, turning up, building, recycling, markers.

See `game.py` for why this is written a second time and what it may not share with `domain/colony61`.
"""

from domain.colony61.messages import (
    BuildPaid,
    CardRecycled,
    CardsDecided,
    CardsRevealed,
    MarkersMoved,
    ModuleBuilt,
    TurnBegan,
)
from tests.domain.colony61.referee.figures import Purse, agree, costs, kind_of, supplied
from tests.domain.colony61.referee.payment import check_payments, could_build_no_more, may_be_laid
from tests.domain.colony61.referee.table import Table, is_part, without


def turn_began(table: Table, event: TurnBegan) -> None:
    """C61-GEN-01, C61-BLD-01."""
    agree("C61-END-03", "a turn after the last", table.last_turn, False)
    table.turn += 1
    table.slots = max(1, table.markers["building"])
    agree("C61-GEN-01", "turn", event.number, table.turn)
    agree("C61-BLD-01", "slots", event.slots, table.slots)
    table.supplies.clear()
    for player in table.players:
        agree("C61-EXC-05", "cards looked at that nobody has taken", player.offer, [])
        player.recycled, player.given_up = None, 0


def cards_revealed(table: Table, event: CardsRevealed) -> None:
    """Every seat with a hand lays, and no other (C61-BLD-02…04)."""
    with_cards = [seat for seat, player in enumerate(table.players) if player.hand]
    agree("C61-BLD-04", "seats that have laid", [laid.player for laid in event.laid], with_cards)
    for laid in event.laid:
        player = table.players[laid.player]
        cards = [face.card for face in laid.cards]
        agree("C61-BLD-04", "kinds", [face.kind for face in laid.cards], [kind_of(card) for card in cards])
        agree("C61-BLD-04", "cards turned up", tuple(cards), player.chosen and player.chosen.cards)
        agree("C61-BLD-02", f"{cards} within {table.slots} slots", 1 <= len(cards) <= table.slots, True)
        agree("C61-BLD-02", f"{cards} different cards of the hand", is_part(cards, player.hand), True)
        legal = table.recycles_unpayable or may_be_laid(table.yard(player), cards)
        agree("C61-BLD-03", f"{cards} payable but one", legal, True)
        if laid.by_default:
            agree("C61-BLD-09", "card laid by default", cards, [table.default_card(player)])
        player.chosen, player.laid = None, cards
        player.hand = without(player.hand, cards)


def decisions_shown(table: Table, seat: int) -> list[tuple[object, ...]]:
    """The events of the seat's decision, after it was checked (C61-BLD-05…08)."""
    player = table.players[seat]
    if not player.laid:
        return []
    if table.must_recycle(player):
        return [("recycled", seat, player.laid[0], True)]
    choice = table.take_choice(seat, CardsDecided)
    build, payments = choice.build or (), choice.payments or ()
    decided = [*build, *([choice.recycle] if choice.recycle else [])]
    others = [card for card in player.laid if card not in decided]
    if table.recycles_unpayable and others:  # DEC-C61-04
        agree("DEC-C61-04", "a card that has the effect", choice.recycle is not None, True)
        unbuilt = [card for card in player.laid if card not in build]
        agree("DEC-C61-04", "cards recycled too", could_build_no_more(table.yard(player), build, unbuilt), True)
        decided += others
    agree("C61-BLD-05", "cards decided", sorted(decided), sorted(player.laid))
    check_payments(table.yard(player), build, payments)
    return [
        *(("paid", seat, payment.cards, payment.cubes, payment.by) for payment in payments),
        *(("built", seat, card) for card in build),
        *(("recycled", seat, card, True) for card in others),
        *([("recycled", seat, choice.recycle, False)] if choice.recycle else []),
    ]


def build_paid(table: Table, event: BuildPaid) -> None:
    """C61-PAY-01…03."""
    table.next_shown("C61-PAY-02", "paid", event.player, event.cards, event.cubes, event.by)
    player, paid = table.players[event.player], Purse.of(event.cubes)
    agree("C61-PAY-01", "cost", event.cost, costs(table.colony, event.cards))
    agree("C61-PAY-02", "overpaid", event.overpaid, paid.value - event.cost)
    player.storage = player.storage.minus(paid)
    agree("C61-PAY-02", "storage", Purse.of(event.storage_after), player.storage)


def module_built(table: Table, event: ModuleBuilt) -> None:
    """C61-BLD-08."""
    table.next_shown("C61-BLD-08", "built", event.player, event.card)
    agree("C61-BLD-08", "kind", event.kind, kind_of(event.card))
    player = table.players[event.player]
    player.laid.remove(event.card)
    player.modules[event.card] = table.turn
    table.supplies += supplied([event.kind])


def card_recycled(table: Table, event: CardRecycled) -> None:
    """C61-BLD-06, C61-BLD-07."""
    table.next_shown("C61-BLD-07", "recycled", event.player, event.card, event.forced)
    player = table.players[event.player]
    agree("C61-BLD-06", "card recycled before", None if table.recycles_unpayable else player.recycled, None)
    player.laid.remove(event.card)
    player.recycled = event.card
    table.discard_pile.append(event.card)


def markers_moved(table: Table, event: MarkersMoved) -> None:
    """C61-TRK-01…04; the single moves lead from the old markers to the new."""
    table.end_showing()
    agree("C61-TRK-01", "supplies", event.supplies, dict(table.supplies))
    after = table.raised()
    agree("C61-TRK-02", "markers", event.markers, after)
    for move in event.moves:
        agree("C61-TRK-02", f"{move.resource} before", move.start, table.markers[move.resource])
        table.markers[move.resource] = move.end
    agree("C61-TRK-02", "markers after the single moves", table.markers, after)
    table.supplies.clear()


def end_stage_1(table: Table) -> None:
    table.end_showing()
    agree("C61-TRK-01", "supplies that moved no marker", dict(table.supplies), {})
