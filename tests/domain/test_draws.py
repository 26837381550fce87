"""Every draw worked out again from docs/dice.md and section 0.2 of the catalogues, with the editions as plain JSON."""

import hmac
import json
import re
import struct
from itertools import combinations, count
from pathlib import Path

import pytest

from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from tests.kit import COLOURS, decider, whole_game

ROOT = Path(__file__).parents[2]
SEED = bytes(range(32))
LABEL = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)
ROLL = re.compile(r"\.roll\(f?\"([^\"]+)\"\)")
REGIONS = {2: 3, 4: 4, 6: 5}
BLIND = {2: 8, 4: 4, 6: 0}
"""By number of players (PG-CNT-01)."""


# ---- docs/dice.md ----


def numbers(seed, label):
    for n in count():
        yield from struct.unpack(">4Q", hmac.digest(seed, label.encode() + b"\0" + n.to_bytes(8, "big"), "sha256"))


def below(words, bound):
    return next(word for word in words if word < 2**64 - 2**64 % bound) % bound


def shuffled(seed, label, items):
    words, order = numbers(seed, label), list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def choice(seed, label, items):
    return items[below(numbers(seed, label), len(items))]


# ---- the catalogues ----


def figures(game, name):
    return json.loads((ROOT / "domain" / game / "data" / f"{name}.json").read_text())


def drawn(variant, players, options=None):
    return decider(variant, players, options).draw_setup(Table(COLOURS[:players]), Dice(SEED))


@pytest.mark.rule("TB-DICE-02")
@pytest.mark.parametrize("game", ["power_grid", "card_game", "colony61"])
def test_a_catalogue_lists_the_labels_that_its_rules_roll(game):
    section = (ROOT / f"docs/rules/{game}.md").read_text().partition("### 0.2 Draws")[2].partition("\n## ")[0]
    sources = [path.read_text() for path in (ROOT / "domain" / game).rglob("*.py") if path.stem != "branching"]
    rolled = {re.sub("{.*}", "N", label) for source in sources for label in ROLL.findall(source)}
    assert rolled == set(LABEL.findall(section)) != set()


@pytest.mark.rule("TB-DICE-02", "PG-SET-02", "PG-SET-04", "PG-SET-09", "PG-SET-10", "JP-03", "PG-FLOW-01")
@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize(
    ("map_name", "options"),
    [
        ("russia", {}),
        ("russia", {"deck": "swapped", "flow_generator": "on"}),
        ("japan", {"flow_generator": "on"}),
        ("india", {}),
        ("australia", {"flow_generator": "on"}),
    ],
)
def test_a_set_up_of_power_grid_follows_from_the_seed_as_the_catalogue_says(map_name, options, players):
    base, board = figures("power_grid", "base-1"), figures("power_grid", f"{map_name}-1")
    deck = board["deck_swapped" if options.get("deck") == "swapped" else "deck"]
    apart = [*deck["removed"], *deck["current"], *deck["future"], *deck["near_top"], deck["top"]]
    cards = [
        *(plant["number"] for plant in base["plants"]),
        *(["flow_generator"] if "flow_generator" in options else []),
    ]
    pile = shuffled(SEED, "deck", [card for card in cards if card not in apart])
    removed, pile, among = pile[: BLIND[players]], pile[BLIND[players] :], deck["near_top_among"]
    if deck["near_top"]:
        pile = [*shuffled(SEED, "deck/near_top", [*pile[:among], *deck["near_top"]]), *pile[among:]]
    names = [region["id"] for region in board["regions"]]
    sets = [chosen for chosen in combinations(names, REGIONS[players]) if may_be_played(board, chosen)]
    setup = drawn(f"power_grid/{map_name}", players, options)
    assert list(setup.deck) == [13, *pile, "stage_3"]
    assert list(setup.removed_blind) == removed
    assert setup.regions == choice(SEED, "regions", sets)
    assert list(setup.order) == shuffled(SEED, "order", range(players))


def may_be_played(board, regions):
    """PG-SET-02, AU-01."""
    reached = [regions[0]]
    for region in reached:
        touching = board["region_adjacency"][region]
        reached += [other for other in regions if other in touching and other not in reached]
    return len(reached) == len(regions) or not board["regions_must_touch"]


