"""The Python client with the tokens of an app (docs/apps.md, “With a kit”)."""

import pytest

from turnledger import ServiceError, sign_in


class Source:
    """Refreshes the tokens of an app, and notes for which it was asked."""

    def __init__(self, app, tokens):
        self.app, self.tokens, self.ended = app, tokens, []

    async def __call__(self, ended):
        self.ended.append(ended)
        answer = await self.app.refresh(self.tokens["refresh_token"])
        self.tokens = answer.json()
        return self.tokens["access_token"]


async def test_client_of_an_app_refreshes_its_token_once_and_names_a_missing_scope(house):
    app = house.app
    first = (await app.exchange(await app.code_of(house.ann))).json()
    source = Source(app, (await app.refresh(first["refresh_token"])).json())  # the first access token has ended
    async with sign_in(house.server.grpc, token=first["access_token"], token_source=source) as me:
        assert source.ended == [first["access_token"]]
        assert me.account.account_id == house.ann.account.account_id
        with pytest.raises(ServiceError) as refused:
            await me.create_table("card_game", seats=2)
    assert (refused.value.reason, dict(refused.value.facts)) == ("SCOPE_MISSING", {"scope": "tables:manage"})
    assert len(source.ended) == 1


async def test_refused_token_without_a_source_makes_no_guest(house):
    app = house.app
    tokens = (await app.exchange(await app.code_of(house.ann))).json()
    await app.refresh(tokens["refresh_token"])
    with pytest.raises(ServiceError) as refused:
        async with sign_in(house.server.grpc, token=tokens["access_token"]):
            pass
    assert refused.value.reason == "TOKEN_INVALID"
