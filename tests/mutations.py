"""Files that differ from right ones, by a seed: none may pass that differs in what matters, and none may be refused
that says the same game honestly. Both verifiers are asked where the second one runs.

    python -m tests.mutations --count 100000 [--seed 1] [--files FILE …] [--ours-only]

Without `--files`: the golden game of demo, the first commands of the others, and what single viewers see of them. A
file has to be signed with the key of the tests. Prints what each way of changing came to, and exits 1 if one passed
that must not, one was refused that must not be, or the two disagree.

The author of a change is `anybody`, with a file; `key`, who can sign; or `all`, with key and secret, who makes every
link again: the server itself. Three changes of such a server cannot be proven: the moment of a command, its request
number, and another command with the same events.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from domain.history.chain import first_link, next_link
from domain.history.codec import sealed_bytes
from domain.history.file import ALL, export, sealed, signed_message, take_apart
from domain.history.record import EventRow
from domain.history.verify import Verdict, verify
from domain.kernel.ids import Seat
from domain.table.messages import StartGame, TakeSeat
from support import demo
from tests.domain.history.book import CODEC, RING, Book
from tests.web.second import Ask, disagreement, of_file, second_verifier

demo.register()
GOLDEN = Path(__file__).parent / "golden/history"
WHOLE = ("demo", "signed", "draws/power_grid", "draws/card_game")
BATCH = 500
COMMANDS_MAX = 12
_TOKENS = re.compile(rb'[{}\[\],:]|"(?:[^"\\]|\\.)*"|[^{}\[\],:"]+')
_DEVICE = re.compile(rb',"device":\{"key":"([0-9a-f]+)","signature":"([0-9a-f]+)"\}')
_SIGNED_ROUND = re.compile(rb'"round":(\d+),"signature":"([0-9a-f]+)"')
_NAMES_A_ROUND = ("table.DrawAwaited/", "table.DrawMade/", "table.RoundsGivenUp/", "table.GameStarting/")
_BOARD_SCHEMA = re.compile(rb'(?<="board":\{"schema":)[0-9]+')
_CHAIN = re.compile(rb',"chain":"[0-9a-f]{64}"\}\Z')


class Source(Struct, frozen=True):
    content: bytes
    secret: bytes
    """The secret of the game; empty for a file for one viewer."""


class Mutant(Struct, frozen=True):
    """`passes`: whether it has to; None where it may, if it tells the same events."""

    way: str
    content: bytes
    source: Source
    passes: bool | None = False


def sources(files: Sequence[Path] = ()) -> list[Source]:
    contents = [path.read_bytes() for path in files]
    if not contents:
        for path in sorted(GOLDEN.glob("*.jsonl")):
            rows = begun(take_apart(path.read_bytes()).rows, COMMANDS_MAX)
            contents += [export(rows, CODEC, RING.signer, viewer) for viewer in (ALL, "spectator", "seat 1")]
        contents += [(GOLDEN / f"{name}.jsonl").read_bytes() for name in WHOLE]
    return [Source(content, _secret(content)) for content in contents]


def begun(rows: Sequence[EventRow], commands: int) -> Sequence[EventRow]:
    """The rows of the first commands of a game, but for its last."""
    starts = [place for place, row in enumerate(rows) if CODEC.read(row).envelope.command]
    return rows[: starts[min(commands, len(starts) - 1)]]


def _secret(content: bytes) -> bytes:
    return bytes.fromhex(content.split(b'"secret":"', 1)[1][:64].decode()) if b'"viewer":"all"' in content else b""


# Any holder of a file.


def flipped(rng: Random, content: bytes) -> bytes:
    place = rng.randrange(len(content))
    return content[:place] + bytes([content[place] ^ rng.randrange(1, 256)]) + content[place + 1 :]


def left_out(rng: Random, content: bytes) -> bytes:
    place, length = rng.randrange(len(content)), rng.choice((1, 1, 1, 2, 7, 80))
    return content[:place] + content[place + length :]


def put_in(rng: Random, content: bytes) -> bytes:
    place, more = (
        rng.randrange(len(content) + 1),
        rng.choice((b" ", b"\n", b"\r", b"0", b'"', b"{}", b",", b"\0", b"\\")),
    )
    return content[:place] + more + content[place:]


def cut_off(rng: Random, content: bytes) -> bytes:
    return content[: rng.randrange(len(content))]


def _lines(rng: Random, content: bytes, change: Callable[[Random, list[bytes]], None]) -> bytes:
    lines = content.splitlines(keepends=True)
    change(rng, lines)
    return b"".join(lines)


def line_dropped(rng: Random, content: bytes) -> bytes:
    return _lines(rng, content, lambda rng, lines: lines.pop(rng.randrange(len(lines))) and None)


def line_doubled(rng: Random, content: bytes) -> bytes:
    return _lines(rng, content, lambda rng, lines: lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines)))


def lines_swapped(rng: Random, content: bytes) -> bytes:
    def swap(rng: Random, lines: list[bytes]) -> None:
        one, other = rng.sample(range(len(lines)), 2)
        lines[one], lines[other] = lines[other], lines[one]

    return _lines(rng, content, swap)


BY_ANYBODY = (flipped, left_out, put_in, cut_off, line_dropped, line_doubled, lines_swapped)


# The holder of the key.


def signed(laid_out: bytes) -> bytes:
    return sealed(laid_out, RING.signer.sign(signed_message(laid_out)))


def by_key(rng: Random, source: Source) -> Iterator[Mutant]:
    """Yield changes of a whole file: a viewer's file can be changed in many ways without proof before the end."""
    laid_out = source.content[: source.content.rindex(b',"signature"')]
    for change in BY_ANYBODY:
        if (changed := change(rng, laid_out)) != laid_out:
            yield Mutant(f"key: {change.__name__}", signed(changed), source)


