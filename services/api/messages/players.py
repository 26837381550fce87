"""A player in the messages that lists and boards show one by."""

from projections.folds.finishers import is_bot
from projections.read.leaders import Reliability
from services.accounts.sign_in import SignIn
from turnledger.v1 import common_pb2, views_pb2


async def player(account_id: str, sign_in: SignIn) -> common_pb2.Player:
    """A player: an account, or a bot by its leaderboard name. Without a name: the account was deleted."""
    if is_bot(account_id):
        return common_pb2.Player(account_id=account_id, display_name=account_id)
    name = await sign_in.name(account_id)
    return common_pb2.Player(account_id=account_id, display_name=name, program=await sign_in.is_program(account_id))


def reliability(found: Reliability) -> views_pb2.Reliability:
    return views_pb2.Reliability(games=found.games, finished=found.finished, left=found.left, timed_out=found.timed_out)
