"""Tournaments over gRPC, at a whole server: players enter, the server seats them, takes the results, pairs the next
round."""

import asyncio
from collections import defaultdict
from contextlib import aclosing
from functools import partial
from itertools import pairwise
from uuid import uuid4

import grpc
import msgspec

from domain import stored
from domain.history.file import take_apart
from domain.history.tournament_verify import verify
from domain.history.verify import verify as verify_game
from services.history.keys import published_keys
from services.main import running
from tests.api.api_kit import accounts_made, refused
from tests.api.conftest import settings
from tests.api.test_beacon import chain_file
from tests.beacon import relay
from turnledger import sign_in
from turnledger.v1 import common_pb2, lobby_pb2, tournaments_pb2

Code = grpc.StatusCode
WAIT_S = 60
SWISS = {
    "name": "Autumn Cup",
    "form": tournaments_pb2.TOURNAMENT_FORM_SWISS,
    "variants": ["card_game"],
    "seats": 2,
    "rounds": 2,
    "unrated": True,
}


async def opened(host, **terms):
    wanted = tournaments_pb2.TournamentTerms(**(SWISS | terms))
    made = await host.tournaments.create_tournament(request_id=str(uuid4()), terms=wanted)
    return made.tournament.tournament_id


async def entered(tournament_id, *players):
    for player in players:
        await player.tournaments.enter_tournament(request_id=str(uuid4()), tournament_id=tournament_id)


async def start(host, tournament_id):
    return await host.tournaments.start_tournament(request_id=str(uuid4()), tournament_id=tournament_id)


async def decide(official, tournament_id, text="", **decision):
    return await official.tournaments.decide_tournament(
        request_id=str(uuid4()), tournament_id=tournament_id, text=text, **decision
    )


async def until(condition):
    """Return its value once it is true."""
    async with asyncio.timeout(WAIT_S):
        while not (found := await condition()):
            await asyncio.sleep(0.05)
    return found


async def pairings(client, tournament_id, **which):
    return [each async for each in client.tournaments.list_pairings(tournament_id=tournament_id, **which)]


async def played(client, tournament_id, number):
    """The pairings of a round once all its games are on."""

    async def on():
        found = await pairings(client, tournament_id, round=number)
        for each in found:
            if not each.game_id or (await client.game(each.game_id).table()).status == lobby_pb2.TABLE_STATUS_OPEN:
                return None
        return found

    return await until(on)


async def status_is(client, tournament_id, status):
    async def there():
        found = (await client.tournaments.get_tournament(tournament_id=tournament_id)).tournament
        return found if found.status == status else None

    return await until(there)


async def file_of(client, tournament_id, which=tournaments_pb2.TOURNAMENT_FILE_UNSPECIFIED):
    return b"".join(
        [part.content async for part in client.tournaments.export_tournament(tournament_id=tournament_id, file=which)]
    )


async def resign_all(players, found):
    """At each table the second seat resigns."""
    by_account = {each.account.account_id: each for each in players}
    for each in found:
        loser = by_account[each.seats[1].entrant.player.account_id]
        await loser.game(each.game_id).resign()


async def test_a_tournament_runs_from_its_opening_to_its_proof(server, player):
    host, *players = [await player(name) for name in ("Eve", "Ann", "Bob", "Cid", "Dan")]
    tournament_id = await opened(host)
    await entered(tournament_id, *players)
    await start(host, tournament_id)
    by_account = {each.account.account_id: each for each in players}
    for number in (1, 2):
        found = await played(host, tournament_id, number)
        assert len(found) == 2
        for each in found:
            stands = await host.game(each.game_id).table()
            assert stands.status == lobby_pb2.TABLE_STATUS_RUNNING
            drawn = [seat.entrant.player.account_id for seat in each.seats]
            assert [occupant.account_id for occupant in stands.occupants] == drawn
            assert all(seat.met == 0 for seat in each.seats)
        own = await by_account[drawn[0]].tournaments.get_tournament(tournament_id=tournament_id)
        assert [each.game_id for each in own.my_pairings] == [found[-1].game_id]
        await resign_all(players, found)
    await status_is(host, tournament_id, tournaments_pb2.TOURNAMENT_STATUS_ENDED)
    rows = [row async for row in host.tournaments.list_standings(tournament_id=tournament_id)]
    assert sorted(row.points for row in rows) in ([0, 120, 120, 240], [120] * 4)
    keys = published_keys(msgspec.json.decode((await host.history.list_signing_keys()).key_set))
    files = {}
    for each in await pairings(host, tournament_id):
        content = b"".join([part async for part in host.game(each.game_id).export()])
        assert verify_game(content, stored.codec(), keys).fault is None
        files[each.game_id] = take_apart(content)
    verdict = verify(await file_of(host, tournament_id), stored.tournament_codec(), keys, files.get)
    assert (verdict.fault, verdict.unproven) == (None, ())