# The holder of the secret, too.


def again(source: Source, bodies: Sequence[tuple[str, bytes]]) -> bytes:
    """Return the file with these topics and bodies, links and signature made again. A file for one viewer keeps its
    links."""
    lines = source.content.splitlines(keepends=True)
    told, link = take_apart(source.content), ""
    rows = []
    if source.secret:
        link = first_link(told.header.game, told.header.commitment)
    for version, (topic, body) in enumerate(bodies, 1):
        if source.secret and _CHAIN.search(body):
            link = next_link(
                link, source.secret, version, sealed_bytes(EventRow(told.header.game, version, topic, body))
            )
            body = body[:-66] + link.encode() + b'"}'
        rows.append(b'{"version":%d,"topic":"%b","body":%b}\n' % (version, topic.encode(), body))
    footer = lines[-1][: lines[-1].rindex(b',"signature"')]
    if source.secret:
        footer = footer.replace(told.footer.chain.encode(), link.encode())
    return signed(b"".join((lines[0], *rows, footer)))


def spaced(rng: Random, tokens: list[bytes]) -> None:
    tokens.insert(rng.randrange(len(tokens) + 1), rng.choice((b" ", b"\t", b"\r")))


def escaped(rng: Random, tokens: list[bytes]) -> None:
    place = rng.choice([place for place, token in enumerate(tokens) if len(token) > 2 and token[:1] == b'"'])
    at = rng.randrange(1, len(tokens[place]) - 1)
    letter = tokens[place][at]
    if letter < 128 and letter != ord("\\") and tokens[place][at - 1] != ord("\\"):
        tokens[place] = tokens[place][:at] + b"\\u%04x" % letter + tokens[place][at + 1 :]


def doubled(_: Random, tokens: list[bytes]) -> None:
    """The first member of an object once more, in front."""
    begins = [place for place in range(len(tokens) - 3) if tokens[place] == b"{" and tokens[place + 1][:1] == b'"']
    plain = [place for place in begins if tokens[place + 3] not in (b"{", b"[")]
    if plain:
        place = plain[0]
        tokens[place + 1 : place + 1] = [*tokens[place + 1 : place + 4], b","]


