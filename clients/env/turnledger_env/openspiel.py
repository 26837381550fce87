"""The games as Python games of OpenSpiel: `pyspiel.load_game("turnledger", {…})`. Needs the extra `openspiel`.

Chance nodes are the deal, at the root, and each command that draws: one of `deals` seeds, all equally likely. With
`chance` = `deal` the root is the only one, and its seed fixes every later draw.
"""

from typing import Any

import msgspec
import numpy as np
import pyspiel

from domain.kernel.ids import Seat
from turnledger_env.aec import STEPS_MAX
from turnledger_env.game_in_play import Game, Variant, variant

DEALS = 1000
DRAWS, DEAL = "draws", "deal"
PARAMETERS: dict[str, Any] = {
    "variant": "power_grid/russia",
    "players": 3,
    "options": "",
    "chance": DRAWS,
    "deals": DEALS,
}
"""`options`: as `name:value`, several with `;` between them, and `+` for a comma in a value."""
_TYPE = {
    "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
    "chance_mode": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    "information": pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    "utility": pyspiel.GameType.Utility.GENERAL_SUM,
    "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
    "max_num_players": 6,
    "min_num_players": 2,
    "provides_information_state_string": True,
    "provides_information_state_tensor": False,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
    "parameter_specification": PARAMETERS,
}
GAME_TYPE = pyspiel.GameType(short_name="turnledger", long_name="Games of Turnledger", **_TYPE)
_encode = msgspec.json.Encoder(order="deterministic").encode


class ArenaGame(pyspiel.Game):  # type: ignore[misc]
    """One variant for a number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | (params or {})
        options = dict(each.split(":", 1) for each in given["options"].replace("+", ",").split(";") if each)
        self.of: Variant = variant(given["variant"], given["players"], options)
        self.deals: int = given["deals"]
        if given["chance"] not in (DRAWS, DEAL):
            raise ValueError(f"chance is {DRAWS!r} or {DEAL!r}, not {given['chance']!r}")
        self.draws_wait = given["chance"] == DRAWS
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.of.vocabulary),
            max_chance_outcomes=self.deals,
            num_players=self.of.players,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=STEPS_MAX,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> "ArenaState":
        return ArenaState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1 + STEPS_MAX if self.draws_wait else 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "ArenaObserver":
        return ArenaObserver(self.of, iig_obs_type)


class ArenaState(pyspiel.State):  # type: ignore[misc]
    """A position: the choice of a seat, or a chance node: before the deal, and while a command waits for its draw."""

    def __init__(self, game: ArenaGame) -> None:
        super().__init__(game)
        self.of, self.deals, self.draws_wait, self.steps = game.of, game.deals, game.draws_wait, 0
        self.play: Game | None = None

    def current_player(self) -> int:
        if self.play is None or self.play.waiting:
            return int(pyspiel.PlayerId.CHANCE)
        over = self.play.seat is None or self.steps >= STEPS_MAX
        return int(pyspiel.PlayerId.TERMINAL) if over else int(self.play.seat)  # type: ignore[arg-type]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.play.legal()) if self.play and player == self.play.seat else []

    def _apply_action(self, action: int) -> None:
        if self.play is None:
            self.play = Game(self.of, str(action), draws_wait=self.draws_wait)
        elif self.play.waiting:
            self.play.draw(str(action))
        else:
            self.play.act(action)
            self.steps += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.of.vocabulary.names[action])
        return f"draw:{action}" if self.play else f"deal:{action}"

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        return self.play.shares() if self.play else [0.0] * self.of.players

    def information(self, player: int) -> str:
        """Return every event as the player may know it, and the player's own unfinished command."""
        assert self.play, "nothing is known before the deal"
        lines = [_encode(event).decode() for event in self.play.known(Seat(player))]
        if player == self.play.seat:
            lines += [self.of.vocabulary.names[action] for action in self.play.pending]
        return "\n".join(lines)

    def __str__(self) -> str:
        if self.play is None:
            return "before the deal"
        return f"seed {self.play.seed}, step {self.steps}{', before a draw' if self.play.waiting else ''}"


class ArenaObserver:
    """Writes the observation of a player: `tensor` is flat, `dict` has its named parts.

    With perfect recall there is no tensor: the string has every event that the player knows. Neither exists for public
    or private information alone.
    """

    def __init__(self, of: Variant, iig_obs_type: Any) -> None:
        self.recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.is_whole = iig_obs_type is None or (
            iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        )
        has_tensor = self.is_whole and not self.recalls
        self.tensor = np.zeros(of.coded.layout.size, np.float32) if has_tensor else None
        self.dict = {} if self.tensor is None else of.coded.layout.named(self.tensor)

    def set_from(self, state: ArenaState, player: int) -> None:
        if self.tensor is None:
            return
        if state.play is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.play.flat(Seat(player))

    def string_from(self, state: ArenaState, player: int) -> str | None:
        if not self.is_whole:
            return None
        if state.play is None:
            return ""
        return state.information(player) if self.recalls else state.play.text(Seat(player))


pyspiel.register_game(GAME_TYPE, ArenaGame)
