"""The rules of docs/contract.md that buf does not check: zeros, deprecated names, oneofs, packages, the number."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from google.rpc import error_details_pb2

from domain.table.clock import Clock
from reference import contract
from services.api.catalogue import CONTRACT
from services.api.messages.convert import Converter, MalformedMessage
from turnledger.v1 import common_pb2

ROOT = Path(__file__).parents[2]
PROTO = ROOT / "proto"
NOT_SET = "Not set, or a value that this client does not know."
SCALAR_CASES = {
    "OwnerProof.passkey_json",
    "RecoverRequest.token",
    "CreateTableRequest.seed",
    "GetBoardRequest.version",
    "GetBoardRequest.min_version",
    *(
        f"DecideClubRequest.{name}"
        for name in (
            *("admit", "refuse", "invite", "take_back_invitation"),
            *("put_out", "name_officer", "relieve_officer", "hand_over"),
        )
    ),
}
"""Cases of contract 1 that are scalars."""
WITH_UNITS = {
    *("Clock.move_s", "Clock.bank_s", "Clock.increment_s", "Clock.vacation_days", "SeatClock.vacation_days"),
    *("Beacon.genesis_s", "Beacon.period_s", "Beacon.lead_s", "ExpertCost.try_ms", "RatedGame.ended_at"),
    *("Target.wait_s", "TournamentTerms.minutes"),
}
"""Fields of contract 1 that name a unit, or a moment without `_time`."""
CLOCKS = Converter(Clock, common_pb2.Clock)


def fields():
    return [field for message in contract.messages() for field in message.fields]


def test_zero_of_every_enum_means_that_nothing_is_set():
    said = {each.name: contract.comment(f"{each.full_name}.{each.values[0].name}") for each in contract.enums()}
    assert {name: text for name, text in said.items() if not text.startswith(NOT_SET)} == {}


def test_zero_that_acts_in_requests_names_the_value_that_it_means():
    for enum in contract.enums():
        said = contract.comment(f"{enum.full_name}.{enum.values[0].name}")
        for meant in re.findall(r"In requests it means (\w+)", said):
            assert meant in enum.values_by_name


def test_new_cases_of_oneofs_are_messages_so_that_they_can_grow():
    scalars = {
        contract.short(field.full_name)
        for message in contract.messages()
        for oneof in message.oneofs
        if contract.is_written(oneof)
        for field in oneof.fields
        if field.message_type is None
    }
    assert scalars == SCALAR_CASES


def test_new_moments_and_spans_are_timestamps_and_durations():
    named = {contract.short(f.full_name) for f in fields() if re.search(r"(_s|_ms|_at|_days|^minutes)$", f.name)}
    assert named - {"Colony61CorporationBoard.looks_at"} == WITH_UNITS


def test_deprecated_fields_name_their_successor_in_the_same_message():
    for field in fields():
        said = contract.comment(field.full_name)
        assert field.GetOptions().deprecated == said.startswith("Deprecated: "), field.full_name
        if field.GetOptions().deprecated:
            (successor,) = re.findall(r"^Deprecated: use (\w+)", said)
            assert successor in field.containing_type.fields_by_name, field.full_name


def test_go_package_is_the_import_path_of_the_go_kit():
    (module,) = re.findall(r"^module (\S+)$", (ROOT / "clients/go/go.mod").read_text(), re.MULTILINE)
    packages = {file.GetOptions().go_package for file in contract.files()}
    assert packages == {f"{module}/gen/turnledger/v1;turnledgerv1"}


@pytest.mark.parametrize("name", ["status.proto", "error_details.proto"])
def test_messages_of_google_rpc_are_shipped_as_google_publishes_them(name):
    theirs = Path(error_details_pb2.__file__).with_name(name)
    assert (PROTO / "google/rpc" / name).read_bytes() == theirs.read_bytes()


def test_contract_number_is_above_that_of_the_last_release_once_something_was_added(tmp_path):
    buf = Path(sys.executable).with_name("buf")
    image = tmp_path / "contract.binpb"
    subprocess.run([buf, "build", "proto", "--exclude-source-info", "-o", image], cwd=ROOT, check=True)
    released = re.findall(r"^## \[\d.*?(?=^## |\Z)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE | re.DOTALL)
    last = max(int(number) for part in released for number in re.findall(r"Contract (\d+)\.", part))
    grown = image.read_bytes() != (PROTO / "published.binpb").read_bytes()
    assert last + grown == CONTRACT


def test_clocks_are_written_under_both_names_and_read_under_either():
    clock = Clock(move_s=60, bank_s=600, increment_s=5, on_timeout="BOT")
    message = CLOCKS.to_message(clock)
    assert (message.move_s, message.move.seconds) == (60, 60)
    assert (message.bank_s, message.bank.seconds, message.increment.seconds) == (600, 600, 5)
    words = {"on_timeout": "TIMEOUT_ACTION_BOT"}
    old = common_pb2.Clock(move_s=60, bank_s=600, increment_s=5, **words)
    new = common_pb2.Clock(move={"seconds": 60}, bank={"seconds": 600}, increment={"seconds": 5}, **words)
    for each in (message, old, new):
        assert CLOCKS.to_struct(each) == clock


def test_clock_with_different_values_under_both_names_is_refused():
    with pytest.raises(MalformedMessage) as wrong:
        CLOCKS.to_struct(common_pb2.Clock(move_s=60, move={"seconds": 61}))
    assert wrong.value.field == "move_s"


def test_clock_of_parts_of_seconds_is_refused():
    with pytest.raises(MalformedMessage) as wrong:
        CLOCKS.to_struct(common_pb2.Clock(move={"seconds": 60, "nanos": 1}))
    assert wrong.value.field == "move"
