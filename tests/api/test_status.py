"""Errors that are said as the class they are of is."""

import pytest
from google.rpc.error_details_pb2 import ErrorInfo

from services.api.gate.status import status_of
from services.store.interface import IncompatibleStore, SchemaMismatch, StoreUnavailable


@pytest.mark.parametrize(
    "error", [StoreUnavailable("gone"), IncompatibleStore("shares sessions"), SchemaMismatch(1, 2)], ids=repr
)
def test_a_store_that_is_not_fit_is_away(error):
    status, info = status_of(error), ErrorInfo()
    status.details[0].Unpack(info)
    assert (status.code, info.reason) == (14, "STORE_AWAY")  # UNAVAILABLE: clients come again


def test_an_error_of_a_class_without_an_answer_is_our_mistake():
    assert status_of(KeyError("x")).code == 13  # INTERNAL
