"""Composes a table's rules: the base, and modules over it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from domain.card_game.editions import Cards
from domain.card_game.game import CardGame
from domain.card_game.modules.renovation import Renovation
from domain.card_game.modules.trust import TrustCompany
from domain.card_game.rules import Rules

Layer: TypeAlias = Callable[[Rules], Rules]


def renovation(rules: Rules) -> Rules:
    return replace(rules, compensation=Renovation(rules.cards))


def trust(rules: Rules) -> Rules:
    return replace(rules, company=TrustCompany(rules.cards))


OPTION_LAYERS: Final[dict[tuple[str, str], Layer]] = {("renovation", "on"): renovation}


def composed(cards: Cards, players: int, options: Mapping[str, str], rules_version: int) -> CardGame:
    """The decider of a table: the base, what its options add, and the trust company where the row names it."""
    rules = Rules(cards, cards.row(players), dict(options))
    for option in options.items():
        if option in OPTION_LAYERS:
            rules = OPTION_LAYERS[option](rules)
    return CardGame(trust(rules) if rules.setup.trust else rules, rules_version)
