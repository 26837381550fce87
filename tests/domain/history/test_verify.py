"""A history proves itself: what was changed after it was stored, and what a cheating server stored, is found."""

import json
import re
from random import Random

import msgspec
import pytest

from domain.history.chain import next_link
from domain.history.codec import link_of, sealed_bytes
from domain.history.file import (
    ALL,
    NoSuchViewer,
    checkpoint_message,
    export,
    footer_of,
    header_of,
    lay_out,
    lay_out_parts,
    sealed,
    signed_message,
    take_apart,
)
from domain.history.record import EventRow
from domain.history.verify import Checkpoint, contradiction, verify, verify_rows
from domain.kernel.variant import Edition
from domain.table.aggregate import fold
from domain.table.decide import Ruling, decide
from domain.table.messages import (
    Clock,
    GameBegan,
    Lineage,
    OpenTable,
    PlayerSeated,
    Position,
    Resign,
    StartGame,
    TakeSeat,
    Terms,
    Undo,
)
from services.history.keys import SigningKeys, published_keys
from support import demo
from tests.domain.history.book import CODEC, RING, SECRET, STARTED, Book, chosen, finished, running

GAME = finished()
FILE = export(GAME.rows, CODEC, RING.signer)
THIEF = SigningKeys.from_secrets("a key that nobody published")
WAYS = 1_000


def fault_of(content, checkpoints=(), keys=RING.keys):
    return verify(content, CODEC, keys, checkpoints).fault


def test_a_game_that_was_played_by_the_rules_is_proven():
    verdict = verify(FILE, CODEC, RING.keys)
    assert verdict.fault is None
    assert verdict.notes == ()
    assert (verdict.game_id, verdict.status, verdict.events, verdict.commands) == ("game-1", "FINISHED", 14, 8)
    assert verify_rows(GAME.rows, CODEC).fault is None


def test_a_game_that_is_not_over_is_proven_so_far():
    verdict = verify(export(running().rows, CODEC, RING.signer), CODEC, RING.keys)
    assert verdict.fault is None
    assert verdict.notes == ("the game is RUNNING: more may follow",)


def test_the_same_game_gives_the_same_bytes():
    assert export(finished().rows, CODEC, RING.signer) == FILE


# Edited after it was stored.


def flipped(rng, content):
    place = rng.randrange(len(content))
    return content[:place] + bytes([content[place] ^ rng.randrange(1, 256)]) + content[place + 1 :]


def dropped(rng, content):
    lines = content.splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    return b"".join(lines)


def swapped(rng, content):
    lines = content.splitlines(keepends=True)
    one, other = rng.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def inserted(rng, content):
    lines = content.splitlines(keepends=True)
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return b"".join(lines)


def edited_and_signed_again(rng, content):
    """Another digit somewhere, numbered and signed again: with the true key, as a thief of it would."""
    laid_out = content[: content.rindex(b',"signature"')]
    digits = [place for place, byte in enumerate(laid_out) if chr(byte).isdigit()]
    place = rng.choice(digits)
    digit = str((int(chr(laid_out[place])) + rng.randrange(1, 10)) % 10).encode()
    laid_out = laid_out[:place] + digit + laid_out[place + 1 :]
    return sealed(laid_out, RING.signer.sign(signed_message(laid_out)))


def signed_by_nobody(rng, content):
    laid_out = lay_out(GAME.rows, CODEC, rng.choice((THIEF.signer.key, RING.signer.key)))
    return sealed(laid_out, THIEF.signer.sign(signed_message(laid_out)))


def test_every_one_of_a_thousand_edits_is_caught():
    rng = Random(8)
    edits = (flipped, flipped, dropped, swapped, inserted, edited_and_signed_again, signed_by_nobody)
    missed = []
    for way in range(WAYS):
        edit = edits[way % len(edits)]
        content = edit(rng, FILE)
        assert content != FILE
        if fault_of(content) is None:
            missed.append((edit.__name__, way))
    assert missed == []


