"""The model of the home of several logs gives the answers of a real server to the same random calls."""

from random import Random

import pytest

from services.store import open_sql
from services.store.backends import urls_of
from services.store.logs.cuts import GlobalOrderCut, GlobalOrderCuts
from services.store.logs.placements import Placements
from services.store.sql import Sql
from tests.simulation.tables import Tables

LOGS = 2
GAMES = tuple("abcdefgh")


class ModelledSql:
    """The tables of the simulation, without the way to them."""

    def __init__(self) -> None:
        self._tables = Tables()

    async def run(self, statement: str, values=()):
        return self._tables.run(statement, values)


async def answers(sql: Sql, seed: int) -> list[object]:
    """Return what random calls about cuts and placements find."""
    dice, found = Random(seed), list[object]()
    cuts, placements = GlobalOrderCuts(sql, LOGS), Placements(sql, LOGS)
    known = [GlobalOrderCut.before_all(LOGS)]
    for _ in range(40):
        if dice.random() < 0.5:
            last, follows = await cuts.last(), dice.choice(known[-3:])
            upto = [each + dice.randrange(3) for each in follows.upto]
            await cuts.add(last, follows, upto, [f"mark {each}" for each in upto])
            known.append(await cuts.last())
            found.append(_listed([known[-1]]))
        position, games = dice.randrange(30), dice.sample(GAMES, 3)
        found.append(_listed(await cuts.after(position, 3)))
        found.append(_listed(await cuts.before(position, 3)))
        found.append(_listed(await cuts.holding(sorted(dice.sample(range(1, 40), 4)))))
        found.append(await placements.place(games[0]))
        found.append(await Placements(sql, LOGS).find(games[1]))
        found.append(await placements.put_back(games[2:], dice.randrange(LOGS)))
        found.append(dict(await placements.known(games)))
    return found


def _listed(cuts: list[GlobalOrderCut]) -> list[object]:
    return [(each.number, each.base, each.last, list(each.since), list(each.upto), list(each.marks)) for each in cuts]


@pytest.mark.servers
@pytest.mark.parametrize("seed", range(4))
async def test_cuts_and_placements_have_the_answers_of_a_real_server(logs_url, seed):
    sql = open_sql(urls_of(logs_url)[0])
    try:
        real = await answers(sql, seed)
    finally:
        await sql.close()
    assert await answers(ModelledSql(), seed) == real
    assert any(isinstance(each, list) and len(each) > 1 for each in real)
