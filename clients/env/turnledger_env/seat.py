"""One seat of a game as a Gymnasium environment: baselines play the other seats."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from turnledger_env.aec import STEPS_MAX, ArenaEnv
from turnledger_env.baselines import baseline


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """A step is one action of your seat; then the others act until your seat is asked again.

    Observations, actions and rewards are those of `ArenaEnv`. `info` has the mask again, as `action_mask`.
    """

    def __init__(
        self,
        name: str = "power_grid/russia",
        players: int = 3,
        options: Mapping[str, str] | None = None,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        steps_max: int = STEPS_MAX,
        render_mode: str | None = None,
    ) -> None:
        """`bots`: a baseline for all other seats, or one for each, clockwise from your left neighbour."""
        self.arena = ArenaEnv(name, players, options, steps_max=steps_max, render_mode=render_mode)
        self.metadata = self.arena.metadata
        self.render_mode = render_mode
        if not 0 <= seat < players:
            raise ValueError(f"seat {seat} does not exist: there are {players} seats, from 0")
        others = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
        if len(others) != players - 1:
            raise ValueError(f"{len(others)} bots for {players - 1} other seats")
        for bot in others:
            baseline(self.arena.variant, bot)
        self.agent = f"player_{seat}"
        self.bots = {(seat + 1 + place) % players: bot for place, bot in enumerate(others)}
        self.observation_space = self.arena.observation_space(self.agent)
        self.action_space = self.arena.action_space(self.agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.arena.reset(seed=seed)
        self._others_act()
        observation = self.arena.observe(self.agent)
        return observation, {"action_mask": observation["action_mask"]}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action. Raises ValueError for one that is not legal: nothing changes then."""
        self.arena.step(int(action))
        self._others_act()
        observation = self.arena.observe(self.agent)
        return (
            observation,
            self.arena.rewards[self.agent],
            self.arena.terminations[self.agent],
            self.arena.truncations[self.agent],
            {"action_mask": observation["action_mask"]},
        )

    def _others_act(self) -> None:
        game, arena = self.arena.game, self.arena
        while game.seat in self.bots and not arena.truncations[self.agent]:
            arena.step_bot(self.bots[game.seat])

    def render(self) -> Any:
        """Return the board as your seat sees it, if `render_mode` is `ansi`."""
        return self.arena.game.text(self.arena.seat_of(self.agent)) if self.render_mode == "ansi" else None


gymnasium.register(id="turnledger/Seat-v1", entry_point="turnledger_env.seat:SeatEnv")