async def test_who_withdraws_is_played_on_by_a_bot_and_nothing_is_scored_for_it(server, player):
    host, ann, bob, cid = [await player(name) for name in ("Eve", "Ann", "Bob", "Cid")]
    tournament_id = await opened(host, form=tournaments_pb2.TOURNAMENT_FORM_LEAGUE, rounds=0)
    await entered(tournament_id, ann, bob, cid)
    await start(host, tournament_id)
    await played(host, tournament_id, 1)
    await ann.tournaments.withdraw_from_tournament(request_id=str(uuid4()), tournament_id=tournament_id)
    account = ann.account.account_id

    async def two_over():
        found = await pairings(host, tournament_id)
        return found if sum(each.status == tournaments_pb2.PAIRING_STATUS_PLAYED for each in found) == 2 else None

    found = await until(two_over)
    for each in found:
        accounts = [seat.entrant.player.account_id for seat in each.seats]
        if account in accounts:
            assert each.seats[accounts.index(account)].unscored
            assert not each.seats[1 - accounts.index(account)].unscored
    (left,) = [each for each in found if each.status == tournaments_pb2.PAIRING_STATUS_OPEN]
    await resign_all((bob, cid), [left])
    await status_is(host, tournament_id, tournaments_pb2.TOURNAMENT_STATUS_ENDED)
    rows = {
        row.entrant.number: row.points
        for row in [r async for r in host.tournaments.list_standings(tournament_id=tournament_id)]
    }
    assert (rows[0], sorted((rows[1], rows[2]))) == (0, [120, 240])


async def test_an_account_is_offered_the_place_of_who_has_gone_and_takes_it_for_the_rounds_that_follow(server, player):
    host, *players, zoe = [await player(name) for name in ("Eve", "Ann", "Bob", "Cid", "Dan", "Zoe")]
    tournament_id = await opened(host)
    await entered(tournament_id, *players)
    await start(host, tournament_id)
    await played(host, tournament_id, 1)
    ann, *others = players
    await ann.tournaments.withdraw_from_tournament(request_id=str(uuid4()), tournament_id=tournament_id)
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await decide(host, tournament_id, "moved away", replace={"entrant": 0, "account_id": "Zoe"})
    await decide(host, tournament_id, "moved away", replace={"entrant": 0, "account_id": zoe.account.account_id})
    assert (await zoe.tournaments.get_tournament(tournament_id=tournament_id)).offered
    await entered(tournament_id, zoe)
    told = await zoe.tournaments.get_tournament(tournament_id=tournament_id)
    assert (told.offered, told.me.number, told.me.status) == (False, 4, tournaments_pb2.ENTRANT_STATUS_IN)

    async def one_left():
        found = await pairings(host, tournament_id, open_only=True)
        return found if len(found) == 1 else None

    await resign_all(others, await until(one_left))  # Ann's game ended as she left
    second = await played(host, tournament_id, 2)
    numbers = sorted(seat.entrant.number for each in second for seat in each.seats)
    assert numbers == [1, 2, 3, 4]
    await resign_all([*others, zoe], second)
    await status_is(host, tournament_id, tournaments_pb2.TOURNAMENT_STATUS_ENDED)
    keys = published_keys(msgspec.json.decode((await host.history.list_signing_keys()).key_set))
    assert verify(await file_of(host, tournament_id), stored.tournament_codec(), keys).fault is None
    assert len([row async for row in host.tournaments.list_standings(tournament_id=tournament_id)]) == 5


