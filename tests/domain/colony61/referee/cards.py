"""The referee of everything that is dealt: the set-up, supply (stage 3) and exchange (stage 4).

See `game.py` for why this is written a second time and what it may not share with `domain/colony61`.
"""

from domain.colony61.messages import (
    CardsExchanged,
    CardsGivenUp,
    CardsOffered,
    DeckReshuffled,
    GameStarted,
    KeepChosen,
    StartCardsDealt,
    StartChosen,
    StartHandTaken,
    SupplyDrawn,
    SupplyShort,
    SwapChosen,
)
from tests.domain.colony61.referee.figures import EDITION, MODULES, Purse, agree, kind_of, purses_of
from tests.domain.colony61.referee.table import Draw, Table, is_part, without

LEVEL_ZERO_CELLS = 7


def game_started(table: Table, event: GameStarted) -> None:
    """C61-SET-01…03, DEC-C61-46: the lowest numbers go to the state, then to the fixed hands in seat order."""
    agree("C61-SET-01", "edition", event.edition, EDITION["id"])
    agree("C61-SET-01", "colony card", event.colony, table.colony)
    agree("C61-SET-01", "seats", event.players, tuple(range(len(table.players))))
    agree("C61-SET-05", "capital", event.capital, table.colony_card["start_capital"])
    agree("C61-SET-04", "hand target", event.hand_target, table.hand_target)
    agree("C61-SET-03", "markers", event.markers, table.markers)
    table.options = event.options or {}
    free = [f"{kind}-{number}" for kind, row in MODULES.items() for number in range(1, row["count"] + 1)]

    def take(kind: str) -> str:
        return free.pop(next(place for place, card in enumerate(free) if kind_of(card) == kind))

    state_cards = [take(kind) for kind in EDITION["state_modules"]]
    agree("C61-SET-02", "state modules", [face.card for face in event.state_modules], state_cards)
    for player in table.players:
        player.hand = [take(kind) for kind in table.colony_card["start_hand"]["fixed"]]
    table.draw_pile = list(event.draw_pile or ())
    agree("C61-SET-04", "cards of the draw pile", sorted(table.draw_pile), sorted(free))
    agree("C61-SET-04", "cards left", event.draw_left, len(free))
    table.deck = sorted(table.draw_pile + [card for player in table.players for card in player.hand])
    table.to_draw = [Draw(seat, table.colony_card["start_hand"]["of"]) for seat in range(len(table.players))]


def start_cards_dealt(table: Table, event: StartCardsDealt) -> None:
    """C61-SET-04."""
    player = table.players[event.player]
    agree("C61-SET-04", "fixed cards", list(event.fixed), player.hand)
    player.offer = table.drawn("C61-SET-04", event.player, event.offered or (), event.draw_left)
    agree("C61-SET-04", "number of offered cards", event.offered_count, table.colony_card["start_hand"]["of"])


def start_hand_taken(table: Table, event: StartHandTaken) -> None:
    """C61-SET-05, C61-SET-06, and C61-SET-07 for a default."""
    player, chosen = table.players[event.player], table.take_choice(event.player, StartChosen)
    kept, storage = list(event.kept or ()), Purse.of(event.storage)
    agree("C61-SET-06", "kept cards and cubes", (event.kept, event.storage), (chosen.keep, chosen.cubes))
    agree("C61-SET-05", "number of kept cards", len(kept), table.colony_card["start_hand"]["pick"])
    capital = purses_of(table.colony_card["start_capital"], LEVEL_ZERO_CELLS)
    agree("C61-SET-05", f"{storage} the capital and in the cells", storage in capital, True)
    if event.by_default:
        agree("C61-SET-07", "cards", sorted(kept), table.cheapest(player.offer, len(kept)))
        most = max(capital, key=lambda purse: (sum(purse), purse.ones, purse.fives))
        agree("C61-SET-07", "cubes", storage, most)
    player.storage = storage
    table.take_from_offer("C61-SET-06", player, kept, event.discarded)
    agree("C61-SET-06", "hand", event.hand_count, table.hand_target)


