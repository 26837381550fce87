"""`python -m tests.domain.card_game.golden` adds the golden lines and games that are missing; it changes none."""

from pathlib import Path

import msgspec
from msgspec import Struct

from domain.card_game.messages import PhaseSkipped, Ranked
from domain.card_game.state import Setup
from domain.kernel.decider import decide, digest, fold, topic
from domain.kernel.dice import Dice
from domain.kernel.simulation import play
from tests.domain.card_game.tables import decider, drawn
from tests.stored_lines import digest_as_written

FOLDER = Path(__file__).parents[2] / "golden/card_game"
LINES = FOLDER / "events.jsonl"
WAYS = {
    "2-auction": (2, "on", "random", "SALE"),
    "2-update": (2, "off", "greedy", "UPDATE"),
    "3-trailing": (3, "off", "random", "DISCOUNT_UNSOLD"),
    "4-reshuffle": (4, "on", "random", "RESOURCE_RESHUFFLE"),
    "5-lower": (5, "off", "random", "LOWER_CARD"),
    "6-auction": (6, "on", "greedy", "SALE"),
    "2-trust": (2, "on", "greedy", "TRUST"),
}
"""Each way the last-round card comes up, and with it the end: players, Renovation, bots, what it was drawn for."""


class Recorded(Struct, frozen=True):
    """A whole game: what was given, and what must come of it."""

    players: int
    renovation: str
    setup: Setup
    commands: tuple[msgspec.Raw, ...]
    events: str
    """Digest of all events."""
    state: str
    """Digest of the last state."""
    ranking: tuple[Ranked, ...]


def union_of(types):
    union = types[0]
    for message_type in types[1:]:
        union = union | message_type
    return union


def replayed(game: Recorded):
    """All events and the last state of a recorded game."""
    rules = decider(game.players, game.renovation, rules_version=1)
    events = rules.begin(game.setup)
    state = fold(rules, events)
    for raw in game.commands:
        command = msgspec.json.decode(raw, type=union_of(rules.command_types))
        more = decide(rules, state, command)
        events += more
        state = fold(rules, more, state)
    return events, state


def drawn_for(events):
    """The cause of the draw of the last-round card."""
    names = [type(event).__name__ for event in events]
    place = names.index("LastRoundCardDrawn")
    before = names[place - 1]
    if before == "PlantRemoved":
        return events[place - 1].cause
    if before == "DiscountRemoved":
        cause = events[place - 1].cause
        return {"SOLD": "SALE", "LOWER_CARD": "LOWER_CARD"}[cause] if names[place - 2] != "TrustPlantTaken" else "TRUST"
    return {"PlantPutUnderDeck": "UPDATE", "TrustPlantTaken": "TRUST", "TrustPlantRemoved": "TRUST"}.get(before, "SALE")


def recorded(players, renovation, bot, way):
    for number in range(10_000):
        text = f"golden {way} {number}"
        rules, setup = drawn(players, renovation, text)
        turns = list(play(rules, setup, [rules.bots[bot]] * players, Dice.from_text(text).roll("bots")))
        events = [event for turn in turns for event in turn.events]
        if drawn_for(events) == way:
            commands = tuple(msgspec.Raw(msgspec.json.encode(turn.command)) for turn in turns[1:])
            last = turns[-1].state
            return events, Recorded(
                players, renovation, setup, commands, digest_as_written(events, 1), digest(last), last.ranking
            )
    raise LookupError(way)


def _body(event) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(event, order="deterministic"))


def line_of(rules, event) -> bytes:
    stored = {"topic": topic(rules.name, type(event)), "event": _body(event)}
    return msgspec.json.encode(stored)


def main() -> None:
    told = [PhaseSkipped("NO_PLANTS")]  # bots never see an empty market
    for name, (players, renovation, bot, way) in WAYS.items():
        path = FOLDER / f"{name}.json"
        events, game = recorded(players, renovation, bot, way)
        told += events
        if not path.exists():
            path.write_bytes(msgspec.json.format(msgspec.json.encode(game), indent=0) + b"\n")
    rules = decider()
    lines = LINES.read_bytes().splitlines() if LINES.exists() else []
    have = {msgspec.json.decode(line)["topic"] for line in lines}
    for event_type in rules.event_types:
        if topic(rules.name, event_type) not in have:
            richest = max(
                (event for event in told if type(event) is event_type), key=lambda event: len(line_of(rules, event))
            )
            lines.append(line_of(rules, richest))
    LINES.write_bytes(b"".join(line + b"\n" for line in lines))


if __name__ == "__main__":
    main()
