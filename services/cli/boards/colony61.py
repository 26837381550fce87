"""The board of Colony-61."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from services.cli.boards.board_parts import pairs
from services.cli.boards.reconstructed import marks, note
from services.cli.reader import Reader
from turnledger.v1 import colony61_pb2


def drawn(shown: colony61_pb2.Colony61Board, by: Reader) -> RenderableType:
    say, mark = by.say, marks("colony61", shown.edition)
    players = Table(say("player"), say("money"), say("hand"), say("modules"))
    for each in shown.corporations:
        money = each.storage.ones + 5 * each.storage.fives + 10 * each.storage.tens
        players.add_row(by.seat(each.seat), str(money), str(each.hand_count), _modules(each.modules, by))
    costs = shown.own.cost
    cards = pairs(
        (say("colony"), by.called(shown.colony) + mark(f"colonies.{shown.colony}")),
        (say("of the state"), _modules(shown.state_modules, by)),
        (say("in the pile"), str(shown.draw_left)),
        (say("your hand"), _priced(shown.own.hand, costs, by, mark)),
        (say("on offer to you"), _priced(shown.own.offer, costs, by, mark)),
    )
    markers = Table(say("resource"), say("marker"), say("price"))
    for resource, at in sorted(shown.markers.items()):
        marked = mark(f"resources.{resource}", "prices")
        markers.add_row(by.called(resource), str(at), f"{shown.prices[resource]}{marked}")
    return Group(players, cards, markers, note("colony61", shown.edition, by))


def _modules(modules: Iterable[Any], by: Reader) -> str:
    kinds = [module.kind for module in modules]
    counts = {kind: kinds.count(kind) for kind in kinds}
    return ", ".join(f"{count} × {by.called(kind)}" if count > 1 else by.called(kind) for kind, count in counts.items())


def _priced(cards: Sequence[str], costs: Mapping[str, int], by: Reader, mark: Callable[..., str]) -> str:
    """`mine (5 $*)`: marked where the cost is reconstructed."""
    return ", ".join(
        f"{by.called(card)} ({costs[card]} ${mark('modules.' + card.rpartition('-')[0], 'cost')})"
        if card in costs
        else by.called(card)
        for card in cards
    )
