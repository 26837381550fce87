"""The verifier in the page holds a file to the log as `turnledger verify --policy` does: same proofs, same faults."""

from base64 import b64encode
from random import Random

import pytest
from msgspec import to_builtins

from domain.history.codec import link_of
from domain.history.file import export, take_apart
from services.tlog.leaves import Leaf, game_digest, leaf_of
from services.tlog.merkle import consistency, inclusion
from services.tlog.policy import MalformedPolicy, read_policy
from services.tlog.proofs import proof_text
from services.tlog.tlog_storage import Proof
from services.tlog.verified import in_log
from tests.domain.history.book import CODEC, RING, finished, running
from tests.domain.history.test_beacon import played
from tests.tlog.test_merkle import node
from tests.tlog.tlog_kit import LOG, W1, W2, W3, checkpoint, mth
from tests.web.test_second_verifier import ask
from turnledger.merkle import WrongProof, check_consistency

pytestmark = pytest.mark.slow
__all__ = ["ask"]
WITNESSES = "\n".join(f"witness w{n} {each.key.vkey}" for n, each in enumerate((W1, W2, W3), 1))
POLICY = f"log {LOG.key.vkey} https://games.example/log\n{WITNESSES}\ngroup us 2 w1 w2 w3\nquorum us\n"
BOOK, PLAIN = played(), finished()
COMES_S = BOOK.aggregate.opened.beacon.time_ms(BOOK.aggregate.starting.round) // 1000
MUTANTS = 160


def filed(book, viewer="all"):
    return export(book.rows, CODEC, RING.signer, viewer)


def proofs_of(book, *witnesses, at=COMES_S - 1, leaves=None):
    """Return proofs of each line that the log has of the game, among others."""
    found: dict[str, Leaf] = {}
    for row in book.rows:
        if leaf := leaf_of(row):
            found.setdefault(leaf.kind, leaf)
    lines = [leaf.line for leaf in found.values()]
    logged = [b"a leaf of others", *(line.encode() for line in lines), *(b"%d" % n for n in range(9))]
    note = checkpoint(logged, *witnesses, at=at)
    return [
        Proof(book.game_id, line, proof_text(place, inclusion(node(logged), place, len(logged)), note))
        for place, line in enumerate(lines, 1)
    ]


def question(content, proofs, policy):
    return {
        "what": "log",
        "file": b64encode(content).decode(),
        "proofs": to_builtins(proofs),
        "policy": policy,
    }


def ours(content, proofs, policy):
    """Code and version of the fault, as our verifier has it; a malformed policy is a fault of the whole."""
    try:
        found = in_log(take_apart(content), proofs, read_policy(policy.encode()), CODEC)
    except MalformedPolicy:
        return ("LOG", 0)
    return found.fault and (found.fault.code, found.fault.version)


def theirs(found):
    assert not found["unable"]
    return found["fault"] and (found["fault"]["code"], found["fault"]["version"])


def test_what_a_quorum_saw_before_the_round_is_proven_with_its_moments(ask):
    (found,) = ask([question(filed(BOOK), proofs_of(BOOK, W1, W2), POLICY)])
    assert (found["fault"], found["quorum"]) == (None, "us")
    told = [(each["kind"], each["index"], each["size"], each["seenAt"]) for each in found["logged"]]
    seen = {"w1": COMES_S - 1, "w2": COMES_S - 1}
    assert told == [(kind, str(place), "13", seen) for place, kind in enumerate(("open", "start", "end"), 1)]


