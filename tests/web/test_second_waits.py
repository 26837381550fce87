"""The verifier in the page makes draws again that waited for rounds, and finds what ours finds."""

import pytest
from msgspec.structs import replace

from domain.history.file import export
from domain.history.verify import verify
from domain.kernel.dice import Roll
from domain.table.aggregate import FINISHED, fold
from domain.table.decide import Ruling, decide
from domain.table.messages import Begin, DrawAwaited
from tests.beacon import signed
from tests.domain.history.book import CODEC, RING
from tests.domain.history.draw_books import OPENING, begun, chosen_after_the_vote, given_up, move, until_draw
from tests.domain.history.test_draws import EARLY_LATE, HANDED_IN, finished, given_up_early, hands_in, named
from tests.web.second import of_file
from tests.web.test_second_verifier import ask

pytestmark = pytest.mark.slow
__all__ = ["ask"]
OURS = RING.published()


def filed(book):
    return export(book.rows, CODEC, RING.signer)


@pytest.mark.rule("TB-DRAW-03")
@pytest.mark.parametrize("variant", ["power_grid/russia", "power_grid/japan", "card_game"])
def test_both_prove_a_game_whose_draws_waited(ask, variant):
    content = filed(finished(variant))
    (found,) = ask([of_file(content, OURS)])
    assert (found["fault"], verify(content, CODEC, RING.keys).fault) == (None, None)
    assert {"branch/deck", "branch/plant deck"} & set(found["draws"]["made"])
    assert found["draws"]["cards"] > 20
    assert (found["draws"]["waited"] > 10, found["knewDraws"]) == (True, "")


@pytest.mark.rule("TB-DRAW-02")
@pytest.mark.parametrize(("code", "shift"), EARLY_LATE)
def test_both_find_a_draw_that_names_another_round(ask, code, shift):
    book = begun()
    book.decide = named(shift)
    content = filed(until_draw(book, 2))
    (found,) = ask([of_file(content, OURS)])
    assert found["fault"]["code"] == verify(content, CODEC, RING.keys).fault.code == code


@pytest.mark.rule("TB-DRAW-03")
@pytest.mark.parametrize(("code", "change"), HANDED_IN)
def test_both_find_a_draw_by_another_round_or_other_bytes(ask, code, change, monkeypatch):
    content = filed(hands_in(change, monkeypatch))
    (found,) = ask([of_file(content, OURS)])
    assert found["fault"]["code"] == verify(content, CODEC, RING.keys).fault.code == code


@pytest.mark.rule("TB-DRAW-03")
def test_both_find_cards_that_do_not_follow_from_the_round(ask):
    book = until_draw(begun())

    def chosen(table, command, actor, now_ms):
        made, *events = decide(table, command, actor, now_ms).events
        deck = made.dealt["deck"]
        made = replace(made, dealt=made.dealt | {"deck": [*deck[:1], *deck[2:-1], deck[1], deck[-1]]})
        return Ruling((made, *events), fold((made, *events), table))

    book.decide, number = chosen, book.aggregate.awaited.asked.round
    content = filed(book.execute(("eve", Begin(number, signed(number)))))
    (found,) = ask([of_file(content, OURS)])
    assert found["fault"]["code"] == verify(content, CODEC, RING.keys).fault.code == "DICE"


@pytest.mark.rule("TB-DRAW-02")
def test_both_find_a_draw_that_waited_for_no_round(ask):
    """A server that decides at once at a table whose draws wait."""
    book = begun()

    def at_once(table, command, actor, now_ms):
        ruling = decide(table, command, actor, now_ms)
        if not isinstance(ruling.events[0], DrawAwaited):
            return ruling
        events = table.rules.judge(table.play, command)[0]
        return Ruling(tuple(events), replace(fold(events, table, actor), awaited=ruling.aggregate.awaited))

    book.decide = at_once
    content = filed(until_draw(book))
    (found,) = ask([of_file(content, OURS)])
    assert found["fault"]["code"] == verify(content, CODEC, RING.keys).fault.code == "EVENT"


@pytest.mark.rule("TB-DRAW-07")
@pytest.mark.parametrize("variant", ["power_grid/russia", "card_game"])
def test_both_prove_a_game_that_continued_without_rounds(ask, variant):
    book, roll = given_up(until_draw(begun(replace(OPENING, variant=variant)), 3)), Roll(b"b" * 32, "without")
    number = book.aggregate.drawn_round
    while book.aggregate.status != FINISHED:
        move(book, roll)
    content = filed(book)
    (found,) = ask([of_file(content, OURS)])
    assert (found["fault"], verify(content, CODEC, RING.keys).fault) == (None, None)
    assert (found["draws"]["waited"], found["draws"]["gaveUpAt"]) == (2, number)
    assert found["draws"]["cards"] > 20


@pytest.mark.rule("TB-DRAW-07")
def test_both_find_a_vote_before_the_round_is_overdue_and_cards_chosen_after_one(ask, monkeypatch):
    files = [filed(given_up_early(monkeypatch)), filed(chosen_after_the_vote())]
    second = [found["fault"]["code"] for found in ask([of_file(each, OURS) for each in files])]
    assert second == [verify(each, CODEC, RING.keys).fault.code for each in files] == ["REFUSED", "DICE"]