async def test_who_is_refused_hears_the_rule_and_what_would_be_allowed(server, player):
    host, ann = await player("Eve"), await player("Ann")
    tournament_id = await opened(host, players_max=2)
    await entered(tournament_id, ann)
    async with refused(Code.FAILED_PRECONDITION, "ALREADY_ENTERED"):
        await entered(tournament_id, ann)
    async with refused(Code.FAILED_PRECONDITION, "TOO_FEW_ENTRANTS"):
        await start(host, tournament_id)
    async with refused(Code.PERMISSION_DENIED, "NOT_AN_OFFICIAL"):
        await start(ann, tournament_id)
    async with refused(Code.PERMISSION_DENIED, "NOT_AN_OFFICIAL"):
        await decide(ann, tournament_id, "mine", cancel={})
    async with refused(Code.INVALID_ARGUMENT, "REASON_NEEDED"):
        await decide(host, tournament_id, cancel={})
    async with refused(Code.FAILED_PRECONDITION, "EVENT_NOT_OVER"):
        await file_of(ann, tournament_id)
    async with refused(Code.NOT_FOUND, "UNKNOWN_TOURNAMENT"):
        await entered(str(uuid4()), ann)
    async with refused(Code.INVALID_ARGUMENT, "SEATS_INVALID") as told:
        await opened(host, seats=1)
    assert "2" in told[0].says
    await decide(host, tournament_id, "nobody came", cancel={})
    async with refused(Code.FAILED_PRECONDITION, "EVENT_OVER"):
        await entered(tournament_id, host)


async def test_whom_the_organiser_invited_is_told_to_nobody(server, player):
    host, ann = await player("Eve"), await player("Ann")
    invited = [ann.account.account_id]
    tournament_id = await opened(host, invited_account_ids=invited)
    for each in (host, ann):
        told = (await each.tournaments.get_tournament(tournament_id=tournament_id)).tournament
        assert not told.terms.invited_account_ids
    async with refused(Code.PERMISSION_DENIED, "NOT_INVITED"):
        await entered(tournament_id, host)
    await entered(tournament_id, ann)


async def test_an_operator_is_an_official_of_every_tournament(tmp_path):
    ((account, tokens),) = await accounts_made(tmp_path, 1)
    async with (
        running(settings(tmp_path, operators=(account,))) as server,
        sign_in(server.grpc, "Ann") as ann,
        sign_in(server.grpc, tokens=tokens) as olga,
    ):
        tournament_id = await opened(ann)
        assert (await olga.tournaments.get_tournament(tournament_id=tournament_id)).official
        await decide(olga, tournament_id, "a test", cancel={})


async def test_watchers_hear_of_each_step_and_lists_show_it(server, player):
    host, ann = await player("Eve"), await player("Ann")
    tournament_id = await opened(host)
    heard, moments = asyncio.Queue(), defaultdict(list)

    async def watch():
        async for message in ann.tournaments.watch_tournament(tournament_id=tournament_id):
            moments[message.version].append(asyncio.get_running_loop().time())
            await heard.put(message)

    async def next_after(version):
        while (message := await heard.get()).version <= version:
            pass
        return message

    watching = asyncio.create_task(watch())
    async with asyncio.timeout(WAIT_S):
        assert (await heard.get()).version == 1
        await entered(tournament_id, ann)
        assert (await next_after(1)).version == 2
        await decide(host, tournament_id, "a test", cancel={})
        assert (await next_after(2)).status == tournaments_pb2.TOURNAMENT_STATUS_ENDED
    watching.cancel()
    pauses = [later - earlier for times in moments.values() for earlier, later in pairwise(times)]
    assert all(pause > 5 for pause in pauses), "between changes only heartbeats come, every 12 to 15 s"
    listed = [each async for each in ann.tournaments.list_tournaments(mine=True)]
    assert [(each.tournament_id, each.terms.name, each.players) for each in listed] == [
        (tournament_id, "Autumn Cup", 1)
    ]
    assert not [each async for each in ann.tournaments.list_tournaments(status=tournaments_pb2.TOURNAMENT_STATUS_ENTRY)]


async def test_tournaments_are_found_and_answered_under_both_names_of_their_id(server, player):
    host = await player("Eve")
    tournament_id = await opened(host)
    for name in ("tournament_id", "event_id"):
        found = (await host.tournaments.get_tournament(**{name: tournament_id})).tournament
        assert (found.tournament_id, found.event_id) == (tournament_id, tournament_id)
    async with refused(Code.NOT_FOUND, "UNKNOWN_TOURNAMENT") as errors:
        await host.tournaments.get_tournament(event_id=(unknown := str(uuid4())))
    assert (errors[0].facts["tournament_id"], errors[0].facts["event_id"]) == (unknown, unknown)


