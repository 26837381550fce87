"""Renamed fields of requests are accepted under both names."""

import pytest

from services.api.gate.request_checks import NEW_NAMES, fill_new_names
from services.api.messages.convert import MalformedMessage
from tests.api.methods import METHODS
from turnledger.v1 import tournaments_pb2 as pb


def test_an_old_name_fills_the_new_one():
    request = pb.GetTournamentRequest(event_id="one")
    fill_new_names(request)
    assert request.tournament_id == "one"


def test_the_new_name_alone_is_left_as_it_is():
    request = pb.GetTournamentRequest(tournament_id="one")
    fill_new_names(request)
    assert request == pb.GetTournamentRequest(tournament_id="one")


def test_two_names_with_different_values_are_refused():
    with pytest.raises(MalformedMessage, match="event_id"):
        fill_new_names(pb.GetTournamentRequest(event_id="one", tournament_id="another"))


def test_every_deprecated_field_of_a_request_has_a_new_name():
    """The deprecated cases of DecideClub's decision have messages of their own instead, which may grow."""
    fields = [
        field for method in METHODS.values() for field in method.input_type.fields if field.containing_oneof is None
    ]
    deprecated = {field.name for field in fields if field.GetOptions().deprecated}
    assert deprecated == set(NEW_NAMES)
    assert all(
        NEW_NAMES[field.name] in field.containing_type.fields_by_name for field in fields if field.name in NEW_NAMES
    )
