"""One side of a game as an environment of Gymnasium; a bot plays the other.

from rasputitsa.research import gymnasium

env = gymnasium.Environment("moscow-41", scenario="gasp", side="german", opponent="recruit")
observation, info = env.reset(seed=1)
over = False
while not over:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    over = terminated or truncated
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ..bots import Bot, bot, decide
from ..core import BadOption, Game
from .extras import needed
from .play import MEMORY, NotLegal, Play, game_named, start
from .spaces import observation_space

_library = needed("gymnasium", "gymnasium")
_spaces = needed("gymnasium.spaces", "gymnasium")

Info = dict[str, Any]


class Environment(_library.Env):  # type: ignore[misc, name-defined]
    """A game as a `gymnasium.Env`. ``opponent`` is the name of a bot, "module:Class", or a bot.

    The reward is 1 for a win and -1 for a loss, at the end. An action that is not legal changes nothing and costs
    ``illegal_reward``; ``info["illegal"]`` says why, and ``info["action_mask"]`` always which actions are legal.
    ``max_actions`` is how many actions the side may give before the game is broken off.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  as Gymnasium has it
    render_mode = None

    def __init__(
        self,
        game: Game | str,
        side: str | None = None,
        opponent: Bot | str = "random",
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        max_actions: int | None = None,
        memory: int = MEMORY,
        illegal_reward: float = -0.01,
    ) -> None:
        self.game = game_named(game)
        names = [known.name for known in self.game.sides]
        if side is not None and side not in names:
            raise BadOption(f"{self.game.title} has no side {side[:40]!r}. It has: {', '.join(names)}.")
        self.side = names.index(side or names[0])
        self.side_name = names[self.side]
        self.scenario = self.game.check_scenario(scenario)
        self.options = self.game.check_options(options or {})
        self.opponent = opponent
        self.max_actions = max_actions
        self.memory = memory
        self.illegal_reward = illegal_reward
        self.play: Play = start(self.game, self.scenario, self.options, memory)
        lens = self.play.lens
        self.observation_space = observation_space(lens, memory, with_mask=False)
        self.action_space = _spaces.Discrete(len(lens.numbering))
        self.given = 0
        self._bot = opponent if isinstance(opponent, Bot) else bot(opponent, self.game)

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, Info]:
        """Start again. ``options`` may name another scenario ("scenario") or other optional rules ("options")."""
        super().reset(seed=seed)
        chosen = options or {}
        number = int(self.np_random.integers(1 << 31))
        self._dice = Random(number)
        if not isinstance(self.opponent, Bot):
            self._bot = bot(self.opponent, self.game, number)
        rules = chosen.get("options", self.options)
        if not isinstance(rules, Mapping | None):
            raise BadOption(f"Options are a dictionary of names and choices, not {rules!r:.40}.")
        self.play = start(self.game, chosen.get("scenario", self.scenario), rules, self.memory)
        self.given = 0
        self._go_on()
        return self.play.fresh_observation(self.side), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, Info]:
        illegal = ""
        try:
            self.play.act(action)
        except NotLegal as error:
            illegal = str(error)
        self.given += 1
        self._go_on()
        over = self.play.state.outcome is not None
        stopped = not over and self.max_actions is not None and self.given >= self.max_actions
        reward = self.illegal_reward if illegal else self.play.returns()[self.side]
        info = self._info()
        if illegal:
            info["illegal"] = illegal
        return self.play.fresh_observation(self.side), reward, over, stopped, info

    def _go_on(self) -> None:
        """Chance and the opponent act until this side is asked or the game is over."""
        play = self.play
        play.chance(self._dice)
        while play.actor not in (self.side, None):
            play.take(play.state.game.action(decide(self._bot, play.state, play.number)))
            play.chance(self._dice)

    def _info(self) -> Info:
        return {"action_mask": self.play.mask(self.side)}