CASES = {
    "two of three": (BOOK, [W1, W2], {}, POLICY),
    "of a running game": (running(), [W2, W3], {}, POLICY),
    "without a beacon": (PLAIN, [W1, W3], {"at": COMES_S + 99}, POLICY),
    "after the round": (BOOK, [W1, W2], {"at": COMES_S}, POLICY),
    "no quorum": (BOOK, [W1], {}, POLICY),
    "nobody": (BOOK, [], {}, POLICY),
    "nobody is wanted": (BOOK, [], {}, POLICY.replace("quorum us", "quorum none")),
    "another log": (BOOK, [W1, W2], {}, POLICY.replace(LOG.key.vkey, W3.key.vkey)),
    "no quorum line": (BOOK, [W1, W2], {}, POLICY.replace("quorum us\n", "")),
    "a member twice": (BOOK, [W1, W2], {}, POLICY.replace("w1 w2 w3\n", "w1 w1 w3\n")),
    "a group of too few": (BOOK, [W1, W2], {}, POLICY.replace("us 2", "us 4")),
    "any": (BOOK, [W3], {}, POLICY.replace("us 2", "us any")),
    "all": (BOOK, [W1, W2], {}, POLICY.replace("us 2", "us all")),
    "one key twice": (BOOK, [W1, W2], {}, POLICY.replace(W3.key.vkey, W2.key.vkey)),
    "groups of groups": (BOOK, [W3], {}, POLICY.replace("group us 2 w1 w2 w3", "group a any w1 w2\ngroup us any a w3")),
}


@pytest.mark.parametrize("case", CASES)
def test_policies_and_witnesses_are_weighed_as_by_ours(ask, case):
    book, witnesses, how, policy = CASES[case]
    content, proofs = filed(book), proofs_of(book, *witnesses, **how)
    (found,) = ask([question(content, proofs, policy)])
    assert theirs(found) == ours(content, proofs, policy)


def test_the_cases_are_of_both_kinds():
    codes = [
        (ours(filed(book), proofs_of(book, *who, **how), policy) or ("",))[0]
        for book, who, how, policy in CASES.values()
    ]
    assert {code: codes.count(code) for code in codes} == {"": 6, "LOG_LATE": 1, "LOG": 8}


def test_a_proof_that_is_missing_or_of_another_game_or_leaf_is_found(ask):
    content, proofs = filed(BOOK), proofs_of(BOOK, W1, W2)
    sets = [proofs[1:], proofs[:2], [], proofs_of(PLAIN, W1, W2), [*proofs[:2], Proof("another", *_pair(proofs[2]))]]
    sets.append([Proof(each.game, each.leaf, proofs[0].proof) for each in proofs])
    found = ask([question(content, each, POLICY) for each in sets])
    assert [theirs(each) for each in found] == [ours(content, each, POLICY) for each in sets]
    assert all(each["fault"]["code"] == "LOG" for each in found)


def _pair(proof):
    return proof.leaf, proof.proof


def marked(book, *entries, witnesses=(W1, W2)):
    """The proofs of the game, and of other entries about it: kind, version and link, None for the file's own."""
    leaves = proofs_leaves(book)
    game = game_digest(book.game_id)
    for kind, version, link in entries:
        leaves.append(f"{kind} {game} {version} {link or link_of(book.rows[version - 1])}")
    logged = [leaf.encode() for leaf in leaves]
    note = checkpoint(logged, *witnesses, at=COMES_S - 1)
    return [
        Proof(book.game_id, leaf, proof_text(place, inclusion(node(logged), place, len(logged)), note))
        for place, leaf in enumerate(leaves)
    ]


def proofs_leaves(book):
    return [each.leaf for each in proofs_of(book, W1, W2)]


OTHER, CUT = "ab" * 32, running()
MARKS = {
    "of the file": (BOOK, [("mark", 5, None), ("mark", 6, None)], None),
    "of another course": (BOOK, [("mark", 5, None), ("mark", 6, OTHER)], ("LOG_OTHER", 6)),
    "after the end": (BOOK, [("mark", len(BOOK.rows) + 1, OTHER)], ("LOG_OTHER", len(BOOK.rows) + 1)),
    "after a file that was exported before": (CUT, [("mark", len(CUT.rows) + 1, OTHER)], None),
    "a second end": (BOOK, [("end", 6, OTHER)], ("LOG_OTHER", 6)),
}


