"""Operators' figures of an account's decisions compared with `expert`, over real gRPC."""

from contextlib import AsyncExitStack

import pytest

from services.cli.operator.fairplay import figure_lines
from services.main import running
from tests.api.api_kit import RUSSIA, accounts_made
from tests.api.conftest import settings
from tests.api.test_explained import over
from turnledger import ServiceError, sign_in
from turnledger.v1 import operators_pb2


async def compare(olga, account, **request):
    return await olga.operators.compare_with_expert(**{"account_id": account, "variant": RUSSIA, **request})


@pytest.mark.servers
async def test_an_operator_is_told_of_the_decisions_in_explained_games_and_no_more_than_they_say(tmp_path):
    ((account, tokens),) = await accounts_made(tmp_path, 1)
    async with AsyncExitStack() as stack:
        started = running(settings(tmp_path, operators=(account,), analysis_tries=2))
        server = await stack.enter_async_context(started)
        olga = await stack.enter_async_context(sign_in(server.grpc, tokens=tokens))
        ann, bob = [await stack.enter_async_context(sign_in(server.grpc, name)) for name in ("Ann", "Bob")]
        before = await compare(olga, ann.account.account_id)
        assert (before.games, before.decisions, before.HasField("beyond")) == (0, 0, False)
        game = await over(ann, bob)
        explained = await game.analysis()
        mine = [each for each in explained.decisions if each.seat == 0]
        same = [each for each in mine if not each.HasField("best")]
        found = await compare(olga, ann.account.account_id)
        assert (found.games, found.decisions) == (1, len(mine))
        assert found.share_permille == round(1000 * len(same) / len(mine))
        assert not found.HasField("beyond"), "one game says nothing"
        elsewhere = await compare(olga, ann.account.account_id, variant="power_grid/japan")
        assert (elsewhere.games, elsewhere.decisions) == (0, 0)
        with pytest.raises(ServiceError) as refused:
            await compare(ann, bob.account.account_id)
        assert refused.value.reason == "NOT_AN_OPERATOR"


def test_the_terminal_says_it_with_its_interval_or_that_there_is_too_little():
    found = operators_pb2.CompareWithExpertResponse(
        games=12, decisions=700, share_permille=431, players=9, others_decisions=4000, others_share_permille=352,
        beyond=operators_pb2.BeyondExpected(excess_permille=79, low_permille=-12, high_permille=170),
    )  # fmt: skip
    assert figure_lines(found, "en")[-1] == ("beyond, 95 of 100", "+7.9 % (-1.2 % … +17.0 %)")
    found.ClearField("beyond")
    assert figure_lines(found, "en")[-1][1] == "too little to say"
    assert figure_lines(found, "ru")[-1][1] == "слишком мало данных"
