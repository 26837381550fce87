"""What is printed for a game, as messages: one function a game, from the editions that a table is played with."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from google.protobuf.json_format import ParseDict

from domain import catalogue
from domain.card_game.editions import EDITIONS as CARD_GAME
from domain.colony61.editions import EDITIONS as COLONY61
from domain.kernel.variant import Edition
from domain.power_grid import editions as power_grid
from domain.power_grid.atlas import legal_regions
from domain.power_grid.cards import plants
from domain.power_grid.figures import BaseEdition, MapEdition
from domain.power_grid.messages import PHASES
from services.api.any_game import GAME
from services.texts import telling
from turnledger.v1 import card_game_pb2, colony61_pb2, games_pb2, power_grid_pb2


def game_data(game: str, variant: str, editions: tuple[Edition, ...]) -> games_pb2.GameData:
    """`game`: name of the decider. Refuses UNKNOWN_EDITION."""
    if game not in _GAMES:
        return games_pb2.GameData(other={GAME: game, "editions": [_read(game, each) for each in editions]})
    message: Any = {game: _GAMES[game](variant, editions)}
    return games_pb2.GameData(**message)


def _read(game: str, edition: Edition) -> Any:
    """The file of an edition, as it is."""
    return msgspec.json.decode(catalogue.TITLES[game].editions.content(edition.id))


def words_of(game: str) -> Mapping[str, dict[str, str]]:
    """What the game's ids and codes are called, by language, as the contract writes them."""
    words = telling.words_by_code(catalogue.TITLES[game].variants[0])
    return {**words, **{phase.upper(): words[phase] for phase in PHASES}} if game == "power_grid" else words


def _power_grid(variant: str, editions: tuple[Edition, ...]) -> power_grid_pb2.PowerGridData:
    base, board = power_grid.pinned(variant.partition("/")[2], editions)
    deck = sorted(plants(base, flow_generator=True).values(), key=lambda plant: plant.rank3)
    return power_grid_pb2.PowerGridData(
        map=_map(base, board),
        plants=[
            power_grid_pb2.PowerGridPlant(
                plant=str(plant.card),
                kind=plant.kind,
                burns=plant.burns,
                powers=plant.powers,
                stores=plant.stores,
                bid_min=plant.bid_min,
            )
            for plant in deck
            if plant.card not in board.deck.removed
        ],
        region_sets=[
            power_grid_pb2.PowerGridRegionSet(players=int(players), value=",".join(regions))
            for players, count in base.by_players.regions.items()
            for regions in legal_regions(board, count)
        ],
    )


def _map(base: BaseEdition, board: MapEdition) -> power_grid_pb2.PowerGridMap:
    return power_grid_pb2.PowerGridMap(
        id=board.map,
        names={"en": board.name.en, "ru": board.name.ru},
        regions=[
            power_grid_pb2.PowerGridRegion(
                id=region.id,
                names={"en": region.en, "ru": region.ru},
                neighbours=board.region_adjacency.get(region.id, ()),
            )
            for region in board.regions
        ],
        cities=[
            power_grid_pb2.PowerGridCity(
                id=city.id,
                names={"en": city.en, "ru": city.ru},
                region=city.region,
                slots=city.slots or base.city_slots,
                x=city.x,
                y=city.y,
            )
            for city in board.cities
        ],
        links=[
            power_grid_pb2.PowerGridLink(city_a=link.a, city_b=link.b, price=link.cost) for link in board.connections
        ],
        width=board.layout.width,
        height=board.layout.height,
        provenance={part: origin.mark for part, origin in board.provenance.items()},
    )


def _card_game(_: str, editions: tuple[Edition, ...]) -> card_game_pb2.CardGameData:
    figures = CARD_GAME.figures(editions[0].id)
    return ParseDict(msgspec.to_builtins(figures), card_game_pb2.CardGameData(), ignore_unknown_fields=True)


def _colony61(_: str, editions: tuple[Edition, ...]) -> colony61_pb2.Colony61Data:
    figures = _with_names(msgspec.to_builtins(COLONY61.figures(editions[0].id), str_keys=True))
    for resource in figures["resources"]:
        for pictogram in resource["black_pictograms"]:
            pictogram["position"] = pictogram.pop("at")
    for colony in figures["colonies"]:
        colony["start_hand"]["offered"] = colony["start_hand"].pop("of")
    for module in figures["modules"]:
        for effect in module["effects"]:
            effect["steps"] = [{"position": at, "influence": worth} for at, worth in effect.pop("steps", ())]
    return ParseDict(figures, colony61_pb2.Colony61Data(), ignore_unknown_fields=True)


def _with_names(value: Any) -> Any:
    """Names in two languages as one map."""
    if isinstance(value, list | tuple):
        return [_with_names(each) for each in value]
    if not isinstance(value, dict):
        return value
    names = {language: value[key] for language in ("en", "ru") if (key := f"name_{language}") in value}
    return {key: _with_names(each) for key, each in value.items()} | ({"names": names} if names else {})


_GAMES: Mapping[str, Callable[[str, tuple[Edition, ...]], Any]] = {
    "power_grid": _power_grid,
    "card_game": _card_game,
    "colony61": _colony61,
}