def lines(content=FILE):
    return content.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("edit", "code", "version"),
    [
        (lambda file: file[:6] + file[7:], "GAP", 7),
        (lambda file: [*file[:6], file[7], file[6], *file[8:]], "GAP", 7),
        (lambda file: [*file[:6], file[6].replace(b'"number":3', b'"number":2'), *file[7:]], "CHAIN", 6),
        (lambda file: [file[0].replace(b'"ann"', b'"eve"'), *file[1:]], "HEADER", 0),
        (lambda file: [*file[:-1], file[-1].replace(b'"score":51', b'"score":52')], "FOOTER", 0),
        (lambda file: [*file[:-1], file[-1][:-4] + b'0"}\n'], "SIGNATURE", 0),
        (lambda file: [*file[:-2], file[-1]], "TORN", 14),
        (lambda file: file[:4], "MEMBERS", 0),
        (lambda file: [b"{}\n", *file[1:]], "MEMBERS", 0),
        (lambda file: [*file[:6], file[6].replace(b'"version":', b'"version": ', 1), *file[7:]], "WHITE_SPACE", 0),
        (lambda file: [*file[:6], file[6][:-2] + b',"more":{}}\n', *file[7:]], "MALFORMED", 6),
    ],
)
def test_the_first_wrong_thing_is_named(edit, code, version):
    fault = fault_of(b"".join(edit(lines())))
    assert (fault.code, fault.version) == (code, version)


@pytest.mark.parametrize("part", [b'{"event":', b'{"event":{"type":"GameOpened"},"command":'], ids=["event", "command"])
def test_a_body_nested_without_end_is_named_and_does_not_stop_the_verifier(part):
    file = lines()
    start = file[1].index(b'"body":') + len(b'"body":')
    file[1] = file[1][:start] + part + b"[" * 50_000 + b"]" * 50_000 + b"}}\n"
    assert fault_of(b"".join(file)).version in (0, 1)


def test_a_file_signed_with_an_unknown_key_is_not_believed():
    assert fault_of(export(GAME.rows, CODEC, THIEF.signer)).code == "KEY_UNKNOWN"


def test_a_file_signed_before_a_rotation_verifies_with_the_published_set():
    rotated = RING.rotated()
    assert rotated.signer.key != RING.signer.key
    assert fault_of(FILE, keys=published_keys(rotated.published())) is None


# Stored by a server that cheats, chained and signed with the true secret and key.


def cheated(**how):
    return fault_of(export(finished(**how).rows, CODEC, RING.signer))


@pytest.mark.rule("TB-DICE-02")
def test_a_server_that_shuffled_until_it_liked_the_deck_is_caught():
    def shuffled_twice(aggregate, command, actor, now_ms):
        decision = decide(aggregate, command, actor, now_ms)
        if not isinstance(command, StartGame):
            return decision
        events = (decision.events[0], demo.DemoStarted(2, decision.events[1].bonus[::-1]))
        return Ruling(events, fold(events, aggregate, actor))

    fault = cheated(decide=shuffled_twice)
    assert (fault.version, fault.topic) == (5, "demo.DemoStarted/1")
    assert "stored is" in fault.says


@pytest.mark.rule("TB-DICE-01")
def test_a_secret_picked_after_the_nonces_does_not_fit_the_commitment():
    honest = running().rows[0]
    late = Book(secret=bytes(reversed(SECRET))).execute(*STARTED, *chosen(3, 1), *chosen(2, 1))
    bound = msgspec.json.decode(honest.body)["event"]["commitment"].encode()
    content = export(late.rows, CODEC, RING.signer)
    own = lines(content)[0].split(b'"commitment":"')[1][:64]
    forged = content.replace(own, bound)
    laid_out = forged[: forged.rindex(b',"signature"')]
    fault = fault_of(sealed(laid_out, RING.signer.sign(signed_message(laid_out))))
    assert (fault.code, fault.rule, fault.version) == ("SECRET", "TB-DICE-01", 1)


@pytest.mark.rule("TB-START-01")
def test_a_game_on_an_edition_that_was_never_published_is_caught():
    def with_another_edition(aggregate, command, actor, now_ms):
        decision = decide(aggregate, command, actor, now_ms)
        if not isinstance(command, StartGame):
            return decision
        began = msgspec.structs.replace(decision.events[0], editions=(Edition("demo-1", "f" * 64),))
        return Ruling((began, *decision.events[1:]), decision.aggregate)

    rows = finished(decide=with_another_edition).rows
    header = header_of(GAME.aggregate, ALL)
    footer = footer_of(GAME.aggregate, link_of(rows[-1]), RING.signer.key)
    laid_out = lay_out_parts(header, rows, footer)
    fault = fault_of(sealed(laid_out, RING.signer.sign(signed_message(laid_out))))
    assert (fault.code, fault.version, fault.topic) == ("REFUSED", 4, "table.GameBegan/1")
    assert "UNKNOWN_EDITION" in fault.says