@pytest.mark.rule("TB-DICE-02", "CG-SET-01", "CG-SET-03", "CG-SET-06", "CG-SET-07", "CG-SET-08", "CG-SET-09")
@pytest.mark.parametrize(
    ("players", "small_removed", "large_removed", "column", "marks"),
    [(2, 1, 5, 4, ["2-6"]), (4, 1, 3, 5, ["2-6", "4-6"]), (6, 0, 0, 6, ["2-6", "4-6", "5-6"])],
)
def test_a_set_up_of_the_card_game_follows_from_the_seed_as_the_catalogue_says(
    players, small_removed, large_removed, column, marks
):
    edition = figures("card_game", "2019-1")
    number = {plant["id"]: plant["number"] for plant in edition["plants"]}
    small, large = ([p["id"] for p in edition["plants"] if p["size"] == size] for size in ("small", "large"))
    small, large = shuffled(SEED, "small plants", small), shuffled(SEED, "large plants", large)
    market, (*removed, top), rest = small[:8], small[8 : 9 + small_removed], small[9 + small_removed :]
    fuel = shuffled(SEED, "resource deck", [card["id"] for card in edition["standard"] if card["players"] in marks])
    setup = drawn("card_game", players)
    assert [*setup.offer, *setup.outlook] == sorted(market, key=number.get)
    assert list(setup.deck) == [top, *shuffled(SEED, "plant deck", [*rest, *large[large_removed:]]), "LAST"]
    assert list(setup.removed_blind) == [*removed, *large[:large_removed]]
    assert [sorted(each) for each in setup.columns] == [
        sorted(fuel[column * place : column * (place + 1)]) for place in range(3)
    ]
    assert list(setup.resource_deck) == fuel[3 * column :]
    row = shuffled(SEED, "order row", range(players))
    assert list(setup.row) == ([row[0], "TRUST", row[1]] if players == 2 else row)


@pytest.mark.rule("TB-DICE-02", "C61-SET-01", "C61-SET-04", "C61-GEN-04")
@pytest.mark.parametrize("players", [2, 5])
def test_a_set_up_of_colony_61_follows_from_the_seed_as_the_catalogue_says(players):
    edition = figures("colony61", "colony61-1")
    setup = drawn("colony61", players)
    colony = choice(SEED, "colony", edition["colonies"])
    assert setup.colony == colony["id"]
    taken = edition["state_modules"] + colony["start_hand"]["fixed"] * players
    cards = [
        f"{kind['id']}-{number}"
        for kind in edition["modules"]
        for number in range(1 + taken.count(kind["id"]), kind["count"] + 1)
    ]
    assert list(setup.draw_pile) == shuffled(SEED, "shuffle/0", sorted(cards))


# ---- in the middle of a game ----


def shuffles(variant, players, event_name, bots="greedy"):
    """The seed, and the state before and the event of every shuffle of a game."""
    rules, state, seed = decider(variant, players), None, None
    for turn in whole_game(rules, players, bots, f"draws/{variant}"):
        for event in turn.events:
            seed = seed or bytes.fromhex(event.seed)
            if type(event).__name__ == event_name:
                yield seed, state, event
            state = rules.evolve(state, event)


@pytest.mark.rule("TB-DICE-02", "PG-STG-06", "PG-STG-08")
@pytest.mark.parametrize("map_name", ["russia", "japan"])
def test_the_shuffle_for_stage_3_follows_from_the_seed_as_the_catalogue_says(map_name):
    ((seed, state, event),) = shuffles(f"power_grid/{map_name}", 4, "DeckShuffled")
    assert list(event.order) == shuffled(seed, "deck/stage_3", state.deck)


@pytest.mark.rule("TB-DICE-02", "CG-AUC-15", "CG-BUR-07", "CG-BUR-13")
def test_the_shuffles_of_the_card_game_follow_from_the_seed_as_the_catalogue_says():
    ((seed, state, event),) = shuffles("card_game", 4, "DeckShuffled")
    assert list(event.order) == shuffled(seed, "plant deck below the last-round card", state.plants.deck)
    reshuffles = list(shuffles("card_game", 4, "ResourceDeckReshuffled"))
    assert [event.count for _, _, event in reshuffles] == list(range(1, 1 + len(reshuffles)))
    assert reshuffles
    for seed, state, event in reshuffles:
        assert list(event.order) == shuffled(seed, f"resource deck {event.count}", state.fuel.discard)


@pytest.mark.rule("TB-DICE-02", "C61-GEN-04", "C61-SUP-02")
def test_the_reshuffles_of_colony_61_follow_from_the_seed_as_the_catalogue_says():
    reshuffles = list(shuffles("colony61", 5, "DeckReshuffled"))
    assert reshuffles
    for number, (seed, state, event) in enumerate(reshuffles, 1):
        assert list(event.order) == shuffled(seed, f"shuffle/{number}", sorted(state.discard))
