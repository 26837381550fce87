"""The notice of works at the terminal."""

import time

import pytest

from services.cli.maintenance import notice_text
from turnledger.v1 import catalogue_pb2


@pytest.mark.parametrize(("language", "text"), [("ru", "Новый диск."), ("en", "A new disk."), ("de", "A new disk.")])
def test_a_person_is_told_of_works_in_their_language_and_in_the_time_of_the_machine(language, text, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    notice = catalogue_pb2.MaintenanceNotice(texts={"en": "A new disk.", "ru": "Новый диск."})
    notice.start_time.FromJsonString("2026-11-24T02:00:00Z")
    notice.end_time.FromJsonString("2026-11-24T02:30:00Z")
    assert notice_text(notice, language) == f"! 2026-11-24 02:00 – 2026-11-24 02:30 UTC: {text}"
    monkeypatch.undo()
    time.tzset()
