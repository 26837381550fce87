"""“Who could have known this at that moment?”, from the declarations of the events alone."""

import pytest
from msgspec.structs import replace

from domain import stored
from domain.history.file import take_apart
from domain.history.visibility import FactHidden, NoSuchFact, Visibility, told_to, who_knew
from domain.kernel import privacy
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from tests.domain.history.book import CODEC, finished, running
from tests.domain.history.golden import FOLDER

GAME = [CODEC.read(row) for row in finished().rows]
RUNNING = [CODEC.read(row) for row in running().rows]


def knew(records, version, field):
    return {each.viewer: each.from_version for each in who_knew(records, version, field)}


def test_a_secret_choice_is_its_seats_from_the_start_and_everybodys_once_all_are_turned_up():
    assert knew(GAME, 6, "number") == {None: 8, 0: 6, 1: 8}
    assert knew(GAME, 7, "number") == {None: 8, 0: 8, 1: 8}, "the command that reveals it is one moment"
    assert knew(GAME, 9, "number") == {None: 14, 0: 9, 1: 14}


def test_what_nobody_may_know_is_known_from_the_end_on_and_not_before():
    assert knew(GAME, 5, "bonus") == {None: 14, 0: 14, 1: 14}
    assert knew(RUNNING, 5, "bonus") == {None: None, 0: None, 1: None}
    assert who_knew(RUNNING, 9, "number")[0] == Visibility(None, None)


def test_what_is_public_is_everybodys_at_once():
    assert knew(GAME, 8, "totals") == {None: 8, 0: 8, 1: 8}
    assert knew(GAME, 2, "account") == {None: 2, 0: 2, 1: 2}
    assert knew(GAME, 4, "seats") == {None: 14, 0: 14, 1: 14}, "with the nonces in it"


def golden(name):
    return [stored.codec().read(row) for row in take_apart((FOLDER / f"{name}.jsonl").read_bytes()).rows]


def first(records, kind):
    return next(record for record in records if type(record.event).__name__ == kind)


@pytest.mark.parametrize("name", ["power_grid", "card_game"])
def test_a_bid_is_everybodys_and_a_deck_nobodys_before_the_end(name):
    records = golden(name)
    bid = first(records, "BidPlaced")
    last = len(records)
    (at_once,) = set(knew(records, bid.version, "amount").values())
    assert bid.version <= at_once < bid.version + 5 < last
    started = next(record for record in records if "deck" in record.event.__struct_fields__)
    assert set(knew(records, started.version, "seed").values()) == {last}


def test_cards_that_a_colony_lays_in_secret_are_its_own_until_they_are_turned_up():
    records = golden("colony61")
    laid = first(records, "CardsLaid")
    seat, told = laid.event.player, knew(records, laid.version, "cards")
    turned_up = first(records[laid.version :], "CardsRevealed").version
    assert told[seat] <= turned_up
    assert told[1 - seat] == told[None] >= turned_up
    assert told[1 - seat] < len(records)
    assert isinstance(seat, int)


def test_a_fact_that_is_none_is_refused():
    for version, field in ((0, "number"), (99, "number"), (6, "cards")):
        with pytest.raises(NoSuchFact):
            who_knew(GAME, version, field)
    assert who_knew(GAME, 6, "number")[1] == Visibility(Seat(0), 6)


def visible_from(asker, records, version, field):
    """Return versions by viewer; `hidden` if the asker may not know the fact itself."""
    try:
        return {each.viewer: each.from_version for each in told_to(asker, records, version, field)}
    except FactHidden:
        return "hidden"


def test_while_a_game_runs_a_secret_choice_is_its_seats_to_ask_about():
    assert visible_from(Seat(0), RUNNING, 9, "number") == {None: None, 0: 9, 1: None}
    assert visible_from(Seat(0), RUNNING, 6, "number") == {None: 8, 0: 6, 1: 8}
    assert visible_from(Seat(1), RUNNING, 9, "number") == visible_from(None, RUNNING, 9, "number") == "hidden"
    assert visible_from(Seat(1), RUNNING, 6, "number") == "hidden", (
        "turned up since, but by an event that tells numbers alone"
    )
    assert visible_from(Seat(1), RUNNING, 8, "numbers") == {None: 8, 0: 8, 1: 8}


class NumberPeeked(Event, frozen=True):
    """A case that no game has yet: a seat is shown in secret another seat's secret choice."""

    reveals = True
    public, own = ("player",), ("number",)
    player: Seat
    number: int | None


def test_whether_another_seat_was_shown_something_in_secret_is_not_told_while_the_game_runs():
    peeked = replace(RUNNING[8], version=10, event=NumberPeeked(Seat(1), RUNNING[8].event.number))
    records = [*RUNNING[:9], peeked]
    assert knew(records, 9, "number") == {None: None, 0: 9, 1: 10}
    assert visible_from(Seat(0), records, 9, "number") == {None: None, 0: 9, 1: None}


def test_that_something_hidden_is_empty_is_hidden_too():
    records = [*RUNNING]
    assert records[1].event.nonce == "aa"
    records[1] = replace(records[1], event=replace(records[1].event, nonce=""))
    assert visible_from(Seat(0), records, 2, "nonce") == visible_from(Seat(0), RUNNING, 2, "nonce") == "hidden"
    bare = replace(RUNNING[3].event, seats=tuple(replace(each, nonce="") for each in RUNNING[3].event.seats))
    records[3] = replace(RUNNING[3], event=bare)
    assert visible_from(None, records, 4, "seats") == "hidden"
    assert visible_from(None, records, 4, "rules_version") == {None: 5, 0: 5, 1: 5}


@pytest.mark.parametrize("name", ["power_grid", "card_game", "colony61"])
def test_an_answer_while_a_game_runs_follows_from_what_the_asker_was_shown(name):
    """Hidden values could be anything: the answers are the same for a history without them."""
    records = golden(name)[:120]
    kinds = set()
    for asker in (None, Seat(0), Seat(1)):
        shown = [replace(each, event=privacy.redact(each.event, asker)) for each in records]
        for record in records:
            if type(record.event) in kinds and record.version % 7:
                continue
            kinds.add(type(record.event))
            for field in record.event.__struct_fields__:
                version = record.version
                assert visible_from(asker, records, version, field) == visible_from(asker, shown, version, field), (
                    version,
                    field,
                )
