"""What can be played, over the wire, with the printed data behind it."""

from collections.abc import Mapping
from functools import cache

from domain import catalogue
from domain.card_game import data as card_game_data
from domain.colony61 import data as colony61_data
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition, OptionSpec, Variant
from domain.power_grid import edition
from domain.power_grid.atlas import legal_regions
from domain.power_grid.cards import plants
from domain.power_grid.figures import BaseEdition, MapEdition
from services.api.convert import Converter, Malformed
from services.api.rpc import Call
from turnledger.v1 import catalogue_pb2, common_pb2

_EDITIONS = Converter(Edition, common_pb2.Edition)


class Catalogue:
    async def list_variants(
        self, request: catalogue_pb2.ListVariantsRequest, call: Call
    ) -> catalogue_pb2.ListVariantsResponse:
        return _variants()

    async def get_power_grid(
        self, request: catalogue_pb2.GetPowerGridRequest, call: Call
    ) -> catalogue_pb2.GetPowerGridResponse:
        catalogue.find(request.variant)
        game, _, map_name = request.variant.partition("/")
        if game != "power_grid":
            raise Malformed("variant", "not one of Power Grid")
        return _power_grid(map_name)

    async def get_edition(
        self, request: catalogue_pb2.GetEditionRequest, call: Call
    ) -> catalogue_pb2.GetEditionResponse:
        if request.edition not in _published():
            raise Refused("UNKNOWN_EDITION", "TB-OPEN-01", edition=request.edition)
        found, content = _published()[request.edition]
        return catalogue_pb2.GetEditionResponse(
            edition=_EDITIONS.to_message(found),  # type: ignore[arg-type]
            json=content,
        )


@cache
def _variants() -> catalogue_pb2.ListVariantsResponse:
    return catalogue_pb2.ListVariantsResponse(variants=[_variant(each) for each in catalogue.VARIANTS.values()])


def _variant(variant: Variant) -> catalogue_pb2.Variant:
    return catalogue_pb2.Variant(
        name=variant.name,
        names=_names(variant.names),
        players_min=variant.players_min,
        players_max=variant.players_max,
        options=[_option(each) for each in variant.options],
        bots=list(variant.decider({}, variant.players_min).bots),
        editions=[_EDITIONS.to_message(each) for each in variant.editions()],  # type: ignore[misc]
    )


def _option(spec: OptionSpec) -> catalogue_pb2.VariantOption:
    return catalogue_pb2.VariantOption(
        name=spec.name, values=spec.values, open_ended=spec.open_ended, names=_names(spec.names)
    )


@cache
def _power_grid(map_name: str) -> catalogue_pb2.GetPowerGridResponse:
    editions = edition.current(map_name)
    base, board = edition.pinned(map_name, editions)
    return catalogue_pb2.GetPowerGridResponse(
        map=_map(base, board),
        plants=[
            catalogue_pb2.PowerGridPlant(
                plant=str(plant.card),
                kind=plant.kind,
                burns=plant.burns,
                powers=plant.powers,
                stores=plant.stores,
                bid_min=plant.bid_min,
            )
            for plant in sorted(plants(base, flow_generator=True).values(), key=lambda plant: plant.rank3)
            if plant.card not in board.deck.removed
        ],
        editions=[_EDITIONS.to_message(each) for each in editions],  # type: ignore[misc]
        region_sets=[
            catalogue_pb2.PowerGridRegionSet(players=int(players), value=",".join(regions))
            for players, count in base.by_players.regions.items()
            for regions in legal_regions(board, count)
        ],
    )


def _map(base: BaseEdition, board: MapEdition) -> catalogue_pb2.PowerGridMap:
    return catalogue_pb2.PowerGridMap(
        id=board.map,
        names=_names({"en": board.name.en, "ru": board.name.ru}),
        regions=[
            catalogue_pb2.PowerGridRegion(
                id=region.id,
                names=_names({"en": region.en, "ru": region.ru}),
                neighbours=board.region_adjacency.get(region.id, ()),
            )
            for region in board.regions
        ],
        cities=[
            catalogue_pb2.PowerGridCity(
                id=city.id,
                names=_names({"en": city.en, "ru": city.ru}),
                region=city.region,
                slots=city.slots or base.city_slots,
                x=city.x,
                y=city.y,
            )
            for city in board.cities
        ],
        links=[
            catalogue_pb2.PowerGridLink(**{"from": link.a, "to": link.b, "price": link.cost})  # type: ignore[arg-type]
            for link in board.connections
        ],
        width=board.layout.width,
        height=board.layout.height,
        provenance=_names({part: origin.mark for part, origin in board.provenance.items()}),
    )


def _names(names: Mapping[str, str]) -> list[common_pb2.NamedValue]:
    return [common_pb2.NamedValue(name=name, value=value) for name, value in names.items()]


@cache
def _published() -> Mapping[str, tuple[Edition, bytes]]:
    """Every edition there ever was, by its id: a game that began with an old one keeps it."""
    power_grid = {found.edition.id: (found.edition, found.data) for found in edition.published()}
    card_game = {
        each: (card_game_data.load(each).edition, card_game_data.content(each)) for each in card_game_data.published()
    }
    colony61 = {
        each: (colony61_data.edition(each), colony61_data.edition_bytes(each)) for each in colony61_data.published()
    }
    return power_grid | card_game | colony61
