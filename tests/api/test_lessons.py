"""Lessons are played by their own files, on a server that allows no other fixed seed."""

import re
from pathlib import Path

import grpc
import pytest
from google.protobuf.json_format import ParseDict

from domain import catalogue
from services.main import running
from services.texts import LANGUAGES
from services.texts.lessons import lesson, lesson_in
from tests.api.api_kit import refused
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.v1 import games_pb2

LESSONS = [name for name in catalogue.VARIANTS if lesson(name)]
RULES = Path(__file__).parents[2] / "docs/rules"
MARKED = re.compile(r"\*[^*|]+\|(\w+)\*")


@pytest.fixture
async def strict(tmp_path):
    async with running(settings(tmp_path, fixed_setups=False)) as started, sign_in(started.grpc, "Ann") as ann:
        yield ann


def opening(found):
    bots = [found.bot] * (found.players - 1)
    return {"seats": found.players, "join": True, "unrated": True, "seed": found.seed, "bots": bots, "start": True}


def test_each_of_the_three_games_has_a_lesson():
    games = {name.partition("/")[0] for name in LESSONS}
    assert {"power_grid", "card_game", "colony61"} <= games


@pytest.mark.parametrize("variant", LESSONS)
async def test_a_lesson_is_played_to_its_end_by_its_own_commands(strict, variant):
    found = lesson(variant)
    game = await strict.create_table(variant, private=True, **opening(found))
    todo = list(found.steps)
    async for turn in game.my_turns():
        step = todo.pop(0)
        moment = turn.snapshot.moment
        assert (moment.round, moment.phase) == (step.round, step.phase)
        alone = sum((each.round, each.phase) == (step.round, step.phase) for each in found.steps) == 1
        assert alone or turn.version == step.version
        await turn.submit(ParseDict(step.command, games_pb2.Command()))
        if not todo:
            break
    rounds = {step.round for step in found.steps if step.round}
    assert 5 <= len(rounds) <= 8


@pytest.mark.parametrize("variant", LESSONS)
def test_a_lesson_names_rules_that_exist_and_explains_the_words_that_it_marks(variant):
    found = lesson(variant)
    text = (RULES / f"{catalogue.VARIANTS[variant].name.partition('/')[0]}.md").read_text()
    assert [step.rule for step in found.steps if f"#### {step.rule} " not in text] == []
    marked = set(MARKED.findall(" ".join((found.end, *(step.says for step in found.steps)))))
    assert marked == found.words.keys()
    for language in LANGUAGES:
        assert set(MARKED.findall(lesson_in(variant, language).decode())) == marked


async def test_a_lessons_seed_is_allowed_only_at_a_private_table_of_bots(strict):
    found = lesson("power_grid/russia")
    for wrong in (
        {"private": False},
        {"private": True, "bots": [found.bot], "start": False},
        {"private": True, "seed": "x"},
    ):
        async with refused(grpc.StatusCode.PERMISSION_DENIED, "FIXED_SETUP_NOT_ALLOWED"):
            await strict.create_table(found.variant, **(opening(found) | wrong))
