"""A command that the contract no longer has is still read in the histories in which it was given."""

import pytest

from domain import catalogue
from domain.history.file import export
from domain.history.verify import verify, verify_rows
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from support import demo
from tests.domain.history.book import CODEC, RING, STARTED, Book, chosen


class ChooseLowest(Command, frozen=True):
    """A word of release 1: for choosing 1."""


class Release1(demo.Demo):
    command_types = (demo.Choose, ChooseLowest)

    def _decided(self, state, command):
        if isinstance(command, ChooseLowest):
            command = demo.Choose(command.player, 1)
        return super()._decided(state, command)


class Release2(Release1):
    command_types = (demo.Choose,)
    retired_types = (ChooseLowest,)


class Forgetful(Release1):
    command_types = (demo.Choose,)


@pytest.fixture
def release(monkeypatch):
    def serve(decider):
        class Variant(demo.DemoVariant):
            def _decider(self):
                return decider

        monkeypatch.setitem(catalogue.VARIANTS, "demo", Variant())

    return serve


@pytest.fixture
def old_game(release):
    release(Release1())
    book = Book().execute(*STARTED, *chosen(3, 1), ("ann", ChooseLowest(Seat(0))), ("bob", demo.Choose(Seat(1), 2)))
    assert book.aggregate.status == "FINISHED"
    return book


def test_a_history_with_a_retired_command_is_read_proven_and_written_as_before(release, old_game):
    content = export(old_game.rows, CODEC, RING.signer)
    release(Release2())
    verdict = verify(content, CODEC, RING.keys)
    assert (verdict.fault, verdict.status, verdict.commands) == (None, "FINISHED", 8)
    assert export(old_game.rows, CODEC, RING.signer) == content


def test_a_command_that_was_taken_out_and_not_retired_is_named(release, old_game):
    release(Forgetful())
    fault = verify_rows(old_game.rows, CODEC).fault
    assert (fault.code, fault.topic) == ("COMMAND", "demo.NumberChosen/1")
    assert "ChooseLowest" in fault.says