def renumbered(rng: Random, tokens: list[bytes]) -> None:
    numbers = [place for place, token in enumerate(tokens) if token.lstrip(b"-").isdigit()]
    if numbers:
        place = rng.choice(numbers)
        number = tokens[place]
        same = [number + b".0", number + b"e0", b"0" + number, b"+" + number, b"1" + b"0" * 16]
        tokens[place] = rng.choice([*same, b"-0"] if number == b"0" else same)


def turned_round(rng: Random, tokens: list[bytes]) -> None:
    """Two neighbouring plain members change places."""
    pairs = [
        place
        for place in range(len(tokens) - 7)
        if tokens[place + 1] == tokens[place + 5] == b":" and tokens[place + 3] == b","
        and not {tokens[place + 2], tokens[place + 6]} & {b"{", b"["}
    ]  # fmt: skip
    if pairs:
        place = rng.choice(pairs)
        tokens[place : place + 7] = [*tokens[place + 4 : place + 7], b",", *tokens[place : place + 3]]


def loud(rng: Random, tokens: list[bytes]) -> None:
    """Hex in capitals."""
    digits = [place for place, token in enumerate(tokens) if re.fullmatch(rb'"[0-9a-f]{64}"', token)]
    if digits:
        place = rng.choice(digits)
        tokens[place] = tokens[place].upper()


def timed(rng: Random, tokens: list[bytes]) -> None:
    """The moment in other words."""
    at = [place for place, token in enumerate(tokens) if re.fullmatch(rb'"\d{4}-.*Z"', token)]
    if at:
        moment = tokens[at[0]]
        tokens[at[0]] = rng.choice(
            (moment.replace(b"Z", b"+00:00"), moment.replace(b"Z", b".000000Z"), moment.replace(b"Z", b"z"),
             moment.replace(b"T", b" "), moment.replace(b"Z", b""), moment.replace(b"Z", b".0Z"))
        )  # fmt: skip


def changed(rng: Random, tokens: list[bytes]) -> None:
    """Another figure or text somewhere in what happened."""
    end = next((place for place, token in enumerate(tokens) if token == b'"at"'), 0)
    values = [
        place for place in range(2, end) if tokens[place - 1] in (b":", b"[", b",") and tokens[place] not in b"{}[],:"
    ]
    if values:
        place = rng.choice(values)
        other = {b"true": b"false", b"false": b"true", b"null": b"0"}
        token = tokens[place]
        if token[:1] == b'"':
            tokens[place] = token[:-1] + b'x"'
        else:
            tokens[place] = other.get(token) or b"%d" % (int(token) + rng.choice((-1, 1, 7)))


SPELLINGS = (spaced, escaped, doubled, renumbered, turned_round, loud, timed)


def by_all(rng: Random, source: Source) -> Iterator[Mutant]:
    rows = take_apart(source.content).rows
    bodies = [(row.topic, row.body) for row in rows]
    for change in (*SPELLINGS, changed):
        if change is changed and not source.secret:
            continue  # what a server tells one viewer while a game runs can be proven wrong at its end alone
        place = rng.randrange(len(bodies))
        topic, body = bodies[place]
        tokens = _TOKENS.findall(body)
        change(rng, tokens)
        if (other := b"".join(tokens)) != body:
            yield Mutant(
                f"all: {change.__name__}",
                again(source, [*bodies[:place], (topic, other), *bodies[place + 1 :]]),
                source,
                None if change is changed else False,
            )
    if source.secret:
        yield from _rows_moved(rng, source, bodies)
        yield from _signed_otherwise(rng, source, bodies)
        yield from _rounds_otherwise(rng, source, bodies)


