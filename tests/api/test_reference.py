"""The reason codes of docs/reference/ are those that callers get, and every server serves them."""

import json
import re

import httpx
import pytest
from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import ErrorInfo

from domain.kernel.refused import Refused
from reference.__main__ import TARGET
from services.api.gate.status import CODES, status_of
from services.texts.error_texts import texts
from services.web.reference import TYPES


@pytest.fixture(scope="module")
def listed():
    return {each["reason"]: each for each in json.loads((TARGET / "reasons.json").read_text())["reasons"]}


def test_each_reason_has_its_texts_its_rules_and_where_it_comes_from(listed):
    assert listed.keys() == texts().keys()
    for reason in listed.values():
        assert reason["of"]
        assert reason["rules"] or "server" in reason["of"] or reason["ends_orders"], reason["reason"]
        assert ("code" in reason) or reason["ends_orders"]


def test_a_reason_has_the_code_and_the_figures_that_its_error_has(listed):
    low = Refused("BID_BELOW_MINIMUM", "PG-AUC-04", bid=13, minimum=14)
    told = ErrorInfo()
    status_of(low).details[0].Unpack(told)
    reason = listed["BID_BELOW_MINIMUM"]
    assert {each["name"] for each in reason["figures"] if each["always"]} == told.metadata.keys()
    assert (reason["code"], reason["http_status"], reason["retry"]) == ("FAILED_PRECONDITION", 400, False)
    assert {"PG-AUC-04", "CG-AUC-04"} <= set(reason["rules"])
    assert {code: listed[code]["code"] for code in CODES} == {name: Code.Name(code) for name, code in CODES.items()}


def test_what_is_waited_for_says_so_and_what_ends_orders_has_no_status(listed):
    assert {"TOO_FAST", "STORE_AWAY", "VIEW_BEHIND", "SERVER_STOPS"} <= {
        name for name, reason in listed.items() if reason.get("retry")
    }
    assert "code" not in listed["ORDER_DONE"]
    assert [each["name"] for each in listed["PRICE_ABOVE"]["figures"]] == ["most", "price"]


def test_a_text_names_no_figure_that_is_not_listed(listed):
    for reason in listed.values():
        known = {each["name"] for each in reason["figures"]}
        named = set(re.findall(r"\{(\w+)\}", reason["texts"]["en"]))
        if "server" not in reason["of"] and not reason["ends_orders"]:
            assert named <= known, reason["reason"]


async def test_a_server_shows_them_packed_and_says_when_they_are_the_same(server):
    async with httpx.AsyncClient(base_url=f"http://{server.http}") as reader:
        for name in TYPES:
            answer = await reader.get(f"/{name}")
            assert (answer.status_code, answer.headers["content-encoding"]) == (200, "gzip")
            assert answer.text == (TARGET / name).read_text()
            assert answer.headers["x-content-type-options"] == "nosniff"
            again = await reader.get(f"/{name}", headers={"if-none-match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            plain = await reader.get(f"/{name}", headers={"accept-encoding": "identity"})
            assert plain.content == answer.content