def supply_drawn(table: Table, event: SupplyDrawn) -> None:
    """C61-SUP-01."""
    player = table.players[event.player]
    player.hand += table.drawn("C61-SUP-01", event.player, event.cards or (), event.draw_left)
    agree("C61-SUP-01", "hand", event.hand_count, len(player.hand))


def supply_short(table: Table, event: SupplyShort) -> None:
    """C61-SUP-03."""
    agree("C61-SUP-03", "both piles empty", table.piles_empty, True)
    waiting = table.to_draw.pop(0)
    agree("C61-SUP-03", "missing cards", (event.player, event.missing), (waiting.seat, waiting.count))


def deck_reshuffled(table: Table, event: DeckReshuffled) -> None:
    """C61-SUP-02: only when a card must be drawn."""
    agree("C61-SUP-02", "cards of the draw pile before", table.draw_pile, [])
    agree("C61-SUP-02", "somebody who must draw", bool(table.to_draw), True)
    table.draw_pile, table.discard_pile = list(event.order or ()), sorted(table.discard_pile)
    agree("C61-SUP-02", "cards shuffled", sorted(table.draw_pile), table.discard_pile)
    agree("C61-SUP-02", "number of cards shuffled", event.count, len(table.draw_pile))
    table.discard_pile = []


def swaps_shown(table: Table, seat: int) -> list[tuple[object, ...]]:
    """The events of the seat's choice in SWAP; the cards looked at are recorded in two rounds (C61-EXC-02…04)."""
    agree("C61-SUP-01", "cards still to draw", table.to_draw if seat == 0 else [], [])
    player = table.players[seat]
    choice, player.chosen = player.chosen, None
    if not isinstance(choice, SwapChosen):
        return []
    if choice.by_default:
        agree("C61-EXC-06", "cards given up by default", choice.cards, ())
    player.given_up = len(choice.cards or ())
    swap, _ = table.swap_and_look(player)
    agree("C61-EXC-02", f"{player.given_up} cards within {swap}", player.given_up <= swap, True)
    return [("given up", seat, choice.cards)] if choice.cards else []


def cards_given_up(table: Table, event: CardsGivenUp) -> None:
    """C61-EXC-03; after the last the looks are due: first as many as given up, then the rest (DEC-C61-28)."""
    table.next_shown("C61-EXC-03", "given up", event.player, event.cards)
    player = table.players[event.player]
    agree("C61-EXC-02", f"{event.cards} cards of the hand", is_part(event.cards, player.hand), True)
    player.hand = without(player.hand, event.cards)
    agree("C61-EXC-03", "hand", event.hand_count, len(player.hand))
    table.discard_pile += event.cards
    if not table.to_show:
        giving = [(seat, each) for seat, each in enumerate(table.players) if each.given_up]
        first = [Draw(seat, each.given_up) for seat, each in giving]
        second = [Draw(seat, table.swap_and_look(each)[1] - each.given_up) for seat, each in giving]
        table.to_draw = [draw for draw in first + second if draw.count > 0]


def cards_offered(table: Table, event: CardsOffered) -> None:
    """C61-EXC-04."""
    table.end_showing()
    player = table.players[event.player]
    player.offer += table.drawn("C61-EXC-04", event.player, event.cards or (), event.draw_left)
    agree("C61-EXC-05", "cards to keep", event.keep_count, player.given_up)
    agree("C61-EXC-04", "number of cards looked at", event.count, len(event.cards or ()))


def cards_exchanged(table: Table, event: CardsExchanged) -> None:
    """C61-EXC-05; where all cards looked at are kept there is nothing to choose."""
    player, kept = table.players[event.player], list(event.kept or ())
    if event.player in table.owing:
        choice = table.take_choice(event.player, KeepChosen)
        agree("C61-EXC-05", "cards kept", event.kept, choice.keep)
    agree("C61-EXC-05", "number of kept cards", len(kept), player.given_up)
    if event.by_default:
        agree("C61-EXC-06", "cards kept by default", sorted(kept), table.cheapest(player.offer, len(kept)))
    table.take_from_offer("C61-EXC-05", player, kept, event.discarded)
    agree("C61-EXC-05", "hand", event.hand_count, len(player.hand))