def test_a_move_that_the_rules_refuse_is_caught_with_the_rule():
    def generous(aggregate, command, actor, now_ms):
        if isinstance(command, demo.Choose) and command.number == 9:
            events = (demo.NumberChosen(command.player, 9),)
            return Ruling(events, fold(events, aggregate, actor))
        return decide(aggregate, command, actor, now_ms)

    book = Book(decide=generous).execute(*STARTED, chosen(9, 1)[0])
    fault = fault_of(export(book.rows, CODEC, RING.signer))
    assert (fault.code, fault.rule, fault.version) == ("REFUSED", "DEMO-01", 6)


def test_an_answer_that_is_not_the_rules_own_is_caught():
    def favours_bob(aggregate, command, actor, now_ms):
        decision = decide(aggregate, command, actor, now_ms)
        events = tuple(
            demo.NumbersRevealed(event.numbers, (event.totals[0], event.totals[1] + 5))
            if isinstance(event, demo.NumbersRevealed)
            else event
            for event in decision.events
        )
        return Ruling(events, fold(events, aggregate, actor))

    fault = cheated(decide=favours_bob)
    assert (fault.version, fault.topic) == (8, "demo.NumbersRevealed/1")
    assert '"totals":[3,1]' in fault.says


def test_an_untrue_answer_is_named_before_a_later_command_that_is_refused():
    def cheats(aggregate, command, actor, now_ms):
        if isinstance(command, demo.Choose) and command.number == 9:
            events = (demo.NumberChosen(command.player, 9),)
            return Ruling(events, fold(events, aggregate, actor))
        decision = decide(aggregate, command, actor, now_ms)
        events = tuple(
            demo.NumbersRevealed(event.numbers, (9, 9)) if isinstance(event, demo.NumbersRevealed) else event
            for event in decision.events
        )
        return Ruling(events, fold(events, aggregate, actor))

    book = Book(decide=cheats).execute(*STARTED, *chosen(3, 1), chosen(9, 1)[0])
    fault = fault_of(export(book.rows, CODEC, RING.signer))
    assert (fault.code, fault.version, fault.topic) == ("DICE", 8, "demo.NumbersRevealed/1")


def test_an_event_that_no_program_knows_is_named_though_its_links_are_right():
    rows, last = list(GAME.rows), GAME.rows[-1]
    unknown = EventRow(last.stream_id, last.version, "demo.Sang/1", last.body)
    link = next_link(link_of(rows[-2]), SECRET, last.version, sealed_bytes(unknown))
    rows[-1] = msgspec.structs.replace(unknown, body=last.body.replace(link_of(last).encode(), link.encode()))
    fault = verify_rows(rows, CODEC).fault
    assert (fault.code, fault.version, fault.topic) == ("EVENT", 14, "demo.Sang/1")


def test_a_position_that_the_rules_break_on_is_named_and_does_not_stop_the_verifier():
    def unchecked(aggregate, command, actor, now_ms):
        if isinstance(command, demo.Choose):
            events = (demo.NumberChosen(command.player, command.number),)
            return Ruling(events, fold(events, aggregate))
        return decide(aggregate, command, actor, now_ms)

    state = {"bonus": [1, 0], "round": 1, "chosen": [None, 2], "totals": [0, 0, 0]}
    position = Position(state, ("red", "green"), demo.VARIANT.editions(), Lineage("BRANCH", "game-0", 7, "aa"))
    book = Book(OpenTable("demo", 2, rated=False, position=position), decide=unchecked)
    book.execute(("ann", TakeSeat("red")), ("bob", TakeSeat("green")), ("ann", StartGame()), chosen(3, 1)[0])
    fault = fault_of(export(book.rows, CODEC, RING.signer))
    assert (fault.code, fault.version, fault.says) == ("BROKEN", 5, "the rules break on the command: ValueError")


@pytest.mark.rule("TB-RATE-07")
def test_a_history_that_makes_a_guest_somebody_with_a_name_is_found_out():
    def unsaid(aggregate, command, actor, now_ms):
        decision = decide(aggregate, command, actor, now_ms)
        named = tuple(
            msgspec.structs.replace(each, guest=msgspec.UNSET) if isinstance(each, PlayerSeated) else each
            for each in decision.events
        )
        return Ruling(named, decision.aggregate)

    seats = (("ann", TakeSeat()), ("bob", TakeSeat(guest=True)))
    assert verify_rows(Book().execute(*seats, ("ann", StartGame())).rows, CODEC).fault is None
    fault = verify_rows(Book(decide=unsaid).execute(*seats).rows, CODEC).fault
    assert (fault.code, fault.version) == ("EVENT", 3)


