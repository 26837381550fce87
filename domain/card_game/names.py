"""The text printed on the cards of the card game."""

from collections.abc import Mapping

from domain.card_game.editions import EDITIONS, load


def printed_names(language: str, words: Mapping[str, str]) -> dict[str, str]:
    """Plants by number and fuel, resource cards by amount and fuel: their ids mean nothing. `words`: the game's own in
    the language, with the order in which the two are said."""
    cards = load(EDITIONS.current)
    plants = {
        plant.id: words["PLANT_CARD"].format(number=plant.number, fuel=words[plant.fuel])
        for plant in cards.plants.values()
    }
    return plants | {
        card.id: words["RESOURCE_CARD"].format(amount=card.amount, fuel=words[card.fuel])
        for card in cards.resources.values()
    }
