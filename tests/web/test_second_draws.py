"""The draws that the page makes again from a file alone (docs/dice.md, “Made again from a file”)."""

import json
from pathlib import Path

import msgspec
import pytest

from domain import catalogue
from domain.history.branching import position_of
from domain.history.file import export, take_apart
from domain.history.verify import verify
from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.table.messages import Lineage, OpenTable
from tests.corpus import content_of, files
from tests.domain.history.book import CODEC, RING, STARTED, Book
from tests.mutations import Source, again
from tests.web.second import of_file
from tests.web.test_second_verifier import KEYS, ask

pytestmark = pytest.mark.slow
__all__ = ["ask"]
GOLDEN = Path(__file__).parents[1] / "golden/history"
MADE = {
    "card_game": {
        "small plants", "large plants", "plant deck", "resource deck", "order row", "resource deck 1",
        "resource deck 2",
        "plant deck below the last-round card",
    },
    "colony61": {"colony", "shuffle/0", "shuffle/1"},
    "power_grid": {"deck", "order", "deck/stage_3"},
}  # fmt: skip
"""In whole games of the corpus, by section 0.2 of the catalogues."""


def of_corpus():
    return [(path.name.partition("-")[0], content_of(path)) for path in files()]


def test_of_every_recorded_game_all_is_made_again_but_the_play_area(ask):
    games = of_corpus()
    near_top = 0
    for (game, content), told in zip(games, ask([of_file(content, KEYS) for _, content in games]), strict=True):
        made = set(told["draws"]["made"])
        near_top += "deck/near_top" in made
        never = {"deck/stage_3"} if game == "power_grid" and b"power_grid.DeckShuffled/" not in content else set()
        assert (told["fault"], made - {"deck/near_top"}) == (None, MADE[game] - never)
        assert told["draws"]["left"] == (["regions"] if game == "power_grid" else [])
        assert told["draws"]["cards"] >= (25 if never else 30)
        assert ("draws" in told["proven"]) == (game != "power_grid") == ("draws" not in told["unproven"])
    assert (
        near_top == 6
    )  # Japan as printed under three versions of the rules, Russia with the decks swapped in three games


def swapped(items):
    items[0], items[-1] = items[-1], items[0]


def first_of(name):
    """The first two items of a list of the event, as if the one had come where the other did."""
    return lambda event: swapped(event[name])


OTHER = {"plant": 50, "card": "P42", "cards": ["biomass-1"]}


def other_card(event):
    """Another card than the next of the deck."""
    name, card = next((name, card) for name, card in OTHER.items() if name in event)
    event[name] = card


LIES = {
    "power_grid": {
        "GameStarted": (first_of("removed_blind"), first_of("deck")),
        "PlantDrawn": (other_card,),
        "DeckShuffled": (first_of("order"),),
        "TurnOrderDetermined": (first_of("order"),),
    },
    "card_game": {
        "GameStarted": (first_of("removed_blind"), first_of("resource_deck")),
        "PlantDrawn": (other_card,),
        "DeckShuffled": (first_of("order"),),
        "ResourceDeckReshuffled": (first_of("order"),),
        "ResourceCardsDealt": (lambda event: swapped(event["cards"]),),
        "TurnOrderDetermined": (first_of("order"),),
    },
    "colony61": {
        "GameStarted": (first_of("draw_pile"), lambda event: event.update(colony="transit_hub")),
        "StartCardsDealt": (first_of("offered"),),
        "CardsOffered": (other_card,),
        "SupplyDrawn": (other_card,),
    },
}
"""What a server tells otherwise that has key and secret, by event: each is found where it is told."""


def lies(game):
    content = (GOLDEN / f"{game}.jsonl").read_bytes()
    bodies = [(row.topic, row.body) for row in take_apart(content).rows]
    source = Source(content, bytes.fromhex(json.loads(bodies[0][1])["event"]["secret"]))
    for name, changes in LIES[game].items():
        told = [
            (at, json.loads(raw)["event"])
            for at, (topic, raw) in enumerate(bodies)
            if topic.startswith(f"{game}.{name}/")
        ]
        place = next(at for at, event in told if event.get("cards") != [])
        for change in changes:
            body = json.loads(bodies[place][1])
            change(body["event"])
            told = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
            assert told != bodies[place][1], name
            yield name, place + 1, again(source, [*bodies[:place], (bodies[place][0], told), *bodies[place + 1 :]])


@pytest.mark.parametrize("game", LIES)
def test_a_draw_that_the_dice_did_not_give_is_found_by_both_at_the_same_event(ask, game):
    given = list(lies(game))
    for (name, version, content), told in zip(given, ask([of_file(each, KEYS) for *_, each in given]), strict=True):
        ours = verify(content, CODEC, RING.keys).fault
        assert ours
        code = "EVENT" if name == "TurnOrderDetermined" else "DICE"
        assert (name, ours.code, ours.version) == (name, code, version)
        assert (name, told["fault"]["code"], told["fault"]["version"]) == (name, code, version)


def test_where_the_host_gave_the_set_up_or_a_position_nothing_is_said_to_be_made_again(ask):
    rules = catalogue.find("card_game").decider({}, players=2)
    setup = msgspec.to_builtins(rules.draw_setup(Table(("red", "green")), Dice.from_text("chosen by the host")))
    given = Book(OpenTable("card_game", 2, rated=False, setup=setup)).execute(*STARTED)
    begun = Book(OpenTable("card_game", 2)).execute(*STARTED)
    position = position_of(begun.aggregate, begun.aggregate.play, Lineage("BRANCH", "game-0", 7, "aa"))
    branch = Book(OpenTable("card_game", 2, rated=False, position=position)).execute(*STARTED)
    cases = [export(each.rows, CODEC, RING.signer) for each in (given, begun, branch)]
    assert [verify(each, CODEC, RING.keys).fault for each in cases] == [None] * 3
    told = ask([of_file(each, RING.published()) for each in cases])
    assert [(each["right"], each["draws"]["left"]) for each in told] == [(True, ["all"]), (True, []), (True, ["all"])]
    assert ["draws" in each["proven"] for each in told] == [False, True, False]
