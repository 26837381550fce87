"""The games as PettingZoo environments: agents act one after another (AEC)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.agent_selector import AgentSelector

from domain.kernel.ids import Seat
from turnledger_env.baselines import bot_command
from turnledger_env.game_in_play import Game, variant

STEPS_MAX = 20_000
"""Far above the actions of the longest game seen; a game that reaches it is truncated."""


class ArenaEnv(AECEnv):  # type: ignore[misc]
    """One variant for a number of players. Agents are `player_0`, `player_1`, … in seat order.

    An observation is a dictionary: `observation` has named arrays, `action_mask` the legal actions. `reset` deals from
    the seed; the same seed gives the same game. `game` is the game itself, for tools that need more than an agent sees.
    """

    def __init__(
        self,
        name: str = "power_grid/russia",
        players: int = 3,
        options: Mapping[str, str] | None = None,
        *,
        steps_max: int = STEPS_MAX,
        render_mode: str | None = None,
    ) -> None:
        """`options`: as the catalogue names them. Raises `Refused` for what does not exist."""
        super().__init__()
        self.metadata = {"name": f"{name.replace('/', '_')}_v1", "render_modes": ["ansi"], "is_parallelizable": False}
        self.variant, self.steps_max, self.render_mode = variant(name, players, options), steps_max, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        actions = len(self.variant.vocabulary)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": self.variant.coded.layout.space(),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.game: Game
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. Without a seed the next one is drawn, from the seed before it where there was one."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        dealt_from = seed if seed is not None else int(self._random.integers(1 << 63))
        self.play(Game(self.variant, str(dealt_from)))

    def play(self, game: Game) -> None:
        """Continue a game, for example one that `determinize` returned."""
        self.game, self.steps = game, 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def determinize(self, agent: str, seed: int) -> Game:
        """Return a game that the agent cannot tell from the one in play, with everything hidden dealt again."""
        return self.game.redealt(self.seat_of(agent), f"determinize/{seed}")

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None, "an agent that is not done chooses an action"
        self.game.act(int(action))
        self._after()

    def step_bot(self, name: str) -> None:
        """Let a baseline choose the whole next command of the agent that is to act (docs/arena.md lists them)."""
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.game.give(bot_command(self.game, name))
        self._after()

    def _after(self) -> None:
        self.steps += 1
        self._clear_rewards()
        if self.game.seat is None:
            self.rewards = dict(zip(self.possible_agents, self.game.shares(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.steps >= self.steps_max:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        if self.game.seat is not None:
            self.agent_selection = self.possible_agents[self.game.seat]
        else:
            self.agent_selection = AgentSelector(self.agents).reset()

    def seat_of(self, agent: str) -> Seat:
        return Seat(self.possible_agents.index(agent))

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seat_of(agent)
        named = self.variant.coded.layout.named(self.game.flat(seat))
        return {"observation": named, "action_mask": self.game.mask(seat)}

    def render(self) -> str | None:
        """Return the board as the agent that is to act sees it, if `render_mode` is `ansi`."""
        if self.render_mode != "ansi":
            return None
        return self.game.text(self.seat_of(self.agent_selection))

    def close(self) -> None:
        """There is nothing to release."""