async def test_standings_and_crosstables_are_files_for_spreadsheets(server, player):
    host, *players = [await player(name) for name in ("Eve", "Ann", "Bob")]
    tournament_id = await opened(host, rounds=1)
    await entered(tournament_id, *players)
    await start(host, tournament_id)
    await resign_all(players, await played(host, tournament_id, 1))
    await status_is(host, tournament_id, tournaments_pb2.TOURNAMENT_STATUS_ENDED)
    sheet = (await file_of(ann := players[0], tournament_id, tournaments_pb2.TOURNAMENT_FILE_STANDINGS)).decode()
    lines = sheet.splitlines()
    assert lines[0].startswith("rank,division,name,account,points")
    assert [line.split(",")[4] for line in lines[1:]] == ["1.0", "0.0"]
    paired = [each async for each in ann.tournaments.list_pairings(tournament_id=tournament_id)]
    assert sorted(seat.scored for seat in paired[0].seats) == [0, 120]
    assert all(seat.HasField("scored") for seat in paired[0].seats)
    cross = (await file_of(ann, tournament_id, tournaments_pb2.TOURNAMENT_FILE_CROSSTABLE)).decode().splitlines()
    assert sorted(cross[0].split(",")[1:]) == ["Ann", "Bob"]
    assert (cross[1].split(",")[1:], cross[2].split(",")[1:]) == (["", "1.0"], ["0.0", ""])
    request = tournaments_pb2.ExportTournamentRequest(tournament_id=tournament_id)
    response = tournaments_pb2.ExportTournamentResponse
    async with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_FAST"):
        for _ in range(20):
            [part async for part in host.connection.stream("Tournaments/ExportTournament", request, response)]


async def test_an_account_that_is_deleted_leaves_its_tournaments(server, player):
    host, ann = await player("Eve"), await player("Ann")
    tournament_id = await opened(host)
    await entered(tournament_id, ann)
    await ann.accounts.delete_me(display_name="Ann")
    (entrant,) = [each async for each in host.tournaments.list_entrants(tournament_id=tournament_id)]
    assert (entrant.status, entrant.player.display_name) == (tournaments_pb2.ENTRANT_STATUS_OUT, "")


async def test_the_next_season_of_a_league_is_seeded_by_the_last(server, player):
    host, *players = [await player(name) for name in ("Eve", "Ann", "Bob", "Cid")]
    league = {"form": tournaments_pb2.TOURNAMENT_FORM_LEAGUE, "rounds": 0}
    tournament_id = await opened(host, **league)
    terms = tournaments_pb2.TournamentTerms(**(SWISS | league))
    async with refused(Code.FAILED_PRECONDITION, "NO_SEASON"):
        await host.tournaments.create_tournament(
            request_id=str(uuid4()), terms=terms, after_tournament_id=tournament_id, moving=1
        )
    await entered(tournament_id, *players)
    await start(host, tournament_id)
    await resign_all(players, await played(host, tournament_id, 1))
    await status_is(host, tournament_id, tournaments_pb2.TOURNAMENT_STATUS_ENDED)
    made = await host.tournaments.create_tournament(
        request_id=str(uuid4()), terms=terms, after_tournament_id=tournament_id, moving=1
    )
    assert made.tournament.status == tournaments_pb2.TOURNAMENT_STATUS_ENTRY


async def test_time_that_is_up_ends_a_game_and_counts_in_the_standings(server, player):
    host, *players = [await player(name) for name in ("Eve", "Ann", "Bob")]
    clock = common_pb2.Clock(move_s=1, on_timeout=common_pb2.TIMEOUT_ACTION_FORFEIT)
    tournament_id = await opened(host, rounds=1, clock=clock)
    await entered(tournament_id, *players)
    await start(host, tournament_id)
    await status_is(host, tournament_id, tournaments_pb2.TOURNAMENT_STATUS_ENDED)
    rows = [row async for row in host.tournaments.list_standings(tournament_id=tournament_id)]
    assert sorted(row.points for row in rows) == [0, 120]


async def test_a_table_is_listed_with_its_game_once_it_stands(tmp_path):
    roles = tuple(role for role in settings(tmp_path).roles if role != "tournaments")
    async with (
        running(settings(tmp_path, roles=roles)) as server,
        sign_in(server.grpc, "Ann") as ann,
        sign_in(server.grpc, "Bob") as bob,
    ):
        tournament_id = await opened(ann)
        await entered(tournament_id, ann, bob)
        await start(ann, tournament_id)  # no process opens tables here
        assert [each.game_id for each in await pairings(ann, tournament_id)] == [""]
        own = await ann.tournaments.get_tournament(tournament_id=tournament_id)
        assert ([each.game_id for each in own.my_pairings], own.tournament.opening_tables) == ([""], 1)
    async with running(settings(tmp_path)) as server, sign_in(server.grpc, "Cid") as cid:
        async with (
            asyncio.timeout(WAIT_S),
            aclosing(cid.tournaments.watch_tournament(tournament_id=tournament_id)) as messages,
        ):
            async for message in messages:  # another message reports that the table is open: no call is needed again
                if not message.opening_tables:
                    break
        (each,) = await pairings(cid, tournament_id)
        assert (await cid.game(each.game_id).table()).game_id == each.game_id


