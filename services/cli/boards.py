"""Each game's board in tables, for people at a terminal, in English or Russian."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from google.protobuf import json_format
from google.protobuf.struct_pb2 import Struct as AnyObject
from rich.console import Group, RenderableType
from rich.table import Table

from services.cli.reader import Reader
from turnledger.v1 import card_game_pb2, colony61_pb2, games_pb2, power_grid_pb2


def drawn(shown: games_pb2.Board, by: Reader) -> RenderableType:
    kind = shown.WhichOneof("game")
    assert kind, "a server of this version"
    return _GAMES[kind](getattr(shown, kind), by) if kind in _GAMES else _any_game(shown.other, by)


def _any_game(shown: AnyObject, by: Reader) -> RenderableType:
    """The fields of the board, a line each; of a list of objects a table, in which `player` is a seat."""
    plain, tables = Table(show_header=False), []
    for name, value in json_format.MessageToDict(shown).items():
        rows = value if isinstance(value, list) and value and all(isinstance(row, dict) for row in value) else []
        if rows:
            tables.append(Table(*map(by.called, rows[0]), title=by.called(name)))
            for row in rows:
                tables[-1].add_row(*(_any_cell(key, cell, by) for key, cell in row.items()))
        elif name != "game":
            plain.add_row(by.called(name), _any_cell(name, value, by))
    return Group(plain, *tables)


def _any_cell(name: str, value: Any, by: Reader) -> str:
    if value in (None, [], {}):
        return "–"
    if isinstance(value, list):
        return ", ".join(_any_cell(name, each, by) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{by.called(key)} {_any_cell(key, each, by)}" for key, each in value.items())
    if isinstance(value, float) and not isinstance(value, bool):
        return by.seat(int(value)) if name == "player" else f"{value:g}"
    return by.called(str(value))


def _power_grid(shown: power_grid_pb2.PowerGridBoard, by: Reader) -> RenderableType:
    say = by.say
    players = Table(
        say("player"),
        say("elektro"),
        say("plants"),
        say("fuel"),
        say("cities"),
    )
    for seat in sorted(shown.seats, key=lambda seat: list(shown.order).index(seat.seat)):
        cities = f"{len(seat.cities)}: {', '.join(map(by.called, seat.cities))}" if seat.cities else "0"
        players.add_row(by.seat(seat.seat), str(seat.cash), _plants(seat.plants, by), by.amounts(seat.fuel), cities)
    plants = _pairs(
        (say("on offer"), _plants(shown.current, by)),
        (say("later"), _plants(shown.future, by)),
        (say("in the pile"), str(shown.deck_left)),
        (say("auction"), _lot(by.plant(shown.lot.plant), shown.lot, by) if shown.HasField("lot") else ""),
    )
    market = Table(say("fuel"), say("tokens × price"))
    for row in shown.resource_market:
        market.add_row(by.called(row.type), " ".join(f"{each.n}×{each.price}" for each in row.spaces if each.n) or "–")
    return Group(players, plants, market)


def _card_game(shown: card_game_pb2.CardGameBoard, by: Reader) -> RenderableType:
    say = by.say
    players = Table(
        say("player"),
        say("elektro"),
        say("plants"),
        say("resource cards"),
    )
    for owner in shown.players:
        players.add_row(by.seat(owner.seat), str(owner.cash), _faces(owner.plants, by), _stock(owner.stock, by))
    if shown.HasField("trust"):
        players.add_row(by.called("TRUST"), "", _faces(shown.trust.plants, by), _stock(shown.trust.stock, by))
    plants = _pairs(
        (say("on offer"), _faces((each.plant for each in shown.offer), by)),
        (say("later"), _faces(shown.outlook, by)),
        (say("discount"), by.called(shown.discount) if shown.HasField("discount") else ""),
        (say("in the pile"), str(shown.deck_size)),
        (say("auction"), _lot(by.called(shown.lot.card), shown.lot, by) if shown.HasField("lot") else ""),
    )
    market = Table(say("price"), say("resource cards"))
    for column in shown.columns:
        market.add_row(str(column.price), _stock(column.cards, by) or "–")
    return Group(players, plants, market)


def _colony61(shown: colony61_pb2.Colony61Board, by: Reader) -> RenderableType:
    say = by.say
    players = Table(say("player"), say("money"), say("hand"), say("modules"))
    for each in shown.corporations:
        money = each.storage.ones + 5 * each.storage.fives + 10 * each.storage.tens
        players.add_row(by.seat(each.seat), str(money), str(each.hand_count), _modules(each.modules, by))
    costs = shown.own.cost
    cards = _pairs(
        (say("colony"), by.called(shown.colony)),
        (say("of the state"), _modules(shown.state_modules, by)),
        (say("in the pile"), str(shown.draw_left)),
        (say("your hand"), _priced(shown.own.hand, costs, by)),
        (say("on offer to you"), _priced(shown.own.offer, costs, by)),
    )
    markers = Table(say("resource"), say("marker"), say("price"))
    for resource, at in sorted(shown.markers.items()):
        markers.add_row(by.called(resource), str(at), str(shown.prices[resource]))
    return Group(players, cards, markers)


_GAMES: Mapping[str, Callable[[Any, Reader], RenderableType]] = {
    "power_grid": _power_grid,
    "card_game": _card_game,
    "colony61": _colony61,
}


def _pairs(*pairs: tuple[str, str]) -> Table:
    """What is called how, a line each; nothing where there is nothing."""
    table = Table(show_header=False)
    for name, value in pairs:
        if value:
            table.add_row(name, value)
    return table


def _plants(plants: Iterable[str], by: Reader) -> str:
    return ", ".join(map(by.plant, plants))


def _lot(card: str, lot: Any, by: Reader) -> str:
    return f"{card}: {lot.bid} ({', '.join(map(by.seat, lot.bidders))})"


def _faces(plants: Iterable[Any], by: Reader) -> str:
    """`3: 2 coal → 5`: number, what it burns and what it earns."""
    return ", ".join(
        f"{plant.number}: {f'{plant.need} ' if plant.need else ''}{by.called(plant.fuel)} → {plant.profit}"
        for plant in plants
    )


def _stock(cards: Iterable[Any], by: Reader) -> str:
    return ", ".join(by.amounts({card.fuel: card.units}) for card in cards)


def _modules(modules: Iterable[Any], by: Reader) -> str:
    kinds = [module.kind for module in modules]
    counts = {kind: kinds.count(kind) for kind in kinds}
    return ", ".join(f"{count} × {by.called(kind)}" if count > 1 else by.called(kind) for kind, count in counts.items())


def _priced(cards: Sequence[str], costs: Mapping[str, int], by: Reader) -> str:
    return ", ".join(f"{by.called(card)} ({costs[card]} $)" if card in costs else by.called(card) for card in cards)
