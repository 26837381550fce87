"""A game told in sentences, and the questions an auditor asks about it."""

import re
from string import Formatter

import pytest
from msgspec import Struct

from domain import catalogue, telling
from domain.card_game import messages as card_game
from domain.kernel.decider import Event
from domain.kernel.ids import Seat
from domain.kernel.sentences import Sentences, Text, sentence
from domain.power_grid import messages as power_grid
from domain.table.messages import TABLE_EVENTS
from domain.telling.story import Change, UnknownVersion, diff, explain, known_to, tell
from tests.domain.history.book import CODEC, finished, running

GAME = [CODEC.read(row) for row in finished().rows]
RUNNING = [CODEC.read(row) for row in running().rows]
EVENT_TYPES = {
    event_type
    for variant in catalogue.VARIANTS.values()
    for event_type in variant.decider({}, variant.players_min).event_types
}


@pytest.mark.parametrize("event_type", sorted({*EVENT_TYPES, *TABLE_EVENTS}, key=str), ids=str)
def test_every_event_type_has_a_sentence_in_both_languages_about_its_own_fields(event_type):
    english, russian = telling.texts_of(event_type).events[event_type]
    named = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (english, russian)]
    assert named[0] == named[1] <= set(event_type.__struct_fields__)
    assert not re.search("[а-яё]", english, re.IGNORECASE)
    assert re.search("[а-яё]", russian, re.IGNORECASE)


def test_a_game_is_told_in_sentences():
    told = [each.sentence for each in tell(GAME, "en")]
    assert told[1] == "ann sits down (red)."
    assert told[5:8] == ["ann chooses 3.", "bob chooses 1.", "Revealed: 3, 1; totals 3, 1."]
    assert next(each for each in tell(GAME, "ru") if each.version == 6).sentence == "ann выбирает 3."


class Piece(Struct, frozen=True):
    player: Seat
    card: str
    left: int


class Told(Event, frozen=True):
    player: Seat
    cards: tuple[str, ...]
    fuel: dict[str, int]
    pieces: tuple[Piece, ...]
    secret: int | None
    done: bool


def test_fields_of_events_are_told_in_words():
    words = {"coal": Text("coal", "уголь"), "mine": Text("Mine", "Шахта")}
    text = Text("{player}: {cards}; {fuel}; {pieces}; {secret}; {done}.", "{player}: {cards}; {fuel}; {done}.")
    texts = Sentences({Told: text}, words)
    event = Told(Seat(0), ("mine-2", "x-1"), {"coal": 2, "oil": 0}, (Piece(Seat(1), "mine", 3),), None, True)
    names = {0: "ann", 1: "bob"}
    assert sentence(event, texts, "en", names.get) == "ann: Mine 2, x-1; 2 × coal; bob (Mine, 3); —; yes."
    assert sentence(event, texts, "ru", names.get) == "ann: Шахта 2, x-1; 2 × уголь; да."


@pytest.mark.parametrize("game", [card_game, power_grid], ids=["card_game", "power_grid"])
def test_a_skipped_phase_is_told_with_its_reason_in_words(game):
    skipped = game.PhaseSkipped("NO_PLANTS")
    assert telling.sentence(skipped, "en", str) == "A phase is skipped: no plant is left."
    assert telling.sentence(skipped, "ru", str) == "Фаза пропускается: станций не осталось."


class Part(Struct, frozen=True):
    player: Seat
    pieces: tuple[Piece, ...]
    cost: int | None = None
    forced: bool = False


class Parts(Event, frozen=True):
    parts: tuple[Part, ...]
    fuel: dict[str, int]


def test_a_text_may_say_how_each_piece_of_a_list_is_told():
    text = Text("{parts:player: pieces.card at cost forced}. {fuel:name amount}.", "{parts:pieces.card}.")
    texts = Sentences({Parts: text}, {"mine": Text("Mine", "Шахта"), "forced": Text("(forced)", "")})
    pieces = (Piece(Seat(1), "mine-2", 3), Piece(Seat(1), "x-1", 3))
    event = Parts((Part(Seat(0), pieces, 7), Part(Seat(1), (), forced=True)), {"coal": 2, "oil": 0})
    told = sentence(event, texts, "en", {0: "ann", 1: "bob"}.get)
    assert told == "ann: Mine 2, x-1 at 7; bob: — at (forced). coal 2; oil 0."
    assert sentence(event, texts, "ru", {}.get) == "Шахта 2, x-1; —."
    assert sentence(Parts((), {}), texts, "en", {}.get) == "—. —."


def test_every_event_has_its_moment_player_and_rules():
    told = list(tell(GAME, "en"))
    assert (told[0].moment.phase, told[0].rules) == ("table", ("TB-OPEN-01", "TB-DICE-01"))
    assert (told[5].moment.round, told[5].moment.phase, told[5].player, told[5].event) == (
        1,
        "choose",
        0,
        "NumberChosen",
    )


def test_an_event_is_explained_by_its_command_and_what_that_changed():
    explained = explain(GAME, 8, "en")
    assert (explained.first, explained.last, explained.actor) == (7, 8, "bob")
    assert bytes(explained.command) == b'{"type":"Choose","player":1,"number":1}'
    assert [each.event for each in explained.told] == ["NumberChosen", "NumbersRevealed"]
    assert Change("game.round", 1, 2) in explained.changes
    assert Change("game.totals", (0, 0), (3, 1)) in explained.changes


def test_what_a_seat_could_know_is_what_it_could_see_then():
    known = known_to(GAME, Seat(1), 6, "en")
    assert known.board["own"] is None
    assert known.told[-1].sentence == "ann chooses —."
    assert "bonus cards —" in known.told[4].sentence
    assert known_to(GAME, Seat(0), 6, "en").told[-1].sentence == "ann chooses 3."
    assert known_to(RUNNING, None, 9, "en").board["chose"] == (True, False)


def test_two_moments_are_compared():
    assert list(diff(GAME, 6, 7)) == [Change("game.chosen", (3, None), (3, 1))]
    assert list(diff(GAME, 6, 6)) == []


def test_a_version_that_is_not_there_is_refused():
    with pytest.raises(UnknownVersion, match="1 to 14"):
        explain(GAME, 15, "en")