async def test_who_enters_late_is_seated_in_the_next_round(server, player):
    host, *players = [await player(name) for name in ("Eve", "Ann", "Bob", "Cid", "Dan")]
    tournament_id = await opened(host, late_rounds=1)
    await entered(tournament_id, *players[:2])
    assert (await start(host, tournament_id)).tournament.terms.late_rounds == 1
    await entered(tournament_id, *players[2:])
    await resign_all(players, await played(host, tournament_id, 1))
    seated = {seat.entrant.number for each in await played(host, tournament_id, 2) for seat in each.seats}
    assert seated == {0, 1, 2, 3}
    async with refused(Code.FAILED_PRECONDITION, "LATE_ENTRY_OVER"):
        await host.tournaments.enter_tournament(request_id=str(uuid4()), tournament_id=tournament_id)


async def test_in_a_league_games_begin_anew_with_who_takes_a_place(server, player):
    host, *players = [await player(name) for name in ("Eve", "Ann", "Bob", "Cid", "Dan")]
    tournament_id = await opened(host, form=tournaments_pb2.TOURNAMENT_FORM_LEAGUE, rounds=0)
    await entered(tournament_id, *players[:3])
    await start(host, tournament_id)
    await played(host, tournament_id, 1)
    await players[0].tournaments.withdraw_from_tournament(request_id=str(uuid4()), tournament_id=tournament_id)
    dan = players[3]
    await decide(host, tournament_id, "moved away", replace={"entrant": 0, "account_id": dan.account.account_id})
    await entered(tournament_id, dan)

    async def seated():
        found = await pairings(dan, tournament_id, open_only=True)
        return found if all(each.game_id for each in found) else None

    mine = [each for each in await until(seated) if 3 in [seat.entrant.number for seat in each.seats]]
    assert len(mine) == 2
    for each in mine:
        await until(partial(sits_at, dan, each.game_id))


async def sits_at(client, game_id):
    return client.account.account_id in [each.account_id for each in (await client.game(game_id).table()).occupants]


async def test_in_an_arena_who_is_free_is_paired_again_until_an_official_ends_it(server, player):
    host, *players = [await player(name) for name in ("Eve", "Ann", "Bob", "Cid")]
    tournament_id = await opened(host, form=tournaments_pb2.TOURNAMENT_FORM_ARENA, rounds=0, minutes=60)
    await entered(tournament_id, *players[:2])
    begun = (await start(host, tournament_id)).tournament
    assert 0 < (begun.end_time.ToDatetime() - begun.create_time.ToDatetime()).total_seconds() - 3600 < WAIT_S
    await resign_all(players, await played(host, tournament_id, 1))
    assert {seat.entrant.number for each in await played(host, tournament_id, 2) for seat in each.seats} == {0, 1}
    await entered(tournament_id, players[2])
    await resign_all(players, await played(host, tournament_id, 2))
    assert 2 in {seat.entrant.number for each in await played(host, tournament_id, 3) for seat in each.seats}
    await decide(host, tournament_id, "enough", cancel={})
    await status_is(host, tournament_id, tournaments_pb2.TOURNAMENT_STATUS_ENDED)


async def test_with_a_beacon_a_tournament_waits_for_its_round_and_is_then_paired(tmp_path):
    with relay() as (url, _):
        here = {"beacon": chain_file(tmp_path), "beacon_relays": (url,), "beacon_lead_s": 1}
        async with (
            running(settings(tmp_path, **here)) as server,
            sign_in(server.grpc, "Ann") as ann,
            sign_in(server.grpc, "Bob") as bob,
        ):
            tournament_id = await opened(ann)
            await entered(tournament_id, ann, bob)
            awaited = (await start(ann, tournament_id)).tournament.beacon_round
            assert awaited > 0
            begun = await status_is(bob, tournament_id, tournaments_pb2.TOURNAMENT_STATUS_RUNNING)
            assert begun.beacon_round == awaited
            assert [len(each.seats) for each in await pairings(bob, tournament_id)] == [2]
