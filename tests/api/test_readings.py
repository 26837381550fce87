"""Readings of open rules as options of the host: named by the catalogue, the lobby and the history, and proven."""

import asyncio
import json
from uuid import uuid4

import grpc
import pytest
from typer.testing import CliRunner

from domain import catalogue, stored
from domain.history.file import export
from domain.history.verify import verify
from services.cli.main import app
from services.history.keys import published_keys
from services.operations.simulate import SimulationPlan, play_one
from tests.api.api_kit import call, next_to_act, refused
from tests.domain.history.book import RING
from turnledger import ServiceError
from turnledger.v1 import card_game_pb2, games_pb2, history_pb2, lobby_pb2, play_pb2

Code = grpc.StatusCode
OTHER_READINGS = {
    "power_grid/russia": {"first_pass": "spares_outgrown", "first_city": "empty_city"},  # DEC-PG-02, -17
    "power_grid/japan": {"first_round": "free", "dear_cities": "from_stage_2"},  # DEC-PG-28, -29
    "power_grid/india": {"final_blackout": "twice"},  # DEC-PG-34
    "card_game": {"trust_takes": "before_replacement", "burnt_cards": "chosen"},  # DEC-CG-16, -20
    "colony61": {
        "unpayable_cards": "recycled",  # DEC-C61-04
        "pay_together": "at_once",  # DEC-C61-06
        "pictograms": "once",  # DEC-C61-08
        "doubling": "without_bonuses",  # DEC-C61-12
    },
}
"""One value that is not the default for each decision that a host may make."""


async def ask(client, method, response, **fields):
    request = getattr(history_pb2, f"{method}Request")(**fields)
    return await call(client, f"History/{method}", request, getattr(history_pb2, f"{response}Response"))


async def test_the_catalogue_names_each_reading_in_two_languages_and_its_default_first(player):
    variants = {each.name: each for each in await (await player("Ann")).variants()}
    for variant, readings in OTHER_READINGS.items():
        listed = {option.name: option for option in variants[variant].options}
        for name, value in readings.items():
            assert value in listed[name].values[1:]
            assert set(listed[name].names) == {"en", "ru"}
            assert name not in listed[name].names.values(), "a name for people"


@pytest.mark.parametrize("variant", OTHER_READINGS)
async def test_lobby_and_history_name_the_readings_and_the_signed_file_is_proven(player, variant):
    readings = OTHER_READINGS[variant]
    ann = await player("Ann")
    game = await ann.create_table(variant, seats=2, join=True, unrated=True, options=readings)
    assert dict((await game.table()).options) == readings
    await game.board(min_version=(await game.table()).version)
    request = lobby_pb2.ListTablesRequest(variant=variant)
    (listed,) = (await call(ann, "Lobby/ListTables", request, lobby_pb2.ListTablesResponse)).tables
    assert dict(listed.options) == readings
    await game.add_bot("random")
    await game.start()
    while (options := await game.options()).version < 40 and options.options:
        try:
            await game.submit(options.options[0].first)
        except ServiceError as error:
            if error.reason != "STEP_CLOSED":  # the bot may end a step of Colony-61 meanwhile
                raise
    events = (await ask(ann, "ListEvents", "ListEvents", game_id=game.game_id, page_size=40)).events
    assert [dict(each.table.game_opened.options) for each in events if each.table.HasField("game_opened")] == [readings]
    resign = play_pb2.ActRequest(request_id=str(uuid4()), game_id=game.game_id, resign={})
    await call(ann, "Play/Act", resign, play_pb2.ActResponse)
    content = b"".join([part async for part in game.export()])
    keys = published_keys(json.loads((await ask(ann, "ListSigningKeys", "ListSigningKeys")).key_set))
    assert json.loads(content.splitlines()[0])["options"] == readings
    assert verify(content, stored.codec(), keys).fault is None


CHOICES = [
    (variant, option.name, value)
    for variant, readings in OTHER_READINGS.items()
    for option in catalogue.find(variant).options
    if option.name in readings
    for value in option.values[1:]
]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "option", "value"), CHOICES)
def test_whole_games_under_each_reading_are_signed_and_proven_offline(tmp_path, variant, option, value):
    plan = SimulationPlan(variant, 3, 1, f"{option}/{value}", ("greedy",), {option: value})
    file, keys = tmp_path / "game.jsonl", tmp_path / "keys.json"
    keys.write_text(json.dumps(RING.published()))
    content = export(play_one(plan, 0, stored.codec()).rows, stored.codec(), RING.signer)
    file.write_bytes(content)
    proven = CliRunner().invoke(app, ["verify", str(file), "--keys", str(keys), "--json"])
    assert (proven.exit_code, json.loads(proven.stdout)["verdict"]["fault"]) == (0, None)
    other = catalogue.find(variant)
    (default,) = [each.values[0] for each in other.options if each.name == option]
    file.write_bytes(content.replace(f'"{option}":"{value}"'.encode(), f'"{option}":"{default}"'.encode()))
    assert CliRunner().invoke(app, ["verify", str(file), "--keys", str(keys)]).exit_code == 1


async def test_a_reading_that_does_not_exist_is_refused_with_those_that_do(player):
    ann = await player("Ann")
    async with refused(Code.INVALID_ARGUMENT, "UNKNOWN_OPTION_VALUE") as found:
        await ann.create_table("power_grid/india", options={"final_blackout": "thrice"})
    known = '["reduced","full","twice"]'
    assert found[0].facts == {"rule": "PG-SET-01", "option": "final_blackout", "value": "thrice", "known": known}
    async with refused(Code.INVALID_ARGUMENT, "UNKNOWN_OPTION") as found:
        await ann.create_table("power_grid/russia", options={"final_blackout": "full"})
    assert found[0].facts["rule"] == "PG-SET-01"
    assert found[0].facts["option"] == "final_blackout"
    assert "first_pass" in found[0].facts["known"]
    async with refused(Code.INVALID_ARGUMENT, "UNKNOWN_OPTION_VALUE") as found:
        await ann.create_table("colony61", options={"doubling": "tripled"})
    assert (found[0].facts["rule"], found[0].facts["option"]) == ("C61-SET-01", "doubling")
    async with refused(Code.INVALID_ARGUMENT, "UNKNOWN_OPTION_VALUE") as found:
        await ann.create_table("card_game", options={"burnt_cards": "none"})
    assert (found[0].facts["rule"], found[0].facts["option"]) == ("CG-SET-01", "burnt_cards")


async def test_a_standing_order_runs_plants_where_owners_choose_the_cards_they_burn(player):
    ann, bob = await player("Ann"), await player("Bob")
    terms = {"options": {"burnt_cards": "chosen"}, "seats": 2, "unrated": True, "seed": "a test"}
    game = await ann.create_table("card_game", join=True, **terms)
    other = bob.game(game.game_id)
    await other.join()
    await game.start()
    run_most = card_game_pb2.CardGameOrder(run_most={})
    await game.order(games_pb2.Order(card_game=run_most), phase="BUREAUCRACY")
    async with asyncio.timeout(120):
        while not (orders := await game.orders()).ended:
            mine, asked = await next_to_act(game, other)
            if mine is game and asked.options[0].card_game.HasField("production"):
                await game.board(min_version=asked.version + 1)  # the order answers
            else:
                await mine.submit(asked.options[0].first)
    assert [each.reason for each in orders.ended] == ["ORDER_DONE"]
    assert (await game.verify()).right
