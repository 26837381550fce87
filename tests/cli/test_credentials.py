"""Sign-ins that are kept: by server and name, for the owner's eyes."""

import stat

import pytest

from services.cli.credentials import StoredCredentials, folder
from turnledger.v1 import accounts_pb2

ANN, BOB = (accounts_pb2.Tokens(access_token=name, refresh_token=f"{name} again") for name in ("ann", "bob"))


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


def store_tokens(name, tokens, server="127.0.0.1:50051"):
    new = StoredCredentials(server, name)
    new.keep(tokens)
    return new


def test_who_played_last_is_who_plays_and_others_go_by_their_names():
    store_tokens("Ann", ANN)
    store_tokens("Bob", BOB)
    assert (StoredCredentials("127.0.0.1:50051").name, StoredCredentials("127.0.0.1:50051").tokens()) == ("Bob", BOB)
    assert StoredCredentials("127.0.0.1:50051", "Ann").tokens() == ANN
    assert StoredCredentials("example.org:443").tokens() is None


def test_what_is_kept_is_its_owners_alone():
    store_tokens("Ann", ANN)
    (file,) = folder().iterdir()
    assert (stat.S_IMODE(file.stat().st_mode), stat.S_IMODE(folder().stat().st_mode)) == (0o600, 0o700)
    file.chmod(0o644)
    store_tokens("Ann", BOB)
    (file,) = folder().iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_guest_is_kept_once_the_server_has_said_the_name():
    new = StoredCredentials("a:1")
    new.keep(ANN)
    assert not folder().exists()
    new.belong_to("Guest 7")
    assert StoredCredentials("a:1").tokens() == ANN


def test_the_game_played_last_is_kept_and_a_sign_in_forgotten():
    new = store_tokens("Ann", ANN)
    new.playing("a game")
    new.forget()
    again = StoredCredentials(new_server := "127.0.0.1:50051")
    assert (again.game, again.name, again.tokens()) == ("a game", "", None)
    assert StoredCredentials(new_server, "Ann").tokens() is None


def test_without_a_folder_of_its_own_the_file_is_below_home(tmp_path, monkeypatch):
    for value in ("", "relative/folder"):
        monkeypatch.setenv("XDG_CONFIG_HOME", value)
        assert folder() == tmp_path / "home/.config/turnledger"


def test_a_broken_file_is_as_none():
    store_tokens("Ann", ANN)
    (file,) = folder().iterdir()
    file.write_text("{")
    assert StoredCredentials("127.0.0.1:50051").tokens() is None
