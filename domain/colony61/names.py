"""The text printed on the cards of Colony-61, by language, as far as the figures contain it."""

from collections.abc import Mapping

from domain.colony61.editions import EDITIONS


def printed_names(language: str, words: Mapping[str, str]) -> dict[str, str]:
    """Modules, resources and colonies by id."""
    read = EDITIONS.figures(EDITIONS.current)
    names = {
        row.id: getattr(row, f"name_{language}", "")
        for rows in (read.resources, read.colonies, read.modules)
        for row in rows
    }
    return {each: name for each, name in names.items() if name}
