from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from domain.history.codec import Codec
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.table.messages import TABLE_EVENTS
from services.operations.simulate import SimulationPlan, check, play_one, simulate
from support import demo
from tests.kit import refusing

demo.register()
CODEC = Codec({"table": TABLE_EVENTS, "demo": demo.Demo.event_types})
PLAN = SimulationPlan("demo", 3, 20, "s", ("random", "greedy"))


def test_all_games_finish_and_the_same_plan_gives_the_same_bytes():
    first, again = simulate(PLAN, CODEC), simulate(PLAN, CODEC)
    assert first.sound
    assert (first.finished, first.end_reasons, sum(first.wins_by_seat)) == (20, {"ROUNDS_PLAYED": 20}, 20)
    assert first.commands == 20 * 6
    assert first.digest == again.digest
    assert simulate(replace(PLAN, seed="t"), CODEC).digest != first.digest


def test_the_chain_of_a_game_covers_every_row():
    played = play_one(PLAN, 0, CODEC)
    assert [row.version for row in played.rows] == list(range(1, len(played.rows) + 1))
    assert played.rows[-1].topic == "table.SecretRevealed/1"
    assert CODEC.read(played.rows[-1]).envelope.chain == played.chain


def test_a_plan_states_the_tries_as_a_table_does():
    with refusing("NO_EXPERT_HERE"):
        play_one(replace(PLAN, tries=2), 0, CODEC)


@dataclass(frozen=True)
class Broken(demo.Demo):
    """The demo game with one thing wrong."""

    how: str

    def broken_invariants(self, state):
        return ("a card is lost",) if self.how == "invariant" else ()

    def options(self, state, seat):
        if self.how == "no option":
            return ()
        return (demo.ChooseOption(seat, 9 if self.how == "too much" else 1),)


@pytest.mark.parametrize(
    ("how", "complaint"),
    [
        ("invariant", "a card is lost"),
        ("no option", "must act and has no option"),
        ("too much", "offered but refused"),
        ("too little", "accepted but not offered"),
    ],
)
def test_a_game_that_breaks_its_own_contract_is_found_out(how, complaint):
    aggregate = replace(play_one(PLAN, 0, CODEC).aggregate, status="RUNNING")
    rules = Broken(how)
    play = rules.evolve(None, demo.DemoStarted(2, (0, 1)))
    aggregate = replace(aggregate, rules=rules, play=play)
    found = [problem for n in range(20) for problem in check(aggregate, demo.Choose(Seat(0), 3), Roll(b"", str(n)))]
    assert any(complaint in problem for problem in found)