def test_rules_of_another_version_are_named():
    def older(aggregate, command, actor, now_ms):
        decision = decide(aggregate, command, actor, now_ms)
        if isinstance(decision.events[0], GameBegan):
            began = msgspec.structs.replace(decision.events[0], rules_version=0)
            return Ruling((began, *decision.events[1:]), decision.aggregate)
        return decision

    fault = verify_rows(Book(decide=older).execute(*STARTED).rows, CODEC).fault
    assert (fault.code, fault.rule, fault.version) == ("RULES_VERSION", "TB-START-02", 4)
    assert "rules_version=0" in fault.says


def test_the_same_request_answered_twice_is_caught():
    book = Book().execute(*STARTED)
    rows = list(book.rows)
    again, _ = CODEC.seal(
        "game-1",
        6,
        decide(book.aggregate, demo.Choose(0, 1), "ann", 0).events,
        at=CODEC.read(rows[-1]).envelope.at,
        actor="ann",
        request_id="request-2",
        command=b'{"type":"Choose","player":0,"number":1}',
        secret=SECRET,
        chain=book.chain,
        rules_version=1,
    )
    assert fault_of(export([*rows, *again], CODEC, RING.signer)).code == "REQUEST_REPEATED"


# A whole game rewritten by a holder of the secret and the key.


def checkpoint(book, version, ring=RING):
    chain = link_of(book.rows[version - 1])
    signature = ring.signer.sign(checkpoint_message(book.game_id, version, chain)).hex()
    return Checkpoint(book.game_id, version, chain, ring.signer.key, signature)


def test_a_rewritten_game_cannot_stand_against_what_was_signed_before():
    rewritten = export(Book().execute(*STARTED, *chosen(1, 3), *chosen(1, 3)).rows, CODEC, RING.signer)
    assert fault_of(rewritten) is None
    kept = [checkpoint(GAME, version) for version in (5, 8)]
    assert fault_of(FILE, kept) is None
    fault = fault_of(rewritten, kept)
    assert (fault.code, fault.version) == ("CHECKPOINT", 8)


def test_a_checkpoint_beyond_the_end_or_with_a_wrong_signature_is_named():
    short = export(running().rows, CODEC, RING.signer)
    assert fault_of(short, [checkpoint(GAME, 14)]).code == "CHECKPOINT"
    false = msgspec.structs.replace(checkpoint(GAME, 5), version=6)
    assert fault_of(FILE, [false]).code == "CHECKPOINT"


def test_checkpoints_of_a_key_that_was_taken_out_of_the_set_are_noted_and_prove_nothing():
    verdict = verify(FILE, CODEC, RING.keys, [checkpoint(GAME, 5, THIEF), checkpoint(GAME, 8)])
    assert verdict.fault is None
    assert [THIEF.signer.key in note for note in verdict.notes] == [True]


# For one viewer of a game that runs.


def test_what_a_viewer_may_see_is_signed_and_gives_nothing_away():
    content = export(running().rows, CODEC, RING.signer, "seat 1")
    verdict = verify(content, CODEC, RING.keys)
    assert verdict.fault is None
    assert "as seat 1" in verdict.notes[0]
    assert SECRET.hex().encode() not in content
    assert b'"bonus":[]' in content
    assert b'"player":0,"number":null' in content
    assert b'"player":1,"number":1' in content
    assert b"command" not in content


def test_what_a_viewer_was_shown_is_held_to_the_whole_history():
    whole = take_apart(FILE)
    early = Book().execute(*STARTED, *chosen(3, 1), chosen(2, 1)[0])
    for viewer in ("seat 0", "seat 1", "spectator", "all"):
        shown = take_apart(export(early.rows, CODEC, RING.signer, viewer))
        assert contradiction(whole, shown, CODEC) is None
    another = Book().execute(*STARTED, *chosen(2, 1))
    fault = contradiction(whole, take_apart(export(another.rows, CODEC, RING.signer, "seat 1")), CODEC)
    assert (fault.code, fault.version) == ("CONTRADICTION", 6)


def retold(file, rows=None, footer=(), **header):
    """A viewer's file with other content, as a dishonest server would sign it."""
    replace = msgspec.structs.replace
    told = replace(file.footer, signature=msgspec.UNSET, key=RING.signer.key, **dict(footer))
    laid_out = lay_out_parts(replace(file.header, **header), file.rows if rows is None else rows, told)
    return sealed(laid_out, RING.signer.sign(signed_message(laid_out)))


