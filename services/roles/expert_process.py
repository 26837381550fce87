"""Moves of experts and hints, thought in a niced process of their own: a search may take seconds of a core."""

import pickle

from domain.history.bot_moves import bot_label
from domain.history.hint import LABEL, hint_seed
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.kernel.search import Expert
from domain.table.aggregate import Aggregate
from domain.table.tries import EXPERT, bot_named, expert_of
from services.platform.fair_turns import FairTurns
from services.platform.worker_process import WorkerProcess
from services.roles import expert_thinking
from services.roles.expert_thinking import ExpertQuestion


class ExpertProcess:
    """One process, started with the first question. Hosts of tables, and players who take hints, take turns at it."""

    def __init__(self) -> None:
        self.worker = WorkerProcess(expert_thinking.__name__)
        self._turns = FairTurns()

    async def move(self, aggregate: Aggregate, version: int, seat: Seat) -> Command:
        """Return the command of the expert that has the seat. Raises WorkerEnded."""
        name = aggregate.occupants[seat].bot
        bot = bot_named(aggregate, name)
        assert isinstance(bot, Expert), "others are asked in the server"
        draws = (aggregate.bots_seed, bot_label(version, seat))
        return await self._answer(_question(aggregate, seat, name, bot.tries, draws), aggregate.opened.host)

    async def hint(self, aggregate: Aggregate, version: int, seat: Seat) -> Command:
        """Return the command of the seat's hint. Raises WorkerEnded."""
        assert aggregate.rules, "the game has begun"
        bot = expert_of(aggregate.rules)
        assert bot, "the table's terms were checked"
        draws = (hint_seed(aggregate, seat, version), LABEL)
        question = _question(aggregate, seat, EXPERT, bot.tries, draws)
        return await self._answer(question, aggregate.occupants[seat].account)

    async def _answer(self, question: ExpertQuestion, asker: str) -> Command:
        async with self._turns.one(asker):
            answer = await self.worker.ask(pickle.dumps(question))
        command: Command = pickle.loads(answer)  # noqa: S301  # of our own process
        return command

    async def close(self) -> None:
        await self.worker.close()


def is_expert(aggregate: Aggregate, seat: Seat) -> bool:
    return isinstance(bot_named(aggregate, aggregate.occupants[seat].bot), Expert)


def _question(aggregate: Aggregate, seat: Seat, bot: str, tries: int, draws: tuple[bytes, str]) -> ExpertQuestion:
    rules, play, opened = aggregate.rules, aggregate.play, aggregate.opened
    assert rules, "a game that waits for a seat has begun"
    return ExpertQuestion(
        variant=opened.variant,
        options=opened.options,
        players=len(aggregate.occupants),
        editions=aggregate.editions,
        rules_version=rules.rules_version,
        bot=bot,
        tries=tries,
        board=rules.view(play, seat),
        listed=rules.options(play, seat),
        seat=seat,
        seed=draws[0],
        label=draws[1],
    )
