"""Completion rates of accounts for a table's requirement, by the lists, which may be unavailable."""

import pytest

from domain.kernel.refused import Refused
from domain.table.messages import LeastFinished, OpenTable, Resign, Terms
from projections.stores.interface import ViewUnavailable
from services.application.game_service import GameService
from services.tables.completion_rates import Reliable
from support.histories import Game
from tests.kit import Refusal
from tests.projections.projection_kit import Service
from tests.table_services.services_kit import CODEC

ASKED = LeastFinished(percent=50, games=2)
pytestmark = pytest.mark.rule("TB-REL-01")


class Away:
    async def played(self, *_args, **_kwargs):
        raise ViewUnavailable("gone")


@pytest.fixture
async def lists():
    """ann has finished three games of three, bob one of three, cy one of one."""
    service = Service()
    for number in range(2):
        game = Game(service.log, f"g{number}").open("ann").seat("ann", "bob").start().choose(3)
        game.execute(Resign(), "bob")
    Game(service.log, "g2").open("ann", seats=3).seat("ann", "bob", "cy").start().play()
    return (await service.catch_up()).lists


@pytest.fixture
async def table(store):
    """Its games, and the id of a table that asks."""
    games = GameService(store, CODEC)
    opening = OpenTable("demo", 2, terms=Terms(least_finished=ASKED, invited=("eve",)))
    return games, (await games.open_table(opening, actor="host", request_id="r1")).game_id


async def test_who_has_finished_too_few_is_refused_at_the_door(lists, table):
    games, game_id = table
    reliable = Reliable(games, lists)
    for account in ("ann", "host", "eve"):
        await reliable.check(account, game_id, 5)
    for account, played, finished in (("bob", 3, 1), ("cy", 1, 1), ("nobody", 0, 0)):
        with pytest.raises(Refused) as error:
            await reliable.check(account, game_id, 5)
        assert Refusal.of(error.value) == Refusal(
            "TOO_FEW_FINISHED", games=played, finished=finished, games_min=2, percent_min=50
        )
    assert [await reliable.meets(account, ASKED) for account in ("ann", "bob", "cy")] == [True, False, False]


async def test_without_the_lists_nobody_new_sits_down_there_and_a_quick_match_goes_elsewhere(table):
    games, game_id = table
    reliable = Reliable(games, Away())
    with pytest.raises(ViewUnavailable):
        await reliable.check("ann", game_id, 5)
    await reliable.check("host", game_id, 5)
    assert not await reliable.meets("ann", ASKED)