def _signed_otherwise(rng: Random, source: Source, bodies: list[tuple[str, bytes]]) -> Iterator[Mutant]:
    """In a game whose table requires signatures: a command unsigned, with another signature or another device's."""
    signed = [place for place, (_, body) in enumerate(bodies) if b'"device":{' in body]
    if len(signed) < 2:
        return
    place, other = rng.sample(signed, 2)
    topic, body = bodies[place]
    device, others = (_DEVICE.search(bodies[each][1]) for each in (place, other))
    assert device
    assert others
    digit = rng.choice([*range(*device.span(1)), *range(*device.span(2))])
    flipped = body[:digit] + rng.choice(b"0123456789abcdef".replace(body[digit : digit + 1], b"")).to_bytes()
    for way, changed in (
        ("command unsigned", body.replace(device[0], b"")),
        ("signature changed", flipped + body[digit + 1 :]),
        ("signature of another command", body.replace(device[0], others[0])),
        ("request renumbered", re.sub(rb'"request_id":"', b'"request_id":"0', body)),
        (
            "command changed",
            re.sub(rb'("command":.*"number":)(\d)', lambda found: found[1] + b"%d" % (int(found[2]) % 3 + 1), body),
        ),
    ):
        again_with = [*bodies[:place], (topic, changed), *bodies[place + 1 :]]
        yield Mutant(f"all: {way}", again(source, again_with), source)


def _rounds_otherwise(rng: Random, source: Source, bodies: list[tuple[str, bytes]]) -> Iterator[Mutant]:
    """In a game whose draws wait: forged, early, late, repeated and swapped rounds, and a vote that comes too early."""
    made = [place for place, (topic, _) in enumerate(bodies) if topic.startswith("table.DrawMade/")]
    if len(made) < 2:
        return
    first, last = rng.sample(made, 2)
    signatures = {place: _SIGNED_ROUND.search(bodies[place][1]) for place in made}
    one, other = signatures[first], signatures[last]
    assert one
    assert other
    named = rng.choice([place for place, (topic, _) in enumerate(bodies) if topic.startswith(_NAMES_A_ROUND)])
    shift = rng.choice((-1, 1, -20, 20))
    for way, place, changed in (
        ("round forged", first, bodies[first][1].replace(one[2], _one_digit_else(rng, one[2]))),
        ("round swapped", first, bodies[first][1].replace(one[1], other[1]).replace(one[2], other[2])),
        ("signature of another round", first, bodies[first][1].replace(one[2], other[2])),
        ("round shifted", named, _shifted(bodies[named][1], shift)),
        ("command at another moment", named, _a_minute_off(rng, bodies[named][1])),
    ):
        yield Mutant(
            f"all: {way}", again(source, [*bodies[:place], (bodies[place][0], changed), *bodies[place + 1 :]]), source
        )


def _one_digit_else(rng: Random, digits: bytes) -> bytes:
    place = rng.randrange(len(digits))
    return (
        digits[:place]
        + rng.choice(b"0123456789abcdef".replace(digits[place : place + 1], b"")).to_bytes()
        + digits[place + 1 :]
    )


def _shifted(body: bytes, shift: int) -> bytes:
    return re.sub(rb'"round":(\d+)', lambda found: b'"round":%d' % (int(found[1]) + shift), body)


def _a_minute_off(rng: Random, body: bytes) -> bytes:
    """The minute of the moment alone: the order of the moments stays, or is wrong, too."""
    return re.sub(rb'("at":"[^"]*:)(\d\d)(:)', lambda found: found[1] + b"%02d" % rng.randrange(60) + found[3], body)


def _rows_moved(rng: Random, source: Source, bodies: list[tuple[str, bytes]]) -> Iterator[Mutant]:
    """Events left out, repeated or swapped, with new numbers and a new chain."""
    place, other = rng.sample(range(len(bodies)), 2)
    without = [*bodies[:place], *bodies[place + 1 :]]
    yield Mutant("all: event left out", again(source, without), source)
    yield Mutant("all: event put in", again(source, [*bodies[:other], bodies[place], *bodies[other:]]), source)
    swapped = list(bodies)
    swapped[place], swapped[other] = swapped[other], swapped[place]
    if swapped != bodies:
        yield Mutant("all: events swapped", again(source, swapped), source)


# Honest changes: the same game.


