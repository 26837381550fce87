"""One call per turn: snapshots come with answers and watches, at one version and redacted like a board."""

import asyncio
from collections import Counter
from contextlib import aclosing

import grpc
import pytest

from services.api.messages.convert import MalformedMessage
from services.web.from_json import from_json
from tests.api.api_kit import RUSSIA, call, choice, next_to_act, refused, submission, two_at_a_table
from turnledger.v1 import events_pb2, play_pb2
from turnledger.v1.snapshot_pb2 import Parts

Code = grpc.StatusCode
BOTH = Parts(board=True, options=True)


async def test_an_answer_has_the_parts_that_were_asked_for_and_no_others(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"), "card_game")
    mine, options = await next_to_act(*games)
    plain = await mine.submit(options.options[0].first)
    assert not plain.HasField("snapshot")
    mine, options = await next_to_act(*games)
    answer = await mine.submit(options.options[0].first, parts=BOTH)
    shown = await mine.board(min_version=answer.snapshot.version, options=True)
    assert answer.snapshot.version >= answer.version
    assert answer.snapshot == shown
    mine, options = await next_to_act(*games)
    answer = await mine.submit(options.options[0].first, parts=Parts(options=True))
    assert (answer.snapshot.HasField("options"), answer.snapshot.HasField("board")) == (True, False)


async def test_a_trial_is_told_in_words_and_has_no_snapshot(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"), "card_game")
    mine, options = await next_to_act(*games)
    parts = Parts(board=True, words=True)
    trial = await mine.submit(options.options[0].first, validate_only=True, parts=parts)
    assert not trial.HasField("snapshot")
    done = await mine.submit(options.options[0].first, parts=parts)
    assert [event.says for event in trial.events] == [event.says for event in done.events[: len(trial.events)]]
    assert all(event.says for event in trial.events)


async def test_a_table_answer_has_a_snapshot_too(player):
    game, _ = await two_at_a_table(await player("Ann"), await player("Bob"))
    request = play_pb2.ActRequest(game_id=game.game_id, parts=BOTH, hand_seat={"bot": "random"})
    request.request_id = submission(game.game_id).request_id
    answer = await game.connection.call("Play/Act", request, play_pb2.ActResponse)
    assert (answer.snapshot.HasField("options"), list(answer.snapshot.options.options)) == (True, [])


async def test_a_watch_begins_with_the_table_and_how_the_game_stands(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"), "colony61")
    version = (await games[0].table()).version
    async with aclosing(games[0].watch(None, board=True, options=True, heartbeats=True)) as messages:
        first = await anext(messages)
        assert [each.display_name for each in first.table.occupants] == ["Ann", "Bob"]
        assert first.snapshot == await games[0].board(version=version, options=True)
        answer = await games[0].submit(first.snapshot.options.options[0].first)
        message = await anext(messages)
        assert not message.HasField("table")
        assert message.snapshot == await games[0].board(version=answer.version, options=True)


async def test_a_watch_of_a_spectator_has_no_options_and_of_a_seat_its_own(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"), "colony61")
    eve = (await player("Eve")).game(games[0].game_id)
    for game, seat in ((games[0], 0), (games[1], 1), (eve, None)):
        async with aclosing(game.watch(None, board=True, options=True, heartbeats=True)) as messages:
            snapshot = (await anext(messages)).snapshot
        assert (snapshot.seat if snapshot.HasField("seat") else None) == seat
        assert snapshot.HasField("options") == (seat is not None) == snapshot.board.colony61.HasField("own")


async def test_a_watch_that_catches_up_says_how_the_game_stands_once_with_the_last_events(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"), "card_game")
    version = 0
    while version < 130:
        mine, options = await next_to_act(*games)
        version = (await mine.submit(options.options[-1].first)).version
    await mine.board(min_version=version)
    shown = {}
    async with aclosing(mine.watch(0, board=True)) as messages:
        async for message in messages:
            shown[message.version] = message.HasField("snapshot")
            if message.version >= version:
                break
    assert shown == {100: False, version: True}


@pytest.mark.parametrize("variant", ["card_game", "colony61", RUSSIA])
async def test_a_turn_of_the_python_client_is_one_call(player, variant):
    """The stream is opened once. Calls are counted on the client's side, over the first forty turns."""
    ann = await player("Ann")
    game = await ann.create_table(variant, seats=2, join=True, unrated=True, seed="a test")
    await game.add_bot("greedy")
    await game.start()
    calls, turns = Counter(), 0
    call_of_the_connection = ann.connection.call

    async def counted(method, *rest, **named):
        calls[method] += 1
        return await call_of_the_connection(method, *rest, **named)

    ann.connection.call = counted
    async with asyncio.timeout(60), aclosing(game.my_turns()) as mine:
        async for turn in mine:
            await turn.submit(turn.options[0].first)
            turns += 1
            if turns == 40:
                break
    assert calls == {"Play/Submit": 40}


async def test_a_turn_in_which_a_command_was_refused_is_offered_again(player):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, _ = await next_to_act(game, other)
    async with asyncio.timeout(60), aclosing(mine.my_turns()) as turns:
        turn = await anext(turns)
        async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
            await turn.choose(len(turn.options))
        again = await anext(turns)
    assert (again.version, again.options) == (turn.version, turn.options)


@pytest.mark.parametrize("forgotten", ["option", "number"])
async def test_a_forgotten_field_of_a_choice_is_not_taken_for_zero(player, forgotten):
    game, other = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(game, other)
    given = choice()
    given.ClearField(forgotten)
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED") as found:
        await mine.submit(given, expected_version=options.version)
    assert f"choice.{forgotten}" in found[0].message
    assert (await mine.table()).version == options.version


async def test_forgotten_seats_readiness_and_votes_are_not_taken_for_zero_or_no(player):
    ann = await player("Ann")
    game = await ann.create_table(RUSSIA, seats=2, join=True, terms={"ready_check": True})
    for asked in (
        ann.lobby.clear_seat(game_id=game.game_id),
        ann.lobby.choose_colour(game_id=game.game_id, colour="black"),
        ann.lobby.set_ready(game_id=game.game_id),
    ):
        async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
            await asked
    games = await two_at_a_table(await player("Eve"), await player("Bob"))
    await games[0].propose_abandon()
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED") as found:
        await games[1]._services.play.act(game_id=games[1].game_id, vote={})
    assert "agree" in found[0].message
    table = await games[1].table()
    assert (list(table.proposal.agreed), table.proposal.WhichOneof("proposed")) == ([0], "abandon")


async def test_what_stays_hidden_is_told_apart_from_what_a_client_does_not_know(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"), "colony61")
    answer = await games[0].submit((await games[0].options()).options[0].first)
    seen = [event async for event in games[1]._services.history.list_events(game_id=games[1].game_id)]
    assert {event.hidden for event in seen if event.WhichOneof("event")} == {False}
    assert all(event.hidden for event in seen if event.WhichOneof("event") is None)
    tomorrow = events_pb2.GameEvent.FromString(b"\x08\x05" + b"\xfa\x01\x00")  # version 5, an event of number 31
    assert (tomorrow.version, tomorrow.hidden, tomorrow.WhichOneof("event")) == (5, False, None)
    assert answer.version <= seen[-1].version


async def test_the_first_command_of_an_option_can_be_sent_as_it_is(player):
    ann = await player("Ann")
    games = await two_at_a_table(ann, await player("Bob"), "colony61")
    first = (await games[0].options()).options[0].first
    request = submission(games[0].game_id, command=first)
    assert (await call(ann, "Play/Submit", request, play_pb2.SubmitResponse)).events


@pytest.mark.parametrize("variant", [RUSSIA, "power_grid/australia", "card_game", "colony61"])
async def test_what_is_printed_has_a_schema_and_words_in_two_languages(player, variant):
    ann = await player("Ann")
    (listed,) = [each for each in await ann.variants() if each.name == variant]
    found = await ann.catalogue.get_game_data(variant=variant)
    assert found.data.WhichOneof("game") == listed.game
    assert list(found.editions) == list(listed.editions)
    assert all(set(word.names) == {"en", "ru"} for word in found.words)
    pinned = await ann.catalogue.get_game_data(variant=variant, editions=[each.id for each in found.editions])
    assert pinned == found
    async with refused(Code.FAILED_PRECONDITION, "UNKNOWN_EDITION"):
        await ann.catalogue.get_game_data(variant=variant, editions=["none"])


async def test_cards_have_the_figures_that_are_printed_on_them(player):
    ann = await player("Ann")
    cards = (await ann.catalogue.get_game_data(variant="card_game")).data.card_game
    plant = next(each for each in cards.plants if each.id == "P01")
    assert (plant.number, plant.fuel, plant.need, plant.profit, plant.size) == (3, "gas", 2, 5, "small")
    assert (len(cards.plants), list(cards.tables.prices), len(cards.renovation)) == (42, [1, 2, 3, 4], 5)
    colony = (await ann.catalogue.get_game_data(variant="colony61")).data.colony61
    modules = {each.id: each for each in colony.modules}
    mine = modules["mine"]
    assert (mine.cost, dict(mine.supplies), mine.names["ru"]) == (5, {"mining": 2}, "Шахта")
    (effect,) = mine.effects
    assert (effect.kind, effect.resource, effect.times, effect.plus) == ("price_income", "mining", 1, 1)
    steps = [list(effect.steps) for each in modules.values() for effect in each.effects if effect.steps]
    assert [(step.position, step.influence) for step in steps[0]] == [(0, 3), (4, 5), (8, 7), (12, 9)]
    end = next(each for each in colony.colonies if each.id == "resettlement_planet").end[0]
    assert (end.kind, dict(end.at_least), end.not_before_turn) == ("resource", {2: 10, 3: 13, 4: 16, 5: 18}, 7)


def test_a_command_in_json_with_a_seat_of_old_is_one_without(player):
    given = b'{"gameId": "a", "command": {"powerGrid": {"passBid": {"seat": 3}}}}'
    assert from_json(given, play_pb2.SubmitRequest).command.power_grid.HasField("pass_bid")
    with pytest.raises(MalformedMessage):
        from_json(b'{"command": []}', play_pb2.SubmitRequest)
