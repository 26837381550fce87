"""The resource cards that are burnt, where their owner chooses them (CG-PLT-06, DEC-CG-20)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import UNSET, UnsetType

from domain.card_game.fuel import FuelCard, burn, taken_off
from domain.card_game.messages import CardUnits, ResourceCardsChanged
from domain.card_game.rules import Rules
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused

Chosen = Mapping[str, int] | UnsetType
"""Units by card, or nothing said."""


def chooses_cards(rules: Rules) -> bool:
    return rules.options["burnt_cards"] == "chosen"


def cards_to_choose(rules: Rules, stock: Iterable[CardUnits]) -> tuple[FuelCard, ...]:
    """Return the cards among which the owner chooses, none where the order is fixed."""
    if not chooses_cards(rules):
        return ()
    return tuple(FuelCard(card.card, rules.cards.fuel[card.card], card.units_left) for card in stock)


def check_cards(rules: Rules, stock: Iterable[CardUnits], burnt: Mapping[str, int], chosen: Chosen) -> None:
    """Refuse cards that the owner may not choose, that are not held, or that are not what is burnt."""
    if chosen is UNSET:
        return
    if not chooses_cards(rules):
        raise Refused("BURNT_CARDS_FIXED", "CG-PLT-06", cards=dict(chosen))
    held = {card.card: card.units_left for card in stock}
    for card, units in chosen.items():
        if units > held.get(card, 0):
            raise Refused("CARD_UNITS_NOT_HELD", "CG-PLT-06", card=card, units=units, held=held.get(card, 0))
    named = Counter[str]()
    for card, units in chosen.items():
        named[rules.cards.fuel[card]] += units
    for fuel in rules.cards.fuel.values():
        if named[fuel] != burnt.get(fuel, 0):
            raise Refused("CARD_UNITS_WRONG", "CG-PLT-06", type=fuel, units=named[fuel], burnt=burnt.get(fuel, 0))


def cards_changed(
    rules: Rules, seat: Seat, stock: Iterable[CardUnits], burnt: Mapping[str, int], chosen: Chosen
) -> ResourceCardsChanged:
    """Return the change of the stock: the owner's choice, otherwise the fixed order."""
    change = burn(rules.cards, stock, burnt) if chosen is UNSET else taken_off(rules.cards, stock, chosen)
    return ResourceCardsChanged(seat, change.turned, change.discarded, change.leftovers)
