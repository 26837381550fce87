"""Printed data of Power Grid: the map, the deck, and the regions that may be chosen."""

from collections.abc import Mapping

from domain.kernel.variant import Edition
from domain.power_grid import editions as power_grid
from domain.power_grid.atlas import legal_regions
from domain.power_grid.cards import plants
from domain.power_grid.figures import BaseEdition, MapEdition
from domain.power_grid.messages import PHASES
from turnledger.v1 import power_grid_pb2


def words(known: Mapping[str, dict[str, str]]) -> Mapping[str, dict[str, str]]:
    """Phases are in capitals in the contract."""
    return {**known, **{phase.upper(): known[phase] for phase in PHASES}}


def data(variant: str, editions: tuple[Edition, ...]) -> power_grid_pb2.PowerGridData:
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
