"""The verifier in the page, written from docs/history-format.md and docs/dice.md alone, agrees with ours."""

import json
from pathlib import Path

import msgspec
import pytest

from domain.history.file import export, take_apart
from domain.history.verify import verify
from domain.power_grid.messages import NominatePlant, PassBid
from domain.power_grid.orders import BidUpTo
from domain.table.messages import OpenTable, Resign
from tests.corpus import content_of, files
from tests.domain.history.book import CODEC, RING, STARTED, Book, finished, running
from tests.domain.history.test_spelling import ROWS, checkpoint, key_of, spelled_otherwise, weak_keys
from tests.domain.kernel.test_dice_specification import VECTORS
from tests.domain.table.ordered import Ordered
from tests.web.second import disagreement, of_file, second_verifier

pytestmark = pytest.mark.slow
GOLDEN = Path(__file__).parents[1] / "golden/history"
KEYS = json.loads((GOLDEN / "keys.json").read_text())
OURS = RING.published()
FILE, SEEN = export(finished().rows, CODEC, RING.signer), export(running().rows, CODEC, RING.signer, "seat 1")


@pytest.fixture(scope="module")
def ask():
    with second_verifier() as found:
        if found is None:
            pytest.skip("NEITHER NODE 20 NOR CHROMIUM: the second verifier was not tested (apt-get install nodejs)")
        yield found


def test_all_golden_files_and_the_corpus_are_proven_but_for_the_rules(ask):
    contents = [path.read_bytes() for path in sorted(GOLDEN.glob("*.jsonl"))] + [content_of(path) for path in files()]
    found = ask([of_file(content, KEYS) for content in contents])
    assert len(found) > 20
    for content, each in zip(contents, found, strict=True):
        footer = json.loads(content.splitlines()[-1])
        assert (each["right"], each["fault"], each["status"]) == (True, None, "FINISHED")
        drawn = ["draws"] if each["variant"] in ("card_game", "colony61") else []  # test_second_draws.py
        signed = ["devices"] if b'"device":' in content else []
        assert each["proven"] == ["spelling", "order", "commitment", "chain", "table", *drawn, *signed, "signature"]
        assert [*each["unproven"][:1], *drawn, *each["unproven"][1:]] == ["rules", "draws", "board"]
        assert (each["secret"], each["nonces"]) == (footer["secret"], footer["nonces"])


def test_a_game_with_standing_orders_is_proven_by_both_and_a_changed_maximum_is_found_by_both(ask):
    """No event is new: an order stands in the commands that it gave."""
    game = Ordered().order("cy", BidUpTo(4, 34, then_pass=True)).order("ann", BidUpTo(4, 20))
    game.play(("bob", NominatePlant(1, 4, 4)), ("bob", PassBid(1))).execute(("bob", Resign()), ("cy", Resign()))
    content = export(game.rows, CODEC, RING.signer)
    changed = content.replace(b'"most":34', b'"most":35')
    assert content.count(b'"type":"FollowOrder"') > 3
    assert changed != content
    found = ask([of_file(content, OURS), of_file(changed, OURS)])
    assert (found[0]["right"], found[0]["fault"], found[0]["status"]) == (True, None, "FINISHED")
    for each, file in zip(found, (content, changed), strict=True):
        assert disagreement(verify(file, CODEC, RING.keys).fault, each) == ""
    assert found[1]["fault"]["code"] == "CHAIN"


def test_the_seed_that_is_told_is_the_one_that_the_game_was_played_with(ask):
    (told,) = ask([of_file(FILE, OURS)])
    assert told["seed"] == finished().aggregate.dice.seed.hex()


def test_it_is_told_who_knew_the_draws_from_the_start_on(ask):
    openings = [{}, {"seed": "known"}, {"setup": {"seats": 2, "bonus": []}}]
    books = [Book(OpenTable("demo", 2, rated=False, **each)).execute(*STARTED) for each in openings]
    found = ask([of_file(export(book.rows, CODEC, RING.signer), OURS) for book in books])
    assert [each["knewDraws"] for each in found] == ["SERVER", "HOST", "HOST"]


def test_a_file_for_one_viewer_is_proven_as_far_as_it_goes(ask):
    (told,) = ask([of_file(SEEN, OURS)])
    assert (told["right"], told["proven"], told["secret"]) == (True, ["spelling", "order", "signature"], "")
    assert told["unproven"] == ["commitment", "chain", "table", "rules", "draws", "board"]


def test_every_other_spelling_is_refused_with_the_same_code_at_the_same_event(ask):
    cases = list(spelled_otherwise())
    found = ask([of_file(content, OURS) for content in cases])
    wrong = []
    for content, each in zip(cases, found, strict=True):
        fault = verify(content, CODEC, RING.keys).fault
        assert fault
        if says := disagreement(fault, each):
            wrong.append(says)
    assert len(cases) > 60
    assert wrong == []


def test_checkpoints_are_held_to_the_file(ask):
    other = export(finished(secret=bytes(32)).rows, CODEC, RING.signer)
    kept, forged = checkpoint(ROWS, 8), msgspec.structs.replace(checkpoint(ROWS, 5), version=6)
    cases = [(FILE, [kept]), (other, [kept]), (FILE, [forged]), (SEEN, [checkpoint(ROWS, 12)])]
    cases.append((FILE, [kept, checkpoint(take_apart(other).rows, 8)]))
    found = ask([of_file(content, OURS, [msgspec.to_builtins(each) for each in kept]) for content, kept in cases])
    for (content, checkpoints), each in zip(cases, found, strict=True):
        assert disagreement(verify(content, CODEC, RING.keys, checkpoints).fault, each) == ""
    assert "checkpoints" in found[0]["proven"]
    assert [each["right"] for each in found] == [True, False, False, False, False]


def test_a_key_set_that_proves_nothing_is_refused(ask):
    (key,) = OURS["keys"]
    sets = [[key, key], [{**key, "kid": "another"}], *([key, key_of(weak)] for weak in weak_keys())]
    found = ask([of_file(FILE, {"keys": keys}) for keys in sets])
    assert [each["fault"]["code"] for each in found][:2] == ["KEY_DOUBLED", "KEY_ID"]
    assert {each["fault"]["code"] for each in found[2:]} == {"KEY_WEAK"}


def test_the_printed_vectors_are_what_its_dice_throw(ask):
    cases = [(kind, vector) for kind, vectors in VECTORS.items() for vector in vectors]
    told = ask([{"what": kind, **vector} for kind, vector in cases])
    assert told == [
        vector.get("is", vector.get("are")) if kind != "below" else [str(n) for n in vector["are"]]
        for kind, vector in cases
    ]
