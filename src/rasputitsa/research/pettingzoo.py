"""The games as environments of PettingZoo: the sides take turns as the rules say, with action masks.

from rasputitsa.research import pettingzoo

env = pettingzoo.env("battle-for-moscow")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    over = terminated or truncated
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ..core import Game
from .extras import needed
from .play import MEMORY, NotLegal, Play, game_named, start
from .spaces import observation_space

_library = needed("pettingzoo", "pettingzoo")
_spaces = needed("gymnasium.spaces", "pettingzoo")
_conversions = needed("pettingzoo.utils.conversions", "pettingzoo")

Values = dict[str, Any]  # by agent


class _Table:
    """What both kinds of environment have alike: a play, its dice, and spaces. Agents are named by their sides."""

    render_mode = None

    def __init__(
        self,
        game: Game | str,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        max_cycles: int | None = None,
        memory: int = MEMORY,
    ) -> None:
        self.game = game_named(game)
        self.scenario = self.game.check_scenario(scenario)
        self.options = self.game.check_options(options or {})
        self.max_cycles = max_cycles
        self.memory = memory
        self.metadata = {"name": f"rasputitsa/{self.game.name}", "render_modes": [], "is_parallelizable": False}
        self.possible_agents = [side.name for side in self.game.sides]
        self.agents: list[str] = []
        self.play: Play = start(self.game, self.scenario, self.options, memory)
        numbering = self.play.lens.numbering
        self._observation_spaces = {
            agent: observation_space(self.play.lens, memory, with_mask=True) for agent in self.possible_agents
        }
        self._action_spaces = {agent: _spaces.Discrete(len(numbering)) for agent in self.possible_agents}
        self._dice = Random()

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Start again. ``options`` may name another scenario ("scenario") or other optional rules ("options")."""
        chosen = options or {}
        rules = chosen.get("options")
        self.play = start(
            self.game,
            chosen.get("scenario", self.scenario),
            rules if isinstance(rules, Mapping) else self.options,
            self.memory,
        )
        if seed is not None:
            self._dice = Random(seed)
        self.play.chance(self._dice)
        self.agents = self.possible_agents[:]

    def look(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and which actions are legal for it: none while the other must act."""
        side = self.possible_agents.index(agent)
        return {"observation": self.play.fresh_observation(side), "action_mask": self.play.mask(side)}

    def render(self) -> None:
        """There is nothing to see: `rasputitsa play` and the browser show a game."""

    def close(self) -> None:
        """There is nothing to close."""


class Environment(_Table, _library.AECEnv):  # type: ignore[misc, name-defined]
    """A game as an `AECEnv`. An action that is not legal is refused with `NotLegal`, and nothing has happened.

    ``max_cycles`` is how many actions the players take before the game is broken off, without a winner.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _library.AECEnv.__init__(self)
        _Table.__init__(self, *args, **kwargs)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.begin(seed, options)
        self.rewards: Values = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: Values = dict.fromkeys(self.agents, 0.0)
        self.terminations: Values = dict.fromkeys(self.agents, False)
        self.truncations: Values = dict.fromkeys(self.agents, False)
        self.infos: Values = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def observe(self, agent: str) -> dict[str, Any]:
        return self.look(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.play.act(action)  # type: ignore[arg-type]  # it says so if there is none
        self.play.chance(self._dice)
        self._cumulative_rewards[agent] = 0.0
        over = self.play.state.outcome is not None
        stopped = not over and self.max_cycles is not None and self.play.number >= self.max_cycles
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, stopped)
        self.rewards = dict(zip(self.possible_agents, self.play.returns(), strict=True))
        self._accumulate_rewards()
        if not over:
            self.agent_selection = self._asked()
        if over or stopped:
            self._deads_step_first()

    def _asked(self) -> str:
        actor = self.play.actor
        return self.possible_agents[0 if actor is None else actor]


class ParallelEnvironment(_Table, _library.ParallelEnv):  # type: ignore[misc, name-defined]
    """A game as a `ParallelEnv`: every agent gives an action each time, but only that of the side that must act counts.

    An action that is not legal changes nothing; ``infos`` says why. ``max_cycles`` is how many times both have given an
    action before the game is broken off.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _Table.__init__(self, *args, **kwargs)
        self.cycles = 0

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Values, Values]:
        self.begin(seed, options)
        self.cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[Values, Values, Values, Values, Values]:
        infos: Values = {agent: {} for agent in self.agents}
        actor = self.play.actor
        if actor is not None:
            agent = self.possible_agents[actor]
            try:
                self.play.act(actions.get(agent))  # type: ignore[arg-type]  # as above
                self.play.chance(self._dice)
            except NotLegal as error:
                infos[agent]["illegal"] = str(error)
        self.cycles += 1
        over = self.play.state.outcome is not None
        stopped = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        found = (
            self._observations(),
            dict(zip(self.possible_agents, self.play.returns(), strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, stopped),
            infos,
        )
        if over or stopped:
            self.agents = []
        return found

    def _observations(self) -> Values:
        return {agent: self.look(agent) for agent in self.possible_agents}


def env(game: Game | str, **kwargs: Any) -> Environment:
    """A game as an `AECEnv`: a side acts as often in a row as the rules ask it."""
    return Environment(game, **kwargs)


def parallel_env(game: Game | str, **kwargs: Any) -> ParallelEnvironment:
    """A game as a `ParallelEnv`."""
    return ParallelEnvironment(game, **kwargs)


def alternating_env(game: Game | str, **kwargs: Any) -> Any:
    """The same as an `AECEnv` in which the agents take turns strictly, whoever must act."""
    return _conversions.parallel_to_aec(ParallelEnvironment(game, **kwargs))
