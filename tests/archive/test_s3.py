"""An archive in a bucket of an S3-compatible server."""

import os
from datetime import timedelta

import pytest

from services.store.archive import s3
from services.store.archive.objects import ArchiveUnavailable, NotInArchive
from services.store.archive.s3 import S3Objects
from tests.archive.archive_kit import archive, games, opened, store_all
from tests.archive.bucket import bucket

NAME = "ab/a%2Fgame.0123.jsonl.gz"
"""Like file names: special characters of an id are escaped already."""


@pytest.fixture
def server(monkeypatch):
    """The objects of the stand-in, and its next refusals."""
    with bucket() as (url, lying, refuses):
        for name, value in (("ACCESS_KEY_ID", "key"), ("SECRET_ACCESS_KEY", "secret"), ("REGION", "us-east-1")):
            monkeypatch.setenv(f"AWS_{name}", value)
        monkeypatch.setenv("AWS_ENDPOINT", url)
        monkeypatch.setenv("AWS_ALLOW_HTTP", "true")
        monkeypatch.setattr(s3, "TIMEOUT", timedelta(seconds=1))
        yield lying, refuses


@pytest.fixture
def place(request):
    return os.environ.get("TURNLEDGER_TEST_S3") or (request.getfixturevalue("server") and "s3://games/turnledger")


async def test_games_are_archived_in_a_bucket_and_read_from_there(place, tmp_path):
    url, streams = f"sqlite:///{tmp_path}/games.db", games()[:1]
    async with opened(url, place) as (store, sql):
        await store_all(store, streams)
        assert len(await archive(url, store, sql)) == 1
    async with opened(url, place) as (store, _):
        assert list(await store.load(streams[0][0].stream_id)) == list(streams[0])


def test_a_file_is_replaced_whole_and_one_that_is_not_there_is_named(place):
    objects = S3Objects(place)
    for content in (b"first", b"\0" * 100_000):
        objects.put(NAME, content)
        assert objects.get(NAME) == content
    with pytest.raises(NotInArchive, match="ab/none"):
        objects.get("ab/none")


def test_names_in_the_bucket_stand_below_its_prefix_and_mean_what_they_say(server):
    S3Objects("s3://games/turnledger").put(NAME, b"content")
    assert server[0] == {"/games/turnledger/ab/a%252Fgame.0123.jsonl.gz": b"content"}


def test_a_server_that_refuses_once_is_asked_again_and_one_that_goes_on_is_away(server):
    _, refuses = server
    objects = S3Objects("s3://games")
    refuses += [503]
    objects.put(NAME, b"content")
    refuses += [503] * 9
    with pytest.raises(ArchiveUnavailable, match="does not answer"):
        objects.get(NAME)
    refuses[:] = [403]
    with pytest.raises(ArchiveUnavailable):
        objects.put(NAME, b"content")


def test_a_server_that_is_not_there_is_away(monkeypatch, server):
    monkeypatch.setenv("AWS_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(ArchiveUnavailable, match="does not answer") as away:
        S3Objects("s3://games").get(NAME)
    assert "secret" not in str(away.value)
