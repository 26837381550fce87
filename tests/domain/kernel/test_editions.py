"""Refusals of editions: they name the file or the editions, and the problems."""

import pytest

from domain.card_game.editions import EDITIONS
from domain.kernel.editions import file_names
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition


def test_a_file_with_another_kind_of_name_is_refused_by_its_name(tmp_path):
    (tmp_path / "Our own.json").write_text("{}")
    with pytest.raises(Refused) as refused:
        file_names(tmp_path, "CG-SET-01")
    assert (refused.value.code, refused.value.rule) == ("EDITION_INVALID", "CG-SET-01")
    assert refused.value.facts == {"edition": "Our own", "problems": ("file: must be called NAME-NUMBER.json",)}


def test_a_game_names_one_edition():
    with pytest.raises(Refused) as refused:
        EDITIONS.pinned((Edition("card_game/1", "00", ()), Edition("card_game/2", "00", ())))
    assert (refused.value.code, refused.value.rule) == ("UNKNOWN_EDITION", "CG-SET-01")
    assert refused.value.facts == {"editions": ("card_game/1", "card_game/2")}
