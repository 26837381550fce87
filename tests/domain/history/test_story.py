"""A game told in sentences, and the questions an auditor asks about it."""

import pytest
from msgspec import Struct

from domain import catalogue
from domain.card_game import messages as card_game
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.power_grid import messages as power_grid
from services.history.story import Change, NoSuchVersion, diff, explain, known_to, tell
from services.texts import telling
from services.texts.sentences import filled
from services.texts.telling import calling
from tests.domain.history.book import CODEC, finished, running

GAME = [CODEC.read(row) for row in finished().rows]
RUNNING = [CODEC.read(row) for row in running().rows]
EVENT_TYPES = {
    event_type
    for variant in catalogue.VARIANTS.values()
    for event_type in variant.decider({}, variant.players_min).event_types
}


def test_a_game_is_told_in_sentences():
    told = [each.sentence for each in tell(GAME, "en")]
    assert told[1] == "ann sits down (red)."
    assert told[5:8] == ["ann chooses 3.", "bob chooses 1.", "Revealed: 3, 1; totals 3, 1."]
    assert next(each for each in tell(GAME, "ru") if each.version == 6).sentence == "ann выбирает 3."


class Piece(Struct, frozen=True):
    player: Seat
    card: str
    left: int


class Announced(Event, frozen=True):
    player: Seat
    cards: tuple[str, ...]
    fuel: dict[str, int]
    pieces: tuple[Piece, ...]
    secret: int | None
    done: bool


def test_fields_of_events_are_told_in_words():
    word = calling({"coal": "coal", "mine": "Mine", "yes": "yes"})
    text = "{player}: {cards}; {fuel}; {pieces}; {secret}; {done}."
    event = Announced(Seat(0), ("mine-2", "x-1"), {"coal": 2, "oil": 0}, (Piece(Seat(1), "mine", 3),), None, True)
    names = {0: "ann", 1: "bob"}
    assert filled(event, text, word, names.get) == "ann: Mine 2, x-1; 2 × coal; bob (Mine, 3); —; yes."
    text = "{player}[: {cards}][; {secret}|; none][ and {fuel}]."
    assert filled(event, text, word, names.get) == "ann: Mine 2, x-1; none and 2 × coal."


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
    text = "{parts:player: pieces.card at cost forced}. {fuel:name amount}."
    word = calling({"mine": "Mine", "forced": "(forced)"})
    pieces = (Piece(Seat(1), "mine-2", 3), Piece(Seat(1), "x-1", 3))
    event = Parts((Part(Seat(0), pieces, 7), Part(Seat(1), (), forced=True)), {"coal": 2, "oil": 0})
    told = filled(event, text, word, {0: "ann", 1: "bob"}.get)
    assert told == "ann: Mine 2, x-1 at 7; bob: — at (forced). coal 2; oil 0."
    assert filled(event, "{parts:pieces.card}.", word, {}.get) == "Mine 2, x-1; —."
    assert filled(Parts((), {}), text, word, {}.get) == "—. —."


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
    assert explained.device_key == ""
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
    with pytest.raises(NoSuchVersion, match="1 to 14"):
        explain(GAME, 15, "en")
