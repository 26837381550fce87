"""Every event type says of every field who may know it, and what it says is what viewers get."""

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain import catalogue
from domain.history.codec import Codec
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.kernel.privacy import Undeclared, redact
from domain.table.messages import TABLE_EVENTS

OWNER, OTHER = Seat(1), Seat(0)
FAMILIES = {"table": TABLE_EVENTS} | {
    rules.name: rules.event_types
    for variant in catalogue.VARIANTS.values()
    if variant.name != "demo"
    for rules in [variant.decider({}, variant.players_min)]
}
TYPES = {f"{family}.{kind.__name__}": kind for family, types in FAMILIES.items() for kind in types}
PRIVATE = {
    # docs/rules/power_grid.md PG-VIS-01, docs/rules/card_game.md CG-VIS-01
    "power_grid.GameStarted": "deck removed_blind seed",
    "power_grid.DeckShuffled": "order",
    "card_game.GameStarted": "deck resource_deck removed_blind seed",
    "card_game.DeckShuffled": "order",
    "card_game.ResourceDeckReshuffled": "order",
    # docs/rules/colony61.md C61-VIS-02, C61-SIM-03
    "colony61.GameStarted": "draw_pile seed",
    "colony61.DeckReshuffled": "order",
    "colony61.StartCardsDealt": "offered",
    "colony61.StartChosen": "keep cubes by_default salt",
    "colony61.StartHandTaken": "kept",
    "colony61.CardsLaid": "cards by_default salt",
    "colony61.CardsDecided": "build recycle payments by_default salt",
    "colony61.SupplyDrawn": "cards",
    "colony61.SwapChosen": "cards by_default salt",
    "colony61.CardsOffered": "cards",
    "colony61.KeepChosen": "keep by_default salt",
    "colony61.CardsExchanged": "kept",
    # docs/rules/table.md TB-DICE-01, TB-SEAT-06, TB-BRANCH-03, TB-DRAW-02, TB-DRAW-03, TB-DRAW-07
    "table.DrawAwaited": "command",
    "table.DrawMade": "dealt",
    "table.RoundsGivenUp": "dealt",
    "table.GameBegan": "dealt",
    "table.GameOpened": "secret seed setup",
    "table.PlayerSeated": "nonce",
}
"""All that is not for everybody. What leaves this list becomes public: a decision, not an accident."""


def declared(kind: type, who: str) -> list[str]:
    return [name for base in kind.__mro__ for name in vars(base).get(who, ())]


def value(hint: Any, world: int) -> Any:
    """Something that fits the type: another thing in each of two worlds, a seat the same in both."""
    if hint is Seat:
        return OWNER
    if hint in (int, str, bool, Any):
        return {int: world + 7, str: f"{world}{world}", bool: bool(world), Any: world}[hint]
    if isinstance(hint, type) and issubclass(hint, Struct):
        return whole(hint, world)
    parts = [part for part in get_args(hint) if part not in (type(None), UnsetType)]
    if get_origin(hint) is Literal:
        return parts[world % len(parts)]
    if get_origin(hint) is tuple:
        return tuple(value(part, world) for part in parts if part is not ...)
    if get_origin(hint) is dict:
        return {value(parts[0], 0): value(parts[1], world)}
    return value(parts[-1], world)


def whole(kind: type, world: int) -> Any:
    hints = get_type_hints(kind)
    return kind(**{name: value(hints[name], world) for name in kind.__struct_fields__})


def private_fields() -> Iterator[tuple[str, str, str]]:
    for name, kind in TYPES.items():
        for who in ("own", "hidden"):
            yield from ((name, field, who) for field in declared(kind, who))


@pytest.mark.rule("PG-VIS-01", "CG-VIS-01", "C61-VIS-02")
def test_what_is_not_for_everybody_is_what_the_rules_say():
    found: dict[str, str] = {}
    for name, kind in TYPES.items():
        private = {*declared(kind, "own"), *declared(kind, "hidden")}
        if private:
            found[name] = " ".join(field for field in kind.__struct_fields__ if field in private)
    assert found == PRIVATE


@pytest.mark.parametrize("name", TYPES)
def test_a_field_is_declared_once_and_a_public_one_is_told_as_it_is(name):
    kind = TYPES[name]
    public = declared(kind, "public")
    assert sorted([*public, *declared(kind, "own"), *declared(kind, "hidden")]) == sorted(kind.__struct_fields__)
    event = whole(kind, 0)
    for viewer in (None, OTHER, OWNER):
        seen = redact(event, viewer)
        assert type(seen) is kind
        changed = [field for field in public if getattr(seen, field) != getattr(event, field)]
        assert changed == {"table.GameOpened": ["position", "terms"], "table.GameBegan": ["seats"]}.get(name, [])


@pytest.mark.parametrize(("name", "field", "who"), list(private_fields()))
def test_two_worlds_that_differ_in_a_private_field_look_the_same_to_who_may_not_know_it(name, field, who):
    kind = TYPES[name]
    one = whole(kind, 0)
    other = replace(one, **{field: value(get_type_hints(kind)[field], 1)})
    assert one != other
    for viewer in (None, OTHER) if who == "own" else (None, OTHER, OWNER):
        assert redact(one, viewer) == redact(other, viewer)
        assert getattr(redact(one, viewer), field) in (None, UNSET, "", (), {})
    if who == "own":
        assert getattr(redact(other, OWNER), field) == getattr(other, field)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("table.GameBegan", ("seats", "nonce")),
        ("table.GameOpened", ("position", "state")),
        ("table.GameOpened", ("terms", "invited")),
    ],
)
def test_what_a_piece_of_an_event_hides_is_hidden_in_the_event(name, path):
    field, inner = path
    one, other = whole(TYPES[name], 0), whole(TYPES[name], 1)
    piece = getattr(one, field)
    changed = piece[0] if isinstance(piece, tuple) else piece
    changed = replace(changed, **{inner: value(get_type_hints(type(changed))[inner], 1)})
    another = replace(one, **{field: (changed,) if isinstance(piece, tuple) else changed})
    assert one != another
    assert redact(one, OWNER) == redact(another, OWNER) != redact(other, OWNER)


class Piece(Struct, frozen=True):
    card: str


class Silent(Event, frozen=True):
    pass


class Forgetful(Event, frozen=True):
    public = ("player",)
    player: Seat
    card: str = ""


class Twice(Event, frozen=True):
    public = ("card",)
    hidden = ("card",)
    card: str


class Nobodys(Event, frozen=True):
    own = ("card",)
    card: str


class Untellable(Event, frozen=True):
    hidden = ("number",)
    number: int


class InPieces(Event, frozen=True):
    public = ("pieces",)
    pieces: tuple[Piece, ...]


class Anything(Event, frozen=True):
    public = ("thing",)
    thing: dict[str, Any]


@pytest.mark.parametrize("kind", [Silent, Forgetful, Twice, Nobodys, Untellable, InPieces, Anything])
def test_a_type_that_does_not_say_who_may_know_it_is_not_registered_and_not_shown(kind):
    with pytest.raises(Undeclared):
        Codec({"game": (kind,)})
    with pytest.raises(Undeclared):
        redact(whole(kind, 0), None)