@pytest.mark.parametrize("line", [0, -1], ids=["header", "footer"])
def test_faults_quote_members_of_a_file_as_it_spells_them(line):
    right, wrong = lines(), lines()
    old, new = (b'"ann"', b'"eve"') if line == 0 else (b'"score":51', b'"score":52')
    wrong[line] = wrong[line].replace(old, new)
    _, stated, proven = re.fullmatch(r"(\w+) is (.+), the events say (.+)", fault_of(b"".join(wrong)).says).groups()
    assert (stated.encode() in wrong[line], proven.encode() in right[line]) == (True, True), (stated, proven)
    assert json.loads(stated) != json.loads(proven)


def test_header_and_footer_of_a_viewers_file_are_held_to_the_whole_history():
    whole, early = take_apart(FILE), Book().execute(*STARTED, *chosen(3, 1), chosen(2, 1)[0])
    shown = take_apart(export(early.rows, CODEC, RING.signer, "seat 1"))
    board = msgspec.structs.replace(shown.footer.board, sha256="0" * 64)
    link = shown.rows[6].body[-66:-2].decode()
    lies = {
        "players": retold(shown, players=("ann", "eve")),
        "rated": retold(shown, rated=False),
        "status": retold(shown, status="CLOSED"),
        "commitment": retold(shown, commitment="0" * 64),
        "rules_version": retold(shown, rules_version=None),
        "board": retold(shown, footer={"board": board}),
        "nonces": retold(shown, footer={"nonces": ("aa", "bb")}),
        "inside a command": retold(shown, shown.rows[:7], footer={"chain": link}),
    }
    assert contradiction(whole, take_apart(retold(shown)), CODEC) is None
    for what, lie in lies.items():
        assert fault_of(lie) is None, f"{what}: told by itself the file cannot be proven wrong"
        fault = contradiction(whole, take_apart(lie), CODEC)
        assert (fault.code, what in fault.says) == ("CONTRADICTION", True)


def test_a_viewers_file_that_goes_on_longer_than_the_whole_one_is_of_the_same_table():
    whole = take_apart(export(Book().execute(*STARTED[:1]).rows, CODEC, RING.signer))
    later = take_apart(export(running().rows, CODEC, RING.signer, "seat 0"))
    assert contradiction(whole, later, CODEC) is None
    assert "rated" in contradiction(whole, take_apart(retold(later, rated=False)), CODEC).says


@pytest.mark.parametrize("viewer", ["seat 2", "seat x", "seat -1", "seat 00", "nobody", ""])
def test_a_viewer_that_the_game_does_not_have_gets_no_file_and_is_believed_none(viewer):
    with pytest.raises(NoSuchViewer):
        export(running().rows, CODEC, RING.signer, viewer)
    shown = take_apart(export(running().rows, CODEC, RING.signer, "seat 1"))
    fault = fault_of(retold(shown, viewer=viewer))
    assert (fault.code, fault.says) == ("HEADER", f'viewer is "{viewer}", the game has 2 seats')


def test_a_false_board_told_with_true_links_is_a_contradiction():
    shown = take_apart(export(running().rows, CODEC, RING.signer, "seat 0"))
    rows = list(shown.rows)
    rows[5] = msgspec.structs.replace(rows[5], body=rows[5].body.replace(b'"number":3', b'"number":1'))
    fault = contradiction(take_apart(FILE), msgspec.structs.replace(shown, rows=tuple(rows)), CODEC)
    assert (fault.code, fault.version) == ("CONTRADICTION", 6)


def test_clocks_undone_commands_and_resignations_are_proven_too():
    terms = Terms(clock=Clock(move_s=600, on_timeout="DEFAULT"))
    book = Book(OpenTable("demo", 2, terms=terms)).execute(*STARTED, chosen(3, 1)[0], ("ann", Undo()))
    book.execute(chosen(2, 1)[0], ("bob", Resign()))
    assert {"ClocksSet", "CommandsUndone", "SeatResigned"} <= {
        type(CODEC.read(row).event).__name__ for row in book.rows
    }
    verdict = verify(export(book.rows, CODEC, RING.signer), CODEC, RING.keys)
    assert (verdict.fault, verdict.status) == (None, "FINISHED")


def test_edits_of_a_viewers_file_are_caught():
    content = export(running().rows, CODEC, RING.signer, "spectator")
    rng = Random(9)
    for edit in (flipped, dropped, swapped, inserted) * 25:
        assert fault_of(edit(rng, content))


def test_a_closed_table_and_an_open_one_can_be_proven_too():
    opened = Book(OpenTable("demo", 2)).execute(("ann", TakeSeat()))
    assert fault_of(export(opened.rows, CODEC, RING.signer)) is None