def honest(rng: Random, source: Source) -> Iterator[Mutant]:
    """Other moments, in their order, and other numbers of requests; a game with another secret and other nonces."""
    bodies = [(row.topic, row.body) for row in take_apart(source.content).rows]
    number, year = rng.randrange(10**9), b"%d" % rng.randrange(2027, 2100)
    other = [
        (
            topic,
            re.sub(
                rb'"request_id":"([^"]*)"',
                rb'"request_id":"%d-\1"' % number,
                body.replace(b'"at":"2026', b'"at":"' + year),
            ),
        )
        for topic, body in bodies
    ]
    names_rounds = source.secret and any(topic.startswith(_NAMES_A_ROUND) for topic, _ in bodies)
    if names_rounds or any(b'"device":' in body for _, body in bodies):
        yield Mutant("all: at other moments", again(source, other), source)
    elif not any(b"ClocksSet" in body for _, body in bodies):
        yield Mutant("honest: at other moments", again(source, other), source, passes=True)
    seated = [(who, TakeSeat(nonce=rng.randbytes(rng.randrange(33)).hex())) for who in ("ann", "bob")]
    chosen = [(who, demo.Choose(Seat(seat), rng.randrange(1, 4))) for seat, who in enumerate(("ann", "bob"))]
    told = Book(secret=rng.randbytes(32)).execute(*seated, ("ann", StartGame()), *chosen)
    yield Mutant("honest: another game", export(told.rows, CODEC, RING.signer), source, passes=True)


# Many of them.


def mutants(seed: int, given: Sequence[Source]) -> Iterator[Mutant]:
    rng = Random(seed)
    while True:
        source = rng.choice(given)
        yield from (
            Mutant(f"anybody: {change.__name__}", other, source)
            for change in BY_ANYBODY
            if (other := change(rng, source.content)) != source.content
        )
        if source.secret:
            yield from by_key(rng, source)
        yield from by_all(rng, source)
        yield from honest(rng, source)


def wrong(mutant: Mutant, verdict: Verdict) -> str:
    """Return the fault of our own answer. A file whose board is of another schema must say that its board is
    unproven."""
    fault, content, right = verdict.fault, mutant.content, mutant.source.content
    if mutant.passes:
        return f"refused: {fault}" if fault else ""
    if fault or content == right or (mutant.passes is None and _events(content) == _events(right)):
        return ""
    return "" if "board" in verdict.unproven and _of_any_schema(content) == _of_any_schema(right) else "passes"


def _of_any_schema(content: bytes) -> bytes:
    """Return what a file says, without the schema of its board and the signature."""
    return _BOARD_SCHEMA.sub(b"", content[: content.rindex(b',"signature"')])


def _events(content: bytes) -> list[tuple[str, bytes]]:
    return [
        (row.topic, bytes(msgspec.json.decode(row.body, type=dict[str, msgspec.Raw])["event"]))
        for row in take_apart(content).rows
    ]


def run(count: int, seed: int, given: Sequence[Source], ask: Ask | None) -> tuple[Counter[str], list[str]]:
    """Return how often each way had which outcome (`way: CODE`), and the faults."""
    came_to, found, keys = Counter[str](), list[str](), RING.published()
    made = islice(mutants(seed, given), count)
    while batch := list(islice(made, BATCH)):
        second = ask([of_file(each.content, keys) for each in batch]) if ask else [None] * len(batch)
        for mutant, theirs in zip(batch, second, strict=True):
            verdict = verify(mutant.content, CODEC, RING.keys)
            fault = verdict.fault
            came_to[f"{mutant.way}: {fault.code if fault else 'right'}"] += 1
            exact = mutant.way.startswith("all: ")
            says = wrong(mutant, verdict) or (theirs and disagreement(fault, theirs, exact=exact))
            if says:
                found.append(f"{mutant.way}: {says}")
    return came_to, found


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--count", type=int, default=100_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--files", type=Path, nargs="*", default=())
    asked.add_argument("--ours-only", action="store_true")
    given = asked.parse_args()
    with nullcontext() if given.ours_only else second_verifier() as ask:
        came_to, found = run(given.count, given.seed, sources(given.files), ask)
    for way, times in sorted(came_to.items()):
        print(f"{times:8} {way}")
    both = "both verifiers" if ask else "ours alone"
    print(f"{sum(came_to.values())} files, {both}: {len(found)} wrong", *found[:20], sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
