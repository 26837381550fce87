"""The text printed on the maps of Power Grid, by language, as far as the figures contain it."""

from collections.abc import Mapping

from domain.power_grid.editions import current, pinned
from domain.power_grid.maps import LAYERS


def printed_names(language: str, words: Mapping[str, str]) -> dict[str, str]:
    """Maps, regions and cities by id."""
    boards = [pinned(name, current(name))[1] for name in LAYERS]
    names = {board.map: getattr(board.name, language, "") for board in boards}
    for board in boards:
        names |= {region.id: getattr(region, language, "") for region in board.regions}
        names |= {city.id: getattr(city, language, "") for city in board.cities}
    return {each: name for each, name in names.items() if name}
