"""The card game as a lobby sees it."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from domain.card_game.data import current, load
from domain.card_game.versions import VERSIONS
from domain.kernel.decider import AnyDecider
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition, OptionSpec, chosen_values
from domain.kernel.versions import known_version

RENOVATION: Final = OptionSpec("renovation", ("off", "on"), {"en": "Renovation", "ru": "Реновация"})


class CardGameVariant:
    name = "card_game"
    names: Mapping[str, str] = {
        "en": "Power Grid: the Card Game",
        "ru": "Энергосеть. Карточная игра",
    }
    players_min = 2
    players_max = 6
    options = (RENOVATION,)
    rules_versions = VERSIONS

    def editions(self) -> tuple[Edition, ...]:
        return (load(current()).edition,)

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
        (edition,) = self.editions() if editions is None else editions
        if load(edition.id).edition.sha256 != edition.sha256:
            raise Refused("UNKNOWN_EDITION", "CG-SET-01", edition=edition.id, sha256=edition.sha256)
        version = known_version(VERSIONS, rules_version, "card_game")
        return _decider(chosen[RENOVATION.name], players, edition.id, version)


@cache
def _decider(renovation: str, players: int, edition_id: str, version: int) -> AnyDecider:
    from domain.card_game.layers import composed  # a lobby lists variants without loading the rules

    return composed(load(edition_id), players, {RENOVATION.name: renovation}, version)


VARIANT: Final = CardGameVariant()