@pytest.mark.parametrize("case", MARKS)
def test_marks_bind_the_file(ask, case):
    book, entries, fault = MARKS[case]
    content, proofs = filed(book), marked(book, *entries)
    assert ours(content, proofs, POLICY) == fault
    (found,) = ask([question(content, proofs, POLICY)])
    assert theirs(found) == fault


def test_a_mark_that_no_witness_saw_accuses_the_server_of_nothing_but_a_bad_proof(ask):
    seen, unseen = marked(BOOK), marked(BOOK, ("mark", 6, OTHER), witnesses=())
    content, proofs = filed(BOOK), [*seen, unseen[-1]]
    (found,) = ask([question(content, proofs, POLICY)])
    assert theirs(found) == ours(content, proofs, POLICY) == ("LOG", 6)


def test_changed_proofs_and_policies_are_judged_alike(ask):
    content, proofs, random = filed(BOOK), proofs_of(BOOK, W1, W2), Random(20)
    cases = []
    for number in range(MUTANTS):
        one = list(proofs)
        policy = POLICY
        if number % 4:
            place = random.randrange(3)
            one[place] = Proof(one[place].game, one[place].leaf, changed(one[place].proof, random))
        else:
            policy = changed(POLICY, random)
        cases.append((one, policy))
    found = ask([question(content, *case) for case in cases])
    assert [theirs(each) for each in found] == [ours(content, *case) for case in cases]
    assert sum(each["fault"] is not None for each in found) > MUTANTS // 2


def changed(text, random):
    """With a letter more, less or another, a line more or less, or bytes of a signature exchanged."""
    place, letter = random.randrange(len(text)), random.choice("0aA/+= \n—é\t")
    lines = text.split("\n")
    line = random.randrange(len(lines))
    return random.choice(
        [
            text[:place] + letter + text[place:],
            text[:place] + text[place + 1 :],
            text[:place] + letter + text[place + 1 :],
            "\n".join([*lines[:line], *lines[line + 1 :]]),
            "\n".join([*lines[: line + 1], *lines[line:]]),
        ]
    )


def test_growth_is_proven_and_checked_as_by_ours(ask):
    leaves = [b"%d" % n for n in range(20)]
    cases, right = [], []
    for old in range(21):
        for size in range(old, 21):
            proof = consistency(node(leaves), old, size)
            cases.append(_growth(proof, old, mth(leaves[:old]), size, mth(leaves[:size])))
            right.append(True)
            other = mth(leaves[: old - 1]) if old else b"\1" * 32
            cases.append(_growth(proof, old, other, size, mth(leaves[:size])))
            cases.append(_growth([*proof, b"\2" * 32], old, mth(leaves[:old]), size, mth(leaves[:size])))
            cases.append(_growth(proof[:-1], old, mth(leaves[:old]), size, mth(leaves[:size])))
            right += [_is_right(each) for each in cases[-3:]]
    assert ask(cases) == right
    assert right.count(False) > 400


def _growth(proof, old, old_root, size, root):
    older, newer = {"size": old, "root": old_root.hex()}, {"size": size, "root": root.hex()}
    return {"what": "grows", "proof": [each.hex() for each in proof], "older": older, "newer": newer}


def _is_right(case):
    older, newer = case["older"], case["newer"]
    proof = [bytes.fromhex(each) for each in case["proof"]]
    try:
        check_consistency(
            proof, older["size"], bytes.fromhex(older["root"]), newer["size"], bytes.fromhex(newer["root"])
        )
    except WrongProof:
        return False
    return True


def test_what_it_asks_tiles_for_makes_the_same_proof_of_growth(ask):
    leaves = [b"%d" % n for n in range(20)]
    hashes = node(leaves)
    nodes = {f"{level} {n}": hashes(level, n).hex() for level in range(5) for n in range(20 >> level)}
    pairs = [(old, size) for size in range(1, 21) for old in range(size)]
    found = ask([{"what": "consistency", "nodes": nodes, "old": old, "size": size} for old, size in pairs])
    assert found == [[each.hex() for each in consistency(hashes, old, size)] for old, size in pairs]
