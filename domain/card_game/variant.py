"""The card game as a lobby sees it."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from domain.card_game.editions import EDITIONS, load
from domain.card_game.readings import READINGS
from domain.card_game.versions import VERSIONS
from domain.kernel.decider import AnyDecider
from domain.kernel.refused import Refused
from domain.kernel.title import Title
from domain.kernel.variant import Edition, OptionSpec, chosen_values
from domain.kernel.versions import known_version

RENOVATION: Final = OptionSpec("renovation", ("off", "on"))


class CardGameVariant:
    name = "card_game"
    players_min = 2
    players_max = 6
    options = (RENOVATION, *READINGS)
    rules_versions = VERSIONS

    def editions(self) -> tuple[Edition, ...]:
        return (EDITIONS.edition(EDITIONS.current),)

    def decider(
        self,
        options: Mapping[str, str],
        players: int,
        editions: tuple[Edition, ...] | None = None,
        rules_version: int | None = None,
    ) -> AnyDecider:
        chosen = chosen_values(self.options, options, "CG-SET-01")
        if not self.players_min <= players <= self.players_max:
            raise Refused("PLAYER_COUNT_INVALID", "CG-SET-01", players=players)
        version = known_version(VERSIONS, rules_version, "card_game")
        return _decider(tuple(chosen.items()), players, EDITIONS.pinned(editions), version)


@cache
def _decider(options: tuple[tuple[str, str], ...], players: int, edition_id: str, version: int) -> AnyDecider:
    from domain.card_game.layers import composed  # a lobby lists variants without loading the rules

    return composed(load(edition_id), players, dict(options), version)


VARIANT: Final = CardGameVariant()
TITLE: Final = Title("card_game", (VARIANT,), EDITIONS)
