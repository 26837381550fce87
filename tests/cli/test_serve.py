"""The output of `turnledger serve` when it has begun."""

import pytest

from services.cli.operator.serve import _tell
from services.main import Started
from services.settings import Settings


@pytest.mark.parametrize(
    ("grpc", "watch", "play"),
    [
        ("127.0.0.1:50051", "turnledger watch a-game shows it", "turnledger play\n"),
        (
            "127.0.0.1:51931",
            "turnledger watch a-game --server 127.0.0.1:51931",
            "turnledger play --server 127.0.0.1:51931",
        ),
    ],
)
def test_what_it_says_to_type_finds_the_game_also_on_another_port(capsys, grpc, watch, play):
    _tell(Started(grpc, "127.0.0.1:8080", "a-game"), Settings(), as_json=False)
    said = capsys.readouterr().out
    assert watch in said.replace("\n", " ")
    assert play in said
